// Neighbors whose boxes overlap, as they always do, but that provably touch only where they are joined: most pairs
// that a search of one surface meets. Both proofs hold for the whole step when the surface was refitted for that.

import type { Surface } from './surface.ts';

// Two triangles at a common edge: if one direction V makes an acute angle with both normals, both are seen from their
// front along V, one on each side of the edge, so they share nothing but the edge. Such a V exists if the angle
// between the axes of their cones and both half angles sum up to less than half a turn: 120° + 2 · 25.8° does.
const FACING = -0.5; // cosine between axes
const NARROW = 0.9; // cosine of the half angles

/** Whether triangles s and t share a vertex or an edge, and are proven to touch nowhere else. Allocation-free. */
export function meetAtJoint(surface: Surface, s: number, t: number): boolean {
  const { indices } = surface;
  const s0 = indices[3 * s];
  const s1 = indices[3 * s + 1];
  const s2 = indices[3 * s + 2];
  const t0 = indices[3 * t];
  const t1 = indices[3 * t + 1];
  const t2 = indices[3 * t + 2];
  // Where each corner of s is in t, from 1; 0 if it is not.
  const at0 = s0 === t0 ? 1 : s0 === t1 ? 2 : s0 === t2 ? 3 : 0;
  const at1 = s1 === t0 ? 1 : s1 === t1 ? 2 : s1 === t2 ? 3 : 0;
  const at2 = s2 === t0 ? 1 : s2 === t1 ? 2 : s2 === t2 ? 3 : 0;
  if (at0 + at1 + at2 === 0) return false;
  const shared = (at0 > 0 ? 1 : 0) + (at1 > 0 ? 1 : 0) + (at2 > 0 ? 1 : 0);
  if (shared === 2) return foldsLittle(surface, s, t, at0, at1, at2);
  if (shared === 3) return false;
  const k = at0 > 0 ? 0 : at1 > 0 ? 1 : 2;
  const j = at0 + at1 + at2 - 1;
  return planeBetween(
    surface,
    3 * (k === 0 ? s0 : k === 1 ? s1 : s2),
    3 * (k === 0 ? s1 : k === 1 ? s2 : s0),
    3 * (k === 0 ? s2 : k === 1 ? s0 : s1),
    3 * (j === 0 ? t1 : j === 1 ? t2 : t0),
    3 * (j === 0 ? t2 : j === 1 ? t0 : t1),
  );
}

/** The first proof, for triangles that run along their edge in opposite directions. */
function foldsLittle(
  { cone, tree }: Surface,
  s: number,
  t: number,
  at0: number,
  at1: number,
  at2: number,
): boolean {
  // The ends of the edge as s runs along it, where they are in t.
  const from = at2 === 0 ? at0 : at0 === 0 ? at1 : at2;
  const to = at2 === 0 ? at1 : at0 === 0 ? at2 : at0;
  if (to % 3 !== from - 1) return false;
  const i = 4 * tree.leaf[s];
  const j = 4 * tree.leaf[t];
  if (!(cone[i + 3] > NARROW && cone[j + 3] > NARROW)) return false;
  return cone[i] * cone[j] + cone[i + 1] * cone[j + 1] + cone[i + 2] * cone[j + 2] > FACING;
}

const way = new Float64Array(12); // scratch: from the common vertex to a, b of s and c, d of t
const across = new Float64Array(3); // scratch: the normal of a plane through that vertex

/** The second proof, for a common vertex p: a plane through it has a, b on one side and c, d on the other. */
function planeBetween(
  { start, end, swept }: Surface,
  p: number,
  a: number,
  b: number,
  c: number,
  d: number,
): boolean {
  writeWays(end, p, a, b, c, d);
  // From the mean direction of t to that of s; a fixed direction and straight motions: signs at both ends suffice.
  const x = way[0] + way[3];
  const y = way[1] + way[4];
  const z = way[2] + way[5];
  const u = way[6] + way[9];
  const v = way[7] + way[10];
  const w = way[8] + way[11];
  const one = 1 / Math.sqrt(x * x + y * y + z * z);
  const two = 1 / Math.sqrt(u * u + v * v + w * w);
  across[0] = x * one - u * two;
  across[1] = y * one - v * two;
  across[2] = z * one - w * two;
  if (!divides()) return false;
  if (!swept) return true;
  writeWays(start, p, a, b, c, d);
  return divides();
}

function writeWays(positions: Float64Array, p: number, a: number, b: number, c: number, d: number): void {
  const x = positions[p];
  const y = positions[p + 1];
  const z = positions[p + 2];
  way[0] = positions[a] - x;
  way[1] = positions[a + 1] - y;
  way[2] = positions[a + 2] - z;
  way[3] = positions[b] - x;
  way[4] = positions[b + 1] - y;
  way[5] = positions[b + 2] - z;
  way[6] = positions[c] - x;
  way[7] = positions[c + 1] - y;
  way[8] = positions[c + 2] - z;
  way[9] = positions[d] - x;
  way[10] = positions[d + 1] - y;
  way[11] = positions[d + 2] - z;
}

/** Whether the plane has the first two ways in front and the others behind, by more than rounding. */
function divides(): boolean {
  const x = across[0];
  const y = across[1];
  const z = across[2];
  // |across| ≤ 2; a product of three terms errs by a few half-ulps of the largest.
  for (let i = 0; i < 12; i += 3) {
    const dot = x * way[i] + y * way[i + 1] + z * way[i + 2];
    const most = Math.abs(x * way[i]) + Math.abs(y * way[i + 1]) + Math.abs(z * way[i + 2]);
    if (!((i < 6 ? dot : -dot) > 1e-12 * most)) return false;
  }
  return true;
}
