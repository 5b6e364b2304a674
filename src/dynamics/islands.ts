// Islands: dynamic bodies that touch or are joined, directly or through others, move and sleep together. Found anew each
// step by union-find; what is asleep stays together in rings, so that waking one body wakes all that slept with it.

import { growColumn } from '../math/columns.ts';
import { BODY_DYNAMIC, BODY_KINEMATIC, type Bodies } from './bodies.ts';

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
  parent: Int32Array; // within buildIslands: the union-find forest; the root of a tree is its lowest row
  stirred: Uint8Array; // within buildIslands: 1 for the root of a tree that is awake
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
    stirred: new Uint8Array(0),
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
  islands.stirred = growColumn(islands.stirred, rows);
}

/**
 * Finds the islands, given the rows of bodies that touch and that are joined (a row of -1 links nothing), and wakes every
 * sleeping island that holds or meets an awake body or meets a moving kinematic one. Static and kinematic bodies do not
 * tie islands together. Returns how many bodies woke: find what those touch, and call again, until it is none. The result
 * does not depend on the order of the links. Allocates nothing once columns have grown.
 */
export function buildIslands(
  islands: Islands,
  bodies: Bodies,
  touchA: Int32Array,
  touchB: Int32Array,
  touchCount: number,
  jointA: Int32Array,
  jointB: Int32Array,
  jointCount: number,
): number {
  reserveIslands(islands, bodies);
  const { ring, parent, stirred } = islands;
  const rows = bodies.slots.count;
  for (let row = 0; row < rows; row++) parent[row] = row;
  for (let row = 0; row < rows; row++) if (ring[row] !== row) unite(parent, row, ring[row]);
  uniteLinks(parent, bodies, touchA, touchB, touchCount);
  uniteLinks(parent, bodies, jointA, jointB, jointCount);
  stirred.fill(0, 0, rows);
  for (let row = 0; row < rows; row++) {
    if (isDynamic(bodies, row) && bodies.awake[row] === 1) stirred[findRoot(parent, row)] = 1;
  }
  stirLinks(islands, bodies, touchA, touchB, touchCount);
  stirLinks(islands, bodies, jointA, jointB, jointCount);
  const woken = wakeStirred(islands, bodies);
  listMembers(islands, bodies);
  return woken;
}

function isDynamic(bodies: Bodies, row: number): boolean {
  return row >= 0 && bodies.kind[row] === BODY_DYNAMIC && bodies.slots.live[row] === 1;
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

function uniteLinks(
  parent: Int32Array,
  bodies: Bodies,
  linkA: Int32Array,
  linkB: Int32Array,
  count: number,
): void {
  for (let i = 0; i < count; i++) {
    if (isDynamic(bodies, linkA[i]) && isDynamic(bodies, linkB[i])) unite(parent, linkA[i], linkB[i]);
  }
}

/** A moving kinematic body stirs what it meets, and keeps it from resting. */
function stirLinks(
  islands: Islands,
  bodies: Bodies,
  linkA: Int32Array,
  linkB: Int32Array,
  count: number,
): void {
  const { parent, stirred } = islands;
  for (let i = 0; i < count; i++) {
    const a = linkA[i];
    const b = linkB[i];
    const met =
      isMover(bodies, a) && isDynamic(bodies, b) ? b : isMover(bodies, b) && isDynamic(bodies, a) ? a : -1;
    if (met < 0) continue;
    stirred[findRoot(parent, met)] = 1;
    bodies.rest[met] = 0;
  }
}

/** Whether a body is kinematic and moves. */
function isMover(bodies: Bodies, row: number): boolean {
  if (row < 0 || bodies.kind[row] !== BODY_KINEMATIC || bodies.slots.live[row] === 0) return false;
  const { velocity, spin } = bodies;
  for (let i = 3 * row; i < 3 * row + 3; i++) if (velocity[i] !== 0 || spin[i] !== 0) return true;
  return false;
}

/** Wakes the sleeping bodies of stirred trees; returns how many. */
function wakeStirred(islands: Islands, bodies: Bodies): number {
  const { parent, stirred, ring } = islands;
  const before = islands.wokeCount;
  for (let row = 0; row < bodies.slots.count; row++) {
    if (!isDynamic(bodies, row) || bodies.awake[row] === 1 || stirred[findRoot(parent, row)] === 0) continue;
    bodies.awake[row] = 1;
    bodies.rest[row] = 0;
    ring[row] = row;
    islands.woke = growColumn(islands.woke, islands.wokeCount + 1);
    islands.woke[islands.wokeCount++] = row;
  }
  return islands.wokeCount - before;
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
