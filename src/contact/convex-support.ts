// The furthest points of boxes and cylinders along a direction.

import { KIND_BOX } from '../field/analytic.ts';
import type { Collider } from './collider.ts';

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
