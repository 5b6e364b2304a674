// Holes in a surface, closed by triangles between the vertices of their rims. Meant for small holes: a rim is cut up
// ear by ear in the plane that fits it best, and nothing keeps a fill of a large, winding rim from crossing the rest.

import { buildConnections } from './inspect-topology.ts';
import { copyCorner, type Draft, faceNormal, growTriangles } from './repair-draft.ts';
import { nextHalf } from './topology.ts';

/** What was filled. */
interface FillCount {
  holes: number;
  triangles: number;
}

/**
 * Fills every hole whose rim has at most `longest` edges. Expects neighbours that agree about orientation. Holes that
 * touch at a vertex are filled one by one. A rim is left open if its fill would need an edge that is already there,
 * or would only repeat a lone triangle.
 */
export function fillHoles(draft: Draft, longest: number): FillCount {
  const { indices, positions } = draft;
  const { edges } = buildConnections(indices, positions.length / 3);
  const size = (h: number) => edges.start[edges.edge[h] + 1] - edges.start[edges.edge[h]];
  const joined = new Set<number>(); // undirected edges of the surface, as low · n + high
  const n = positions.length / 3;
  const key = (a: number, b: number) => Math.min(a, b) * n + Math.max(a, b);
  for (let h = 0; h < indices.length; h++) joined.add(key(indices[h], indices[nextHalf(h)]));
  // The rim of a hole runs against the open half-edges. After half-edge h comes the one that ends where h starts:
  // found by turning around that vertex, from triangle to triangle.
  const previous = (h: number): number => {
    let g = h;
    for (let turn = 0; turn <= indices.length; turn++) {
      g = nextHalf(nextHalf(g)); // ends where h starts
      if (size(g) === 1) return g;
      if (size(g) !== 2) return -1;
      const from = edges.start[edges.edge[g]];
      const other = edges.half[from] === g ? edges.half[from + 1] : edges.half[from];
      if (indices[other] === indices[g]) return -1;
      g = other;
    }
    return -1;
  };
  const seen = new Uint8Array(indices.length);
  const fills: number[][] = []; // a fill: triangles as triples of half-edges, which stand for the vertex they start at
  for (let h = 0; h < indices.length; h++) {
    if (seen[h] || size(h) !== 1) continue;
    const rim: number[] = [];
    let g = h;
    while (g >= 0 && !seen[g]) {
      seen[g] = 1;
      rim.push(g);
      g = previous(g);
    }
    if (g !== h) continue;
    for (const loop of splitRim(indices, rim)) {
      if (loop.length < 3 || loop.length > longest || isLone(indices, loop)) continue;
      const fill = cutEars(draft, loop, joined, key);
      if (fill) fills.push(fill);
    }
  }
  const all = fills.flat();
  const first = growTriangles(draft, all.length / 3);
  for (let i = 0; i < all.length; i++) {
    draft.indices[3 * first + i] = draft.indices[all[i]];
    copyCorner(draft, 3 * first + i, all[i]);
  }
  for (let t = first; 3 * t < draft.indices.length; t++) {
    if (draft.groups) draft.groups[t] = draft.groups[Math.floor(all[3 * (t - first)] / 3)];
    setFlatNormals(draft, t);
  }
  return { holes: fills.length, triangles: all.length / 3 };
}

/** Takes a rim that passes vertices more than once apart into loops that do not. */
function splitRim(indices: Uint32Array, rim: number[]): number[][] {
  const loops: number[][] = [];
  const path: number[] = [];
  for (const h of rim) {
    const again = path.findIndex((g) => indices[g] === indices[h]);
    if (again >= 0) loops.push(path.splice(again));
    path.push(h);
  }
  return [...loops, path];
}

/** Whether a loop is the outline of the single triangle that it belongs to. */
function isLone(indices: Uint32Array, loop: number[]): boolean {
  const t = 3 * Math.floor(loop[0] / 3);
  const corners = indices.subarray(t, t + 3);
  return loop.length === 3 && loop.every((h) => corners.includes(indices[h]));
}

/** Cuts a rim into triangles, the flattest ear of the best angle first; null if an ear would repeat an edge. */
function cutEars(
  { positions, indices }: Draft,
  rim: number[],
  joined: Set<number>,
  key: (a: number, b: number) => number,
): number[] | null {
  const left = rim.slice();
  const fill: number[] = [];
  const point = (h: number) => [0, 1, 2].map((d) => positions[3 * indices[h] + d]);
  const up = newell(rim.map(point));
  const added: number[] = [];
  while (left.length > 3) {
    let best = -1;
    let bestScore = -Infinity;
    for (let i = 0; i < left.length; i++) {
      const [p, q, r] = [left[(i + left.length - 1) % left.length], left[i], left[(i + 1) % left.length]];
      if (joined.has(key(indices[p], indices[r]))) continue;
      const score = scoreEar(point(p), point(q), point(r), up);
      if (score > bestScore) {
        bestScore = score;
        best = i;
      }
    }
    if (best < 0) {
      for (const k of added) joined.delete(k);
      return null;
    }
    const p = left[(best + left.length - 1) % left.length];
    const r = left[(best + 1) % left.length];
    fill.push(p, left[best], r);
    const k = key(indices[p], indices[r]);
    joined.add(k);
    added.push(k);
    left.splice(best, 1);
  }
  fill.push(left[0], left[1], left[2]);
  return fill;
}

/** The cosine of an ear's angle, as seen along `up`; less than −1 for one that points inwards. */
function scoreEar(p: number[], q: number[], r: number[], up: number[]): number {
  const u = [0, 1, 2].map((d) => p[d] - q[d]);
  const v = [0, 1, 2].map((d) => r[d] - q[d]);
  const turn = [v[1] * u[2] - v[2] * u[1], v[2] * u[0] - v[0] * u[2], v[0] * u[1] - v[1] * u[0]];
  const lengths = Math.sqrt(
    (u[0] * u[0] + u[1] * u[1] + u[2] * u[2]) * (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]),
  );
  const cosine = lengths > 0 ? (u[0] * v[0] + u[1] * v[1] + u[2] * v[2]) / lengths : 1;
  return turn[0] * up[0] + turn[1] * up[1] + turn[2] * up[2] > 0 ? cosine : -2 - cosine;
}

/** The normal of a polygon in space: the sum of its area over all three planes. */
function newell(points: number[][]): number[] {
  const out = [0, 0, 0];
  for (let i = 0; i < points.length; i++) {
    const p = points[i];
    const q = points[(i + 1) % points.length];
    for (let d = 0; d < 3; d++) {
      const [e, f] = [(d + 1) % 3, (d + 2) % 3];
      out[d] += (p[e] - q[e]) * (p[f] + q[f]);
    }
  }
  return out;
}

function setFlatNormals(draft: Draft, t: number): void {
  if (!draft.normals) return;
  const [x, y, z] = faceNormal(draft, t);
  const length = Math.sqrt(x * x + y * y + z * z);
  for (let i = 0; i < 9; i++) draft.normals[9 * t + i] = length > 0 ? [x, y, z][i % 3] / length : 0;
}
