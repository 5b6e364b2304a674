// The triangle of a tree closest to a point: the sibling of closest.ts for trees that are edited.

import { closestPointTriangleTo } from '../geometry/point-triangle.ts';
import { writeFrame } from '../geometry/triangle.ts';
import type { TreeMesh } from './build.ts';
import { boxGap } from './closest.ts';
import type { TriangleTree } from './tree.ts';

let waiting = new Int32Array(64); // scratch: nodes put off, one a level at most; grown for higher trees
let waitingDistance = new Float64Array(64); // scratch: their squared distances
const frame = new Float64Array(12); // scratch: one triangle
const hit = new Float64Array(4); // scratch: squared distance, u, v, region of one triangle
const gap = new Float64Array(2); // scratch: squared distances to two boxes

/**
 * Finds the triangle closest to the point p[at…] within the distance `limit`; returns it, or −1 where there is none.
 * Writes to `out`: squared distance, closest point xyz, weights u, v, region (point-triangle.ts). Exact up to rounding.
 */
export function closestInTree(
  out: Float64Array,
  tree: TriangleTree,
  mesh: TreeMesh,
  p: Float64Array,
  at: number,
  limit = Infinity,
): number {
  if (tree.root < 0) return -1;
  const { box, child, triangle } = tree;
  const levels = tree.height[tree.root] + 1;
  if (waiting.length < levels) {
    waiting = new Int32Array(2 * levels);
    waitingDistance = new Float64Array(2 * levels);
  }
  const x = p[at];
  const y = p[at + 1];
  const z = p[at + 2];
  let best = limit * limit;
  let found = -1;
  let depth = 0;
  let node = tree.root;
  while (node >= 0) {
    const left = child[2 * node];
    if (left < 0) {
      const t = triangle[node];
      writeFrame(frame, 0, mesh.positions, mesh.indices, t);
      closestPointTriangleTo(hit, frame, 0, p, at);
      if (hit[0] < best || (hit[0] === best && found < 0)) {
        best = hit[0];
        found = t;
        out[0] = best;
        out[1] = frame[0] + hit[1] * frame[3] + hit[2] * frame[6];
        out[2] = frame[1] + hit[1] * frame[4] + hit[2] * frame[7];
        out[3] = frame[2] + hit[1] * frame[5] + hit[2] * frame[8];
        out[4] = hit[1];
        out[5] = hit[2];
        out[6] = hit[3];
      }
      node = -1;
    } else {
      const right = child[2 * node + 1];
      boxGap(gap, 0, box, 6 * left, x, y, z);
      boxGap(gap, 1, box, 6 * right, x, y, z);
      const leftFirst = gap[0] <= gap[1];
      const near = leftFirst ? gap[0] : gap[1];
      const far = leftFirst ? gap[1] : gap[0];
      if (far <= best) {
        waiting[depth] = leftFirst ? right : left;
        waitingDistance[depth++] = far;
      }
      node = near <= best ? (leftFirst ? left : right) : -1;
    }
    while (node < 0 && depth > 0) {
      depth--;
      if (waitingDistance[depth] < best || found < 0) node = waiting[depth];
    }
  }
  return found;
}
