// Elementary functions that give the same bits in every engine: only + − × ÷ √, rounding and the bits of a
// double are used, where Math.sin and its kin may differ in the last place from one engine to the next.
// Method throughout: reduce the argument exactly, sum a Taylor series whose first omitted term is below 2⁻⁵⁵
// of the result, put the parts back together with their rounding errors. Errors stay below 2 units in the last place.

export const PI = Math.PI;
export const TWO_PI = 2 * Math.PI;
export const HALF_PI = 0.5 * Math.PI;

const PI_TAIL = 1.2246467991473532e-16; // π − PI
const HALF_PI_TAIL = 6.123233995736766e-17;

// π/2 in three parts; the first two have 33 bits, so that n times them is exact for n < 2²⁰.
const QUARTER_1 = 1.5707963267341256;
const QUARTER_2 = 6.077100506303966e-11;
const QUARTER_3 = 2.0222662487959506e-21;
const QUARTERS_PER_UNIT = 0.6366197723675814; // 2/π
const REDUCE_LIMIT = 1.6e6; // x up to here gives n < 2²⁰

// ln 2 in two parts; the first has 32 bits, so that an exponent times it is exact.
const LN2_HEAD = 0.6931471803691238;
const LN2_TAIL = 1.9082149292705877e-10;
const LN2_INVERSE = Math.LOG2E;

// atan(k/8), k = 0 to 8: the nearest double and what it lacks.
const ATAN_HEAD = Float64Array.of(
  0,
  0.12435499454676144,
  0.24497866312686414,
  0.35877067027057225,
  0.4636476090008061,
  0.5585993153435624,
  0.6435011087932844,
  0.7188299996216245,
  0.7853981633974483,
);
const ATAN_TAIL = Float64Array.of(
  0,
  -3.1253241424539383e-18,
  1.0698755618734451e-17,
  -2.4623815582638635e-17,
  2.2698777452961687e-17,
  -5.4556305485916264e-18,
  1.5834785051444286e-17,
  -2.1478388444456983e-17,
  3.061616997868383e-17,
);

// The Taylor series, without their first terms.
const SINE = reciprocals([-6, 120, -5040, 362880, -39916800, 6227020800, -1307674368000, 355687428096000]);
const COSINE = reciprocals([24, -720, 40320, -3628800, 479001600, -87178291200, 20922789888000]);
const EXP = reciprocals([6, 24, 120, 720, 5040, 40320, 362880, 3628800, 39916800, 479001600, 6227020800]);
const ATAN = reciprocals([-3, 5, -7, 9, -11, 13, -15]);
const ATANH = reciprocals([2.5, 3.5, 4.5, 5.5, 6.5, 7.5, 8.5, 9.5, 10.5, 11.5]); // of 2 atanh(s), from 2/5 s⁵ on

function reciprocals(divisors: number[]): Float64Array {
  return Float64Array.from(divisors, (d) => 1 / d);
}

const float = new Float64Array(1); // scratch: a double whose bits are read or made
const bits = new Uint32Array(float.buffer); // its low and high word (every engine in use is little-endian)
const pair = new Float64Array(2); // scratch: an unevaluated sum of two doubles

/** Writes x − n·π/2 to `pair`, in [−π/4, π/4], and returns n mod 4. */
function reduceQuarter(x: number): number {
  // Beyond the limit the remainder is exact but the period is not: bounded, and good to about an ulp of x.
  if (Math.abs(x) > REDUCE_LIMIT) x %= TWO_PI;
  const n = Math.round(x * QUARTERS_PER_UNIT);
  const a = x - n * QUARTER_1; // exact: the product is, and the two are close
  const b = n * QUARTER_2;
  const c = a - b;
  // What the subtraction lost (Knuth's two-sum), and the last part of π/2.
  const t = c - a;
  const lost = a - (c - t) - (b + t);
  const tail = lost - n * QUARTER_3;
  const head = c + tail;
  pair[0] = head;
  pair[1] = c - head + tail;
  return ((n % 4) + 4) % 4;
}

/** Sums c₀ + c₁z + c₂z² + …, from the last term up. */
function sumSeries(coefficient: Float64Array, z: number): number {
  let sum = 0;
  for (let i = coefficient.length - 1; i >= 0; i--) sum = sum * z + coefficient[i];
  return sum;
}

/** sin(r + tail) for |r| ≤ π/4. */
function sineNearZero(r: number, tail: number): number {
  const z = r * r;
  const p = sumSeries(SINE, z);
  return r + (r * z * p + tail * (1 - 0.5 * z));
}

/** cos(r + tail) for |r| ≤ π/4. */
function cosineNearZero(r: number, tail: number): number {
  const z = r * r;
  const p = sumSeries(COSINE, z);
  const half = 0.5 * z;
  const head = 1 - half;
  return head + (1 - head - half + (z * z * p - r * tail));
}

/** Sine; within 2 ulp for |x| up to 1.6e6, where the exact reduction ends. */
export function sin(x: number): number {
  if (x === 0 || !(Math.abs(x) < Infinity)) return x === 0 ? x : Number.NaN;
  const quarter = reduceQuarter(x);
  const value = (quarter & 1) === 0 ? sineNearZero(pair[0], pair[1]) : cosineNearZero(pair[0], pair[1]);
  return quarter < 2 ? value : -value;
}

/** Cosine; within 2 ulp for |x| up to 1.6e6. */
export function cos(x: number): number {
  if (!(Math.abs(x) < Infinity)) return Number.NaN;
  const quarter = reduceQuarter(x);
  const value = (quarter & 1) === 0 ? cosineNearZero(pair[0], pair[1]) : sineNearZero(pair[0], pair[1]);
  return quarter === 1 || quarter === 2 ? -value : value;
}

/** Writes atan(q), 0 ≤ q ≤ 1, to `pair` as head + tail. */
function atanUnit(q: number): void {
  const k = Math.round(8 * q);
  const c = k / 8;
  const t = (q - c) / (1 + q * c); // |t| ≤ 1/16
  const z = t * t;
  const p = sumSeries(ATAN, z);
  pair[0] = ATAN_HEAD[k];
  pair[1] = ATAN_TAIL[k] + t * z * p + t;
}

/** The angle of the vector (x, y) in [−π, π], with the signs and special values of Math.atan2. */
export function atan2(y: number, x: number): number {
  if (Number.isNaN(x) || Number.isNaN(y)) return Number.NaN;
  const ay = Math.abs(y);
  const ax = Math.abs(x);
  const steep = ay > ax;
  const large = steep ? ay : ax;
  const small = steep ? ax : ay;
  atanUnit(large === 0 ? 0 : small === large ? 1 : small / large);
  const left = x < 0 || Object.is(x, -0);
  let angle: number;
  if (steep) {
    // The y axis, less or plus the angle from it.
    angle = left
      ? HALF_PI + pair[0] + (HALF_PI_TAIL + pair[1] + twoSumTail(HALF_PI, pair[0]))
      : HALF_PI - pair[0] + (HALF_PI_TAIL - pair[1] + twoSumTail(HALF_PI, -pair[0]));
  } else {
    angle = left ? PI - pair[0] + (PI_TAIL - pair[1] + twoSumTail(PI, -pair[0])) : pair[0] + pair[1];
  }
  return y < 0 || Object.is(y, -0) ? -angle : angle;
}

/** What a + b loses to rounding. */
function twoSumTail(a: number, b: number): number {
  const s = a + b;
  const t = s - a;
  return a - (s - t) + (b - t);
}

/** The arc cosine in [0, π]; NaN outside [−1, 1]. */
export function acos(x: number): number {
  return atan2(Math.sqrt((1 - x) * (1 + x)), x);
}

/** The arc sine in [−π/2, π/2]; NaN outside [−1, 1]. */
export function asin(x: number): number {
  return atan2(x, Math.sqrt((1 - x) * (1 + x)));
}

/** 2ⁿ for −1022 ≤ n ≤ 1023. */
function powerOfTwo(n: number): number {
  bits[0] = 0;
  bits[1] = (n + 1023) << 20;
  return float[0];
}

/** exp(head + tail), where |tail| is small beside 1. */
function expSum(head: number, tail: number): number {
  if (head > 709.8) return Infinity;
  if (head < -745.2) return 0;
  const n = Math.round(head * LN2_INVERSE);
  const a = head - n * LN2_HEAD; // exact
  const b = n * LN2_TAIL - tail;
  const r = a - b;
  const lost = a - r - b;
  const z = r * r;
  const p = sumSeries(EXP, r);
  const value = 1 + (r + (lost + z * (0.5 + r * p)));
  // Two factors, so that neither overflows and a subnormal result is rounded once.
  const half = Math.floor(n / 2);
  return value * powerOfTwo(half) * powerOfTwo(n - half);
}

/** e to the power x; within 2 ulp. */
export function exp(x: number): number {
  return Number.isNaN(x) ? x : expSum(x, 0);
}

/** Splits a positive finite x as 2ᵏ·m, m in [√½, √2): leaves m in `float[0]` and returns k. */
function splitExponent(x: number): number {
  let k = 0;
  float[0] = x;
  if (x < 2.2250738585072014e-308) {
    float[0] = x * 18014398509481984; // 2⁵⁴: out of the subnormals
    k = -54;
  }
  k += (bits[1] >>> 20) - 1023;
  bits[1] = (bits[1] & 0xfffff) | (1023 << 20); // m in [1, 2)
  if (float[0] > Math.SQRT2) {
    float[0] *= 0.5;
    k++;
  }
  return k;
}

/** The natural logarithm; within 2 ulp. NaN below zero, −Infinity at zero. */
export function log(x: number): number {
  if (!(x > 0 && x < Infinity)) return x === 0 ? -Infinity : x === Infinity ? x : Number.NaN;
  const k = splitExponent(x);
  // log(1 + f) = 2 atanh(s), s = f/(2 + f), and 2s = f − s·f.
  const f = float[0] - 1;
  const s = f / (2 + f);
  const z = s * s;
  const series = z * (2 / 3 + z * sumSeries(ATANH, z));
  return k * LN2_HEAD + (f - (s * (f - series) - k * LN2_TAIL));
}

/** Writes a·b to `pair` as head + tail, exactly (Dekker's product; |a|, |b| far from overflow). */
function twoProduct(a: number, b: number): void {
  const wideA = 134217729 * a; // 2²⁷ + 1 splits a double in halves of 26 bits
  const a1 = wideA - (wideA - a);
  const a2 = a - a1;
  const wideB = 134217729 * b;
  const b1 = wideB - (wideB - b);
  const b2 = b - b1;
  const head = a * b;
  pair[0] = head;
  pair[1] = a2 * b2 - (head - a1 * b1 - a2 * b1 - a1 * b2);
}

/** Writes log x to `pair` as head + tail, good to about 2⁻⁶⁵ of itself; x positive and finite. */
function logPair(x: number): void {
  const k = splitExponent(x);
  const f = float[0] - 1;
  const d = 2 + f;
  const s = f / d;
  twoProduct(s, d);
  const sTail = (f - pair[0] - pair[1] - s * (f - (d - 2))) / d;
  // s³ with its rounding error, for the 2/3 s³ term; the rest is small enough for one double.
  twoProduct(s, s);
  const z = pair[0];
  const zTail = pair[1] + 2 * s * sTail;
  twoProduct(z, s);
  const cube = pair[0];
  const cubeTail = pair[1] + zTail * s + z * sTail;
  twoProduct(cube, 2 / 3);
  const third = pair[0];
  const rest = pair[1] + (cubeTail * 2) / 3 + cube * 3.700743415417188e-17 + cube * z * sumSeries(ATANH, z);
  // Sum from the largest part down; each addition keeps what it loses.
  const a = k * LN2_HEAD;
  const ab = a + 2 * s;
  const abTail = twoSumTail(a, 2 * s);
  const abc = ab + third;
  const abcTail = twoSumTail(ab, third);
  const b = k * LN2_TAIL;
  const head = abc + b;
  const tail = twoSumTail(abc, b) + (abTail + abcTail + (2 * sTail + rest + k * 1.1612227229362532e-26));
  pair[0] = head + tail;
  pair[1] = head - pair[0] + tail;
}

/** x to the power y, with the special values of Math.pow; within 2 ulp where the result is a normal number. */
export function pow(x: number, y: number): number {
  if (y === 0) return 1;
  if (Number.isNaN(x) || Number.isNaN(y)) return Number.NaN;
  const ax = Math.abs(x);
  if (Math.abs(y) === Infinity) {
    if (ax === 1) return Number.NaN;
    return ax > 1 === y > 0 ? Infinity : 0;
  }
  const whole = Math.floor(y) === y;
  const odd = whole && Math.abs(y % 2) === 1;
  const negative = x < 0 || Object.is(x, -0);
  if (ax === 0 || ax === Infinity) {
    const size = (ax === 0) === y > 0 ? 0 : Infinity;
    return negative && odd ? -size : size;
  }
  if (negative && !whole) return Number.NaN;
  if (ax === 1) return negative && odd ? -1 : 1;
  logPair(ax);
  const head = pair[0];
  const tail = pair[1];
  const rough = y * head;
  let size: number;
  if (rough > 720) size = Infinity;
  else if (rough < -760) size = 0;
  else {
    twoProduct(y, head); // |y| < 1e19 here, since |log x| ≥ 2⁻⁵³: no overflow within
    size = expSum(pair[0], pair[1] + y * tail);
  }
  return negative && odd ? -size : size;
}
