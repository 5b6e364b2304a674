// The direction between the closest points of two boxes or cylinders that do not overlap, by the distance algorithm of
// Gilbert, Johnson and Keerthi: the closest point to the origin of all differences of points of both, by simplices.

import { KIND_BOX } from '../field/analytic.ts';
import type { Collider } from './collider.ts';
import { CLOSEST_OFF, CLOSEST_ROUNDS, CLOSEST_TOUCH } from './constants.ts';
import { createSimplex, reduceSimplex } from './simplex.ts';

const simplex = createSimplex(); // scratch: differences of points of A and of B
const added = new Float64Array(3); // scratch: one of them

/**
 * Writes the direction from the closest point of B to that of A, of any length, in the frame of B, to out[0..2], where
 * a direction to begin with is. False, and of no meaning, if they overlap or touch. Deterministic; allocation-free.
 */
export function findClosest(out: Float64Array, A: Collider, B: Collider, frame: Float64Array): boolean {
  const { corner, closest } = simplex;
  simplex.count = 0;
  for (let round = 0; round < CLOSEST_ROUNDS; round++) {
    supportGap(added, A, B, frame, out);
    if (round > 0) {
      const along = out[0] * added[0] + out[1] * added[1] + out[2] * added[2];
      if (along >= (1 - CLOSEST_OFF) * (out[0] * out[0] + out[1] * out[1] + out[2] * out[2])) return true;
    }
    const o = 3 * simplex.count++;
    for (let d = 0; d < 3; d++) corner[o + d] = added[d];
    if (!reduceSimplex(simplex)) return false;
    const square = closest[0] * closest[0] + closest[1] * closest[1] + closest[2] * closest[2];
    const size = added[0] * added[0] + added[1] * added[1] + added[2] * added[2];
    if (square <= CLOSEST_TOUCH * size) return false;
    for (let d = 0; d < 3; d++) out[d] = closest[d];
  }
  return true;
}

// The furthest points of boxes and cylinders along a direction.

const inA = new Float64Array(3); // scratch: a direction along the axes of A
const corner = new Float64Array(3); // scratch: the furthest point of a shape, in its frame

/** Writes from the point of B furthest along n to the point of A furthest against it, in the frame of B. */
export function supportGap(
  out: Float64Array,
  A: Collider,
  B: Collider,
  frame: Float64Array,
  n: Float64Array,
): void {
  for (let k = 0; k < 3; k++) inA[k] = -(frame[k] * n[0] + frame[3 + k] * n[1] + frame[6 + k] * n[2]);
  setSupport(A, inA);
  for (let d = 0; d < 3; d++) {
    const r = 3 * d;
    out[d] = frame[9 + d] + frame[r] * corner[0] + frame[r + 1] * corner[1] + frame[r + 2] * corner[2];
  }
  setSupport(B, n);
  for (let d = 0; d < 3; d++) out[d] -= corner[d];
}

function setSupport({ kind, size }: Collider, n: Float64Array): void {
  if (kind === KIND_BOX) {
    for (let d = 0; d < 3; d++) corner[d] = n[d] < 0 ? -size[d] : size[d];
    return;
  }
  const length = Math.sqrt(n[0] * n[0] + n[2] * n[2]);
  const scale = length > 1e-9 ? size[1] / length : 0;
  corner[0] = scale > 0 ? scale * n[0] : size[1];
  corner[1] = n[1] < 0 ? -size[0] : size[0];
  corner[2] = scale * n[2];
}
