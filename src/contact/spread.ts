// Keeps the first contacts of a query apart. Nodes of one parent lie within its sphere, so where the traversal has few
// parents left, contacts would come in bunches. A point that is close to a contact, for the size of the sphere it came
// from, waits; those that waited longest apart from all others fill up what the traversal leaves.

import { NEAR } from '../field/answer.ts';
import { growColumn } from '../math/columns.ts';
import type { SphereForest } from '../tree/forest.ts';
import { SPREAD_CLOSE } from './constants.ts';
import { type Contacts, FEATURE_POINT } from './contacts.ts';
import { measurePoint } from './measure-point.ts';
import type { PairState } from './pair.ts';
import { takeContact } from './select.ts';
import { EPSILON, type Pass, type QueryWork, TAU } from './work.ts';

const MAX_WAITING = 64; // points that may wait; more would not be further apart

const gap = new Float64Array(1); // scratch: a squared distance

/** Whether a point that could be a contact is close to one for where it stands in the tree; then it waits. */
export function mustWait(
  out: Contacts,
  work: QueryWork,
  pass: Pass,
  forest: SphereForest,
  node: number,
): boolean {
  if (work.full || work.plain || out.count === work.first || out.count - work.first >= work.share)
    return false;
  if (work.waitCount === MAX_WAITING || work.found[0] < -work.limit[EPSILON]) return false; // deep ones are always contacts
  const above = forest.parent[node];
  if (above < 0) return false;
  const close = SPREAD_CLOSE * forest.radius[above];
  measureGap(out, work, pass, forest.point[node]);
  if (gap[0] >= close * close) return false;
  if (work.wait.length <= work.waitCount) work.wait = growColumn(work.wait, MAX_WAITING);
  work.wait[work.waitCount++] = forest.point[node];
  return true;
}

/** Takes points that waited while contacts are wanted, each time the one furthest from all contacts. */
export function takeWaiting(out: Contacts, work: QueryWork, pair: PairState, pass: Pass): void {
  const { wait, reach, limit } = work;
  // While some contacts are speculative, closer ones still take their place.
  while (work.waitCount > 0 && !work.done && (out.count - work.first < work.share || work.worst >= 0)) {
    let best = 0;
    let furthest = -1;
    for (let k = 0; k < work.waitCount; k++) {
      measureGap(out, work, pass, wait[k]);
      if (!(gap[0] > furthest)) continue;
      furthest = gap[0];
      best = k;
    }
    const point = wait[best];
    wait[best] = wait[--work.waitCount];
    reach[0] = reach[1] = Math.max(0, limit[TAU]);
    if (measurePoint(work, pass, point) !== NEAR || !(work.found[0] < limit[TAU])) continue;
    takeContact(out, work, pair, pass, FEATURE_POINT, point, point, work.past[point]);
  }
}

/** Writes the squared distance of a point to the closest point that is a contact of this pass, at rest. */
function measureGap(out: Contacts, work: QueryWork, pass: Pass, point: number): void {
  const { position } = pass.solid;
  const { kind, index } = out;
  let least = Infinity;
  for (let i = work.first; i < out.count; i++) {
    if (kind[i] !== FEATURE_POINT) continue;
    const x = position[3 * index[i]] - position[3 * point];
    const y = position[3 * index[i] + 1] - position[3 * point + 1];
    const z = position[3 * index[i] + 2] - position[3 * point + 2];
    least = Math.min(least, x * x + y * y + z * z);
  }
  gap[0] = least;
}
