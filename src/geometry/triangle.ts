// Measures of triangles given by index: normal and area, and the frame that closest-point tests read.

import { acos } from '../math/trig.ts';

// A triangle lower than this part of its longest edge has no side of its own: its normal, exact to about 2⁻⁵³ edge
// lengths squared, would be off by a thousandth and more.
const NO_SIDE = 1e-13;

/** Writes (b − a) × (c − a) of three points of `x`, by offset, to out[to…]: twice the area, along the normal. */
export function crossEdges(
  out: Float64Array,
  to: number,
  x: Float64Array,
  a: number,
  b: number,
  c: number,
): void {
  const ux = x[b] - x[a];
  const uy = x[b + 1] - x[a + 1];
  const uz = x[b + 2] - x[a + 2];
  const vx = x[c] - x[a];
  const vy = x[c + 1] - x[a + 1];
  const vz = x[c + 2] - x[a + 2];
  out[to] = uy * vz - uz * vy;
  out[to + 1] = uz * vx - ux * vz;
  out[to + 2] = ux * vy - uy * vx;
}

const measured = new Float64Array(4); // scratch: what measureNormal writes

/** Writes the unit normal of triangle t, or zeros where it has none, then its area. */
export function measureNormal(
  out: Float64Array,
  positions: Float64Array,
  indices: Uint32Array,
  t: number,
): void {
  crossEdges(out, 0, positions, 3 * indices[3 * t], 3 * indices[3 * t + 1], 3 * indices[3 * t + 2]);
  const size = Math.sqrt(out[0] * out[0] + out[1] * out[1] + out[2] * out[2]);
  const scale = size > 0 ? 1 / size : 0;
  out[0] *= scale;
  out[1] *= scale;
  out[2] *= scale;
  out[3] = 0.5 * size;
}

/** The sum of all triangles' areas. */
export function surfaceArea(mesh: {
  readonly positions: Float64Array;
  readonly indices: Uint32Array;
}): number {
  let sum = 0;
  for (let t = 0; 3 * t < mesh.indices.length; t++) {
    measureNormal(measured, mesh.positions, mesh.indices, t);
    sum += measured[3];
  }
  return sum;
}

/**
 * Writes the unit normals of triangles, and adds them to those of their vertices, weighted by angles. Leaves out
 * triangles so thin that their normal is noise; returns whether there are any.
 */
export function sumNormals(
  faceNormal: Float64Array,
  vertexNormal: Float64Array,
  positions: Float64Array,
  indices: Uint32Array,
): boolean {
  const edge = new Float64Array(9); // the three edges of a triangle
  let degenerate = false;
  for (let t = 0; t < indices.length; t += 3) {
    for (let i = 0; i < 3; i++) {
      const a = 3 * indices[t + i];
      const b = 3 * indices[t + ((i + 1) % 3)];
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
  return degenerate;
}

/** Writes the frame of triangle t to out[at…]: corner a, edges ab and ac, then ab·ab, ac·ac, ab·ac. */
export function writeFrame(
  out: Float64Array,
  at: number,
  positions: Float64Array,
  indices: Uint32Array,
  t: number,
): void {
  const a = 3 * indices[3 * t];
  const b = 3 * indices[3 * t + 1];
  const c = 3 * indices[3 * t + 2];
  for (let d = 0; d < 3; d++) {
    out[at + d] = positions[a + d];
    out[at + 3 + d] = positions[b + d] - positions[a + d];
    out[at + 6 + d] = positions[c + d] - positions[a + d];
  }
  out[at + 9] = out[at + 3] * out[at + 3] + out[at + 4] * out[at + 4] + out[at + 5] * out[at + 5];
  out[at + 10] = out[at + 6] * out[at + 6] + out[at + 7] * out[at + 7] + out[at + 8] * out[at + 8];
  out[at + 11] = out[at + 3] * out[at + 6] + out[at + 4] * out[at + 7] + out[at + 5] * out[at + 8];
}

/**
 * Whether the line of a ray (origin xyz, direction xyz) meets the triangle whose frame is at frame[o…], from either side;
 * writes t, in lengths of the direction, and the weights u, v. By Möller and Trumbore; on an edge rounding decides.
 */
export function meetTriangle(out: Float64Array, frame: Float64Array, o: number, ray: Float64Array): boolean {
  const dx = ray[3];
  const dy = ray[4];
  const dz = ray[5];
  const hx = dy * frame[o + 8] - dz * frame[o + 7];
  const hy = dz * frame[o + 6] - dx * frame[o + 8];
  const hz = dx * frame[o + 7] - dy * frame[o + 6];
  const det = frame[o + 3] * hx + frame[o + 4] * hy + frame[o + 5] * hz;
  if (det === 0) return false;
  const sx = ray[0] - frame[o];
  const sy = ray[1] - frame[o + 1];
  const sz = ray[2] - frame[o + 2];
  const u = (sx * hx + sy * hy + sz * hz) / det;
  if (!(u >= 0 && u <= 1)) return false;
  const qx = sy * frame[o + 5] - sz * frame[o + 4];
  const qy = sz * frame[o + 3] - sx * frame[o + 5];
  const qz = sx * frame[o + 4] - sy * frame[o + 3];
  const v = (dx * qx + dy * qy + dz * qz) / det;
  if (!(v >= 0 && u + v <= 1)) return false;
  out[0] = (frame[o + 6] * qx + frame[o + 7] * qy + frame[o + 8] * qz) / det;
  out[1] = u;
  out[2] = v;
  return true;
}
