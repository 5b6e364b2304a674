// Self-adapting selection of contacts [Glondu13, sec. 5.2]: a pair has a number of contacts. Once a query has found as
// many, it goes on for those alone that are deeper than ε; each of them raises the number. So a pair gets few contacts,
// and none that rests deeper than ε is left out. Ours: while some of them are speculative, bodies that do not touch yet,
// it goes on for closer ones, which take their place, else the first that come would hide the ones that matter; and for
// those that are apart from all others, else what turns when it hits would come down where nobody looked.

import { FEATURE_POINT, setContact } from './contacts.ts';
import { facesField, isInClosedCrack } from './facing.ts';
import { keepSide, noteEntry } from './history.ts';

import { APART, EPSILON, growEntry, type Pass, type Query, REST, TAU, WATCH } from './query.ts';

/** Sets out for a pass's share of the contacts: with none, for deeper ones alone. */
export function beginShare(query: Query, share: number): void {
  const { out } = query;
  query.first = out.count;
  query.share = share;
  reachShare(query);
}

/**
 * Makes the feature at query.p, with its distance and normal in query.found, a contact, unless it is a point that cannot be
 * touched from there, see facing.ts, and the query is not 'full'; whoever calls has seen that it is closer than the
 * tolerance as it is now, or unwatched. `past` is its place among the pair's last contacts, −1 if none. Returns its row,
 * −1 if it was left out.
 */
export function takeContact(
  query: Query,
  pass: Pass,
  kind: number,
  index: number,
  owner: number,
  past: number,
): number {
  const { out } = query;
  if (kind === FEATURE_POINT && !query.full) {
    if (query.manifold ? isInClosedCrack(pass, index) : !facesField(query, pass, index)) return -1;
  }
  const row = chooseRow(query);
  if (row < 0) return row;
  growEntry(query, row + 1);
  if (query.thin) keepSide(query, pass, past, row);
  else noteEntry(query, row);
  setContact(out, row, pass.side, kind, index, owner, query.p, query.found);
  reachShare(query);
  return row;
}

/**
 * The row for the feature at query.p: the next, or that of a speculative contact further away. With a hard budget the
 * furthest of them gives way; else the closest to it, so that they stay spread over all that is about to touch, and none
 * does if there is nothing close: a body that hits the ground with one end turns about it, and its other end comes down
 * faster than it fell.
 */
function chooseRow(query: Query): number {
  const { out, limit, found, hard, worst } = query;
  if (hard || (query.swaps && out.count >= query.cap)) return worst >= 0 ? worst : out.count;
  if (query.full || query.manifold || out.count - query.first < query.share) return out.count;
  const nearest = findNearest(query);
  const close = square[0] <= limit[APART] * limit[APART];
  if (close && out.distance[nearest] > Math.max(limit[REST], found[0] + limit[EPSILON])) return nearest;
  if (close && !(found[0] < -limit[EPSILON])) return -1;
  return out.count < query.cap ? out.count : worst;
}

const square = new Float64Array(1); // scratch: the squared distance that findNearest found

/** The contact of this pass that is closest to query.p, −1 if there is none. */
function findNearest({ p, first, out }: Query): number {
  const { point, count } = out;
  let nearest = -1;
  square[0] = Infinity;
  for (let i = first; i < count; i++) {
    const x = point[3 * i] - p[0];
    const y = point[3 * i + 1] - p[1];
    const z = point[3 * i + 2] - p[2];
    const s = x * x + y * y + z * z;
    if (!(s < square[0])) continue;
    square[0] = s;
    nearest = i;
  }
  return nearest;
}

/**
 * Whether something within query.span of query.p may be apart from all contacts of this pass, where that matters: then
 * features closer than limit[WATCH] are still contacts, though there are enough.
 */
export function isUnwatched(query: Query): boolean {
  const { out, limit, span } = query;
  if (!(limit[WATCH] > limit[TAU]) || out.count >= query.cap) return false;
  findNearest(query);
  const room = limit[APART] - span[0];
  return !(room > 0 && square[0] <= room * room);
}

/**
 * Once the share is reached only closer or deeper contacts count, or none; the cap holds for both passes together. Of a
 * manifold, nothing that was found first on the same side hides what is closer than it by more than ε.
 */
function reachShare(query: Query): void {
  const { out, limit } = query;
  const { distance, count } = out;
  query.worst = -1;
  if (query.full) return;
  const full = query.swaps && count >= query.cap;
  if (full || count - query.first >= query.share) {
    limit[TAU] = -limit[EPSILON];
    let furthest = full ? -Infinity : limit[REST];
    for (let i = query.first; i < count; i++) {
      if (!(distance[i] > furthest)) continue;
      furthest = distance[i];
      query.worst = i;
      limit[TAU] = furthest - limit[EPSILON];
    }
    if (query.hard && query.worst < 0) query.done = true;
  }
  if (query.worst >= 0) return;
  const deepEnough = limit[TAU] < 0 && query.gap[0] >= limit[TAU] && !(limit[WATCH] > query.gap[0]);
  if (count >= query.cap || deepEnough) query.done = true;
}
