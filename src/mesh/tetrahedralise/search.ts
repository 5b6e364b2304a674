// Finding points, edges and faces in a triangulation through the tets about a point. Slow sibling:
// test/mesh/tetrahedralise-search.test.ts.

import { FIRST_LOOK, FURTHER_LOOK } from '../constants.ts';
import { cornerOf } from '../delaunay/insert.ts';
import { INFINITE, type Triangulation } from '../delaunay/triangulation.ts';

/** The tets about the point last asked for. */
export let star = new Int32Array(256);

function growStar(): void {
  const bigger = new Int32Array(2 * star.length);
  bigger.set(star);
  star = bigger;
}

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
    if (count + 4 > star.length) growStar();
    for (let k = 0; k < 4; k++) {
      const next = twins[4 * t + k] >> 2;
      if (k === own || mark[next] === stamp) continue;
      mark[next] = stamp;
      star[count++] = next;
    }
  }
  return count;
}

/** Writes the tets about the edge pq to `out`, from its tet t on, however many there are; false at the hull. */
export function collectAround(out: number[], tri: Triangulation, t: number, p: number, q: number): boolean {
  const { tets, twins } = tri;
  out.length = 0;
  let from = t; // the corner whose face is left through
  let to = t; // the other one beside the edge
  for (let k = 4 * t, found = 0; k < 4 * t + 4; k++) {
    if (tets[k] === p || tets[k] === q) continue;
    if (found++ === 0) from = tets[k];
    else to = tets[k];
  }
  for (let at = t; ; ) {
    if (from === INFINITE || to === INFINITE) return false;
    out.push(at);
    const h = twins[4 * at + cornerOf(tets, at, from)]; // across the face (p, q, to)
    at = h >> 2;
    if (at === t) return true;
    from = to;
    to = tets[h];
  }
}

function hasCorner(tets: Int32Array, t: number, p: number): boolean {
  const i = 4 * t;
  return tets[i] === p || tets[i + 1] === p || tets[i + 2] === p || tets[i + 3] === p;
}

const ABSENT = -1;
const UNKNOWN = -2;

/** The first tet about a, in the order of collectStar, that has b and c too (c may be −1); looks at `most` tets. */
function searchStar(tri: Triangulation, a: number, b: number, c: number, most: number): number {
  const { tets, twins, mark, tetOf } = tri;
  if (tetOf[a] < 0) return ABSENT;
  const stamp = ++tri.stamp;
  let count = 1;
  star[0] = tetOf[a];
  mark[star[0]] = stamp;
  for (let i = 0; i < count; i++) {
    if (i === most) return UNKNOWN;
    const t = star[i];
    if (hasCorner(tets, t, b) && (c < 0 || hasCorner(tets, t, c))) return t;
    if (count + 4 > star.length) growStar();
    const own = cornerOf(tets, t, a);
    for (let k = 0; k < 4; k++) {
      const next = twins[4 * t + k] >> 2;
      if (k === own || mark[next] === stamp) continue;
      mark[next] = stamp;
      star[count++] = next;
    }
  }
  return ABSENT;
}

/** A tet with the edge ab, or −1. A point may have thousands of tets: then the other end answers sooner. */
export function findEdgeTet(tri: Triangulation, a: number, b: number): number {
  for (let most = FIRST_LOOK; ; most *= FURTHER_LOOK) {
    let found = searchStar(tri, a, b, -1, most);
    if (found === UNKNOWN) found = searchStar(tri, b, a, -1, most);
    if (found !== UNKNOWN) return found;
  }
}

/** A half-face with the points a, b, c, or −1. */
export function findFace(tri: Triangulation, a: number, b: number, c: number): number {
  for (let most = FIRST_LOOK; ; most *= FURTHER_LOOK) {
    let t = searchStar(tri, a, b, c, most);
    if (t === UNKNOWN) t = searchStar(tri, b, c, a, most);
    if (t === UNKNOWN) t = searchStar(tri, c, a, b, most);
    if (t === UNKNOWN) continue;
    if (t === ABSENT) return -1;
    for (let k = 4 * t; ; k++) {
      const q = tri.tets[k];
      if (q !== a && q !== b && q !== c) return k;
    }
  }
}
