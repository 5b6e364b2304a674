// What solving a joint works on: a row of numbers a joint, filled each step, and the two bodies copied out of Motion, so
// that the world, which has no row there, is a body like any other.

import { EASE_SIZE, type Motion, SPIN, STATE_SIZE, VELOCITY } from './motion.ts';

/** Numbers in a row of Joints.work, and their places. */
export const WORK_SIZE = 77;
export const IMPULSE = 0; // of this substep: linear xyz, angular xyz
export const DRIVE = 6; // along the line or about the axis: spring or motor, then the limits
export const LOW = 7;
export const HIGH = 8;
export const TOTAL = 9; // linear xyz, angular xyz, of the substeps done
export const BUDGET = 15; // linear and angular impulse that a step can have before the joint breaks
export const LEFT = 17; // what is left of it for this substep
export const SNAPPED = 19; // 1 when nothing is left
export const ARM_A0 = 20; // from the centre of A to its anchor when the step began
export const ARM_B0 = 23;
export const GAP0 = 26; // from the centre of B to that of A then
export const TURN_A0 = 29; // the joint's axes as those of A carry them, a quaternion, then
export const TURN_B0 = 33;
// As the bodies stand now:
export const ARM_A = 37;
export const ARM_B = 40;
export const ERROR = 43; // from the anchor of B to that of A; or how much too long a distance is
export const MASS = 46; // a tensor: impulse for a change of velocity
export const TWIST = 52; // rotation vector by which A is turned too far against B
export const TURN_MASS = 55; // a tensor; xx yy xy alone, along the sides, for a hinge
export const AXIS = 61; // of a hinge; from the anchor of B to that of A for a distance
export const SIDES = 64; // two directions across the axis
export const AXIAL = 70; // mass along the line, inertia about the axis
export const GAPS = 71; // how far the lower limit is, and the upper; negative beyond
export const FREE = 73; // 1 if a hinge has no limits
export const SPRING = 74; // softness of the spring, for the whole step

/** Places in Joints.step: substep, its inverse, length of the step, and softness of what gives way and of what does not. */
export const STEP_H = 0;
export const STEP_RATE = 1;
export const STEP_ALL = 2;
export const SOFT = 3;
export const RIGID = 6;

/** Velocity and spin of A, then of B; see loadPair. */
export const moving = new Float64Array(12);
/** Rows of Motion.ease of A, then of B. */
export const ease = new Float64Array(2 * EASE_SIZE);

/** Copies two bodies out; a row of -1 is the world. */
export function loadPair(motion: Motion, rowA: number, rowB: number): void {
  loadBody(motion, rowA, 0);
  loadBody(motion, rowB, 1);
}

function loadBody(motion: Motion, row: number, side: number): void {
  const v = 6 * side;
  const e = EASE_SIZE * side;
  if (row < 0) {
    moving.fill(0, v, v + 6);
    ease.fill(0, e, e + EASE_SIZE);
    return;
  }
  const s = STATE_SIZE * row;
  for (let i = 0; i < 3; i++) {
    moving[v + i] = motion.state[s + VELOCITY + i];
    moving[v + 3 + i] = motion.state[s + SPIN + i];
  }
  for (let i = 0; i < EASE_SIZE; i++) ease[e + i] = motion.ease[EASE_SIZE * row + i];
}

/** Writes the velocities of both back. */
export function storePair(motion: Motion, rowA: number, rowB: number): void {
  storeBody(motion.state, rowA, 0);
  if (rowB >= 0) storeBody(motion.state, rowB, 1);
}

function storeBody(state: Float64Array, row: number, side: number): void {
  const s = STATE_SIZE * row;
  const v = 6 * side;
  for (let i = 0; i < 3; i++) {
    state[s + VELOCITY + i] = moving[v + i];
    state[s + SPIN + i] = moving[v + 3 + i];
  }
}

/** An impulse p[at…] on A at its anchor, and its opposite on B. */
export function pushPoint(work: Float64Array, o: number, p: Float64Array, at: number): void {
  const x = p[at];
  const y = p[at + 1];
  const z = p[at + 2];
  for (let side = 0; side < 2; side++) {
    const sign = side === 0 ? 1 : -1;
    const m = sign * ease[EASE_SIZE * side];
    const v = 6 * side;
    moving[v] += m * x;
    moving[v + 1] += m * y;
    moving[v + 2] += m * z;
    const r = o + (side === 0 ? ARM_A : ARM_B);
    spinBody(
      side,
      sign * (work[r + 1] * z - work[r + 2] * y),
      sign * (work[r + 2] * x - work[r] * z),
      sign * (work[r] * y - work[r + 1] * x),
    );
  }
}

/** An angular impulse p[at…] on A, and its opposite on B. */
export function pushTurn(p: Float64Array, at: number): void {
  spinBody(0, p[at], p[at + 1], p[at + 2]);
  spinBody(1, -p[at], -p[at + 1], -p[at + 2]);
}

function spinBody(side: number, x: number, y: number, z: number): void {
  const w = 6 * side + 3;
  const e = EASE_SIZE * side + 1;
  moving[w] += ease[e] * x + ease[e + 3] * y + ease[e + 5] * z;
  moving[w + 1] += ease[e + 3] * x + ease[e + 1] * y + ease[e + 4] * z;
  moving[w + 2] += ease[e + 5] * x + ease[e + 4] * y + ease[e + 2] * z;
}

/**
 * Writes the softness of a damped spring of `omega` radians a substep: rate at which an error is undone (1/s), share of
 * the impulse that is applied, share of the old impulse that is let go; stable for any of them [Catto24].
 */
export function soften(out: Float64Array, at: number, omega: number, damping: number, rate: number): void {
  const a = 2 * damping + omega;
  const b = omega * a;
  out[at] = (omega * rate) / a;
  out[at + 1] = b / (1 + b);
  out[at + 2] = 1 / (1 + b);
}

/** Shortens the vector v[at…] to `most` if it is longer. */
export function clampVector(v: Float64Array, at: number, most: Float64Array, of: number): void {
  const square = v[at] * v[at] + v[at + 1] * v[at + 1] + v[at + 2] * v[at + 2];
  if (!(square > most[of] * most[of])) return;
  const s = most[of] / Math.sqrt(square);
  v[at] *= s;
  v[at + 1] *= s;
  v[at + 2] *= s;
}
