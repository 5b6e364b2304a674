// The equations that hold anchors together, and axes where the kind says so: three for a ball or a drag, five for a hinge,
// six for a fixed joint. Here a joint is solved alone, all its equations at once; joint-tree.ts solves many.

import {
  ARM_A,
  ARM_B,
  AXIS,
  clampVector,
  DRIVE,
  ERROR,
  ease,
  FACTOR,
  HIGH,
  IMPULSE,
  LEFT,
  LOW,
  moving,
  pushPoint,
  pushTurn,
  SIDES,
  TOTAL,
  TWIST,
} from './joint-work.ts';
import { JOINT_DISTANCE, JOINT_HINGE } from './joints.ts';
import { EASE_SIZE } from './motion.ts';

/** Numbers that a matrix takes, whatever its size. */
export const MATRIX_SIZE = 36;
const ROW = 6;

const before = new Float64Array(6); // scratch: the impulse before, then what is added
const wrong = new Float64Array(6); // scratch: velocities that should not be
const other = new Float64Array(6); // scratch: what B adds to them, then the impulses that stop them
const mass = new Float64Array(MATRIX_SIZE); // scratch: velocity per impulse of a body
const half = new Float64Array(MATRIX_SIZE); // scratch: half of a product of matrices
const whole = new Float64Array(MATRIX_SIZE); // scratch: the product

/** Writes to out[0…] how fast the equations of a joint change when one side moves with v[at…], velocity and spin. */
export function applyJoint(
  out: Float64Array,
  work: Float64Array,
  o: number,
  n: number,
  side: number,
  v: Float64Array,
  at: number,
): void {
  applyMany(out, work, o, n, v, at, 1, 6, 1, side);
  if (side === 1) for (let j = 0; j < n; j++) out[j] = -out[j];
}

/** Writes to out[0…5] the impulse and angular impulse that impulses p[at…] of the equations are to one side. */
export function spreadJoint(
  out: Float64Array,
  work: Float64Array,
  o: number,
  n: number,
  side: number,
  p: Float64Array,
  at: number,
): void {
  out.fill(0, 0, 6);
  spreadMany(out, 0, work, o, n, p, at, 1, 6, 1, side);
  if (side === 1) for (let d = 0; d < 6; d++) out[d] = -out[d];
}

/** applyJoint for several vectors, without the sign of B: `next` from number to number, `skip` from vector to vector. */
function applyMany(
  out: Float64Array,
  work: Float64Array,
  o: number,
  n: number,
  v: Float64Array,
  at: number,
  next: number,
  skip: number,
  count: number,
  side: number,
): void {
  const r = o + (side === 0 ? ARM_A : ARM_B);
  const rx = work[r];
  const ry = work[r + 1];
  const rz = work[r + 2];
  const sides = o + SIDES;
  for (let k = 0; k < count; k++) {
    const from = at + skip * k;
    const to = skip * k;
    const x = v[from + 3 * next];
    const y = v[from + 4 * next];
    const z = v[from + 5 * next];
    out[to] = v[from] + y * rz - z * ry;
    out[to + next] = v[from + next] + z * rx - x * rz;
    out[to + 2 * next] = v[from + 2 * next] + x * ry - y * rx;
    for (let j = 3; j < n; j++) {
      const u = sides + 3 * (j - 3);
      out[to + j * next] = x * work[u] + y * work[u + 1] + z * work[u + 2];
    }
  }
}

/** spreadJoint for several vectors, without the sign of B, added to out[into…]. */
function spreadMany(
  out: Float64Array,
  into: number,
  work: Float64Array,
  o: number,
  n: number,
  p: Float64Array,
  at: number,
  next: number,
  skip: number,
  count: number,
  side: number,
): void {
  const r = o + (side === 0 ? ARM_A : ARM_B);
  const rx = work[r];
  const ry = work[r + 1];
  const rz = work[r + 2];
  const sides = o + SIDES;
  for (let k = 0; k < count; k++) {
    const from = at + skip * k;
    const to = into + skip * k;
    const x = p[from];
    const y = p[from + next];
    const z = p[from + 2 * next];
    let tx = ry * z - rz * y;
    let ty = rz * x - rx * z;
    let tz = rx * y - ry * x;
    for (let j = 3; j < n; j++) {
      const u = sides + 3 * (j - 3);
      const s = p[from + j * next];
      tx += s * work[u];
      ty += s * work[u + 1];
      tz += s * work[u + 2];
    }
    out[to] += x;
    out[to + next] += y;
    out[to + 2 * next] += z;
    out[to + 3 * next] += tx;
    out[to + 4 * next] += ty;
    out[to + 5 * next] += tz;
  }
}

/** Adds to the matrix at FACTOR how the equations give way by one side, whose velocity per impulse is the matrix y[at…]. */
export function addGive(
  work: Float64Array,
  o: number,
  n: number,
  side: number,
  y: Float64Array,
  at: number,
): void {
  applyMany(half, work, o, n, y, at, 6, 1, 6, side); // J Y, by columns
  applyMany(whole, work, o, n, half, 0, 1, 6, n, side); // J Y Jᵀ, by rows
  const m = o + FACTOR;
  for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) work[m + 6 * i + j] += whole[6 * i + j];
}

/** Adds to the matrix out[to…] what one side feels when it moves against the matrix at FACTOR: Jᵀ F J. */
export function addHold(
  out: Float64Array,
  to: number,
  work: Float64Array,
  o: number,
  n: number,
  side: number,
): void {
  half.fill(0);
  spreadMany(half, 0, work, o, n, work, o + FACTOR, 1, 6, n, side); // F J, by rows
  spreadMany(out, to, work, o, n, half, 0, 6, 1, 6, side);
}

/** Makes the matrix at FACTOR the inverse of how the equations give way, for solveBlock. Needs loadPair. */
export function factorBlock(work: Float64Array, o: number, n: number): void {
  const m = o + FACTOR;
  work.fill(0, m, m + MATRIX_SIZE);
  for (let side = 0; side < 2; side++) {
    const e = EASE_SIZE * side;
    mass.fill(0);
    for (let d = 0; d < 3; d++) {
      mass[7 * d] = ease[e];
      mass[21 + 7 * d] = ease[e + 1 + d];
    }
    mass[22] = mass[27] = ease[e + 4];
    mass[29] = mass[34] = ease[e + 5];
    mass[23] = mass[33] = ease[e + 6];
    addGive(work, o, n, side, mass, 0);
  }
  invertMatrix(work, m, n);
}

/** Writes what is wrong with the velocities of the bodies, errors of place included at a rate of rate[of]. */
export function measureBlock(
  out: Float64Array,
  work: Float64Array,
  o: number,
  n: number,
  rate: Float64Array,
  of: number,
): void {
  applyJoint(out, work, o, n, 0, moving, 0);
  applyJoint(other, work, o, n, 1, moving, 6);
  for (let d = 0; d < 3; d++) out[d] += other[d] + rate[of] * work[o + ERROR + d];
  const c = o + TWIST;
  for (let j = 3; j < n; j++) {
    const u = o + SIDES + 3 * (j - 3);
    out[j] +=
      other[j] + rate[of] * (work[c] * work[u] + work[c + 1] * work[u + 1] + work[c + 2] * work[u + 2]);
  }
}

/**
 * Brings the anchors, and the axes, to the same velocity, or together, as the softness at soft[at…] says. What is beyond the
 * joint's budget it does a share of, or, if it `slides`, as much as that allows on another way: what pulls on and on.
 */
export function solveBlock(
  work: Float64Array,
  o: number,
  n: number,
  soft: Float64Array,
  at: number,
  slides: boolean,
): void {
  const most = soft[at + 1];
  const release = soft[at + 2];
  measureBlock(wrong, work, o, n, soft, at);
  multiplyMatrix(other, 0, work, o + FACTOR, n, wrong, 0);
  const p = o + IMPULSE;
  for (let d = 0; d < 6; d++) before[d] = work[p + d];
  for (let d = 0; d < 6; d++) work[p + d] -= release * work[p + d];
  for (let j = 0; j < n; j++) other[j] *= -most;
  addBlock(work, o, n, other, 0);
  if (slides) clampVector(work, p, work, o + LEFT);
  else if (!isWithin(work, o)) shortenBlock(work, o);
  finishBlock(work, o, n);
}

/** Applies impulses p[at…] of the equations, within what is left of the joint's budget. */
export function pushBlock(work: Float64Array, o: number, n: number, p: Float64Array, at: number): void {
  for (let d = 0; d < 6; d++) before[d] = work[o + IMPULSE + d];
  addBlock(work, o, n, p, at);
  if (!isWithin(work, o)) shortenBlock(work, o);
  finishBlock(work, o, n);
}

/** Writes to out[0] which share of impulses p[at…] of the equations is within what is left of the joint's budget; 1 for all. */
export function limitBlock(
  out: Float64Array,
  work: Float64Array,
  o: number,
  n: number,
  p: Float64Array,
  at: number,
): void {
  const i = o + IMPULSE;
  for (let d = 0; d < 6; d++) before[d] = work[i + d];
  addBlock(work, o, n, p, at);
  setShare(work, o);
  for (let d = 0; d < 6; d++) work[i + d] = before[d];
  out[0] = share[0];
}

function addBlock(work: Float64Array, o: number, n: number, p: Float64Array, at: number): void {
  const i = o + IMPULSE;
  for (let d = 0; d < 3; d++) work[i + d] += p[at + d];
  for (let j = 3; j < n; j++) {
    const u = o + SIDES + 3 * (j - 3);
    for (let d = 0; d < 3; d++) work[i + 3 + d] += p[at + j] * work[u + d];
  }
}

/** Whether a joint's impulses, of place and of turn, are within what is left. */
export function isWithin(work: Float64Array, o: number): boolean {
  for (let part = 0; part < 2; part++) {
    const p = o + IMPULSE + 3 * part;
    const most = work[o + LEFT + part];
    if (work[p] * work[p] + work[p + 1] * work[p + 1] + work[p + 2] * work[p + 2] > most * most) return false;
  }
  return true;
}

/** Makes a joint's impulses as large as what is left allows, force and torque alike. */
export function shrinkImpulse(work: Float64Array, o: number): void {
  before.fill(0);
  shortenBlock(work, o);
}

const share = new Float64Array(1); // scratch: how much of what is added to `before` is within what is left

/**
 * Sets `share`. Force and torque belong together: the whole of them takes energy from the bodies, and so does any share; one
 * without the other would turn a body that it was to hold.
 */
function setShare(work: Float64Array, o: number): void {
  share[0] = 1;
  for (let part = 0; part < 2; part++) {
    const most = work[o + LEFT + part];
    let a = 0;
    let b = 0;
    let c = -most * most;
    for (let d = 3 * part; d < 3 * part + 3; d++) {
      const more = work[o + IMPULSE + d] - before[d];
      a += more * more;
      b += more * before[d];
      c += before[d] * before[d];
    }
    if (!(a + 2 * b + c > 0)) continue;
    const root = Math.sqrt(Math.max(0, b * b - a * c));
    share[0] = Math.min(share[0], Math.max(0, (root - b) / a));
  }
}

/** Takes of what was added to `before` the share that is within what is left. */
function shortenBlock(work: Float64Array, o: number): void {
  setShare(work, o);
  const p = o + IMPULSE;
  for (let d = 0; d < 6; d++) work[p + d] = before[d] + share[0] * (work[p + d] - before[d]);
}

/** Applies what the impulse has more than `before`. */
function finishBlock(work: Float64Array, o: number, n: number): void {
  const p = o + IMPULSE;
  for (let d = 0; d < 6; d++) before[d] = work[p + d] - before[d];
  pushPoint(work, o, before, 0);
  if (n > 3) pushTurn(before, 3);
}

/** Writes to out[0…5] what a joint does to A in this substep, linear and angular. */
export function sumImpulses(out: Float64Array, work: Float64Array, o: number, kind: number): void {
  const along = work[o + DRIVE] + work[o + LOW] - work[o + HIGH];
  const line = kind === JOINT_DISTANCE ? along : 0;
  const axis = kind === JOINT_HINGE ? along : 0;
  for (let d = 0; d < 3; d++) {
    out[d] = work[o + IMPULSE + d] + line * work[o + AXIS + d];
    out[3 + d] = work[o + IMPULSE + 3 + d] + axis * work[o + AXIS + d];
  }
}

const done = new Float64Array(6); // scratch: what a joint does in a substep

/** Adds what a joint does in this substep to what it has done in the step. */
export function bookImpulse(work: Float64Array, o: number, kind: number): void {
  sumImpulses(done, work, o, kind);
  for (let d = 0; d < 6; d++) work[o + TOTAL + d] += done[d];
}

// Small symmetric positive matrices, of up to 6 × 6, by rows of six.

/** Inverts the n × n matrix at m[at…] in place, by sweeps; it needs no pivoting, being positive. */
export function invertMatrix(m: Float64Array, at: number, n: number): void {
  for (let k = 0; k < n; k++) {
    const row = at + ROW * k;
    const pivot = 1 / m[row + k];
    for (let i = 0; i < n; i++) {
      if (i === k) continue;
      const scale = m[at + ROW * i + k] * pivot;
      for (let j = 0; j < n; j++) if (j !== k) m[at + ROW * i + j] -= scale * m[row + j];
    }
    for (let i = 0; i < n; i++) {
      m[row + i] *= pivot;
      m[at + ROW * i + k] = m[row + i];
    }
    m[row + k] = -pivot;
  }
  for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) m[at + ROW * i + j] = -m[at + ROW * i + j];
}

/** Writes the n × n matrix at m[at…] times x[from…] to out[to…]; they must not be the same place. */
export function multiplyMatrix(
  out: Float64Array,
  to: number,
  m: Float64Array,
  at: number,
  n: number,
  x: Float64Array,
  from: number,
): void {
  for (let i = 0; i < n; i++) {
    const row = at + ROW * i;
    let sum = 0;
    for (let j = 0; j < n; j++) sum += m[row + j] * x[from + j];
    out[to + i] = sum;
  }
}
