// New triangles of a surface into its tree, as a crack grows [Otaduy07, sec. 4.1]: each is inserted beside a neighbour
// that is in the tree already, found by flooding the surface breadth-first. Triangles without such a neighbour, as in
// a soup, go beside the triangle that a greedy descent finds.

import { insertTriangle, replaceTriangle } from './balance.ts';
import type { TreeMesh } from './build.ts';
import { closerChild } from './join.ts';
import { refitTouched } from './refit.ts';
import { boundTriangle, type TriangleTree } from './tree.ts';

/** What flooding needs; grows with the mesh. */
export interface FloodWork {
  due: Uint8Array; // a triangle: 1 if it is to be inserted
  queue: Int32Array;
}

export function createFloodWork(): FloodWork {
  return { due: new Uint8Array(0), queue: new Int32Array(0) };
}

/** Says that triangles of the tree changed their shape: their leaves get new boxes. [Otaduy07, sec. 4.1, Replace] */
export function reshapeTriangles(
  tree: TriangleTree,
  mesh: TreeMesh,
  list: ArrayLike<number>,
  count: number,
): void {
  for (let i = 0; i < count; i++) {
    const leaf = replaceTriangle(tree, list[i], list[i]);
    boundTriangle(tree.box, leaf, mesh.positions, mesh.indices, list[i]);
  }
}

/**
 * Inserts the triangles list[0…count) of a mesh, none of which is in the tree. `twin` names the half-edge across each
 * half-edge 3t + i, negative for none. Deterministic: the order is that of the list and of the surface. Boxes wait for
 * the next refit, but for triangles without a neighbour: those refit at once.
 */
export function insertTriangles(
  tree: TriangleTree,
  mesh: TreeMesh,
  twin: Int32Array,
  list: ArrayLike<number>,
  count: number,
  work: FloodWork,
): void {
  const triangles = mesh.indices.length / 3;
  if (work.due.length < triangles) {
    work.due = new Uint8Array(2 * triangles);
    work.queue = new Int32Array(2 * triangles);
  }
  const { due, queue } = work;
  for (let i = 0; i < count; i++) due[list[i]] = 1;
  let end = 0;
  // The seeds: triangles in the tree that have a neighbour due.
  for (let i = 0; i < count; i++) {
    for (let h = 3 * list[i]; h < 3 * list[i] + 3; h++) {
      const t = twin[h] < 0 ? -1 : Math.floor(twin[h] / 3);
      if (t < 0 || due[t] !== 0 || t >= tree.leaf.length || tree.leaf[t] < 0) continue;
      due[t] = 2; // in the queue
      queue[end++] = t;
    }
  }
  let next = flood(tree, mesh, twin, due, queue, 0, end);
  for (let i = 0; i < count; i++) {
    const t = list[i];
    if (due[t] !== 1) continue;
    due[t] = 2;
    insertNear(tree, mesh, t);
    queue[next] = t;
    next = flood(tree, mesh, twin, due, queue, next, next + 1);
  }
  for (let i = 0; i < next; i++) due[queue[i]] = 0;
}

/** Inserts what is due from queue[from…end) on; returns where the queue ends then. */
function flood(
  tree: TriangleTree,
  mesh: TreeMesh,
  twin: Int32Array,
  due: Uint8Array,
  queue: Int32Array,
  from: number,
  end: number,
): number {
  for (let q = from; q < end; q++) {
    const k = queue[q];
    for (let h = 3 * k; h < 3 * k + 3; h++) {
      const t = twin[h] < 0 ? -1 : Math.floor(twin[h] / 3);
      if (t < 0 || due[t] !== 1) continue;
      due[t] = 2;
      const leaf = insertTriangle(tree, t, k);
      boundTriangle(tree.box, leaf, mesh.positions, mesh.indices, t);
      queue[end++] = t;
    }
  }
  return end;
}

const triangleBox = new Float64Array(6); // scratch: the box of a triangle before it has a leaf

/** Inserts one triangle beside the one that a descent by least growth of boxes ends at, and refits. */
export function insertNear(tree: TriangleTree, mesh: TreeMesh, triangle: number): number {
  refitTouched(tree);
  boundTriangle(triangleBox, 0, mesh.positions, mesh.indices, triangle);
  let node = tree.root;
  while (node >= 0 && tree.height[node] > 0) node = closerChild(tree, node, triangleBox, 0);
  const leaf = insertTriangle(tree, triangle, node < 0 ? -1 : tree.triangle[node]);
  boundTriangle(tree.box, leaf, mesh.positions, mesh.indices, triangle);
  refitTouched(tree);
  return leaf;
}
