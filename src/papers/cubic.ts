// All places in the unit interval at which a cubic changes its sign.

const STEPS = 60; // of bisection alone reach the last bit; Newton's need 3 or 4
const CLOSE = 1e-13; // of the unit interval
const ends = new Float64Array(2); // scratch: where to look for a root

/**
 * Writes to `out`, in rising order, where c[0] + c[1]·u + c[2]·u² + c[3]·u³ changes between above 0 and not above 0 for
 * u from 0 to 1; returns how many there are, at most 3. Two that are closer together than rounding may count as none.
 * Between its extrema a cubic is monotone, so that no pair of roots hides between equal signs. Allocation-free.
 */
export function solveCubic(out: Float64Array, c: Float64Array): number {
  const c0 = c[0];
  const c1 = c[1];
  const c2 = c[2];
  const c3 = c[3];
  const end = c0 + c1 + c2 + c3;
  // By its Bernstein coefficients: it lies between the least and the greatest of them.
  const b1 = c0 + c1 / 3;
  const b2 = c0 + (2 * c1 + c2) / 3;
  if (c0 > 0 ? b1 > 0 && b2 > 0 && end > 0 : b1 <= 0 && b2 <= 0 && end <= 0) return 0;

  let count = 0;
  let u = 0;
  let value = c0;
  const under = c2 * c2 - 3 * c1 * c3;
  if (under > 0) {
    const q = -(c2 + (c2 < 0 ? -Math.sqrt(under) : Math.sqrt(under)));
    const e0 = q / (3 * c3);
    const e1 = c1 / q;
    for (let k = 0; k < 2; k++) {
      const e = k === 0 ? Math.min(e0, e1) : Math.max(e0, e1);
      if (!(e > u && e < 1)) continue;
      const next = c0 + e * (c1 + e * (c2 + e * c3));
      if (value > 0 !== next > 0) {
        ends[0] = u;
        ends[1] = e;
        findRoot(out, count++, c);
      }
      u = e;
      value = next;
    }
  }
  if (value > 0 !== end > 0) {
    ends[0] = u;
    ends[1] = 1;
    findRoot(out, count++, c);
  }
  return count;
}

/** Writes to out[at] where the cubic is 0 between `ends`, at which it has different signs and is monotone. */
function findRoot(out: Float64Array, at: number, c: Float64Array): void {
  const c0 = c[0];
  const c1 = c[1];
  const c2 = c[2];
  const c3 = c[3];
  let a = ends[0];
  let b = ends[1];
  const fa = c0 + a * (c1 + a * (c2 + a * c3));
  const fb = c0 + b * (c1 + b * (c2 + b * c3));
  const rises = fb > fa;
  let u = a + (b - a) * (fa / (fa - fb));
  for (let k = 0; k < STEPS; k++) {
    if (!(u >= a && u <= b)) u = 0.5 * (a + b);
    const f = c0 + u * (c1 + u * (c2 + u * c3));
    if (f > 0 === rises) b = u;
    else a = u;
    const next = u - f / (c1 + u * (2 * c2 + u * 3 * c3));
    const done = Math.abs(next - u) < CLOSE || b - a < CLOSE;
    if (!done || (next >= a && next <= b)) u = next;
    if (done) break;
  }
  out[at] = u;
}
