// Rigid motions as twelve numbers: a rotation by rows, then a translation. Poses of bodies are seven: position, then a
// unit quaternion xyzw. Queries work in frames, because a point is moved by nine products and no square root.

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
  const s = 2 / square;
  out[0] = 1 - s * (y * y + z * z);
  out[1] = s * (x * y - w * z);
  out[2] = s * (x * z + w * y);
  out[3] = s * (x * y + w * z);
  out[4] = 1 - s * (x * x + z * z);
  out[5] = s * (y * z - w * x);
  out[6] = s * (x * z - w * y);
  out[7] = s * (y * z + w * x);
  out[8] = 1 - s * (x * x + y * y);
  out[9] = pose[at];
  out[10] = pose[at + 1];
  out[11] = pose[at + 2];
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
