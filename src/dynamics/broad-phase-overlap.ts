// What a box meets in a broad phase: rows, by their boxes. The answer is the same whatever form the tree has.

import { InputError } from '../job/error.ts';
import { growColumn } from '../math/columns.ts';
import type { BroadPhase } from './broad-phase.ts';
import { updateTree } from './broad-phase-build.ts';

/** Rows found. `row` holds at least `count` and is replaced when it grows. Made by createRowList alone. */
interface RowList {
  count: number;
  row: Int32Array;
}

export function createRowList(): RowList {
  return { count: 0, row: new Int32Array(16) };
}

/**
 * Writes the rows whose boxes overlap or touch `box` (min xyz, max xyz), ascending; returns how many. Filters play no
 * part. Allocates only to grow.
 */
export function overlapBroad(out: RowList, broad: BroadPhase, box: Float64Array): number {
  for (let d = 0; d < 3; d++) {
    if (!(box[d] <= box[3 + d])) {
      throw new InputError(
        'bad-argument',
        `box goes from ${box[d]} to ${box[3 + d]} along ${'xyz'[d]}: give a minimum and a maximum`,
      );
    }
  }
  updateTree(broad);
  const { nodeCount, nodeBox, skip, leafRow, endless, endlessCount } = broad;
  out.count = 0;
  for (let i = 0; i < nodeCount; ) {
    if (!touches(nodeBox, 6 * i, box)) i = skip[i];
    else {
      if (leafRow[i] >= 0) addRow(out, leafRow[i]);
      i++;
    }
  }
  for (let k = 0; k < endlessCount; k++) if (touches(broad.box, 6 * endless[k], box)) addRow(out, endless[k]);
  sortRows(out.row, out.count);
  return out.count;
}

function touches(boxes: Float64Array, at: number, box: Float64Array): boolean {
  return (
    boxes[at] <= box[3] &&
    box[0] <= boxes[at + 3] &&
    boxes[at + 1] <= box[4] &&
    box[1] <= boxes[at + 4] &&
    boxes[at + 2] <= box[5] &&
    box[2] <= boxes[at + 5]
  );
}

function addRow(out: RowList, row: number): void {
  out.row = growColumn(out.row, out.count + 1);
  out.row[out.count++] = row;
}

/** Sorts the first `count` rows, ascending, by a heap. */
function sortRows(row: Int32Array, count: number): void {
  for (let i = count >> 1; i-- > 0; ) sink(row, i, count);
  for (let end = count - 1; end > 0; end--) {
    const last = row[end];
    row[end] = row[0];
    row[0] = last;
    sink(row, 0, end);
  }
}

function sink(row: Int32Array, from: number, end: number): void {
  const value = row[from];
  let i = from;
  for (let child = 2 * i + 1; child < end; child = 2 * i + 1) {
    if (child + 1 < end && row[child + 1] > row[child]) child++;
    if (row[child] <= value) break;
    row[i] = row[child];
    i = child;
  }
  row[i] = value;
}
