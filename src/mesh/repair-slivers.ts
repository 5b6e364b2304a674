// Triangles without area but with three vertices, taken out without tearing the surface. A cap, whose third corner
// lies on its longest edge, gives way by flipping that edge; a needle by collapsing its shortest. Pass by pass, in
// each only changes that do not touch one another, so that the connections found before a pass hold during it.

import { SLIVER_NEEDLE, SLIVER_PASSES } from './constants.ts';
import { isDegenerate } from './inspect-shape.ts';
import { copyCorner, type Draft, faceNormal, keepTriangles, mixCorners } from './repair-draft.ts';
import { buildEdges, type EdgeTable, nextHalf } from './topology.ts';

/** How many slivers went, and how. */
interface SliverCount {
  flipped: number; // by flipping their longest edge
  collapsed: number; // by collapsing their shortest
  dropped: number; // just dropped, at an open edge
}

/** The state of one pass. */
interface Pass {
  readonly draft: Draft;
  readonly edges: EdgeTable;
  readonly start: Uint32Array; // run of each vertex in `corner`
  readonly corner: Uint32Array; // corners grouped by vertex
  readonly touched: Uint8Array; // vertices whose surroundings have changed
  readonly keep: Uint8Array; // triangles
}

/** Removes slivers where that is possible. Expects no repeated vertices in a triangle, and neighbours that agree. */
export function removeSlivers(draft: Draft): SliverCount {
  const count = { flipped: 0, collapsed: 0, dropped: 0 };
  for (let pass = 0; pass < SLIVER_PASSES; pass++) {
    const slivers = listSlivers(draft);
    if (slivers.length === 0) break;
    const state = startPass(draft);
    let changed = false;
    for (const h of slivers) if (removeSliver(state, h, count)) changed = true;
    keepTriangles(draft, state.keep);
    if (!changed) break;
  }
  return count;
}

/** The longest half-edge of each sliver, the longest first. */
function listSlivers({ positions, indices }: Draft): number[] {
  const found: { half: number; length: number }[] = [];
  for (let t = 0; t < indices.length; t += 3) {
    if (!isDegenerate(positions, indices[t], indices[t + 1], indices[t + 2])) continue;
    let half = t;
    for (let h = t + 1; h < t + 3; h++)
      if (edgeSquare(positions, indices, h) > edgeSquare(positions, indices, half)) half = h;
    found.push({ half, length: edgeSquare(positions, indices, half) });
  }
  found.sort((a, b) => b.length - a.length || a.half - b.half);
  return found.map(({ half }) => half);
}

function edgeSquare(positions: Float64Array, indices: Uint32Array, h: number): number {
  const a = 3 * indices[h];
  const b = 3 * indices[nextHalf(h)];
  const x = positions[b] - positions[a];
  const y = positions[b + 1] - positions[a + 1];
  const z = positions[b + 2] - positions[a + 2];
  return x * x + y * y + z * z;
}

function startPass(draft: Draft): Pass {
  const { positions, indices } = draft;
  const vertexCount = positions.length / 3;
  const start = new Uint32Array(vertexCount + 1);
  for (let h = 0; h < indices.length; h++) start[indices[h] + 1]++;
  for (let v = 0; v < vertexCount; v++) start[v + 1] += start[v];
  const corner = new Uint32Array(indices.length);
  const slot = start.slice(0, vertexCount);
  for (let h = 0; h < indices.length; h++) corner[slot[indices[h]]++] = h;
  return {
    draft,
    edges: buildEdges(indices, vertexCount),
    start,
    corner,
    touched: new Uint8Array(vertexCount),
    keep: new Uint8Array(indices.length / 3).fill(1),
  };
}

function removeSliver(pass: Pass, longest: number, count: SliverCount): boolean {
  const { draft, edges, touched, keep } = pass;
  const { positions, indices } = draft;
  const t = Math.floor(longest / 3);
  const next = nextHalf(longest);
  const last = nextHalf(next);
  if (touched[indices[longest]] || touched[indices[next]] || touched[indices[last]]) return false;
  const shortest = edgeSquare(positions, indices, next) <= edgeSquare(positions, indices, last) ? next : last;
  const needle =
    edgeSquare(positions, indices, shortest) <=
    SLIVER_NEEDLE * SLIVER_NEEDLE * edgeSquare(positions, indices, longest);
  if (needle && collapseEdge(pass, shortest)) {
    count.collapsed++;
    return true;
  }
  const e = edges.edge[longest];
  if (edges.start[e + 1] - edges.start[e] === 1) {
    keep[t] = 0;
    for (let h = 3 * t; h < 3 * t + 3; h++) touched[indices[h]] = 1;
    count.dropped++;
    return true;
  }
  if (flipEdge(pass, longest)) {
    count.flipped++;
    return true;
  }
  if (!needle && collapseEdge(pass, shortest)) {
    count.collapsed++;
    return true;
  }
  return false;
}

/** The other half-edge of a plain edge whose triangles agree, or −1. */
function otherHalf({ edges, draft }: Pass, h: number): number {
  const from = edges.start[edges.edge[h]];
  if (edges.start[edges.edge[h] + 1] - from !== 2) return -1;
  const g = edges.half[from] === h ? edges.half[from + 1] : edges.half[from];
  return draft.indices[g] === draft.indices[h] ? -1 : g;
}

/**
 * Replaces the longest edge ab of the cap abc and its neighbour bad by the edge cd: adc and dbc cover what bad did.
 * Their attributes come from the neighbour, so the cap's corner c takes the mean along ab by its place there.
 */
function flipEdge(pass: Pass, h: number): boolean {
  const { draft, touched } = pass;
  const { positions, indices, groups } = draft;
  const g = otherHalf(pass, h);
  if (g < 0) return false;
  const a = indices[h];
  const b = indices[g];
  const c = indices[nextHalf(nextHalf(h))];
  const d = indices[nextHalf(nextHalf(g))];
  if (c === d || touched[d] || areJoined(pass, c, d)) return false;
  const s = Math.floor(h / 3);
  const t = Math.floor(g / 3);
  if (isLonger(draft, t, h)) return false; // the neighbour is a sliver with a longer edge: its turn comes first
  const ab = Math.sqrt(edgeSquare(positions, indices, h));
  const ac = Math.sqrt(edgeSquare(positions, indices, nextHalf(nextHalf(h))));
  const corners = [g, nextHalf(g), nextHalf(nextHalf(g))]; // of b, a and d
  // Triangle s becomes dbc, the neighbour t becomes adc; s first, while the neighbour's corners are still there.
  copyCorner(draft, 3 * s, corners[2]);
  copyCorner(draft, 3 * s + 1, corners[0]);
  mixCorners(draft, 3 * s + 2, corners[1], corners[0], ab > 0 ? Math.min(1, ac / ab) : 0);
  copyCorner(draft, corners[0], 3 * s + 2);
  indices.set([d, b, c], 3 * s);
  indices[corners[0]] = c; // b a d becomes c a d
  if (groups) groups[s] = groups[t];
  for (const v of [a, b, c, d]) touched[v] = 1;
  return true;
}

function isLonger({ positions, indices }: Draft, t: number, h: number): boolean {
  if (!isDegenerate(positions, indices[3 * t], indices[3 * t + 1], indices[3 * t + 2])) return false;
  const square = edgeSquare(positions, indices, h);
  for (let k = 3 * t; k < 3 * t + 3; k++) if (edgeSquare(positions, indices, k) > square) return true;
  return false;
}

function areJoined(pass: Pass, u: number, v: number): boolean {
  return neighborsOf(pass, u).has(v);
}

function neighborsOf({ draft, start, corner, keep }: Pass, v: number): Set<number> {
  const around = new Set<number>();
  for (let i = start[v]; i < start[v + 1]; i++) {
    const h = corner[i];
    if (!keep[Math.floor(h / 3)]) continue;
    around.add(draft.indices[nextHalf(h)]);
    around.add(draft.indices[nextHalf(nextHalf(h))]);
  }
  return around;
}

/** Merges the two ends of an edge into one, if the surface stays one and no triangle turns over. */
function collapseEdge(pass: Pass, h: number): boolean {
  const { draft, edges, start, corner, touched, keep } = pass;
  const { indices } = draft;
  const from = edges.start[edges.edge[h]];
  const to = edges.start[edges.edge[h] + 1];
  if (to - from > 2) return false;
  let kept = indices[h];
  let gone = indices[nextHalf(h)];
  const open = [isOnBorder(pass, kept), isOnBorder(pass, gone)];
  if (open[0] && open[1] && to - from === 2) return false; // would pinch two borders together
  if (open[1] && !open[0]) [kept, gone] = [gone, kept];
  const opposite = new Set<number>();
  for (let i = from; i < to; i++) opposite.add(indices[nextHalf(nextHalf(edges.half[i]))]);
  const ring = neighborsOf(pass, gone);
  const keptRing = neighborsOf(pass, kept);
  for (const v of ring) if (touched[v] || (keptRing.has(v) && !opposite.has(v))) return false;
  for (const v of keptRing) if (touched[v]) return false;
  const moved: number[] = [];
  for (let i = start[gone]; i < start[gone + 1]; i++) {
    const t = Math.floor(corner[i] / 3);
    if (keep[t] && !indices.subarray(3 * t, 3 * t + 3).includes(kept)) moved.push(corner[i]);
  }
  if (!staysUp(draft, moved, gone, kept)) return false;
  for (let i = from; i < to; i++) keep[Math.floor(edges.half[i] / 3)] = 0;
  for (const i of moved) indices[i] = kept;
  for (const v of [...ring, ...keptRing]) touched[v] = 1;
  return true;
}

function isOnBorder({ edges, start, corner }: Pass, v: number): boolean {
  for (let i = start[v]; i < start[v + 1]; i++) {
    for (const h of [corner[i], nextHalf(nextHalf(corner[i]))]) {
      const e = edges.edge[h];
      if (edges.start[e + 1] - edges.start[e] !== 2) return true;
    }
  }
  return false;
}

/** Whether the triangles at `corners` still face the same way when that corner moves from one vertex to another. */
function staysUp(draft: Draft, corners: number[], from: number, to: number): boolean {
  const { indices, positions } = draft;
  for (const h of corners) {
    const t = Math.floor(h / 3);
    if (isDegenerate(positions, indices[3 * t], indices[3 * t + 1], indices[3 * t + 2])) continue;
    const before = faceNormal(draft, t);
    indices[h] = to;
    const after = faceNormal(draft, t);
    indices[h] = from;
    if (!(before[0] * after[0] + before[1] * after[1] + before[2] * after[2] > 0)) return false;
  }
  return true;
}
