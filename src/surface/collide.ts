// The discrete query: pairs of triangles that intersect at the end of the step, within bodies and between them.

import { intersectFaces } from '../geometry/triangle-triangle.ts';
import { growColumn } from '../math/columns.ts';
import { type Candidates, createCandidates, findCandidates, type Scope } from './candidates.ts';
import { type Culling, checkCulling, neverMisses } from './cull.ts';
import { learnPairs, PAIRS, recallPairs } from './rigid.ts';
import type { Surface } from './surface.ts';

/** Pairs of triangles that intersect, with what the query took. Reused from query to query; grows. */
export interface SurfacePairs {
  count: number;
  pair: Int32Array; // two triangles each, the lower first
  readonly candidates: Candidates;
}

export function createSurfacePairs(): SurfacePairs {
  return { count: 0, pair: new Int32Array(256), candidates: createCandidates() };
}

export interface CollideOptions {
  readonly culling?: Culling; // `contour`, which never misses, unless told otherwise
  readonly scope?: Scope; // `all` unless told otherwise
  readonly recall?: boolean; // false: ask rigid bodies about themselves again, and remember nothing
}

/**
 * Finds the pairs of triangles that intersect anywhere but in vertices and edges that they share; returns how many.
 * Exact with the culling that never misses. The surface must be up to date (updateSurface).
 */
export function collideSurface(out: SurfacePairs, surface: Surface, options: CollideOptions = {}): number {
  const { culling = 'contour', scope = 'all', recall = true } = options;
  checkCulling(surface, culling);
  const { candidates } = out;
  const own = recall && scope !== 'between';
  findCandidates(candidates, surface, culling, scope, own ? PAIRS : 0);
  const { end, indices } = surface;
  const { pair: tried } = candidates;
  out.count = 0;
  if (own) recallPairs(out, surface);
  const recalled = out.count;
  let count = recalled;
  for (let i = 0; i < candidates.count; i++) {
    const s = tried[2 * i];
    const t = tried[2 * i + 1];
    if (!intersectFaces(end, indices, s, t)) continue;
    if (2 * count + 2 > out.pair.length) out.pair = growColumn(out.pair, 2 * out.pair.length);
    out.pair[2 * count] = Math.min(s, t);
    out.pair[2 * count + 1] = Math.max(s, t);
    count++;
  }
  out.count = count;
  if (own && neverMisses(culling)) learnPairs(out, recalled, surface);
  return count;
}
