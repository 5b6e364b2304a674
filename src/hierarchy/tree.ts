// The triangle tree: a binary tree of boxes over triangles that can be edited, one triangle a leaf, nodes from a pool.
// It knows no mesh: whoever edits it writes the boxes of leaves and calls `touchNode`; refit.ts does the rest. What
// keeps it good is a policy: balance.ts keeps it AVL [Otaduy07]. A tree follows one policy at a time.

import { growColumn } from '../math/columns.ts';

/** How boxes are kept: exactly, or rounded outwards to single precision. */
export type Boxes = Float64Array | Float32Array;

/** Boxes over triangles, linked by index. Columns grow, so read them from the tree after every edit. */
export interface TriangleTree<B extends Boxes = Float64Array> {
  root: number; // −1 when there is no triangle
  leafCount: number; // triangles in it
  nodeCount: number; // nodes ever taken: those in use and the free ones are below it
  free: number; // the first free node, −1 for none; `parent` links to the next
  box: B; // min xyz, max xyz a node
  child: Int32Array; // two a node; −1, −1 for a leaf
  parent: Int32Array; // −1 for the root
  height: Int32Array; // 0 for a leaf, else 1 + the higher child's; −1 for a free node
  triangle: Int32Array; // the triangle of a leaf; −1 for an inner node
  leaf: Int32Array; // the leaf of each triangle; −1 for a triangle that is not in the tree
  touched: Int32Array; // nodes to refit: a leaf whose box was written, an inner node whose children were exchanged
  touchedCount: number;
  readonly work: RefitWork; // empty columns where `refitTree` is not used
}

/** What a refit needs and leaves behind: the nodes it visited, children before parents. */
interface RefitWork {
  queued: Uint8Array; // a node: 1 in `touched`, 2 waits to be refitted, 3 waits and was touched
  next: Int32Array; // a node: the next one that waits at its height
  first: Int32Array; // a height: the first node that waits
  visited: Int32Array;
  visitedCount: number;
}

/** A tree without triangles, with room for `triangles` of them; it grows when more come. */
export function createTree(triangles: number): TriangleTree {
  const nodes = Math.max(1, 2 * triangles);
  return create(triangles, new Float64Array(6 * nodes), nodes);
}

/** A tree with boxes of single precision, which its keeper writes and refits (surface/blocks.ts). */
export function createRoundedTree(): TriangleTree<Float32Array> {
  return create(0, new Float32Array(6), 0);
}

function create<B extends Boxes>(triangles: number, box: B, refitted: number): TriangleTree<B> {
  const nodes = Math.max(1, 2 * triangles);
  return {
    root: -1,
    leafCount: 0,
    nodeCount: 0,
    free: -1,
    box,
    child: new Int32Array(2 * nodes).fill(-1),
    parent: new Int32Array(nodes).fill(-1),
    height: new Int32Array(nodes).fill(-1),
    triangle: new Int32Array(nodes).fill(-1),
    leaf: new Int32Array(Math.max(1, triangles)).fill(-1),
    touched: new Int32Array(64),
    touchedCount: 0,
    work: {
      queued: new Uint8Array(refitted),
      next: new Int32Array(refitted),
      first: new Int32Array(64).fill(-1),
      visited: new Int32Array(refitted),
      visitedCount: 0,
    },
  };
}

/** Takes every node back; columns stay as long as they are. */
export function clearTree(tree: TriangleTree): void {
  tree.root = -1;
  tree.leafCount = 0;
  tree.child.fill(-1, 0, 2 * tree.nodeCount);
  tree.parent.fill(-1, 0, tree.nodeCount);
  tree.height.fill(-1, 0, tree.nodeCount);
  tree.triangle.fill(-1, 0, tree.nodeCount);
  tree.work.queued.fill(0, 0, tree.nodeCount);
  tree.nodeCount = 0;
  tree.free = -1;
  tree.leaf.fill(-1);
  tree.touchedCount = 0;
}

/** Makes room for `nodes` nodes and `triangles` triangles in all. */
export function reserveTree(tree: TriangleTree<Boxes>, nodes: number, triangles: number): void {
  const room = tree.parent.length;
  if (nodes > room) {
    const size = Math.max(nodes, 2 * room);
    tree.child = lengthen(tree.child, 2 * size, -1);
    tree.parent = lengthen(tree.parent, size, -1);
    tree.height = lengthen(tree.height, size, -1);
    tree.triangle = lengthen(tree.triangle, size, -1);
    tree.box = growColumn(tree.box, 6 * size);
    if (tree.work.queued.length > 0) reserveWork(tree.work, size);
  }
  if (triangles > tree.leaf.length) {
    tree.leaf = lengthen(tree.leaf, Math.max(triangles, 2 * tree.leaf.length), -1);
  }
}

function reserveWork(work: RefitWork, size: number): void {
  const queued = new Uint8Array(size);
  queued.set(work.queued);
  work.queued = queued;
  work.next = lengthen(work.next, size, 0);
  work.visited = lengthen(work.visited, size, 0);
}

/** A longer copy of a column, the new places filled with `value`. */
export function lengthen(column: Int32Array, size: number, value: number): Int32Array {
  const longer = new Int32Array(size);
  longer.set(column);
  if (value !== 0) longer.fill(value, column.length);
  return longer;
}

/** A node from the pool, with no children, no parent, no triangle and height 0. May grow the columns. */
export function takeNode(tree: TriangleTree<Boxes>): number {
  let node = tree.free;
  if (node >= 0) {
    tree.free = tree.parent[node];
    tree.parent[node] = -1;
  } else {
    node = tree.nodeCount++;
    if (node >= tree.parent.length) reserveTree(tree, node + 1, 0);
  }
  tree.height[node] = 0;
  return node;
}

/** A new leaf for a triangle that is not in the tree; its box is for the caller to write. It hangs nowhere yet. */
export function takeLeaf(tree: TriangleTree<Boxes>, triangle: number): number {
  const node = takeNode(tree);
  if (triangle >= tree.leaf.length) reserveTree(tree, 0, triangle + 1);
  tree.triangle[node] = triangle;
  tree.leaf[triangle] = node;
  tree.leafCount++;
  return node;
}

/** Gives a node back; a leaf's triangle is then no longer in the tree. */
export function giveNode(tree: TriangleTree<Boxes>, node: number): void {
  const triangle = tree.triangle[node];
  if (triangle >= 0) {
    tree.leaf[triangle] = -1;
    tree.leafCount--;
  }
  tree.triangle[node] = -1;
  tree.child[2 * node] = -1;
  tree.child[2 * node + 1] = -1;
  tree.height[node] = -1;
  if (tree.work.queued.length > 0) tree.work.queued[node] = 0; // where it stands in `touched`, it is passed over
  tree.parent[node] = tree.free;
  tree.free = node;
}

/** Hangs `node` in the place where `old` is: under its parent, or as the root. `old` keeps its own parent link. */
export function putInPlace(tree: TriangleTree<Boxes>, node: number, old: number): void {
  const above = tree.parent[old];
  tree.parent[node] = above;
  if (above < 0) tree.root = node;
  else if (tree.child[2 * above] === old) tree.child[2 * above] = node;
  else tree.child[2 * above + 1] = node;
}

/** Makes a and b the children of `node`, and its height theirs plus one. The box is for a refit. */
export function setChildren(tree: TriangleTree<Boxes>, node: number, a: number, b: number): void {
  tree.child[2 * node] = a;
  tree.child[2 * node + 1] = b;
  tree.parent[a] = node;
  tree.parent[b] = node;
  tree.height[node] = 1 + Math.max(tree.height[a], tree.height[b]);
}

/** Says that the box of a leaf was written, or that an inner node has other children: the next refit looks there. */
export function touchNode(tree: TriangleTree, node: number): void {
  const { queued } = tree.work;
  if (queued[node] !== 0) return;
  queued[node] = 1;
  if (tree.touchedCount === tree.touched.length) {
    tree.touched = lengthen(tree.touched, 2 * tree.touched.length, 0);
  }
  tree.touched[tree.touchedCount++] = node;
}

/** Writes the box of a triangle to box[6 · node…]. */
export function boundTriangle(
  box: Float64Array,
  node: number,
  positions: Float64Array,
  indices: Uint32Array,
  triangle: number,
): void {
  const a = 3 * indices[3 * triangle];
  const b = 3 * indices[3 * triangle + 1];
  const c = 3 * indices[3 * triangle + 2];
  for (let d = 0; d < 3; d++) {
    const x = positions[a + d];
    const y = positions[b + d];
    const z = positions[c + d];
    box[6 * node + d] = Math.min(x, y, z);
    box[6 * node + 3 + d] = Math.max(x, y, z);
  }
}

// The nodes of a tree at one depth: what a view of the hierarchy draws.

/** Nodes `depth` steps below the root, and leaves above that, from left to right. Their boxes cover every triangle. */
export function listLevel(tree: Pick<TriangleTree, 'root' | 'child'>, depth: number): number[] {
  let level = tree.root < 0 ? [] : [tree.root];
  for (let d = 0; d < depth; d++) {
    level = level.flatMap((node) =>
      tree.child[2 * node] < 0 ? [node] : [tree.child[2 * node], tree.child[2 * node + 1]],
    );
  }
  return level;
}
