// The direction along which two convex shapes with flat faces, boxes and cylinders, are furthest apart or overlap least.
// How far they are apart along any direction is exact, so each direction tried is a valid one to push along. Boxes: the
// fifteen directions that can be the best. Cylinders: their few, and those between closest points.

import { KIND_BOX } from '../field/analytic.ts';
import type { Collider } from './collider.ts';
import { CONVEX_CLEARANCE, CONVEX_ROUNDS, CONVEX_SAME } from './constants.ts';
import { findClosest } from './convex-closest.ts';

/** Places in the result of findConvexAxis: direction from B to A in the frame of B, and the gap along it. */
export const AXIS_GAP = 3;
/** Numbers of a result. */
export const AXIS_SIZE = 4;

const trial = new Float64Array(3); // scratch: a direction, from B to A
const inA = new Float64Array(3); // scratch: the same along the axes of A
const gap = new Float64Array(1); // scratch: how far they are apart along it
const score = new Float64Array(1); // scratch: that of the best direction: its gap, and more if it is preferred
const shifted = new Float64Array(12); // scratch: A as seen from B, moved away
const spare = new Float64Array(1); // scratch: ε
const last = new Float64Array(3); // scratch: the direction of the last query
const prefer = new Float64Array(2); // scratch: what faces, and the last direction, are given

/**
 * Writes to `out` the unit direction from B to A, in the frame of B, along which A, seen from B through `frame`, is
 * furthest above B, and by how much: less than 0 where they overlap. Directions of faces, and that of the last query in
 * out[0..2] if `known`, are taken if another is better by less than epsilon[0], or half of it. Stops at a direction along
 * which they are apart by more than enough[0]: false then. Both must be boxes or cylinders. Allocation-free.
 */
export function findConvexAxis(
  out: Float64Array,
  A: Collider,
  B: Collider,
  frame: Float64Array,
  known: boolean,
  epsilon: Float64Array,
  enough: Float64Array,
): boolean {
  score[0] = -Infinity;
  prefer[0] = 0;
  prefer[1] = 0;
  last.fill(0);
  if (known) {
    for (let d = 0; d < 3; d++) last[d] = trial[d] = out[d];
    tryTrial(out, A, B, frame);
    if (gap[0] > enough[0]) return false;
  }
  spare[0] = epsilon[0];
  prefer[0] = epsilon[0];
  prefer[1] = 0.5 * epsilon[0];
  for (let whose = 0; whose < 2; whose++) {
    const shape = whose === 0 ? A : B;
    for (let k = 0; k < 3; k++) {
      if (!hasAxis(shape, k)) continue;
      for (let d = 0; d < 3; d++) trial[d] = whose === 0 ? frame[3 * d + k] : d === k ? 1 : 0;
      tryTrial(out, A, B, frame);
      if (gap[0] > enough[0]) return false;
    }
  }
  prefer[0] = 0;
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 3; j++) {
      if (!hasAxis(A, i) || !hasAxis(B, j)) continue;
      // Across column i of the frame and axis j.
      const e = (j + 1) % 3;
      const f = (j + 2) % 3;
      trial[j] = 0;
      trial[e] = frame[3 * f + i];
      trial[f] = -frame[3 * e + i];
      tryTrial(out, A, B, frame);
      if (gap[0] > enough[0]) return false;
    }
  }
  if (A.kind === KIND_BOX && B.kind === KIND_BOX) return true;
  return refine(out, A, B, frame, enough);
}

/** Turns a direction, with its gap, to that between the closest points of shapes that do not overlap. */
export function aimClosest(out: Float64Array, A: Collider, B: Collider, frame: Float64Array): void {
  for (let d = 0; d < 3; d++) trial[d] = out[d];
  if (!findClosest(trial, A, B, frame)) return;
  score[0] = -Infinity;
  tryTrial(out, A, B, frame);
}

/** Whether a shape has a face, and edges or lines, along axis k of its frame. */
function hasAxis(shape: Collider, k: number): boolean {
  return shape.kind === KIND_BOX || k === 1;
}

/** Takes `trial`, of any length and sign, if it is better than what is in `out`; its gap is in `gap`. */
function tryTrial(out: Float64Array, A: Collider, B: Collider, frame: Float64Array): void {
  gap[0] = -Infinity;
  const length = Math.sqrt(trial[0] * trial[0] + trial[1] * trial[1] + trial[2] * trial[2]);
  if (!(length > 1e-6)) return;
  const along = trial[0] * frame[9] + trial[1] * frame[10] + trial[2] * frame[11];
  const scale = along < 0 ? -1 / length : 1 / length; // shapes are alike on both sides of their centres
  for (let d = 0; d < 3; d++) trial[d] *= scale;
  measureGap(A, B, frame);
  const close = trial[0] * last[0] + trial[1] * last[1] + trial[2] * last[2] > CONVEX_SAME;
  const total = gap[0] + prefer[0] + (close ? prefer[1] : 0);
  if (!(total > score[0])) return;
  score[0] = total;
  for (let d = 0; d < 3; d++) out[d] = trial[d];
  out[AXIS_GAP] = gap[0];
}

/** Sets `gap` to how far A is above B along `trial`, which is of unit length. */
function measureGap(A: Collider, B: Collider, frame: Float64Array): void {
  for (let k = 0; k < 3; k++) {
    inA[k] = frame[k] * trial[0] + frame[3 + k] * trial[1] + frame[6 + k] * trial[2];
  }
  gap[0] = trial[0] * frame[9] + trial[1] * frame[10] + trial[2] * frame[11];
  takeReach(A, inA);
  takeReach(B, trial);
}

/** Takes off `gap` how far a shape reaches from its centre along n, in its frame. */
function takeReach({ kind, size }: Collider, n: Float64Array): void {
  if (kind === KIND_BOX) {
    gap[0] -= size[0] * Math.abs(n[0]) + size[1] * Math.abs(n[1]) + size[2] * Math.abs(n[2]);
  } else gap[0] -= size[0] * Math.abs(n[1]) + size[1] * Math.sqrt(n[0] * n[0] + n[2] * n[2]);
}

/** Looks for better directions than those of faces and lines: rims have as many as there are. */
function refine(
  out: Float64Array,
  A: Collider,
  B: Collider,
  frame: Float64Array,
  enough: Float64Array,
): boolean {
  for (let d = 0; d < 3; d++) trial[d] = out[d];
  if (findClosest(trial, A, B, frame)) {
    tryTrial(out, A, B, frame);
    return !(gap[0] > enough[0]);
  }
  // They overlap. Moved apart along the best direction so far, their closest points tell a better one.
  prefer[1] = 0;
  shifted.set(frame);
  for (let round = 0; round < CONVEX_ROUNDS; round++) {
    const shift = -(1 + CONVEX_CLEARANCE) * out[AXIS_GAP] + spare[0];
    for (let d = 0; d < 3; d++) {
      shifted[9 + d] = frame[9 + d] + shift * out[d];
      trial[d] = out[d];
    }
    const before = score[0];
    if (!findClosest(trial, A, B, shifted)) return true;
    tryTrial(out, A, B, frame);
    if (!(score[0] > before)) return true;
  }
  return true;
}
