// What two bodies remember of their last contact query: how many contacts they need, which ones they had, and where
// they were. A plain record: copy it for a snapshot, reset it when the bodies jump.

import { createFrame, invertFrame, relateFrames } from '../math/rigid.ts';
import { type Axis, copyAxis, createAxis, resetAxis } from './axis.ts';
import { type Contacts, createContacts, setContact } from './contacts.ts';

/** The state of one unordered pair of fragments. Made by createPair alone. */
export interface PairState {
  wanted: number; // contacts the next query stops at, 0 before the first: see QueryOptions.contacts
  known: boolean; // whether `frame` says where the bodies were
  readonly frame: Float64Array; // A as seen from B at the last query
  jammed: boolean; // whether they are stuck in each other: see freeJam
  readonly axis: Axis; // a direction that parts them, or nearly
  readonly last: Contacts; // what it gave; points and normals in the frame of the body whose field was asked
  entry: Float64Array; // per contact of `last`, where its feature came in and the normal there; replaced when it grows
}

const NONE = new Float64Array(0);

/** The state of two bodies that have never met. */
export function createPair(): PairState {
  return {
    wanted: 0,
    known: false,
    frame: createFrame(),
    jammed: false,
    axis: createAxis(),
    last: createContacts(0), // most pairs never touch
    entry: NONE,
  };
}

/** Forgets everything. */
export function resetPair(pair: PairState): void {
  pair.wanted = 0;
  pair.known = false;
  pair.jammed = false;
  resetAxis(pair.axis);
  pair.last.count = 0;
}

/** Makes `out` equal to `pair`: for snapshots, and for a fragment that inherits what the whole had. */
export function copyPair(out: PairState, pair: PairState): void {
  out.wanted = pair.wanted;
  out.known = pair.known;
  out.jammed = pair.jammed;
  out.frame.set(pair.frame);
  copyAxis(out.axis, pair.axis);
  keepContacts(out, pair.last, pair.entry);
}

/** Makes a pair that of B and A: what was remembered of each stays its own. */
export function flipPair(pair: PairState): void {
  invertFrame(turned, pair.frame);
  pair.frame.set(turned);
  resetAxis(pair.axis);
  for (let i = 0; i < pair.last.count; i++) pair.last.side[i] = 1 - pair.last.side[i];
}

const turned = createFrame(); // scratch: an inverse

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

/** Makes contacts, with their entries, the last ones of a pair. Allocates only when there are more than ever. */
export function keepContacts(pair: PairState, from: Contacts, entry: Float64Array): void {
  const out = pair.last;
  out.count = 0;
  for (let i = 0; i < from.count; i++) {
    found[0] = from.distance[i];
    for (let d = 0; d < 3; d++) {
      p[d] = from.point[3 * i + d];
      found[1 + d] = from.normal[3 * i + d];
    }
    setContact(out, i, from.side[i], from.kind[i], from.index[i], from.owner[i], p, found);
  }
  if (pair.entry.length < 6 * from.count) pair.entry = new Float64Array(12 * from.count);
  for (let i = 0; i < 6 * from.count; i++) pair.entry[i] = entry[i];
}

/** The place of a feature among the last contacts of a pair, −1 if it was none of them. */
export function findPast({ last }: PairState, side: number, kind: number, index: number): number {
  for (let i = 0; i < last.count; i++) {
    if (last.index[i] === index && last.kind[i] === kind && last.side[i] === side) return i;
  }
  return -1;
}
