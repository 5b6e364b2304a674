// The tree of a piece under a growing cut [Otaduy07, sec. 4.1, 4.3]: triangles that became smaller keep their leaves,
// their other parts are inserted beside them, crack faces are joined on together, boxes are refitted where something
// changed, grandchildren permuted there. And what happens when the piece comes apart [sec. 4.2].

import { rebuildTree, type TreeMesh } from '../hierarchy/build.ts';
import { insertTogether } from '../hierarchy/bulk.ts';
import { type FloodWork, insertTriangles, reshapeTriangles } from '../hierarchy/flood.ts';
import { measureQuality, optimiseVisited } from '../hierarchy/quality.ts';
import { refitTouched } from '../hierarchy/refit.ts';
import { separateTree } from '../hierarchy/separate.ts';
import type { TriangleTree } from '../hierarchy/tree.ts';
import { WORN_QUALITY } from './constants.ts';
import type { CutMesh } from './cut-mesh.ts';

/**
 * Brings a tree up to date with the last step of a cut: replace, insert, refit, optimise. Work grows with what changed,
 * not with the mesh. `mesh` gives the triangles' corners, which may have moved from where they are cut: but those of
 * triangles that were not cut must be where they were at the last refit (else call refitTree first).
 */
export function updateCutTree(tree: TriangleTree, cut: CutMesh, mesh: TreeMesh, work: FloodWork): void {
  reshapeTriangles(tree, mesh, cut.changes.reshaped, cut.changes.reshapedCount);
  insertCutParts(tree, cut, mesh, work);
  refitTouched(tree);
  optimiseVisited(tree);
  insertCutFaces(tree, cut, mesh);
}

let list = new Uint32Array(0); // scratch: new triangles

/** Inserts what split triangles became, beside its neighbours. */
export function insertCutParts(tree: TriangleTree, cut: CutMesh, mesh: TreeMesh, work: FloodWork): void {
  const { first, decomposed } = cut.changes;
  if (list.length < decomposed) list = new Uint32Array(2 * decomposed);
  for (let i = 0; i < decomposed; i++) list[i] = first + i;
  insertTriangles(tree, mesh, cut.twin, list, decomposed, work);
}

/** Joins the new faces of each side of the crack to the tree. Needs fitted boxes and leaves them so. */
export function insertCutFaces(tree: TriangleTree, cut: CutMesh, mesh: TreeMesh): void {
  const first = cut.changes.first + cut.changes.decomposed;
  const faces = (cut.triangleCount - first) >> 1; // they come in pairs, one above the plane and one below it
  if (list.length < faces) list = new Uint32Array(2 * faces);
  for (let side = 0; side < 2; side++) {
    for (let i = 0; i < faces; i++) list[i] = first + 2 * i + side;
    insertTogether(tree, mesh, list, 0, faces);
  }
}

/** Inserts all of them beside neighbours, as [Otaduy07, sec. 4.1] does: for comparison. */
export function floodCutTriangles(tree: TriangleTree, cut: CutMesh, mesh: TreeMesh, work: FloodWork): void {
  const { first } = cut.changes;
  const count = cut.triangleCount - first;
  if (list.length < count) list = new Uint32Array(2 * count);
  for (let i = 0; i < count; i++) list[i] = first + i;
  insertTriangles(tree, mesh, cut.twin, list, count, work);
}

/**
 * Takes the parts of a piece that have come off (see labelPieces) out of its tree and returns a tree for each of the
 * pieces from..to, which hold no triangle of others.
 */
export function separateCutTree(
  tree: TriangleTree,
  cut: CutMesh,
  kept: number,
  from: number,
  to: number,
): TriangleTree[] {
  const place = new Int32Array(cut.pieceCount).fill(-1);
  place[kept] = 0;
  for (let p = from; p < to; p++) place[p] = p - from + 1;
  const piece = new Int32Array(cut.triangleCount);
  for (let t = 0; t < cut.triangleCount; t++) piece[t] = place[cut.piece[t]];
  return separateTree(tree, piece, to - from + 1);
}

/** Rebuilds a tree by the median if its Q is beyond `worn`; returns whether it did. */
export function renewTree(tree: TriangleTree, mesh: TreeMesh, worn = WORN_QUALITY): boolean {
  if (!(measureQuality(tree) > worn)) return false;
  const own = new Uint32Array(tree.leafCount);
  let count = 0;
  for (let t = 0; t < tree.leaf.length; t++) if (tree.leaf[t] >= 0) own[count++] = t;
  rebuildTree(tree, mesh, 'median', own);
  return true;
}
