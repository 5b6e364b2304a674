// Adds points to sphere trees: the samples of new crack surfaces [Glondu13, sec. 6.3]. New points hang below the point
// that they go with, for a cut edge its end, all of them in one run that takes the place of its leaf.
// Departs from the paper twice. There, each becomes a child of the lowest instance of its point whose sphere is large
// enough: stars in high nodes come of that (measured: bench/tree-split, 1.75 times the points of trees built anew are
// visited in 30 fragments, here 1.42). There, spheres are enlarged only where no level is large enough; but a sphere that
// holds the new point may be below one that does not, so here all spheres above are.

import { InputError } from '../job/error.ts';
import { growColumn } from '../math/columns.ts';
import { moveNode } from './arrange.ts';
import type { SphereForest } from './forest.ts';
import { freeRun, reserveNodes, runRoom, takeRun } from './runs.ts';
import { storeRadius } from './sphere-tree.ts';

const JOINED = 8; // later points join the earlier ones of their base while the run is not longer than this
const SLACK = 1 + 1e-12; // more than sums and squares of rounded distances are off by

let group = new Uint32Array(64); // scratch: the new points of one base, the latest first
let groupCount = 0;
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
  addPoints(forest, base, count);
  reserveNodes(forest, forest.nodeCount + Math.ceil(1.4 * count)); // once, for nearly all that the runs will take
  const { follower } = forest;
  // The newest follower of a base stands for its group.
  for (let k = 0; k < count; k++) {
    if (follower[base[k]] === first + k) insertGroup(forest, positions, base[k], first);
  }
  return first;
}

/** Makes points known that go with others, base[k] the k-th; they are in no tree yet. */
export function addPoints(forest: SphereForest, base: Uint32Array, count: number): void {
  const first = forest.pointCount;
  growPoints(forest, first + count);
  forest.pointCount = first + count;
  const { rank, fragment, follower } = forest;
  for (let k = 0; k < count; k++) {
    const p = first + k;
    const b = base[k];
    rank[p] = p;
    fragment[p] = fragment[b];
    follower[p] = follower[b];
    follower[b] = p;
  }
}

function growPoints(forest: SphereForest, least: number): void {
  if (forest.rank.length >= least) return;
  forest.rank = growColumn(forest.rank, least);
  forest.leaf = growColumn(forest.leaf, least);
  forest.fragment = growColumn(forest.fragment, least);
  forest.follower = growColumn(forest.follower, least);
}

/** Hangs the points from `first` on that go with `base` below it, and makes all spheres above hold them. */
function insertGroup(forest: SphereForest, positions: Float64Array, base: number, first: number): void {
  const { follower } = forest;
  let count = 0;
  let p = follower[base];
  for (; p >= first; p = follower[p]) {
    if (count === group.length) group = growColumn(group, count + 1);
    group[count++] = p;
  }
  groupCount = count;
  // With the points that came earlier if the run stays short, otherwise the leaf becomes a node of its own.
  let node = forest.leaf[base];
  const above = forest.parent[node];
  const joins = p >= 0 && forest.childCount[above] + count <= JOINED;
  if (joins) node = above;
  const start = joins ? lengthenRun(forest, node, count) : openLeaf(forest, node, count);
  const { point, radius, firstChild, childCount, room, parent, exposed, leaf } = forest;
  const list = group;
  for (let i = 0; i < count; i++) {
    const q = list[count - 1 - i]; // ranks rise
    const at = start + i;
    point[at] = q;
    radius[at] = 0;
    firstChild[at] = 0;
    childCount[at] = 0;
    room[at] = 0;
    parent[at] = node;
    exposed[at] = 1;
    leaf[q] = at;
  }
  exposed[leaf[base]] = 1; // edges of the crack hang on it
  reachUp(forest, positions, node, base);
}

/** Makes a leaf an inner node with its own point below it; returns where `more` others go. */
function openLeaf(forest: SphereForest, node: number, more: number): number {
  const run = takeRun(forest, 1 + more);
  const p = forest.point[node];
  forest.point[run] = p;
  forest.radius[run] = 0;
  forest.firstChild[run] = 0;
  forest.childCount[run] = 0;
  forest.room[run] = 0;
  forest.parent[run] = node;
  forest.exposed[run] = forest.exposed[node];
  forest.leaf[p] = run;
  forest.firstChild[node] = run;
  forest.childCount[node] = 1 + more;
  forest.room[node] = runRoom(1 + more);
  return run + 1;
}

/** Lengthens the run of a node, moving it where it has no room; returns where `more` nodes go. */
function lengthenRun(forest: SphereForest, node: number, more: number): number {
  const count = forest.childCount[node];
  if (count + more > forest.room[node]) {
    const from = forest.firstChild[node];
    const to = takeRun(forest, count + more);
    for (let i = 0; i < count; i++) {
      moveNode(forest, from + i, to + i);
      forest.parent[to + i] = node;
    }
    freeRun(forest, from, forest.room[node]);
    forest.firstChild[node] = to;
    forest.room[node] = runRoom(count + more);
  }
  forest.childCount[node] = count + more;
  return forest.firstChild[node] + count;
}

/** Enlarges the sphere of a node and all above it to hold the group, and exposes them. */
function reachUp(forest: SphereForest, positions: Float64Array, node: number, base: number): void {
  const { point, radius, parent, exposed } = forest;
  measureGroup(positions, base);
  const far = Math.sqrt(squared[0]);
  const x = positions[3 * base];
  const y = positions[3 * base + 1];
  const z = positions[3 * base + 2];
  for (let at = node; at >= 0; at = parent[at]) {
    exposed[at] = 1;
    const q = 3 * point[at];
    const dx = x - positions[q];
    const dy = y - positions[q + 1];
    const dz = z - positions[q + 2];
    if ((Math.sqrt(dx * dx + dy * dy + dz * dz) + far) * SLACK <= radius[at]) continue;
    measureGroup(positions, point[at]);
    if (squared[0] * SLACK > radius[at] * radius[at]) storeRadius(radius, at, squared, 0);
  }
}

/** Writes to `squared` the squared distance from a point to the furthest of the group. */
function measureGroup(positions: Float64Array, from: number): void {
  const list = group;
  const count = groupCount;
  const x = positions[3 * from];
  const y = positions[3 * from + 1];
  const z = positions[3 * from + 2];
  let most = 0;
  for (let i = 0; i < count; i++) {
    const p = 3 * list[i];
    const dx = positions[p] - x;
    const dy = positions[p + 1] - y;
    const dz = positions[p + 2] - z;
    const d = dx * dx + dy * dy + dz * dz;
    if (d > most) most = d;
  }
  squared[0] = most;
}
