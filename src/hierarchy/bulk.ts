// Many triangles at once: built into a subtree by the median and joined to the tree, in parts that are small against it,
// each where it fits best. For triangles that lie together, as the new faces of a crack do, the tree comes out almost as
// good as one built anew, where insertion one by one beside neighbours (flood.ts) stretches boxes from the surface
// inwards: bench avl and avl-dynamic have both.

import { buildSubtree, type TreeMesh } from './build.ts';
import { JOIN_SHARE } from './constants.ts';
import { joinSubtrees } from './join.ts';
import { giveNode, type TriangleTree } from './tree.ts';

/** Inserts the triangles order[from…to), none of which is in the tree; reorders them. Boxes must fit, and do so after. */
export function insertTogether(
  tree: TriangleTree,
  mesh: TreeMesh,
  order: Uint32Array,
  from: number,
  to: number,
): void {
  if (to <= from) return;
  const { root } = tree;
  const added = buildSubtree(tree, mesh, order, from, to, 'median');
  tree.root = root < 0 ? added : root;
  if (root >= 0) joinParts(tree, added);
}

/** Joins a subtree whole, or its two halves if it is large. Recursion goes as deep as it is high. */
function joinParts(tree: TriangleTree, node: number): void {
  const { child, parent, root } = tree;
  parent[node] = -1;
  if (tree.height[node] === 0 || sidesOf(tree, node) <= JOIN_SHARE * sidesOf(tree, root)) {
    joinSubtrees(tree, root, node);
    return;
  }
  const left = child[2 * node];
  const right = child[2 * node + 1];
  giveNode(tree, node);
  joinParts(tree, left);
  joinParts(tree, right);
}

function sidesOf({ box }: TriangleTree, node: number): number {
  const o = 6 * node;
  return box[o + 3] - box[o] + box[o + 4] - box[o + 1] + box[o + 5] - box[o + 2];
}
