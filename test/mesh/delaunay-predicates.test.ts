import { describe, expect, it } from 'vitest';
import { orientSign } from '../../src/geometry/orientation.ts';
import { orientWhole } from '../../src/geometry/orientation-whole.ts';
import { createRandom, nextFloat } from '../../src/math/random.ts';
import { inspherePair } from '../../src/mesh/delaunay/insphere-pair.ts';
import { inspherePerturbed, insphereSign } from '../../src/mesh/delaunay/predicates.ts';

// The oracle: coordinates scaled by 2⁶⁰ to integers, determinants in BigInt.
const exact = (v: number): bigint => {
  const scaled = v * 2 ** 60;
  if (!Number.isInteger(scaled)) throw new Error(`the oracle cannot take ${v}`);
  return BigInt(scaled);
};

const sub = (a: bigint[], b: bigint[]) => a.map((v, i) => v - b[i]);
const det3 = (a: bigint[], b: bigint[], c: bigint[]) =>
  a[0] * (b[1] * c[2] - b[2] * c[1]) +
  a[1] * (b[2] * c[0] - b[0] * c[2]) +
  a[2] * (b[0] * c[1] - b[1] * c[0]);
const sign = (v: bigint) => (v > 0n ? 1 : v < 0n ? -1 : 0);

function exactPoints(x: ArrayLike<number>): bigint[][] {
  return Array.from({ length: x.length / 3 }, (_, p) => [0, 1, 2].map((i) => exact(x[3 * p + i])));
}

const slowOrient = ([a, b, c, d]: bigint[][]) => sign(det3(sub(b, a), sub(c, a), sub(d, a)));

/** Lifts by |x|² and takes the 4×4 determinant: positive inside for a positive tet. */
function slowInsphere([a, b, c, d, e]: bigint[][]): number {
  const rows = [a, b, c, d].map((p) => sub(p, e));
  const lift = rows.map((r) => r[0] * r[0] + r[1] * r[1] + r[2] * r[2]);
  let det = 0n;
  for (let i = 0; i < 4; i++) {
    const [p, q, r] = rows.filter((_, j) => j !== i);
    det += (i % 2 === 0 ? 1n : -1n) * lift[i] * det3(p, q, r);
  }
  return sign(det);
}

const unit = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1];

describe('orientSign', () => {
  it('is positive for a positive tet, as TetMesh has it', () => {
    expect(orientSign(Float64Array.from(unit), 0, 1, 2, 3)).toBe(1);
    expect(orientSign(Float64Array.from(unit), 1, 0, 2, 3)).toBe(-1);
    expect(orientSign(Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0), 0, 1, 2, 3)).toBe(0);
  });

  it('equals the exact sign on 4,000 random and nearly coplanar tets, seed 11', () => {
    const random = createRandom(11);
    const seen = new Map<number, number>();
    for (let n = 0; n < 4000; n++) {
      const x = new Float64Array(12);
      const step = n % 2 === 0 ? 2 ** -20 : 2 ** -2; // fine grid: random; coarse grid: often coplanar
      for (let i = 0; i < 12; i++) x[i] = Math.round((nextFloat(random) - 0.5) / step) * step;
      if (n % 4 === 0) {
        // The fourth point almost in the plane of the others.
        const [u, v] = [nextFloat(random), nextFloat(random)];
        for (let i = 0; i < 3; i++) {
          const at = x[i] + u * (x[3 + i] - x[i]) + v * (x[6 + i] - x[i]);
          x[9 + i] = Math.round(at * 2 ** 52) / 2 ** 52;
        }
      }
      const s = orientSign(x, 0, 1, 2, 3);
      expect(s).toBe(slowOrient(exactPoints(x)));
      expect(orientWhole(x, 0, 1, 2, 3)).toBe(s);
      seen.set(s, (seen.get(s) ?? 0) + 1);
    }
    for (const s of [-1, 0, 1]) expect(seen.get(s)).toBeGreaterThan(100);
  });
});

describe('orientWhole', () => {
  it('takes doubles of any size, where products leave their range', () => {
    const tiny = 2 ** -1074;
    const flat = Float64Array.of(0, 0, 0, tiny, 0, 0, 0, tiny, 0, 0, 0, -tiny);
    expect(orientWhole(flat, 0, 1, 2, 3)).toBe(-1);
    expect(orientWhole(flat, 1, 0, 2, 3)).toBe(1);
    const wide = Float64Array.of(1e300, 0, 0, 0, 1e300, 0, 0, 0, 1e300, 1e300 / 4, 1e300 / 4, 1e300 / 2);
    expect(orientWhole(wide, 0, 1, 2, 3)).toBe(0);
    wide[9] += 2 ** 942; // one in its last place
    expect(orientWhole(wide, 0, 1, 2, 3)).toBe(1);
    wide[9] -= 2 ** 943;
    expect(orientWhole(wide, 0, 1, 2, 3)).toBe(-1);
  });
});

describe('insphereSign', () => {
  it('is positive inside the sphere of a positive tet', () => {
    expect(insphereSign(Float64Array.of(...unit, 0.5, 0.5, 0.5), 0, 1, 2, 3, 4)).toBe(1);
    expect(insphereSign(Float64Array.of(...unit, 2, 2, 2), 0, 1, 2, 3, 4)).toBe(-1);
    expect(insphereSign(Float64Array.of(...unit, 1, 1, 1), 0, 1, 2, 3, 4)).toBe(0);
  });

  it('equals the exact sign on 4,000 random, gridded and nearly cospherical sets, seed 12', () => {
    const random = createRandom(12);
    const seen = new Map<number, number>();
    for (let n = 0; n < 4000; n++) {
      const x = new Float64Array(15);
      const step = n % 2 === 0 ? 2 ** -20 : 2 ** -1;
      for (let i = 0; i < 15; i++) x[i] = Math.round((nextFloat(random) - 0.5) / step) * step;
      if (n % 4 === 0) {
        for (let p = 0; p < 5; p++) {
          const r = Math.hypot(x[3 * p], x[3 * p + 1], x[3 * p + 2]);
          for (let i = 0; i < 3; i++) x[3 * p + i] = Math.round((x[3 * p + i] / r) * 2 ** 51) / 2 ** 51;
        }
      }
      const points = exactPoints(x);
      if (slowOrient(points) <= 0) continue;
      const s = insphereSign(x, 0, 1, 2, 3, 4);
      expect(s).toBe(slowInsphere(points));
      seen.set(s, (seen.get(s) ?? 0) + 1);
    }
    for (const s of [-1, 0, 1]) expect(seen.get(s)).toBeGreaterThan(50);
  });
});

describe('inspherePair', () => {
  it('is never wrong, and decides nearly all sets that are cospherical up to rounding, seed 14', () => {
    const random = createRandom(14);
    let decided = 0;
    let asked = 0;
    for (let n = 0; n < 3000; n++) {
      const x = new Float64Array(15);
      for (let p = 0; p < 5; p++) {
        const v = [0, 1, 2].map(() => nextFloat(random) - 0.5);
        const r = Math.hypot(...v);
        // On a sphere about the origin; every third set far from it, with a few digits left.
        for (let i = 0; i < 3; i++)
          x[3 * p + i] = Math.round(((v[i] / r) * (1 / 1024) + (n % 3 === 0 ? 0.75 : 0)) * 2 ** 52) / 2 ** 52;
      }
      const points = exactPoints(x);
      if (slowOrient(points) <= 0) continue;
      const pair = inspherePair(x, 0, 3, 6, 9, 12);
      asked++;
      if (pair === 0) continue;
      decided++;
      expect(pair).toBe(slowInsphere(points));
    }
    expect(asked).toBeGreaterThan(1000);
    expect(decided).toBeGreaterThan(0.95 * asked);
  });

  it('says nothing where five points are exactly cospherical', () => {
    expect(inspherePair(Float64Array.of(...unit, 1, 1, 1), 0, 3, 6, 9, 12)).toBe(0);
  });
});

describe('inspherePerturbed', () => {
  it('decides every cospherical set as points raised by an exact small amount would, seed 13', () => {
    // Raise the lifted points by 2⁻⁸⁰, 2⁻¹⁶⁰, …, the last in the order of x, y, z by most: far below any
    // difference that coordinates from a coarse grid can make, yet exact in BigInt.
    const random = createRandom(13);
    const K = 2n ** 400n;
    let tested = 0;
    for (let n = 0; n < 6000; n++) {
      const x = new Float64Array(15);
      for (let i = 0; i < 15; i++) x[i] = Math.round(nextFloat(random) * 2);
      const points = Array.from({ length: 5 }, (_, p) => [0, 1, 2].map((i) => BigInt(x[3 * p + i])));
      if (slowOrient(points) <= 0 || slowInsphere(points) !== 0) continue;
      const order = [0, 1, 2, 3, 4].sort(
        (p, q) => x[3 * q] - x[3 * p] || x[3 * q + 1] - x[3 * p + 1] || x[3 * q + 2] - x[3 * p + 2],
      );
      const place = points.map((p) => p.join());
      if (new Set(place).size < 5) continue;
      const lift = points.map(
        (p, i) => K * (p[0] * p[0] + p[1] * p[1] + p[2] * p[2]) + 2n ** BigInt(80 * (4 - order.indexOf(i))),
      );
      // det of rows (p − e, lift(p) − lift(e)): the perturbed in-sphere determinant
      let det = 0n;
      for (let i = 0; i < 4; i++) {
        const [p, q, r] = [0, 1, 2, 3].filter((j) => j !== i).map((j) => sub(points[j], points[4]));
        det += (i % 2 === 0 ? 1n : -1n) * (lift[i] - lift[4]) * det3(p, q, r);
      }
      expect(inspherePerturbed(x, 0, 1, 2, 3, 4)).toBe(sign(det));
      expect(sign(det)).not.toBe(0);
      tested++;
    }
    expect(tested).toBeGreaterThan(100);
  });
});
