// Builds the tree of a broad phase from top to bottom: rows are parted in the middle of their centres, along the axis on
// which these reach farthest. Weighing where to part by areas, in twelve bins, took two and a half times as long and
// saved 5 % of the tests: measured, docs/broad-phase.md.

import { boundPoints, longestAxis } from '../geometry/box.ts';
import { growColumn } from '../math/columns.ts';
import { type BroadPhase, refitTree, TREED } from './broad-phase.ts';
import { TREE_BUILD_TESTS, TREE_HALVING_DEPTH } from './constants.ts';

const DEPTH = 48; // the greatest depth of a leaf, the root having 0

let order = new Uint32Array(0); // scratch: rows, those of a node in one run
let center = new Float64Array(0); // scratch: xyz of the centre of each row's box
const pending = new Int32Array(4 * (DEPTH + 2)); // scratch: runs to be parted, one a level at most: from, to, depth, parent
const span = new Float64Array(6); // scratch: the box of the centres of a run

/** Brings the tree up to date: built anew if rows have come, or once it has cost as much more as building does. */
export function updateTree(broad: BroadPhase): void {
  const { grown, spare, treeCount, nodeCount } = broad;
  if (grown || spare > TREE_BUILD_TESTS * treeCount || nodeCount > 4 * treeCount) {
    buildTree(broad);
    broad.grown = false;
    broad.spare = 0;
    broad.usualWork = 0;
  }
  refitTree(broad);
}

/** Builds the tree over all rows that have a finite box; inner nodes are stale. Allocates only to grow. */
function buildTree(broad: BroadPhase): void {
  const rows = gatherRows(broad);
  reserveNodes(broad, Math.max(0, 2 * rows - 1));
  const { box, place, nodeBox, skip, parent, leafRow, stale } = broad;
  let nodes = 0;
  let depth = 0; // of the stack
  if (rows > 0) pushRun(depth++, 0, rows, 0, -1);
  while (depth > 0) {
    depth--;
    const from = pending[4 * depth];
    const to = pending[4 * depth + 1];
    const level = pending[4 * depth + 2];
    const node = nodes++;
    parent[node] = pending[4 * depth + 3];
    skip[node] = node + 2 * (to - from) - 1;
    if (to - from === 1) {
      const row = order[from];
      leafRow[node] = row;
      place[row] = node;
      stale[node] = 0;
      for (let k = 0; k < 6; k++) nodeBox[6 * node + k] = box[6 * row + k];
      continue;
    }
    leafRow[node] = -1;
    stale[node] = 1;
    const middle = partRun(from, to, level);
    pushRun(depth++, middle, to, level + 1, node);
    pushRun(depth++, from, middle, level + 1, node);
  }
  broad.nodeCount = nodes;
}

/** Puts all rows of the tree into `order` and their centres into `center`; returns how many. */
function gatherRows(broad: BroadPhase): number {
  const { count, state, box, place, leafRow, nodeCount } = broad;
  order = growColumn(order, count);
  center = growColumn(center, 3 * count);
  let rows = 0;
  // As they were in the last tree: those of a run are then close in memory, and most stay where they are.
  for (let i = 0; i < nodeCount; i++) if (leafRow[i] >= 0) order[rows++] = leafRow[i];
  for (let row = 0; row < count; row++) {
    if (state[row] !== TREED) continue;
    if (place[row] < 0) order[rows++] = row;
    for (let d = 0; d < 3; d++) center[3 * row + d] = 0.5 * box[6 * row + d] + 0.5 * box[6 * row + 3 + d];
  }
  return rows;
}

function pushRun(at: number, from: number, to: number, level: number, parent: number): void {
  pending[4 * at] = from;
  pending[4 * at + 1] = to;
  pending[4 * at + 2] = level;
  pending[4 * at + 3] = parent;
}

function reserveNodes(broad: BroadPhase, nodes: number): void {
  broad.skip = growColumn(broad.skip, nodes);
  const size = broad.skip.length;
  broad.nodeBox = growColumn(broad.nodeBox, 6 * size);
  broad.parent = growColumn(broad.parent, size);
  broad.leafRow = growColumn(broad.leafRow, size);
  broad.stale = growColumn(broad.stale, size);
  broad.asleep = growColumn(broad.asleep, size);
}

/** Parts the run [from, to), of at least two rows; returns the border, which leaves rows on either side. */
function partRun(from: number, to: number, level: number): number {
  if (level >= TREE_HALVING_DEPTH) return (from + to) >> 1;
  boundPoints(span, 0, center, order, from, to);
  const axis = longestAxis(span, 0);
  const middle = span[axis] + 0.5 * (span[3 + axis] - span[axis]); // infinite where centres are as far apart as numbers go
  let border = from;
  for (let i = from; i < to; i++) {
    const row = order[i];
    if (center[3 * row + axis] < middle) {
      order[i] = order[border];
      order[border++] = row;
    }
  }
  return border > from && border < to ? border : (from + to) >> 1;
}
