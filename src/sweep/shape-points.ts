// The points that shapes bring to sweeps: centres of balls, along a capsule as many as it takes, corners of a box, places
// on the rims of a cylinder.

import type { Collider } from '../contact/collider.ts';
import { roundSize } from '../contact/shape-features.ts';
import { KIND_BOX, KIND_CAPSULE, KIND_CYLINDER, KIND_SPHERE } from '../field/analytic.ts';

const MOST = 16; // balls of a capsule

/** How many points a shape has. */
export function shapePointCount({ kind, size }: Collider): number {
  if (kind === KIND_CAPSULE) return Math.min(MOST, 1 + Math.ceil((2 * size[0]) / size[1]));
  if (kind === KIND_BOX || kind === KIND_CYLINDER) return 8;
  return kind === KIND_SPHERE ? 1 : 0;
}

/** Writes point i of a shape to out[0..2], and the radius of the ball about it to out[3]. */
export function placeShapePoint(out: Float64Array, shape: Collider, i: number): void {
  const { kind, size } = shape;
  out.fill(0);
  const round = roundSize(kind);
  if (round >= 0) out[3] = size[round];
  if (kind === KIND_CAPSULE) {
    const last = shapePointCount(shape) - 1;
    if (last > 0) out[1] = size[0] * ((2 * i) / last - 1);
  } else if (kind === KIND_BOX) {
    for (let d = 0; d < 3; d++) out[d] = (i >> d) & 1 ? size[d] : -size[d];
  } else if (kind === KIND_CYLINDER) {
    out[0] = i & 1 ? 0 : i & 2 ? -size[1] : size[1];
    out[1] = i & 4 ? size[0] : -size[0];
    out[2] = i & 1 ? (i & 2 ? -size[1] : size[1]) : 0;
  }
}
