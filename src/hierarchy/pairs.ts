// Pairs of triangles whose boxes overlap, within one hierarchy or between two in the same frame. The search is a
// record that can be continued, so that callers test pairs batch by batch in a buffer of fixed size.

import { overlapBoxes } from '../geometry/box.ts';
import { InputError } from '../job/error.ts';
import { type Hierarchy, STACK_SIZE } from './hierarchy.ts';

interface Triangles {
  readonly positions: Float64Array;
  readonly indices: Uint32Array;
}

/** A search under way. Made by createSelfPairs and createPairs, continued by nextPairs. */
export interface PairSearch {
  readonly a: Hierarchy;
  readonly b: Hierarchy; // the same one where triangles are paired with each other
  readonly boxA: Float64Array; // min xyz, max xyz a slot
  readonly boxB: Float64Array;
  readonly reserve: number; // numbers that one pair of leaves can write
  readonly waiting: Int32Array; // pairs of nodes to visit; the same node twice stands for all pairs within it
  depth: number; // how many
}

// Visiting a pair puts three in its place at most, and the sum of the two nodes' depths, at most 2·(STACK_SIZE − 1),
// grows with every visit: so two wait a level, and one more.
const WAITING = 2 * (2 * (STACK_SIZE - 1)) + 3;

/** Starts a search for the pairs of triangles of one mesh. */
export function createSelfPairs(hierarchy: Hierarchy, mesh: Triangles): PairSearch {
  const box = boundSlots(hierarchy, mesh);
  return createSearch(hierarchy, box, hierarchy, box);
}

/** Starts a search for the pairs of a triangle of mesh A and one of mesh B. */
export function createPairs(a: Hierarchy, meshA: Triangles, b: Hierarchy, meshB: Triangles): PairSearch {
  return createSearch(a, boundSlots(a, meshA), b, boundSlots(b, meshB));
}

function createSearch(a: Hierarchy, boxA: Float64Array, b: Hierarchy, boxB: Float64Array): PairSearch {
  const reserve = 2 * largestLeaf(a) * largestLeaf(b);
  const search = { a, b, boxA, boxB, reserve, waiting: new Int32Array(2 * WAITING), depth: 0 };
  if (a.triangle.length > 0 && b.triangle.length > 0 && overlapBoxes(a.box, 0, b.box, 0)) search.depth = 1;
  return search;
}

function boundSlots({ triangle }: Hierarchy, { positions, indices }: Triangles): Float64Array {
  const box = new Float64Array(6 * triangle.length);
  for (let s = 0; s < triangle.length; s++) {
    const t = 3 * triangle[s];
    for (let d = 0; d < 3; d++) {
      const x = positions[3 * indices[t] + d];
      const y = positions[3 * indices[t + 1] + d];
      const z = positions[3 * indices[t + 2] + d];
      box[6 * s + d] = Math.min(x, y, z);
      box[6 * s + 3 + d] = Math.max(x, y, z);
    }
  }
  return box;
}

function largestLeaf({ size }: Hierarchy): number {
  let largest = 0;
  for (let i = 0; i < size.length; i++) largest = Math.max(largest, size[i]);
  return largest;
}

/**
 * Writes further pairs (two triangle indices each, the lower first where both are of one mesh) to `out` and returns
 * how many; 0 when there are no more. Each pair comes once, in an order that only the hierarchies decide. `out` must
 * hold a pair of leaves, which 128 numbers always do. Allocation-free.
 */
export function nextPairs(out: Uint32Array, search: PairSearch): number {
  const { a, b, boxA, boxB, reserve, waiting } = search;
  if (out.length < reserve) {
    throw new InputError('bad-argument', `out holds ${out.length} numbers: give it at least ${reserve}`);
  }
  const self = boxA === boxB;
  let written = 0;
  let { depth } = search;
  while (depth > 0 && written + reserve <= out.length) {
    depth--;
    const i = waiting[2 * depth];
    const j = waiting[2 * depth + 1];
    const leafA = a.second[i] < 0;
    const leafB = b.second[j] < 0;
    if (leafA && leafB) {
      const endA = a.first[i] + a.size[i];
      const endB = b.first[j] + b.size[j];
      for (let s = a.first[i]; s < endA; s++) {
        for (let t = self && i === j ? s + 1 : b.first[j]; t < endB; t++) {
          if (!overlapBoxes(boxA, 6 * s, boxB, 6 * t)) continue;
          const u = a.triangle[s];
          const v = b.triangle[t];
          out[written++] = self && v < u ? v : u;
          out[written++] = self && v < u ? u : v;
        }
      }
    } else if (self && i === j) {
      depth = put(waiting, depth, a.second[i], a.second[i]);
      depth = put(waiting, depth, i + 1, i + 1);
      if (overlapBoxes(a.box, 6 * (i + 1), a.box, 6 * a.second[i])) {
        depth = put(waiting, depth, i + 1, a.second[i]);
      }
    } else if (leafB || (!leafA && extent(a.box, 6 * i) >= extent(b.box, 6 * j))) {
      if (overlapBoxes(a.box, 6 * a.second[i], b.box, 6 * j)) depth = put(waiting, depth, a.second[i], j);
      if (overlapBoxes(a.box, 6 * (i + 1), b.box, 6 * j)) depth = put(waiting, depth, i + 1, j);
    } else {
      if (overlapBoxes(a.box, 6 * i, b.box, 6 * b.second[j])) depth = put(waiting, depth, i, b.second[j]);
      if (overlapBoxes(a.box, 6 * i, b.box, 6 * (j + 1))) depth = put(waiting, depth, i, j + 1);
    }
  }
  search.depth = depth;
  return written / 2;
}

function put(waiting: Int32Array, depth: number, i: number, j: number): number {
  waiting[2 * depth] = i;
  waiting[2 * depth + 1] = j;
  return depth + 1;
}

function extent(box: Float64Array, i: number): number {
  return box[i + 3] - box[i] + box[i + 4] - box[i + 1] + box[i + 5] - box[i + 2];
}
