// Rigid motions as twelve numbers: a rotation by rows, then a translation. Poses of bodies are seven: position, then a
// unit quaternion xyzw. Queries work in frames, because a point is moved by nine products and no square root. Symmetric
// 3×3 matrices, inertia and its kin, are six numbers: xx yy zz xy yz zx.

import { InputError } from '../job/error.ts';

/** How many numbers a frame has. */
export const FRAME_SIZE = 12;
/** How many numbers a pose has: x y z, then the quaternion x y z w. */
export const POSE_SIZE = 7;

/** The frame that moves nothing. */
export function createFrame(): Float64Array {
  return Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0);
}

/** Writes the frame of the pose at pose[at…]; a quaternion that is not quite of unit length is as good as one. */
export function setFrame(out: Float64Array, pose: Float64Array, at: number): void {
  const x = pose[at + 3];
  const y = pose[at + 4];
  const z = pose[at + 5];
  const w = pose[at + 6];
  const square = x * x + y * y + z * z + w * w;
  if (!(square > 0 && square < Infinity)) {
    throw new InputError(
      'bad-argument',
      `the quaternion of the pose is ${x}, ${y}, ${z}, ${w}: give one of length 1`,
    );
  }
  writeRotation(out, 0, pose, at + 3);
  out[9] = pose[at];
  out[10] = pose[at + 1];
  out[11] = pose[at + 2];
}

/** Writes the rotation of the quaternion q[at…], by rows, to out[to…]; its length need not be quite 1. */
export function writeRotation(out: Float64Array, to: number, q: Float64Array, at: number): void {
  const x = q[at];
  const y = q[at + 1];
  const z = q[at + 2];
  const w = q[at + 3];
  const s = 2 / (x * x + y * y + z * z + w * w);
  out[to] = 1 - s * (y * y + z * z);
  out[to + 1] = s * (x * y - w * z);
  out[to + 2] = s * (x * z + w * y);
  out[to + 3] = s * (x * y + w * z);
  out[to + 4] = 1 - s * (x * x + z * z);
  out[to + 5] = s * (y * z - w * x);
  out[to + 6] = s * (x * z - w * y);
  out[to + 7] = s * (y * z + w * x);
  out[to + 8] = 1 - s * (x * x + y * y);
}

/** Writes the quaternion p[at…] · q[from…] to out[to…]: first the turn q, then p. They may be the same place. */
export function multiplyQuaternions(
  out: Float64Array,
  to: number,
  p: Float64Array,
  at: number,
  q: Float64Array,
  from: number,
): void {
  const a = p[at];
  const b = p[at + 1];
  const c = p[at + 2];
  const d = p[at + 3];
  const x = q[from];
  const y = q[from + 1];
  const z = q[from + 2];
  const w = q[from + 3];
  out[to] = d * x + a * w + b * z - c * y;
  out[to + 1] = d * y + b * w + c * x - a * z;
  out[to + 2] = d * z + c * w + a * y - b * x;
  out[to + 3] = d * w - a * x - b * y - c * z;
}

/** Writes the frame of A as seen from B: B⁻¹A. `out` may not be one of them. */
export function relateFrames(out: Float64Array, a: Float64Array, b: Float64Array): void {
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 3; j++) out[3 * i + j] = b[i] * a[j] + b[3 + i] * a[3 + j] + b[6 + i] * a[6 + j];
    out[9 + i] = b[i] * (a[9] - b[9]) + b[3 + i] * (a[10] - b[10]) + b[6 + i] * (a[11] - b[11]);
  }
}

/** Writes the inverse of a frame. `out` may not be the frame itself. */
export function invertFrame(out: Float64Array, frame: Float64Array): void {
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 3; j++) out[3 * i + j] = frame[3 * j + i];
    out[9 + i] = -(frame[i] * frame[9] + frame[3 + i] * frame[10] + frame[6 + i] * frame[11]);
  }
}

/** Writes the point p[at…], moved by the frame, to out[to…]. They may be the same place. */
export function movePoint(
  out: Float64Array,
  to: number,
  frame: Float64Array,
  p: Float64Array,
  at: number,
): void {
  const x = p[at];
  const y = p[at + 1];
  const z = p[at + 2];
  out[to] = frame[0] * x + frame[1] * y + frame[2] * z + frame[9];
  out[to + 1] = frame[3] * x + frame[4] * y + frame[5] * z + frame[10];
  out[to + 2] = frame[6] * x + frame[7] * y + frame[8] * z + frame[11];
}

/** Writes the direction n[at…], turned by the frame, to out[to…]. They may be the same place. */
export function turnVector(
  out: Float64Array,
  to: number,
  frame: Float64Array,
  n: Float64Array,
  at: number,
): void {
  const x = n[at];
  const y = n[at + 1];
  const z = n[at + 2];
  out[to] = frame[0] * x + frame[1] * y + frame[2] * z;
  out[to + 1] = frame[3] * x + frame[4] * y + frame[5] * z;
  out[to + 2] = frame[6] * x + frame[7] * y + frame[8] * z;
}

/** Writes the inverse of the tensor t[from…] to out[to…]; they may be the same place. It must not be singular. */
export function invertTensor(out: Float64Array, to: number, t: Float64Array, from: number): void {
  const xx = t[from];
  const yy = t[from + 1];
  const zz = t[from + 2];
  const xy = t[from + 3];
  const yz = t[from + 4];
  const zx = t[from + 5];
  const a = yy * zz - yz * yz;
  const b = yz * zx - xy * zz;
  const c = xy * yz - yy * zx;
  const s = 1 / (xx * a + xy * b + zx * c);
  out[to] = a * s;
  out[to + 1] = (xx * zz - zx * zx) * s;
  out[to + 2] = (xx * yy - xy * xy) * s;
  out[to + 3] = b * s;
  out[to + 4] = (xy * zx - xx * yz) * s;
  out[to + 5] = c * s;
}
