// The sign of orientation.ts without robust-predicates: where the filter cannot decide, in whole numbers. That takes about
// 50 µs, ten times as long, and a tenth of the code: for who asks rarely, as fragment/tet-grid.ts does in flat tets alone.

import { filterOrient, UNSURE } from './orientation.ts';

const number = new Float64Array(1); // scratch: a double
const bits = new BigUint64Array(number.buffer); // scratch: its bits

/** Sign of (b−a)×(c−a)·(d−a) for four points of `x` by index: 1 for a positive tet, 0 when coplanar. Exact. */
export function orientWhole(x: Float64Array, a: number, b: number, c: number, d: number): number {
  const sign = filterOrient(x, a, b, c, d);
  if (sign !== UNSURE) return sign;
  const [ax, ay, az] = subtract(x, a, d);
  const [bx, by, bz] = subtract(x, b, d);
  const [cx, cy, cz] = subtract(x, c, d);
  const det = az * (cx * by - bx * cy) + bz * (ax * cy - cx * ay) + cz * (bx * ay - ax * by);
  return det > 0n ? 1 : det < 0n ? -1 : 0;
}

function subtract(x: Float64Array, a: number, d: number): [bigint, bigint, bigint] {
  const along = (k: number) => toWhole(x[3 * a + k]) - toWhole(x[3 * d + k]);
  return [along(0), along(1), along(2)];
}

/** A finite double in units of the smallest one, 2⁻¹⁰⁷⁴. */
function toWhole(value: number): bigint {
  number[0] = value;
  const exponent = (bits[0] >> 52n) & 0x7ffn;
  const fraction = bits[0] & 0xfffffffffffffn;
  const size = exponent === 0n ? fraction : (fraction | 0x10000000000000n) << (exponent - 1n);
  return value < 0 ? -size : size;
}
