// The points of a sphere tree against a field: what a query asks of them, and what it notes.

import { CLEAR, NEAR } from '../field/answer.ts';
import { movePoint } from '../math/rigid.ts';
import { measureCollider, reachesCollider } from './measure.ts';
import type { Pass, QueryWork } from './work.ts';

/** Puts a point of the tree, in the frame of the field, into work.p. */
export function placeFeature(work: QueryWork, pass: Pass, point: number): void {
  movePoint(work.p, 0, pass.frame, pass.solid.position, 3 * point);
}

/**
 * Measures a point of the tree within work.reach and notes what is known of it. Leaves it in work.p and, if NEAR, its
 * distance and normal in work.found.
 */
export function measurePoint(work: QueryWork, pass: Pass, point: number): number {
  const { p, reach, found, counters } = work;
  movePoint(p, 0, pass.frame, pass.solid.position, 3 * point);
  const answer = measureCollider(found, pass.field, pass.fieldLabel, p, 0, reach, pass.sealed);
  counters.calls++;
  if (work.pointEpoch[point] !== work.epoch) counters.points++;
  work.pointEpoch[point] = work.epoch;
  work.near[point] = answer === NEAR ? 1 : 0;
  // Outside of a whole what is near may be a distance to something of it, not to the closest of all.
  const { field } = pass.field;
  const rough = answer === NEAR && found[0] > 0 && field !== null && field.family.events.count === 0;
  work.lower[point] = rough ? 0 : answer === CLEAR ? Math.max(found[0], reach[1]) : found[0];
  return answer;
}

/**
 * Whether the point in work.p may be closer to the field than far, in work.reach[1], once it was found not to be near.
 * Notes it where it is not.
 */
export function mayReach(work: QueryWork, pass: Pass, point: number): boolean {
  const { p, reach, radius } = work;
  if (!(work.lower[point] < reach[1])) return false;
  if (work.near[point] === 1) return true;
  radius[0] = reach[1];
  if (reachesCollider(pass.field, pass.fieldLabel, p, 0, radius)) return true;
  work.lower[point] = radius[0];
  return false;
}
