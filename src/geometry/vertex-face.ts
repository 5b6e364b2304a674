// A moving vertex against a moving triangle: may they touch within a step, and when first?

import { loadDifference, searchTime } from './continuous.ts';

/**
 * Whether vertex v and triangle a b c may come within `separation` of each other while every vertex goes straight
 * from `start` to `end`; then out[0] is the time, from 0 to 1. Never misses a contact, never answers with a later
 * time than the true one; a false contact came as close as about 1e-14 of the pair's size, or stayed coplanar and
 * near throughout. Allocation-free.
 */
export function sweepVertexFace(
  out: Float64Array,
  start: Float64Array,
  end: Float64Array,
  v: number,
  a: number,
  b: number,
  c: number,
  separation: number,
): boolean {
  loadDifference(0, start, end, v, a);
  loadDifference(3, start, end, b, a);
  loadDifference(6, start, end, c, a);
  return searchTime(out, false, separation);
}
