// Mass properties of a fragment by exact integrals over its closed surface, and the velocities of pieces.
// Everything stays in the rest frame of the solid: a fragment has a centroid in it and is never moved to its own.

import { integrateMass } from '../mesh/mass.ts';
import type { FragmentMesh } from './extract.ts';

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
  integrateMass(out, at, mesh.positions, mesh.indices, mesh.triangleCount, vertexCount, weight);
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
