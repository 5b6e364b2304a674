// Finding points, edges and faces in a triangulation through the tets about a point.

import { cornerOf } from '../delaunay/insert.ts';
import type { Triangulation } from '../delaunay/triangulation.ts';

/** The tets about the point last asked for. */
export let star = new Int32Array(256);

/** Writes the tets about point p to `star`; returns how many, 0 when p is not in. */
export function collectStar(tri: Triangulation, p: number): number {
  const { tets, twins, mark, tetOf } = tri;
  if (tetOf[p] < 0) return 0;
  const stamp = ++tri.stamp;
  let count = 1;
  star[0] = tetOf[p];
  mark[star[0]] = stamp;
  for (let i = 0; i < count; i++) {
    const t = star[i];
    const own = cornerOf(tets, t, p);
    if (count + 4 > star.length) {
      const bigger = new Int32Array(2 * star.length);
      bigger.set(star);
      star = bigger;
    }
    for (let k = 0; k < 4; k++) {
      const next = twins[4 * t + k] >> 2;
      if (k === own || mark[next] === stamp) continue;
      mark[next] = stamp;
      star[count++] = next;
    }
  }
  return count;
}

function hasCorner(tets: Int32Array, t: number, p: number): boolean {
  const i = 4 * t;
  return tets[i] === p || tets[i + 1] === p || tets[i + 2] === p || tets[i + 3] === p;
}

/** A tet with the edge ab, or −1. */
export function findEdgeTet(tri: Triangulation, a: number, b: number): number {
  const count = collectStar(tri, a);
  for (let i = 0; i < count; i++) if (hasCorner(tri.tets, star[i], b)) return star[i];
  return -1;
}

/** A half-face with the points a, b, c, or −1. */
export function findFace(tri: Triangulation, a: number, b: number, c: number): number {
  const { tets } = tri;
  const count = collectStar(tri, a);
  for (let i = 0; i < count; i++) {
    const t = star[i];
    if (!hasCorner(tets, t, b) || !hasCorner(tets, t, c)) continue;
    for (let k = 0; k < 4; k++) {
      const q = tets[4 * t + k];
      if (q !== a && q !== b && q !== c) return 4 * t + k;
    }
  }
  return -1;
}
