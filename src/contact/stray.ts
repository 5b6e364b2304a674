// How far edges reach out of the spheres of the trees. Edges hang on points, so a query that looks for edges must look
// below a sphere from further away; but only where there are edges below, and only as far as these reach. With the
// longest edge for all spheres, queries of broken bunnies look at 2.4 times as many points, with this at 1.1 times.

import type { Family } from '../fragment/family.ts';
import type { Rims } from '../fragment/rims.ts';
import type { SphereForest } from '../tree/forest.ts';

const ROUND_UP = 1 + 2e-7; // more than rounding to a float takes away

/** Made by createStray alone. */
export interface Stray {
  reach: Float32Array; // per node of a forest: all edges of points below lie within this of its centre; 0 if none
  list: Int32Array; // scratch: nodes of a tree
}

/** What the trees of a family need; updateStray fills it in, for each fragment. */
export function createStray(): Stray {
  return { reach: new Float32Array(0), list: new Int32Array(0) };
}

/**
 * Computes the reach of edges in the tree of a fragment anew: once it has changed, and its tree and edges are up to
 * date. Takes time in proportion to the nodes of the tree and, for points with edges, to its depth. Allocates only to
 * grow.
 */
export function updateStray(
  stray: Stray,
  forest: SphereForest,
  rims: Rims,
  family: Family,
  position: Float64Array,
  label: number,
): void {
  if (stray.reach.length < forest.nodeCount) {
    const wide = new Float32Array(Math.ceil(1.5 * forest.nodeCount));
    wide.set(stray.reach);
    stray.reach = wide;
    stray.list = new Int32Array(wide.length);
  }
  clearTree(stray, forest, label);
  const { fragments, node } = family;
  const end = fragments.start[label] + fragments.nodeCount[label];
  for (let k = fragments.start[label]; k < end; k++) {
    if (rims.first[node[k]] >= 0) climb(stray.reach, forest, rims, position, node[k]);
  }
}

/** Sets the reach to 0 in all nodes of a tree: they may have belonged to others. */
function clearTree({ reach, list }: Stray, forest: SphereForest, label: number): void {
  const { firstChild, childCount, root } = forest;
  if (!(label < root.length && root[label] >= 0)) return;
  list[0] = root[label];
  for (let at = 0, count = 1; at < count; at++) {
    const node = list[at];
    reach[node] = 0;
    const end = firstChild[node] + childCount[node];
    for (let child = firstChild[node]; child < end; child++) list[count++] = child;
  }
}

/** Enlarges the reach of all nodes above a point, and of its leaf, to hold its edges. */
function climb(
  reach: Float32Array,
  forest: SphereForest,
  rims: Rims,
  position: Float64Array,
  owner: number,
): void {
  const { point, parent, leaf } = forest;
  const x = position[3 * owner];
  const y = position[3 * owner + 1];
  const z = position[3 * owner + 2];
  let longest = 0;
  for (let slot = rims.first[owner]; slot >= 0; slot = rims.next[slot]) {
    longest = Math.max(longest, rims.reach[slot]);
  }
  for (let node = leaf[owner]; node >= 0; node = parent[node]) {
    const q = 3 * point[node];
    const dx = position[q] - x;
    const dy = position[q + 1] - y;
    const dz = position[q + 2] - z;
    const far = ROUND_UP * (Math.sqrt(dx * dx + dy * dy + dz * dz) + longest);
    if (far > reach[node]) reach[node] = far;
  }
}
