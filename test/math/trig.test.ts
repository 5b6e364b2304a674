import { describe, expect, it } from 'vitest';
import { createRandom, nextFloat } from '../../src/math/random.ts';
import { acos, asin, atan2, cos, exp, HALF_PI, log, PI, pow, sin, TWO_PI } from '../../src/math/trig.ts';

/** The largest relative difference from `expected`; Infinity when one of the two is not a number. */
function worstError(
  actual: (x: number, y: number) => number,
  expected: (x: number, y: number) => number,
  draw: () => [number, number],
): number {
  let worst = 0;
  for (let i = 0; i < 20000; i++) {
    const [x, y] = draw();
    const want = expected(x, y);
    const got = actual(x, y);
    if (got === want) continue;
    const error = Math.abs(got - want) / Math.abs(want);
    if (Number.isNaN(error)) return Infinity;
    worst = Math.max(worst, error);
  }
  return worst;
}

describe('trig against the engine, random seed 7', () => {
  const random = createRandom(7);
  const signed = () => 2 * nextFloat(random) - 1;
  const wide = (lo: number, hi: number) => signed() * 10 ** (lo + (hi - lo) * nextFloat(random));

  it('sin and cos up to 1e5', () => {
    expect(worstError(sin, Math.sin, () => [wide(-8, 5), 0])).toBeLessThan(1e-15);
    expect(worstError(cos, Math.cos, () => [wide(-8, 5), 0])).toBeLessThan(1e-15);
  });

  it('sin and cos keep relative accuracy beside the multiples of π/2', () => {
    const near = (): [number, number] => [Math.floor(60000 * nextFloat(random)) * HALF_PI, 0];
    expect(worstError(sin, Math.sin, near)).toBeLessThan(1e-15);
    expect(worstError(cos, Math.cos, near)).toBeLessThan(1e-15);
  });

  it('sin and cos stay bounded and close beyond the exact reduction', () => {
    const error = (x: number) => Math.abs(sin(x) - Math.sin(x)) + Math.abs(cos(x) - Math.cos(x));
    expect(error(1e9)).toBeLessThan(1e-6);
    for (const x of [1e15, 1e100, 1.7e308]) {
      expect(Math.abs(sin(x))).toBeLessThanOrEqual(1);
      expect(sin(x) ** 2 + cos(x) ** 2).toBeCloseTo(1, 12);
    }
  });

  it('atan2, acos and asin', () => {
    expect(worstError(atan2, Math.atan2, () => [wide(-6, 6), wide(-6, 6)])).toBeLessThan(1e-15);
    expect(worstError(acos, Math.acos, () => [signed(), 0])).toBeLessThan(1e-15);
    expect(worstError(asin, Math.asin, () => [signed(), 0])).toBeLessThan(1e-15);
    // Near ±1 the angle is the root of a small number; its relative accuracy must hold there too.
    expect(worstError(acos, Math.acos, () => [1 - Math.abs(wide(-14, -2)), 0])).toBeLessThan(1e-15);
  });

  it('exp, log and pow', () => {
    expect(worstError(exp, Math.exp, () => [wide(-6, 2.84), 0])).toBeLessThan(1e-15);
    expect(worstError(log, Math.log, () => [Math.abs(wide(-300, 300)), 0])).toBeLessThan(1e-15);
    expect(worstError(log, Math.log, () => [1 + wide(-9, -0.5), 0])).toBeLessThan(1e-15);
    expect(worstError(pow, Math.pow, () => [Math.abs(wide(-80, 80)), 3.5 * signed()])).toBeLessThan(1e-15);
    // The engine's own pow is off by more than an ulp at large exponents in places.
    expect(worstError(pow, Math.pow, () => [1 + wide(-3, -0.3), 250 * signed()])).toBeLessThan(1.5e-15);
  });
});

describe('trig at special values', () => {
  it('has the right constants', () => {
    expect([PI, TWO_PI, HALF_PI]).toEqual([Math.PI, 2 * Math.PI, Math.PI / 2]);
  });

  it('sin, cos, exp and log', () => {
    for (const x of [0, -0, Infinity, -Infinity, Number.NaN]) {
      expect(sin(x)).toBe(Math.sin(x));
      expect(cos(x)).toBe(Math.cos(x));
      expect(exp(x)).toBe(Math.exp(x));
      expect(log(x)).toBe(Math.log(x));
    }
    expect(exp(709.7)).toBeCloseTo(Math.exp(709.7), -294);
    expect(exp(710)).toBe(Infinity);
    expect(exp(-740)).toBe(Math.exp(-740));
    expect(exp(-746)).toBe(0);
    expect(log(1)).toBe(0);
    expect(log(-1)).toBeNaN();
    expect(log(5e-324)).toBeCloseTo(Math.log(5e-324), 12);
  });

  it('atan2 in every direction, and at infinity', () => {
    const values = [0, -0, 1, -1, 3, -3, 1e-320, Infinity, -Infinity];
    for (const y of values) {
      for (const x of values) {
        if (Math.abs(Math.atan2(y, x)) < 1e-300) expect(Object.is(atan2(y, x), Math.atan2(y, x))).toBe(true);
        else expect(atan2(y, x)).toBeCloseTo(Math.atan2(y, x), 14);
      }
    }
    expect(atan2(Number.NaN, 1)).toBeNaN();
    expect(atan2(1, Number.NaN)).toBeNaN();
    expect(acos(1)).toBe(0);
    expect(acos(-1)).toBe(Math.PI);
    expect(acos(1.0001)).toBeNaN();
    expect(asin(1)).toBe(Math.PI / 2);
  });

  it('pow as the standard says', () => {
    const values = [0, -0, 1, -1, 2, -2, 3, 0.5, -0.5, 1e300, Infinity, -Infinity, Number.NaN];
    for (const x of values) {
      for (const y of values) {
        const want = x ** y;
        if (Number.isNaN(want)) expect(pow(x, y)).toBeNaN();
        else expect(Object.is(pow(x, y), want) || Math.abs(pow(x, y) / want - 1) < 1e-15).toBe(true);
      }
    }
    for (let n = -40; n <= 40; n++) expect(pow(2, n)).toBe(2 ** n);
  });
});

describe('trig is deterministic', () => {
  it('gives the pinned bits for 1,000 arguments', () => {
    const random = createRandom(11);
    const results: number[] = [];
    for (let i = 0; i < 125; i++) {
      const a = 200 * nextFloat(random) - 100;
      const b = 2 * nextFloat(random) - 1;
      results.push(sin(a), cos(a), acos(b), asin(b), atan2(b, a), exp(b * 50), log(a * a), pow(a * a, b));
    }
    let hash = 0x811c9dc5; // FNV-1a over the bytes
    for (const byte of new Uint8Array(Float64Array.from(results).buffer)) {
      hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
    }
    expect(results.length).toBe(1000);
    expect(hash).toBe(2001579980);
  });
});
