// The triangle closest to a point.

import { closestPointTriangleTo } from '../geometry/point-triangle.ts';
import { writeFrame } from '../geometry/triangle.ts';
import { growColumn } from '../math/columns.ts';
import type { TreeMesh } from './build.ts';
import { type Hierarchy, STACK_SIZE } from './hierarchy.ts';
import type { TriangleTree } from './tree.ts';

let waiting = new Int32Array(STACK_SIZE); // scratch: nodes put off, one a level at most; grown for higher trees
let waitingDistance = new Float64Array(STACK_SIZE); // scratch: their squared distances
const hit = new Float64Array(4); // scratch: squared distance, u, v, region of one triangle
const gap = new Float64Array(2); // scratch: squared distances to two boxes

/**
 * Finds the triangle closest to the point p[at…]; returns its index, or −1 in an empty hierarchy. `seed` is a
 * triangle to start from, or −1: a good guess (the answer for a point nearby) makes the search short and never
 * changes the distance. Writes to `out`: squared distance, closest point xyz, weights u, v, region (point-triangle.ts).
 */
export function closestTriangle(
  out: Float64Array,
  hierarchy: Hierarchy,
  p: Float64Array,
  at: number,
  seed: number,
): number {
  const { box, second, first, size, triangle, frame, slot } = hierarchy;
  const x = p[at];
  const y = p[at + 1];
  const z = p[at + 2];
  let best = Infinity;
  let bestSlot = -1;
  let u = 0;
  let v = 0;
  let region = 0;
  if (seed >= 0) {
    bestSlot = slot[seed];
    closestPointTriangleTo(hit, frame, 12 * bestSlot, p, at);
    best = hit[0];
    u = hit[1];
    v = hit[2];
    region = hit[3];
  }
  let depth = 0;
  let node = triangle.length > 0 ? 0 : -1;
  while (node >= 0) {
    if (size[node] > 0) {
      const end = first[node] + size[node];
      for (let s = first[node]; s < end; s++) {
        closestPointTriangleTo(hit, frame, 12 * s, p, at);
        if (hit[0] < best) {
          best = hit[0];
          bestSlot = s;
          u = hit[1];
          v = hit[2];
          region = hit[3];
        }
      }
      node = -1;
    } else {
      const left = node + 1;
      const right = second[node];
      boxGap(gap, 0, box, 6 * left, x, y, z);
      boxGap(gap, 1, box, 6 * right, x, y, z);
      const leftFirst = gap[0] <= gap[1];
      const near = leftFirst ? gap[0] : gap[1];
      const far = leftFirst ? gap[1] : gap[0];
      if (far < best) {
        waiting[depth] = leftFirst ? right : left;
        waitingDistance[depth++] = far;
      }
      node = near < best ? (leftFirst ? left : right) : -1;
    }
    while (node < 0 && depth > 0) {
      depth--;
      if (waitingDistance[depth] < best) node = waiting[depth];
    }
  }
  if (bestSlot < 0) return -1;
  const o = 12 * bestSlot;
  out[0] = best;
  out[1] = frame[o] + u * frame[o + 3] + v * frame[o + 6];
  out[2] = frame[o + 1] + u * frame[o + 4] + v * frame[o + 7];
  out[3] = frame[o + 2] + u * frame[o + 5] + v * frame[o + 8];
  out[4] = u;
  out[5] = v;
  out[6] = region;
  return triangle[bestSlot];
}

/** Writes the squared distance from a point to the box at `at` to out[i]. */
function boxGap(
  out: Float64Array,
  i: number,
  box: Float64Array,
  at: number,
  x: number,
  y: number,
  z: number,
): void {
  const dx = Math.max(box[at] - x, 0, x - box[at + 3]);
  const dy = Math.max(box[at + 1] - y, 0, y - box[at + 4]);
  const dz = Math.max(box[at + 2] - z, 0, z - box[at + 5]);
  out[i] = dx * dx + dy * dy + dz * dz;
}

// The same for trees that are edited.

const frame = new Float64Array(12); // scratch: one triangle

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
  waiting = growColumn(waiting, levels);
  waitingDistance = growColumn(waitingDistance, levels);
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
