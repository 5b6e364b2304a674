// How contacts give way: a damped spring made stable for any step, "soft step" as published in [Catto24]. Its stiffness
// goes with the rate of substeps, so that the same share of an overlap leaves a substep whatever the time step.

/** Oscillations of a contact a substep; a contact with what never moves is stiffer by STATIC_STIFFNESS. */
const CYCLES = 1 / 8;
const STATIC_STIFFNESS = 2;
/** Far above 1, so that an overlap leaves without swinging. */
const DAMPING_RATIO = 10;

/** Places in the numbers of a step: its substep and the inverse, and three coefficients for moving and static pairs. */
export const STEP_H = 0;
export const STEP_RATE = 1;
export const SOFT_MOVING = 2;
export const SOFT_STATIC = 5;
export const STEP_SIZE = 8;

/** Writes the numbers of a step of `dt` cut into `substeps`. */
export function setStep(step: Float64Array, dt: number, substeps: number): void {
  const h = dt / substeps;
  step[STEP_H] = h;
  step[STEP_RATE] = 1 / h;
  soften(step, SOFT_MOVING, CYCLES, h);
  soften(step, SOFT_STATIC, CYCLES * STATIC_STIFFNESS, h);
}

/** Writes bias rate (1/s), share of the impulse that is applied, share of the old impulse that is let go. */
function soften(out: Float64Array, at: number, cycles: number, h: number): void {
  const omega = 2 * Math.PI * cycles; // radians a substep
  const a = 2 * DAMPING_RATIO + omega;
  const b = omega * a;
  out[at] = omega / (h * a);
  out[at + 1] = b / (1 + b);
  out[at + 2] = 1 / (1 + b);
}
