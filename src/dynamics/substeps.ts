// How finely a step is cut. A contact gives way like a spring that is as stiff as the substeps allow: under the weight of
// others it sinks by an amount that goes with the square of the substep. Small things stacked high need finer ones.

import { BODY_DYNAMIC, type Bodies } from './bodies.ts';
import type { ContactRows } from './contact-rows.ts';
import { STIFFNESS } from './soft.ts';
import type { Solver, SolverOptions } from './solver.ts';

/** Options are for a step of this length; shorter steps are cut into fewer, no less than LEAST. */
const STEP = 1 / 60;
const LEAST = 2;
/** How far contacts may sink: the root of the mean square, as a share of the smaller body's diameter. */
const SINK = 0.0005;
/** A contact counts as sinking by at most so many times as much: a crumb under a boulder is not to slow the world. */
const MOST = 16;
/** How much lighter a body is at a point than in all, about: 4 at the corners of a cube. */
const LIGHTER = 3;

/** How fast more substeps come, and how slowly they go again, seconds; they stay while this share of them is wanted. */
const RISE = 0.1;
const FALL = 1;
const STAY = 0.7;

/**
 * How many substeps a step of `dt` needs, from options.substeps to options.maxSubsteps in 1/60 s, by the impulses that the
 * contacts start with. Changes slowly, because contacts sink anew with each change: what is carried from step to step is
 * solver.pace.
 */
export function countSubsteps(
  solver: Solver,
  bodies: Bodies,
  contacts: ContactRows,
  dt: number,
  options: SolverOptions,
): number {
  const { pace } = solver;
  const { substeps, maxSubsteps } = options;
  setWanted(solver, bodies, contacts, dt, options);
  if (wanted[0] > pace[0]) pace[0] += (wanted[0] - pace[0]) * Math.min(1, dt / RISE);
  else if (wanted[0] < STAY * pace[0]) pace[0] += (wanted[0] - pace[0]) * Math.min(1, dt / FALL);
  const share = Math.min(1, dt / STEP);
  const least = Math.max(Math.min(LEAST, substeps), Math.ceil(substeps * share - 1e-9));
  return Math.max(least, Math.min(Math.ceil(pace[0] * dt), Math.ceil(maxSubsteps * share - 1e-9)));
}

const wanted = new Float64Array(1); // scratch: substeps a second

/** Sets `wanted` to the substeps a second with which contacts would sink just as far as they may. */
function setWanted(
  { done }: Solver,
  bodies: Bodies,
  contacts: ContactRows,
  dt: number,
  options: SolverOptions,
): void {
  const { count, bodyA, bodyB, impulse } = contacts;
  const { kind, awake, inverseMass, radius } = bodies;
  const { substeps, warm } = options;
  const scale = (warm * LIGHTER * dt) / (substeps * STIFFNESS * 2 * SINK);
  let sum = 0;
  let loaded = 0;
  for (let i = 0; i < count; i++) {
    const l = impulse[4 * i];
    if (l <= 0) continue;
    const a = bodyA[i];
    const b = bodyB[i];
    if (done[a] === 1 || done[b] === 1) continue;
    const freeA = kind[a] === BODY_DYNAMIC && awake[a] === 1;
    const freeB = kind[b] === BODY_DYNAMIC && awake[b] === 1;
    const ease = (freeA ? inverseMass[a] : 0) + (freeB ? inverseMass[b] : 0);
    const small = Math.min(freeA ? radius[a] : Infinity, freeB ? radius[b] : Infinity);
    const sink = Math.min(MOST, (scale * l * ease) / small);
    sum += sink * sink;
    loaded++;
  }
  wanted[0] = loaded === 0 ? 0 : (substeps / dt) * Math.sqrt(Math.sqrt(sum / loaded));
}
