// How thick bodies are where they are thinnest, and how deep they may be in each other.

import { SLAB_DIRECTIONS } from '../contact/slabs.ts';
import type { WorldState } from './state.ts';

const EPSILON = 0.002; // of the radius, or of four times the thinnest part where that is less

/** The thinnest part of a body: of its solid, or of the slabs of a shard if that is less. */
export function thicknessOf({ copy, label }: WorldState, row: number): number {
  const of = copy[row];
  if (of === null) return Infinity;
  const { slabs } = of.collider;
  if (slabs === null) return of.thickness;
  let least = of.thickness;
  const o = 2 * SLAB_DIRECTIONS.length * label[row];
  for (let k = 0; k < SLAB_DIRECTIONS.length; k++) {
    const scale = k < 3 ? 1 : k < 9 ? Math.SQRT1_2 : 0.5773502691896258;
    const wide = scale * (slabs.span[o + 2 * k + 1] - slabs.span[o + 2 * k]);
    if (wide < least) least = wide;
  }
  return least;
}

/** How deep two bodies may be in each other: ε of the smaller, or of the thinner. */
export function allowedDepth(state: WorldState, a: number, b: number): number {
  const { radius } = state.bodies;
  const thin = Math.min(thicknessOf(state, a), thicknessOf(state, b));
  return EPSILON * Math.min(radius[a], radius[b], 4 * thin);
}
