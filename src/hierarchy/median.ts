// Parts a list of items by their centers, at the median or by the surface-area heuristic: what builders of boxes within
// boxes share.

import { boundPoints, longestAxis } from '../geometry/box.ts';
import { BINS } from './constants.ts';

/** The axis along which the centers, three numbers an item, of order[from…to) spread most; how far goes to `out`. */
export function widestAxis(
  out: Float64Array,
  order: Uint32Array,
  center: Float64Array,
  from: number,
  to: number,
): number {
  boundPoints(out, 0, center, order, from, to);
  return longestAxis(out, 0);
}

/** Halves order[from…to) so that no center before the middle is above one behind it: quickselect, middle of three. */
export function halveRange(
  order: Uint32Array,
  center: Float64Array,
  from: number,
  to: number,
  axis: number,
): number {
  const middle = (from + to) >> 1;
  let low = from;
  let high = to - 1;
  while (low < high) {
    const a = center[3 * order[low] + axis];
    const b = center[3 * order[(low + high) >> 1] + axis];
    const c = center[3 * order[high] + axis];
    const pivot = Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
    let i = low;
    let j = high;
    while (i <= j) {
      while (center[3 * order[i] + axis] < pivot) i++;
      while (center[3 * order[j] + axis] > pivot) j--;
      if (i <= j) {
        const t = order[i];
        order[i++] = order[j];
        order[j--] = t;
      }
    }
    if (middle <= j) high = j;
    else if (middle >= i) low = i;
    else break;
  }
  return middle;
}

const binCount = new Int32Array(BINS); // scratch: triangles a bin
const binBox = new Float64Array(6 * BINS); // scratch: box a bin
const cost = new Float64Array(BINS); // scratch: of everything before a bin
const merged = new Float64Array(6); // scratch: the growing box of a sweep

/**
 * Parts order[from…to) where the surface-area heuristic is least among bins of centers along an axis; `bounds` has the
 * items' boxes, `spread` is what widestAxis wrote. Returns the border, or −1 where no bins part them.
 */
export function splitBins(
  order: Uint32Array,
  center: Float64Array,
  bounds: Float64Array,
  from: number,
  to: number,
  axis: number,
  spread: Float64Array,
): number {
  const low = spread[axis];
  const scale = BINS / (spread[3 + axis] - low); // infinite where the extent is next to nothing
  if (scale === Infinity) return -1;
  for (let b = 0; b < BINS; b++) {
    binCount[b] = 0;
    for (let d = 0; d < 3; d++) {
      binBox[6 * b + d] = Infinity;
      binBox[6 * b + 3 + d] = -Infinity;
    }
  }
  for (let i = from; i < to; i++) {
    const t = order[i];
    const b = Math.min(BINS - 1, Math.floor((center[3 * t + axis] - low) * scale));
    binCount[b]++;
    growBox(binBox, 6 * b, bounds, 6 * t);
  }
  emptyMerged();
  let count = 0;
  for (let b = 0; b < BINS - 1; b++) {
    growBox(merged, 0, binBox, 6 * b);
    count += binCount[b];
    cost[b + 1] = count * mergedArea();
  }
  emptyMerged();
  count = 0;
  let best = -1;
  let least = Infinity;
  for (let b = BINS - 1; b > 0; b--) {
    growBox(merged, 0, binBox, 6 * b);
    count += binCount[b];
    const sum = cost[b] + count * mergedArea();
    if (count > 0 && count < to - from && sum < least) {
      least = sum;
      best = b;
    }
  }
  if (best < 0) return -1;
  let middle = from;
  for (let i = from; i < to; i++) {
    const t = order[i];
    if (Math.min(BINS - 1, Math.floor((center[3 * t + axis] - low) * scale)) < best) {
      order[i] = order[middle];
      order[middle++] = t;
    }
  }
  return middle;
}

function emptyMerged(): void {
  for (let d = 0; d < 3; d++) {
    merged[d] = Infinity;
    merged[3 + d] = -Infinity;
  }
}

export function growBox(box: Float64Array, at: number, by: Float64Array, o: number): void {
  if (by[o] < box[at]) box[at] = by[o];
  if (by[o + 1] < box[at + 1]) box[at + 1] = by[o + 1];
  if (by[o + 2] < box[at + 2]) box[at + 2] = by[o + 2];
  if (by[o + 3] > box[at + 3]) box[at + 3] = by[o + 3];
  if (by[o + 4] > box[at + 4]) box[at + 4] = by[o + 4];
  if (by[o + 5] > box[at + 5]) box[at + 5] = by[o + 5];
}

/** Half the surface of the merged box. Zero while it is empty. */
function mergedArea(): number {
  const x = merged[3] - merged[0];
  const y = merged[4] - merged[1];
  const z = merged[5] - merged[2];
  return x < 0 ? 0 : x * y + y * z + z * x;
}
