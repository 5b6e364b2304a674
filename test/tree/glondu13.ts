// The insertion of [Glondu13, sec. 6.3] as printed, as a baseline for benches: each new point becomes a child of the lowest
// instance of its neighbour whose sphere is larger than their distance, of the highest if there is none. Spheres above are
// enlarged always, which the paper does in the second case alone: a sphere that holds the point may lie below one that
// does not.

import type { SphereForest } from '../../src/tree/forest.ts';
import { addLeaf, type EarlierForest, reachUp } from './glondu12.ts';

/** The trees of a forest that was split, with points inserted below points; the forest stays as it is. */
export function insertPrinted(
  { nodeCount, point, radius, parent, firstChild, childCount, leaf, root, rank }: SphereForest,
  positions: Float64Array,
  below: Uint32Array,
): EarlierForest {
  const forest: EarlierForest = {
    point: [...point.subarray(0, nodeCount)],
    radius: [...radius.subarray(0, nodeCount)],
    parent: [...parent.subarray(0, nodeCount)],
    children: Array.from({ length: nodeCount }, (_, n) =>
      Array.from({ length: childCount[n] }, (_, c) => firstChild[n] + c),
    ),
    roots: new Map([...root].flatMap((node, label) => (node >= 0 ? [[label, [node]]] : []))),
  };
  const first = rank.length;
  below.forEach((near, k) => {
    const p = first + k;
    const d = Math.hypot(...[0, 1, 2].map((a) => positions[3 * p + a] - positions[3 * near + a]));
    let node = leaf[near];
    for (
      let above = forest.parent[node];
      !(forest.radius[node] > d) && above >= 0;
      above = forest.parent[node]
    ) {
      if (forest.point[above] !== near) break;
      node = above;
    }
    if (forest.children[node].length === 0) addLeaf(forest, node, near);
    addLeaf(forest, node, p);
    reachUp(forest, positions, node, p);
  });
  return forest;
}
