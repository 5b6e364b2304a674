// What two bodies remember of their last contact query: how many contacts they need, which ones they had, and where
// they were. A plain record: copy it for a snapshot, reset it when the bodies jump.

import { createFrame, invertFrame, movePoint, relateFrames, turnVector } from '../math/rigid.ts';
import { type Axis, copyAxis, createAxis, resetAxis } from './axis.ts';
import { type Contacts, createContacts, reserveContacts, setContact } from './contacts.ts';

/** The state of one unordered pair of fragments. Made by createPair alone. */
export interface PairState {
  wanted: number; // contacts the next query stops at, 0 before the first: see QueryOptions.contacts
  known: boolean; // whether `frame` says where the bodies were
  readonly frame: Float64Array; // A as seen from B at the last query
  jammed: boolean; // whether they are stuck in each other: see freeJam
  readonly axis: Axis; // a direction that parts them, or nearly
  readonly last: Contacts; // what it gave; points and normals in the frame of the body whose field was asked
  entry: Float64Array; // per contact of `last`, where its feature came in and the normal there; replaced when it grows
  idle: Uint8Array; // per contact of `last`, steps since it bore something, by whoever solves; 255 if never; replaced as well
}

/** In PairState.idle: it never bore anything, as far as is known. */
export const NEVER_BORE = 255;

const NONE = new Float64Array(0);
const NEVER = new Uint8Array(0);

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
    idle: NEVER,
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
  keepContacts(out, pair.last, pair.entry, pair.idle);
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

const found = new Float64Array(4); // scratch: its distance and normal

/**
 * Makes contacts, with their entries and how long they have borne nothing, the last ones of a pair. Allocates only when
 * there are more than ever.
 */
export function keepContacts(pair: PairState, from: Contacts, entry: Float64Array, idle: Uint8Array): void {
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
  if (pair.idle.length < from.count) pair.idle = new Uint8Array(2 * from.count);
  for (let i = 0; i < from.count; i++) pair.idle[i] = idle[i];
}

/** The place of a feature among the last contacts of a pair, −1 if it was none of them. */
export function findPast({ last }: PairState, side: number, kind: number, index: number): number {
  for (let i = 0; i < last.count; i++) {
    if (last.index[i] === index && last.kind[i] === kind && last.side[i] === side) return i;
  }
  return -1;
}

// Contacts that go on without a query: while two bodies have hardly moved against each other, the features of the last
// query are the ones that matter, and their distances follow from the motion. What rests costs next to nothing.

const now = createFrame(); // scratch: A as seen from B
const back = createFrame(); // scratch: B as seen from A, now or at the last query
const p = new Float64Array(6); // scratch: a point, and where it was
const HALF = Math.SQRT1_2;

/**
 * Writes to out[0] how far any point within `radius` of the point center[at…] of A has moved, as seen from B, since A was
 * at `frame` as seen from there: at most that.
 */
export function measureDrift(
  out: Float64Array,
  frame: Float64Array,
  frameA: Float64Array,
  frameB: Float64Array,
  center: Float64Array,
  at: number,
  radius: Float64Array,
  row: number,
): void {
  relateFrames(now, frameA, frameB);
  movePoint(p, 0, now, center, at);
  movePoint(p, 3, frame, center, at);
  const x = p[0] - p[3];
  const y = p[1] - p[4];
  const z = p[2] - p[5];
  let turn = 0; // square of the Frobenius norm of the difference: √2 times the largest shift of a unit vector
  for (let k = 0; k < 9; k++) turn += (now[k] - frame[k]) * (now[k] - frame[k]);
  out[0] = Math.sqrt(x * x + y * y + z * z) + HALF * Math.sqrt(turn) * radius[row];
}

/**
 * Writes to `out` the contacts of the last query of a pair, moved on to where the bodies are now: features with their
 * body, normals with the field's, distances along the normals. Exact to the square of the motion. Leaves the pair as it
 * is. Allocates only what grows.
 */
export function reuseContacts(
  out: Contacts,
  pair: PairState,
  frameA: Float64Array,
  frameB: Float64Array,
): void {
  const { last, frame } = pair;
  relateFrames(now, frameA, frameB);
  reserveContacts(out, last.count);
  out.count = last.count;
  for (let side = 0; side < 2; side++) {
    // Features of A: from B's frame at the query to A's, and from there to B's now; the other way round for B's.
    if (side === 0) invertFrame(back, frame);
    else invertFrame(back, now);
    const from = side === 0 ? back : frame;
    const to = side === 0 ? now : back;
    const world = side === 0 ? frameB : frameA;
    for (let i = 0; i < last.count; i++) {
      if (last.side[i] !== side) continue;
      movePoint(p, 0, from, last.point, 3 * i);
      movePoint(p, 0, to, p, 0);
      let gone = 0;
      for (let d = 0; d < 3; d++) gone += (p[d] - last.point[3 * i + d]) * last.normal[3 * i + d];
      out.side[i] = side;
      out.kind[i] = last.kind[i];
      out.index[i] = last.index[i];
      out.owner[i] = last.owner[i];
      out.distance[i] = last.distance[i] + gone;
      movePoint(out.point, 3 * i, world, p, 0);
      turnVector(out.normal, 3 * i, world, last.normal, 3 * i);
      if (side === 1) for (let d = 0; d < 3; d++) out.normal[3 * i + d] = -out.normal[3 * i + d];
    }
  }
}
