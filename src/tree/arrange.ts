// Moving nodes about a forest: a node is known to its parent's run, its children and its leaf's point alone, so it
// moves in time proportional to its children. Runs are written by rising rank, the node's own point first.

import { growColumn } from '../math/columns.ts';
import type { SphereForest } from './forest.ts';

/** Scratch: some nodes, taken out of their places to be put into others. */
export interface ArrangeWork {
  slot: Uint32Array; // where each lay
  point: Uint32Array;
  radius: Float32Array;
  firstChild: Uint32Array;
  childCount: Uint32Array;
  room: Uint32Array;
  exposed: Uint8Array;
  key: Float64Array; // by which they are sorted: rank, or -1 for the node's own point
  order: Uint32Array; // the sorted sequence
}

export function createArrangeWork(): ArrangeWork {
  return {
    slot: new Uint32Array(0),
    point: new Uint32Array(0),
    radius: new Float32Array(0),
    firstChild: new Uint32Array(0),
    childCount: new Uint32Array(0),
    room: new Uint32Array(0),
    exposed: new Uint8Array(0),
    key: new Float64Array(0),
    order: new Uint32Array(0),
  };
}

/** Makes room for runs of `least` nodes. */
export function growArrange(work: ArrangeWork, least: number): void {
  if (work.slot.length >= least) return;
  work.slot = growColumn(work.slot, least);
  work.point = growColumn(work.point, least);
  work.radius = growColumn(work.radius, least);
  work.firstChild = growColumn(work.firstChild, least);
  work.childCount = growColumn(work.childCount, least);
  work.room = growColumn(work.room, least);
  work.exposed = growColumn(work.exposed, least);
  work.key = growColumn(work.key, least);
  work.order = growColumn(work.order, least);
}

/** Copies a node into place `at` of the scratch. `own` is the point that is to come first, or -1. */
export function pickNode(
  work: ArrangeWork,
  at: number,
  forest: SphereForest,
  node: number,
  own: number,
): void {
  work.slot[at] = node;
  work.point[at] = forest.point[node];
  work.radius[at] = forest.radius[node];
  work.firstChild[at] = forest.firstChild[node];
  work.childCount[at] = forest.childCount[node];
  work.room[at] = forest.room[node];
  work.exposed[at] = forest.exposed[node];
  work.key[at] = forest.point[node] === own ? -1 : forest.rank[forest.point[node]];
}

/** Writes the picked nodes, sorted, as the run of `count` nodes from `first`, below `parent`. */
export function placeNodes(
  work: ArrangeWork,
  count: number,
  forest: SphereForest,
  first: number,
  parent: number,
): void {
  const { slot, key, order } = work;
  for (let i = 0; i < count; i++) {
    const k = key[i];
    let at = i;
    for (; at > 0 && key[order[at - 1]] > k; at--) order[at] = order[at - 1]; // they come nearly sorted
    order[at] = i;
  }
  for (let i = 0; i < count; i++) {
    const from = order[i];
    const to = first + i;
    forest.parent[to] = parent;
    if (slot[from] === to) continue;
    forest.point[to] = work.point[from];
    forest.radius[to] = work.radius[from];
    forest.firstChild[to] = work.firstChild[from];
    forest.childCount[to] = work.childCount[from];
    forest.room[to] = work.room[from];
    forest.exposed[to] = work.exposed[from];
    linkBelow(forest, to);
  }
}

/** Moves a node; the parent of the place stays, and what lay there is lost. */
export function moveNode(forest: SphereForest, from: number, to: number): void {
  forest.point[to] = forest.point[from];
  forest.radius[to] = forest.radius[from];
  forest.firstChild[to] = forest.firstChild[from];
  forest.childCount[to] = forest.childCount[from];
  forest.room[to] = forest.room[from];
  forest.exposed[to] = forest.exposed[from];
  linkBelow(forest, to);
}

/** Tells the children of a node that has moved, or the point of a leaf, where it is. */
function linkBelow(forest: SphereForest, node: number): void {
  const { parent } = forest;
  const count = forest.childCount[node];
  const first = forest.firstChild[node];
  if (count === 0) forest.leaf[forest.point[node]] = node;
  else for (let c = first; c < first + count; c++) parent[c] = node;
}

/** Sorts the run of a node, its own point first. */
export function sortRun(work: ArrangeWork, forest: SphereForest, node: number): void {
  const { point, rank } = forest;
  const first = forest.firstChild[node];
  const count = forest.childCount[node];
  const own = point[node];
  let sorted = point[first] === own;
  for (let c = first + 2; sorted && c < first + count; c++) sorted = rank[point[c - 1]] < rank[point[c]];
  if (sorted) return;
  growArrange(work, count);
  for (let i = 0; i < count; i++) pickNode(work, i, forest, first + i, own);
  placeNodes(work, count, forest, first, node);
}
