// Mass properties of a fragment by exact integrals over its closed surface, and the velocities of pieces.
// Everything stays in the rest frame of the solid: a fragment has a centroid in it and is never moved to its own.

import type { FragmentMesh } from './fragment-mesh.ts';

/** Numbers that measureMass writes: volume, centroid, and the inertia tensor's xx, yy, zz, xy, yz, zx. */
export const MASS_SIZE = 10;

let weight = new Float64Array(0); // scratch: per vertex, six times the volumes of the tets to its triangles

/**
 * Writes the mass properties of an extracted fragment, at a density of 1 kg/m³, to out[at…at + 9]: volume, centroid
 * xyz, inertia about the centroid along the axes of the rest frame (xx, yy, zz, xy, yz, zx of the tensor). Multiply
 * volume and inertia by the density. Exact up to rounding; sums start from a vertex of the fragment, so small pieces
 * far from the origin keep their digits. Allocates only when a larger fragment comes than ever before.
 */
export function measureMass(out: Float64Array, at: number, mesh: FragmentMesh): void {
  const { vertexCount } = mesh;
  if (weight.length < vertexCount) weight = new Float64Array(2 * vertexCount);
  weight.fill(0, 0, vertexCount);
  integrate(out, at, mesh, weight);
}

function integrate(out: Float64Array, at: number, mesh: FragmentMesh, weights: Float64Array): void {
  const { positions: x, indices, triangleCount, vertexCount } = mesh;
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
  // The tet from o to the triangle: with v six times its volume and s = a + b + c, its first moment is v·s/24 and its
  // second moment v·(ssᵀ + aaᵀ + bbᵀ + ccᵀ)/120. What belongs to one vertex is summed over its triangles first.
  for (let h = 0; h < 3 * triangleCount; h += 3) {
    const i = indices[h];
    const j = indices[h + 1];
    const k = indices[h + 2];
    const ax = x[3 * i] - ox;
    const ay = x[3 * i + 1] - oy;
    const az = x[3 * i + 2] - oz;
    const bx = x[3 * j] - ox;
    const by = x[3 * j + 1] - oy;
    const bz = x[3 * j + 2] - oz;
    const cx = x[3 * k] - ox;
    const cy = x[3 * k + 1] - oy;
    const cz = x[3 * k + 2] - oz;
    const v = ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx);
    const sx = ax + bx + cx;
    const sy = ay + by + cy;
    const sz = az + bz + cz;
    const vx = v * sx;
    const vy = v * sy;
    const vz = v * sz;
    weights[i] += v;
    weights[j] += v;
    weights[k] += v;
    volume += v;
    mx += vx;
    my += vy;
    mz += vz;
    xx += vx * sx;
    yy += vy * sy;
    zz += vz * sz;
    xy += vx * sy;
    yz += vy * sz;
    zx += vz * sx;
  }
  for (let i = 0; i < vertexCount; i++) {
    const ax = x[3 * i] - ox;
    const ay = x[3 * i + 1] - oy;
    const az = x[3 * i + 2] - oz;
    const wx = weights[i] * ax;
    const wy = weights[i] * ay;
    const wz = weights[i] * az;
    xx += wx * ax;
    yy += wy * ay;
    zz += wz * az;
    xy += wx * ay;
    yz += wy * az;
    zx += wz * ax;
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
