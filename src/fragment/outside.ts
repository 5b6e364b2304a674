// The distance from outside: of points beside the solid or in another fragment. [Glondu13] stores no such distances, yet
// positive tolerances and speculative contacts need them.

import type { FragmentField } from './fragment-field.ts';
import { isClosed, writeHit } from './search.ts';
import { BEYOND, closestWall, WALL_SIZE, WITHIN } from './walls-closest.ts';

const TIE = 1e-9; // relative: of two that are as close as that, the first has it

const RIM = 1e-6; // relative: more than rounding leaves between faces that meet
const TINY = 1e-18; // the same in edges, squared

const hit = new Float64Array(WALL_SIZE); // scratch: the closest surface so far
const bound = new Float64Array(2); // scratch: near and far, squared
const other = new Float64Array(WALL_SIZE); // scratch: the same of another fragment

/**
 * Writes the distance of fragment `label` at p[at…], which lies outside of it, and the outward normal if that is below
 * reach[0], and returns WITHIN. Else it writes what the distance is no less than, and returns BEYOND if that is below
 * reach[1], AWAY if not. With `sealed`, closed cracks do not count as near, and where another fragment of the group is
 * closer nothing does. Exact up to rounding; allocates only for walls that are new.
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
  bound[0] = reach[0] * reach[0];
  bound[1] = reach[1] * reach[1];
  const found = closestWall(hit, field, label, p, at, bound, false);
  if (found !== WITHIN) {
    out[0] = found === BEYOND ? reach[0] : reach[1];
    return found;
  }
  if (sealed && isGrouped(field, label)) {
    const { meanScale } = field.family.topology;
    out[0] = Math.sqrt(hit[0]); // what is closed bounds the fragment too
    if (isOthers(field, label, p, at)) return BEYOND;
    // Where a closed face is closest, and nobody else is closer, it is at its rim, which is as close to the open ones.
    bound[0] = bound[1] = hit[0] * (1 + RIM) + TINY * meanScale * meanScale;
    if (hit[7] >= 0 && isClosed(field, hit[7], label)) {
      if (closestWall(hit, field, label, p, at, bound, true) !== WITHIN) return BEYOND;
    }
  }
  writeHit(out, field, hit, p, at, false);
  return WITHIN;
}

/** Whether there are fragments that have not moved against `label`. */
function isGrouped({ group, family }: FragmentField, label: number): boolean {
  const { alive, count } = family.fragments;
  const own = group[label];
  for (let l = 0; l < count; l++) if (group[l] === own && l !== label && alive[l] === 1) return true;
  return false;
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
    bound[0] = bound[1] = hit[0] * (l < label ? 1 + TIE : 1 - TIE);
    if (x * x + y * y + z * z >= bound[0]) continue;
    if (closestWall(other, field, l, p, at, bound, false) === WITHIN) return true;
  }
  return false;
}
