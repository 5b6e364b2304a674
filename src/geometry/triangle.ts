// Measures of triangles given by index: normal and area, and the frame that closest-point tests read.

const measured = new Float64Array(4); // scratch: what measureNormal writes

/** Writes the unit normal of triangle t, or zeros where it has none, then its area. */
export function measureNormal(
  out: Float64Array,
  positions: Float64Array,
  indices: Uint32Array,
  t: number,
): void {
  const a = 3 * indices[3 * t];
  const b = 3 * indices[3 * t + 1];
  const c = 3 * indices[3 * t + 2];
  const ux = positions[b] - positions[a];
  const uy = positions[b + 1] - positions[a + 1];
  const uz = positions[b + 2] - positions[a + 2];
  const vx = positions[c] - positions[a];
  const vy = positions[c + 1] - positions[a + 1];
  const vz = positions[c + 2] - positions[a + 2];
  const x = uy * vz - uz * vy;
  const y = uz * vx - ux * vz;
  const z = ux * vy - uy * vx;
  const size = Math.sqrt(x * x + y * y + z * z);
  const scale = size > 0 ? 1 / size : 0;
  out[0] = x * scale;
  out[1] = y * scale;
  out[2] = z * scale;
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
