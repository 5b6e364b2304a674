// The sphere trees of a family: one for each fragment, all in one pool of nodes [Glondu13, sec. 6]. It begins as a
// copy of the tree of the whole; split.ts divides trees, insert.ts adds points, runs.ts hands out the nodes.

import { InputError } from '../job/error.ts';
import { freeRun, type NodePool } from './runs.ts';
import type { SphereTree } from './sphere-tree.ts';

/**
 * Trees of spheres over the points of a family, a root for each fragment. Of the invariants of a SphereTree the first
 * four hold for every tree; validateForest checks them. Columns are at least as long as their counts say and are
 * replaced when they grow: read them from the record after every call that changes it.
 */
export interface SphereForest extends NodePool {
  readonly baseCount: number; // points of the whole; those behind were inserted
  readonly surfaceCount: number; // the first of them, which lie on the surface; the others are inside
  pointCount: number;
  rank: Uint32Array; // per point, its place in the maximum-distance order; inserted points follow by index
  leaf: Int32Array; // per point, the node that is its leaf; -1 once its tree is removed
  fragment: Int32Array; // per point, the fragment whose tree holds it; -1 once removed
  follower: Int32Array; // per point, the next of the points that go where the same base point goes; -1 at the end
  root: Int32Array; // per fragment, the root of its tree; -1 if it has none
}

/**
 * A forest of one tree, that of fragment 0, with room for `extra` points to be inserted before it must grow. The first
 * `surfaceCount` points lie on the surface; the others are inside and cannot touch until cracks come by
 * [Glondu13, sec. 6.1].
 */
export function createForest(tree: SphereTree, surfaceCount = tree.rank.length, extra = 0): SphereForest {
  if (!(surfaceCount >= 0 && surfaceCount <= tree.rank.length)) {
    throw new InputError(
      'bad-argument',
      `surfaceCount is ${surfaceCount}: give a number from 0 to the tree's ${tree.rank.length} points`,
    );
  }
  const nodes = tree.count + 2 * extra + 1;
  const points = tree.rank.length + extra;
  const forest: SphereForest = {
    nodeCount: 0,
    point: new Uint32Array(nodes),
    radius: new Float32Array(nodes),
    firstChild: new Uint32Array(nodes),
    childCount: new Uint32Array(nodes),
    room: new Uint32Array(nodes),
    parent: new Int32Array(nodes),
    exposed: new Uint8Array(nodes),
    freeHead: new Int32Array(64),
    baseCount: tree.rank.length,
    surfaceCount,
    pointCount: 0,
    rank: new Uint32Array(points),
    leaf: new Int32Array(points),
    fragment: new Int32Array(points),
    follower: new Int32Array(points),
    root: new Int32Array(16),
  };
  resetForest(forest, tree);
  return forest;
}

/** Makes the forest whole again, as createForest would; keeps its columns and allocates nothing. */
export function resetForest(forest: SphereForest, tree: SphereTree): void {
  const { count, rank } = tree;
  if (rank.length !== forest.baseCount) {
    throw new InputError(
      'bad-argument',
      `tree has ${rank.length} points, the forest was made for ${forest.baseCount}: make another with createForest`,
    );
  }
  forest.nodeCount = count;
  forest.point.set(tree.point);
  forest.radius.set(tree.radius);
  forest.firstChild.set(tree.firstChild);
  forest.childCount.set(tree.childCount);
  forest.room.set(tree.childCount);
  forest.parent.set(tree.parent);
  exposeSurface(forest, tree);
  forest.freeHead.fill(-1);
  forest.pointCount = rank.length;
  forest.rank.set(rank);
  forest.leaf.set(tree.leaf);
  forest.fragment.fill(0);
  forest.follower.fill(-1);
  forest.root.fill(-1);
  if (count > 0) forest.root[0] = 0;
}

/** Marks the nodes above surface points, in a tree as built: children stand behind their parents. */
function exposeSurface({ exposed, surfaceCount }: SphereForest, tree: SphereTree): void {
  const { count, point, childCount, parent } = tree;
  exposed.fill(0, 0, count);
  for (let i = count - 1; i >= 0; i--) {
    if (childCount[i] === 0 && point[i] < surfaceCount) exposed[i] = 1;
    if (i > 0 && exposed[i] === 1) exposed[parent[i]] = 1;
  }
}

/** Whether a point lies on a surface and can be a contact: those inside the whole are only centres of spheres. */
export function onSurface(forest: SphereForest, point: number): boolean {
  return point < forest.surfaceCount || point >= forest.baseCount;
}

/** The bytes of a forest's columns. */
export function forestBytes(forest: SphereForest): number {
  const { point, radius, firstChild, childCount, room, parent, exposed, freeHead } = forest;
  const { rank, leaf, fragment, follower, root } = forest;
  const columns = [point, radius, firstChild, childCount, room, parent, exposed, freeHead];
  return [...columns, rank, leaf, fragment, follower, root].reduce((sum, c) => sum + c.byteLength, 0);
}

/** Removes the tree of a fragment; its nodes serve others. Its points are in no tree from here on. */
export function removeTree(forest: SphereForest, label: number): void {
  const { point, firstChild, childCount, room, parent, leaf, fragment, root } = forest;
  if (!(label >= 0 && label < root.length && root[label] >= 0)) {
    throw new InputError('bad-argument', `fragment ${label} has no tree to remove`);
  }
  const top = root[label];
  root[label] = -1;
  // From the last leaf backwards: a run is done when its first node is, so no stack is needed.
  for (let node = top; ; node--) {
    while (childCount[node] > 0) node = firstChild[node] + childCount[node] - 1;
    leaf[point[node]] = -1;
    fragment[point[node]] = -1;
    while (node !== top && node === firstChild[parent[node]]) {
      node = parent[node];
      freeRun(forest, firstChild[node], room[node]);
    }
    if (node === top) break;
  }
  freeRun(forest, top, 1);
}
