// Self-adapting selection of contacts [Glondu13, sec. 5.2]: a pair has a number of contacts. Once a query has found as
// many, it goes on for those alone that are deeper than ε; each of them raises the number. So a pair gets few contacts,
// and none that rests deeper than ε is left out. Ours: while some of them are speculative, bodies that do not touch yet,
// it goes on for closer ones, which take their place; else the first that come would hide the ones that matter.

import { type Contacts, FEATURE_POINT, setContact } from './contacts.ts';
import { facesField } from './facing.ts';
import { keepSide, noteEntry } from './history.ts';
import type { PairState } from './pair.ts';
import { EPSILON, growEntry, type QueryWork, REST, TAU, type Way } from './work.ts';

/** Sets out for a way's share of the contacts: with none, for deeper ones alone. */
export function beginShare(out: Contacts, work: QueryWork, share: number): void {
  work.first = out.count;
  work.share = share;
  reachShare(out, work);
}

/**
 * Makes the feature at work.p, with its distance and normal in work.found, a contact, unless it is a point that cannot be
 * touched from there, see facing.ts, and the query is not 'full'; whoever calls has seen that it is
 * closer than the tolerance as it is now. `past` is its place among the pair's last contacts, −1 if none.
 */
export function takeContact(
  out: Contacts,
  work: QueryWork,
  pair: PairState,
  way: Way,
  kind: number,
  index: number,
  owner: number,
  past: number,
): void {
  if (kind === FEATURE_POINT && !work.full && !facesField(work, way, index)) return;
  const row = work.worst >= 0 ? work.worst : out.count;
  growEntry(work, row + 1);
  if (work.thin) keepSide(work, pair, way, past, row);
  else noteEntry(work, row);
  setContact(out, row, way.side, kind, index, owner, work.p, work.found);
  reachShare(out, work);
}

/** Once the share is reached only closer or deeper contacts count, or none; the cap holds for both ways together. */
function reachShare(out: Contacts, work: QueryWork): void {
  const { limit } = work;
  const { distance, count } = out;
  work.worst = -1;
  if (work.full) return;
  if (count - work.first >= work.share) {
    if (work.hard) work.done = true;
    limit[TAU] = -limit[EPSILON];
    let furthest = limit[REST];
    for (let i = work.first; i < count; i++) {
      if (!(distance[i] > furthest)) continue;
      furthest = distance[i];
      work.worst = i;
      limit[TAU] = furthest - limit[EPSILON];
    }
  }
  if (work.worst < 0 && (count >= work.cap || (limit[TAU] < 0 && work.gap[0] >= limit[TAU])))
    work.done = true;
}
