// Telling the tets inside the solid from those outside. A face that is a triangle of the shell is a wall, and its
// orientation says which of its two tets is inside; between walls the answer spreads from tet to tet. Only where
// triangles are missing do inside and outside leak together, and there each tet asks the winding number.

import { DEAD, isGhost, type Triangulation } from '../delaunay/triangulation.ts';
import type { SurfaceQuery } from '../surface-distance.ts';
import { TET_FACES } from '../tet-mesh.ts';
import { buildWinding, windingNumber } from '../winding.ts';
import { findTriangle, runsThrough, type Shell } from './shell.ts';

/** Labels of tets. */
export const INSIDE = 1;
export const OUTSIDE = 2;

/** For each half-face: 0, or what the shell triangle there says about its tet, INSIDE or OUTSIDE. */
function findWalls(tri: Triangulation, shell: Shell): Uint8Array {
  const { tets, twins, slots } = tri;
  const wall = new Uint8Array(4 * slots);
  for (let f = 0; f < 4 * slots; f++) {
    const first = f & ~3;
    if (twins[f] < f || tets[first] === DEAD) continue; // each face once
    const i = 3 * (f & 3);
    const u = tets[first + TET_FACES[i]];
    const v = tets[first + TET_FACES[i + 1]];
    const w = tets[first + TET_FACES[i + 2]];
    const s = findTriangle(shell, u, v, w);
    if (s < 0) continue;
    // The face is listed as seen from outside its tet, the triangle as seen from outside the solid.
    const inside = runsThrough(shell, s, u, v);
    wall[f] = inside ? INSIDE : OUTSIDE;
    wall[twins[f]] = inside ? OUTSIDE : INSIDE;
  }
  return wall;
}

/** Labels every tet INSIDE or OUTSIDE; returns how many had to ask the winding number. */
export function classifyTets(tri: Triangulation, shell: Shell, query: SurfaceQuery): number {
  const { tets, twins, slots, label, mark } = tri;
  const wall = findWalls(tri, shell);
  const stamp = ++tri.stamp;
  const queue = new Int32Array(slots);
  const leaky: number[] = [];
  label.fill(0);
  for (let start = 0; start < slots; start++) {
    if (tets[4 * start] === DEAD || mark[start] === stamp) continue;
    mark[start] = stamp;
    queue[0] = start;
    let count = 1;
    let inside = 0;
    let outside = 0;
    for (let i = 0; i < count; i++) {
      const t = queue[i];
      if (isGhost(tets, t)) outside++;
      for (let f = 4 * t; f < 4 * t + 4; f++) {
        if (wall[f] === INSIDE) inside++;
        else if (wall[f] === OUTSIDE) outside++;
        else {
          const next = twins[f] >> 2;
          if (mark[next] === stamp) continue;
          mark[next] = stamp;
          queue[count++] = next;
        }
      }
    }
    const found = inside > 0 && outside > 0 ? 0 : inside > 0 ? INSIDE : OUTSIDE;
    for (let i = 0; i < count; i++) {
      label[queue[i]] = found;
      if (found === 0) leaky.push(queue[i]);
    }
  }
  if (leaky.length > 0) labelByWinding(tri, wall, leaky, query);
  return leaky.length;
}

/** A tet at a wall believes the wall; any other asks how often the surface winds around its centroid. */
function labelByWinding(tri: Triangulation, wall: Uint8Array, leaky: number[], query: SurfaceQuery): void {
  const { tets, points, label } = tri;
  const winding = query.winding ?? buildWinding(query.hierarchy);
  const center = new Float64Array(3);
  const turns = new Float64Array(1);
  for (const t of leaky) {
    let votes = 0;
    for (let f = 4 * t; f < 4 * t + 4; f++) votes += wall[f] === INSIDE ? 1 : wall[f] === OUTSIDE ? -1 : 0;
    if (isGhost(tets, t)) votes = -1;
    if (votes === 0) {
      for (let d = 0; d < 3; d++) {
        center[d] = 0;
        for (let k = 0; k < 4; k++) center[d] += points[3 * tets[4 * t + k] + d] / 4;
      }
      windingNumber(turns, winding, center, 0);
      votes = turns[0] > 0.5 ? 1 : -1;
    }
    label[t] = votes > 0 ? INSIDE : OUTSIDE;
  }
}
