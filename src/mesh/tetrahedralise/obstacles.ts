// Finding what keeps an edge or triangle out of a triangulation, by following it through the tets.

import { orientSign } from '../../geometry/orientation.ts';
import { cornerOf } from '../delaunay/insert.ts';
import type { Triangulation } from '../delaunay/triangulation.ts';
import { TET_EDGES, TET_FACES } from '../tet-mesh.ts';
import { collectAround, collectStar, findEdgeTet, star } from './search.ts';
import { crosses, pierces, type Target } from './target.ts';

/** What stands in the way: three points a pierced face, two points a crossed or piercing edge. */
export interface Obstacles {
  readonly faces: number[];
  readonly edges: number[];
}

/** The way is known; or why there is no point in going on: no flip can help, or a vertex lies on the target. */
export type Way = 'open' | 'stuck' | 'crossed';

const queue: number[] = []; // scratch: tets to look at
const around: number[] = []; // scratch: tets about an edge

/** The tets that the last search passed. */
export const passed: readonly number[] = queue;

/** Follows the segment ab: the faces it pierces, the edges it crosses. */
export function collectPipe(out: Obstacles, tri: Triangulation, target: Target): Way {
  const { tets, twins, mark, points } = tri;
  const { a, b } = target;
  out.faces.length = out.edges.length = queue.length = 0;
  const count = collectStar(tri, a);
  const stamp = ++tri.stamp;
  for (let i = 0; i < count; i++) {
    const f = 4 * star[i] + cornerOf(tets, star[i], a);
    if (meetsFace(tri, a, b, f)) push(mark, stamp, star[i]);
  }
  let reached = false;
  for (let i = 0; i < queue.length; i++) {
    const t = queue[i];
    for (let f = 4 * t; f < 4 * t + 4; f++) {
      if (tets[f] === b) reached = true;
      if (mark[twins[f] >> 2] === stamp) continue; // the way we came
      const o = 3 * (f & 3);
      const u = tets[4 * t + TET_FACES[o]];
      const v = tets[4 * t + TET_FACES[o + 1]];
      const w = tets[4 * t + TET_FACES[o + 2]];
      if (u < 0 || v < 0 || w < 0 || !pierces(points, a, b, u, v, w)) continue;
      out.faces.push(u, v, w);
      push(mark, stamp, twins[f] >> 2);
    }
    for (let e = 0; e < 12; e += 2) {
      const p = tets[4 * t + TET_EDGES[e]];
      const q = tets[4 * t + TET_EDGES[e + 1]];
      if (p < 0 || q < 0 || hasEdge(out.edges, p, q) || !crosses(points, a, b, p, q)) continue;
      out.edges.push(p, q);
      if (!pushAround(tri, stamp, t, p, q)) return 'stuck';
    }
  }
  return reached && queue.length > 0 ? 'open' : 'crossed';
}

/** Collects the edges that pierce the triangle abc, whose edges are in. There are some, or a vertex lies in it. */
export function collectPiercing(out: Obstacles, tri: Triangulation, target: Target): Way {
  const { tets, points } = tri;
  const { a, b, c } = target;
  out.faces.length = out.edges.length = queue.length = 0;
  const start = findEdgeTet(tri, a, b);
  const stamp = ++tri.stamp;
  if (start < 0 || !pushAround(tri, stamp, start, a, b)) return 'stuck';
  for (let i = 0; i < queue.length; i++) {
    const t = queue[i];
    for (let e = 0; e < 12; e += 2) {
      const p = tets[4 * t + TET_EDGES[e]];
      const q = tets[4 * t + TET_EDGES[e + 1]];
      if (p < 0 || q < 0 || hasEdge(out.edges, p, q) || !pierces(points, p, q, a, b, c)) continue;
      out.edges.push(p, q);
      if (!pushAround(tri, stamp, t, p, q)) return 'stuck';
    }
  }
  return out.edges.length > 0 ? 'open' : 'crossed';
}

function push(mark: Int32Array, stamp: number, t: number): void {
  if (mark[t] === stamp) return;
  mark[t] = stamp;
  queue.push(t);
}

function pushAround(tri: Triangulation, stamp: number, t: number, p: number, q: number): boolean {
  if (!collectAround(around, tri, t, p, q)) return false;
  for (let i = 0; i < around.length; i++) push(tri.mark, stamp, around[i]);
  return true;
}

/** True when the segment leaves the star of a through face f or one of its edges. */
function meetsFace(tri: Triangulation, a: number, b: number, f: number): boolean {
  const { tets, points } = tri;
  const first = f & ~3;
  const i = 3 * (f & 3);
  const u = tets[first + TET_FACES[i]];
  const v = tets[first + TET_FACES[i + 1]];
  const w = tets[first + TET_FACES[i + 2]];
  if (u < 0 || v < 0 || w < 0) return false;
  if (b === u || b === v || b === w) return false; // the edge is in
  // Around ab the face turns one way; an edge that turns neither way is crossed, or passed in one plane.
  const uv = orientSign(points, a, b, u, v);
  const vw = orientSign(points, a, b, v, w);
  const wu = orientSign(points, a, b, w, u);
  if (uv !== 0 && vw !== 0 && wu !== 0) return uv === vw && vw === wu && pierces(points, a, b, u, v, w);
  return (
    (uv === 0 && crosses(points, a, b, u, v)) ||
    (vw === 0 && crosses(points, a, b, v, w)) ||
    (wu === 0 && crosses(points, a, b, w, u))
  );
}

function hasEdge(edges: number[], p: number, q: number): boolean {
  for (let i = 0; i < edges.length; i += 2) {
    if ((edges[i] === p && edges[i + 1] === q) || (edges[i] === q && edges[i + 1] === p)) return true;
  }
  return false;
}
