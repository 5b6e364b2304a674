// Pairs whose boxes overlap, as those of neighbors always do, but that provably touch nowhere, or only where they are
// joined: most pairs that a search meets. The proofs hold for the whole step when the surface was refitted for that.

import { crossEdges } from '../geometry/triangle.ts';
import { writeNormals } from './normals.ts';
import { isStarFlat } from './star.ts';
import type { Surface } from './surface.ts';

/** Whether triangles s and t are proven to touch nowhere but in vertices that they share. Allocation-free. */
export function provenApart(surface: Surface, s: number, t: number): boolean {
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
  if (at0 + at1 + at2 === 0)
    return planeApart(surface, s, t) || planeApart(surface, t, s) || centersApart(surface, s, t);
  const k = at0 > 0 ? 0 : at1 > 0 ? 1 : 2; // a corner of s that is also one of t
  const j = (k === 0 ? at0 : k === 1 ? at1 : at2) - 1;
  if (isStarFlat(surface, s, k) && isStarFlat(surface, t, j)) return true;
  const shared = (at0 > 0 ? 1 : 0) + (at1 > 0 ? 1 : 0) + (at2 > 0 ? 1 : 0);
  if (shared === 3) return false;
  if (shared === 2) return foldsLittle(surface, s, t, at0, at1, at2);
  return planeBetween(
    surface,
    3 * indices[3 * s + k],
    3 * indices[3 * s + ((k + 1) % 3)],
    3 * indices[3 * s + ((k + 2) % 3)],
    3 * indices[3 * t + ((j + 1) % 3)],
    3 * indices[3 * t + ((j + 2) % 3)],
  );
}

const normalS = new Float64Array(10); // scratch: normals over the step
const normalT = new Float64Array(10);

/**
 * For triangles that run along a common edge in opposite directions: if one direction makes an acute
 * angle with both normals, both are seen from their front along it, one on each side of the edge.
 */
function foldsLittle(surface: Surface, s: number, t: number, at0: number, at1: number, at2: number): boolean {
  // The ends of the edge as s runs along it, where they are in t.
  const from = at2 === 0 ? at0 : at0 === 0 ? at1 : at2;
  const to = at2 === 0 ? at1 : at0 === 0 ? at2 : at0;
  if (to % 3 !== from - 1) return false;
  const count = 3 * writeNormals(normalS, surface, s);
  writeNormals(normalT, surface, t);
  const one = 1 / Math.sqrt(normalS[0] * normalS[0] + normalS[1] * normalS[1] + normalS[2] * normalS[2]);
  const two = 1 / Math.sqrt(normalT[0] * normalT[0] + normalT[1] * normalT[1] + normalT[2] * normalT[2]);
  const x = one * normalS[0] + two * normalT[0];
  const y = one * normalS[1] + two * normalT[1];
  const z = one * normalS[2] + two * normalT[2];
  for (let i = 0; i < count; i += 3) {
    if (!(x * normalS[i] + y * normalS[i + 1] + z * normalS[i + 2] > 1e-12 * normalS[9])) return false;
    if (!(x * normalT[i] + y * normalT[i + 1] + z * normalT[i + 2] > 1e-12 * normalT[9])) return false;
  }
  return true;
}

const way = new Float64Array(12); // scratch: from the common vertex to a, b of s and c, d of t
const across = new Float64Array(3); // scratch: the normal of a plane through that vertex

/** For a common vertex p: a plane through it has a, b on one side and c, d on the other. */
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

/** For triangles that share nothing: the direction of s's normal separates them. */
function planeApart({ start, end, indices, swept }: Surface, s: number, t: number): boolean {
  const a = 3 * indices[3 * s];
  const b = 3 * indices[3 * s + 1];
  const c = 3 * indices[3 * s + 2];
  crossEdges(across, 0, end, a, b, c);
  const p = 3 * indices[3 * t];
  const q = 3 * indices[3 * t + 1];
  const r = 3 * indices[3 * t + 2];
  const side = sideOf(end, a, b, c, p, q, r);
  return side !== 0 && (!swept || sideOf(start, a, b, c, p, q, r) === side);
}

/** For triangles that share nothing: the direction from center to center separates them, as it does in flat patches. */
function centersApart({ start, end, indices, swept }: Surface, s: number, t: number): boolean {
  const a = 3 * indices[3 * s];
  const b = 3 * indices[3 * s + 1];
  const c = 3 * indices[3 * s + 2];
  const p = 3 * indices[3 * t];
  const q = 3 * indices[3 * t + 1];
  const r = 3 * indices[3 * t + 2];
  for (let d = 0; d < 3; d++) {
    across[d] = end[p + d] - end[a + d] + (end[q + d] - end[b + d]) + (end[r + d] - end[c + d]);
  }
  return sideOf(end, a, b, c, p, q, r) > 0 && (!swept || sideOf(start, a, b, c, p, q, r) > 0);
}

/** On which side, along `across`, the second triangle lies of the first: 1, −1, or 0 for neither. */
function sideOf(x: Float64Array, a: number, b: number, c: number, p: number, q: number, r: number): number {
  const u = across[0];
  const v = across[1];
  const w = across[2];
  // From corner a, so that rounding goes with the size of the pair, not with its distance from the origin.
  const ox = x[a];
  const oy = x[a + 1];
  const oz = x[a + 2];
  const hb = u * (x[b] - ox) + v * (x[b + 1] - oy) + w * (x[b + 2] - oz);
  const hc = u * (x[c] - ox) + v * (x[c + 1] - oy) + w * (x[c + 2] - oz);
  const px = x[p] - ox;
  const py = x[p + 1] - oy;
  const pz = x[p + 2] - oz;
  const hp = u * px + v * py + w * pz;
  const hq = u * (x[q] - ox) + v * (x[q + 1] - oy) + w * (x[q + 2] - oz);
  const hr = u * (x[r] - ox) + v * (x[r + 1] - oy) + w * (x[r + 2] - oz);
  // Boxes overlap, so all corners are within the sizes of both triangles: p and the ways from p bound them.
  const size =
    Math.abs(px) +
    Math.abs(py) +
    Math.abs(pz) +
    Math.abs(x[q] - x[p]) +
    Math.abs(x[q + 1] - x[p + 1]) +
    Math.abs(x[q + 2] - x[p + 2]) +
    Math.abs(x[r] - x[p]) +
    Math.abs(x[r + 1] - x[p + 1]) +
    Math.abs(x[r + 2] - x[p + 2]) +
    Math.abs(x[b] - ox) +
    Math.abs(x[b + 1] - oy) +
    Math.abs(x[b + 2] - oz) +
    Math.abs(x[c] - ox) +
    Math.abs(x[c + 1] - oy) +
    Math.abs(x[c + 2] - oz);
  const error = 1e-14 * (Math.abs(u) + Math.abs(v) + Math.abs(w)) * size;
  if (Math.min(hp, hq, hr) - Math.max(0, hb, hc) > error) return 1;
  return Math.min(0, hb, hc) - Math.max(hp, hq, hr) > error ? -1 : 0;
}
