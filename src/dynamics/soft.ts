// How contacts give way: a damped spring made stable for any step, "soft step" as published in [Catto24]. Its stiffness
// goes with the rate of substeps, so that the same share of an overlap leaves a substep whatever the time step.

import { CONTACT_CYCLES, CONTACT_DAMPING, CONTACTS_SHARED } from './constants.ts';

const OMEGA = 2 * Math.PI * CONTACT_CYCLES; // radians a substep
/** A contact that bears an impulse l a substep h sinks by l h / (m STIFFNESS), m the mass that it moves. */
export const STIFFNESS = OMEGA * OMEGA;

/** Places in the numbers of a step: its substep and the inverse of it, then the whole step, and the factor on impulses given. */
export const STEP_H = 0;
export const STEP_RATE = 1;
export const STEP_ALL = 2;
export const STEP_WARM = 3;
export const STEP_SIZE = 4;

/** Places in the numbers of how the contacts of a pair give way. */
export const SOFT_RATE = 0; // share of an overlap that is undone a second
export const SOFT_MASS = 1; // share of the impulse that is applied
export const SOFT_LOSS = 2; // share of the old impulse that is let go
export const SOFT_SIZE = 3;

/** Writes the numbers of a step of `dt` cut into `substeps`. */
export function setStep(step: Float64Array, dt: number, substeps: number): void {
  const h = dt / substeps;
  step[STEP_ALL] = dt;
  step[STEP_H] = h;
  step[STEP_RATE] = 1 / h;
}

/** Writes to soft[at…] how each of `count` contacts of a pair gives way in a substep of h seconds. */
export function setSoft(soft: Float64Array, at: number, count: number, h: number): void {
  const omega = count > CONTACTS_SHARED ? OMEGA * Math.sqrt(CONTACTS_SHARED / count) : OMEGA;
  const a = 2 * CONTACT_DAMPING + omega;
  const b = omega * a;
  soft[at + SOFT_RATE] = omega / (h * a);
  soft[at + SOFT_MASS] = b / (1 + b);
  soft[at + SOFT_LOSS] = 1 / (1 + b);
}
