// Volume, centroid and inertia of the solid that a closed surface encloses, by exact integrals over the tetrahedra
// from one point to every triangle. That point is a vertex of the surface, not the origin: a body a kilometre away keeps
// its digits.

import { InputError } from '../job/error.ts';
import { show } from '../job/format.ts';
import { checkMesh } from './check.ts';

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
  checkMesh('mesh', mesh);
  if (!(typeof density === 'number' && density > 0 && density < Infinity)) {
    throw new InputError('bad-argument', `density is ${show(density)}: give a positive number of kg/m³`);
  }
  const { positions, indices } = mesh;
  const vertexCount = positions.length / 3;
  const out = new Float64Array(10);
  integrateMass(out, 0, positions, indices, indices.length / 3, vertexCount, new Float64Array(vertexCount));
  const volume = out[0];
  if (!(volume > 0)) {
    throw new InputError(
      'not-solid',
      `the surface encloses a volume of ${volume}: close it and turn its triangles outwards (repairMesh does)`,
    );
  }
  const inertia = out.slice(4).map((part) => density * part);
  return { mass: density * volume, volume, centroid: out.slice(1, 4), inertia };
}

/**
 * Writes volume, centroid xyz and inertia (xx, yy, zz, xy, yz, zx) of the solid in a closed surface, at a density of 1,
 * to out[at…at + 9]. Sums start from its first vertex. `weights` is scratch: a number a vertex, 0 at first.
 */
export function integrateMass(
  out: Float64Array,
  at: number,
  x: Float64Array,
  indices: Uint32Array,
  triangleCount: number,
  vertexCount: number,
  weights: Float64Array,
): void {
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

/** The signed volume inside a closed surface, points counted as often as it winds around them. */
export function enclosedVolume(mesh: {
  readonly positions: Float64Array;
  readonly indices: Uint32Array;
}): number {
  const { positions: x, indices } = mesh;
  // About a vertex of the mesh, so that a solid far from the origin loses no digits.
  const o = indices.length > 0 ? 3 * indices[0] : 0;
  let sum = 0;
  for (let t = 0; t < indices.length; t += 3) {
    const a = 3 * indices[t];
    const b = 3 * indices[t + 1];
    const c = 3 * indices[t + 2];
    const ax = x[a] - x[o];
    const ay = x[a + 1] - x[o + 1];
    const az = x[a + 2] - x[o + 2];
    const bx = x[b] - x[o];
    const by = x[b + 1] - x[o + 1];
    const bz = x[b + 2] - x[o + 2];
    const cx = x[c] - x[o];
    const cy = x[c + 1] - x[o + 1];
    const cz = x[c + 2] - x[o + 2];
    sum += ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx);
  }
  return sum / 6;
}
