// One tree into a tree a piece, when a surface comes apart at once or at the end of a growing crack. [Otaduy07, sec. 4.2]
// clones the tree for every piece and deletes what is not in it; here one pass from the leaves up sorts the tree's own
// subtrees by piece and joins them, the bulk operation that the paper leaves to future work (sec. 6).

import { joinSubtrees } from './join.ts';
import { createTree, giveNode, type TriangleTree, takeNode } from './tree.ts';

const scratch = {
  root: new Int32Array(64).fill(-1), // a piece: the root of what is found of it in the subtree at hand
  pieces: new Int32Array(1024), // pieces and roots of subtrees still to be merged, a stack of lists
};

/**
 * Takes the triangles of pieces 1, 2, … out of a balanced tree, which keeps those of piece 0, and returns a balanced
 * tree for each: piece k's is the k-th less one. `piece` names the piece of each triangle of the tree. Subtrees of one
 * piece stay as they are. Linear in the tree, and it needs fitted boxes; what it returns and leaves is fitted.
 */
export function separateTree(tree: TriangleTree, piece: ArrayLike<number>, pieces: number): TriangleTree[] {
  if (scratch.root.length < pieces) scratch.root = new Int32Array(2 * pieces).fill(-1);
  const found = tree.root < 0 ? 0 : sortSubtree(tree, tree.root, piece, 0);
  for (let i = 0; i < found; i += 2) {
    scratch.root[scratch.pieces[i]] = scratch.pieces[i + 1];
    tree.parent[scratch.pieces[i + 1]] = -1;
  }
  const others: TriangleTree[] = [];
  for (let p = 1; p < pieces; p++) {
    const root = scratch.root[p];
    others.push(root < 0 ? createTree(0) : moveOut(tree, root));
    scratch.root[p] = -1;
  }
  tree.root = scratch.root[0];
  scratch.root[0] = -1;
  return others;
}

/**
 * Takes the subtree of `node` apart: writes (piece, root) for each piece in it to the stack from `at` on, and returns
 * where it ends. A subtree of one piece is one entry and stays whole. Recursion goes as deep as the tree is high.
 */
function sortSubtree(tree: TriangleTree, node: number, piece: ArrayLike<number>, at: number): number {
  if (at + 4 > scratch.pieces.length) {
    const longer = new Int32Array(2 * scratch.pieces.length);
    longer.set(scratch.pieces);
    scratch.pieces = longer;
  }
  if (tree.triangle[node] >= 0) {
    scratch.pieces[at] = piece[tree.triangle[node]];
    scratch.pieces[at + 1] = node;
    return at + 2;
  }
  const left = tree.child[2 * node];
  const right = tree.child[2 * node + 1];
  const middle = sortSubtree(tree, left, piece, at);
  const end = sortSubtree(tree, right, piece, middle);
  const list = scratch.pieces;
  const { root } = scratch;
  if (middle === at + 2 && end === at + 4 && list[at] === list[at + 2]) {
    if (list[at + 1] === left && list[at + 3] === right) {
      list[at + 1] = node; // all of one piece, as before
      return at + 2;
    }
  }
  giveNode(tree, node);
  for (let i = at; i < middle; i += 2) root[list[i]] = i + 1;
  let last = middle;
  for (let i = middle; i < end; i += 2) {
    const same = root[list[i]];
    if (same >= 0) {
      tree.parent[list[same]] = -1;
      tree.parent[list[i + 1]] = -1;
      list[same] = joinSubtrees(tree, list[same], list[i + 1]);
    } else {
      list[last++] = list[i];
      list[last++] = list[i + 1];
    }
  }
  for (let i = at; i < middle; i += 2) root[list[i]] = -1;
  return last;
}

/** Copies a subtree to a tree of its own, depth-first, siblings side by side, and gives its nodes back. */
function moveOut(tree: TriangleTree, root: number): TriangleTree {
  let leaves = 0;
  let highest = -1;
  const waiting = new Int32Array(2 * (tree.height[root] + 2)); // a step down puts off one child: its place and copy
  let depth = 0;
  for (let node = root; node >= 0; ) {
    if (tree.triangle[node] >= 0) {
      leaves++;
      highest = Math.max(highest, tree.triangle[node]);
      node = depth > 0 ? waiting[--depth] : -1;
    } else {
      waiting[depth++] = tree.child[2 * node + 1];
      node = tree.child[2 * node];
    }
  }
  const into = createTree(leaves);
  into.leaf = new Int32Array(highest + 1).fill(-1);
  into.leafCount = leaves;
  into.root = takeNode(into);
  let copy = into.root;
  for (let node = root; node >= 0; ) {
    for (let k = 0; k < 6; k++) into.box[6 * copy + k] = tree.box[6 * node + k];
    into.height[copy] = tree.height[node];
    const left = tree.child[2 * node];
    const right = tree.child[2 * node + 1];
    if (left < 0) {
      into.triangle[copy] = tree.triangle[node];
      into.leaf[tree.triangle[node]] = copy;
      giveNode(tree, node);
      copy = depth > 0 ? waiting[--depth] : -1;
      node = depth > 0 ? waiting[--depth] : -1;
    } else {
      const first = takeNode(into);
      const second = takeNode(into);
      into.child[2 * copy] = first;
      into.child[2 * copy + 1] = second;
      into.parent[first] = copy;
      into.parent[second] = copy;
      waiting[depth++] = right;
      waiting[depth++] = second;
      giveNode(tree, node);
      node = left;
      copy = first;
    }
  }
  return into;
}
