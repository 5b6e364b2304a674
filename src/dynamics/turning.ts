// Rotations of bodies over a step: quaternions, the tensors that turn with a body, and the spin that belongs to an
// angular momentum.

import { FRAME_SIZE, multiplyQuaternions, writeRotation } from '../math/rigid.ts';
import { type Bodies, ROUND_ALL, ROUND_AXIS, ROUND_NOT } from './bodies.ts';
import { TURNED_OFF } from './constants.ts';
import {
  EASE_SIZE,
  INVERSE_INERTIA,
  type Motion,
  QUATERNION,
  ROTATION,
  SPIN,
  STATE_SIZE,
  TOUCH_SIZE,
} from './motion.ts';
import { MOMENTUM_SIZE, type Solver } from './solver.ts';
import { bookSpin } from './spin.ts';

const little = new Float64Array(4); // scratch: a small turn as a quaternion

/** Writes the spin that belongs to the angular momentum l[at…] of a body as it is turned now: R I₀⁻¹ Rᵀ l. */
export function spinOf(out: Float64Array, motion: Motion, row: number, l: Float64Array, at: number): void {
  const { state, inverse } = motion;
  const r = STATE_SIZE * row + ROTATION;
  const e = 6 * row;
  const lx = l[at];
  const ly = l[at + 1];
  const lz = l[at + 2];
  const ax = state[r] * lx + state[r + 3] * ly + state[r + 6] * lz;
  const ay = state[r + 1] * lx + state[r + 4] * ly + state[r + 7] * lz;
  const az = state[r + 2] * lx + state[r + 5] * ly + state[r + 8] * lz;
  const bx = inverse[e] * ax + inverse[e + 3] * ay + inverse[e + 5] * az;
  const by = inverse[e + 3] * ax + inverse[e + 1] * ay + inverse[e + 4] * az;
  const bz = inverse[e + 5] * ax + inverse[e + 4] * ay + inverse[e + 2] * az;
  out[0] = state[r] * bx + state[r + 1] * by + state[r + 2] * bz;
  out[1] = state[r + 3] * bx + state[r + 4] * by + state[r + 5] * bz;
  out[2] = state[r + 6] * bx + state[r + 7] * by + state[r + 8] * bz;
}

/** Turns the body whose state is at `o` by a rotation vector; the error goes with the fifth power of its length. */
export function turnState(state: Float64Array, o: number, turned: Float64Array): void {
  setQuaternion(little, 0, turned, 0);
  multiplyTurns(state, o + QUATERNION, little, 0);
  setRotation(state, o);
}

/** Makes the rotation vector at turned[at…] all that the body whose state is at `o` has turned. */
export function setTurn(state: Float64Array, o: number, turned: Float64Array, at: number): void {
  setQuaternion(state, o + QUATERNION, turned, at);
  setRotation(state, o);
}

/** Writes the quaternion of a rotation vector; its length is not quite 1. */
function setQuaternion(out: Float64Array, to: number, turned: Float64Array, at: number): void {
  const x = turned[at];
  const y = turned[at + 1];
  const z = turned[at + 2];
  const square = x * x + y * y + z * z;
  const half = 0.5 - square * (1 / 48);
  out[to] = half * x;
  out[to + 1] = half * y;
  out[to + 2] = half * z;
  out[to + 3] = 1 - square * 0.125;
}

/** Makes the rotation follow from the quaternion. */
function setRotation(state: Float64Array, o: number): void {
  writeRotation(state, o + ROTATION, state, o + QUATERNION);
}

/** Makes q[at…] the unit quaternion of p[from…] · q[at…]. */
export function multiplyTurns(q: Float64Array, at: number, p: Float64Array, from: number): void {
  multiplyQuaternions(q, at, p, from, q, at);
  const x = q[at];
  const y = q[at + 1];
  const z = q[at + 2];
  const w = q[at + 3];
  const scale = 1 / Math.sqrt(x * x + y * y + z * z + w * w);
  for (let d = at; d < at + 4; d++) q[d] *= scale;
}

/** Writes the symmetric tensor t[from…] of the rest axes along the world's axes: R T Rᵀ, with R the frame at f[at…]. */
export function turnTensor(
  out: Float64Array,
  to: number,
  t: Float64Array,
  from: number,
  f: Float64Array,
  at: number,
): void {
  const xx = t[from];
  const yy = t[from + 1];
  const zz = t[from + 2];
  const xy = t[from + 3];
  const yz = t[from + 4];
  const zx = t[from + 5];
  for (let i = 0; i < 3; i++) {
    const a = f[at + 3 * i];
    const b = f[at + 3 * i + 1];
    const c = f[at + 3 * i + 2];
    const x = xx * a + xy * b + zx * c;
    const y = xy * a + yy * b + yz * c;
    const z = zx * a + yz * b + zz * c;
    out[to + i] = x * a + y * b + z * c;
    const j = at + 3 * (i === 2 ? 0 : i + 1);
    out[to + 3 + i] = x * f[j] + y * f[j + 1] + z * f[j + 2];
  }
}

const easiest = new Float64Array(1); // scratch: the largest inverse inertia

/** Writes to out[0] how many times as easy a body is to turn about its easiest axis as about its hardest; up to 1.8 times too much. */
export function writeUnevenness(out: Float64Array, { inverse, inertia }: Motion, row: number): void {
  writeLargest(easiest, inverse, 6 * row);
  writeLargest(out, inertia, 6 * row);
  out[0] *= easiest[0];
}

/** Writes to out[0] the largest eigenvalue of the tensor t[at…], xx yy zz xy yz zx, or up to a third more: exact where the others are equal. */
export function writeLargest(out: Float64Array, t: Float64Array, at: number): void {
  const mean = (t[at] + t[at + 1] + t[at + 2]) / 3;
  const x = t[at] - mean;
  const y = t[at + 1] - mean;
  const z = t[at + 2] - mean;
  const off = t[at + 3] * t[at + 3] + t[at + 4] * t[at + 4] + t[at + 5] * t[at + 5];
  out[0] = mean + Math.sqrt((2 / 3) * (x * x + y * y + z * z + 2 * off));
}

// Bodies that turn within a step. A body that is easier to turn about one axis than about another answers contacts
// otherwise once it has turned: a rod of 1:50 is 1,700 times as easy to turn about its own axis, and an impulse that does
// not know where that axis points now would spin it up. So the inertia that contacts see, their arms and their masses
// turn along as soon as it matters. Angular momentum is what stays the same, spin.ts.

const now = new Float64Array(6); // scratch: the inverse inertia of a body as it is turned
const most = new Float64Array(1); // scratch: the inertia about its hardest axis
const spun = new Float64Array(3); // scratch: a spin

/** Brings what contacts see of a body up to date if it has turned so far that they must know; returns whether it has. */
export function turnEase(solver: Solver, row: number): boolean {
  const { inertia, momentum, motion } = solver;
  const { state, ease, inverse } = motion;
  const r = STATE_SIZE * row + ROTATION;
  const e = EASE_SIZE * row + INVERSE_INERTIA;
  turnTensor(now, 0, inverse, 6 * row, state, r);
  let square = 0;
  for (let d = 0; d < 6; d++) {
    const off = now[d] - ease[e + d];
    square += (d < 3 ? 1 : 2) * off * off;
  }
  writeLargest(most, inertia, 6 * row);
  if (!(square * most[0] * most[0] > TURNED_OFF * TURNED_OFF)) return false;
  bookSpin(solver, row);
  for (let d = 0; d < 6; d++) ease[e + d] = now[d];
  turnTensor(inertia, 6 * row, motion.inertia, 6 * row, state, r);
  spinOf(spun, motion, row, momentum, MOMENTUM_SIZE * row);
  for (let d = 0; d < 3; d++) {
    state[STATE_SIZE * row + SPIN + d] = spun[d];
    momentum[MOMENTUM_SIZE * row + 3 + d] = spun[d];
  }
  return true;
}

// How the places turn where bodies are touched. A corner turns with its body, and so does the core of a ball or a
// capsule, bodies.rounding, below which these are touched however they turn. A cylinder goes on being touched on the same
// side while it turns about its axis: there, only the turn of the axis counts.

/** Writes how the places where a body is touched have turned since the step began. */
export function turnTouch({ state, touch }: Motion, { round, rounding, frame }: Bodies, row: number): void {
  writeTouch(
    touch,
    TOUCH_SIZE * row,
    rounding[row] > 0 ? ROUND_NOT : round[row],
    frame,
    FRAME_SIZE * row,
    state,
    STATE_SIZE * row + ROTATION,
  );
}

/**
 * Writes to touch[t…] how the places turn where a body is touched that is round as `round` says, was at frame[f…] and has
 * turned by state[r…].
 */
export function writeTouch(
  touch: Float64Array,
  t: number,
  round: number,
  frame: Float64Array,
  f: number,
  state: Float64Array,
  r: number,
): void {
  if (round !== ROUND_AXIS) {
    for (let d = 0; d < 9; d++) touch[t + d] = round === ROUND_ALL ? (d % 4 === 0 ? 1 : 0) : state[r + d];
    return;
  }
  const ax = frame[f + 1];
  const ay = frame[f + 4];
  const az = frame[f + 7];
  const bx = state[r] * ax + state[r + 1] * ay + state[r + 2] * az;
  const by = state[r + 3] * ax + state[r + 4] * ay + state[r + 5] * az;
  const bz = state[r + 6] * ax + state[r + 7] * ay + state[r + 8] * az;
  // The shortest turn from the axis as it was, a, to b as it is: 1 + [v] + [v]² / (1 + a · b), v = a × b.
  const x = ay * bz - az * by;
  const y = az * bx - ax * bz;
  const z = ax * by - ay * bx;
  const c = ax * bx + ay * by + az * bz;
  const s = 1 / Math.max(1e-9, 1 + c);
  touch[t] = 1 - s * (y * y + z * z);
  touch[t + 1] = s * x * y - z;
  touch[t + 2] = s * x * z + y;
  touch[t + 3] = s * x * y + z;
  touch[t + 4] = 1 - s * (x * x + z * z);
  touch[t + 5] = s * y * z - x;
  touch[t + 6] = s * x * z - y;
  touch[t + 7] = s * y * z + x;
  touch[t + 8] = 1 - s * (x * x + y * y);
}
