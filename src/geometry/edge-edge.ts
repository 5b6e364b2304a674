// A moving edge against a moving edge: may they touch within a step, and when first?

import { loadDifference, searchTime } from './continuous.ts';

/**
 * Whether edges a0 a1 and b0 b1 may come within `separation` of each other while every vertex goes straight from
 * `start` to `end`; then out[0] is the time, from 0 to 1. The same guarantees as sweepVertexFace. Allocation-free.
 */
export function sweepEdgeEdge(
  out: Float64Array,
  start: Float64Array,
  end: Float64Array,
  a0: number,
  a1: number,
  b0: number,
  b1: number,
  separation: number,
): boolean {
  loadDifference(0, start, end, b0, a0);
  loadDifference(3, start, end, a1, a0);
  loadDifference(6, start, end, b1, b0);
  return searchTime(out, true, separation);
}
