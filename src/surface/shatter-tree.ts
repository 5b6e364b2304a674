// A tree a piece after a surface broke at once [Otaduy07, sec. 4.2]: what is left of the old tree is sorted by piece in
// one pass, and the new triangles of each piece are joined on together. Bulk throughout, linear in the surface: the
// paper clones and deletes instead, and leaves bulk operations to future work (bench avl-dynamic has both).

import type { TreeMesh } from '../hierarchy/build.ts';
import { insertTogether } from '../hierarchy/bulk.ts';
import { reshapeTriangles } from '../hierarchy/flood.ts';
import { optimiseVisited } from '../hierarchy/quality.ts';
import { refitTouched } from '../hierarchy/refit.ts';
import { separateTree } from '../hierarchy/separate.ts';
import type { TriangleTree } from '../hierarchy/tree.ts';
import type { CutMesh } from './cut-mesh.ts';

/**
 * Returns the tree of each piece of `cut`; the given tree, of all triangles below `first`, becomes that of piece 0.
 * `reshaped` lists triangles below `first` that were split, `first` is the first new triangle.
 */
export function shatterTree(
  tree: TriangleTree,
  cut: CutMesh,
  mesh: TreeMesh,
  first: number,
  reshaped: ArrayLike<number>,
): TriangleTree[] {
  reshapeTriangles(tree, mesh, reshaped, reshaped.length);
  refitTouched(tree);
  optimiseVisited(tree);
  const trees = [tree, ...separateTree(tree, cut.piece, cut.pieceCount)];
  // New triangles by piece, in runs: a counting sort.
  const start = new Uint32Array(cut.pieceCount + 1);
  for (let t = first; t < cut.triangleCount; t++) start[cut.piece[t] + 1]++;
  for (let p = 0; p < cut.pieceCount; p++) start[p + 1] += start[p];
  const order = new Uint32Array(cut.triangleCount - first);
  const next = start.slice();
  for (let t = first; t < cut.triangleCount; t++) order[next[cut.piece[t]]++] = t;
  for (let p = 0; p < cut.pieceCount; p++) insertTogether(trees[p], mesh, order, start[p], start[p + 1]);
  return trees;
}
