// Builds triangle trees from the top: by the median, which gives an AVL tree [Otaduy07, sec. 3.1], by the midpoint,
// or by the surface-area heuristic over bins. Siblings get neighbouring nodes, and nodes come depth-first.

import { InputError } from '../job/error.ts';
import { unite } from './refit.ts';
import { prepareSplits, type Split, splitRange } from './split-range.ts';
import {
  boundTriangle,
  clearTree,
  createTree,
  reserveTree,
  setChildren,
  type TriangleTree,
  takeNode,
} from './tree.ts';

/** The triangles that a tree is built over. */
export interface TreeMesh {
  readonly positions: Float64Array;
  readonly indices: Uint32Array;
}

/** Builds the tree of all triangles of a mesh, or of those in `list`. Deterministic; balanced if by the median. */
export function buildTree(mesh: TreeMesh, split: Split = 'median', list?: Uint32Array): TriangleTree {
  const tree = createTree(mesh.indices.length / 3);
  rebuildTree(tree, mesh, split, list);
  return tree;
}

/** The same in a tree that exists: all its nodes are taken back first. Columns grow only where they are too short. */
export function rebuildTree(
  tree: TriangleTree,
  mesh: TreeMesh,
  split: Split = 'median',
  list?: Uint32Array,
): void {
  const count = mesh.indices.length / 3;
  const order = list ? list.slice() : new Uint32Array(count);
  for (let i = 0; i < order.length; i++) {
    if (!list) order[i] = i;
    else if (!(list[i] < count)) {
      throw new InputError('bad-argument', `list names triangle ${list[i]}: the mesh has ${count} triangles`);
    }
  }
  clearTree(tree);
  if (order.length === 0) return;
  tree.root = buildSubtree(tree, mesh, order, 0, order.length, split);
}

/**
 * Builds a subtree over the triangles order[from…to), at least one and none of them in the tree, from nodes of its
 * pool; returns its root, which hangs nowhere yet. Every box in it is written. Reorders that part of `order`.
 */
export function buildSubtree(
  tree: TriangleTree,
  mesh: TreeMesh,
  order: Uint32Array,
  from: number,
  to: number,
  split: Split,
): number {
  reserveTree(tree, tree.nodeCount + 2 * (to - from), mesh.indices.length / 3);
  prepareSplits(mesh.positions, mesh.indices, order, from, to, split);
  const root = takeNode(tree);
  buildRange(tree, root, mesh, order, from, to, split, 0);
  tree.leafCount += to - from;
  return root;
}

/** Fills `node` with the triangles of a range. Recursion goes no deeper than 72 levels: see splitRange. */
function buildRange(
  tree: TriangleTree,
  node: number,
  mesh: TreeMesh,
  order: Uint32Array,
  from: number,
  to: number,
  split: Split,
  depth: number,
): void {
  if (to - from === 1) {
    tree.triangle[node] = order[from];
    tree.leaf[order[from]] = node;
    boundTriangle(tree.box, node, mesh.positions, mesh.indices, order[from]);
    return;
  }
  const middle = splitRange(order, from, to, split, depth);
  const left = takeNode(tree);
  const right = takeNode(tree);
  buildRange(tree, left, mesh, order, from, middle, split, depth + 1);
  buildRange(tree, right, mesh, order, middle, to, split, depth + 1);
  setChildren(tree, node, left, right);
  unite(tree.box, node, left, right);
}
