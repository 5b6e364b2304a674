// Runs of nodes in a pool: the children of a node are one run, a root is a run of its own. Freed runs are kept in
// lists by length and used again, so that a pool stops growing although its trees go on changing.

import { growColumn } from '../math/columns.ts';

/** The nodes of many trees, in columns. */
export interface NodePool {
  nodeCount: number; // nodes up to the last one ever used; free ones lie among them
  point: Uint32Array; // per node, the point at its centre
  radius: Float32Array; // per node, rounded up; 0 for a leaf
  firstChild: Uint32Array; // per inner node, where its run starts
  childCount: Uint32Array; // per node; 0 for a leaf
  room: Uint32Array; // per node, how long its run may get; 0 for a leaf
  parent: Int32Array; // per node; -1 for a root
  exposed: Uint8Array; // per node, 1 if some point below it can touch; a query passes over the others
  readonly freeHead: Int32Array; // per class of lengths, the first free run; -1 if none
}

// Runs are handed out in the lengths 1, 2, 3, 4, 6, 8, 12, 16, 24 and so on, a class each. A run of another length,
// from the tree as built, joins the longest class that fits into it when it is freed. The parent of the first node of
// a free run is the next free run.

/** The shortest class that holds `length` nodes. */
function classAbove(length: number): number {
  if (length < 3) return length - 1;
  const log = 31 - Math.clz32(length - 1); // 2^log < length ≤ 2^(log + 1)
  return length <= 3 << (log - 1) ? 2 * log : 2 * log + 1;
}

/** How many nodes a run of a class has. */
export function classLength(index: number): number {
  if (index < 2) return index + 1;
  return index % 2 === 0 ? 3 << (index / 2 - 1) : 2 << ((index - 1) / 2);
}

/** How many nodes a run is given when `length` are wanted: less than half more. */
export function runRoom(length: number): number {
  return classLength(classAbove(length));
}

/** A run of at least `length` nodes, runRoom(length) of them. May replace the columns of the pool. */
export function takeRun(pool: NodePool, length: number): number {
  const index = classAbove(length);
  const free = pool.freeHead[index];
  if (free >= 0) {
    pool.freeHead[index] = pool.parent[free];
    return free;
  }
  const first = pool.nodeCount;
  pool.nodeCount += classLength(index);
  if (pool.nodeCount > pool.point.length) reserveNodes(pool, pool.nodeCount);
  return first;
}

/** Gives a run back. */
export function freeRun(pool: NodePool, first: number, room: number): void {
  let index = classAbove(room);
  if (classLength(index) > room) index--;
  pool.parent[first] = pool.freeHead[index];
  pool.freeHead[index] = first;
}

/** Makes room for `least` nodes in all; replaces the columns if there is not enough. */
export function reserveNodes(pool: NodePool, least: number): void {
  if (pool.point.length >= least) return;
  pool.point = growColumn(pool.point, least);
  pool.radius = growColumn(pool.radius, least);
  pool.firstChild = growColumn(pool.firstChild, least);
  pool.childCount = growColumn(pool.childCount, least);
  pool.room = growColumn(pool.room, least);
  pool.parent = growColumn(pool.parent, least);
  pool.exposed = growColumn(pool.exposed, least);
}
