// How well boxes fit, and how to make them fit better without losing balance: permutations of grandchildren
// [Otaduy07, sec. 3.3.2, 4.3]. Smaller is better, for a node's q and for the tree's Q alike.

import { QUALITY_FLOOR } from './constants.ts';
import { unite } from './refit.ts';
import { setChildren, type TriangleTree } from './tree.ts';

/** The Q of a tree that halves every box: (2n − 1)/n for n triangles [Otaduy07, sec. 4.3]. */
export function idealQuality(triangles: number): number {
  return (2 * triangles - 1) / triangles;
}

/** Q: the sum of all boxes' squared volumes over that of the root [Otaduy07, eq. 4]. Linear; 0 for an empty tree. */
export function measureQuality(tree: TriangleTree): number {
  if (tree.root < 0) return 0;
  const { box, height, nodeCount } = tree;
  const floor = floorOf(tree);
  let sum = 0;
  for (let node = 0; node < nodeCount; node++) if (height[node] >= 0) sum += squaredVolume(box, node, floor);
  return sum / squaredVolume(box, tree.root, floor);
}

function floorOf({ box, root }: TriangleTree): number {
  const o = 6 * root;
  return QUALITY_FLOOR * Math.max(box[o + 3] - box[o], box[o + 4] - box[o + 1], box[o + 5] - box[o + 2]) || 1;
}

function squaredVolume(box: Float64Array, node: number, floor: number): number {
  const o = 6 * node;
  const x = Math.max(floor, box[o + 3] - box[o]);
  const y = Math.max(floor, box[o + 4] - box[o + 1]);
  const z = Math.max(floor, box[o + 5] - box[o + 2]);
  const volume = x * y * z;
  return volume * volume;
}

/** The squared volume of the box around two nodes. */
function unitedVolume(box: Float64Array, a: number, b: number, floor: number): number {
  const i = 6 * a;
  const j = 6 * b;
  const x = Math.max(floor, Math.max(box[i + 3], box[j + 3]) - Math.min(box[i], box[j]));
  const y = Math.max(floor, Math.max(box[i + 4], box[j + 4]) - Math.min(box[i + 1], box[j + 1]));
  const z = Math.max(floor, Math.max(box[i + 5], box[j + 5]) - Math.min(box[i + 2], box[j + 2]));
  const volume = x * y * z;
  return volume * volume;
}

/**
 * Permutes grandchildren where the last refitTouched went and one level above, wherever that makes q smaller and keeps
 * balance; returns how often. Boxes stay fitted. The paper goes over the whole tree [Otaduy07, sec. 4.3]; where no box
 * changed, no permutation has become better. Allocation-free.
 */
export function optimiseVisited(tree: TriangleTree): number {
  if (tree.root < 0) return 0;
  const { parent, height, work } = tree;
  const { visited, visitedCount } = work;
  const floor = floorOf(tree);
  let count = 0;
  for (let i = 0; i < visitedCount; i++) {
    const node = visited[i];
    if (height[node] >= 2 && permute(tree, node, floor)) count++;
    const above = parent[node];
    if (above >= 0 && height[above] >= 2 && permute(tree, above, floor)) count++;
  }
  return count;
}

/** The same at every node, from the leaves up: the paper's own way. */
export function optimiseTree(tree: TriangleTree): number {
  if (tree.root < 0) return 0;
  const { child, height, work } = tree;
  const { visited } = work;
  const floor = floorOf(tree);
  let listed = 1;
  visited[0] = tree.root;
  for (let i = 0; i < listed; i++) {
    const left = child[2 * visited[i]];
    const right = child[2 * visited[i] + 1];
    if (left >= 0 && height[left] >= 2) visited[listed++] = left;
    if (right >= 0 && height[right] >= 2) visited[listed++] = right;
  }
  work.visitedCount = 0;
  let count = 0;
  for (let i = listed - 1; i >= 0; i--) {
    if (height[visited[i]] >= 2 && permute(tree, visited[i], floor)) count++;
  }
  return count;
}

/**
 * Makes the exchange below `node`, which is two high or more, that lowers Q most, if any does and balance stays:
 * - two grandchildren of different children, the paper's permutations [Otaduy07, sec. 3.3.2];
 * - a child and a grandchild below the other one (ours), which moves subtrees up and down a level.
 * Box and height of `node` stay, so nothing above it changes.
 */
function permute(tree: TriangleTree, node: number, floor: number): boolean {
  const { box, child, height } = tree;
  const b = child[2 * node];
  const c = child[2 * node + 1];
  const volumeB = squaredVolume(box, b, floor);
  const volumeC = squaredVolume(box, c, floor);
  let gain = 1e-12 * (volumeB + volumeC); // of the best exchange so far; more than rounding could feign
  let best = -1;
  if (height[b] > 0 && height[c] > 0) {
    for (let k = 0; k < 2; k++) {
      const b0 = child[2 * b];
      const b1 = child[2 * b + 1];
      const partner = child[2 * c + k];
      const other = child[2 * c + 1 - k];
      if (!areLevel(height, b0, partner) || !areLevel(height, b1, other)) continue;
      const less =
        volumeB + volumeC - unitedVolume(box, b0, partner, floor) - unitedVolume(box, b1, other, floor);
      if (less > gain) {
        gain = less;
        best = k;
      }
    }
  }
  for (let k = 2; k < 6; k++) {
    const lowered = k < 4 ? c : b;
    const parent = k < 4 ? b : c;
    if (height[parent] === 0) continue;
    const lifted = child[2 * parent + (k & 1)];
    const stays = child[2 * parent + 1 - (k & 1)];
    if (!areLevel(height, lowered, stays)) continue;
    const below = 1 + Math.max(height[lowered], height[stays]);
    if (Math.abs(below - height[lifted]) > 1 || 1 + Math.max(below, height[lifted]) !== height[node])
      continue;
    const less = (k < 4 ? volumeB : volumeC) - unitedVolume(box, lowered, stays, floor);
    if (less > gain) {
      gain = less;
      best = k;
    }
  }
  if (best < 0) return false;
  if (best < 2) {
    const b0 = child[2 * b];
    const b1 = child[2 * b + 1];
    const partner = child[2 * c + best];
    const other = child[2 * c + 1 - best];
    regroup(tree, b, b0, partner);
    regroup(tree, c, b1, other);
  } else {
    const lowered = best < 4 ? c : b;
    const parent = best < 4 ? b : c;
    const lifted = child[2 * parent + (best & 1)];
    regroup(tree, parent, lowered, child[2 * parent + 1 - (best & 1)]);
    setChildren(tree, node, parent, lifted);
  }
  return true;
}

function areLevel(height: Int32Array, a: number, b: number): boolean {
  return Math.abs(height[a] - height[b]) <= 1;
}

function regroup(tree: TriangleTree, node: number, a: number, b: number): void {
  setChildren(tree, node, a, b);
  unite(tree.box, node, a, b);
}
