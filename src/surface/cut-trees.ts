// The trees of a surface that is cut and moves: one a piece, kept by one of two policies. `balance` edits them where a cut
// went and rebuilds one only when it is worn [Otaduy07, sec. 5.3]; `rebuild` builds the tree of a cut piece anew.

import { buildTree, rebuildTree, type TreeMesh } from '../hierarchy/build.ts';
import { insertTogether } from '../hierarchy/bulk.ts';
import { createFloodWork, type FloodWork, reshapeTriangles } from '../hierarchy/flood.ts';
import { createSelfQuery, intersectPieces, type SelfQuery } from '../hierarchy/intersect-self.ts';
import { optimiseVisited } from '../hierarchy/quality.ts';
import { refitTouched, refitTree } from '../hierarchy/refit.ts';
import { separateTree } from '../hierarchy/separate.ts';
import { createTree, type TriangleTree } from '../hierarchy/tree.ts';
import type { CutMesh } from './cut-mesh.ts';
import { renewTree, separateCutTree, updateCutTree } from './cut-tree.ts';

export type TreePolicy = 'balance' | 'rebuild';

export interface CutTrees {
  policy: TreePolicy; // may be changed between frames
  readonly trees: TriangleTree[]; // by piece
  rebuilt: number; // how often a whole tree was built since the beginning
  readonly flood: FloodWork;
  readonly query: SelfQuery; // with what the last query counted
}

/** Trees for every piece, by the median. */
export function createCutTrees(cut: CutMesh, mesh: TreeMesh, policy: TreePolicy = 'balance'): CutTrees {
  const trees: TriangleTree[] = [];
  for (let p = 0; p < cut.pieceCount; p++) trees.push(buildTree(mesh, 'median', trianglesOf(cut, p)));
  return { policy, trees, rebuilt: 0, flood: createFloodWork(), query: createSelfQuery() };
}

function trianglesOf({ piece, triangleCount }: CutMesh, of: number): Uint32Array {
  const list: number[] = [];
  for (let t = 0; t < triangleCount; t++) if (piece[t] === of) list.push(t);
  return Uint32Array.from(list);
}

/**
 * Follows a frame: `mesh` is where the surface is now, `piece` the piece whose cut advanced in it (−1 for none), and
 * pieces that came off it are those beyond the trees there are. Call after labelPieces where it did come apart.
 */
export function updateCutTrees(cuts: CutTrees, cut: CutMesh, mesh: TreeMesh, piece: number): void {
  const { trees, policy } = cuts;
  const before = trees.length;
  const after = cut.pieceCount;
  if (piece >= 0 && policy === 'rebuild') {
    while (trees.length < after) trees.push(createTree(0));
    for (let p = 0; p < after; p++) {
      if (p !== piece && p < before) continue;
      rebuildTree(trees[p], mesh, 'median', trianglesOf(cut, p));
      cuts.rebuilt++;
    }
  }
  for (let p = 0; p < before; p++) {
    if (piece >= 0 && policy === 'rebuild' && p === piece) continue;
    refitTree(trees[p], mesh.positions, mesh.indices);
  }
  if (piece < 0 || policy === 'rebuild') return;
  const tree = trees[piece];
  updateCutTree(tree, cut, mesh, cuts.flood);
  if (after > before) trees.push(...separateCutTree(tree, cut, piece, before, after));
  if (renewTree(tree, mesh)) cuts.rebuilt++;
}

/**
 * Follows a frame in which a surface of one piece broke at once: triangles below `first` were there before, of them those
 * in `reshaped` were split; labelPieces has named the pieces.
 */
export function shatterCutTrees(
  cuts: CutTrees,
  cut: CutMesh,
  mesh: TreeMesh,
  first: number,
  reshaped: ArrayLike<number>,
): void {
  const { trees, policy } = cuts;
  if (policy === 'rebuild') {
    for (let p = 0; p < cut.pieceCount; p++) trees[p] = buildTree(mesh, 'median', trianglesOf(cut, p));
    cuts.rebuilt += cut.pieceCount;
    return;
  }
  refitTree(trees[0], mesh.positions, mesh.indices);
  const pieces = shatterTree(trees[0], cut, mesh, first, reshaped);
  for (let p = 0; p < pieces.length; p++) trees[p] = pieces[p];
}

/** Writes all pairs of intersecting triangles, within pieces and between them, to `out`; returns how many there are. */
export function intersectCutTrees(out: Uint32Array, cuts: CutTrees, mesh: TreeMesh): number {
  return intersectPieces(out, cuts.query, cuts.trees, mesh);
}

// A tree a piece after a surface broke at once [Otaduy07, sec. 4.2]: what is left of the old tree is sorted by piece in
// one pass, and the new triangles of each piece are joined on together. Bulk throughout, linear in the surface: the
// paper clones and deletes instead, and leaves bulk operations to future work (bench avl-dynamic has both).

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
