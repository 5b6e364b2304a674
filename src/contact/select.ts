// Self-adapting selection of contacts [Glondu13, sec. 5.2]: a pair has a number of contacts. Once a query has found as
// many, it goes on for those alone that are deeper than ε; each of them raises the number. So a pair gets few contacts,
// and none that rests deeper than ε is left out. Ours: while some of them are speculative, bodies that do not touch yet,
// it goes on for closer ones, which take their place, else the first that come would hide the ones that matter; and for
// those that are apart from all others, else what turns when it hits would come down where nobody looked.

import { type Contacts, FEATURE_POINT, setContact } from './contacts.ts';
import { facesField } from './facing.ts';
import { keepSide, noteEntry } from './history.ts';
import type { PairState } from './pair.ts';
import { APART, EPSILON, growEntry, type Pass, type QueryWork, REST, TAU, WATCH } from './work.ts';

/** Sets out for a pass's share of the contacts: with none, for deeper ones alone. */
export function beginShare(out: Contacts, work: QueryWork, share: number): void {
  work.first = out.count;
  work.share = share;
  reachShare(out, work);
}

/**
 * Makes the feature at work.p, with its distance and normal in work.found, a contact, unless it is a point that cannot be
 * touched from there, see facing.ts, and the query is not 'full'; whoever calls has seen that it is closer than the
 * tolerance as it is now, or unwatched. `past` is its place among the pair's last contacts, −1 if none. Returns its row,
 * −1 if it was left out.
 */
export function takeContact(
  out: Contacts,
  work: QueryWork,
  pair: PairState,
  pass: Pass,
  kind: number,
  index: number,
  owner: number,
  past: number,
): number {
  if (kind === FEATURE_POINT && !work.full && !facesField(work, pass, index)) return -1;
  const row = chooseRow(out, work);
  if (row < 0) return row;
  growEntry(work, row + 1);
  if (work.thin) keepSide(work, pair, pass, past, row);
  else noteEntry(work, row);
  setContact(out, row, pass.side, kind, index, owner, work.p, work.found);
  reachShare(out, work);
  return row;
}

/**
 * The row for the feature at work.p: the next, or that of a speculative contact further away. With a hard budget the
 * furthest of them gives way; else the closest to it, so that they stay spread over all that is about to touch, and none
 * does if there is nothing close: a body that hits the ground with one end turns about it, and its other end comes down
 * faster than it fell.
 */
function chooseRow(out: Contacts, work: QueryWork): number {
  const { limit, found, hard, worst } = work;
  if (hard) return worst >= 0 ? worst : out.count;
  if (work.full || out.count - work.first < work.share) return out.count;
  const nearest = findNearest(out, work);
  const close = square[0] <= limit[APART] * limit[APART];
  if (close && out.distance[nearest] > Math.max(limit[REST], found[0] + limit[EPSILON])) return nearest;
  if (close && !(found[0] < -limit[EPSILON])) return -1;
  return out.count < work.cap ? out.count : worst;
}

const square = new Float64Array(1); // scratch: the squared distance that findNearest found

/** The contact of this pass that is closest to work.p, −1 if there is none. */
function findNearest(out: Contacts, { p, first }: QueryWork): number {
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
 * Whether something within work.span of work.p may be apart from all contacts of this pass, where that matters: then
 * features closer than limit[WATCH] are still contacts, though there are enough.
 */
export function isUnwatched(out: Contacts, work: QueryWork): boolean {
  const { limit, span } = work;
  if (!(limit[WATCH] > limit[TAU]) || out.count >= work.cap) return false;
  findNearest(out, work);
  const room = limit[APART] - span[0];
  return !(room > 0 && square[0] <= room * room);
}

/** Once the share is reached only closer or deeper contacts count, or none; the cap holds for both passes together. */
function reachShare(out: Contacts, work: QueryWork): void {
  const { limit } = work;
  const { distance, count } = out;
  work.worst = -1;
  if (work.full) return;
  if (count - work.first >= work.share) {
    limit[TAU] = -limit[EPSILON];
    let furthest = limit[REST];
    for (let i = work.first; i < count; i++) {
      if (!(distance[i] > furthest)) continue;
      furthest = distance[i];
      work.worst = i;
      limit[TAU] = furthest - limit[EPSILON];
    }
    if (work.hard && work.worst < 0) work.done = true;
  }
  if (work.worst >= 0) return;
  const deepEnough = limit[TAU] < 0 && work.gap[0] >= limit[TAU] && !(limit[WATCH] > work.gap[0]);
  if (count >= work.cap || deepEnough) work.done = true;
}
