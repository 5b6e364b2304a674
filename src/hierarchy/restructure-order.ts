// The order of a tree that follows the policy `restructure`: its nodes depth-first, so that a refit is one pass and a
// subtree is a run, and its leaves in that order, so that "is this triangle under that node" is two comparisons.

import { growColumn } from '../math/columns.ts';
import type { Boxes, TriangleTree } from './tree.ts';

export interface TreeOrder {
  count: number; // nodes in it
  node: Int32Array; // nodes, parents before children
  place: Int32Array; // a node: where it stands in `node`
  size: Int32Array; // a node: leaves below it, itself included
  first: Int32Array; // a node: the rank of its first leaf
  rank: Int32Array; // a triangle: the rank of its leaf
  triangle: Int32Array; // the triangle of each rank
}

export function createOrder(): TreeOrder {
  return {
    count: 0,
    node: new Int32Array(0),
    place: new Int32Array(0),
    size: new Int32Array(0),
    first: new Int32Array(0),
    rank: new Int32Array(0),
    triangle: new Int32Array(0),
  };
}

let stack = new Int32Array(256); // scratch: nodes to visit; grows with the height of the tree

/** Brings the order up to date with the tree. One visit a node; allocation-free unless the tree has grown. */
export function refreshOrder(order: TreeOrder, tree: TriangleTree<Boxes>): void {
  const room = tree.parent.length;
  order.node = growColumn(order.node, room);
  order.place = growColumn(order.place, room);
  order.size = growColumn(order.size, room);
  order.first = growColumn(order.first, room);
  order.rank = growColumn(order.rank, tree.leaf.length);
  order.triangle = growColumn(order.triangle, tree.leaf.length);
  order.count = 0;
  if (tree.root < 0) return;
  const { child, triangle } = tree;
  const { node: list, place, size, first, rank, triangle: triangles } = order;
  let count = 0;
  let leaves = 0;
  let depth = 0;
  stack[depth++] = tree.root;
  while (depth > 0) {
    const node = stack[--depth];
    place[node] = count;
    list[count++] = node;
    first[node] = leaves;
    const t = triangle[node];
    if (t >= 0) {
      size[node] = 1;
      rank[t] = leaves;
      triangles[leaves++] = t;
      continue;
    }
    if (depth + 2 > stack.length) stack = growColumn(stack, 2 * stack.length);
    stack[depth++] = child[2 * node + 1];
    stack[depth++] = child[2 * node];
  }
  for (let i = count - 1; i >= 0; i--) {
    const node = list[i];
    if (triangle[node] < 0) size[node] = size[child[2 * node]] + size[child[2 * node + 1]];
  }
  order.count = count;
}
