// How far a fragment reaches along a direction, exactly: its outermost point. The points of its surface are packed in the
// order of its tree, so that neighbours stand together, in blocks with a box each, and these in rows with a box each; most
// are passed over. Packed when first asked for after the fragment was cut.

import { boundPoints } from '../geometry/box.ts';
import { growColumn } from '../math/columns.ts';
import type { SphereForest } from '../tree/forest.ts';

const BLOCK = 16; // points (measured: bench update; trees of spheres about points look at ten times as many)
const ROW = 16; // blocks

/** The packed points of a fragment. Made by createHull alone. */
export interface Hull {
  changed: number; // the event that cut the fragment last when it was packed; −2 if it never was
  count: number;
  xyz: Float64Array;
  block: Float64Array; // middle and half-lengths of the box of each block
  row: Float64Array; // and of each row
}

export function createHull(): Hull {
  return {
    changed: -2,
    count: 0,
    xyz: new Float64Array(0),
    block: new Float64Array(0),
    row: new Float64Array(0),
  };
}

const box = new Float64Array(6); // scratch: the box of some points
let outer = new Int32Array(256); // scratch: points on the surface
let stack = new Int32Array(256); // scratch: runs of nodes to look at; grows to the largest forest

/** Packs the points of a fragment anew. Allocates only to grow. */
export function packHull(hull: Hull, forest: SphereForest, position: Float64Array, label: number): void {
  const { point, firstChild, childCount, exposed, surfaceCount, baseCount } = forest;
  if (stack.length < forest.nodeCount) {
    stack = growColumn(stack, forest.nodeCount);
    outer = new Int32Array(stack.length);
  }
  let count = 0;
  let depth = 0;
  let first = forest.root[label]; // children [first, next] of the node at hand are left, the last is next
  let next = first;
  for (;;) {
    if (next < first) {
      if (depth === 0) break;
      next = stack[--depth];
      first = stack[--depth];
      continue;
    }
    const node = next--;
    if (exposed[node] === 0) continue; // nothing of the surface is below
    if (childCount[node] === 0) {
      const p = point[node];
      if (p < surfaceCount || p >= baseCount) outer[count++] = p; // not inside: see onSurface
      continue;
    }
    if (next >= first) {
      // A waiting run has a node beside the one that is looked into, so there is room for two numbers of it.
      stack[depth++] = first;
      stack[depth++] = next;
    }
    first = firstChild[node];
    next = first + childCount[node] - 1;
  }
  hull.count = count;
  if (hull.xyz.length < 3 * count) hull.xyz = new Float64Array(3 * count);
  const { xyz } = hull;
  for (let k = 0, o = 0; k < count; k++, o += 3) {
    const at = 3 * outer[k];
    xyz[o] = position[at];
    xyz[o + 1] = position[at + 1];
    xyz[o + 2] = position[at + 2];
  }
  const blocks = Math.ceil(count / BLOCK);
  if (hull.block.length < 6 * blocks) hull.block = growColumn(hull.block, 6 * blocks);
  for (let b = 0; b < blocks; b++) boxPoints(hull.block, b, hull, BLOCK);
  const rows = Math.ceil(blocks / ROW);
  if (hull.row.length < 6 * rows) hull.row = growColumn(hull.row, 6 * rows);
  for (let r = 0; r < rows; r++) boxPoints(hull.row, r, hull, BLOCK * ROW);
}

/** Writes the box of the k-th so many points of a hull. */
function boxPoints(out: Float64Array, k: number, { xyz, count }: Hull, points: number): void {
  boundPoints(box, 0, xyz, null, points * k, Math.min(count, points * (k + 1)));
  for (let d = 0; d < 3; d++) {
    const middle = 0.5 * (box[d] + box[3 + d]);
    out[6 * k + d] = middle;
    out[6 * k + 3 + d] = Math.max(box[3 + d] - middle, middle - box[d]);
  }
}

/**
 * Writes to out[to] the most that n·x is for a point x of a hull, and returns the place of that point; the fragment lies
 * below, up to rounding. `hint` is a place that may be near it, or −1: that is quicker. Deterministic; allocation-free.
 */
export function findSupport(
  out: Float64Array,
  to: number,
  hull: Hull,
  n: Float64Array,
  hint: number,
): number {
  const { xyz, block, row, count } = hull;
  const x = n[0];
  const y = n[1];
  const z = n[2];
  const ax = Math.abs(x);
  const ay = Math.abs(y);
  const az = Math.abs(z);
  const start = hint >= 0 && hint < count ? hint : 0;
  let furthest = start;
  let best = x * xyz[3 * start] + y * xyz[3 * start + 1] + z * xyz[3 * start + 2];
  for (let r = 0, begin = 0; begin < count; r += 6, begin += BLOCK * ROW) {
    const most =
      x * row[r] + y * row[r + 1] + z * row[r + 2] + ax * row[r + 3] + ay * row[r + 4] + az * row[r + 5];
    if (most <= best) continue;
    const last = Math.min(count, begin + BLOCK * ROW);
    for (let from = begin, b = (6 * begin) / BLOCK; from < last; b += 6, from += BLOCK) {
      const high =
        x * block[b] +
        y * block[b + 1] +
        z * block[b + 2] +
        ax * block[b + 3] +
        ay * block[b + 4] +
        az * block[b + 5];
      if (high <= best) continue;
      const end = Math.min(count, from + BLOCK);
      for (let k = from; k < end; k++) {
        const height = x * xyz[3 * k] + y * xyz[3 * k + 1] + z * xyz[3 * k + 2];
        if (!(height > best)) continue;
        best = height;
        furthest = k;
      }
    }
  }
  out[to] = best;
  return furthest;
}
