// Volume, centroid and inertia of the solid that a closed surface encloses, by exact integrals over the tetrahedra
// from one point to every triangle. That point is the middle of the surface's box, not the origin: a body a
// kilometre away keeps its digits.

import { InputError } from '../job/error.ts';

/** Mass properties of a uniform solid. */
export interface Mass {
  readonly mass: number;
  readonly volume: number;
  readonly centroid: Float64Array; // xyz
  readonly inertia: Float64Array; // about the centroid, along the mesh's axes: xx, yy, zz, xy, yz, zx of the tensor
}

/**
 * Mass properties of a closed, outward surface; cavities oriented inwards count as empty. Throws 'not-solid' when the
 * volume is not positive, and 'bad-argument' for a density that is not. Whether the surface is closed is not checked.
 */
export function computeMass(
  mesh: { readonly positions: Float64Array; readonly indices: Uint32Array },
  density = 1,
): Mass {
  if (!(density > 0 && density < Infinity)) {
    throw new InputError('bad-argument', `density is ${density}: give a positive number of kg/m³`);
  }
  const { positions, indices } = mesh;
  const middle = findMiddle(positions, indices);
  const moment = new Float64Array(10); // 6·volume, then 24 times the first and 120 times the second moments
  for (let t = 0; t < indices.length; t += 3) {
    addTetra(moment, middle, positions, 3 * indices[t], 3 * indices[t + 1], 3 * indices[t + 2]);
  }
  const volume = moment[0] / 6;
  if (!(volume > 0)) {
    throw new InputError(
      'not-solid',
      `the surface encloses a volume of ${volume}: close it and turn its triangles outwards (repairMesh does)`,
    );
  }
  const centroid = new Float64Array(3);
  const second = new Float64Array(6); // ∫ xx, yy, zz, xy, yz, zx about the centroid
  for (let d = 0; d < 3; d++) centroid[d] = moment[1 + d] / 24 / volume;
  for (let d = 0; d < 3; d++) {
    const e = (d + 1) % 3;
    second[d] = moment[4 + d] / 120 - volume * centroid[d] * centroid[d];
    second[3 + d] = moment[7 + d] / 120 - volume * centroid[d] * centroid[e];
  }
  for (let d = 0; d < 3; d++) centroid[d] += middle[d];
  const inertia = Float64Array.of(
    density * (second[1] + second[2]),
    density * (second[2] + second[0]),
    density * (second[0] + second[1]),
    0 - density * second[3],
    0 - density * second[4],
    0 - density * second[5],
  );
  return { mass: density * volume, volume, centroid, inertia };
}

function findMiddle(positions: Float64Array, indices: Uint32Array): Float64Array {
  const middle = new Float64Array(3);
  for (let d = 0; d < 3; d++) {
    let low = Infinity;
    let high = -Infinity;
    for (let h = 0; h < indices.length; h++) {
      const x = positions[3 * indices[h] + d];
      if (x < low) low = x;
      if (x > high) high = x;
    }
    middle[d] = indices.length > 0 ? low + (high - low) / 2 : 0;
  }
  return middle;
}

/**
 * Adds the tetrahedron from `o` to the triangle at a, b, c. With v six times its volume and s = a + b + c, its volume
 * is v/6, its first moment v·s/24, its second moment v·(ssᵀ + aaᵀ + bbᵀ + ccᵀ)/120.
 */
function addTetra(
  moment: Float64Array,
  o: Float64Array,
  x: Float64Array,
  a: number,
  b: number,
  c: number,
): void {
  for (let d = 0; d < 3; d++) {
    corner[d] = x[a + d] - o[d];
    corner[3 + d] = x[b + d] - o[d];
    corner[6 + d] = x[c + d] - o[d];
    corner[9 + d] = corner[d] + corner[3 + d] + corner[6 + d];
  }
  const v =
    corner[0] * (corner[4] * corner[8] - corner[5] * corner[7]) +
    corner[1] * (corner[5] * corner[6] - corner[3] * corner[8]) +
    corner[2] * (corner[3] * corner[7] - corner[4] * corner[6]);
  moment[0] += v;
  for (let d = 0; d < 3; d++) {
    const e = (d + 1) % 3;
    let same = 0;
    let cross = 0;
    for (let k = 0; k < 12; k += 3) {
      same += corner[k + d] * corner[k + d];
      cross += corner[k + d] * corner[k + e];
    }
    moment[1 + d] += v * corner[9 + d];
    moment[4 + d] += v * same;
    moment[7 + d] += v * cross;
  }
}

const corner = new Float64Array(12); // scratch: a, b, c and their sum, from the middle
