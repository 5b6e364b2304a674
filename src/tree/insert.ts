// Adds points to sphere trees: the samples of new crack surfaces [Glondu13, sec. 6.3]. A new point hangs below a point
// of its fragment close to it, at the level whose spheres are just larger than the distance between the two.
// Departs from the paper twice. There, the end of the cut edge is what a new point hangs below; here, a point found
// close by, which makes small trees of what would be stars of many points (measured: bench/tree-split). There, spheres
// are enlarged only where no level is large enough; but a sphere that holds the new point may be below one that does
// not, so here all spheres above are.

import { InputError } from '../job/error.ts';
import { linkBelow } from './arrange.ts';
import { growColumn } from './columns.ts';
import type { SphereForest } from './forest.ts';
import { storeRadius } from './radius.ts';
import { freeRun, runRoom, takeRun } from './runs.ts';

const ROUND_UP = 1 + 1e-14; // more than a squared distance in doubles can be short of the true one, 5 × 2⁻⁵³
const squared = new Float64Array(1); // scratch: a squared distance

/**
 * Inserts `count` points, numbered from forest.pointCount on, with their positions already at their indices; returns
 * the number of the first. base[k] is the point that the k-th goes with when its fragment splits: a point of the whole,
 * close to it, for a cut edge the edge's end. Allocates only when the forest outgrows its columns.
 */
export function insertPoints(
  forest: SphereForest,
  positions: Float64Array,
  base: Uint32Array,
  count: number,
): number {
  const first = forest.pointCount;
  if (positions.length < 3 * (first + count)) {
    throw new InputError(
      'bad-argument',
      `positions hold ${positions.length / 3} points, ${first + count} are wanted`,
    );
  }
  const { baseCount, leaf } = forest;
  for (let k = 0; k < count; k++) {
    if (base[k] < baseCount && leaf[base[k]] >= 0) continue;
    throw new InputError(
      'bad-argument',
      `base names point ${base[k]}, which is in no tree or not of the whole`,
    );
  }
  growPoints(forest, first + count);
  for (let k = 0; k < count; k++) insertPoint(forest, positions, base[k]);
  return first;
}

function growPoints(forest: SphereForest, least: number): void {
  if (forest.rank.length >= least) return;
  forest.rank = growColumn(forest.rank, least);
  forest.leaf = growColumn(forest.leaf, least);
  forest.fragment = growColumn(forest.fragment, least);
  forest.follower = growColumn(forest.follower, least);
}

function insertPoint(forest: SphereForest, positions: Float64Array, base: number): void {
  const p = forest.pointCount;
  const near = findNear(forest, positions, base, p);
  forest.pointCount = p + 1;
  forest.rank[p] = p;
  forest.fragment[p] = forest.fragment[base];
  forest.follower[p] = forest.follower[base];
  forest.follower[base] = p;
  const node = findInstance(forest, positions, near, p);
  addChild(forest, node, p);
  reachUp(forest, positions, node, p);
  expose(forest, node);
  expose(forest, forest.leaf[base]); // edges of the crack hang on it
}

/**
 * A point close to p: the base, or a closer one on the way down, always to the closest child, from the smallest sphere
 * above the base that holds p.
 */
function findNear(forest: SphereForest, positions: Float64Array, base: number, p: number): number {
  const { point, radius, firstChild, childCount, parent, leaf } = forest;
  const x = positions[3 * p];
  const y = positions[3 * p + 1];
  const z = positions[3 * p + 2];
  let node = leaf[base];
  let least = -1; // first the base's own distance
  for (;;) {
    const q = 3 * point[node];
    const dx = positions[q] - x;
    const dy = positions[q + 1] - y;
    const dz = positions[q + 2] - z;
    const d = dx * dx + dy * dy + dz * dz;
    if (least < 0) least = d;
    else if (d <= radius[node] * radius[node]) break;
    if (parent[node] < 0) break;
    node = parent[node];
  }
  let near = base;
  while (childCount[node] > 0) {
    const end = firstChild[node] + childCount[node];
    let closest = Number.POSITIVE_INFINITY;
    let next = firstChild[node];
    for (let child = firstChild[node]; child < end; child++) {
      const q = 3 * point[child];
      const dx = positions[q] - x;
      const dy = positions[q + 1] - y;
      const dz = positions[q + 2] - z;
      const d = dx * dx + dy * dy + dz * dz;
      if (d < closest) {
        closest = d;
        next = child;
      }
    }
    node = next;
    if (closest < least) {
      least = closest;
      near = point[node];
    }
  }
  return near;
}

/** The lowest instance of point `near` whose sphere is larger than the distance to p, or the highest of all. */
function findInstance(forest: SphereForest, positions: Float64Array, near: number, p: number): number {
  const { point, radius, parent, leaf } = forest;
  const dx = positions[3 * p] - positions[3 * near];
  const dy = positions[3 * p + 1] - positions[3 * near + 1];
  const dz = positions[3 * p + 2] - positions[3 * near + 2];
  const distance = Math.sqrt(dx * dx + dy * dy + dz * dz);
  let node = leaf[near];
  while (radius[node] <= distance && parent[node] >= 0 && point[parent[node]] === near) node = parent[node];
  return node;
}

/** Hangs a leaf for the newest point below a node; a leaf becomes an inner node with its own point below it. */
function addChild(forest: SphereForest, node: number, p: number): void {
  const count = forest.childCount[node];
  if (count === 0) {
    const first = takeRun(forest, 2);
    setLeaf(forest, first, forest.point[node], node, forest.exposed[node]);
    forest.firstChild[node] = first;
    forest.room[node] = runRoom(2);
    forest.childCount[node] = 1;
  } else if (count === forest.room[node]) moveRun(forest, node, count + 1);
  setLeaf(forest, forest.firstChild[node] + forest.childCount[node]++, p, node, 1);
}

function setLeaf(forest: SphereForest, node: number, p: number, parent: number, exposed: number): void {
  forest.point[node] = p;
  forest.radius[node] = 0;
  forest.firstChild[node] = 0;
  forest.childCount[node] = 0;
  forest.room[node] = 0;
  forest.parent[node] = parent;
  forest.exposed[node] = exposed;
  forest.leaf[p] = node;
}

/** Moves the children of a node to a run with room for `length`. */
function moveRun(forest: SphereForest, node: number, length: number): void {
  const to = takeRun(forest, length);
  const { point, radius, firstChild, childCount, room, parent, exposed } = forest;
  const from = firstChild[node];
  for (let i = 0; i < childCount[node]; i++) {
    point[to + i] = point[from + i];
    radius[to + i] = radius[from + i];
    firstChild[to + i] = firstChild[from + i];
    childCount[to + i] = childCount[from + i];
    room[to + i] = room[from + i];
    exposed[to + i] = exposed[from + i];
    parent[to + i] = node;
    linkBelow(forest, to + i);
  }
  freeRun(forest, from, room[node]);
  firstChild[node] = to;
  room[node] = runRoom(length);
}

/** Enlarges the sphere of a node and all above it to hold point p. */
function reachUp(forest: SphereForest, positions: Float64Array, node: number, p: number): void {
  const { point, radius, parent } = forest;
  const x = positions[3 * p];
  const y = positions[3 * p + 1];
  const z = positions[3 * p + 2];
  for (let at = node; at >= 0; at = parent[at]) {
    const q = 3 * point[at];
    const dx = x - positions[q];
    const dy = y - positions[q + 1];
    const dz = z - positions[q + 2];
    const d = dx * dx + dy * dy + dz * dz;
    if (d * ROUND_UP <= radius[at] * radius[at]) continue;
    squared[0] = d;
    storeRadius(radius, at, squared, 0);
  }
}

/** Marks a node and all above it: something that can touch is below. What is marked has only marked nodes above it. */
function expose(forest: SphereForest, node: number): void {
  const { exposed, parent } = forest;
  for (let at = node; at >= 0 && exposed[at] === 0; at = parent[at]) exposed[at] = 1;
}
