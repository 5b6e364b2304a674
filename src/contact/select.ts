// Self-adapting selection of contacts [Glondu13, sec. 5.2]: a pair has a number of contacts. Once a query has found as
// many, it goes on for those alone that are deeper than ε; each of them raises the number. So a pair gets few contacts,
// and none that rests deeper than ε is left out.

import { addContact, type Contacts } from './contacts.ts';
import { keepSide } from './history.ts';
import type { PairState } from './pair.ts';
import { EPSILON, growEntry, type QueryWork, TAU, type Way } from './work.ts';

/** Sets out for a way's share of the contacts: with none, for deeper ones alone. */
export function beginShare(out: Contacts, work: QueryWork, share: number): void {
  work.first = out.count;
  work.share = share;
  reachShare(out, work);
}

/**
 * Adds the feature at work.p, with its distance and normal in work.found, to the contacts; whoever calls has seen that
 * it is close enough. `past` is its place among the pair's last contacts, −1 if none.
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
  growEntry(work, out.count + 1);
  if (work.thin) keepSide(work, pair, way, past, out.count);
  addContact(out, way.side, kind, index, owner, work.p, work.found);
  reachShare(out, work);
}

/** Once the share is reached only deeper contacts count, or none; the cap holds for both ways together. */
function reachShare(out: Contacts, work: QueryWork): void {
  const { limit } = work;
  if (work.full) return;
  if (out.count >= work.cap) work.done = true;
  if (out.count - work.first < work.share) return;
  limit[TAU] = -limit[EPSILON];
  if (work.hard) work.done = true;
}
