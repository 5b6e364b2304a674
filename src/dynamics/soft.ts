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

/** Places in the numbers of a step: its substep and the inverse of it, then how contacts give way. */
export const STEP_H = 0;
export const STEP_RATE = 1;
export const SOFT_RATE = 2; // share of an overlap that is undone a second
export const SOFT_MASS = 3; // share of the impulse that is applied
export const SOFT_LOSS = 4; // share of the old impulse that is let go
export const STEP_ALL = 5; // the whole step
export const STEP_WARM = 6; // factor on the impulses given
export const STEP_SIZE = 7;

/** Writes the numbers of a step of `dt` cut into `substeps`. */
export function setStep(step: Float64Array, dt: number, substeps: number): void {
  const h = dt / substeps;
  const a = 2 * DAMPING_RATIO + OMEGA;
  const b = OMEGA * a;
  step[STEP_ALL] = dt;
  step[STEP_H] = h;
  step[STEP_RATE] = 1 / h;
  step[SOFT_RATE] = OMEGA / (h * a);
  step[SOFT_MASS] = b / (1 + b);
  step[SOFT_LOSS] = 1 / (1 + b);
}
