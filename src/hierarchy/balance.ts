// The policy `balance`: the tree is an AVL tree. Leaves are inserted, deleted and replaced; where siblings' heights
// come to differ by two, a rotation sets it right [Otaduy07, sec. 3.2, 3.3.1]. Boxes wait for the next refit.

import { InputError } from '../job/error.ts';
import { unite } from './refit.ts';
import {
  giveNode,
  putInPlace,
  reserveTree,
  setChildren,
  type TriangleTree,
  takeLeaf,
  takeNode,
  touchNode,
} from './tree.ts';

/**
 * Inserts a triangle beside one that is in the tree, or with −1 into an empty one. One rotation at most. Returns the
 * new leaf: write its box before the next refit. [Otaduy07, sec. 3.2]
 */
export function insertTriangle(tree: TriangleTree, triangle: number, beside: number): number {
  if (triangle < tree.leaf.length && tree.leaf[triangle] >= 0) {
    throw new InputError('bad-argument', `triangle ${triangle} is in the tree: delete it first`);
  }
  if (beside < 0 && tree.root < 0) {
    const leaf = takeLeaf(tree, triangle);
    tree.root = leaf;
    touchNode(tree, leaf);
    return leaf;
  }
  const old = leafOf(tree, beside);
  const leaf = takeLeaf(tree, triangle);
  const node = takeNode(tree);
  putInPlace(tree, node, old);
  setChildren(tree, node, old, leaf);
  touchNode(tree, leaf);
  touchNode(tree, node);
  rebalanceFrom(tree, tree.parent[node]);
  return leaf;
}

/** Deletes a triangle: its sibling takes its parent's place. At most a rotation a level. [Otaduy07, sec. 3.2] */
export function deleteTriangle(tree: TriangleTree, triangle: number): void {
  const leaf = leafOf(tree, triangle);
  const node = tree.parent[leaf];
  if (node < 0) {
    tree.root = -1;
    giveNode(tree, leaf);
    return;
  }
  const sibling = tree.child[2 * node] === leaf ? tree.child[2 * node + 1] : tree.child[2 * node];
  putInPlace(tree, sibling, node);
  giveNode(tree, leaf);
  giveNode(tree, node);
  const above = tree.parent[sibling];
  if (above < 0) return;
  touchNode(tree, above);
  rebalanceFrom(tree, above);
}

/** Puts one triangle in the place of another: no rotation, no heights. Returns its leaf: write the box. [sec. 4.1] */
export function replaceTriangle(tree: TriangleTree, triangle: number, old: number): number {
  const leaf = leafOf(tree, old);
  if (triangle >= tree.leaf.length) reserveTree(tree, 0, triangle + 1);
  if (tree.leaf[triangle] >= 0 && triangle !== old) {
    throw new InputError('bad-argument', `triangle ${triangle} is in the tree: delete it first`);
  }
  tree.leaf[old] = -1;
  tree.leaf[triangle] = leaf;
  tree.triangle[leaf] = triangle;
  touchNode(tree, leaf);
  return leaf;
}

function leafOf(tree: TriangleTree, triangle: number): number {
  const leaf = triangle >= 0 && triangle < tree.leaf.length ? tree.leaf[triangle] : -1;
  if (leaf < 0)
    throw new InputError('bad-argument', `triangle ${triangle} is not in the tree: insert it first`);
  return leaf;
}

/**
 * Sets heights and balance right from `node` up, after the height of one child changed; stops where a height comes
 * out as it was. Siblings may differ by two at most on the way: what one insertion or deletion brings about.
 */
export function rebalanceFrom(tree: TriangleTree, node: number): void {
  const { height, child, parent } = tree;
  while (node >= 0) {
    const before = height[node];
    const left = child[2 * node];
    const right = child[2 * node + 1];
    const difference = height[left] - height[right];
    let top = node;
    if (difference > 1) top = rotate(tree, node, left, right);
    else if (difference < -1) top = rotate(tree, node, right, left);
    else height[node] = 1 + (difference > 0 ? height[left] : height[right]);
    if (height[top] === before) return;
    node = parent[top];
  }
}

/**
 * Lifts the higher child of `node` into its place. The child keeps its own higher subtree and gives the other one to
 * `node`: a rotation, with the pre-swap of [Otaduy07, fig. 2] where the subtree that a plain rotation would give away
 * is the higher one. (The paper swaps whenever heights differ; that is needed in this case alone.) Returns the child.
 */
function rotate(tree: TriangleTree, node: number, high: number, low: number): number {
  const { child, height } = tree;
  const first = child[2 * high];
  const second = child[2 * high + 1];
  const keepsFirst = height[first] >= height[second];
  const kept = keepsFirst ? first : second;
  const given = keepsFirst ? second : first;
  putInPlace(tree, high, node);
  setChildren(tree, node, given, low);
  setChildren(tree, high, kept, node);
  unite(tree.box, node, given, low);
  unite(tree.box, high, kept, node);
  touchNode(tree, node);
  touchNode(tree, high);
  return high;
}
