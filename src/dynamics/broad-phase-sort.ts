// Sorts the pairs of a broad phase: by counting, in time proportional to pairs and rows, or by insertion if they are few.

import { growColumn } from '../math/columns.ts';
import type { PairList } from './broad-phase-pairs.ts';
import { SORT_FEW } from './constants.ts';

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
