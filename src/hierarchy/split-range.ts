// Splits a range of triangles in two, for build.ts: along the axis where the centers of their boxes spread most, at
// the median, at the midpoint of the spread, or where the surface-area heuristic is least among bins.

import { TREE_MEDIAN_DEPTH } from './constants.ts';
import { halveRange, splitBins, widestAxis } from './median.ts';

/** How a range is split. By the median: as even as can be. By midpoint and area: as the triangles lie. */
export type Split = 'median' | 'midpoint' | 'area';

let bounds = new Float64Array(0); // scratch: box a triangle, for the heuristic alone
let center = new Float64Array(0); // scratch: twice the center of the box, three a triangle
const spread = new Float64Array(6); // scratch: least and largest center

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
  if (split === 'median' || depth >= TREE_MEDIAN_DEPTH || !(extent > 0) || extent === Infinity) {
    return halveRange(order, center, from, to, axis);
  }
  if (split === 'midpoint') {
    const middle = partition(order, from, to, axis, low + 0.5 * extent);
    return middle === from || middle === to ? halveRange(order, center, from, to, axis) : middle;
  }
  const border = splitBins(order, center, bounds, from, to, axis, spread);
  return border < 0 ? halveRange(order, center, from, to, axis) : border;
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
