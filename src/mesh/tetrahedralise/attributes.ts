// Texture coordinates, normals, colours and groups of the input, carried over to the corners of the boundary.

import { SEAM_STEP } from '../constants.ts';
import type { TriangleMesh } from '../triangle-mesh.ts';

type Attributes = Pick<TriangleMesh, 'uvs' | 'normals' | 'colors' | 'groups'>;

/**
 * True when the input's attributes jump across the edge between input triangles s and t: another group, or other
 * texture coordinates or colours at a shared vertex.
 */
export function isSeam(mesh: TriangleMesh, s: number, t: number): boolean {
  if (mesh.groups && mesh.groups[s] !== mesh.groups[t]) return true;
  for (let i = 3 * s; i < 3 * s + 3; i++) {
    for (let j = 3 * t; j < 3 * t + 3; j++) {
      if (mesh.indices[i] !== mesh.indices[j]) continue;
      if (mesh.uvs && differ(mesh.uvs, i, j, 2)) return true;
      if (mesh.colors && differ(mesh.colors, i, j, 3)) return true;
    }
  }
  return false;
}

function differ(values: Float32Array, i: number, j: number, width: number): boolean {
  for (let d = 0; d < width; d++)
    if (Math.abs(values[width * i + d] - values[width * j + d]) > SEAM_STEP) return true;
  return false;
}

const weight = new Float64Array(3); // scratch: barycentric coordinates

/**
 * Attributes for boundary triangles `corners`: the group of the input triangle `source`, the rest of each corner from
 * the input triangle `from`. A corner that is a vertex of that triangle takes its attributes bit for bit; any other is
 * interpolated at its place in the triangle's plane.
 * Beyond the triangle texture coordinates go on linearly, normals and colours stay as on its rim.
 */
export function carryAttributes(
  mesh: TriangleMesh,
  positions: Float64Array,
  corners: Uint32Array,
  source: Uint32Array,
  from: Uint32Array,
  vertex: Int32Array,
): Attributes {
  const count = source.length;
  const uvs = mesh.uvs && new Float32Array(6 * count);
  const normals = mesh.normals && new Float32Array(9 * count);
  const colors = mesh.colors && new Float32Array(9 * count);
  const groups = mesh.groups && new Uint16Array(count);
  for (let i = 0; i < count; i++) {
    if (groups && mesh.groups) groups[i] = mesh.groups[source[i]];
    for (let c = 3 * i; c < 3 * i + 3; c++) {
      const s = from[c];
      const node = corners[c];
      let k = 0;
      while (k < 3 && mesh.indices[3 * s + k] !== vertex[node]) k++;
      if (k === 3) locate(mesh, s, positions, node);
      else for (let j = 0; j < 3; j++) weight[j] = j === k ? 1 : 0;
      if (uvs && mesh.uvs) blend(uvs, c, mesh.uvs, s, 2);
      clampWeights();
      if (colors && mesh.colors) blend(colors, c, mesh.colors, s, 3);
      if (normals && mesh.normals) {
        blend(normals, c, mesh.normals, s, 3);
        if (k === 3) normalise(normals, 3 * c);
      }
    }
  }
  return { uvs, normals, colors, groups };
}

/** Barycentric coordinates of a node's foot in the plane of input triangle s. */
function locate(mesh: TriangleMesh, s: number, positions: Float64Array, node: number): void {
  const x = mesh.positions;
  const a = 3 * mesh.indices[3 * s];
  const b = 3 * mesh.indices[3 * s + 1];
  const c = 3 * mesh.indices[3 * s + 2];
  let uu = 0;
  let uv = 0;
  let vv = 0;
  let pu = 0;
  let pv = 0;
  for (let d = 0; d < 3; d++) {
    const u = x[b + d] - x[a + d];
    const v = x[c + d] - x[a + d];
    const p = positions[3 * node + d] - x[a + d];
    uu += u * u;
    uv += u * v;
    vv += v * v;
    pu += p * u;
    pv += p * v;
  }
  const det = uu * vv - uv * uv;
  weight[1] = det > 0 ? (pu * vv - pv * uv) / det : 1 / 3;
  weight[2] = det > 0 ? (pv * uu - pu * uv) / det : 1 / 3;
  weight[0] = 1 - weight[1] - weight[2];
}

function clampWeights(): void {
  let sum = 0;
  for (let j = 0; j < 3; j++) sum += weight[j] = Math.max(0, weight[j]);
  for (let j = 0; j < 3; j++) weight[j] /= sum;
}

function blend(out: Float32Array, corner: number, from: Float32Array, s: number, width: number): void {
  for (let d = 0; d < width; d++) {
    let value = 0;
    for (let j = 0; j < 3; j++) if (weight[j] !== 0) value += weight[j] * from[(3 * s + j) * width + d];
    out[corner * width + d] = value;
  }
}

function normalise(out: Float32Array, at: number): void {
  const length = Math.sqrt(out[at] * out[at] + out[at + 1] * out[at + 1] + out[at + 2] * out[at + 2]);
  if (length > 0) for (let d = 0; d < 3; d++) out[at + d] /= length;
}
