// Measures of single triangles, for inspection and repair: degenerate or not, equal or not.

/** Lower than this part of its longest edge, a triangle has no area to speak of. */
const SLIVER = 1e-10;

const edge = new Float64Array(9); // scratch: the edges ab, bc, ca of a triangle

/**
 * Writes to `out` the area normal of a triangle (its length is the area), then the squared lengths of ab, bc, ca.
 * Not finite where a coordinate is not.
 */
export function measureTriangle(
  out: Float64Array,
  positions: Float64Array,
  a: number,
  b: number,
  c: number,
): void {
  for (let d = 0; d < 3; d++) {
    edge[d] = positions[3 * b + d] - positions[3 * a + d];
    edge[3 + d] = positions[3 * c + d] - positions[3 * b + d];
    edge[6 + d] = positions[3 * a + d] - positions[3 * c + d];
  }
  for (let d = 0; d < 3; d++) {
    const e = (d + 1) % 3;
    const f = (d + 2) % 3;
    out[d] = (edge[6 + e] * edge[f] - edge[6 + f] * edge[e]) / 2;
    out[3 + d] =
      edge[3 * d] * edge[3 * d] + edge[3 * d + 1] * edge[3 * d + 1] + edge[3 * d + 2] * edge[3 * d + 2];
  }
}

const measured = new Float64Array(6); // scratch: what measureTriangle writes

/** Whether a triangle has no area: equal or collinear corners, up to SLIVER. False where a coordinate is not finite. */
export function isDegenerate(positions: Float64Array, a: number, b: number, c: number): boolean {
  if (a === b || b === c || c === a) return true;
  measureTriangle(measured, positions, a, b, c);
  const square = measured[0] * measured[0] + measured[1] * measured[1] + measured[2] * measured[2];
  return 2 * Math.sqrt(square) <= SLIVER * Math.max(measured[3], measured[4], measured[5]);
}

export function isFinitePoint(positions: Float64Array, v: number): boolean {
  return (
    Number.isFinite(positions[3 * v]) &&
    Number.isFinite(positions[3 * v + 1]) &&
    Number.isFinite(positions[3 * v + 2])
  );
}

/** For each triangle the first triangle with the same three vertices, in whatever order. */
export function matchTriangles(indices: Uint32Array): Uint32Array {
  const count = indices.length / 3;
  let size = 4;
  while (size < 2 * count) size *= 2;
  const table = new Int32Array(size).fill(-1);
  const same = new Uint32Array(count);
  for (let t = 0; t < count; t++) {
    const a = indices[3 * t];
    const b = indices[3 * t + 1];
    const c = indices[3 * t + 2];
    // A sum and a product do not depend on the order; what they confuse, the comparison tells apart.
    let at = Math.imul((a + b + c) ^ Math.imul(Math.imul(a + 1, b + 1), c + 1), 0x9e3779b1);
    at = (at ^ (at >>> 15)) & (size - 1);
    let s = table[at];
    while (s >= 0 && !sameCorners(indices, s, a, b, c)) {
      at = (at + 1) & (size - 1);
      s = table[at];
    }
    if (s < 0) table[at] = t;
    same[t] = s < 0 ? t : s;
  }
  return same;
}

/** Whether triangle s has the corners a, b, c, counting repeated ones. */
function sameCorners(indices: Uint32Array, s: number, a: number, b: number, c: number): boolean {
  const p = indices[3 * s];
  const q = indices[3 * s + 1];
  const r = indices[3 * s + 2];
  if (p === a) return (q === b && r === c) || (q === c && r === b);
  if (p === b) return (q === a && r === c) || (q === c && r === a);
  return p === c && ((q === a && r === b) || (q === b && r === a));
}
