// The pairs of bodies that are close: what each query left for the next one, and the impulses that hold them, by
// feature. Records are used again, so that pairs that come and go cost nothing once there are enough of them.

import { createPair, type PairState, resetPair } from '../contact/pair.ts';
import { growColumn } from '../math/columns.ts';

const ROWS = 0x100000; // more than there are rows of bodies

/** Two bodies that are close, by row: a < b. Made by takePair alone. */
export interface PairRecord {
  a: number;
  b: number;
  live: boolean;
  step: number; // the collision step in which it was last looked at
  touching: boolean; // whether they touched then
  sure: number; // the last query looked at everything closer than this; 0 before
  version: number; // of the shapes of both bodies at that query
  first: number; // its first contact in the list of that step
  count: number; // its contacts
  key: Int32Array; // per contact, its feature: see featureKey
  impulse: Float64Array; // per contact, four numbers as in ContactRows.impulse
  readonly state: PairState;
}

/** Made by createPairs alone. */
export interface Pairs {
  readonly table: Map<number, PairRecord>; // only ever looked up, never walked: its order means nothing
  readonly list: PairRecord[]; // all of them, those to be used again too
  readonly free: PairRecord[];
}

export function createPairs(): Pairs {
  return { table: new Map(), list: [], free: [] };
}

/** The record of rows a < b, null if they were not close. */
export function findPair(pairs: Pairs, a: number, b: number): PairRecord | null {
  return pairs.table.get(a * ROWS + b) ?? null;
}

/** A new record of rows a < b, which remembers nothing. */
export function takePair(pairs: Pairs, a: number, b: number): PairRecord {
  let pair = pairs.free.pop();
  if (pair === undefined) {
    pair = createRecord();
    pairs.list.push(pair);
  }
  pair.a = a;
  pair.b = b;
  pair.live = true;
  pair.step = -1;
  pair.touching = false;
  pair.sure = 0;
  pair.version = -1;
  pair.first = 0;
  pair.count = 0;
  resetPair(pair.state);
  pairs.table.set(a * ROWS + b, pair);
  return pair;
}

const NO_KEYS = new Int32Array(0);
const NO_IMPULSES = new Float64Array(0);
const ROOM = 16; // contacts that a pair has room for from the first on

function createRecord(): PairRecord {
  return {
    a: -1,
    b: -1,
    live: false,
    step: -1,
    touching: false,
    sure: 0,
    version: -1,
    first: 0,
    count: 0,
    key: NO_KEYS, // most pairs never touch
    impulse: NO_IMPULSES,
    state: createPair(),
  };
}

/** Forgets a pair. */
export function freePair(pairs: Pairs, pair: PairRecord): void {
  pairs.table.delete(pair.a * ROWS + pair.b);
  pair.live = false;
  pairs.free.push(pair);
}

/** What a contact is of, in one number: 2³⁰ points or edges of either body. */
export function featureKey(side: number, kind: number, index: number): number {
  return 4 * index + 2 * kind + side;
}

/** The key of the same feature when the bodies change places. */
export function flipKey(key: number): number {
  return key ^ 1;
}

/** Makes room for the contacts of a pair. */
export function reservePair(pair: PairRecord, count: number): void {
  if (pair.key.length >= count) return;
  pair.key = growColumn(pair.key, Math.max(ROOM, count));
  pair.impulse = growColumn(pair.impulse, 4 * pair.key.length);
}
