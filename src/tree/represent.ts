// Gives the nodes of a fragment's tree points that can touch. A tree over all nodes of a solid has points inside it at
// the centres of many spheres, and after a fracture the points of the cracks hang below those [Glondu13, sec. 6.3]: a
// query would go down to the leaves before it met its first contact, and meet the next one beside it. So wherever
// something below can touch, it stands for the node too: the closest to the old point, in the sense of [Glondu13,
// sec. 6.2]. Then the first nodes of a tree are far apart on the surface, as in a tree built for it alone.

import { growColumn } from '../math/columns.ts';
import type { SphereForest } from './forest.ts';
import { storeRadius } from './sphere-tree.ts';

const ROUND_UP = 1 + 1e-12; // more than sums and roots of doubles are off by

let list = new Int32Array(64); // scratch: nodes of a tree, parents before children
const squared = new Float64Array(1); // scratch: a radius, squared

/**
 * Brings the tree of a fragment into this form. Sets `clear`, a number a node, to 0 for all nodes with something below
 * that can touch: others read no more. Takes time in proportion to these; allocates only to grow.
 */
export function representSurface(
  forest: SphereForest,
  positions: Float64Array,
  label: number,
  clear: Float32Array | null = null,
): void {
  const { firstChild, childCount, exposed, root } = forest;
  if (!(label < root.length && root[label] >= 0)) return;
  if (list.length < forest.nodeCount) list = growColumn(list, forest.nodeCount);
  const nodes = list;
  let count = 0;
  nodes[count++] = root[label];
  for (let at = 0; at < count; at++) {
    const node = nodes[at];
    const end = firstChild[node] + childCount[node];
    for (let c = firstChild[node]; c < end; c++) {
      if (childCount[c] > 0 && exposed[c] === 1) nodes[count++] = c;
      if (clear !== null) clear[c] = 0;
    }
  }
  if (clear !== null) clear[root[label]] = 0;
  representNodes(forest, positions, list, count);
}

/**
 * Lets each of some nodes, children before parents, take over the point of a child that can touch, if its own cannot, or
 * if its own child has another one by now: the closest to its point so far.
 */
function representNodes(
  forest: SphereForest,
  positions: Float64Array,
  nodes: Int32Array,
  count: number,
): void {
  const { point, radius, firstChild, childCount, surfaceCount, baseCount } = forest;
  for (let at = count - 1; at >= 0; at--) {
    const node = nodes[at];
    const first = firstChild[node];
    const old = point[node];
    const end = first + childCount[node];
    if (end === first || (point[first] === old && (old < surfaceCount || old >= baseCount))) continue;
    const x = positions[3 * old];
    const y = positions[3 * old + 1];
    const z = positions[3 * old + 2];
    let chosen = first; // stays if no child can touch
    let least = Infinity;
    for (let c = first; c < end; c++) {
      const q = point[c];
      if (q >= surfaceCount && q < baseCount) continue; // inside: see onSurface
      const dx = positions[3 * q] - x;
      const dy = positions[3 * q + 1] - y;
      const dz = positions[3 * q + 2] - z;
      const d = dx * dx + dy * dy + dz * dz;
      if (!(d < least)) continue;
      least = d;
      chosen = c;
    }
    if (chosen !== first) rotateRun(forest, first, chosen);
    const p = point[first];
    if (p === old) continue;
    point[node] = p;
    // The radius about the new point: what the children need, or the old sphere moved, whichever is less.
    const px = positions[3 * p];
    const py = positions[3 * p + 1];
    const pz = positions[3 * p + 2];
    let most = 0;
    for (let c = first; c < end; c++) {
      const q = 3 * point[c];
      const dx = positions[q] - px;
      const dy = positions[q + 1] - py;
      const dz = positions[q + 2] - pz;
      const d = Math.sqrt(dx * dx + dy * dy + dz * dz) + radius[c];
      if (d > most) most = d;
    }
    const moved = radius[node] + Math.sqrt((x - px) * (x - px) + (y - py) * (y - py) + (z - pz) * (z - pz));
    const reach = ROUND_UP * Math.min(most, moved);
    squared[0] = reach * reach;
    storeRadius(radius, node, squared, 0);
  }
}

/** Puts a child first; those before it move on by one, so the others keep their order. */
function rotateRun(forest: SphereForest, first: number, chosen: number): void {
  const { point, radius, firstChild, childCount, room, exposed } = forest;
  const p = point[chosen];
  const r = radius[chosen];
  const below = firstChild[chosen];
  const count = childCount[chosen];
  const space = room[chosen];
  const open = exposed[chosen];
  for (let c = chosen; c > first; c--) {
    point[c] = point[c - 1];
    radius[c] = radius[c - 1];
    firstChild[c] = firstChild[c - 1];
    childCount[c] = childCount[c - 1];
    room[c] = room[c - 1];
    exposed[c] = exposed[c - 1];
    relink(forest, c);
  }
  point[first] = p;
  radius[first] = r;
  firstChild[first] = below;
  childCount[first] = count;
  room[first] = space;
  exposed[first] = open;
  relink(forest, first);
}

function relink(forest: SphereForest, node: number): void {
  const { point, firstChild, childCount, parent, leaf } = forest;
  if (childCount[node] === 0) {
    leaf[point[node]] = node;
    return;
  }
  const end = firstChild[node] + childCount[node];
  for (let c = firstChild[node]; c < end; c++) parent[c] = node;
}
