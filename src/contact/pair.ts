// What two bodies remember of their last contact query: how many contacts they need, which ones they had, and where
// they were. A plain record: copy it for a snapshot, reset it when the bodies jump.

import { createFrame, relateFrames } from '../math/frame.ts';
import { addContact, type Contacts, createContacts } from './contacts.ts';

/** The state of one unordered pair of fragments. Made by createPair alone. */
export interface PairState {
  wanted: number; // contacts the next query stops at, 0 before the first: see QueryOptions.contacts
  known: boolean; // whether `frame` says where the bodies were
  readonly frame: Float64Array; // A as seen from B at the last query
  readonly last: Contacts; // what it gave; points and normals in the frame of the body whose field was asked
}

/** The state of two bodies that have never met. */
export function createPair(): PairState {
  return { wanted: 0, known: false, frame: createFrame(), last: createContacts(16) };
}

/** Forgets everything. */
export function resetPair(pair: PairState): void {
  pair.wanted = 0;
  pair.known = false;
  pair.last.count = 0;
}

/** Makes `out` equal to `pair`: for snapshots, and for a fragment that inherits what the whole had. */
export function copyPair(out: PairState, pair: PairState): void {
  out.wanted = pair.wanted;
  out.known = pair.known;
  out.frame.set(pair.frame);
  copyContacts(out.last, pair.last);
}

/**
 * Tells a pair where its bodies were before this step. Needed where they have not been queried there: then a fast body
 * that is deep in a thin wall at its first query is still pushed back out where it entered.
 */
export function placePair(pair: PairState, frameA: Float64Array, frameB: Float64Array): void {
  relateFrames(pair.frame, frameA, frameB);
  pair.known = true;
}

const p = new Float64Array(3); // scratch: the point of a contact
const found = new Float64Array(4); // scratch: its distance and normal

/** Makes `out` equal to `from`. Allocates only where `out` is shorter than ever before. */
export function copyContacts(out: Contacts, from: Contacts): void {
  out.count = 0;
  for (let i = 0; i < from.count; i++) {
    found[0] = from.distance[i];
    for (let d = 0; d < 3; d++) {
      p[d] = from.point[3 * i + d];
      found[1 + d] = from.normal[3 * i + d];
    }
    addContact(out, from.side[i], from.kind[i], from.index[i], from.owner[i], p, found);
  }
}
