// How good a tet is: the smallest sine of its six dihedral angles, 0 for a flat one, 0.94 for the regular one. It is
// low for angles near 0° and near 180° alike, so it sees slivers, which edge lengths and radii do not.

import type { Triangulation } from '../delaunay/triangulation.ts';

const quality = new Float64Array(1); // scratch

/** Least dihedral sine of tet t. */
export function qualityOf(tri: Triangulation, t: number): number {
  const { tets, points } = tri;
  tetQuality(quality, points, tets[4 * t], tets[4 * t + 1], tets[4 * t + 2], tets[4 * t + 3]);
  return quality[0];
}

/** Writes to out[0] the least dihedral sine of the tet abcd, negative when the tet is inverted. */
export function tetQuality(
  out: Float64Array,
  x: Float64Array,
  a: number,
  b: number,
  c: number,
  d: number,
): void {
  const ia = 3 * a;
  const ib = 3 * b;
  const ic = 3 * c;
  const id = 3 * d;
  const ux = x[ib] - x[ia];
  const uy = x[ib + 1] - x[ia + 1];
  const uz = x[ib + 2] - x[ia + 2];
  const vx = x[ic] - x[ia];
  const vy = x[ic + 1] - x[ia + 1];
  const vz = x[ic + 2] - x[ia + 2];
  const wx = x[id] - x[ia];
  const wy = x[id + 1] - x[ia + 1];
  const wz = x[id + 2] - x[ia + 2];
  // Area normals, doubled, of the faces opposite b, c and d; they and that of face a sum to zero.
  const bx = vy * wz - vz * wy;
  const by = vz * wx - vx * wz;
  const bz = vx * wy - vy * wx;
  const cx = wy * uz - wz * uy;
  const cy = wz * ux - wx * uz;
  const cz = wx * uy - wy * ux;
  const dx = uy * vz - uz * vy;
  const dy = uz * vx - ux * vz;
  const dz = ux * vy - uy * vx;
  const ax = bx + cx + dx;
  const ay = by + cy + dy;
  const az = bz + cz + dz;
  const na = ax * ax + ay * ay + az * az;
  const nb = bx * bx + by * by + bz * bz;
  const nc = cx * cx + cy * cy + cz * cz;
  const nd = dx * dx + dy * dy + dz * dz;
  const volume = dx * wx + dy * wy + dz * wz; // six times
  // The sine at the edge shared by two faces is 6V · (edge length) / (product of the doubled areas).
  const ab = (ux * ux + uy * uy + uz * uz) / (nc * nd);
  const ac = (vx * vx + vy * vy + vz * vz) / (nb * nd);
  const ad = (wx * wx + wy * wy + wz * wz) / (nb * nc);
  const bcx = vx - ux;
  const bcy = vy - uy;
  const bcz = vz - uz;
  const bc = (bcx * bcx + bcy * bcy + bcz * bcz) / (na * nd);
  const bdx = wx - ux;
  const bdy = wy - uy;
  const bdz = wz - uz;
  const bd = (bdx * bdx + bdy * bdy + bdz * bdz) / (na * nc);
  const cdx = wx - vx;
  const cdy = wy - vy;
  const cdz = wz - vz;
  const cd = (cdx * cdx + cdy * cdy + cdz * cdz) / (na * nb);
  const least = Math.min(ab, ac, ad, bc, bd, cd);
  // A degenerate face divides by zero: such a tet is as bad as can be.
  out[0] = least < Infinity ? volume * Math.sqrt(least) : 0;
}

/** The same, or `limit` at once where the tet is inverted and that tells enough: below 0 is below any limit from 0 on. */
export function tetQualityAbove(
  out: Float64Array,
  x: Float64Array,
  tets: Int32Array,
  at: number,
  limit: number,
): void {
  const a = 3 * tets[at];
  const b = 3 * tets[at + 1];
  const c = 3 * tets[at + 2];
  const d = 3 * tets[at + 3];
  const ux = x[b] - x[a];
  const uy = x[b + 1] - x[a + 1];
  const uz = x[b + 2] - x[a + 2];
  const vx = x[c] - x[a];
  const vy = x[c + 1] - x[a + 1];
  const vz = x[c + 2] - x[a + 2];
  const nx = uy * vz - uz * vy;
  const ny = uz * vx - ux * vz;
  const nz = ux * vy - uy * vx;
  const volume = nx * (x[d] - x[a]) + ny * (x[d + 1] - x[a + 1]) + nz * (x[d + 2] - x[a + 2]);
  if (volume <= 0 && limit >= 0) out[0] = limit;
  else tetQuality(out, x, tets[at], tets[at + 1], tets[at + 2], tets[at + 3]);
}
