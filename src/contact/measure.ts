// One question to every collider: how far is a point from it? All contact queries ask it here, so that solids, their
// fragments and shapes collide with one another.

import type { Terrain } from '../field/terrain.ts';
import { measureFragment, reachesFragment } from '../fragment/measure.ts';
import type { Collider } from './collider.ts';

/**
 * Asks how far p[at…] is from fragment `label` of a collider, in its frame. Returns NEAR if the signed distance is
 * below reach[0], and always inside, with it and the unit outward normal in out[0..3]; CLEAR if no part of the
 * fragment is within reach[1], which is proven; OPEN otherwise. Where it is not NEAR, out[0] is proven to be no more
 * than the distance. With `sealed`, cracks still closed against fragments
 * that have not moved do not count. Expects 0 ≤ reach[0] ≤ reach[1]. Allocation-free.
 */
export function measureCollider(
  out: Float64Array,
  collider: Collider,
  label: number,
  p: Float64Array,
  at: number,
  reach: Float64Array,
  sealed: boolean,
): number {
  const { field, terrain, shape } = collider;
  if (field !== null) return measureFragment(out, field, label, p, at, reach, sealed);
  if (shape !== null) return shape.measure(out, collider.kind, collider.size, p, at, reach);
  return (terrain as Terrain).answers.measure(out, terrain as Terrain, p, at, reach);
}

/**
 * Whether fragment `label` of a broken collider may have a part within reach[0] of p[at…]: less work than measuring the
 * point again, where only the reach is another.
 */
export function reachesCollider(
  collider: Collider,
  label: number,
  p: Float64Array,
  at: number,
  reach: Float64Array,
): boolean {
  const { field } = collider;
  // Shapes and wholes have said all they know with their lower bound.
  return field === null || field.family.events.count === 0 || reachesFragment(field, label, p, at, reach);
}
