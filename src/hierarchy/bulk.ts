// Many triangles at once: built into a subtree by the median and joined to the tree as a whole. For triangles that lie
// together, as the new faces of a crack do, the tree comes out almost as good as one built anew, where insertion one by
// one beside neighbours (flood.ts) stretches boxes from the surface inwards: bench avl has both.

import { buildSubtree, type TreeMesh } from './build.ts';
import { joinSubtrees } from './join.ts';
import type { TriangleTree } from './tree.ts';

/** Inserts the triangles order[from…to), none of which is in the tree, as one subtree; reorders them. Boxes must fit, and do so after. */
export function insertTogether(
  tree: TriangleTree,
  mesh: TreeMesh,
  order: Uint32Array,
  from: number,
  to: number,
): void {
  if (to <= from) return;
  const { root } = tree;
  const added = buildSubtree(tree, mesh.positions, mesh.indices, order, from, to, 'median');
  tree.root = root < 0 ? added : joinSubtrees(tree, root, added);
}
