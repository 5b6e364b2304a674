// How finely a step is cut. A contact gives way like a spring that is as stiff as the substeps allow: under the weight of
// others it sinks by an amount that goes with the square of the substep. Small things stacked high need finer ones.

import { BODY_DYNAMIC, type Bodies } from './bodies.ts';
import {
  SUBSTEPS_FALL,
  SUBSTEPS_LEAST,
  SUBSTEPS_LIGHTER,
  SUBSTEPS_RISE,
  SUBSTEPS_SINK,
  SUBSTEPS_SINK_TIMES,
  SUBSTEPS_STAY,
  SUBSTEPS_STEP,
} from './constants.ts';
import type { ContactRows } from './contact-rows.ts';
import { STIFFNESS } from './soft.ts';
import type { Solver, SolverOptions } from './solver.ts';

/**
 * How many substeps a step of `dt` needs, from options.substeps to options.maxSubsteps in 1/60 s, by the impulses that the
 * contacts start with. Changes slowly, because contacts sink anew with each change: what is carried from step to step is
 * solver.substepRate.
 */
export function countSubsteps(
  solver: Solver,
  bodies: Bodies,
  contacts: ContactRows,
  dt: number,
  options: SolverOptions,
): number {
  const { substepRate } = solver;
  const { substeps, maxSubsteps } = options;
  setWanted(solver, bodies, contacts, dt, options);
  if (wanted[0] > substepRate[0])
    substepRate[0] += (wanted[0] - substepRate[0]) * Math.min(1, dt / SUBSTEPS_RISE);
  else if (wanted[0] < SUBSTEPS_STAY * substepRate[0])
    substepRate[0] += (wanted[0] - substepRate[0]) * Math.min(1, dt / SUBSTEPS_FALL);
  const share = Math.min(1, dt / SUBSTEPS_STEP);
  const least = Math.max(Math.min(SUBSTEPS_LEAST, substeps), Math.ceil(substeps * share - 1e-9));
  return Math.max(least, Math.min(Math.ceil(substepRate[0] * dt), Math.ceil(maxSubsteps * share - 1e-9)));
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
  const scale = (warm * SUBSTEPS_LIGHTER * dt) / (substeps * STIFFNESS * 2 * SUBSTEPS_SINK);
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
    const sink = Math.min(SUBSTEPS_SINK_TIMES, (scale * l * ease) / small);
    sum += sink * sink;
    loaded++;
  }
  wanted[0] = loaded === 0 ? 0 : (substeps / dt) * Math.sqrt(Math.sqrt(sum / loaded));
}
