// Islands: dynamic bodies that touch or are joined, directly or through others, and are awake. Found anew each step by
// union-find; what sleeps and touches stays together in rings, so that all of it can be woken. What can be struck by
// something that moves is woken, with its ring if hard; what hardly moves lets sleepers lie, as if they were static.

import { growColumn } from '../math/columns.ts';
import type { Bodies } from './bodies.ts';
import { isDynamic, wakeLinked } from './waking.ts';

/** Pairs of bodies that belong together, by rows; a row of −1 links nothing. Made by createLinks alone; columns grow. */
export interface Links {
  count: number;
  a: Int32Array;
  b: Int32Array;
}

export function createLinks(): Links {
  return { count: 0, a: new Int32Array(0), b: new Int32Array(0) };
}

export function addLink(links: Links, a: number, b: number): void {
  links.a = growColumn(links.a, links.count + 1);
  links.b = growColumn(links.b, links.count + 1);
  links.a[links.count] = a;
  links.b[links.count++] = b;
}

/** Columns are by body row unless said otherwise; replaced when they grow. Made by createIslands alone. */
export interface Islands {
  count: number; // islands awake
  start: Int32Array; // by island, count + 1 entries: members of island i are member[start[i]] up to start[i + 1]
  member: Int32Array; // rows of bodies: islands in the order of their lowest row, each ascending
  island: Int32Array; // island of an awake dynamic body, else -1
  ring: Int32Array; // the next body of the same sleeping island; the row itself when awake or alone. Part of a snapshot
  woke: Int32Array; // rows that woke since clearNews, in order
  wokeCount: number;
  slept: Int32Array; // rows that fell asleep since clearNews, in order
  sleptCount: number;
  parent: Int32Array; // within buildIslands and sleepIslands: the union-find forest; the root of a tree is its lowest row
  speed: Float64Array; // within buildIslands: how fast what is awake may become, waking.ts
  push: Float64Array; // and the least inverse mass of what may drive it
  last: Int32Array; // within joinRings: by root, the last body of its ring so far, or -1
  bound: Uint8Array; // within sleepIslands: 1 for what cannot sleep before its island does
}

export function createIslands(): Islands {
  return {
    count: 0,
    start: new Int32Array(1),
    member: new Int32Array(0),
    island: new Int32Array(0),
    ring: new Int32Array(0),
    woke: new Int32Array(0),
    wokeCount: 0,
    slept: new Int32Array(0),
    sleptCount: 0,
    parent: new Int32Array(0),
    speed: new Float64Array(0),
    push: new Float64Array(0),
    last: new Int32Array(0),
    bound: new Uint8Array(0),
  };
}

/** Makes room for as many rows as there are bodies. Allocates only when there are more than ever. */
export function reserveIslands(islands: Islands, bodies: Bodies): void {
  const rows = bodies.kind.length;
  const had = islands.ring.length;
  if (had < rows) {
    islands.ring = growColumn(islands.ring, rows);
    for (let i = had; i < islands.ring.length; i++) islands.ring[i] = i;
  }
  islands.start = growColumn(islands.start, rows + 1);
  islands.member = growColumn(islands.member, rows);
  islands.island = growColumn(islands.island, rows);
  islands.parent = growColumn(islands.parent, rows);
  islands.speed = growColumn(islands.speed, rows);
  islands.push = growColumn(islands.push, rows);
  islands.last = growColumn(islands.last, rows);
  islands.bound = growColumn(islands.bound, rows);
}

/**
 * Finds the islands, given the rows of bodies that touch and that are joined (a row of -1 links nothing). Before that it
 * wakes sleepers: with their ring those that a moving kinematic body touches, those joined with what is awake and those
 * that may be struck hard; alone, those that may be struck at all (waking.ts). Static and kinematic bodies do not tie
 * islands together. Returns how many bodies woke: find what those touch, and call again, until it is none. The result does
 * not depend on the order of the links. Allocates nothing once columns have grown.
 */
export function buildIslands(islands: Islands, bodies: Bodies, touches: Links, joined: Links): number {
  reserveIslands(islands, bodies);
  const { parent } = islands;
  const before = islands.wokeCount;
  wakeLinked(islands, bodies, touches, joined);
  for (let row = 0; row < bodies.slots.count; row++) parent[row] = row;
  uniteLinks(parent, bodies, touches, 1);
  uniteLinks(parent, bodies, joined, 1);
  listMembers(islands, bodies);
  return islands.wokeCount - before;
}

/** The lowest row of the tree of a row; halves the path to it. */
function findRoot(parent: Int32Array, row: number): number {
  let at = row;
  while (parent[at] !== at) {
    parent[at] = parent[parent[at]];
    at = parent[at];
  }
  return at;
}

/** The lower root stays root, so that what follows depends on the members and not on the order of the links. */
function unite(parent: Int32Array, rowA: number, rowB: number): void {
  const rootA = findRoot(parent, rowA);
  const rootB = findRoot(parent, rowB);
  if (rootA < rootB) parent[rootB] = rootA;
  else parent[rootA] = rootB;
}

/** Unites the ends of links between dynamic bodies that are both awake (1) or both asleep (0). */
function uniteLinks(
  parent: Int32Array,
  bodies: Bodies,
  { a: linkA, b: linkB, count }: Links,
  awake: number,
): void {
  for (let i = 0; i < count; i++) {
    const a = linkA[i];
    const b = linkB[i];
    if (!isDynamic(bodies, a) || !isDynamic(bodies, b)) continue;
    if (bodies.awake[a] === awake && bodies.awake[b] === awake) unite(parent, a, b);
  }
}

/** Makes one ring of all sleepers that are in a ring together or that links tie together. */
export function joinRings(islands: Islands, bodies: Bodies, touches: Links, joined: Links): void {
  const { parent, ring, last } = islands;
  const rows = bodies.slots.count;
  for (let row = 0; row < rows; row++) parent[row] = row;
  for (let row = 0; row < rows; row++) if (ring[row] !== row) unite(parent, row, ring[row]);
  uniteLinks(parent, bodies, touches, 0);
  uniteLinks(parent, bodies, joined, 0);
  last.fill(-1, 0, rows);
  for (let row = 0; row < rows; row++) {
    if (!isDynamic(bodies, row) || bodies.awake[row] === 1) continue;
    const root = findRoot(parent, row);
    ring[row] = root; // it ends the ring until another does
    if (last[root] >= 0) ring[last[root]] = row;
    last[root] = row;
  }
}

/** Sorts the awake bodies by island; roots come first, being the lowest. */
function listMembers(islands: Islands, bodies: Bodies): void {
  const { parent, island, start, member } = islands;
  const rows = bodies.slots.count;
  let count = 0;
  for (let row = 0; row < rows; row++) {
    island[row] = -1;
    if (!isDynamic(bodies, row) || bodies.awake[row] === 0) continue;
    const root = findRoot(parent, row);
    if (root === row) start[count++] = 0;
    island[row] = root === row ? count - 1 : island[root];
    start[island[row]]++;
  }
  // Counts become ends; filling from the last row down turns ends into starts.
  let end = 0;
  for (let i = 0; i < count; i++) start[i] = end += start[i];
  start[count] = end;
  for (let row = rows - 1; row >= 0; row--) if (island[row] >= 0) member[--start[island[row]]] = row;
  islands.count = count;
}
