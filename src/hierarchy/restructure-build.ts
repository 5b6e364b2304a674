// Builds subtrees over triangles, or over nodes that exist, such as the roots of bodies. The fast construction of
// [Heo10, sec. 5.5]: a grid of 2 × 2 × 2 cells makes three levels at once, cell by cell again until
// fewer than G nodes are left; those are split at the median.

import { boundPoints, longestAxis } from '../geometry/box.ts';
import { InputError } from '../job/error.ts';
import { GRID_DEPTH, GRID_LEAST } from './constants.ts';
import { type Boxes, reserveTree, setChildren, type TriangleTree, takeNode } from './tree.ts';

/** How subtrees are built. */
export type Construction = 'grid' | 'median';

let center = new Float64Array(0); // scratch: twice the center of each listed box, three a place in the list
let other = new Int32Array(0); // scratch: the list, sorted by cell
let otherCenter = new Float64Array(0); // scratch: its centers
let cell = new Uint8Array(0); // scratch: the cell of each place in the list
const spread = new Float64Array(6); // scratch: least and largest center of a range

// What is being built over: triangles, which get leaves, or nodes that exist.
let overTriangles = true;
let positions = new Float64Array(0);
let indices = new Uint32Array(0);

/**
 * Builds a tree over the triangles list[from…to), at least one and none in the tree, and returns its root, which
 * hangs nowhere yet. Nodes come depth-first, siblings side by side; boxes are for a refit. Reorders `list`.
 * Deterministic.
 */
export function buildOverTriangles(
  tree: TriangleTree<Boxes>,
  mesh: { readonly positions: Float64Array; readonly indices: Uint32Array },
  list: Int32Array,
  how: Construction,
): number {
  prepare(list.length);
  overTriangles = true;
  positions = mesh.positions as Float64Array<ArrayBuffer>;
  indices = mesh.indices as Uint32Array<ArrayBuffer>;
  for (let i = 0; i < list.length; i++) {
    const a = 3 * indices[3 * list[i]];
    const b = 3 * indices[3 * list[i] + 1];
    const c = 3 * indices[3 * list[i] + 2];
    for (let d = 0; d < 3; d++) {
      const x = positions[a + d];
      const y = positions[b + d];
      const z = positions[c + d];
      center[3 * i + d] = Math.min(x, y, z) + Math.max(x, y, z);
    }
  }
  return build(tree, list, how);
}

/** The same over nodes that exist, each with a box and hanging nowhere: leaves, or the roots of bodies. */
export function buildOverNodes(tree: TriangleTree<Boxes>, list: Int32Array, how: Construction): number {
  prepare(list.length);
  overTriangles = false;
  const { box } = tree;
  for (let i = 0; i < list.length; i++) {
    const b = 6 * list[i];
    for (let d = 0; d < 3; d++) center[3 * i + d] = box[b + d] + box[b + 3 + d];
  }
  return build(tree, list, how);
}

function prepare(count: number): void {
  if (count === 0) throw new InputError('bad-argument', 'list is empty: name at least one triangle or node');
  if (center.length >= 3 * count) return;
  center = new Float64Array(4 * count);
  otherCenter = new Float64Array(4 * count);
  other = new Int32Array(count + (count >> 1));
  cell = new Uint8Array(count + (count >> 1));
}

function build(tree: TriangleTree<Boxes>, list: Int32Array, how: Construction): number {
  const root = list.length > 1 || overTriangles ? takeNode(tree) : list[0];
  if (list.length > 1 || overTriangles)
    fill(tree, root, list, 0, list.length, how === 'grid' ? 0 : GRID_DEPTH);
  return root;
}

/** Makes `node` the root over a range: a leaf, or an inner node over two parts of it. */
function fill(
  tree: TriangleTree<Boxes>,
  node: number,
  list: Int32Array,
  from: number,
  to: number,
  depth: number,
): void {
  if (to - from === 1) {
    makeLeaf(tree, node, list[from]);
    return;
  }
  if (to - from >= GRID_LEAST && depth < GRID_DEPTH && sortIntoCells(list, from, to)) {
    fillCells(tree, node, list, from, to, 0, 8, depth + 1);
    return;
  }
  const middle = splitMedian(list, from, to);
  fillTwo(tree, node, list, from, middle, to, GRID_DEPTH);
}

/** Fills both parts of a range as children of a node. */
function fillTwo(
  tree: TriangleTree<Boxes>,
  node: number,
  list: Int32Array,
  from: number,
  middle: number,
  to: number,
  depth: number,
): void {
  const a = takeChild(tree, list, from, middle);
  const b = takeChild(tree, list, middle, to);
  if (overTriangles || middle - from > 1) fill(tree, a, list, from, middle, depth);
  if (overTriangles || to - middle > 1) fill(tree, b, list, middle, to, depth);
  setChildren(tree, node, a, b);
}

/** The node for a range: a new one, or the only one in it. */
function takeChild(tree: TriangleTree<Boxes>, list: Int32Array, from: number, to: number): number {
  return overTriangles || to - from > 1 ? takeNode(tree) : list[from];
}

function makeLeaf(tree: TriangleTree<Boxes>, node: number, triangle: number): void {
  if (triangle >= tree.leaf.length) reserveTree(tree, 0, triangle + 1);
  tree.triangle[node] = triangle;
  tree.leaf[triangle] = node;
  tree.leafCount++;
}

/** Fills a node over the cells first…last of a range that is sorted by cell: halves along x, then y, then z. */
function fillCells(
  tree: TriangleTree<Boxes>,
  node: number,
  list: Int32Array,
  from: number,
  to: number,
  first: number,
  last: number,
  depth: number,
): void {
  if (last - first === 1 || to - from === 1) {
    fill(tree, node, list, from, to, depth);
    return;
  }
  const half = (first + last) >> 1;
  let middle = from;
  while (middle < to && cell[middle] < half) middle++;
  if (middle === from) fillCells(tree, node, list, from, to, half, last, depth);
  else if (middle === to) fillCells(tree, node, list, from, to, first, half, depth);
  else {
    const a = takeChild(tree, list, from, middle);
    const b = takeChild(tree, list, middle, to);
    // Each half sorts its own part of `cell` again, and no more than that.
    if (overTriangles || middle - from > 1) fillCells(tree, a, list, from, middle, first, half, depth);
    if (overTriangles || to - middle > 1) fillCells(tree, b, list, middle, to, half, last, depth);
    setChildren(tree, node, a, b);
  }
}

const cellStart = new Int32Array(9); // scratch: where the nodes of each cell begin

/** Sorts a range by the eight cells around the middle of its centers; false where all fall into one. */
function sortIntoCells(list: Int32Array, from: number, to: number): boolean {
  boundPoints(spread, 0, center, null, from, to);
  // An axis along which centers hardly spread is not halved, or flat bodies would fall into interleaved layers.
  const least = 0.25 * Math.max(spread[3] - spread[0], spread[4] - spread[1], spread[5] - spread[2]);
  const mx = spread[3] - spread[0] < least ? Infinity : (spread[0] + spread[3]) / 2;
  const my = spread[4] - spread[1] < least ? Infinity : (spread[1] + spread[4]) / 2;
  const mz = spread[5] - spread[2] < least ? Infinity : (spread[2] + spread[5]) / 2;
  cellStart.fill(0);
  for (let i = from; i < to; i++) {
    const c =
      (center[3 * i] > mx ? 4 : 0) + (center[3 * i + 1] > my ? 2 : 0) + (center[3 * i + 2] > mz ? 1 : 0);
    cell[i] = c;
    cellStart[c + 1]++;
  }
  for (let c = 0; c < 8; c++) {
    if (cellStart[c + 1] === to - from) return false;
    cellStart[c + 1] += cellStart[c];
  }
  for (let i = from; i < to; i++) {
    const at = from + cellStart[cell[i]]++;
    other[at] = list[i];
    otherCenter[3 * at] = center[3 * i];
    otherCenter[3 * at + 1] = center[3 * i + 1];
    otherCenter[3 * at + 2] = center[3 * i + 2];
  }
  for (let c = 0, i = from; c < 8; c++) while (i < from + cellStart[c]) cell[i++] = c;
  list.set(other.subarray(from, to), from);
  center.set(otherCenter.subarray(3 * from, 3 * to), 3 * from);
  return true;
}

/** Splits a range at its median along the axis where centers spread most; returns where the second half begins. */
function splitMedian(list: Int32Array, from: number, to: number): number {
  let axis = 0;
  if (to - from > 2) {
    boundPoints(spread, 0, center, null, from, to);
    axis = longestAxis(spread, 0);
  }
  const middle = (from + to) >> 1;
  selectMedian(list, from, to - 1, middle, axis);
  return middle;
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
