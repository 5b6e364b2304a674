// How thick bodies are where they are thinnest, and how deep they may be in each other.

import { KDOP_DIRECTIONS, slabScale } from '../contact/kdop.ts';
import { ALLOWED_DEPTH } from './constants.ts';
import type { WorldState } from './state.ts';

/** The thinnest part of a body: of its solid, or of the k-DOP of a shard if that is less. */
export function measureThinnest({ instance, label }: WorldState, row: number): number {
  const of = instance[row];
  if (of === null) return Infinity;
  const { kdop } = of.collider;
  if (kdop === null) return of.thickness;
  let least = of.thickness;
  const o = 2 * KDOP_DIRECTIONS.length * label[row];
  for (let k = 0; k < KDOP_DIRECTIONS.length; k++) {
    const wide = slabScale(k) * (kdop.span[o + 2 * k + 1] - kdop.span[o + 2 * k]);
    if (wide < least) least = wide;
  }
  return least;
}

/** How deep two bodies may be in each other, by the smaller, or by the thinner. */
export function allowedDepth({ bodies }: WorldState, a: number, b: number): number {
  const { radius, thin } = bodies;
  return ALLOWED_DEPTH * Math.min(radius[a], radius[b], thin[a], thin[b]);
}
