// Splits a range of triangles in two, for build.ts: along the axis where the centers of their boxes spread most, at
// the median, at the midpoint of the spread, or where the surface-area heuristic is least among bins.

import { halveRange, widestAxis } from './median.ts';

/** How a range is split. By the median: as even as can be. By midpoint and area: as the triangles lie. */
export type Split = 'median' | 'midpoint' | 'area';

// Deeper than this, every way turns to the median, so that a tree over 2³² triangles is at most 40 + 32 high.
const MEDIAN_DEPTH = 40;
const BINS = 16;

let bounds = new Float64Array(0); // scratch: box a triangle, for the heuristic alone
let center = new Float64Array(0); // scratch: twice the center of the box, three a triangle
const spread = new Float64Array(6); // scratch: least and largest center
const binCount = new Int32Array(BINS); // scratch: triangles a bin
const binBox = new Float64Array(6 * BINS); // scratch: box a bin
const cost = new Float64Array(BINS); // scratch: of everything before a bin
const merged = new Float64Array(6); // scratch: the growing box of a sweep

/** Measures the triangles order[from…to): call once before their ranges are split. */
export function prepareSplits(
  positions: Float64Array,
  indices: Uint32Array,
  order: Uint32Array,
  from: number,
  to: number,
  split: Split,
): void {
  if (center.length < indices.length) center = new Float64Array(indices.length + (indices.length >> 1));
  const boxed = split === 'area';
  if (boxed && bounds.length < 2 * indices.length) bounds = new Float64Array(3 * indices.length);
  for (let i = from; i < to; i++) {
    const t = order[i];
    const a = 3 * indices[3 * t];
    const b = 3 * indices[3 * t + 1];
    const c = 3 * indices[3 * t + 2];
    for (let d = 0; d < 3; d++) {
      const low = Math.min(positions[a + d], positions[b + d], positions[c + d]);
      const high = Math.max(positions[a + d], positions[b + d], positions[c + d]);
      center[3 * t + d] = low + high;
      if (boxed) {
        bounds[6 * t + d] = low;
        bounds[6 * t + 3 + d] = high;
      }
    }
  }
}

/** Reorders order[from…to), two triangles or more, and returns where the second part begins: neither is empty. */
export function splitRange(
  order: Uint32Array,
  from: number,
  to: number,
  split: Split,
  depth: number,
): number {
  const axis = widestAxis(spread, order, center, from, to);
  const low = spread[axis];
  const extent = spread[3 + axis] - low;
  if (split === 'median' || depth >= MEDIAN_DEPTH || !(extent > 0) || extent === Infinity) {
    return halveRange(order, center, from, to, axis);
  }
  if (split === 'midpoint') {
    const middle = partition(order, from, to, axis, low + 0.5 * extent);
    return middle === from || middle === to ? halveRange(order, center, from, to, axis) : middle;
  }
  const scale = BINS / extent; // infinite where the extent is next to nothing
  return scale < Infinity
    ? splitArea(order, from, to, axis, low, scale)
    : halveRange(order, center, from, to, axis);
}

/** Puts triangles with a center below `border` first; returns how far they reach. */
function partition(order: Uint32Array, from: number, to: number, axis: number, border: number): number {
  let middle = from;
  for (let i = from; i < to; i++) {
    const t = order[i];
    if (center[3 * t + axis] < border) {
      order[i] = order[middle];
      order[middle++] = t;
    }
  }
  return middle;
}

function splitArea(
  order: Uint32Array,
  from: number,
  to: number,
  axis: number,
  low: number,
  scale: number,
): number {
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
  if (best < 0) return halveRange(order, center, from, to, axis);
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

function growBox(box: Float64Array, at: number, by: Float64Array, o: number): void {
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
