// The triangle hierarchy: axis-aligned boxes over triangles, flat and depth-first. It answers closest point,
// ray and overlap queries (closest.ts, cast.ts, pairs.ts). Built by a binned surface-area heuristic.

import { writeFrame } from '../geometry/triangle.ts';
import { HIERARCHY_MEDIAN_DEPTH, LEAF_TRIANGLES } from './constants.ts';
import { growBox, splitBins, widestAxis } from './median.ts';

/** Boxes over triangles in depth-first order: the first child of node i is i + 1. */
export interface Hierarchy {
  readonly count: number; // nodes
  readonly box: Float64Array; // min xyz, max xyz a node
  readonly second: Int32Array; // the second child; −1 for a leaf
  readonly first: Uint32Array; // a leaf's first slot
  readonly size: Uint32Array; // a leaf's slots; 0 for an inner node
  readonly triangle: Uint32Array; // the triangle in each slot
  readonly slot: Uint32Array; // the slot of each triangle
  readonly frame: Float64Array; // 12 a slot: corner a, edges ab and ac, then ab·ab, ac·ac, ab·ac
}

/** The most nodes that can wait on a traversal stack: one a level. */
export const STACK_SIZE = 65;

/** Builds the hierarchy of `indices` (three vertices a triangle) over `positions`. Deterministic. */
export function buildHierarchy(positions: Float64Array, indices: Uint32Array): Hierarchy {
  const n = indices.length / 3;
  const bounds = new Float64Array(6 * n);
  const center = new Float64Array(3 * n);
  boundTriangles(bounds, center, positions, indices);

  const triangle = new Uint32Array(n);
  for (let i = 0; i < n; i++) triangle[i] = i;
  const capacity = Math.max(1, 2 * n - 1);
  const box = new Float64Array(6 * capacity);
  const second = new Int32Array(capacity).fill(-1);
  const first = new Uint32Array(capacity);
  const size = new Uint32Array(capacity);
  let count = 0;

  // Pending ranges [from, to) with their depth and the node whose second child they are (−1: a first child).
  const pending = [0, n, 0, -1];
  while (pending.length > 0) {
    const owner = pending.pop()!;
    const depth = pending.pop()!;
    const to = pending.pop()!;
    const from = pending.pop()!;
    const node = count++;
    if (owner >= 0) second[owner] = node;
    boundRange(box, node, bounds, triangle, from, to);
    const middle = to - from > LEAF_TRIANGLES ? splitRange(triangle, center, bounds, from, to, depth) : -1;
    if (middle < 0) {
      first[node] = from;
      size[node] = to - from;
      continue;
    }
    pending.push(middle, to, depth + 1, node);
    pending.push(from, middle, depth + 1, -1);
  }

  const slot = new Uint32Array(n);
  for (let s = 0; s < n; s++) slot[triangle[s]] = s;
  return {
    count,
    box: box.slice(0, 6 * count),
    second: second.slice(0, count),
    first: first.slice(0, count),
    size: size.slice(0, count),
    triangle,
    slot,
    frame: buildFrames(positions, indices, triangle),
  };
}

function boundTriangles(
  bounds: Float64Array,
  center: Float64Array,
  positions: Float64Array,
  indices: Uint32Array,
) {
  for (let t = 0; 3 * t < indices.length; t++) {
    for (let d = 0; d < 3; d++) {
      const a = positions[3 * indices[3 * t] + d];
      const b = positions[3 * indices[3 * t + 1] + d];
      const c = positions[3 * indices[3 * t + 2] + d];
      bounds[6 * t + d] = Math.min(a, b, c);
      bounds[6 * t + 3 + d] = Math.max(a, b, c);
      center[3 * t + d] = (bounds[6 * t + d] + bounds[6 * t + 3 + d]) / 2;
    }
  }
}

/** Writes the box around those of the triangles in [from, to). */
function boundRange(
  box: Float64Array,
  node: number,
  bounds: Float64Array,
  triangle: Uint32Array,
  from: number,
  to: number,
) {
  const o = 6 * node;
  box.fill(Infinity, o, o + 3);
  box.fill(-Infinity, o + 3, o + 6);
  for (let i = from; i < to; i++) growBox(box, o, bounds, 6 * triangle[i]);
}

const spread = new Float64Array(6); // scratch: least and largest center of a range

/** Partitions [from, to) along its widest axis of centers; returns the border, or −1 when all centers coincide. */
function splitRange(
  triangle: Uint32Array,
  center: Float64Array,
  bounds: Float64Array,
  from: number,
  to: number,
  depth: number,
): number {
  const axis = widestAxis(spread, triangle, center, from, to);
  if (!(spread[3 + axis] > spread[axis])) return to - from > 2 * LEAF_TRIANGLES ? (from + to) >> 1 : -1;
  const border =
    depth < HIERARCHY_MEDIAN_DEPTH ? splitBins(triangle, center, bounds, from, to, axis, spread) : -1;
  return border < 0 ? splitMedian(triangle, center, from, to, axis) : border;
}

function splitMedian(
  triangle: Uint32Array,
  center: Float64Array,
  from: number,
  to: number,
  axis: number,
): number {
  triangle.subarray(from, to).sort((a, b) => center[3 * a + axis] - center[3 * b + axis] || a - b);
  return (from + to) >> 1;
}

function buildFrames(positions: Float64Array, indices: Uint32Array, triangle: Uint32Array): Float64Array {
  const frame = new Float64Array(12 * triangle.length);
  for (let s = 0; s < triangle.length; s++) writeFrame(frame, 12 * s, positions, indices, triangle[s]);
  return frame;
}
