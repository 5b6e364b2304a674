// Every triangle of a surface cut along the segments in which others cross it.

import type { EdgeTable } from '../topology.ts';
import { type Crossings, clamp, type Segment } from './crossings.ts';
import { createCut, insertEdge, insertInto, listTriangles, makeDelaunay } from './cut-triangle.ts';
import { joinTriples } from './triples.ts';

/** Parts of triangles, over the vertices and the points where they cross. */
export interface Pieces {
  readonly positions: Float64Array;
  readonly indices: Uint32Array;
  readonly source: Uint32Array;
  readonly seams: Set<number>; // edges at which triangles cross, packed
}

export const SPAN = 67_108_864; // vertices are below it, so that two pack into a float exactly
type Local = readonly [u: number, v: number];
const MARGIN = 1e-13; // of a triangle: points inside it are kept off its sides by this much

/** Cuts every triangle along the segments in it; null where rounding has made them contradict each other. */
export function cutTriangles(
  mesh: { positions: Float64Array; indices: Uint32Array },
  crossings: Crossings,
  edges: EdgeTable,
): Pieces | null {
  const { positions: x, indices } = mesh;
  const count = x.length / 3;
  const { onEdge, inside, segments } = crossings;
  const locate = (t: number, p: number): Local => locatePoint(mesh, crossings, edges, t, p);
  joinTriples(x, indices, crossings, locate);
  const out: number[] = [];
  const source: number[] = [];
  const seams = new Set<number>();
  for (const { chain } of segments) {
    for (let i = 1; i < chain.length; i++) {
      seams.add(Math.min(chain[i - 1], chain[i]) * SPAN + Math.max(chain[i - 1], chain[i]));
    }
  }
  for (let t = 0; 3 * t < indices.length; t++) {
    const corner = [indices[3 * t], indices[3 * t + 1], indices[3 * t + 2]];
    const own = [0, 1, 2].flatMap((k) => onEdge.get(edges.edge[3 * t + k]) ?? []);
    const lines = (inside.get(t) ?? []).map((i): Segment => segments[i]);
    if (own.length === 0 && lines.length === 0) {
      out.push(...corner);
      source.push(t);
      continue;
    }
    const cut = createCut(corner[0], corner[1], corner[2]);
    const points = new Set(own);
    for (const { chain } of lines) for (const p of chain) if (p >= count) points.add(p);
    for (const p of points) if (!insertInto(cut, p, ...locate(t, p))) return null;
    for (const { chain } of lines) {
      for (let i = 1; i < chain.length; i++) if (!insertEdge(cut, chain[i - 1], chain[i])) return null;
    }
    const [a, b, c] = corner;
    makeDelaunay(cut, product(x, a, b, b), product(x, a, b, c), product(x, a, c, c));
    for (const triangle of listTriangles(cut)) {
      out.push(...triangle);
      source.push(t);
    }
  }
  const positions = new Float64Array(x.length + crossings.position.length);
  positions.set(x);
  positions.set(crossings.position, x.length);
  return { positions, indices: Uint32Array.from(out), source: Uint32Array.from(source), seams };
}

/** (b − a) · (c − a). */
export function product(x: Float64Array, a: number, b: number, c: number): number {
  let sum = 0;
  for (let d = 0; d < 3; d++) sum += (x[3 * b + d] - x[3 * a + d]) * (x[3 * c + d] - x[3 * a + d]);
  return sum;
}

/** Where a vertex or point lies in a triangle it belongs to. On a side exactly, if it is on one. */
function locatePoint(
  { positions: x, indices }: { positions: Float64Array; indices: Uint32Array },
  crossings: Crossings,
  edges: EdgeTable,
  t: number,
  p: number,
): Local {
  const count = x.length / 3;
  for (let k = 0; k < 3; k++) if (indices[3 * t + k] === p) return [k === 1 ? 1 : 0, k === 2 ? 1 : 0];
  const i = p - count;
  for (let k = 0; k < 3 && crossings.edge[i] >= 0; k++) {
    if (edges.edge[3 * t + k] !== crossings.edge[i]) continue;
    const upward = indices[3 * t + k] < indices[3 * t + ((k + 1) % 3)];
    const along = upward ? crossings.along[i] : 1 - crossings.along[i];
    if (k === 0) return [along, 0];
    if (k === 2) return [0, 1 - along];
    const u = 1 - along;
    return [u, 1 - u]; // their sum is 1 without rounding
  }
  let [u, v] = [crossings.weight[2 * i], crossings.weight[2 * i + 1]];
  if (crossings.edge[i] < 0) [u, v] = project(x, indices, t, crossings.position, 3 * i);
  u = clamp(u, MARGIN);
  v = clamp(v, MARGIN);
  const excess = (u + v) / (1 - MARGIN);
  return excess > 1 ? [u / excess, v / excess] : [u, v];
}

/** The coordinates of a point in the plane of a triangle. */
export function project(
  x: Float64Array,
  indices: Uint32Array,
  t: number,
  p: ArrayLike<number>,
  at: number,
): [number, number] {
  const a = 3 * indices[3 * t];
  const e = [0, 1, 2].map((d) => x[3 * indices[3 * t + 1] + d] - x[a + d]);
  const f = [0, 1, 2].map((d) => x[3 * indices[3 * t + 2] + d] - x[a + d]);
  const w = [0, 1, 2].map((d) => p[at + d] - x[a + d]);
  const dot = (g: number[], h: number[]) => g[0] * h[0] + g[1] * h[1] + g[2] * h[2];
  const cross = (g: number[], h: number[]) => [
    g[1] * h[2] - g[2] * h[1],
    g[2] * h[0] - g[0] * h[2],
    g[0] * h[1] - g[1] * h[0],
  ];
  const n = cross(e, f);
  const square = dot(n, n);
  return square > 0 ? [dot(cross(w, f), n) / square, dot(cross(e, w), n) / square] : [1 / 3, 1 / 3];
}
