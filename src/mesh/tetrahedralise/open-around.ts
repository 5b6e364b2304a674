// Room for flips in flat parts of the surface. There the edge to be recovered crosses another in the plane, and to
// swap the two the tets above and below must open: a point close to the crossed edge, on either side, sees all of
// them, so they can always give way to tets about it, and then the swap is a plain 4-4 flip.

import { orientSign } from '../../geometry/orientation.ts';
import { OPENING_STEPS } from '../constants.ts';
import { addPoint, type Triangulation } from '../delaunay/triangulation.ts';
import { collectRing, createRing, MAX_RING, replaceTets } from './flip.ts';
import { findEdgeTet } from './search.ts';
import { sideInPlane } from './target.ts';

const ring = createRing(); // scratch
const old = new Int32Array(MAX_RING); // scratch: the tets of a sector
const quads = new Int32Array(4 * (2 * MAX_RING + 2)); // scratch: the tets that take their place

/** Opens the tets on both sides of the edge pq, which crosses the segment ab. False when there is nothing to open. */
export function openAround(tri: Triangulation, p: number, q: number, a: number, b: number): boolean {
  const t = findEdgeTet(tri, p, q);
  if (t < 0 || !collectRing(ring, tri, t, p, q)) return false;
  const i = findInPlane(tri.points, p, q, a);
  const j = findInPlane(tri.points, p, q, b);
  if (i < 0 || j < 0) return false; // the crossed edge does not lie in a flat part
  const ends = [ring.point[i], ring.point[j]];
  const opened = openSector(tri, i, j);
  // The first half of the ring is as it was; find the other again.
  if (!collectRing(ring, tri, findEdgeTet(tri, p, q), p, q)) return opened;
  const [k, l] = ends.map((point) => ring.point.indexOf(point));
  return openSector(tri, l, k) || opened;
}

/** The point of the ring in the plane of p, q and a, on a's side of the edge; −1 without one. */
function findInPlane(x: Float64Array, p: number, q: number, a: number): number {
  for (let r = 0; r < ring.count; r++) {
    const u = ring.point[r];
    if (u === a) return r;
    if (orientSign(x, p, q, a, u) === 0 && sideInPlane(x, p, q, a, u) > 0) return r;
  }
  return -1;
}

/** Puts a point into the tets of the ring from place i on to place j. */
function openSector(tri: Triangulation, i: number, j: number): boolean {
  const { p, q, count, point, tet } = ring;
  const size = (j - i + count) % count;
  if (size < 2) return false;
  const foot = [0, 1, 2].map((d) => (tri.points[3 * p + d] + tri.points[3 * q + d]) / 2);
  const far = [0, 0, 0];
  for (let k = 1; k < size; k++) {
    for (let d = 0; d < 3; d++) far[d] += tri.points[3 * point[(i + k) % count] + d] / (size - 1);
  }
  for (const s of OPENING_STEPS) {
    const [x, y, z] = foot.map((v, d) => v + s * (far[d] - v));
    const m = addPoint(tri, x, y, z);
    let n = 0;
    const add = (a: number, b: number, c: number, d: number) => {
      if (orientSign(tri.points, a, b, c, d) <= 0) return false;
      quads.set([a, b, c, d], 4 * n++);
      return true;
    };
    let sees = add(p, q, point[i], m) && add(p, q, m, point[j]);
    for (let k = 0; k < size && sees; k++) {
      const u = point[(i + k) % count];
      const v = point[(i + k + 1) % count];
      old[k] = tet[(i + k) % count];
      sees = add(p, m, u, v) && add(m, q, u, v);
    }
    if (sees) {
      replaceTets(tri, old, size, quads, n, 0);
      return true;
    }
    tri.pointCount--;
  }
  return false;
}
