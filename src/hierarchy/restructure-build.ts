// Builds the inner nodes of a triangle tree over nodes that exist: leaves, or the roots of bodies. The fast
// construction of [Heo10, sec. 5.5]: a grid of 2 × 2 × 2 cells makes three levels at once, cell by cell again until
// fewer than G nodes are left; those are split at the median.

import { InputError } from '../job/error.ts';
import { setChildren, type TriangleTree, takeNode } from './tree.ts';

/** How subtrees are built. */
export type Construction = 'grid' | 'median';

// [Heo10] sets G between 100 and 1000. Measured (bench/fastcd): 100 to 400 build equally fast, 100 culls best.
const GRID_LEAST = 128;

let center = new Float64Array(0); // scratch: twice the center of each listed node's box, three a place in the list
let other = new Int32Array(0); // scratch: the list, sorted by cell
let otherCenter = new Float64Array(0); // scratch: its centers
const spread = new Float64Array(6); // scratch: least and largest center of a range
const cellStart = new Int32Array(9); // scratch: where the nodes of each cell begin
const cellRoot = new Int32Array(8); // scratch: the roots over cells that are being joined
let cell = new Uint8Array(0); // scratch: the cell of each place in the list

/**
 * Builds a tree over list[from…to), at least one node each with a box and none hanging anywhere, and returns its
 * root, which hangs nowhere yet. Boxes of the new nodes are for a refit. Reorders that part of `list`. Deterministic.
 */
export function buildOver(
  tree: TriangleTree,
  list: Int32Array,
  from: number,
  to: number,
  how: Construction,
): number {
  if (!(to > from)) throw new InputError('bad-argument', 'list names no node: name at least one');
  if (center.length < 3 * list.length) {
    center = new Float64Array(4 * list.length);
    otherCenter = new Float64Array(4 * list.length);
    other = new Int32Array(list.length + (list.length >> 1));
    cell = new Uint8Array(list.length + (list.length >> 1));
  }
  const { box } = tree;
  for (let i = from; i < to; i++) {
    const b = 6 * list[i];
    center[3 * i] = box[b] + box[b + 3];
    center[3 * i + 1] = box[b + 1] + box[b + 4];
    center[3 * i + 2] = box[b + 2] + box[b + 5];
  }
  return how === 'grid' ? buildGrid(tree, list, from, to, 0) : buildMedian(tree, list, from, to);
}

/** Writes the least and largest centers of a range to `spread`. */
function measureSpread(from: number, to: number): void {
  let lx = Infinity;
  let ly = Infinity;
  let lz = Infinity;
  let hx = -Infinity;
  let hy = -Infinity;
  let hz = -Infinity;
  for (let i = 3 * from; i < 3 * to; i += 3) {
    const x = center[i];
    const y = center[i + 1];
    const z = center[i + 2];
    if (x < lx) lx = x;
    if (x > hx) hx = x;
    if (y < ly) ly = y;
    if (y > hy) hy = y;
    if (z < lz) lz = z;
    if (z > hz) hz = z;
  }
  spread[0] = lx;
  spread[1] = ly;
  spread[2] = lz;
  spread[3] = hx;
  spread[4] = hy;
  spread[5] = hz;
}

// A grid halves the extent of centers on every axis: 40 rounds exhaust what doubles can tell apart in most input;
// what is left then (centers that crowd without end) goes to the median.
const GRID_DEPTH = 40;

function buildGrid(tree: TriangleTree, list: Int32Array, from: number, to: number, depth: number): number {
  if (to - from < GRID_LEAST || depth >= GRID_DEPTH) return buildMedian(tree, list, from, to);
  measureSpread(from, to);
  const mx = (spread[0] + spread[3]) / 2;
  const my = (spread[1] + spread[4]) / 2;
  const mz = (spread[2] + spread[5]) / 2;
  cellStart.fill(0);
  for (let i = from; i < to; i++) {
    const c =
      (center[3 * i] > mx ? 4 : 0) + (center[3 * i + 1] > my ? 2 : 0) + (center[3 * i + 2] > mz ? 1 : 0);
    cell[i] = c;
    cellStart[c + 1]++;
  }
  for (let c = 0; c < 8; c++) {
    if (cellStart[c + 1] === to - from) return buildMedian(tree, list, from, to); // all centers coincide
    cellStart[c + 1] += cellStart[c];
  }
  const start = [0, 0, 0, 0, 0, 0, 0, 0, 0];
  for (let c = 0; c < 9; c++) start[c] = cellStart[c] + from;
  for (let i = from; i < to; i++) {
    const at = from + cellStart[cell[i]]++;
    other[at] = list[i];
    otherCenter[3 * at] = center[3 * i];
    otherCenter[3 * at + 1] = center[3 * i + 1];
    otherCenter[3 * at + 2] = center[3 * i + 2];
  }
  list.set(other.subarray(from, to), from);
  center.set(otherCenter.subarray(3 * from, 3 * to), 3 * from);
  const roots = [-1, -1, -1, -1, -1, -1, -1, -1];
  for (let c = 0; c < 8; c++) {
    if (start[c + 1] > start[c]) roots[c] = buildGrid(tree, list, start[c], start[c + 1], depth + 1);
  }
  for (let c = 0; c < 8; c++) cellRoot[c] = roots[c];
  for (let step = 1; step < 8; step *= 2) {
    for (let c = 0; c < 8; c += 2 * step) cellRoot[c] = join(tree, cellRoot[c], cellRoot[c + step]);
  }
  return cellRoot[0];
}

/** A node over two, either of which may be −1: then the other. */
function join(tree: TriangleTree, a: number, b: number): number {
  if (a < 0) return b;
  if (b < 0) return a;
  const node = takeNode(tree);
  setChildren(tree, node, a, b);
  return node;
}

function buildMedian(tree: TriangleTree, list: Int32Array, from: number, to: number): number {
  if (to - from === 1) return list[from];
  let axis = 0;
  if (to - from > 2) {
    measureSpread(from, to);
    const x = spread[3] - spread[0];
    const y = spread[4] - spread[1];
    const z = spread[5] - spread[2];
    axis = x >= y && x >= z ? 0 : y >= z ? 1 : 2;
  }
  const middle = (from + to) >> 1;
  selectMedian(list, from, to - 1, middle, axis);
  const node = takeNode(tree);
  const a = buildMedian(tree, list, from, middle);
  setChildren(tree, node, a, buildMedian(tree, list, middle, to));
  return node;
}

/** Reorders list[low…high] so that the k-th has nothing larger before it and nothing smaller behind it. */
function selectMedian(list: Int32Array, low: number, high: number, k: number, axis: number): void {
  while (high > low) {
    const middle = (low + high) >> 1;
    if (center[3 * middle + axis] < center[3 * low + axis]) exchange(list, low, middle);
    if (center[3 * high + axis] < center[3 * low + axis]) exchange(list, low, high);
    if (center[3 * high + axis] < center[3 * middle + axis]) exchange(list, middle, high);
    if (high - low < 3) return;
    const pivot = center[3 * middle + axis];
    let i = low;
    let j = high;
    while (i <= j) {
      while (center[3 * i + axis] < pivot) i++;
      while (center[3 * j + axis] > pivot) j--;
      if (i <= j) {
        exchange(list, i, j);
        i++;
        j--;
      }
    }
    if (k <= j) high = j;
    else if (k >= i) low = i;
    else return;
  }
}

function exchange(list: Int32Array, i: number, j: number): void {
  const node = list[i];
  list[i] = list[j];
  list[j] = node;
  for (let d = 0; d < 3; d++) {
    const x = center[3 * i + d];
    center[3 * i + d] = center[3 * j + d];
    center[3 * j + d] = x;
  }
}
