// One question to every collider: how far is a point from it? All contact queries ask it here, so that solids, their
// fragments and shapes collide with one another.

import { CLEAR, NEAR } from '../field/answer.ts';
import type { Terrain } from '../field/terrain.ts';
import { measureFragment, reachesFragment } from '../fragment/measure.ts';
import { movePoint } from '../math/rigid.ts';
import type { Collider } from './collider.ts';
import type { Pass, Query } from './query.ts';

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

// The points of a sphere tree against a field: what a query asks of them, and what it notes.

/** Puts a point of the tree, in the frame of the field, into query.p. */
export function placeFeature(query: Query, pass: Pass, point: number): void {
  movePoint(query.p, 0, pass.frame, pass.solid.position, 3 * point);
}

/**
 * Measures a point of the tree within query.reach and notes what is known of it. Leaves it in query.p and, if NEAR, its
 * distance and normal in query.found.
 */
export function measurePoint(query: Query, pass: Pass, point: number): number {
  const { p, reach, found, counters } = query;
  movePoint(p, 0, pass.frame, pass.solid.position, 3 * point);
  const answer = measureCollider(found, pass.field, pass.fieldLabel, p, 0, reach, pass.sealed);
  counters.calls++;
  if (query.pointEpoch[point] !== query.epoch) counters.points++;
  query.pointEpoch[point] = query.epoch;
  query.near[point] = answer === NEAR ? 1 : 0;
  // Outside of a whole what is near may be a distance to something of it, not to the closest of all.
  const { field } = pass.field;
  const rough = answer === NEAR && found[0] > 0 && field !== null && field.family.events.count === 0;
  query.lower[point] = rough ? 0 : answer === CLEAR ? Math.max(found[0], reach[1]) : found[0];
  return answer;
}

/**
 * Whether the point in query.p may be closer to the field than far, in query.reach[1], once it was found not to be near.
 * Notes it where it is not.
 */
export function mayReach(query: Query, pass: Pass, point: number): boolean {
  const { p, reach, radius } = query;
  if (!(query.lower[point] < reach[1])) return false;
  if (query.near[point] === 1) return true;
  radius[0] = reach[1];
  if (reachesCollider(pass.field, pass.fieldLabel, p, 0, radius)) return true;
  query.lower[point] = radius[0];
  return false;
}
