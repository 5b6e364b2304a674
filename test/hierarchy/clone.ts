// Separation as [Otaduy07, sec. 4.2] does it: the tree is cloned for every piece, and what is not in the piece is
// deleted from the clone, triangle by triangle. The slow sibling of separateTree, for tests and benches.

import { deleteTriangle } from '../../src/hierarchy/balance.ts';
import { refitTouched } from '../../src/hierarchy/refit.ts';
import type { TriangleTree } from '../../src/hierarchy/tree.ts';

export function cloneTree(tree: TriangleTree): TriangleTree {
  const { work } = tree;
  return {
    ...tree,
    box: tree.box.slice(),
    child: tree.child.slice(),
    parent: tree.parent.slice(),
    height: tree.height.slice(),
    triangle: tree.triangle.slice(),
    leaf: tree.leaf.slice(),
    touched: tree.touched.slice(),
    work: {
      queued: work.queued.slice(),
      next: work.next.slice(),
      first: work.first.slice(),
      visited: work.visited.slice(),
      visitedCount: 0,
    },
  };
}

/** A tree for each piece, the first one's too; the tree given stays as it is. */
export function separateByCloning(
  tree: TriangleTree,
  piece: ArrayLike<number>,
  pieces: number,
): TriangleTree[] {
  const out: TriangleTree[] = [];
  for (let p = 0; p < pieces; p++) {
    const clone = cloneTree(tree);
    for (let t = 0; t < tree.leaf.length; t++) {
      if (tree.leaf[t] >= 0 && piece[t] !== p) deleteTriangle(clone, t);
    }
    refitTouched(clone);
    out.push(clone);
  }
  return out;
}
