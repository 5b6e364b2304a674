// Edge removal: the tets about an edge pq give way to tets over a triangulation of the ring around it. Dynamic
// programming over the ring finds the best triangulation (Klincsek's algorithm): fewest obstacles to what is being
// recovered, then the best worst tet. 3-2 and 4-4 flips are its small cases.

import { orientSign } from '../../geometry/orientation.ts';
import type { Triangulation } from '../delaunay/triangulation.ts';
import { MAX_RING, type Ring, replaceTets } from './flip.ts';
import { tetQuality } from './quality.ts';
import { edgeObstacles, faceObstacles, type Target } from './target.ts';

const INVALID = 1e9; // obstacles of a triangulation with an inverted tet

const cost = new Float64Array(MAX_RING * MAX_RING); // scratch: least obstacles of the polygon i … j
const worth = new Float64Array(MAX_RING * MAX_RING); // scratch: its worst tet, at that cost
const split = new Int32Array(MAX_RING * MAX_RING); // scratch: the third corner of the triangle on i, j
const quality = new Float64Array(1); // scratch
const quads = new Int32Array(8 * MAX_RING); // scratch: the new tets
const stack = new Int32Array(2 * MAX_RING); // scratch: polygons still to be cut; a cut adds two, n − 2 cuts

/** What removing an edge would bring: `obstacles` afterwards, INVALID if impossible, and the worst new tet. */
export interface Removal {
  obstacles: number;
  worst: number;
}

/**
 * Plans the removal of the ring's edge with no tet as bad as `limit` and no new edge longer than `reach`; false when
 * there is no way. The plan stays in scratch for removeEdge, until the next plan.
 */
export function planRemoval(
  out: Removal,
  tri: Triangulation,
  ring: Ring,
  target: Target,
  limit = -1,
  reach = Infinity,
): boolean {
  const { count: n, point, p, q } = ring;
  const x = tri.points;
  for (let i = 0; i + 1 < n; i++) {
    cost[i * MAX_RING + i + 1] = 0;
    worth[i * MAX_RING + i + 1] = Infinity;
  }
  for (let span = 2; span < n; span++) {
    for (let i = 0; i + span < n; i++) {
      const j = i + span;
      const at = i * MAX_RING + j;
      cost[at] = INVALID;
      worth[at] = -Infinity;
      // The chord i–j and its two faces become part of the mesh, unless it is the ring's own closing edge.
      const isChord = i > 0 || j < n - 1;
      if (isChord && distance2(x, point[i], point[j]) > reach * reach) continue;
      for (let k = i + 1; k < j; k++) {
        const left = i * MAX_RING + k;
        const right = k * MAX_RING + j;
        let c = cost[left] + cost[right];
        const sides = Math.min(worth[left], worth[right]);
        if (c >= INVALID || c > cost[at] || (c === cost[at] && sides <= worth[at])) continue;
        const a = point[i];
        const b = point[k];
        const d = point[j];
        // Inverted tets are out: their sign tells sooner than their quality, and most of what is tried has one.
        if (orientSign(x, a, b, d, q) <= 0 || orientSign(x, a, d, b, p) <= 0) continue;
        tetQuality(quality, x, a, b, d, q);
        if (quality[0] <= limit) continue;
        let w = Math.min(sides, quality[0]);
        tetQuality(quality, x, a, d, b, p);
        if (quality[0] <= limit) continue;
        w = Math.min(w, quality[0]);
        if (c === cost[at] && w <= worth[at]) continue;
        c += faceObstacles(x, target, a, b, d);
        if (c < cost[at] || (c === cost[at] && w > worth[at])) {
          cost[at] = c;
          worth[at] = w;
          split[at] = k;
        }
      }
      if (isChord && cost[at] < INVALID) cost[at] += chordObstacles(x, target, p, q, point[i], point[j]);
    }
  }
  out.obstacles = cost[n - 1];
  out.worst = worth[n - 1];
  return cost[n - 1] < INVALID;
}

function distance2(x: Float64Array, a: number, b: number): number {
  const dx = x[3 * a] - x[3 * b];
  const dy = x[3 * a + 1] - x[3 * b + 1];
  const dz = x[3 * a + 2] - x[3 * b + 2];
  return dx * dx + dy * dy + dz * dz;
}

function chordObstacles(x: Float64Array, target: Target, p: number, q: number, a: number, b: number): number {
  return (
    edgeObstacles(x, target, a, b) + faceObstacles(x, target, p, a, b) + faceObstacles(x, target, q, a, b)
  );
}

/** Carries out the last plan; the new tets take `label` and stand in `made`. */
export function removeEdge(tri: Triangulation, ring: Ring, label: number): void {
  const { count: n, point, p, q } = ring;
  let tets = 0;
  let depth = 0;
  stack[depth++] = 0;
  stack[depth++] = n - 1;
  while (depth > 0) {
    const j = stack[--depth];
    const i = stack[--depth];
    if (j - i < 2) continue;
    const k = split[i * MAX_RING + j];
    quads[4 * tets] = point[i];
    quads[4 * tets + 1] = point[k];
    quads[4 * tets + 2] = point[j];
    quads[4 * tets++ + 3] = q;
    quads[4 * tets] = point[i];
    quads[4 * tets + 1] = point[j];
    quads[4 * tets + 2] = point[k];
    quads[4 * tets++ + 3] = p;
    stack[depth++] = i;
    stack[depth++] = k;
    stack[depth++] = k;
    stack[depth++] = j;
  }
  replaceTets(tri, ring.tet, n, quads, tets, label);
}
