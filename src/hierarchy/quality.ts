// How well boxes fit, and how to make them fit better without losing balance: permutations of grandchildren
// [Otaduy07, sec. 3.3.2, 4.3]. Smaller is better, for a node's q and for the tree's Q alike.

import { unite } from './refit.ts';
import { setChildren, type TriangleTree } from './tree.ts';

// Flat boxes have no volume, and a wall of them would look perfect however it is grouped: no side counts as shorter
// than this part of the longest side of all.
const FLOOR = 1e-6;

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
  return FLOOR * Math.max(box[o + 3] - box[o], box[o + 4] - box[o + 1], box[o + 5] - box[o + 2]) || 1;
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
 * Exchanges two grandchildren of `node`, which is two high or more, if q becomes smaller and its children stay
 * balanced. Its own box and height cannot change: they depend on the grandchildren together, and balance of the
 * children implies its own [Otaduy07, sec. 3.3.2].
 */
function permute(tree: TriangleTree, node: number, floor: number): boolean {
  const { box, child, height } = tree;
  const b = child[2 * node];
  const c = child[2 * node + 1];
  if (height[b] === 0) return permuteThree(tree, node, c, b, floor);
  if (height[c] === 0) return permuteThree(tree, node, b, c, floor);
  const b0 = child[2 * b];
  const b1 = child[2 * b + 1];
  const c0 = child[2 * c];
  const c1 = child[2 * c + 1];
  let best = squaredVolume(box, b, floor) + squaredVolume(box, c, floor);
  let with0 = 0; // the partner of b0: 0 for b1 as it is, 1 for c0, 2 for c1
  if (Math.abs(height[b0] - height[c0]) <= 1 && Math.abs(height[b1] - height[c1]) <= 1) {
    const q = unitedVolume(box, b0, c0, floor) + unitedVolume(box, b1, c1, floor);
    if (q < best) {
      best = q;
      with0 = 1;
    }
  }
  if (Math.abs(height[b0] - height[c1]) <= 1 && Math.abs(height[b1] - height[c0]) <= 1) {
    const q = unitedVolume(box, b0, c1, floor) + unitedVolume(box, b1, c0, floor);
    if (q < best) with0 = 2;
  }
  if (with0 === 0) return false;
  const partner = with0 === 1 ? c0 : c1;
  const other = with0 === 1 ? c1 : c0;
  setChildren(tree, b, b0, partner);
  setChildren(tree, c, b1, other);
  unite(box, b, b0, partner);
  unite(box, c, b1, other);
  return true;
}

/** The same where one child is a leaf, so that the other has two leaves: which of the three stands alone? */
function permuteThree(tree: TriangleTree, node: number, inner: number, leaf: number, floor: number): boolean {
  const { box, child, height } = tree;
  if (height[inner] !== 1) return false; // a tree without balance
  const first = child[2 * inner];
  const second = child[2 * inner + 1];
  const alone = squaredVolume(box, inner, floor) + squaredVolume(box, leaf, floor);
  const aloneFirst = unitedVolume(box, leaf, second, floor) + squaredVolume(box, first, floor);
  const aloneSecond = unitedVolume(box, leaf, first, floor) + squaredVolume(box, second, floor);
  if (alone <= aloneFirst && alone <= aloneSecond) return false;
  const lone = aloneFirst <= aloneSecond ? first : second;
  const kept = aloneFirst <= aloneSecond ? second : first;
  setChildren(tree, inner, kept, leaf);
  setChildren(tree, node, inner, lone);
  unite(box, inner, kept, leaf);
  return true;
}
