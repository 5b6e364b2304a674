// What must hold of a sphere tree, checked the slow and obvious way. For tests, and for trees that come from outside.

import type { SphereTree } from './sphere-tree.ts';

/**
 * Throws an Error that names the first broken invariant of a tree as built and the node or point that breaks it.
 * Time grows with points × depth; changes nothing.
 */
export function validateSphereTree(tree: SphereTree, positions: Float64Array): void {
  checkSizes(tree, positions);
  if (tree.count === 0) return;
  checkLinks(tree);
  checkLeaves(tree);
  checkRuns(tree);
  checkLevels(tree);
  checkRadii(tree, tree.leaf, positions);
}

function fail(what: string): never {
  throw new Error(`sphere tree: ${what}`);
}

function checkSizes(tree: SphereTree, positions: Float64Array): void {
  const { count, point, radius, firstChild, childCount, parent, level, rank, leaf } = tree;
  const points = positions.length / 3;
  for (const column of [point, radius, firstChild, childCount, parent, level]) {
    if (column.length < count) fail(`a column holds ${column.length} of ${count} nodes`);
  }
  if (rank.length !== points || leaf.length !== points) {
    fail(`ranks for ${rank.length} and leaves for ${leaf.length} of ${points} points`);
  }
  if (points > 0 !== count > 0) fail(`${points} points in ${count} nodes`);
  const seen = new Uint8Array(points);
  for (let p = 0; p < points; p++) {
    if (!(rank[p] < points) || seen[rank[p]]) fail(`rank ${rank[p]} of point ${p} is taken or out of range`);
    seen[rank[p]] = 1;
  }
  for (let i = 0; i < count; i++) {
    if (!(point[i] < points)) fail(`node ${i} names point ${point[i]} of ${points}`);
  }
}

/** One root; every other node stands in the run of its parent and in no other. */
function checkLinks(tree: SphereTree): void {
  const { count, firstChild, childCount, parent } = tree;
  if (parent[0] !== -1) fail(`the root has the parent ${parent[0]}`);
  const owner = new Int32Array(count).fill(-1);
  for (let i = 0; i < count; i++) {
    if (childCount[i] === 1) fail(`node ${i} has a single child`);
    if (childCount[i] > 0 && firstChild[i] + childCount[i] > count)
      fail(`the run of node ${i} leaves the tree`);
    for (let c = firstChild[i]; c < firstChild[i] + childCount[i]; c++) {
      if (owner[c] >= 0) fail(`node ${c} is a child of ${owner[c]} and of ${i}`);
      if (c <= i) fail(`node ${c} stands before its parent ${i}`);
      if (parent[c] !== i) fail(`node ${c} names the parent ${parent[c]} and is a child of ${i}`);
      owner[c] = i;
    }
  }
  for (let i = 1; i < count; i++) if (owner[i] < 0) fail(`node ${i} is in no run`);
}

function checkLeaves(tree: SphereTree): void {
  const { count, point, childCount, rank, leaf } = tree;
  const seen = new Uint8Array(rank.length);
  for (let i = 0; i < count; i++) {
    if (childCount[i] > 0) continue;
    if (seen[point[i]]) fail(`point ${point[i]} has more than one leaf`);
    if (leaf[point[i]] !== i) fail(`point ${point[i]} names the leaf ${leaf[point[i]]}, its leaf is ${i}`);
    seen[point[i]] = 1;
  }
  for (let p = 0; p < rank.length; p++) if (!seen[p]) fail(`point ${p} has no leaf`);
}

/** A node's own point comes first in its run, the others by rank. With checkLeaves: it is one of its leaves. */
function checkRuns(tree: SphereTree): void {
  const { count, point, firstChild, childCount, rank } = tree;
  for (let i = 0; i < count; i++) {
    if (childCount[i] === 0) continue;
    const first = firstChild[i];
    if (point[first] !== point[i]) fail(`the point ${point[i]} of node ${i} is not that of its first child`);
    for (let c = first + 1; c < first + childCount[i]; c++) {
      if (rank[point[c]] <= rank[point[c - 1]]) fail(`the children of node ${i} are not in order at ${c}`);
    }
  }
}

/** The most points a level may hold: 2^level, and no bound beyond 32 bits. */
function levelWidth(level: number): number {
  return level < 32 ? (1 << level) >>> 0 : Number.POSITIVE_INFINITY;
}

/** Cut at level l, the tree leaves the first min(2^l, n) points. */
function checkLevels(tree: SphereTree): void {
  const { count, levels, point, firstChild, childCount, parent, level, rank } = tree;
  const points = rank.length;
  const width = new Float64Array(levels + 1); // per level, how many nodes stand in it, as differences
  if (level[0] !== 0) fail(`the root is in level ${level[0]}`);
  for (let i = 0; i < count; i++) {
    if (level[i] >= levels) fail(`node ${i} is in level ${level[i]} of ${levels}`);
    if (i > 0 && level[i] <= level[parent[i]]) fail(`node ${i} is not in a deeper level than its parent`);
    if (i > 0 && level[i] !== level[firstChild[parent[i]]])
      fail(`node ${i} is not in the level of its siblings`);
    if (rank[point[i]] >= levelWidth(level[i])) {
      fail(`node ${i} in level ${level[i]} has a point of rank ${rank[point[i]]}, too late for it`);
    }
    width[level[i]]++;
    width[childCount[i] > 0 ? level[firstChild[i]] : levels]--;
  }
  for (let i = 1; i < count; i++) {
    if (level[i] < level[i - 1]) fail(`node ${i} is in a higher level than the node before it`);
  }
  for (let l = 0, standing = 0; l < levels; l++) {
    standing += width[l];
    const wanted = Math.min(levelWidth(l), points);
    if (standing !== wanted) fail(`level ${l} has ${standing} nodes, not ${wanted}`);
  }
  if (levels > 1 && levelWidth(levels - 2) >= points)
    fail(`${levels} levels are too many for ${points} points`);
}

/** Throws unless the sphere of every node reaches all points below it. */
export function checkRadii(
  { point, radius, parent }: Pick<SphereTree, 'point' | 'radius' | 'parent'>,
  leaf: Uint32Array | Int32Array,
  positions: Float64Array,
): void {
  for (let p = 0; p < leaf.length; p++) {
    for (let node = leaf[p]; node >= 0; node = parent[node]) {
      const x = positions[3 * p] - positions[3 * point[node]];
      const y = positions[3 * p + 1] - positions[3 * point[node] + 1];
      const z = positions[3 * p + 2] - positions[3 * point[node] + 2];
      const distance = Math.sqrt(x * x + y * y + z * z);
      if (!(radius[node] >= distance)) {
        fail(`the radius ${radius[node]} of node ${node} does not reach point ${p} at ${distance}`);
      }
    }
  }
}
