// A balanced box tree over points, the search structure behind the maximum-distance order and the sphere tree's
// parents. It lives only while those are computed; the asset never stores it.

import { boundPoints, longestAxis } from '../geometry/box.ts';
import { InputError } from '../job/error.ts';
import type { Work } from '../job/work.ts';

/**
 * Points sorted into boxes: a complete binary tree, heap-numbered. The root is node 1, the children of k are 2k
 * and 2k + 1, and leaf j is node leaves + j; node 0 is unused. Slots are places in the sorted sequence: leaf j
 * holds the slots [start[j], start[j + 1]), by rising point index.
 */
export interface PointBoxes {
  readonly count: number; // points, at least 1
  readonly leaves: number; // a power of two
  readonly start: Uint32Array; // first slot of each leaf, and the end
  readonly index: Uint32Array; // the point in each slot
  readonly coordinate: Float64Array; // xyz of each slot
  readonly box: Float64Array; // min xyz, max xyz of each node
  readonly first: Uint32Array; // the smallest point index in each node
}

const LEAF_POINTS = 32; // most points in a leaf; measured: bench/tree-order, 16 to 64 differ by less than the noise
const SLICE = 1 << 18; // points moved between two yields

/** Throws unless `positions` holds finite xyz triples; names the first bad point. */
export function checkPositions(positions: Float64Array): void {
  if (positions.length % 3 !== 0) {
    throw new InputError('bad-argument', `positions needs 3 numbers a point, got ${positions.length}`);
  }
  for (let i = 0; i < positions.length; i++) {
    if (!Number.isFinite(positions[i])) {
      const point = Math.floor(i / 3);
      throw new InputError(
        'non-finite',
        `point ${point} has the coordinate ${'xyz'[i % 3]} = ${positions[i]}: remove or repair that point`,
      );
    }
  }
}

/** Sorts points into boxes by median splits across the longest side. Deterministic. `positions` must hold a point. */
export function* buildPointBoxes(positions: Float64Array): Work<PointBoxes> {
  const count = positions.length / 3;
  let leaves = 1;
  while (count > leaves * LEAF_POINTS) leaves *= 2;
  const boxes: PointBoxes = {
    count,
    leaves,
    start: new Uint32Array(leaves + 1),
    index: new Uint32Array(count),
    coordinate: Float64Array.from(positions),
    box: new Float64Array(12 * leaves),
    first: new Uint32Array(2 * leaves),
  };
  for (let i = 0; i < count; i++) boxes.index[i] = i;
  let moved = 0;
  let done = 0;
  const total = count * (32 - Math.clz32(leaves)); // every depth touches every point once
  for (let width = 1; width <= leaves; width *= 2) {
    for (let j = 0; j < width; j++) {
      // width is a power of two, so the quotients are exact and the ranges of a node's children tile its own.
      const from = Math.floor((count * j) / width);
      const to = Math.floor((count * (j + 1)) / width);
      if (width < leaves) {
        splitNode(boxes, width + j, from, to, Math.floor((count * (2 * j + 1)) / (2 * width)));
      } else {
        finishLeaf(boxes, width + j, from, to);
      }
      moved += to - from;
      if (moved >= SLICE) {
        done += moved;
        moved = 0;
        yield done / total;
      }
    }
  }
  for (let k = leaves - 1; k >= 1; k--) {
    boxes.first[k] = Math.min(boxes.first[2 * k], boxes.first[2 * k + 1]);
  }
  return boxes;
}

/** The squared distance from a point to the box at box[b…]. Small, so that it is inlined. */
export function boxSquare(box: Float64Array, b: number, x: number, y: number, z: number): number {
  let d = 0;
  let gap = x < box[b] ? box[b] - x : x - box[b + 3];
  if (gap > 0) d = gap * gap;
  gap = y < box[b + 1] ? box[b + 1] - y : y - box[b + 4];
  if (gap > 0) d += gap * gap;
  gap = z < box[b + 2] ? box[b + 2] - z : z - box[b + 5];
  if (gap > 0) d += gap * gap;
  return d;
}

/** Encloses the slots [from, to) and sorts the lower part across the longest side below `middle`. */
function splitNode(boxes: PointBoxes, node: number, from: number, to: number, middle: number): void {
  const { box, coordinate } = boxes;
  boundPoints(box, 6 * node, coordinate, null, from, to);
  selectSlot(coordinate, boxes.index, from, to, middle, longestAxis(box, 6 * node));
}

/**
 * Reorders the slots [from, to) so that none before `middle` has a larger coordinate than any from there on.
 * The pivot is the median of three slots at scrambled places: no usual arrangement makes it quadratic.
 */
function selectSlot(
  coordinate: Float64Array,
  index: Uint32Array,
  from: number,
  to: number,
  middle: number,
  axis: number,
): void {
  let low = from;
  let high = to - 1;
  let scramble = 1;
  while (low < high) {
    scramble = (Math.imul(scramble, 1664525) + 1013904223) >>> 0;
    const width = high - low + 1;
    const p = coordinate[3 * (low + (scramble % width)) + axis];
    const q = coordinate[3 * (low + (width >> 1)) + axis];
    const r = coordinate[3 * (low + ((scramble >>> 7) % width)) + axis];
    const pivot = Math.max(Math.min(p, q), Math.min(Math.max(p, q), r));
    let i = low;
    let j = high;
    while (i <= j) {
      while (coordinate[3 * i + axis] < pivot) i++;
      while (coordinate[3 * j + axis] > pivot) j--;
      if (i <= j) swapSlots(coordinate, index, i++, j--);
    }
    if (middle <= j) high = j;
    else if (middle >= i) low = i;
    else return;
  }
}

function swapSlots(coordinate: Float64Array, index: Uint32Array, i: number, j: number): void {
  const a = 3 * i;
  const b = 3 * j;
  const x = coordinate[a];
  const y = coordinate[a + 1];
  const z = coordinate[a + 2];
  const point = index[i];
  coordinate[a] = coordinate[b];
  coordinate[a + 1] = coordinate[b + 1];
  coordinate[a + 2] = coordinate[b + 2];
  index[i] = index[j];
  coordinate[b] = x;
  coordinate[b + 1] = y;
  coordinate[b + 2] = z;
  index[j] = point;
}

/** Encloses a leaf and sorts its slots by point index, so that a scan meets the smallest of equals first. */
function finishLeaf(boxes: PointBoxes, node: number, from: number, to: number): void {
  const { leaves, start, index, coordinate, box, first } = boxes;
  boundPoints(box, 6 * node, coordinate, null, from, to);
  for (let i = from + 1; i < to; i++) {
    for (let j = i; j > from && index[j - 1] > index[j]; j--) swapSlots(coordinate, index, j - 1, j);
  }
  start[node - leaves] = from;
  start[node - leaves + 1] = to;
  first[node] = index[from];
}
