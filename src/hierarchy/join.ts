// Joins two balanced subtrees of one pool into one that is balanced: what bulk insertion and separation are made of.

import { rebalanceFrom } from './balance.ts';
import { unite } from './refit.ts';
import { putInPlace, setChildren, type TriangleTree, takeNode } from './tree.ts';

/**
 * Joins the subtrees with roots a and b, which hang nowhere (parent −1), and returns the root of both together. The
 * lower one is hung beside a node of its own height in the higher one, on the way down where boxes grow least: as many
 * steps as heights differ by. Boxes fit afterwards if they did before. tree.root is set to the new root.
 */
export function joinSubtrees(tree: TriangleTree, a: number, b: number): number {
  const { height } = tree;
  const low = height[a] < height[b] ? a : b;
  const high = low === a ? b : a;
  let beside = high;
  while (height[beside] > height[low] + 1) beside = closerChild(tree, beside, tree.box, 6 * low);
  const node = takeNode(tree);
  putInPlace(tree, node, beside);
  setChildren(tree, node, beside, low);
  unite(tree.box, node, beside, low);
  rebalanceFrom(tree, tree.parent[node]);
  let top = node;
  for (let above = tree.parent[top]; above >= 0; above = tree.parent[top]) {
    unite(tree.box, above, tree.child[2 * above], tree.child[2 * above + 1]);
    top = above;
  }
  tree.root = top;
  return top;
}

/** The child of `node` whose box grows less, by the sum of its sides, if it takes the box at by[o…] in. */
export function closerChild({ box, child }: TriangleTree, node: number, by: Float64Array, o: number): number {
  const left = 6 * child[2 * node];
  const right = 6 * child[2 * node + 1];
  let growth = 0; // of the left child less that of the right one
  for (let d = 0; d < 3; d++) {
    const low = by[o + d];
    const high = by[o + 3 + d];
    growth += Math.max(0, box[left + d] - low) + Math.max(0, high - box[left + 3 + d]);
    growth -= Math.max(0, box[right + d] - low) + Math.max(0, high - box[right + 3 + d]);
  }
  if (growth === 0) {
    // Inside both, or as far from both: the smaller one.
    for (let d = 0; d < 3; d++) {
      growth += box[left + 3 + d] - box[left + d] - (box[right + 3 + d] - box[right + d]);
    }
  }
  return child[2 * node + (growth <= 0 ? 0 : 1)];
}
