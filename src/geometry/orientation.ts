// The exact orientation of four points: a floating-point filter first, robust-predicates where it cannot decide.
// Integers in and out, so nothing is boxed.

import { orient3d } from 'robust-predicates';

// Shewchuk's first stage is off by ε(7 + 56ε)·P at most, with ε = 2⁻⁵³ and P the permanent of absolute values: at
// most 6·XYZ for |dx| ≤ X, |dy| ≤ Y, |dz| ≤ Z. 42ε = 4.67e-15; the rest is slack for the rounding of the bound.
const ORIENT_BOUND = 4.8e-15;

/** What the filter says where rounding may have changed the sign. */
export const UNSURE = 2;

/** Sign of (b−a)×(c−a)·(d−a) for four points of `x` by index: 1 for a positive tet, 0 when coplanar. Exact. */
export function orientSign(x: Float64Array, a: number, b: number, c: number, d: number): number {
  const sign = filterOrient(x, a, b, c, d);
  return sign === UNSURE ? orientExactly(x, 3 * a, 3 * b, 3 * c, 3 * d) : sign;
}

/** The same sign where it is certain, else UNSURE. */
export function filterOrient(x: Float64Array, a: number, b: number, c: number, d: number): number {
  const ia = 3 * a;
  const ib = 3 * b;
  const ic = 3 * c;
  const id = 3 * d;
  const dx = x[id];
  const dy = x[id + 1];
  const dz = x[id + 2];
  const ax = x[ia] - dx;
  const ay = x[ia + 1] - dy;
  const az = x[ia + 2] - dz;
  const bx = x[ib] - dx;
  const by = x[ib + 1] - dy;
  const bz = x[ib + 2] - dz;
  const cx = x[ic] - dx;
  const cy = x[ic + 1] - dy;
  const cz = x[ic + 2] - dz;
  const det = az * (cx * by - bx * cy) + bz * (ax * cy - cx * ay) + cz * (bx * ay - ax * by);
  const mx = Math.max(Math.abs(ax), Math.abs(bx), Math.abs(cx));
  const my = Math.max(Math.abs(ay), Math.abs(by), Math.abs(cy));
  const mz = Math.max(Math.abs(az), Math.abs(bz), Math.abs(cz));
  const bound = ORIENT_BOUND * mx * my * mz;
  if (det > bound) return 1;
  if (det < -bound) return -1;
  // Differences are zero only between equal numbers: all four in a plane across an axis, as boxes have them.
  return mx === 0 || my === 0 || mz === 0 ? 0 : UNSURE;
}

function orientExactly(x: Float64Array, a: number, b: number, c: number, d: number): number {
  // robust-predicates counts a tet as positive when ours is negative.
  const s = orient3d(
    x[a],
    x[a + 1],
    x[a + 2],
    x[b],
    x[b + 1],
    x[b + 2],
    x[c],
    x[c + 1],
    x[c + 2],
    x[d],
    x[d + 1],
    x[d + 2],
  );
  return s < 0 ? 1 : s > 0 ? -1 : 0;
}
