// The pairs of a broad phase: the tree against itself, left out where all sleep. What comes out is sorted, so its order
// tells nothing of the tree.

import { InputError } from '../job/error.ts';
import { growColumn } from '../math/columns.ts';
import { ABSENT, type BroadPhase, TREED } from './broad-phase.ts';
import { updateTree } from './broad-phase-build.ts';
import { SORT_FEW } from './constants.ts';

/** Pairs of rows. Columns hold at least `count` and are replaced when they grow. Made by createPairList alone. */
export interface PairList {
  count: number;
  a: Int32Array; // the lower row
  b: Int32Array;
}

export function createPairList(): PairList {
  return { count: 0, a: new Int32Array(64), b: new Int32Array(64) };
}

/** Notes how many tests more than with a new tree a search took, by what it had to find. */
function noteTests(broad: BroadPhase, tests: number, work: number): void {
  if (broad.usualWork === 0) {
    broad.usualTests = tests;
    broad.usualWork = work;
  } else {
    const usual = Math.floor((broad.usualTests * work) / broad.usualWork);
    if (tests > usual) broad.spare += tests - usual;
  }
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
  markAsleep(broad, awake);
  out.count = 0;
  broad.tests = 0;
  const rows = meetTree(out, broad, awake);
  noteTests(broad, broad.tests, rows + out.count);
  meetEndless(out, broad, awake);
  sortPairs(out, broad.count);
  return out.count;
}

/** Marks the nodes above rows that are asleep. */
function markAsleep(broad: BroadPhase, awake: Uint8Array): void {
  const { count, state, place, parent, asleep, nodeCount } = broad;
  asleep.fill(0, 0, nodeCount);
  for (let row = 0; row < count; row++) {
    if (awake[row] !== 0 || state[row] !== TREED) continue;
    for (let i = place[row]; i >= 0 && asleep[i] === 0; i = parent[i]) asleep[i] = 1;
  }
}

/**
 * The pairs within the tree: every row awake against all that come after it there, and those asleep before it. Returns
 * how many rows are awake.
 */
function meetTree(out: PairList, broad: BroadPhase, awake: Uint8Array): number {
  const { nodeCount, leafRow, asleep } = broad;
  let rows = 0;
  for (let leaf = 0; leaf < nodeCount; leaf++) {
    const row = leafRow[leaf];
    if (row < 0 || awake[row] === 0) continue;
    rows++;
    if (asleep[0] !== 0) meetSleepers(out, broad, leaf);
    meetRest(out, broad, leaf);
  }
  return rows;
}

/** The pairs of a leaf with all leaves after it. */
function meetRest(out: PairList, broad: BroadPhase, leaf: number): void {
  const { nodeCount, nodeBox, skip, leafRow } = broad;
  const x0 = nodeBox[6 * leaf];
  const y0 = nodeBox[6 * leaf + 1];
  const z0 = nodeBox[6 * leaf + 2];
  const x1 = nodeBox[6 * leaf + 3];
  const y1 = nodeBox[6 * leaf + 4];
  const z1 = nodeBox[6 * leaf + 5];
  let tests = 0;
  for (let i = leaf + 1; i < nodeCount; tests++) {
    const o = 6 * i;
    // One branch a node instead of six that no one can foresee.
    const x = +(nodeBox[o] <= x1) & +(x0 <= nodeBox[o + 3]);
    const y = +(nodeBox[o + 1] <= y1) & +(y0 <= nodeBox[o + 4]);
    const z = +(nodeBox[o + 2] <= z1) & +(z0 <= nodeBox[o + 5]);
    if ((x & y & z) === 0) i = skip[i];
    else {
      if (leafRow[i] >= 0) addPair(out, broad, leafRow[leaf], leafRow[i]);
      i++;
    }
  }
  broad.tests += tests;
}

/** The pairs of a leaf with those leaves before it that are asleep. */
function meetSleepers(out: PairList, broad: BroadPhase, leaf: number): void {
  const { nodeBox, skip, leafRow, asleep } = broad;
  for (let i = 0; i < leaf; ) {
    broad.tests++;
    if (asleep[i] === 0 || !overlapBoxes(nodeBox, i, leaf)) i = skip[i];
    else {
      if (leafRow[i] >= 0) addPair(out, broad, leafRow[leaf], leafRow[i]);
      i++;
    }
  }
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

// Sorts the pairs of a broad phase: by counting, in time proportional to pairs and rows, or by insertion if they are few.

let start = new Int32Array(0); // scratch: where the pairs of a row go
let otherA = new Int32Array(0); // scratch: pairs by their second row
let otherB = new Int32Array(0);

/** Sorts pairs of rows below `rows` by (a, b). Allocates only to grow. */
export function sortPairs(pairs: PairList, rows: number): void {
  const { count, a, b } = pairs;
  if (count <= SORT_FEW) {
    insertPairs(a, b, count);
    return;
  }
  start = growColumn(start, rows + 1);
  otherA = growColumn(otherA, count);
  otherB = growColumn(otherB, count);
  // By the second row, then, keeping that order, by the first.
  countRows(b, count, rows);
  for (let k = 0; k < count; k++) {
    const to = start[b[k]]++;
    otherA[to] = a[k];
    otherB[to] = b[k];
  }
  countRows(otherA, count, rows);
  for (let k = 0; k < count; k++) {
    const to = start[otherA[k]]++;
    a[to] = otherA[k];
    b[to] = otherB[k];
  }
}

/** Sets `start` to where the entries of each row begin. */
function countRows(column: Int32Array, count: number, rows: number): void {
  start.fill(0, 0, rows + 1);
  for (let k = 0; k < count; k++) start[column[k] + 1]++;
  for (let row = 0; row < rows; row++) start[row + 1] += start[row];
}

function insertPairs(a: Int32Array, b: Int32Array, count: number): void {
  for (let k = 1; k < count; k++) {
    const x = a[k];
    const y = b[k];
    let to = k;
    for (; to > 0 && (a[to - 1] > x || (a[to - 1] === x && b[to - 1] > y)); to--) {
      a[to] = a[to - 1];
      b[to] = b[to - 1];
    }
    a[to] = x;
    b[to] = y;
  }
}
