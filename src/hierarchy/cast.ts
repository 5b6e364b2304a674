// The first triangle a ray meets. Both sides count. A ray that runs exactly through an edge may slip between two
// triangles by rounding; callers that need certainty use distances.

import { meetTriangle, writeFrame } from '../geometry/triangle.ts';
import { growColumn } from '../math/columns.ts';
import type { TreeMesh } from './build.ts';
import { type Hierarchy, STACK_SIZE } from './hierarchy.ts';
import type { TriangleTree } from './tree.ts';

let waiting = new Int32Array(STACK_SIZE); // scratch: nodes put off, one a level at most; grown for higher trees
let waitingEntry = new Float64Array(STACK_SIZE); // scratch: where the ray enters them
const span = new Float64Array(2); // scratch: entry into two boxes
const slope = new Float64Array(6); // scratch: origin, one over the direction
const side = new Int32Array(3); // scratch: where the plane that the ray enters a box by stands in it, a direction
const meet = new Float64Array(3); // scratch: t, u, v of one triangle

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
  prepareRay(ray);
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
        if (!meetTriangle(meet, frame, 12 * s, ray)) continue;
        const t = meet[0];
        if (t > 0 && (t < best || (t === best && bestSlot < 0))) {
          best = t;
          bestSlot = s;
          bestU = meet[1];
          bestV = meet[2];
        }
      }
      node = -1;
    } else {
      const left = node + 1;
      const right = second[node];
      enterBox(0, box, 6 * left, best);
      enterBox(1, box, 6 * right, best);
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

// The same for trees that are edited.

const frame = new Float64Array(12); // scratch: one triangle

/**
 * Casts `ray` (origin xyz, direction xyz of any length) and returns the first triangle met at 0 < t ≤ limit, or −1.
 * Writes t (in lengths of the direction) and the weights u, v to `out`. Allocation-free.
 */
export function castTree(
  out: Float64Array,
  tree: TriangleTree,
  mesh: TreeMesh,
  ray: Float64Array,
  limit = Infinity,
): number {
  if (tree.root < 0) return -1;
  const { box, child, triangle } = tree;
  const levels = tree.height[tree.root] + 1;
  waiting = growColumn(waiting, levels);
  waitingEntry = growColumn(waitingEntry, levels);
  prepareRay(ray);
  let best = Math.min(limit, Number.MAX_VALUE); // so that Infinity, a box missed, is beyond it
  let found = -1;
  let depth = 0;
  let node = tree.root;
  while (node >= 0) {
    const left = child[2 * node];
    if (left < 0) {
      writeFrame(frame, 0, mesh.positions, mesh.indices, triangle[node]);
      if (meetTriangle(meet, frame, 0, ray)) {
        const t = meet[0];
        if (t > 0 && (t < best || (t === best && found < 0))) {
          best = t;
          found = triangle[node];
          out[0] = t;
          out[1] = meet[1];
          out[2] = meet[2];
        }
      }
      node = -1;
    } else {
      const right = child[2 * node + 1];
      enterBox(0, box, 6 * left, best);
      enterBox(1, box, 6 * right, best);
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
  return found;
}

/** Sets `slope` and `side` for a ray. */
function prepareRay(ray: Float64Array): void {
  for (let d = 0; d < 3; d++) {
    slope[d] = ray[d];
    slope[3 + d] = 1 / ray[3 + d];
    side[d] = slope[3 + d] < 0 ? 3 + d : d;
  }
}

/**
 * Writes where the ray enters a box to span[i], or Infinity when it misses it within `limit`. Along a direction that is
 * zero, a box beside the ray is entered at infinity; one that just touches it gives NaN, which no comparison heeds.
 */
function enterBox(i: number, box: Float64Array, at: number, limit: number): void {
  let enter = 0;
  let leave = limit;
  const x0 = (box[at + side[0]] - slope[0]) * slope[3];
  const x1 = (box[at + 3 - side[0]] - slope[0]) * slope[3];
  const y0 = (box[at + side[1]] - slope[1]) * slope[4];
  const y1 = (box[at + 5 - side[1]] - slope[1]) * slope[4];
  const z0 = (box[at + side[2]] - slope[2]) * slope[5];
  const z1 = (box[at + 7 - side[2]] - slope[2]) * slope[5];
  if (x0 > enter) enter = x0;
  if (y0 > enter) enter = y0;
  if (z0 > enter) enter = z0;
  if (x1 < leave) leave = x1;
  if (y1 < leave) leave = y1;
  if (z1 < leave) leave = z1;
  // Widened by rounding, so that a flat box is not missed: the products carry a relative error of 4·2⁻⁵³ at most.
  span[i] = enter <= leave * (1 + 2e-15) + 1e-300 ? enter : Infinity;
}
