// Checks everything a surface promises; slow, for tests and debugging.

import { InputError } from '../job/error.ts';
import { refreshBoxes } from './blocks.ts';
import { CONNECTED, type Surface } from './surface.ts';

function demand(holds: boolean, what: string): void {
  if (!holds) throw new InputError('bad-argument', `the surface is broken: ${what}`);
}

/** Throws if a surface that was updated breaks an invariant of its tree, bodies, neighbors, features or bounds. */
export function validateSurface(surface: Surface): void {
  const { tree, order, node, body, indices, neighbor, vertices, bodyCount } = surface;
  const { box } = tree;
  refreshBoxes(surface);
  const leaves = new Set<number>();
  const waiting = tree.root < 0 ? [] : [tree.root];
  let inner = 0;
  if (tree.root >= 0) demand(tree.parent[tree.root] < 0, 'the root has a parent');
  while (waiting.length > 0) {
    const n = waiting.pop()!;
    const t = tree.triangle[n];
    if (t >= 0) {
      demand(tree.leaf[t] === n && body[t] >= 0 && !leaves.has(t), `leaf ${n}`);
      leaves.add(t);
      checkBox(surface, n, t);
      continue;
    }
    inner++;
    for (let c = 0; c < 2; c++) {
      const child = tree.child[2 * n + c];
      demand(tree.parent[child] === n, `parent of ${child}`);
      for (let d = 0; d < 3; d++) {
        demand(box[6 * child + d] >= box[6 * n + d], `box of ${n}`);
        demand(box[6 * child + 3 + d] <= box[6 * n + 3 + d], `box of ${n}`);
      }
      waiting.push(child);
    }
    const higher = Math.max(tree.height[tree.child[2 * n]], tree.height[tree.child[2 * n + 1]]);
    demand(tree.height[n] === 1 + higher, `height of ${n}`);
  }
  demand(tree.leafCount === leaves.size && inner === Math.max(0, leaves.size - 1), 'count of leaves');
  let triangles = 0;
  for (let t = 0; t < surface.triangleCount; t++) if (body[t] >= 0) triangles++;
  demand(triangles === leaves.size, 'triangles that are not in the tree');
  demand(order.count === leaves.size + inner, 'the order is stale');

  const ownerOf = new Map<number, number>();
  for (let b = 0; b < bodyCount; b++) {
    if (node[b] < 0) continue;
    for (const v of vertices[b]!) {
      demand(!ownerOf.has(v), `vertex ${v} belongs to two bodies`);
      ownerOf.set(v, b);
    }
    const from = order.first[node[b]];
    for (let r = from; r < from + order.size[node[b]]; r++) {
      demand(body[order.triangle[r]] === b, `body ${b} holds a triangle of another`);
    }
  }
  let sum = 0;
  for (let b = 0; b < bodyCount; b++) if (node[b] >= 0) sum += order.size[node[b]];
  demand(sum === leaves.size, 'a triangle without body');
  for (const t of leaves) {
    for (let k = 0; k < 3; k++) {
      demand(ownerOf.get(indices[3 * t + k]) === body[t], `corner of ${t}`);
      const across = neighbor[3 * t + k];
      if (across < 0) continue;
      demand(body[across] === body[t], `neighbor of ${t}`);
      const back = [0, 1, 2].some(
        (j) =>
          neighbor[3 * across + j] === t &&
          indices[3 * across + j] === indices[3 * t + ((k + 1) % 3)] &&
          indices[3 * across + ((j + 1) % 3)] === indices[3 * t + k],
      );
      demand(back, `neighbor of ${t} does not look back`);
    }
  }
  checkFeatures(surface, leaves);
  if (surface.coned) checkConnectivity(surface);
}

/** The box of a leaf holds its triangle, through the step if it was refitted for that. */
function checkBox({ tree, indices, start, end, swept }: Surface, leaf: number, t: number): void {
  for (let k = 0; k < 9; k++) {
    const d = k % 3;
    const at = 3 * indices[3 * t + Math.floor(k / 3)] + d;
    for (const x of swept ? [start[at], end[at]] : [end[at]]) {
      demand(tree.box[6 * leaf + d] <= x && x <= tree.box[6 * leaf + 3 + d], `box of leaf ${leaf}`);
    }
  }
}

function checkFeatures({ indices, feature }: Surface, leaves: Set<number>): void {
  const corners = new Map<number, number>();
  const edges = new Map<string, number>();
  for (const t of leaves) {
    for (let k = 0; k < 3; k++) {
      const v = indices[3 * t + k];
      const w = indices[3 * t + ((k + 1) % 3)];
      const key = `${Math.min(v, w)} ${Math.max(v, w)}`;
      corners.set(v, (corners.get(v) ?? 0) + ((feature[t] >> k) & 1));
      edges.set(key, (edges.get(key) ?? 0) + ((feature[t] >> (3 + k)) & 1));
    }
  }
  for (const [v, count] of corners) demand(count === 1, `vertex ${v} is tested with ${count} triangles`);
  for (const [e, count] of edges) demand(count === 1, `edge ${e} is tested with ${count} triangles`);
}

/** Linked nodes are connected by edges; cones contain the normals below them. */
function checkConnectivity({ tree, order, connectivity, neighbor, cone }: Surface): void {
  for (let i = 0; i < order.count; i++) {
    const n = order.node[i];
    const from = order.first[n];
    const size = order.size[n];
    for (let r = from; r < from + size && cone[4 * n + 3] > 0; r++) {
      const leaf = 4 * tree.leaf[order.triangle[r]];
      const dot =
        cone[leaf] * cone[4 * n] + cone[leaf + 1] * cone[4 * n + 1] + cone[leaf + 2] * cone[4 * n + 2];
      demand(dot >= cone[4 * n + 3] - 1e-6, `cone of ${n}`);
    }
    if (connectivity[n] !== CONNECTED || size > 64) continue; // larger ones are made of these
    const reached = new Set([order.triangle[from]]);
    const waiting = [...reached];
    while (waiting.length > 0) {
      const t = waiting.pop()!;
      for (let k = 0; k < 3; k++) {
        const across = neighbor[3 * t + k];
        if (across < 0 || order.rank[across] < from || order.rank[across] >= from + size) continue;
        if (!reached.has(across)) waiting.push(across);
        reached.add(across);
      }
    }
    demand(reached.size === size, `node ${n} is in pieces`);
  }
}
