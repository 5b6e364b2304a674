// Mass properties of a fragment by exact integrals over its closed surface, and the velocities of pieces.
// Everything stays in the rest frame of the solid: a fragment has a centroid in it and is never moved to its own.

import type { FragmentMesh } from './fragment-mesh.ts';

/** Numbers that measureMass writes: volume, centroid, and the inertia tensor's xx, yy, zz, xy, yz, zx. */
export const MASS_SIZE = 10;

/**
 * Writes the mass properties of an extracted fragment, at a density of 1 kg/m³, to out[at…at + 9]: volume, centroid
 * xyz, inertia about the centroid along the axes of the rest frame (xx, yy, zz, xy, yz, zx of the tensor). Multiply
 * volume and inertia by the density. Exact up to rounding; sums start from a vertex of the fragment, so small pieces
 * far from the origin keep their digits. Allocates nothing.
 */
export function measureMass(out: Float64Array, at: number, mesh: FragmentMesh): void {
  const { positions: x, indices, triangleCount } = mesh;
  const o = triangleCount > 0 ? 3 * indices[0] : 0;
  const ox = x[o];
  const oy = x[o + 1];
  const oz = x[o + 2];
  let volume = 0; // six times; first moments 24 times, second moments 120 times
  let mx = 0;
  let my = 0;
  let mz = 0;
  let xx = 0;
  let yy = 0;
  let zz = 0;
  let xy = 0;
  let yz = 0;
  let zx = 0;
  for (let h = 0; h < 3 * triangleCount; h += 3) {
    const a = 3 * indices[h];
    const b = 3 * indices[h + 1];
    const c = 3 * indices[h + 2];
    const ax = x[a] - ox;
    const ay = x[a + 1] - oy;
    const az = x[a + 2] - oz;
    const bx = x[b] - ox;
    const by = x[b + 1] - oy;
    const bz = x[b + 2] - oz;
    const cx = x[c] - ox;
    const cy = x[c + 1] - oy;
    const cz = x[c + 2] - oz;
    // The tet from o to the triangle: with v six times its volume and s = a + b + c, its first moment is v·s/24
    // and its second moment v·(ssᵀ + aaᵀ + bbᵀ + ccᵀ)/120.
    const v = ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx);
    const sx = ax + bx + cx;
    const sy = ay + by + cy;
    const sz = az + bz + cz;
    volume += v;
    mx += v * sx;
    my += v * sy;
    mz += v * sz;
    xx += v * (sx * sx + ax * ax + bx * bx + cx * cx);
    yy += v * (sy * sy + ay * ay + by * by + cy * cy);
    zz += v * (sz * sz + az * az + bz * bz + cz * cz);
    xy += v * (sx * sy + ax * ay + bx * by + cx * cy);
    yz += v * (sy * sz + ay * az + by * bz + cy * cz);
    zx += v * (sz * sx + az * ax + bz * bx + cz * cx);
  }
  const px = mx / (4 * volume);
  const py = my / (4 * volume);
  const pz = mz / (4 * volume);
  const whole = volume / 6;
  const cxx = xx / 120 - whole * px * px;
  const cyy = yy / 120 - whole * py * py;
  const czz = zz / 120 - whole * pz * pz;
  out[at] = whole;
  out[at + 1] = ox + px;
  out[at + 2] = oy + py;
  out[at + 3] = oz + pz;
  out[at + 4] = cyy + czz;
  out[at + 5] = czz + cxx;
  out[at + 6] = cxx + cyy;
  out[at + 7] = whole * px * py - xy / 120;
  out[at + 8] = whole * py * pz - yz / 120;
  out[at + 9] = whole * pz * px - zx / 120;
}

/**
 * Writes the velocity of a piece to out[at…at + 5]: v + ω × (c_k − c) and ω, of a body with velocity v, ω (six numbers
 * at `motion[from]`) and centroid c. All in one frame. Over all pieces of a body this conserves momentum, angular
 * momentum and kinetic energy. `out` and `motion` may be the same place.
 */
export function splitVelocity(
  out: Float64Array,
  at: number,
  motion: Float64Array,
  from: number,
  centroid: Float64Array,
  c: number,
  pieceCentroid: Float64Array,
  k: number,
): void {
  const rx = pieceCentroid[k] - centroid[c];
  const ry = pieceCentroid[k + 1] - centroid[c + 1];
  const rz = pieceCentroid[k + 2] - centroid[c + 2];
  const wx = motion[from + 3];
  const wy = motion[from + 4];
  const wz = motion[from + 5];
  out[at] = motion[from] + (wy * rz - wz * ry);
  out[at + 1] = motion[from + 1] + (wz * rx - wx * rz);
  out[at + 2] = motion[from + 2] + (wx * ry - wy * rx);
  out[at + 3] = wx;
  out[at + 4] = wy;
  out[at + 5] = wz;
}
