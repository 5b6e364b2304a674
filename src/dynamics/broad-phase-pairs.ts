// The pairs of a broad phase: the tree against itself, left out where all sleep. What comes out is sorted, so its order
// tells nothing of the tree.

import { InputError } from '../job/error.ts';
import { growColumn } from '../math/columns.ts';
import { ABSENT, type BroadPhase, refitTree, TREED } from './broad-phase.ts';
import { buildTree, TREE_DEPTH } from './broad-phase-build.ts';
import { sortPairs } from './broad-phase-sort.ts';

/** Pairs of rows. Columns hold at least `count` and are replaced when they grow. Made by createPairList alone. */
export interface PairList {
  count: number;
  a: Int32Array; // the lower row
  b: Int32Array;
}

export function createPairList(): PairList {
  return { count: 0, a: new Int32Array(64), b: new Int32Array(64) };
}

/** Brings the tree up to date: built anew if rows have come, or if it has cost more by now than building does. */
export function updateTree(broad: BroadPhase): void {
  if (broad.grown) {
    buildTree(broad);
    broad.usual = 0;
    broad.spare = 0;
  }
  refitTree(broad);
}

/**
 * Writes all pairs of rows whose boxes overlap or touch, whose filters let them meet, and of which at least one is awake
 * (awake[row] is not 0), by ascending (a, b) with a < b; returns how many. Allocates only to grow.
 */
export function findPairs(out: PairList, broad: BroadPhase, awake: Uint8Array): number {
  if (awake.length < broad.count) {
    throw new InputError(
      'bad-argument',
      `awake has ${awake.length} entries, the broad phase ${broad.count} rows: give one a row`,
    );
  }
  updateTree(broad);
  markAwake(broad, awake);
  out.count = 0;
  broad.tests = 0;
  meetTree(out, broad);
  meetEndless(out, broad, awake);
  sortPairs(out, broad.count);
  return out.count;
}

/** Marks the nodes above rows that are awake. */
function markAwake(broad: BroadPhase, rows: Uint8Array): void {
  const { count, state, place, parent, awake, nodeCount } = broad;
  awake.fill(0, 0, nodeCount);
  for (let row = 0; row < count; row++) {
    if (rows[row] === 0 || state[row] !== TREED) continue;
    for (let i = place[row]; i >= 0 && awake[i] === 0; i = parent[i]) awake[i] = 1;
  }
}

// Scratch: pairs of nodes to be looked at. Each pair taken leaves at most two, one level deeper on one side: at most one
// a level of either side waits, and the pair in hand.
const waiting = new Int32Array(2 * (2 * TREE_DEPTH + 2));

/** The pairs within the tree: of every node, what is below one child against what is below the other. */
function meetTree(out: PairList, broad: BroadPhase): void {
  const { nodeCount, nodeBox, second, leafRow, awake } = broad;
  let tests = 0;
  for (let node = 0; node < nodeCount; node++) {
    if (awake[node] === 0 || second[node] < 0) continue;
    tests++;
    if (!overlapBoxes(nodeBox, node + 1, second[node])) continue;
    let depth = 1;
    waiting[0] = node + 1;
    waiting[1] = second[node];
    while (depth > 0) {
      depth--;
      let a = waiting[2 * depth];
      let b = waiting[2 * depth + 1];
      if (second[a] < 0 && second[b] < 0) {
        addPair(out, broad, leafRow[a], leafRow[b]);
        continue;
      }
      if (second[a] < 0 || (second[b] >= 0 && girth(nodeBox, a) < girth(nodeBox, b))) {
        const swap = a;
        a = b;
        b = swap;
      }
      // The wider of both is opened.
      const near = a + 1;
      const far = second[a];
      tests += 2;
      if ((awake[near] | awake[b]) !== 0 && overlapBoxes(nodeBox, near, b)) {
        waiting[2 * depth] = near;
        waiting[2 * depth++ + 1] = b;
      }
      if ((awake[far] | awake[b]) !== 0 && overlapBoxes(nodeBox, far, b)) {
        waiting[2 * depth] = far;
        waiting[2 * depth++ + 1] = b;
      }
    }
  }
  broad.tests += tests;
}

function girth(box: Float64Array, node: number): number {
  const o = 6 * node;
  return box[o + 3] - box[o] + (box[o + 4] - box[o + 1]) + (box[o + 5] - box[o + 2]);
}

function overlapBoxes(box: Float64Array, a: number, b: number): boolean {
  const i = 6 * a;
  const j = 6 * b;
  return (
    box[i] <= box[j + 3] &&
    box[j] <= box[i + 3] &&
    box[i + 1] <= box[j + 4] &&
    box[j + 1] <= box[i + 4] &&
    box[i + 2] <= box[j + 5] &&
    box[j + 2] <= box[i + 5]
  );
}

/** The pairs of boxes without end: each against every row. */
function meetEndless(out: PairList, broad: BroadPhase, awake: Uint8Array): void {
  const { count, state, box, endless, endlessCount, place } = broad;
  for (let k = 0; k < endlessCount; k++) {
    const a = endless[k];
    for (let b = 0; b < count; b++) {
      if (state[b] === ABSENT || (awake[a] | awake[b]) === 0) continue;
      if (state[b] !== TREED && place[b] <= k) continue; // both without end: once
      broad.tests++;
      if (overlapBoxes(box, a, b)) addPair(out, broad, a, b);
    }
  }
}

/** Adds a pair if the filters let it. */
function addPair(out: PairList, broad: BroadPhase, i: number, j: number): void {
  const { group, mask } = broad;
  if ((group[i] & mask[j]) === 0 || (group[j] & mask[i]) === 0) return;
  if (out.count === out.a.length) {
    out.a = growColumn(out.a, out.count + 1);
    out.b = growColumn(out.b, out.count + 1);
  }
  out.a[out.count] = Math.min(i, j);
  out.b[out.count++] = Math.max(i, j);
}
