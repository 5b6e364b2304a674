// The distance from outside: of points beside the solid or in another fragment. [Glondu13] stores no such distances, yet
// positive tolerances and speculative contacts need them.

import type { FragmentField } from './fragment-field.ts';
import { HIT_SIZE, writeHit } from './search.ts';
import { closestWall } from './walls-closest.ts';

/** What measureOutside found: nothing within far, something beyond near, the fragment within near. */
export const AWAY = 0;
export const BEYOND = 1;
export const WITHIN = 2;

const hit = new Float64Array(HIT_SIZE); // scratch: the closest surface so far
const other = new Float64Array(HIT_SIZE); // scratch: the same of another fragment

/**
 * Writes the distance of fragment `label` at p[at…], which lies outside of it, and the outward normal if that is below
 * reach[0]; where it is not below reach[1] it writes nothing. With `sealed`, closed cracks do not count, and where another
 * fragment of the group is closer, what is near counts as beyond. Exact up to rounding; allocates only for walls that are new.
 */
export function measureOutside(
  out: Float64Array,
  field: FragmentField,
  label: number,
  p: Float64Array,
  at: number,
  reach: Float64Array,
  sealed: boolean,
): number {
  hit[0] = reach[1] * reach[1];
  if (!closestWall(hit, field, label, p, at, sealed)) return AWAY;
  out[0] = Math.sqrt(hit[0]);
  if (!(out[0] < reach[0])) return BEYOND;
  if (sealed && isOthers(field, label, p, at)) return BEYOND;
  writeHit(out, field, hit, p, at, false);
  return WITHIN;
}

/** Whether a fragment that has not moved against `label` is closer than hit[0]. */
function isOthers(field: FragmentField, label: number, p: Float64Array, at: number): boolean {
  const { group, family, box } = field;
  const { alive, count } = family.fragments;
  for (let l = 0; l < count; l++) {
    if (group[l] !== group[label] || l === label || alive[l] === 0) continue;
    const o = 6 * l;
    const x = Math.max(box[o] - p[at], p[at] - box[o + 3], 0);
    const y = Math.max(box[o + 1] - p[at + 1], p[at + 1] - box[o + 4], 0);
    const z = Math.max(box[o + 2] - p[at + 2], p[at + 2] - box[o + 5], 0);
    if (x * x + y * y + z * z >= hit[0]) continue;
    other[0] = hit[0];
    if (closestWall(other, field, l, p, at, true)) return true;
  }
  return false;
}
