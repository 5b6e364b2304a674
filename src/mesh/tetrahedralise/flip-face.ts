// The 2-3 flip: two tets that share a face become three around the edge between their apexes.

import { orientSign } from '../../geometry/orientation.ts';
import type { Triangulation } from '../delaunay/triangulation.ts';
import { TET_FACES } from '../tet-mesh.ts';
import { replaceTets } from './flip.ts';
import { tetQuality } from './quality.ts';
import { edgeObstacles, faceObstacles, type Target } from './target.ts';

const quads = new Int32Array(12); // scratch: the three tets, (q, p, u, v) each
const old = new Int32Array(2); // scratch: the two tets they replace
const quality = new Float64Array(1); // scratch

/** Prepares the flip of half-face f, for flipFace; false when its two apexes do not see each other through it. */
export function planFlip(tri: Triangulation, f: number): boolean {
  const { tets, twins, points } = tri;
  const first = f & ~3;
  const p = tets[twins[f]];
  const q = tets[f];
  if (p < 0 || q < 0) return false;
  for (let k = 0; k < 3; k++) {
    // Seen from p the face turns counter-clockwise.
    const u = tets[first + TET_FACES[3 * (f & 3) + k]];
    const v = tets[first + TET_FACES[3 * (f & 3) + ((k + 1) % 3)]];
    if (u < 0 || v < 0 || orientSign(points, q, p, u, v) <= 0) return false;
    quads[4 * k] = q;
    quads[4 * k + 1] = p;
    quads[4 * k + 2] = u;
    quads[4 * k + 3] = v;
  }
  old[0] = f >> 2;
  old[1] = twins[f] >> 2;
  return true;
}

/** Obstacles that the planned flip would put in place of the face. */
export function flipObstacles(x: Float64Array, target: Target): number {
  let n = edgeObstacles(x, target, quads[0], quads[1]);
  for (let k = 0; k < 3; k++) n += faceObstacles(x, target, quads[0], quads[1], quads[4 * k + 2]);
  return n;
}

/** Writes to out[0] the worst tet of the planned flip. */
export function flipQuality(out: Float64Array, x: Float64Array): void {
  out[0] = Infinity;
  for (let k = 0; k < 12; k += 4) {
    tetQuality(quality, x, quads[k], quads[k + 1], quads[k + 2], quads[k + 3]);
    if (quality[0] < out[0]) out[0] = quality[0];
  }
}

/** Carries out the planned flip. */
export function flipFace(tri: Triangulation, label: number): void {
  replaceTets(tri, old, 2, quads, 3, label);
}
