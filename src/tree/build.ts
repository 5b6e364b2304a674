// Builds the sphere tree from points in maximum-distance order [Glondu13, sec. 5.1; 6.1 for the interior points].
// Level l holds the first 2^l points; every point of level l + 1 hangs below its closest point of level l, and a
// point that stands in level l below itself.
// Departs from the paper: a node with a single child, itself one level down, is dropped at once; and where points
// coincide, a point still hangs below itself rather than below an earlier equal one.

import { InputError } from '../job/error.ts';
import { type Work, within } from '../job/work.ts';
import { buildAttachments } from './nearest.ts';
import { buildPointBoxes, checkPositions } from './point-boxes.ts';
import { type SphereTree, storeRadius } from './sphere-tree.ts';

const SLICE = 1 << 15; // points whose ancestors are enlarged between two yields

/**
 * The sphere tree of points in a given order (from orderPoints or buildOrder). Deterministic, and exact: parents
 * are the closest points of the previous level, the earliest of equals. Radii are the distance to the furthest
 * leaf, rounded up to a float, so they enclose; distances below 1e-160 count as 0.
 * Any permutation gives a valid tree; only the maximum-distance order gives an even one.
 */
export function* buildSphereTree(positions: Float64Array, order: Uint32Array): Work<SphereTree> {
  checkPositions(positions);
  const count = positions.length / 3;
  const rank = rankPoints(order, count);
  if (count === 0) return createTree(0, 0, rank);
  const ranked = new Float64Array(3 * count);
  for (let r = 0; r < count; r++) {
    ranked[3 * r] = positions[3 * order[r]];
    ranked[3 * r + 1] = positions[3 * order[r] + 1];
    ranked[3 * r + 2] = positions[3 * order[r] + 2];
  }
  const boxes = yield* within(0, 0.25, buildPointBoxes(ranked));
  const attach = yield* within(0.25, 0.8, buildAttachments(boxes));
  const tree = linkNodes(attach, rank);
  const reach = new Float64Array(tree.count);
  for (let r = 0; r < count; r += SLICE) {
    reachAncestors(reach, tree, ranked, r, Math.min(r + SLICE, count));
    yield 0.8 + 0.2 * (r / count);
  }
  for (let i = 0; i < tree.count; i++) {
    storeRadius(tree.radius, i, reach, i);
    tree.point[i] = order[tree.point[i]];
  }
  const leaf = tree.leaf.slice();
  for (let r = 0; r < count; r++) tree.leaf[order[r]] = leaf[r];
  return tree;
}

/** The place of each point in the order. Throws unless the order names every point once. */
function rankPoints(order: Uint32Array, count: number): Uint32Array {
  if (order.length !== count) {
    throw new InputError('bad-argument', `order names ${order.length} points, positions hold ${count}`);
  }
  const rank = new Uint32Array(count).fill(count);
  for (let r = 0; r < count; r++) {
    if (!(order[r] < count) || rank[order[r]] !== count) {
      throw new InputError('bad-argument', `order must name every point once: place ${r} holds ${order[r]}`);
    }
    rank[order[r]] = r;
  }
  return rank;
}

function createTree(count: number, levels: number, rank: Uint32Array): SphereTree {
  return {
    count,
    levels,
    point: new Uint32Array(count),
    radius: new Float32Array(count),
    firstChild: new Uint32Array(count),
    childCount: new Uint32Array(count),
    parent: new Int32Array(count),
    level: new Uint8Array(count),
    rank,
    leaf: new Uint32Array(rank.length),
  };
}

/** The tree's links, with ranks in place of points, in `point` and as the index of `leaf`; radii are still 0. */
function linkNodes(attach: Uint32Array, rank: Uint32Array): SphereTree {
  const count = attach.length;
  const levels = count === 1 ? 1 : 33 - Math.clz32(count - 1);
  const tree = createTree(countNodes(attach), levels, rank);
  const { point, firstChild, childCount, parent, level, leaf } = tree;
  const joining = new Uint32Array(count); // per rank, how many points of the next level join it
  const cursor = new Uint32Array(count); // per rank, the node for the next of them
  let nodes = 1;
  parent[0] = -1;
  // leaf[r] is the lowest node of rank r so far; when all levels are done that is its leaf.
  for (let width = 1, l = 1; width < count; width *= 2, l++) {
    const end = Math.min(2 * width, count);
    for (let r = width; r < end; r++) joining[attach[r]]++;
    for (let r = 0; r < width; r++) {
      if (joining[r] === 0) continue; // its only child would be itself
      const node = leaf[r];
      firstChild[node] = nodes;
      childCount[node] = joining[r] + 1;
      for (let i = 0; i <= joining[r]; i++) {
        parent[nodes + i] = node;
        level[nodes + i] = l;
      }
      point[nodes] = r;
      leaf[r] = nodes;
      cursor[r] = nodes + 1;
      nodes += joining[r] + 1;
      joining[r] = 0;
    }
    for (let r = width; r < end; r++) {
      const node = cursor[attach[r]]++;
      point[node] = r;
      leaf[r] = node;
    }
  }
  return tree;
}

/** A leaf for each point, and an inner node for each level in which something joins a point. */
function countNodes(attach: Uint32Array): number {
  const joined = new Uint32Array(attach.length); // per rank, the last level in which something joined, plus 1
  let nodes = attach.length;
  for (let r = 1; r < attach.length; r++) {
    const level = 32 - Math.clz32(r);
    if (joined[attach[r]] === level) continue;
    joined[attach[r]] = level;
    nodes++;
  }
  return nodes;
}

/** Raises `reach`, the squared radii of nodes, to hold the leaves of the ranks [from, to). */
function reachAncestors(
  reach: Float64Array,
  tree: SphereTree,
  ranked: Float64Array,
  from: number,
  to: number,
): void {
  const { point, parent, leaf } = tree;
  for (let r = from; r < to; r++) {
    let last = r;
    let d = 0;
    for (let node = parent[leaf[r]]; node >= 0; node = parent[node]) {
      const center = point[node];
      if (center !== last) {
        last = center;
        const dx = ranked[3 * r] - ranked[3 * center];
        const dy = ranked[3 * r + 1] - ranked[3 * center + 1];
        const dz = ranked[3 * r + 2] - ranked[3 * center + 2];
        d = dx * dx + dy * dy + dz * dz;
      }
      if (d > reach[node]) reach[node] = d;
    }
  }
}
