// Where the points of a grown surface lie on the surface as it was given: the same edges and triangles cross there, but
// for what lies on each other. So faces in one plane stay in it, and nothing is off by how far the parts were grown.

import type { EdgeTable } from '../topology.ts';
import { type Crossings, height } from './crossings.ts';

/**
 * The places of all vertices and points: vertices at `given`, points where their edge and triangle cross there. One
 * that would come out farther than `reach` from where it is, because they hardly cross, stays.
 */
export function placePoints(
  given: Float64Array,
  indices: Uint32Array,
  edges: EdgeTable,
  { position, edge, through }: Crossings,
  reach: number,
): Float64Array {
  const out = new Float64Array(given.length + position.length);
  out.set(given);
  out.set(position, given.length);
  const place = [0, 0, 0];
  for (let i = 0; i < edge.length; i++) {
    if (edge[i] >= 0) {
      const h = edges.half[edges.start[edge[i]]];
      const p = indices[h];
      const q = indices[h % 3 === 2 ? h - 2 : h + 1];
      const t = 3 * through[3 * i];
      const low = height(given, indices[t], indices[t + 1], indices[t + 2], p);
      const high = height(given, indices[t], indices[t + 1], indices[t + 2], q);
      const along = Math.min(1, Math.max(0, low / (low - high)));
      for (let d = 0; d < 3; d++) place[d] = given[3 * p + d] + along * (given[3 * q + d] - given[3 * p + d]);
    } else {
      meetPlanes(place, given, indices, through, 3 * i);
    }
    let square = 0;
    for (let d = 0; d < 3; d++) square += (place[d] - position[3 * i + d]) * (place[d] - position[3 * i + d]);
    if (square <= reach * reach) out.set(place, given.length + 3 * i);
  }
  return out;
}

/** Writes the point in which the planes of three triangles meet; not a number where they do not. */
function meetPlanes(
  out: number[],
  x: Float64Array,
  indices: Uint32Array,
  through: readonly number[],
  at: number,
): void {
  const o = 3 * indices[3 * through[at]]; // about a corner, which keeps more digits
  const plane = [0, 1, 2].map((k) => {
    const [a, b, c] = [0, 1, 2].map((i) => 3 * indices[3 * through[at + k] + i]);
    const e = [x[b] - x[a], x[b + 1] - x[a + 1], x[b + 2] - x[a + 2]];
    const f = [x[c] - x[a], x[c + 1] - x[a + 1], x[c + 2] - x[a + 2]];
    const n = cross(e, f);
    return { n, level: dot(n, [x[a] - x[o], x[a + 1] - x[o + 1], x[a + 2] - x[o + 2]]) };
  });
  const [p, q, r] = plane;
  const [u, v, w] = [cross(q.n, r.n), cross(r.n, p.n), cross(p.n, q.n)];
  const det = dot(p.n, u);
  for (let d = 0; d < 3; d++) {
    out[d] = x[o + d] + (p.level * u[d] + q.level * v[d] + r.level * w[d]) / det;
  }
}

function cross(g: number[], h: number[]): number[] {
  return [g[1] * h[2] - g[2] * h[1], g[2] * h[0] - g[0] * h[2], g[0] * h[1] - g[1] * h[0]];
}

function dot(g: number[], h: number[]): number {
  return g[0] * h[0] + g[1] * h[1] + g[2] * h[2];
}
