// Keeps the first contacts of a query apart. Nodes of one parent lie within its sphere, so where the traversal has few
// parents left, contacts would come in bunches. A point that is close to a contact, for the size of the sphere it came
// from, waits; those that waited longest apart from all others fill up what the traversal leaves.

import { NEAR } from '../field/answer.ts';
import { growColumn } from '../math/columns.ts';
import type { SphereForest } from '../tree/forest.ts';
import { SPREAD_CLOSE } from './constants.ts';
import { FEATURE_POINT } from './contacts.ts';
import { measurePoint } from './measure.ts';
import { EPSILON, type Pass, type Query, TAU } from './query.ts';
import { takeContact } from './select.ts';

const MAX_WAITING = 64; // points that may wait; more would not be further apart

const gap = new Float64Array(1); // scratch: a squared distance

/** Whether a point that could be a contact is close to one for where it stands in the tree; then it waits. */
export function mustWait(query: Query, pass: Pass, forest: SphereForest, node: number): boolean {
  const { out } = query;
  if (query.full || query.plain || out.count === query.first || out.count - query.first >= query.share)
    return false;
  if (query.waitCount === MAX_WAITING || query.found[0] < -query.limit[EPSILON]) return false; // deep ones are always contacts
  const above = forest.parent[node];
  if (above < 0) return false;
  const close = SPREAD_CLOSE * forest.radius[above];
  measureGap(query, pass, forest.point[node]);
  if (gap[0] >= close * close) return false;
  if (query.wait.length <= query.waitCount) query.wait = growColumn(query.wait, MAX_WAITING);
  query.wait[query.waitCount++] = forest.point[node];
  return true;
}

/** Takes points that waited while contacts are wanted, each time the one furthest from all contacts. */
export function takeWaiting(query: Query, pass: Pass): void {
  const { out, wait, reach, limit } = query;
  // While some contacts are speculative, closer ones still take their place.
  while (query.waitCount > 0 && !query.done && (out.count - query.first < query.share || query.worst >= 0)) {
    let best = 0;
    let furthest = -1;
    for (let k = 0; k < query.waitCount; k++) {
      measureGap(query, pass, wait[k]);
      if (!(gap[0] > furthest)) continue;
      furthest = gap[0];
      best = k;
    }
    const point = wait[best];
    wait[best] = wait[--query.waitCount];
    reach[0] = reach[1] = Math.max(0, limit[TAU]);
    if (measurePoint(query, pass, point) !== NEAR || !(query.found[0] < limit[TAU])) continue;
    takeContact(query, pass, FEATURE_POINT, point, point, query.past[point]);
  }
}

/** Writes the squared distance of a point to the closest point that is a contact of this pass, at rest. */
function measureGap(query: Query, pass: Pass, point: number): void {
  const { out } = query;
  const { position } = pass.solid;
  const { kind, index } = out;
  let least = Infinity;
  for (let i = query.first; i < out.count; i++) {
    if (kind[i] !== FEATURE_POINT) continue;
    const x = position[3 * index[i]] - position[3 * point];
    const y = position[3 * index[i] + 1] - position[3 * point + 1];
    const z = position[3 * index[i] + 2] - position[3 * point + 2];
    least = Math.min(least, x * x + y * y + z * z);
  }
  gap[0] = least;
}
