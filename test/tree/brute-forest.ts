// The slow, obvious sibling of the forest: trees as nested objects, split and grown as [Glondu13, sec. 6.2, 6.3] says,
// fragment by fragment from scratch, with every search over all leaves.

import type { SphereForest } from '../../src/tree/forest.ts';

export interface PlainNode {
  point: number;
  radius: number;
  children: PlainNode[];
}

export interface PlainForest {
  readonly rank: ArrayLike<number>;
  readonly positions: Float64Array;
  readonly trees: Map<number, PlainNode>; // by fragment
}

/** A tree of the forest as nested objects. */
export function readTree(forest: SphereForest, node: number): PlainNode {
  const children: PlainNode[] = [];
  for (let c = 0; c < forest.childCount[node]; c++)
    children.push(readTree(forest, forest.firstChild[node] + c));
  return { point: forest.point[node], radius: forest.radius[node], children };
}

export function listLeaves(node: PlainNode): number[] {
  return node.children.length === 0 ? [node.point] : node.children.flatMap(listLeaves);
}

function distance({ positions }: PlainForest, p: number, q: number): number {
  return Math.hypot(...[0, 1, 2].map((a) => positions[3 * p + a] - positions[3 * q + a]));
}

function squared({ positions }: PlainForest, p: number, q: number): number {
  const [x, y, z] = [0, 1, 2].map((a) => positions[3 * p + a] - positions[3 * q + a]);
  return x * x + y * y + z * z;
}

function sortChildren(forest: PlainForest, node: PlainNode): void {
  const key = (child: PlainNode) => (child.point === node.point ? -1 : forest.rank[child.point]);
  node.children.sort((a, b) => key(a) - key(b));
}

/** Makes a point the representative of all nodes from this one down to its leaf. */
function represent(forest: PlainForest, node: PlainNode, p: number): void {
  if (node.children.length === 0) return;
  for (const child of node.children) if (listLeaves(child).includes(p)) represent(forest, child, p);
  if (node.point !== p) {
    node.point = p;
    node.radius = Math.max(...listLeaves(node).map((q) => distance(forest, p, q)));
  }
  sortChildren(forest, node);
}

/** The parts of a tree, by fragment. */
function splitPlain(
  forest: PlainForest,
  node: PlainNode,
  label: (p: number) => number,
): Map<number, PlainNode> {
  if (node.children.length === 0) return new Map([[label(node.point), node]]);
  const groups = new Map<number, PlainNode[]>();
  for (const child of node.children) {
    for (const [f, part] of splitPlain(forest, child, label)) groups.set(f, [...(groups.get(f) ?? []), part]);
  }
  const parts = new Map<number, PlainNode>();
  for (const [f, children] of groups) {
    const copy = { point: node.point, radius: node.radius, children };
    if (children.length > 1 && label(node.point) !== f) {
      const leaves = listLeaves(copy);
      const least = Math.min(...leaves.map((p) => squared(forest, p, node.point)));
      const closest = leaves.filter((p) => squared(forest, p, node.point) === least);
      represent(
        forest,
        copy,
        closest.reduce((p, q) => (forest.rank[q] < forest.rank[p] ? q : p)),
      );
    }
    sortChildren(forest, copy);
    parts.set(f, children.length === 1 ? children[0] : copy);
  }
  return parts;
}

/** Splits every tree anew by the fragments of its points. */
export function splitBrute(forest: PlainForest, label: (p: number) => number): void {
  for (const [f, tree] of [...forest.trees]) {
    forest.trees.delete(f);
    for (const [g, part] of splitPlain(forest, tree, label)) forest.trees.set(g, part);
  }
}

/** The nodes from the root of a fragment's tree to the leaf of a point. */
function findPath(forest: PlainForest, fragment: number, p: number): PlainNode[] {
  const path: PlainNode[] = [];
  let node = forest.trees.get(fragment);
  while (node) {
    path.push(node);
    node = node.children.find((child) => listLeaves(child).includes(p));
  }
  return path;
}

/**
 * Inserts points that go with a point of the whole, by rising index: into the run of its leaf if earlier ones are in it
 * and it stays at most 8 long, else as a run in place of the leaf. Spheres above are enlarged.
 */
export function insertBrute(
  forest: PlainForest,
  fragment: number,
  base: number,
  points: number[],
  earlier: boolean,
): void {
  const path = findPath(forest, fragment, base);
  const leaf = path[path.length - 1];
  const run = path[path.length - 2];
  const joins = earlier && run.children.length + points.length <= 8;
  if (joins) path.pop();
  else leaf.children = [{ point: base, radius: 0, children: [] }];
  const node = joins ? run : leaf;
  node.children.push(...points.map((point) => ({ point, radius: 0, children: [] })));
  for (const n of path) n.radius = Math.max(n.radius, ...points.map((p) => distance(forest, p, n.point)));
}
