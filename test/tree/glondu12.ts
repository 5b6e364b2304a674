// The tree update of [Glondu12, sec. 5.2], as a baseline for benches and tests: a node whose parent is of another
// fragment goes to its closest ancestor of its own fragment, or becomes a root; so fragments get forests. New points
// hang below the highest instance of their neighbour, and radii are propagated up.

import type { SphereTree } from '../../src/tree/sphere-tree.ts';

export interface EarlierForest {
  readonly point: number[]; // per node
  readonly radius: number[];
  readonly parent: number[];
  readonly children: number[][];
  readonly roots: Map<number, number[]>; // by fragment
}

/** Splits the tree of a whole by the labels of its points, then inserts points below points. */
export function splitEarlier(
  tree: SphereTree,
  positions: Float64Array,
  label: Int32Array,
  below: Uint32Array,
): EarlierForest {
  const forest: EarlierForest = {
    point: [...tree.point.subarray(0, tree.count)],
    radius: [...tree.radius.subarray(0, tree.count)],
    parent: [],
    children: Array.from({ length: tree.count }, () => []),
    roots: new Map(),
  };
  const { point, parent, children, roots } = forest;
  const highest = new Map<number, number>(); // by point
  for (let node = 0; node < tree.count; node++) {
    const fragment = label[point[node]];
    let above = tree.parent[node];
    while (above >= 0 && label[point[above]] !== fragment) above = tree.parent[above];
    parent.push(above);
    if (above >= 0) children[above].push(node);
    else roots.set(fragment, [...(roots.get(fragment) ?? []), node]);
    if (!highest.has(point[node])) highest.set(point[node], node); // parents stand before children
  }
  below.forEach((near, k) => {
    const p = tree.rank.length + k;
    const node = highest.get(near) as number;
    if (children[node].length === 0) addLeaf(forest, node, near);
    addLeaf(forest, node, p);
    reachUp(forest, positions, node, p);
  });
  return forest;
}

/** Enlarges the sphere of a node and all above it to hold a point. */
export function reachUp(
  { point, radius, parent }: EarlierForest,
  positions: Float64Array,
  node: number,
  p: number,
): void {
  for (let above = node; above >= 0; above = parent[above]) {
    const d = [0, 1, 2].map((a) => positions[3 * p + a] - positions[3 * point[above] + a]);
    radius[above] = Math.max(radius[above], Math.hypot(...d) * (1 + 1e-12));
  }
}

export function addLeaf({ point, radius, parent, children }: EarlierForest, above: number, p: number): void {
  children[above].push(point.length);
  point.push(p);
  radius.push(0);
  parent.push(above);
  children.push([]);
}
