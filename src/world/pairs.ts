// The pairs of bodies that are close: one record each, of what the last query left for the next one, the features that
// touched and the impulses that held them. Bodies list theirs. Records are used again, so that pairs that come and go
// cost nothing; about as many wait for that as are in use, so that a crowd takes no room once it has gone.

import { copyPair, createPair, type PairState, resetPair } from '../contact/pair.ts';
import { growColumn } from '../math/columns.ts';

const ROWS = 0x100000; // more than there are rows of bodies

/** Two bodies that are close, by row: a < b. What queries remember is part of it. Made by createRecord alone. */
export interface Pair extends PairState {
  a: number;
  b: number;
  placeA: number; // in the list of a
  placeB: number; // in the list of b
  at: number; // in the list of all
  live: boolean;
  step: number; // the collision step in which it was last looked at
  touching: boolean; // whether they touched then
  sure: number; // the last query looked at everything closer than this; 0 before
  version: number; // of the shapes of both bodies at that query
  first: number; // its first row in the contacts of that step
  count: number; // its rows
  key: Int32Array; // per row, its feature: see featureKey
  impulse: Float64Array; // per row, four numbers as in ContactRows.impulse
  place: Float64Array; // per row, where it was in the world, xyz, and its normal, from B to A
}

/** Made by createPairs alone. */
export interface Pairs {
  readonly table: Map<number, Pair>; // only ever looked up, never walked: its order means nothing
  readonly list: Pair[]; // all of them, those to be used again too
  readonly free: Pair[];
  readonly of: Pair[][]; // per row of a body, its live ones, in any order
}

export function createPairs(): Pairs {
  return { table: new Map(), list: [], free: [], of: [] };
}

/** A table without pairs, with the records of another, which is used no more. */
export function emptyPairs({ list, free }: Pairs): Pairs {
  free.length = 0;
  for (const pair of list) {
    pair.live = false;
    free.push(pair);
  }
  return { table: new Map(), list, free, of: [] };
}

/** The record of rows a < b, null if they were not close. */
export function findPair(pairs: Pairs, a: number, b: number): Pair | null {
  return pairs.table.get(a * ROWS + b) ?? null;
}

/** The pairs of a body, in the order of their rows. A list of its own: pairs may come and go meanwhile. */
export function pairsOf({ of }: Pairs, row: number): Pair[] {
  return row < of.length ? [...of[row]].sort(comparePairs) : [];
}

/** The order of pairs by their rows. */
export function comparePairs(p: Pair, q: Pair): number {
  return p.a - q.a || p.b - q.b;
}

/** A new record of rows a < b, which remembers nothing. */
export function takePair(pairs: Pairs, a: number, b: number): Pair {
  const { table, list, free, of } = pairs;
  let pair = free.pop();
  if (pair === undefined) {
    pair = createRecord();
    pair.at = list.push(pair) - 1;
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
  resetPair(pair);
  table.set(a * ROWS + b, pair);
  while (of.length <= b) of.push([]);
  pair.placeA = of[a].push(pair) - 1;
  pair.placeB = of[b].push(pair) - 1;
  return pair;
}

const NO_KEYS = new Int32Array(0);
const NO_IMPULSES = new Float64Array(0);
const SPARE = 16; // records that wait to be used again, besides as many as are in use
const ROOM = 16; // contacts that a pair has room for from the first on

/**
 * A record of no bodies: for takePair, and to keep aside what a pair remembers. Named one by one: a spread takes ten times as
 * long, and a break makes thousands.
 */
export function createRecord(): Pair {
  const { wanted, known, frame, jammed, axis, last, entry, idle } = createPair();
  return {
    wanted,
    known,
    frame,
    jammed,
    axis,
    last,
    entry,
    idle,
    a: -1,
    b: -1,
    placeA: -1,
    placeB: -1,
    at: -1,
    live: false,
    step: -1,
    touching: false,
    sure: 0,
    version: -1,
    first: 0,
    count: 0,
    key: NO_KEYS, // most pairs never touch
    impulse: NO_IMPULSES,
    place: NO_IMPULSES,
  };
}

/** Makes `out` remember of queries what `pair` does. */
export function copyMemory(out: Pair, pair: Pair): void {
  copyPair(out, pair);
  out.sure = pair.sure;
  out.version = pair.version;
}

/** Forgets a pair. The list of all may become shorter: its last take the places of those that are used no more. */
export function freePair({ table, list, free, of }: Pairs, pair: Pair): void {
  table.delete(pair.a * ROWS + pair.b);
  unlist(of[pair.a], pair.a, pair.placeA);
  unlist(of[pair.b], pair.b, pair.placeB);
  pair.live = false;
  free.push(pair);
  while (free.length > SPARE + table.size) {
    const { at } = free[free.length - 1];
    free.length--;
    list[at] = list[list.length - 1];
    list[at].at = at;
    list.length--;
  }
}

/** Takes a pair off the list of a body; the last of it takes its place. */
function unlist(list: Pair[], row: number, place: number): void {
  const last = list[list.length - 1];
  list.length--;
  if (place === list.length) return;
  list[place] = last;
  if (last.a === row) last.placeA = place;
  else last.placeB = place;
}

/** What a contact is of, in one number: 2²⁸ points or edges of either body. */
export function featureKey(side: number, kind: number, index: number): number {
  return 8 * index + 2 * kind + side;
}

/** The key of the same feature when the bodies change places. */
export function flipKey(key: number): number {
  return key ^ 1;
}

/** Makes room for the contacts of a pair. */
export function reservePair(pair: Pair, count: number): void {
  if (pair.key.length >= count) return;
  pair.key = growColumn(pair.key, Math.max(ROOM, count));
  pair.impulse = growColumn(pair.impulse, 4 * pair.key.length);
  pair.place = growColumn(pair.place, 6 * pair.key.length);
}
