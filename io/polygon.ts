// Polygons as triangles: the fan from the first corner where that is right, as for convex ones; else ear by ear, in
// the plane that fits the polygon best. Holes that are joined to the outline by a way there and back are fine.

import { InputError } from '../src/job/error.ts';

const MOST = 10_000; // corners of a polygon that is cut ear by ear, which takes the square of them
const FLAT = 1e-9; // of the polygon's area: what rounding may make of a triangle without area

/**
 * Adds to `out` the triangles of a polygon, as three of its corners each (0 is the first): always two fewer than it has
 * corners. `vertex` are its vertices, from `first` on.
 */
export function cutPolygon(
  out: number[],
  positions: ArrayLike<number>,
  vertex: ArrayLike<number>,
  first: number,
  count: number,
  name: string,
): void {
  if (count > 3 && !isFanRight(positions, vertex, first, count)) {
    if (count > MOST) {
      throw new InputError(
        'too-large',
        `${name} has a polygon of ${count} corners that is not convex: cut it into triangles before exporting`,
      );
    }
    clipEars(out, positions, vertex, first, count);
    return;
  }
  for (let c = 2; c < count; c++) out.push(0, c - 1, c);
}

const normal = new Float64Array(3); // scratch: the normal of a polygon, twice its area long
const side = new Float64Array(3); // scratch: that of one triangle

/** Writes twice the area normal of the triangle (a, b, c) of vertices. */
function crossAt(out: Float64Array, p: ArrayLike<number>, a: number, b: number, c: number): void {
  const ux = p[3 * b] - p[3 * a];
  const uy = p[3 * b + 1] - p[3 * a + 1];
  const uz = p[3 * b + 2] - p[3 * a + 2];
  const vx = p[3 * c] - p[3 * a];
  const vy = p[3 * c + 1] - p[3 * a + 1];
  const vz = p[3 * c + 2] - p[3 * a + 2];
  out[0] = uy * vz - uz * vy;
  out[1] = uz * vx - ux * vz;
  out[2] = ux * vy - uy * vx;
}

/** Whether no triangle of the fan faces the other way than the polygon, whose normal is the sum of theirs. */
function isFanRight(p: ArrayLike<number>, vertex: ArrayLike<number>, first: number, count: number): boolean {
  normal.fill(0);
  for (let c = 2; c < count; c++) {
    crossAt(side, p, vertex[first], vertex[first + c - 1], vertex[first + c]);
    for (let d = 0; d < 3; d++) normal[d] += side[d];
  }
  const size = normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2];
  for (let c = 2; c < count; c++) {
    crossAt(side, p, vertex[first], vertex[first + c - 1], vertex[first + c]);
    if (side[0] * normal[0] + side[1] * normal[1] + side[2] * normal[2] < -FLAT * size) return false;
  }
  return true; // also where a coordinate is no number
}

/** Cuts ears off, turning around the polygon so that no corner gets them all. Expects its normal in `normal`. */
function clipEars(
  out: number[],
  p: ArrayLike<number>,
  vertex: ArrayLike<number>,
  first: number,
  count: number,
): void {
  // Seen along the axis that the normal is nearest to, from its front.
  let axis = 0;
  for (let d = 1; d < 3; d++) if (Math.abs(normal[d]) > Math.abs(normal[axis])) axis = d;
  const sign = normal[axis] < 0 ? -1 : 1;
  const x = new Float64Array(count);
  const y = new Float64Array(count);
  for (let c = 0; c < count; c++) {
    x[c] = sign * p[3 * vertex[first + c] + ((axis + 1) % 3)];
    y[c] = p[3 * vertex[first + c] + ((axis + 2) % 3)];
  }
  const area = (a: number, b: number, c: number) =>
    (x[b] - x[a]) * (y[c] - y[a]) - (y[b] - y[a]) * (x[c] - x[a]);
  const isSame = (a: number, b: number) => x[a] === x[b] && y[a] === y[b];
  const left = Array.from({ length: count }, (_, c) => c);
  const least = FLAT * Math.abs(normal[axis]);
  const isEar = (a: number, b: number, c: number): boolean => {
    if (!(area(a, b, c) > least)) return false;
    for (const q of left) {
      if (isSame(q, a) || isSame(q, b) || isSame(q, c)) continue;
      if (area(a, b, q) >= 0 && area(b, c, q) >= 0 && area(c, a, q) >= 0) return false;
    }
    return true;
  };
  let at = 0;
  while (left.length > 3) {
    const n = left.length;
    let found = -1;
    let flat = -1; // the flattest corner: what goes where there is no ear, as where the polygon crosses itself
    let flattest = Infinity;
    for (let k = 0; k < n && found < 0; k++) {
      const i = (at + k) % n;
      const [a, b, c] = [left[(i + n - 1) % n], left[i], left[(i + 1) % n]];
      if (isEar(a, b, c)) found = i;
      const size = Math.abs(area(a, b, c));
      if (size >= flattest && flat >= 0) continue;
      flattest = size;
      flat = i;
    }
    const i = found < 0 ? flat : found;
    out.push(left[(i + n - 1) % n], left[i], left[(i + 1) % n]);
    left.splice(i, 1);
    at = i % left.length;
  }
  out.push(left[0], left[1], left[2]);
}
