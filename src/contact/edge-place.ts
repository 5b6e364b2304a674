// A place along an edge: what the field says there. Shared by those who look along edges; all of it is scratch.

import type { Collider } from './collider.ts';
import { measureCollider } from './measure.ts';

/** Numbers that measureEdge writes: distance, normal, and where along the edge, from 0 to 1. */
export const EDGE_SIZE = 5;

export const span = new Float64Array(2); // scratch: near and far of a question
export const along = new Float64Array(4); // scratch: unit direction of the edge, and its length
export const place = new Float64Array(3); // scratch: a place on the edge
export const found = new Float64Array(EDGE_SIZE); // scratch: distance and normal there, and where that is

/** Sets `along` for the edge from ends[at…] to ends[at + 3…]. */
export function setAlong(ends: Float64Array, at: number): void {
  const x = ends[at + 3] - ends[at];
  const y = ends[at + 4] - ends[at + 1];
  const z = ends[at + 5] - ends[at + 2];
  const length = Math.sqrt(x * x + y * y + z * z);
  const scale = length > 0 ? 1 / length : 0;
  along[0] = x * scale;
  along[1] = y * scale;
  along[2] = z * scale;
  along[3] = length;
}

/** Asks at the place found[4] of the edge, within `span`; distance and normal are in `found`. */
export function ask(
  collider: Collider,
  label: number,
  ends: Float64Array,
  at: number,
  sealed: boolean,
): number {
  setPlace(ends, at);
  return measureCollider(found, collider, label, place, 0, span, sealed);
}

/** Sets `place` to where found[4] is on the edge. */
export function setPlace(ends: Float64Array, at: number): void {
  const t = found[4];
  for (let d = 0; d < 3; d++) place[d] = ends[at + d] + t * (ends[at + 3 + d] - ends[at + d]);
}

/** Copies what was found at a place. */
export function copy(out: Float64Array, from: Float64Array): void {
  for (let k = 0; k < EDGE_SIZE; k++) out[k] = from[k];
}
