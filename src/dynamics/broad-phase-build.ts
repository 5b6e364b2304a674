// Builds the tree of a broad phase from top to bottom: rows are parted along the widest axis of their centres, where the
// areas of both sides, each times its rows, come to the least (binned).

import { growColumn } from '../math/columns.ts';
import { type BroadPhase, TREED } from './broad-phase.ts';

const BINS = 12;
const MEDIAN_DEPTH = 28; // deeper than this, rows are halved: depth ≤ 28 + log2(2²⁰) = 48

/** The greatest depth of a tree, the root having 0. */
export const TREE_DEPTH = 48;

let order = new Int32Array(0); // scratch: rows, those of a node in one run
let center = new Float64Array(0); // scratch: xyz of the centre of the box of each row
const pending = new Int32Array(4 * (TREE_DEPTH + 2)); // scratch: runs to be parted: from, to, depth, node whose second child it is

/** Builds the tree over all rows that have a finite box. Deterministic; allocates only to grow. */
export function buildTree(broad: BroadPhase): void {
  const { count, state, box, place } = broad;
  order = growColumn(order, count);
  center = growColumn(center, 3 * count);
  let rows = 0;
  for (let row = 0; row < count; row++) {
    if (state[row] !== TREED) continue;
    order[rows++] = row;
    for (let d = 0; d < 3; d++) center[3 * row + d] = 0.5 * box[6 * row + d] + 0.5 * box[6 * row + 3 + d];
  }
  reserveNodes(broad, Math.max(0, 2 * rows - 1));
  const { nodeBox, second, parent, leafRow, stale } = broad;
  let nodes = 0;
  let depth = 0; // of the stack
  if (rows > 0) pushRun(depth++, 0, rows, 0, -1);
  // A run of second children waits for each level at most, and the run in hand.
  while (depth > 0) {
    depth--;
    const from = pending[4 * depth];
    const to = pending[4 * depth + 1];
    const level = pending[4 * depth + 2];
    const owner = pending[4 * depth + 3];
    const node = nodes++;
    if (owner >= 0) second[owner] = node;
    parent[node] = owner >= 0 ? owner : node - 1;
    second[node] = -1;
    leafRow[node] = -1;
    if (to - from === 1) {
      const row = order[from];
      leafRow[node] = row;
      place[row] = node;
      stale[node] = 0;
      for (let k = 0; k < 6; k++) nodeBox[6 * node + k] = box[6 * row + k];
      continue;
    }
    stale[node] = 1; // for refitTree
    const middle = partRun(box, from, to, level);
    pushRun(depth++, middle, to, level + 1, node);
    pushRun(depth++, from, middle, level + 1, -1);
  }
  broad.nodeCount = nodes;
  broad.grown = false;
}

function pushRun(at: number, from: number, to: number, level: number, owner: number): void {
  pending[4 * at] = from;
  pending[4 * at + 1] = to;
  pending[4 * at + 2] = level;
  pending[4 * at + 3] = owner;
}

function reserveNodes(broad: BroadPhase, nodes: number): void {
  broad.second = growColumn(broad.second, nodes);
  const size = broad.second.length;
  broad.nodeBox = growColumn(broad.nodeBox, 6 * size);
  broad.parent = growColumn(broad.parent, size);
  broad.leafRow = growColumn(broad.leafRow, size);
  broad.stale = growColumn(broad.stale, size);
  broad.awake = growColumn(broad.awake, size);
}

const binCount = new Int32Array(BINS); // scratch: rows a bin
const binBox = new Float64Array(6 * BINS); // scratch: box a bin
const leftCost = new Float64Array(BINS); // scratch: cost of everything up to a bin
const span = new Float64Array(2); // scratch: lowest centre of a run and bins a length
const merged = new Float64Array(6); // scratch: the growing box of a sweep

/** Parts the run [from, to), of at least two rows; returns the border, which leaves rows on either side. */
function partRun(box: Float64Array, from: number, to: number, level: number): number {
  const axis = widestAxis(from, to);
  const low = span[0];
  const scale = BINS / span[1];
  if (level >= MEDIAN_DEPTH || !(scale > 0 && scale < Infinity)) return (from + to) >> 1;
  binCount.fill(0);
  for (let k = 0; k < binBox.length; k += 6) {
    binBox.fill(Infinity, k, k + 3);
    binBox.fill(-Infinity, k + 3, k + 6);
  }
  for (let i = from; i < to; i++) {
    const row = order[i];
    const b = Math.min(BINS - 1, Math.floor((center[3 * row + axis] - low) * scale));
    binCount[b]++;
    growBox(binBox, 6 * b, box, 6 * row);
  }
  const best = cheapestBorder(to - from);
  let border = from;
  for (let i = from; i < to; i++) {
    const row = order[i];
    if (Math.min(BINS - 1, Math.floor((center[3 * row + axis] - low) * scale)) < best) {
      order[i] = order[border];
      order[border++] = row;
    }
  }
  return border;
}

/** The axis along which centres reach farthest; their lowest and how far they reach go to `span`. */
function widestAxis(from: number, to: number): number {
  let axis = 0;
  span[1] = -1;
  for (let d = 0; d < 3; d++) {
    let min = Infinity;
    let max = -Infinity;
    for (let i = from; i < to; i++) {
      const c = center[3 * order[i] + d];
      if (c < min) min = c;
      if (c > max) max = c;
    }
    if (max - min > span[1]) {
      span[0] = min;
      span[1] = max - min;
      axis = d;
    }
  }
  return axis;
}

/** The bin before which to part `rows` rows: the outermost bins hold one at least, so there is one. */
function cheapestBorder(rows: number): number {
  merged.fill(Infinity, 0, 3).fill(-Infinity, 3);
  let left = 0;
  for (let b = 0; b < BINS - 1; b++) {
    growBox(merged, 0, binBox, 6 * b);
    left += binCount[b];
    leftCost[b] = left * area(merged);
  }
  merged.fill(Infinity, 0, 3).fill(-Infinity, 3);
  let right = 0;
  let best = 1;
  let bestCost = Infinity;
  for (let b = BINS - 1; b > 0; b--) {
    growBox(merged, 0, binBox, 6 * b);
    right += binCount[b];
    const cost = leftCost[b - 1] + right * area(merged);
    if (right < rows && cost < bestCost) {
      bestCost = cost;
      best = b;
    }
  }
  return best;
}

/** Grows the box at out[to…] by that at box[at…]. */
function growBox(out: Float64Array, to: number, box: Float64Array, at: number): void {
  for (let d = 0; d < 3; d++) {
    if (box[at + d] < out[to + d]) out[to + d] = box[at + d];
    if (box[at + 3 + d] > out[to + 3 + d]) out[to + 3 + d] = box[at + 3 + d];
  }
}

/** Half the area of a box that is not empty. */
function area(box: Float64Array): number {
  const x = box[3] - box[0];
  const y = box[4] - box[1];
  const z = box[5] - box[2];
  return x * y + y * z + z * x;
}
