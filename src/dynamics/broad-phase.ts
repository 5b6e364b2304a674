// Which bodies may touch: the boxes of all bodies, and a tree over them. Boxes are set row by row; findPairs
// (broad-phase-pairs.ts) then names the pairs whose boxes overlap, castBroad and overlapBroad (broad-phase-cast.ts,
// broad-phase-overlap.ts) the rows that a ray or a box meets. The tree keeps its form while boxes move, and is built
// anew when that pays.

import { InputError } from '../job/error.ts';
import { growColumn } from '../math/columns.ts';

/** Where a row is: nowhere, in the tree, or among the boxes without end. */
export const ABSENT = 0;
export const TREED = 1;
const ENDLESS = 2;

/** Rows may go up to this, as those of bodies do. */
const MOST_ROWS = 0x100000;

/**
 * Columns by row and by node; replaced when they grow. Nodes are in depth-first order: the first child of node i is
 * i + 1, its second skip[i + 1]. What queries answer depends on the boxes and filters alone, not on the form of the tree. Made by
 * createBroadPhase alone.
 */
export interface BroadPhase {
  count: number; // rows up to the highest ever set
  state: Uint8Array; // a row: ABSENT, TREED or ENDLESS
  box: Float64Array; // a row: min xyz, max xyz
  group: Uint32Array; // a row: the groups it is in, a bit each
  mask: Uint32Array; // a row: the groups it meets
  place: Int32Array; // a row: its leaf, −1 until the tree is built; or its place in `endless`
  endless: Int32Array; // rows of boxes without end, as of planes: they are in no tree
  endlessCount: number;
  treeCount: number; // rows in the tree, or to be
  nodeCount: number;
  nodeBox: Float64Array; // a node: min xyz, max xyz; of a leaf whose row has gone: empty
  skip: Int32Array; // a node: the first node that is not below it; i + 1 for a leaf
  parent: Int32Array; // a node; −1 for the root
  leafRow: Int32Array; // a node: the row of a leaf, −1 if it has gone; −1 for an inner node
  stale: Uint8Array; // a node: 1 if a box below it has changed since its own was found
  asleep: Uint8Array; // a node: 1 if a row below it is asleep; of the last findPairs
  grown: boolean; // rows have come since the tree was built
  tests: number; // box tests of the last findPairs
  spare: number; // box tests that a tree built anew would have saved since the last was built
  usualTests: number; // box tests when the tree was new, in the tree alone
  usualWork: number; // and rows awake and pairs there then; 0 if not yet known
}

export function createBroadPhase(): BroadPhase {
  return {
    count: 0,
    state: new Uint8Array(0),
    box: new Float64Array(0),
    group: new Uint32Array(0),
    mask: new Uint32Array(0),
    place: new Int32Array(0),
    endless: new Int32Array(16),
    endlessCount: 0,
    treeCount: 0,
    nodeCount: 0,
    nodeBox: new Float64Array(0),
    skip: new Int32Array(0),
    parent: new Int32Array(0),
    leafRow: new Int32Array(0),
    stale: new Uint8Array(0),
    asleep: new Uint8Array(0),
    grown: false,
    tests: 0,
    spare: 0,
    usualTests: 0,
    usualWork: 0,
  };
}

/**
 * Sets the box of a row, boxes[at…]: min xyz, max xyz; a row that had none has one from now on. A box may be flat or a
 * point; one that is infinite in some direction is kept out of the tree. Throws 'bad-argument', and changes nothing,
 * where a number is NaN or a minimum above its maximum. Allocates only to grow.
 */
export function setBox(broad: BroadPhase, row: number, boxes: Float64Array, at: number): void {
  let state = TREED;
  for (let d = at; d < at + 3; d++) {
    if (!(boxes[d] <= boxes[d + 3])) {
      throw new InputError(
        'bad-argument',
        `the box of row ${row} goes from ${boxes[d]} to ${boxes[d + 3]} along ${'xyz'[d - at]}: give a minimum and a maximum`,
      );
    }
    if (!(boxes[d] > -Infinity && boxes[d + 3] < Infinity)) state = ENDLESS;
  }
  if (row >>> 0 !== row || row >= broad.count) growRows(broad, row);
  const { box } = broad;
  const before = broad.state[row];
  if (before !== state && before !== ABSENT) takeOut(broad, row);
  for (let k = 0; k < 6; k++) box[6 * row + k] = boxes[at + k];
  if (before !== state) putIn(broad, row, state);
  else if (state === TREED && broad.place[row] >= 0) copyBox(broad, row, broad.place[row]);
}

/** Takes the box of a row away and forgets its filter. Does nothing if it has none. */
export function removeBox(broad: BroadPhase, row: number): void {
  if (!(row >= 0 && row < broad.count)) return;
  broad.group[row] = 1;
  broad.mask[row] = 0xffffffff;
  if (broad.state[row] === ABSENT) return;
  takeOut(broad, row);
  broad.state[row] = ABSENT;
}

/**
 * Sets which rows a row meets: both must have a group that the other's mask has. A row that was never told is in group
 * 1 and meets all. May come before its box; holds until removeBox.
 */
export function setFilter(broad: BroadPhase, row: number, group: number, mask: number): void {
  if (row >>> 0 !== row || row >= broad.count) growRows(broad, row);
  broad.group[row] = group;
  broad.mask[row] = mask;
}

function growRows(broad: BroadPhase, row: number): void {
  if (!(Number.isInteger(row) && row >= 0 && row < MOST_ROWS)) {
    throw new InputError('bad-argument', `row is ${row}: give that of a body, an integer from 0 on`);
  }
  const count = row + 1;
  broad.state = growColumn(broad.state, count);
  const size = broad.state.length;
  broad.box = growColumn(broad.box, 6 * size);
  broad.place = growColumn(broad.place, size);
  broad.group = growColumn(broad.group, size, 1);
  broad.mask = growColumn(broad.mask, size, 0xffffffff);
  broad.count = count;
}

function putIn(broad: BroadPhase, row: number, state: number): void {
  broad.state[row] = state;
  if (state === ENDLESS) {
    broad.endless = growColumn(broad.endless, broad.endlessCount + 1);
    broad.place[row] = broad.endlessCount;
    broad.endless[broad.endlessCount++] = row;
    return;
  }
  broad.place[row] = -1;
  broad.treeCount++;
  broad.grown = true;
}

function takeOut(broad: BroadPhase, row: number): void {
  const { place, endless, nodeBox, leafRow } = broad;
  const at = place[row];
  if (broad.state[row] === ENDLESS) {
    const last = endless[--broad.endlessCount];
    endless[at] = last;
    place[last] = at;
    return;
  }
  broad.treeCount--;
  if (at < 0) return;
  leafRow[at] = -1;
  nodeBox.fill(Infinity, 6 * at, 6 * at + 3);
  nodeBox.fill(-Infinity, 6 * at + 3, 6 * at + 6);
  markStale(broad, at);
}

/** Brings the box of a row into its leaf. */
function copyBox(broad: BroadPhase, row: number, leaf: number): void {
  const { box, nodeBox } = broad;
  const from = 6 * row;
  const to = 6 * leaf;
  for (let k = 0; k < 6; k++) nodeBox[to + k] = box[from + k];
  markStale(broad, leaf);
}

/** Marks the nodes above a leaf, up to the first that is marked already: all above that one are too. */
function markStale(broad: BroadPhase, leaf: number): void {
  const { parent, stale } = broad;
  for (let i = parent[leaf]; i >= 0 && stale[i] === 0; i = parent[i]) stale[i] = 1;
}

/** Finds the boxes of inner nodes again where something below them has changed. Allocation-free. */
export function refitTree(broad: BroadPhase): void {
  const { nodeCount, nodeBox, skip, stale } = broad;
  if (nodeCount === 0 || stale[0] === 0) return;
  // Children come after their parents.
  for (let i = nodeCount - 1; i >= 0; i--) {
    if (stale[i] === 0) continue;
    stale[i] = 0;
    const o = 6 * i;
    const a = o + 6;
    const b = 6 * skip[i + 1];
    for (let d = 0; d < 3; d++) {
      nodeBox[o + d] = Math.min(nodeBox[a + d], nodeBox[b + d]);
      nodeBox[o + 3 + d] = Math.max(nodeBox[a + 3 + d], nodeBox[b + 3 + d]);
    }
  }
}
