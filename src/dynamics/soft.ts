// How contacts give way: a damped spring made stable for any step, "soft step" as published in [Catto24]. Its stiffness
// goes with the rate of substeps, so that the same share of an overlap leaves a substep whatever the time step.

/**
 * Oscillations of a contact a substep: 96 Hz for 8 substeps of 1/60 s. At 1/8, as in 2D, 10 boxes of 5 cm sink into each
 * other by 12 % of their height and buckle; from 1/4 on, one pass a substep no longer brings stacks to rest. Published
 * solvers make contacts with static bodies twice as stiff; here that kept stacks of 5 shaking at 10 cm/s.
 */
const CYCLES = 1 / 5;
const OMEGA = 2 * Math.PI * CYCLES; // radians a substep
/** A contact that bears an impulse l a substep h sinks by l h / (m STIFFNESS), m the mass that it moves. */
export const STIFFNESS = OMEGA * OMEGA;
/** Above 1, so that an overlap leaves without swinging. */
const DAMPING_RATIO = 5;

/** A contact that closes faster than this, m/s, is a hit: friction waits for the next pass. */
export const HIT_SPEED = 0.25;

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

/** Contacts of a pair that are as stiff as one is: more of them share the stiffness of so many, springs in parallel. */
const SHARED = 6;

/** Writes the numbers of a step of `dt` cut into `substeps`. */
export function setStep(step: Float64Array, dt: number, substeps: number): void {
  const h = dt / substeps;
  step[STEP_ALL] = dt;
  step[STEP_H] = h;
  step[STEP_RATE] = 1 / h;
}

/** Writes to soft[at…] how each of `count` contacts of a pair gives way in a substep of h seconds. */
export function setSoft(soft: Float64Array, at: number, count: number, h: number): void {
  const omega = count > SHARED ? OMEGA * Math.sqrt(SHARED / count) : OMEGA;
  const a = 2 * DAMPING_RATIO + omega;
  const b = omega * a;
  soft[at + SOFT_RATE] = omega / (h * a);
  soft[at + SOFT_MASS] = b / (1 + b);
  soft[at + SOFT_LOSS] = 1 / (1 + b);
}
