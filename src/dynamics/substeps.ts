// How finely a step is cut. A contact gives way like a spring that is as stiff as the substeps allow: under the weight of
// others it sinks by an amount that goes with the square of the substep. Small things stacked high need finer ones.

import { BODY_DYNAMIC, type Bodies } from './bodies.ts';
import type { ContactRows } from './contact-rows.ts';
import { STIFFNESS } from './soft.ts';
import type { SolverOptions } from './solver.ts';

/** How far contacts may sink: the root of the mean square, as a share of the smaller body's diameter. */
const SINK = 0.0005;
/** A contact counts as sinking by at most so many times as much: a crumb under a boulder is not to slow the world. */
const MOST = 16;
/** How much lighter a body is at a point than in all, about: 4 at the corners of a cube. */
const LIGHTER = 3;

/**
 * How many substeps a step of `dt` needs, from options.substeps to options.maxSubsteps, by the impulses that the contacts
 * start with. Depends on the arguments alone.
 */
export function countSubsteps(
  bodies: Bodies,
  contacts: ContactRows,
  dt: number,
  options: SolverOptions,
): number {
  const { count, bodyA, bodyB, impulse } = contacts;
  const { kind, awake, inverseMass, radius } = bodies;
  const { substeps, maxSubsteps, warm } = options;
  const scale = (warm * LIGHTER * dt) / (substeps * STIFFNESS * 2 * SINK);
  let sum = 0;
  let loaded = 0;
  for (let i = 0; i < count; i++) {
    const l = impulse[4 * i];
    if (l <= 0) continue;
    const a = bodyA[i];
    const b = bodyB[i];
    const freeA = kind[a] === BODY_DYNAMIC && awake[a] === 1;
    const freeB = kind[b] === BODY_DYNAMIC && awake[b] === 1;
    const ease = (freeA ? inverseMass[a] : 0) + (freeB ? inverseMass[b] : 0);
    const small = Math.min(freeA ? radius[a] : Infinity, freeB ? radius[b] : Infinity);
    const sink = Math.min(MOST, (scale * l * ease) / small);
    sum += sink * sink;
    loaded++;
  }
  if (sum <= loaded) return substeps;
  const wanted = Math.ceil(substeps * Math.sqrt(Math.sqrt(sum / loaded)));
  return Math.max(substeps, Math.min(wanted, maxSubsteps));
}
