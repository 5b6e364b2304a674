// The first triangle a ray meets, by the Möller–Trumbore test. Both sides count. A ray that runs exactly
// through an edge may slip between two triangles by rounding; callers that need certainty use distances.

import { type Hierarchy, STACK_SIZE } from './hierarchy.ts';

const waiting = new Int32Array(STACK_SIZE); // scratch: nodes put off, one a level at most
const waitingEntry = new Float64Array(STACK_SIZE); // scratch: where the ray enters them
const span = new Float64Array(2); // scratch: entry into two boxes

/**
 * Casts `ray` (origin xyz, direction xyz; any length) and returns the first triangle met at 0 < t ≤ limit,
 * or −1. Writes t (in direction lengths) and the weights u, v to `out`. `skip` is a triangle to pass over, or −1.
 */
export function castRay(
  out: Float64Array,
  hierarchy: Hierarchy,
  ray: Float64Array,
  limit: number,
  skip: number,
): number {
  const { box, second, first, size, triangle, frame } = hierarchy;
  const ox = ray[0];
  const oy = ray[1];
  const oz = ray[2];
  const dx = ray[3];
  const dy = ray[4];
  const dz = ray[5];
  let best = Math.min(limit, Number.MAX_VALUE); // so that Infinity, a box missed, is beyond it
  let bestSlot = -1;
  let bestU = 0;
  let bestV = 0;
  let depth = 0;
  let node = triangle.length > 0 ? 0 : -1;
  while (node >= 0) {
    if (size[node] > 0) {
      const end = first[node] + size[node];
      for (let s = first[node]; s < end; s++) {
        if (triangle[s] === skip) continue;
        const o = 12 * s;
        const hx = dy * frame[o + 8] - dz * frame[o + 7];
        const hy = dz * frame[o + 6] - dx * frame[o + 8];
        const hz = dx * frame[o + 7] - dy * frame[o + 6];
        const det = frame[o + 3] * hx + frame[o + 4] * hy + frame[o + 5] * hz;
        if (det === 0) continue;
        const sx = ox - frame[o];
        const sy = oy - frame[o + 1];
        const sz = oz - frame[o + 2];
        const u = (sx * hx + sy * hy + sz * hz) / det;
        if (!(u >= 0 && u <= 1)) continue;
        const qx = sy * frame[o + 5] - sz * frame[o + 4];
        const qy = sz * frame[o + 3] - sx * frame[o + 5];
        const qz = sx * frame[o + 4] - sy * frame[o + 3];
        const v = (dx * qx + dy * qy + dz * qz) / det;
        if (!(v >= 0 && u + v <= 1)) continue;
        const t = (frame[o + 6] * qx + frame[o + 7] * qy + frame[o + 8] * qz) / det;
        if (t > 0 && (t < best || (t === best && bestSlot < 0))) {
          best = t;
          bestSlot = s;
          bestU = u;
          bestV = v;
        }
      }
      node = -1;
    } else {
      const left = node + 1;
      const right = second[node];
      enterBox(span, 0, box, 6 * left, ray, best);
      enterBox(span, 1, box, 6 * right, ray, best);
      const leftFirst = span[0] <= span[1];
      const near = leftFirst ? span[0] : span[1];
      const far = leftFirst ? span[1] : span[0];
      if (far <= best) {
        waiting[depth] = leftFirst ? right : left;
        waitingEntry[depth++] = far;
      }
      node = near <= best ? (leftFirst ? left : right) : -1;
    }
    while (node < 0 && depth > 0) {
      depth--;
      if (waitingEntry[depth] <= best) node = waiting[depth];
    }
  }
  if (bestSlot < 0) return -1;
  out[0] = best;
  out[1] = bestU;
  out[2] = bestV;
  return triangle[bestSlot];
}

/** Writes where the ray enters a box to out[i], or Infinity when it misses it within `limit`. */
function enterBox(
  out: Float64Array,
  i: number,
  box: Float64Array,
  at: number,
  ray: Float64Array,
  limit: number,
): void {
  let enter = 0;
  let leave = limit;
  for (let d = 0; d < 3; d++) {
    const o = ray[d];
    const step = ray[3 + d];
    if (step === 0) {
      if (o < box[at + d] || o > box[at + 3 + d]) leave = -1;
      continue;
    }
    const t0 = (box[at + d] - o) / step;
    const t1 = (box[at + 3 + d] - o) / step;
    enter = Math.max(enter, Math.min(t0, t1));
    leave = Math.min(leave, Math.max(t0, t1));
  }
  // Widened by rounding, so that a flat box is not missed: (b − o)/d carries a relative error of 3·2⁻⁵³ at most.
  out[i] = enter <= leave * (1 + 1e-15) + 1e-300 ? enter : Infinity;
}
