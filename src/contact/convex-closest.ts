// The direction between the closest points of two boxes or cylinders that do not overlap, by the distance algorithm of
// Gilbert, Johnson and Keerthi: the closest point to the origin of all differences of points of both, by simplices.

import type { Collider } from './collider.ts';
import { CLOSEST_OFF, CLOSEST_ROUNDS, CLOSEST_TOUCH } from './constants.ts';
import { supportGap } from './convex-support.ts';
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
