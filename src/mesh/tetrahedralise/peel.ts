// Peeling: a sliver that lies flat under two triangles of the surface is taken off. The edge between the two
// triangles gives way to the other diagonal, and the surface moves by no more than the sliver's thickness.

import { PEEL_LINE } from '../constants.ts';
import type { Triangulation } from '../delaunay/triangulation.ts';
import { INSIDE, OUTSIDE } from './classify.ts';
import { collectRing, createRing } from './flip.ts';

const ring = createRing(); // scratch

export interface PeelOptions {
  readonly flat: number; // metres: a thicker tet stays
  readonly mayFlip: (a: number, b: number) => boolean; // whether the surface may lose the edge ab
}

/** Takes tet t off if it has two faces on the surface, is flat, and the surface stays a manifold. */
export function peelTet(tri: Triangulation, t: number, options: PeelOptions, touched: number[]): boolean {
  const { tets, twins, label } = tri;
  const inner: number[] = []; // corners opposite faces inside: the ends of the edge to be given up
  const outer: number[] = []; // corners opposite the surface: the ends of the new one
  for (let i = 0; i < 4; i++) (label[twins[4 * t + i] >> 2] === INSIDE ? inner : outer).push(i);
  if (outer.length !== 2) return false;
  const p = tets[4 * t + outer[0]];
  const q = tets[4 * t + outer[1]];
  if (thickness(tri, t, outer, inner) > options.flat) return false;
  if (!options.mayFlip(tets[4 * t + inner[0]], tets[4 * t + inner[1]])) return false;
  for (const i of inner) if (!hasArea(tri, t, i)) return false;
  // The new edge must not be on the surface yet: then all tets about it are inside.
  if (!collectRing(ring, tri, t, p, q)) return false;
  for (let i = 0; i < ring.count; i++) if (label[ring.tet[i]] !== INSIDE) return false;
  label[t] = OUTSIDE;
  for (let i = 0; i < ring.count; i++) if (ring.tet[i] !== t) touched.push(ring.tet[i]);
  return true;
}

/** True when the face of t opposite corner i, which would be on the surface, is no mere line. */
function hasArea(tri: Triangulation, t: number, i: number): boolean {
  const { tets, points } = tri;
  const at = [0, 1, 2, 3].filter((k) => k !== i).map((k) => 3 * tets[4 * t + k]);
  const u = [0, 1, 2].map((d) => points[at[1] + d] - points[at[0] + d]);
  const v = [0, 1, 2].map((d) => points[at[2] + d] - points[at[0] + d]);
  const n = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
  const long = Math.max(u[0] * u[0] + u[1] * u[1] + u[2] * u[2], v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
  return n[0] * n[0] + n[1] * n[1] + n[2] * n[2] > PEEL_LINE * PEEL_LINE * long * long;
}

/** Distance between the lines through two opposite edges of t. */
function thickness(tri: Triangulation, t: number, pair: number[], other: number[]): number {
  const { tets, points } = tri;
  const at = (i: number, d: number) => points[3 * tets[4 * t + i] + d];
  const u = [0, 1, 2].map((d) => at(pair[1], d) - at(pair[0], d));
  const v = [0, 1, 2].map((d) => at(other[1], d) - at(other[0], d));
  const w = [0, 1, 2].map((d) => at(other[0], d) - at(pair[0], d));
  const n = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
  const length = Math.sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
  return length > 0 ? Math.abs(n[0] * w[0] + n[1] * w[1] + n[2] * w[2]) / length : Infinity;
}
