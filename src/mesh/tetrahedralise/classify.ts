// Telling the tets inside the solid from those outside. A face that is a triangle of the shell is a wall, and its
// orientation says which of its two tets is inside; between walls the answer spreads from tet to tet. Where triangles
// are missing, or walls contradict each other because the surface crosses or surrounds itself, walls prove nothing: a
// sheet inside the solid has solid on both sides, a pocket turned inside out has none. There the winding number tells.

import { closestTriangle } from '../../hierarchy/closest.ts';
import { buildHierarchy } from '../../hierarchy/hierarchy.ts';
import { VOTE_PULL } from '../constants.ts';
import { DEAD, isGhost, type Triangulation } from '../delaunay/triangulation.ts';
import type { SurfaceQuery } from '../surface-distance.ts';
import { TET_FACES, tetVolume } from '../tet-mesh.ts';
import { buildWinding, type Winding, windingNumber } from '../winding.ts';
import { findTriangle, runsThrough, type Shell } from './shell.ts';

/** Labels of tets. */
export const INSIDE = 1;
export const OUTSIDE = 2;

/** What the shell triangle at each half-face says about its tet, INSIDE or OUTSIDE, 0 where there is none. */
interface Walls {
  readonly side: Uint8Array;
  readonly missing: readonly number[]; // shell triangles that are no face
}

function findWalls(tri: Triangulation, shell: Shell): Walls {
  const { tets, twins, slots } = tri;
  const side = new Uint8Array(4 * slots);
  const present = new Uint8Array(shell.count);
  for (let f = 0; f < 4 * slots; f++) {
    const first = f & ~3;
    if (twins[f] < f || tets[first] === DEAD) continue; // each face once
    const i = 3 * (f & 3);
    const u = tets[first + TET_FACES[i]];
    const v = tets[first + TET_FACES[i + 1]];
    const w = tets[first + TET_FACES[i + 2]];
    const s = findTriangle(shell, u, v, w);
    if (s < 0) continue;
    present[s] = 1;
    // The face is listed as seen from outside its tet, the triangle as seen from outside the solid.
    const inside = runsThrough(shell, s, u, v);
    side[f] = inside ? INSIDE : OUTSIDE;
    side[twins[f]] = inside ? OUTSIDE : INSIDE;
  }
  const missing: number[] = [];
  for (let s = 0; s < shell.count; s++) if (!present[s]) missing.push(s);
  return { side, missing };
}

/** Labels every tet INSIDE or OUTSIDE; returns how many had to ask the winding number. */
export function classifyTets(tri: Triangulation, shell: Shell, query: SurfaceQuery): number {
  const { tets, twins, slots, label, mark } = tri;
  const { side, missing } = findWalls(tri, shell);
  const pierced = missing.length > 0 ? findPierced(tri, shell, missing) : null;
  let winding: Winding | null = null;
  const ask = (t: number, pull: number): number => {
    winding ??= query.winding ?? buildWinding(query.hierarchy);
    return shareInside(tri, t, winding, pull);
  };
  const stamp = ++tri.stamp;
  const queue = new Int32Array(slots);
  let asked = 0;
  label.fill(0);
  for (let start = 0; start < slots; start++) {
    if (tets[4 * start] === DEAD || mark[start] === stamp) continue;
    mark[start] = stamp;
    if (pierced?.[start]) {
      asked++;
      label[start] = ask(start, VOTE_PULL) > 0.5 ? INSIDE : OUTSIDE;
      continue;
    }
    // Tets that hang together by faces which the surface neither is nor crosses: all on one side of it.
    queue[0] = start;
    let count = 1;
    let inside = 0;
    let outside = 0;
    let ghosts = 0;
    for (let i = 0; i < count; i++) {
      const t = queue[i];
      if (isGhost(tets, t)) ghosts++;
      for (let f = 4 * t; f < 4 * t + 4; f++) {
        if (side[f] === INSIDE) inside++;
        else if (side[f] === OUTSIDE) outside++;
        else {
          const next = twins[f] >> 2;
          if (mark[next] === stamp || pierced?.[next]) continue;
          mark[next] = stamp;
          queue[count++] = next;
        }
      }
    }
    let found = inside > 0 && outside === 0 ? INSIDE : OUTSIDE;
    if (ghosts > 0) found = OUTSIDE;
    else if (pierced || (inside > 0 && outside > 0)) {
      asked++;
      found = ask(findLargest(tri, queue, count), 0) > 0.5 ? INSIDE : OUTSIDE;
    }
    for (let i = 0; i < count; i++) label[queue[i]] = found;
  }
  return asked;
}

/** The largest of some tets: its centroid is farthest from where rounding could take it for the other side. */
function findLargest({ points, tets }: Triangulation, some: Int32Array, count: number): number {
  let largest = some[0];
  let most = -1;
  for (let i = 0; i < count; i++) {
    const volume = tetVolume(points, tets, 4 * some[i]);
    if (volume > most) [largest, most] = [some[i], volume];
  }
  return largest;
}

/**
 * The tets that missing triangles may cut, 1 each: those whose ball about the centroid reaches one. Not those at the
 * corners of the box around everything: from there it is far to the surface, and most of them outside of it.
 */
function findPierced(tri: Triangulation, shell: Shell, missing: readonly number[]): Uint8Array {
  const { tets, points, slots } = tri;
  const lost = Uint32Array.from({ length: 3 * missing.length }, (_, i) => {
    return shell.corner[3 * missing[Math.floor(i / 3)] + (i % 3)];
  });
  const hierarchy = buildHierarchy(points.subarray(0, 3 * tri.pointCount), lost);
  const frame = findFrame(tri);
  const pierced = new Uint8Array(slots);
  const found = new Float64Array(7);
  let seed = -1;
  for (let t = 0; t < slots; t++) {
    if (tets[4 * t] === DEAD || isGhost(tets, t)) continue;
    let atFrame = false;
    for (let k = 4 * t; k < 4 * t + 4; k++) if (frame[tets[k]]) atFrame = true;
    if (atFrame) continue;
    findCenter(tri, t);
    let reach = 0;
    for (let k = 4 * t; k < 4 * t + 4; k++) {
      let square = 0;
      for (let d = 0; d < 3; d++) {
        const way = points[3 * tets[k] + d] - center[d];
        square += way * way;
      }
      reach = Math.max(reach, square);
    }
    seed = closestTriangle(found, hierarchy, center, 0, seed);
    if (found[0] <= reach) pierced[t] = 1;
  }
  return pierced;
}

/** 1 for the points on the hull of the triangulation: the corners of the box around everything. */
export function findFrame({ tets, slots, pointCount }: Triangulation): Uint8Array {
  const frame = new Uint8Array(pointCount);
  for (let t = 0; t < slots; t++) {
    if (tets[4 * t] === DEAD || !isGhost(tets, t)) continue;
    for (let k = 4 * t; k < 4 * t + 4; k++) if (tets[k] >= 0) frame[tets[k]] = 1;
  }
  return frame;
}

const center = new Float64Array(3); // scratch: a tet's centroid
const at = new Float64Array(3); // scratch: where to ask
const turns = new Float64Array(1); // scratch: a winding number

function findCenter({ tets, points }: Triangulation, t: number): void {
  for (let d = 0; d < 3; d++) {
    center[d] = 0;
    for (let k = 0; k < 4; k++) center[d] += points[3 * tets[4 * t + k] + d] / 4;
  }
}

/** The share of a tet that the surface winds around: asked at its centroid, and `pull` of the way to its corners. */
function shareInside(tri: Triangulation, t: number, winding: Winding, pull: number): number {
  const { tets, points } = tri;
  findCenter(tri, t);
  const count = pull > 0 ? 5 : 1;
  let inside = 0;
  for (let k = 0; k < count; k++) {
    for (let d = 0; d < 3; d++) {
      at[d] = center[d] + (k > 0 ? pull * (points[3 * tets[4 * t + k - 1] + d] - center[d]) : 0);
    }
    windingNumber(turns, winding, at, 0);
    if (turns[0] > 0.5) inside++;
  }
  return inside / count;
}
