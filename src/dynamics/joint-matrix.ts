// Small symmetric positive matrices, of up to 6 × 6, by rows of six.

/** Numbers that a matrix takes, whatever its size. */
export const MATRIX_SIZE = 36;
const ROW = 6;

/** Inverts the n × n matrix at m[at…] in place, by sweeps; it needs no pivoting, being positive. */
export function invertMatrix(m: Float64Array, at: number, n: number): void {
  for (let k = 0; k < n; k++) {
    const row = at + ROW * k;
    const pivot = 1 / m[row + k];
    for (let i = 0; i < n; i++) {
      if (i === k) continue;
      const scale = m[at + ROW * i + k] * pivot;
      for (let j = 0; j < n; j++) if (j !== k) m[at + ROW * i + j] -= scale * m[row + j];
    }
    for (let i = 0; i < n; i++) {
      m[row + i] *= pivot;
      m[at + ROW * i + k] = m[row + i];
    }
    m[row + k] = -pivot;
  }
  for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) m[at + ROW * i + j] = -m[at + ROW * i + j];
}

/** Writes the n × n matrix at m[at…] times x[from…] to out[to…]; they must not be the same place. */
export function multiplyMatrix(
  out: Float64Array,
  to: number,
  m: Float64Array,
  at: number,
  n: number,
  x: Float64Array,
  from: number,
): void {
  for (let i = 0; i < n; i++) {
    const row = at + ROW * i;
    let sum = 0;
    for (let j = 0; j < n; j++) sum += m[row + j] * x[from + j];
    out[to + i] = sum;
  }
}
