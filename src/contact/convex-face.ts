// Faces of boxes and cylinders as contact points are sought between them: a middle and two half-axes, so that a place on
// a face is two numbers. A box has rectangles, a cylinder discs and, at its side, the line that faces the other shape.

import { KIND_BOX } from '../field/analytic.ts';
import type { Collider } from './collider.ts';
import { RIM_LEVEL } from './constants.ts';

/** Forms of faces: numbers from −1 to 1 each; a sum of squares up to 1; the first number alone, from −1 to 1. */
const FACE_BOX = 0;
export const FACE_DISC = 1;
export const FACE_LINE = 2;

/** Made by createFace alone. */
export interface Face {
  form: number;
  index: number; // of a box: twice the axis, one more if it looks down it; of a cylinder: top 0, bottom 1, side 2
  readonly local: Float64Array; // middle and both half-axes in the frame of the shape
  readonly flat: Float64Array; // the same as seen along the normal of the contact: across, across, height
  readonly spare: Float64Array; // two numbers: how far beyond a face is still on it, in parts of each half-axis
}

export function createFace(): Face {
  return {
    form: FACE_BOX,
    index: 0,
    local: new Float64Array(9),
    flat: new Float64Array(9),
    spare: new Float64Array(2),
  };
}

/** The face of a shape that looks most along n, which is in its frame. */
export function setFace(face: Face, { kind, size }: Collider, n: Float64Array): void {
  const { local } = face;
  local.fill(0);
  if (kind === KIND_BOX) {
    const x = Math.abs(n[0]);
    const y = Math.abs(n[1]);
    const z = Math.abs(n[2]);
    const k = x > y ? (x > z ? 0 : 2) : y >= z ? 1 : 2;
    face.form = FACE_BOX;
    face.index = 2 * k + (n[k] < 0 ? 1 : 0);
    local[k] = n[k] < 0 ? -size[k] : size[k];
    const i = (k + 1) % 3;
    const j = (k + 2) % 3;
    local[3 + i] = size[i];
    local[6 + j] = size[j];
    return;
  }
  const across = Math.sqrt(n[0] * n[0] + n[2] * n[2]);
  if (Math.abs(n[1]) < across) {
    face.form = FACE_LINE;
    face.index = 2;
    local[0] = (size[1] * n[0]) / across;
    local[2] = (size[1] * n[2]) / across;
    local[4] = size[0];
    return;
  }
  // The first half-axis goes to the place of the rim that is furthest along n.
  const tilted = across > RIM_LEVEL;
  face.form = FACE_DISC;
  face.index = n[1] < 0 ? 1 : 0;
  local[1] = n[1] < 0 ? -size[0] : size[0];
  local[3] = tilted ? (size[1] * n[0]) / across : size[1];
  local[5] = tilted ? (size[1] * n[2]) / across : 0;
  local[6] = -local[5];
  local[8] = local[3];
}

/** How many corners a face has, or places of its rim that stand for them. */
export function cornerCount(face: Face): number {
  return face.form === FACE_LINE ? 2 : 4;
}

/** Writes the two numbers of a corner to out[to], out[to + 1]. */
export function writeCorner(out: Float64Array, to: number, face: Face, corner: number): void {
  const turned = corner & 1;
  const back = corner >> 1;
  if (face.form === FACE_BOX) {
    out[to] = (turned ^ back) === 1 ? 1 : -1;
    out[to + 1] = back === 1 ? 1 : -1;
  } else if (face.form === FACE_DISC) {
    out[to] = turned === 1 ? 0 : 1 - 2 * back;
    out[to + 1] = turned === 1 ? 1 - 2 * back : 0;
  } else {
    out[to] = corner === 0 ? -1 : 1;
    out[to + 1] = 0;
  }
}

/** A number for a corner that no other corner of the shape has. */
export function cornerIndex({ form, index }: Face, corner: number): number {
  if (form === FACE_DISC) return 4 * index + corner;
  if (form === FACE_LINE) return 8 + corner;
  // A bit an axis: 1 where the corner is on its positive side.
  const k = index >> 1;
  const a = ((corner & 1) ^ (corner >> 1)) === 1 ? 1 << ((k + 1) % 3) : 0;
  const b = corner >> 1 === 1 ? 1 << ((k + 2) % 3) : 0;
  return a | b | (index % 2 === 0 ? 1 << k : 0);
}

/** Sees a face along `axes`: two directions across and the normal, nine numbers, in the frame that `frame` leads to. */
export function flattenFace(face: Face, frame: Float64Array, axes: Float64Array, spare: Float64Array): void {
  const { local, flat } = face;
  for (let v = 0; v < 9; v += 3) {
    for (let a = 0; a < 3; a++) {
      let sum = 0;
      for (let d = 0; d < 3; d++) {
        const r = 3 * d;
        let x = frame[r] * local[v] + frame[r + 1] * local[v + 1] + frame[r + 2] * local[v + 2];
        if (v === 0) x += frame[9 + d];
        sum += axes[3 * a + d] * x;
      }
      flat[v + a] = sum;
    }
  }
  for (let k = 0; k < 2; k++) {
    const v = 3 + 3 * k;
    const square = local[v] * local[v] + local[v + 1] * local[v + 1] + local[v + 2] * local[v + 2];
    face.spare[k] = square > 0 ? spare[0] / Math.sqrt(square) : 0;
  }
}

/** Writes the two numbers of the place of a face at (x[at], x[at + 1]) across; of a line, the closest of it. */
export function toFace(out: Float64Array, to: number, face: Face, x: Float64Array, at: number): void {
  const { flat } = face;
  const p = x[at] - flat[0];
  const q = x[at + 1] - flat[1];
  if (face.form === FACE_LINE) {
    out[to] = (p * flat[3] + q * flat[4]) / (flat[3] * flat[3] + flat[4] * flat[4]);
    out[to + 1] = 0;
    return;
  }
  const det = flat[3] * flat[7] - flat[4] * flat[6];
  out[to] = (p * flat[7] - q * flat[6]) / det;
  out[to + 1] = (flat[3] * q - flat[4] * p) / det;
}

/** Writes where across, and how high, the place ab[at], ab[at + 1] of a face is. */
export function fromFace(out: Float64Array, to: number, face: Face, ab: Float64Array, at: number): void {
  const { flat } = face;
  const a = ab[at];
  const b = ab[at + 1];
  for (let d = 0; d < 3; d++) out[to + d] = flat[d] + a * flat[3 + d] + b * flat[6 + d];
}

/** Whether a place, as toFace writes it, is on the face. */
export function isOnFace({ form, spare }: Face, ab: Float64Array, at: number): boolean {
  const a = Math.abs(ab[at]);
  const b = Math.abs(ab[at + 1]);
  if (form === FACE_DISC) return a * a + b * b <= (1 + spare[0]) * (1 + spare[0]);
  return a <= 1 + spare[0] && b <= 1 + spare[1];
}

/**
 * Cuts the stretch from ab[at…] to ab[at + 2…], places of a face's plane, by the outline of a box's face or a disc.
 * Writes the parts of it, from 0 to 1, between which it is inside, and returns whether there is such a part; the sides at
 * which it comes in and goes out go to side[0] and side[1].
 */
export function clipToFace(
  out: Float64Array,
  side: Int32Array,
  { form }: Face,
  ab: Float64Array,
  at: number,
): boolean {
  side[0] = 0;
  side[1] = 1;
  if (form === FACE_DISC) {
    const x = ab[at + 2] - ab[at];
    const y = ab[at + 3] - ab[at + 1];
    const square = x * x + y * y;
    const half = -(ab[at] * x + ab[at + 1] * y);
    const root = half * half - square * (ab[at] * ab[at] + ab[at + 1] * ab[at + 1] - 1);
    if (!(square > 0 && root > 0)) return false;
    out[0] = (half - Math.sqrt(root)) / square;
    out[1] = (half + Math.sqrt(root)) / square;
    return true;
  }
  out[0] = -Infinity;
  out[1] = Infinity;
  for (let k = 0; k < 2; k++) {
    const from = ab[at + k];
    const step = ab[at + 2 + k] - from;
    if (!(Math.abs(step) > 1e-12)) {
      if (Math.abs(from) > 1) return false;
      continue;
    }
    const up = step > 0 ? 1 : -1;
    const enter = (-up - from) / step;
    const leave = (up - from) / step;
    if (enter > out[0]) {
      out[0] = enter;
      side[0] = 2 * k + (up > 0 ? 0 : 1);
    }
    if (leave < out[1]) {
      out[1] = leave;
      side[1] = 2 * k + (up > 0 ? 1 : 0);
    }
  }
  return out[0] < out[1];
}
