// Which pieces of a surface that was cut where it crosses itself are the boundary of its solid.

import { buildHierarchy } from '../../hierarchy/hierarchy.ts';
import { buildEdges, type EdgeTable } from '../topology.ts';
import { buildWinding, windingNumber } from '../winding.ts';
import { type Pieces, product, SPAN } from './cut.ts';
import { findRoot } from './parts.ts';

const ASIDE = 1e-3; // of a triangle's height: how far from it its sides are asked
const MOST_ASIDE = 1e-11; // of the longest side: less than parts are grown apart

/** The pieces that have the solid below them and not above, 1 each. Whole patches between seams are alike. */
export function keepBoundary(
  mesh: { positions: Float64Array; indices: Uint32Array },
  pieces: Pieces,
): Uint8Array {
  const { positions: x, indices, seams } = pieces;
  const count = indices.length / 3;
  const edges = buildEdges(indices, x.length / 3);
  const parent = Int32Array.from({ length: count }, (_, t) => t);
  const find = (t: number): number => findRoot(parent, t);
  for (let e = 0; e < edges.edgeCount; e++) {
    if (edges.start[e + 1] - edges.start[e] !== 2) continue;
    const h = edges.half[edges.start[e]];
    const g = edges.half[edges.start[e] + 1];
    const a = indices[h];
    const b = indices[h % 3 === 2 ? h - 2 : h + 1];
    if (seams.has(Math.min(a, b) * SPAN + Math.max(a, b))) continue;
    const [s, t] = [find(Math.floor(h / 3)), find(Math.floor(g / 3))];
    parent[Math.max(s, t)] = Math.min(s, t);
  }
  const hierarchy = buildHierarchy(mesh.positions, mesh.indices);
  const winding = buildWinding(hierarchy);
  const { box } = hierarchy;
  const most = MOST_ASIDE * Math.max(box[3] - box[0], box[4] - box[1], box[5] - box[2]);
  const best = new Map<number, [height: number, t: number]>(); // of each patch, its highest triangle
  for (let t = 0; t < count; t++) {
    const height = heightOf(x, indices, t);
    const known = best.get(find(t));
    if (!known || height > known[0]) best.set(find(t), [height, t]);
  }
  const keep = new Uint8Array(count);
  for (const [patch, [height, t]] of best) {
    const aside = Math.min(most, ASIDE * height);
    if (turnsAt(t, -aside) > 0.5 && turnsAt(t, aside) < 0.5) keep[patch] = 1;
  }
  for (let t = 0; t < count; t++) {
    parent[t] = find(t);
    keep[t] = keep[parent[t]];
  }
  const patches = [...best].sort(([p, a], [q, b]) => a[0] - b[0] || p - q).map(([patch]) => patch);
  closeGaps(indices, edges, parent, patches, keep);
  return keep;

  function turnsAt(t: number, aside: number): number {
    const n = normalOf(x, indices, t);
    const length = Math.sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    const p = new Float64Array(3);
    for (let d = 0; d < 3; d++) {
      for (let k = 0; k < 3; k++) p[d] += x[3 * indices[3 * t + k] + d] / 3;
      p[d] += (aside * n[d]) / length;
    }
    const out = new Float64Array(1);
    windingNumber(out, winding, p, 0);
    return out[0];
  }
}

/**
 * Patches no wider than rounding may be judged wrong, which leaves gaps. What is kept has to run through every edge as
 * often one way as the other: patches change sides, the smallest first, while that brings the sum of gaps down.
 */
function closeGaps(
  indices: Uint32Array,
  edges: EdgeTable,
  patch: Int32Array,
  patches: readonly number[],
  keep: Uint8Array,
): void {
  const gap = new Int32Array(edges.edgeCount); // kept half-edges that run upward, less those that run downward
  const upward = (h: number) => (indices[h] < indices[h % 3 === 2 ? h - 2 : h + 1] ? 1 : -1);
  for (let h = 0; h < indices.length; h++) if (keep[Math.floor(h / 3)]) gap[edges.edge[h]] += upward(h);
  if (gap.every((g) => g === 0)) return;
  const rim = new Map<number, number[]>(patches.map((p) => [p, []])); // half-edges between patches
  for (let e = 0; e < edges.edgeCount; e++) {
    const around = edges.half.subarray(edges.start[e], edges.start[e + 1]);
    if (around.every((h) => patch[Math.floor(h / 3)] === patch[Math.floor(around[0] / 3)])) continue;
    for (const h of around) rim.get(patch[Math.floor(h / 3)])!.push(h);
  }
  const side = new Map<number, number>(patches.map((p) => [p, keep[p]]));
  for (let changed = true; changed; ) {
    changed = false;
    for (const p of patches) {
      const sign = side.get(p) ? -1 : 1;
      const change = new Map<number, number>();
      for (const h of rim.get(p)!)
        change.set(edges.edge[h], (change.get(edges.edge[h]) ?? 0) + sign * upward(h));
      let gain = 0;
      for (const [e, by] of change) gain += Math.abs(gap[e]) - Math.abs(gap[e] + by);
      if (gain <= 0) continue;
      for (const [e, by] of change) gap[e] += by;
      side.set(p, 1 - side.get(p)!);
      changed = true;
    }
  }
  for (let t = 0; t < keep.length; t++) keep[t] = side.get(patch[t])!;
}

function normalOf(x: Float64Array, indices: Uint32Array, t: number): [number, number, number] {
  const [a, b, c] = [3 * indices[3 * t], 3 * indices[3 * t + 1], 3 * indices[3 * t + 2]];
  const e = [x[b] - x[a], x[b + 1] - x[a + 1], x[b + 2] - x[a + 2]];
  const f = [x[c] - x[a], x[c + 1] - x[a + 1], x[c + 2] - x[a + 2]];
  return [e[1] * f[2] - e[2] * f[1], e[2] * f[0] - e[0] * f[2], e[0] * f[1] - e[1] * f[0]];
}

/** Height of a triangle over its longest side. */
function heightOf(x: Float64Array, indices: Uint32Array, t: number): number {
  const n = normalOf(x, indices, t);
  let longest = 0;
  for (let k = 0; k < 3; k++) {
    const a = indices[3 * t + k];
    const b = indices[3 * t + ((k + 1) % 3)];
    longest = Math.max(longest, product(x, a, b, b));
  }
  return longest > 0 ? Math.sqrt((n[0] * n[0] + n[1] * n[1] + n[2] * n[2]) / longest) : 0;
}
