// The determinant of four moving points in exact arithmetic, to tell pairs that are coplanar throughout a step.

/** A double as an integer, in units of 2⁻¹⁰⁷⁴⁺ᵏ: exact. */
function toUnits(x: number): bigint {
  const bytes = new DataView(new ArrayBuffer(8));
  bytes.setFloat64(0, x);
  const bits = bytes.getBigUint64(0);
  const exponent = Number((bits >> 52n) & 2047n);
  const fraction = bits & 0xfffffffffffffn;
  const value = exponent === 0 ? fraction : (fraction | (1n << 52n)) << BigInt(exponent - 1);
  return bits >> 63n ? -value : value;
}

type Vector = [bigint, bigint, bigint];

function difference(p: ArrayLike<number>, v: number, w: number): Vector {
  const d = (k: number) => toUnits(p[3 * v + k]) - toUnits(p[3 * w + k]);
  return [d(0), d(1), d(2)];
}

function det(a: Vector, b: Vector, c: Vector): bigint {
  return (
    a[0] * (b[1] * c[2] - b[2] * c[1]) +
    a[1] * (b[2] * c[0] - b[0] * c[2]) +
    a[2] * (b[0] * c[1] - b[1] * c[0])
  );
}

/** Whether points 0 to 3, going straight from `start` to `end`, lie in one plane all the time. Exact. */
export function isCoplanarThroughout(start: ArrayLike<number>, end: ArrayLike<number>): boolean {
  const [a, b, c] = [1, 2, 3].map((v) => difference(start, v, 0));
  const [d, e, f] = [1, 2, 3].map((v) => difference(end, v, 0));
  return (
    det(a, b, c) === 0n &&
    det(d, b, c) + det(a, e, c) + det(a, b, f) === 0n &&
    det(a, e, f) + det(d, b, f) + det(d, e, c) === 0n &&
    det(d, e, f) === 0n
  );
}
