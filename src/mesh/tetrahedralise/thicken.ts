// Flat tets that no local change removes: their corners lie in a plane, as where sheets of a surface touch that was cut
// where it crosses itself. One corner leaves that plane, by no more than flat parts of the surface may be off anyway.

import { MOST_FLAT, THICKEN_HALVINGS } from '../constants.ts';
import { DEAD, type Triangulation } from '../delaunay/triangulation.ts';
import { tetVolume } from '../tet-mesh.ts';
import { INSIDE } from './classify.ts';

/** Gives inside tets without volume some, by moving a corner of each by at most `most`; returns whether all have it. */
export function thickenFlat(tri: Triangulation, most: number): boolean {
  const flat = listFlat(tri);
  if (flat.length > MOST_FLAT) return false;
  return flat.filter((t) => !thicken(tri, t, most)).length === 0;
}

function listFlat(tri: Triangulation): number[] {
  const found: number[] = [];
  for (let t = 0; t < tri.slots; t++) if (isInside(tri, t) && !(volumeOf(tri, t) > 0)) found.push(t);
  return found;
}

function isInside({ tets, label }: Triangulation, t: number): boolean {
  return tets[4 * t] !== DEAD && label[t] === INSIDE;
}

function volumeOf({ points, tets }: Triangulation, t: number): number {
  return tetVolume(points, tets, 4 * t);
}

/** Moves the first corner that can be moved so that t has a volume and its neighbours keep half of theirs. */
function thicken(tri: Triangulation, t: number, most: number): boolean {
  const { tets, points } = tri;
  if (volumeOf(tri, t) > 0) return true; // a corner that it shares has been moved
  for (let k = 0; k < 4; k++) {
    const v = 3 * tets[4 * t + k];
    const around = listAround(tri, tets[4 * t + k]);
    const before = around.map((s) => volumeOf(tri, s));
    const place = points.slice(v, v + 3);
    const normal = normalOf(tri, t, k);
    for (let move = most, n = 0; normal !== null && n <= THICKEN_HALVINGS; move /= 2, n++) {
      for (const sign of [1, -1]) {
        for (let d = 0; d < 3; d++) points[v + d] = place[d] + sign * move * normal[d];
        if (around.every((s, i) => volumeOf(tri, s) > Math.max(0, before[i] / 2))) return true;
      }
    }
    points.set(place, v);
  }
  return false;
}

/** The inside tets around a point. */
function listAround(tri: Triangulation, p: number): number[] {
  const { tets } = tri;
  const found: number[] = [];
  for (let t = 0; t < tri.slots; t++) {
    if (!isInside(tri, t)) continue;
    if (tets[4 * t] === p || tets[4 * t + 1] === p || tets[4 * t + 2] === p || tets[4 * t + 3] === p)
      found.push(t);
  }
  return found;
}

/** The unit normal of the face of t opposite its corner k, null where that is a line. */
function normalOf({ tets, points }: Triangulation, t: number, k: number): number[] | null {
  const [a, b, c] = [0, 1, 2, 3].filter((i) => i !== k).map((i) => 3 * tets[4 * t + i]);
  const u = [0, 1, 2].map((d) => points[b + d] - points[a + d]);
  const v = [0, 1, 2].map((d) => points[c + d] - points[a + d]);
  const n = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
  const length = Math.sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
  return length > 0 ? n.map((x) => x / length) : null;
}
