// What the outer surface of a solid looks like: the attributes that its clipped triangles inherit. Where the surface
// has no normals or texture coordinates, they are made here once, so that every fragment has both.

import type { TriangleMesh } from '../mesh/triangle-mesh.ts';
import { SMOOTH_COSINE } from './constants.ts';

/** Attributes of the outer surface, a corner or a triangle. */
export interface Skin {
  readonly uvs: Float32Array; // uv a corner
  readonly normals: Float32Array; // xyz a corner
  readonly colors: Float32Array | null; // rgb a corner
  readonly groups: Uint16Array; // a triangle
  readonly crackGroup: number; // the group of crack faces: the first that the surface does not use
}

/** The skin of a surface; `start` and `half` list its half-edges by vertex. */
export function buildSkin(
  surface: TriangleMesh,
  positions: Float64Array,
  start: Uint32Array,
  half: Uint32Array,
): Skin {
  const { indices } = surface;
  const count = indices.length / 3;
  const area = measureAreas(positions, indices);
  const groups = surface.groups ?? new Uint16Array(count);
  let crackGroup = 1;
  for (let t = 0; t < count; t++) crackGroup = Math.max(crackGroup, groups[t] + 1);
  return {
    uvs: surface.uvs ?? projectUvs(positions, indices, area),
    normals: surface.normals ?? smoothNormals(indices, area, start, half),
    colors: surface.colors,
    groups,
    crackGroup,
  };
}

/** The axis along which a normal is longest: 0, 1 or 2. */
export function dominantAxis(x: number, y: number, z: number): number {
  const ax = Math.abs(x);
  const ay = Math.abs(y);
  const az = Math.abs(z);
  return ax >= ay && ax >= az ? 0 : ay >= az ? 1 : 2;
}

/** Twice the area vector of each triangle. */
function measureAreas(x: Float64Array, indices: Uint32Array): Float64Array {
  const area = new Float64Array(indices.length);
  for (let t = 0; t < indices.length; t += 3) {
    const a = 3 * indices[t];
    const b = 3 * indices[t + 1];
    const c = 3 * indices[t + 2];
    for (let d = 0; d < 3; d++) {
      const e = (d + 1) % 3;
      const f = (d + 2) % 3;
      area[t + d] =
        (x[b + e] - x[a + e]) * (x[c + f] - x[a + f]) - (x[b + f] - x[a + f]) * (x[c + e] - x[a + e]);
    }
  }
  return area;
}

/** Coordinates in metres across the dominant axis of each triangle. */
function projectUvs(x: Float64Array, indices: Uint32Array, area: Float64Array): Float32Array {
  const uvs = new Float32Array(2 * indices.length);
  for (let h = 0; h < indices.length; h++) {
    const t = h - (h % 3);
    const axis = dominantAxis(area[t], area[t + 1], area[t + 2]);
    uvs[2 * h] = x[3 * indices[h] + ((axis + 1) % 3)];
    uvs[2 * h + 1] = x[3 * indices[h] + ((axis + 2) % 3)];
  }
  return uvs;
}

/** Normals by area over the triangles around a vertex that lie nearly in the plane of the corner's own. */
function smoothNormals(
  indices: Uint32Array,
  area: Float64Array,
  start: Uint32Array,
  half: Uint32Array,
): Float32Array {
  const normals = new Float32Array(3 * indices.length);
  const length = new Float64Array(indices.length / 3);
  for (let t = 0; t < length.length; t++) length[t] = Math.sqrt(dot(area, 3 * t, area, 3 * t));
  const sum = new Float64Array(3);
  for (let h = 0; h < indices.length; h++) {
    const t = Math.floor(h / 3);
    sum.fill(0);
    for (let k = start[indices[h]]; k < start[indices[h] + 1]; k++) {
      const u = Math.floor(half[k] / 3);
      if (u !== t && dot(area, 3 * t, area, 3 * u) < SMOOTH_COSINE * length[t] * length[u]) continue;
      for (let d = 0; d < 3; d++) sum[d] += area[3 * u + d];
    }
    const size = Math.sqrt(dot(sum, 0, sum, 0));
    for (let d = 0; d < 3; d++) normals[3 * h + d] = size > 0 ? sum[d] / size : d === 1 ? 1 : 0;
  }
  return normals;
}

function dot(p: Float64Array, a: number, q: Float64Array, b: number): number {
  return p[a] * q[b] + p[a + 1] * q[b + 1] + p[a + 2] * q[b + 2];
}
