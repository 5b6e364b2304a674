// The tip of a group of tets at a point: where a group must change sides there, it need not do so as far as its tets
// reach. Its edges from that point are split close to it, so that no more than a hair of the solid changes.

import { orientSign } from '../../geometry/orientation.ts';
import { addPoint, type Triangulation } from '../delaunay/triangulation.ts';
import { MAX_RING, made, replaceTets } from './flip.ts';
import { collectAround, findEdgeTet } from './search.ts';
import { isShellEdge, type Shell, splitShellEdge } from './shell.ts';

export interface Tip {
  readonly length: number; // metres: longer edges are split here
  readonly shell: Shell; // is split along
}

const around: number[] = []; // scratch: tets about an edge
const old = new Int32Array(2 * MAX_RING); // scratch: the same, as replaceTets takes them
const quads = new Int32Array(16 * MAX_RING); // scratch: what they become

/** Splits the edges from p of a group's tets that are longer than a tip; returns whether there were any. */
export function cutTip(
  tri: Triangulation,
  group: readonly number[],
  p: number,
  turned: Set<number>,
  tip: Tip,
): boolean {
  const ends = new Set<number>();
  for (const t of group) for (let k = 4 * t; k < 4 * t + 4; k++) ends.add(tri.tets[k]);
  ends.delete(p);
  let cut = false;
  for (const q of [...ends].sort((a, b) => a - b)) if (splitAt(tri, p, q, turned, tip)) cut = true;
  return cut;
}

/** Puts a point on pq at the tip's length from p; false where it is shorter than twice that, or rounding is in the way. */
function splitAt(tri: Triangulation, p: number, q: number, turned: Set<number>, tip: Tip): boolean {
  const x = tri.points;
  const way = [0, 1, 2].map((d) => x[3 * q + d] - x[3 * p + d]);
  const length = Math.sqrt(way[0] * way[0] + way[1] * way[1] + way[2] * way[2]);
  if (!(length > 2 * tip.length)) return false;
  const t = findEdgeTet(tri, p, q);
  if (t < 0 || !collectAround(around, tri, t, p, q) || around.length > 2 * MAX_RING) return false;
  const [mx, my, mz] = way.map((w, d) => x[3 * p + d] + (tip.length / length) * w);
  const m = addPoint(tri, mx, my, mz);
  for (let i = 0; i < around.length; i++) {
    old[i] = around[i];
    for (let k = 0; k < 4; k++) {
      const v = tri.tets[4 * around[i] + k];
      quads[8 * i + k] = v === q ? m : v;
      quads[8 * i + 4 + k] = v === p ? m : v;
    }
    for (let o = 8 * i; o < 8 * i + 8; o += 4) {
      if (orientSign(tri.points, quads[o], quads[o + 1], quads[o + 2], quads[o + 3]) > 0) continue;
      tri.pointCount--;
      return false;
    }
  }
  const label = around.map((s) => tri.label[s]);
  const wasTurned = around.map((s) => turned.delete(s));
  replaceTets(tri, old, around.length, quads, 2 * around.length, 0);
  for (let i = 0; i < 2 * around.length; i++) {
    tri.label[made[i]] = label[i >> 1];
    if (wasTurned[i >> 1]) turned.add(made[i]);
  }
  if (isShellEdge(tip.shell, p, q)) splitShellEdge(tip.shell, p, q, m);
  return true;
}
