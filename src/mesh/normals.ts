// Normals of faces and vertices: the angle-weighted pseudonormals of [Baerentzen05], which tell the side of a point and
// the way out at a vertex.

import { acos } from '../math/trig.ts';
import { nextHalf } from './topology.ts';

export interface Normals {
  readonly faceNormal: Float64Array; // unit, a triangle; 0 where it has none
  readonly vertexNormal: Float64Array; // angle-weighted, a vertex
  readonly degenerate: boolean; // whether a triangle is so thin that its normal is noise
}

// A triangle lower than this part of its longest edge has no side of its own: its normal, exact to about 2⁻⁵³ edge
// lengths squared, would be off by a thousandth and more.
const NO_SIDE = 1e-13;

/** Normals of a surface whose vertices at equal positions are one in `indices`; `same` names it for each vertex. */
export function buildNormals(positions: Float64Array, indices: Uint32Array, same: Uint32Array): Normals {
  const faceNormal = new Float64Array(indices.length);
  const vertexNormal = new Float64Array(positions.length);
  const edge = new Float64Array(9); // the three edges of a triangle
  let degenerate = false;
  for (let t = 0; t < indices.length; t += 3) {
    for (let i = 0; i < 3; i++) {
      const a = 3 * indices[t + i];
      const b = 3 * indices[nextHalf(t + i)];
      for (let d = 0; d < 3; d++) edge[3 * i + d] = positions[b + d] - positions[a + d];
    }
    const nx = edge[1] * edge[5] - edge[2] * edge[4];
    const ny = edge[2] * edge[3] - edge[0] * edge[5];
    const nz = edge[0] * edge[4] - edge[1] * edge[3];
    const length = Math.sqrt(nx * nx + ny * ny + nz * nz);
    let longest = 0;
    for (let o = 0; o < 9; o += 3) {
      longest = Math.max(longest, edge[o] * edge[o] + edge[o + 1] * edge[o + 1] + edge[o + 2] * edge[o + 2]);
    }
    if (!(length > NO_SIDE * longest)) {
      degenerate = true;
      continue;
    }
    faceNormal[t] = nx / length;
    faceNormal[t + 1] = ny / length;
    faceNormal[t + 2] = nz / length;
    for (let i = 0; i < 3; i++) {
      const o = 3 * i;
      const q = 3 * ((i + 2) % 3);
      const dot = -(edge[o] * edge[q] + edge[o + 1] * edge[q + 1] + edge[o + 2] * edge[q + 2]);
      const squares =
        (edge[o] * edge[o] + edge[o + 1] * edge[o + 1] + edge[o + 2] * edge[o + 2]) *
        (edge[q] * edge[q] + edge[q + 1] * edge[q + 1] + edge[q + 2] * edge[q + 2]);
      const angle = acos(Math.min(1, Math.max(-1, dot / Math.sqrt(squares))));
      for (let d = 0; d < 3; d++) vertexNormal[3 * indices[t + i] + d] += angle * faceNormal[t + d];
    }
  }
  for (let v = 0; v < same.length; v++) vertexNormal.copyWithin(3 * v, 3 * same[v], 3 * same[v] + 3);
  return { faceNormal, vertexNormal, degenerate };
}
