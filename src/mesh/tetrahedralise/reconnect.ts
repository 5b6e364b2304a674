// Flips that better a tet: of all edge removals and face flips at it, the one whose worst new tet is best.

import { FLIP_GAIN } from '../constants.ts';
import { DEAD, type Triangulation } from '../delaunay/triangulation.ts';
import { TET_EDGES } from '../tet-mesh.ts';
import { INSIDE } from './classify.ts';
import { collectRing, createRing, made, madeCount, undoReplace } from './flip.ts';
import { flipFace, flipQuality, planFlip } from './flip-face.ts';
import { qualityOf } from './quality.ts';
import { planRemoval, type Removal, removeEdge } from './remove-edge.ts';

const NOTHING = { a: -1, b: -1, c: -1 }; // no target: quality alone decides

const ring = createRing(); // scratch
const removal: Removal = { obstacles: 0, worst: 0 }; // scratch
const worst = new Float64Array(1); // scratch: of a face flip

/** Makes the best flip at tet t that leaves no tet as bad; appends the new tets to `touched`. False without one. */
export function reconnectTet(tri: Triangulation, t: number, touched: number[]): boolean {
  let best = qualityOf(tri, t) + FLIP_GAIN;
  let choice = -1; // 0 … 5 an edge, 6 … 9 a face
  for (let e = 0; e < 6; e++) {
    if (!collectEdge(tri, t, e) || !planRemoval(removal, tri, ring, NOTHING, best)) continue;
    if (removal.worst <= ringWorst(tri)) continue;
    best = removal.worst;
    choice = e;
  }
  for (let i = 0; i < 4; i++) {
    const next = tri.twins[4 * t + i] >> 2;
    if (tri.label[next] !== INSIDE || !planFlip(tri, 4 * t + i)) continue;
    flipQuality(worst, tri.points);
    if (worst[0] <= best || worst[0] <= qualityOf(tri, next)) continue;
    best = worst[0];
    choice = 6 + i;
  }
  if (choice < 0) return false;
  if (choice < 6) {
    collectEdge(tri, t, choice);
    planRemoval(removal, tri, ring, NOTHING);
    removeEdge(tri, ring, INSIDE);
  } else {
    planFlip(tri, 4 * t + choice - 6);
    flipFace(tri, INSIDE);
  }
  for (let i = 0; i < madeCount; i++) touched.push(made[i]);
  return true;
}

/**
 * Two flips for one: removes an edge of a neighbour of t, if no tet gets as bad as t, and then looks again for a
 * flip at t. Without one the first is taken back. This frees slivers that lie between two prisms of a plate: they
 * go when one of the prisms is cut another way, and that may need a third prism to be cut another way first.
 */
export function reconnectTwice(tri: Triangulation, t: number, touched: number[]): boolean {
  const { tets, twins, label } = tri;
  const limit = qualityOf(tri, t) + FLIP_GAIN;
  for (let i = 0; i < 4; i++) {
    for (let e = 0; e < 6; e++) {
      const h = twins[4 * t + i];
      const next = h >> 2;
      if (label[next] !== INSIDE) break;
      const p = tets[4 * next + TET_EDGES[2 * e]];
      const q = tets[4 * next + TET_EDGES[2 * e + 1]];
      if (p !== tets[h] && q !== tets[h]) continue; // an edge of t itself
      if (!collectEdge(tri, next, e) || !planRemoval(removal, tri, ring, NOTHING, limit)) continue;
      removeEdge(tri, ring, INSIDE);
      const first = touched.length;
      for (let k = 0; k < madeCount; k++) touched.push(made[k]);
      if (tets[4 * t] !== DEAD && reconnectTet(tri, t, touched)) return true;
      touched.length = first;
      undoReplace(tri);
    }
  }
  return false;
}

/** The ring of edge e of tet t; false unless it lies wholly inside. */
function collectEdge(tri: Triangulation, t: number, e: number): boolean {
  const p = tri.tets[4 * t + TET_EDGES[2 * e]];
  const q = tri.tets[4 * t + TET_EDGES[2 * e + 1]];
  if (!collectRing(ring, tri, t, p, q)) return false;
  for (let i = 0; i < ring.count; i++) if (tri.label[ring.tet[i]] !== INSIDE) return false;
  return true;
}

function ringWorst(tri: Triangulation): number {
  let worst = Infinity;
  for (let i = 0; i < ring.count; i++) worst = Math.min(worst, qualityOf(tri, ring.tet[i]));
  return worst;
}
