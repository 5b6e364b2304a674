// The in-sphere test in doubled precision: numbers as unevaluated pairs of floats, about 32 digits. It stands between
// the floating-point filter and the exact predicate, which costs twenty times as much: points of spheres, bowls and
// other round shapes are cospherical up to rounding, and pairs tell nearly all of them apart.

const SPLITTER = 134217729; // 2²⁷ + 1: cuts a float into two halves of 26 bits
const REGISTERS = 28;

// Scratch: pairs by register. 0 … 11 hold the differences of coordinates, the others what is made of them.
const high = new Float64Array(REGISTERS);
const low = new Float64Array(REGISTERS);

/** Register r = x[a] − x[b], exactly. */
function setDifference(r: number, x: Float64Array, a: number, b: number): void {
  const p = x[a];
  const q = x[b];
  const s = p - q;
  const back = s - p;
  high[r] = s;
  low[r] = p - (s - back) - (q + back);
}

/** Register r = i · j. Relative error below 7·2⁻¹⁰⁶. */
function multiply(r: number, i: number, j: number): void {
  const a = high[i];
  const b = high[j];
  const p = a * b;
  const sa = SPLITTER * a;
  const a1 = sa - (sa - a);
  const a0 = a - a1;
  const sb = SPLITTER * b;
  const b1 = sb - (sb - b);
  const b0 = b - b1;
  const e = a1 * b1 - p + a1 * b0 + a0 * b1 + a0 * b0 + (a * low[j] + low[i] * b);
  const s = p + e;
  low[r] = e - (s - p);
  high[r] = s;
}

/** Register r = i + sign · j. Relative error below 4·2⁻¹⁰⁶, whatever cancels. */
function add(r: number, i: number, j: number, sign: number): void {
  const a = high[i];
  const b = sign * high[j];
  const c = low[i];
  const d = sign * low[j];
  const s = a + b;
  const sb = s - a;
  const se = a - (s - sb) + (b - sb);
  const t = c + d;
  const tb = t - c;
  const te = c - (t - tb) + (d - tb);
  const e = se + t;
  const u = s + e;
  const f = te + (e - (u - s));
  const v = u + f;
  low[r] = f - (v - u);
  high[r] = v;
}

/** Register r = i·j + sign·k·l; spoils register 27. */
function addProducts(r: number, i: number, j: number, k: number, l: number, sign: number): void {
  multiply(27, k, l);
  multiply(r, i, j);
  add(r, r, 27, sign);
}

/** Register r += sign · i · j; spoils register 27. */
function accumulate(r: number, i: number, j: number, sign: number): void {
  multiply(27, i, j);
  add(r, r, 27, sign);
}

// Every operation errs by less than δ = 2⁻¹⁰³ of its result, and the differences are exact: so, as for the first
// filter in predicates.ts, the determinant errs by less than 16δ of its permanent, which is at most 72·XYZ·M².
const BOUND = 1.2e-28; // 16 · 72 · 2⁻¹⁰³, rounded up

/**
 * Sign of the in-sphere determinant of points at offsets a, b, c, d against e, positive inside for a positive tet;
 * 0 when doubled precision cannot tell.
 */
export function inspherePair(x: Float64Array, a: number, b: number, c: number, d: number, e: number): number {
  for (let k = 0; k < 3; k++) {
    setDifference(k, x, a + k, e + k);
    setDifference(3 + k, x, b + k, e + k);
    setDifference(6 + k, x, c + k, e + k);
    setDifference(9 + k, x, d + k, e + k);
  }
  // Minors of x and y: ab, bc, cd, da, ac, bd.
  addProducts(12, 0, 4, 3, 1, -1);
  addProducts(13, 3, 7, 6, 4, -1);
  addProducts(14, 6, 10, 9, 7, -1);
  addProducts(15, 9, 1, 0, 10, -1);
  addProducts(16, 0, 7, 6, 1, -1);
  addProducts(17, 3, 10, 9, 4, -1);
  // With z: abc, bcd, cda, dab.
  addProducts(18, 2, 13, 5, 16, -1);
  accumulate(18, 8, 12, 1);
  addProducts(19, 5, 14, 8, 17, -1);
  accumulate(19, 11, 13, 1);
  addProducts(20, 8, 15, 11, 16, 1);
  accumulate(20, 2, 14, 1);
  addProducts(21, 11, 12, 2, 17, 1);
  accumulate(21, 5, 15, 1);
  // Squared lengths.
  for (let k = 0; k < 4; k++) {
    addProducts(22 + k, 3 * k, 3 * k, 3 * k + 1, 3 * k + 1, 1);
    accumulate(22 + k, 3 * k + 2, 3 * k + 2, 1);
  }
  addProducts(26, 24, 21, 25, 18, -1);
  accumulate(26, 22, 19, 1);
  accumulate(26, 23, 20, -1);
  let mx = 0;
  let my = 0;
  let mz = 0;
  for (let k = 0; k < 12; k += 3) {
    mx = Math.max(mx, Math.abs(high[k]));
    my = Math.max(my, Math.abs(high[k + 1]));
    mz = Math.max(mz, Math.abs(high[k + 2]));
  }
  const m = Math.max(mx, my, mz);
  const bound = BOUND * mx * my * mz * m * m;
  return high[26] > bound ? 1 : high[26] < -bound ? -1 : 0;
}
