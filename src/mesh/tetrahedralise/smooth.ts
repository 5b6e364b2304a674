// Moving an interior point to raise the worst tet about it: a pattern search, halving its step.

import { orientSign } from '../../geometry/orientation.ts';
import { MAX_STAR, SMOOTH_HALVINGS } from '../constants.ts';
import type { Triangulation } from '../delaunay/triangulation.ts';
import { tetQualityAbove } from './quality.ts';
import { collectStar, star } from './search.ts';

const quality = new Float64Array(1); // scratch

// Along the axes and the diagonals of a cube.
const DIRECTIONS = Float64Array.of(
  ...[1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1],
  ...[1, 1, 1, -1, -1, -1, 1, 1, -1, -1, -1, 1, 1, -1, 1, -1, 1, -1, -1, 1, 1, 1, -1, -1].map(
    (v) => v * 0.5773502691896258,
  ),
);

/** Moves point p where its worst tet gets better; false when it stays. All tets about it must be ours to change. */
export function smoothPoint(tri: Triangulation, p: number, reach: number): boolean {
  const { points } = tri;
  const count = collectStar(tri, p);
  if (count > MAX_STAR) return false;
  const at = 3 * p;
  const start = points.slice(at, at + 3);
  let best = starWorst(tri, count, -Infinity);
  let moved = false;
  let step = reach;
  for (let n = 0; n < SMOOTH_HALVINGS; n++) {
    const x = points[at];
    const y = points[at + 1];
    const z = points[at + 2];
    let choice = -1;
    for (let d = 0; d < DIRECTIONS.length; d += 3) {
      points[at] = x + step * DIRECTIONS[d];
      points[at + 1] = y + step * DIRECTIONS[d + 1];
      points[at + 2] = z + step * DIRECTIONS[d + 2];
      const worst = starWorst(tri, count, best);
      if (worst <= best) continue;
      best = worst;
      choice = d;
    }
    points[at] = x;
    points[at + 1] = y;
    points[at + 2] = z;
    if (choice < 0) {
      step /= 2;
      continue;
    }
    points[at] += step * DIRECTIONS[choice];
    points[at + 1] += step * DIRECTIONS[choice + 1];
    points[at + 2] += step * DIRECTIONS[choice + 2];
    moved = true;
  }
  if (!moved || isPositive(tri, count)) return moved;
  points.set(start, at); // rounding made a needle look better than it is
  return false;
}

/** True when every tet of the star is positive, exactly. */
function isPositive(tri: Triangulation, count: number): boolean {
  const { tets, points } = tri;
  for (let i = 0; i < count; i++) {
    const t = 4 * star[i];
    if (orientSign(points, tets[t], tets[t + 1], tets[t + 2], tets[t + 3]) <= 0) return false;
  }
  return true;
}

/** The worst tet of the star, or −1 as soon as one falls to `limit`; that one comes first from then on. */
function starWorst(tri: Triangulation, count: number, limit: number): number {
  const { tets, points } = tri;
  let worst = Infinity;
  let which = 0;
  for (let i = 0; i < count; i++) {
    tetQualityAbove(quality, points, tets, 4 * star[i], limit);
    if (quality[0] <= limit) {
      bringForward(i);
      return -1;
    }
    if (quality[0] >= worst) continue;
    worst = quality[0];
    which = i;
  }
  bringForward(which);
  return worst;
}

function bringForward(i: number): void {
  const t = star[i];
  star[i] = star[0];
  star[0] = t;
}
