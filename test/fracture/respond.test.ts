import { describe, expect, it } from 'vitest';
import { eigenSymmetric } from '../../src/fracture/eigen.ts';
import { setCosSin, setFade, setFifthRoot, setThirdRoot } from '../../src/fracture/modal/arithmetic.ts';
import { COURSE_SIZE, MOMENTS, setCourse } from '../../src/fracture/modal/respond.ts';
import { direction, distinguish, principal } from '../../src/fracture/modal/stress.ts';
import { createRandom, nextFloat } from '../../src/math/random.ts';

/** The slow sibling: q'' + 2 ξ ω q' + ω² q = p π/(2T) sin(πt/T), by small steps of Runge and Kutta. */
function integrate(p: number, omega: number, duration: number, time: number): number {
  const steps = 4000;
  const h = time / steps;
  const force = (t: number) =>
    t < duration ? ((p * Math.PI) / (2 * duration)) * Math.sin((Math.PI * t) / duration) : 0;
  const pull = (t: number, q: number, v: number) => force(t) - 2 * 0.02 * omega * v - omega * omega * q;
  let [q, v] = [0, 0];
  for (let n = 0; n < steps; n++) {
    const t = n * h;
    const [q1, v1] = [v, pull(t, q, v)];
    const [q2, v2] = [v + (h / 2) * v1, pull(t + h / 2, q + (h / 2) * q1, v + (h / 2) * v1)];
    const [q3, v3] = [v + (h / 2) * v2, pull(t + h / 2, q + (h / 2) * q2, v + (h / 2) * v2)];
    const [q4, v4] = [v + h * v3, pull(t + h, q + h * q3, v + h * v3)];
    q += (h / 6) * (q1 + 2 * q2 + 2 * q3 + q4);
    v += (h / 6) * (v1 + 2 * v2 + 2 * v3 + v4);
  }
  return q;
}

describe('a mode under a blow', () => {
  it('swings as the equation of motion says: slow, fast and at resonance, during the blow and after', () => {
    const [out, a] = [new Float64Array(MOMENTS), new Float64Array(COURSE_SIZE)];
    for (const omega of [0.3, 1, Math.PI, 7, 25]) {
      a.set([2, omega, 1, 3]);
      setCourse(out, 0, a);
      for (let m = 0; m < MOMENTS; m += 5) {
        const half = MOMENTS / 2;
        const time = m < half ? (m + 1) / half : 1 + (3 * (m + 1 - half)) / half;
        expect(out[m]).toBeCloseTo(integrate(2, omega, 1, time), 5);
      }
    }
  });

  it('a blow much shorter than a swing is an impulse, a slow one a steady force', () => {
    const [out, a] = [new Float64Array(MOMENTS), new Float64Array(COURSE_SIZE)];
    a.set([3, 1, 1e-4, Math.PI]);
    setCourse(out, 0, a);
    expect(Math.max(...out)).toBeCloseTo(3 * Math.exp((-0.02 * Math.PI) / 2), 2);
    a.set([3, 1000, 1, 1]);
    setCourse(out, 0, a);
    expect(Math.max(...out) * 1e6).toBeCloseTo((3 * Math.PI) / 2, 2);
  });
});

describe('principal stress', () => {
  it('is the largest eigenvalue, with its direction, against Jacobi (seed 3) and where roots are double', () => {
    const random = createRandom(3);
    const tensors = Array.from({ length: 200 }, () =>
      Array.from({ length: 6 }, () => nextFloat(random) - 0.5),
    );
    tensors.push(
      [1, 1, 1, 0, 0, 0],
      [2, 2, -1, 0, 0, 0],
      [-1, -1, 3, 0, 0, 0],
      [0, 0, 0, 0, 0, 0],
      [0, 0, 0, 1, 0, 0],
    );
    const [top, axis, sure] = [new Float64Array(1), new Float64Array(3), new Float64Array(1)];
    for (const [x, y, z, xy, yz, zx] of tensors) {
      const s = Float64Array.of(x, y, z, xy, yz, zx);
      const full = Float64Array.of(x, xy, zx, xy, y, yz, zx, yz, z);
      const eigen = full.slice();
      eigenSymmetric(eigen, new Float64Array(9), 3);
      principal(top, 0, s, 0);
      expect(top[0]).toBeCloseTo(Math.max(eigen[0], eigen[4], eigen[8]), 6);
      const [first, second] = [eigen[0], eigen[4], eigen[8]].sort((a, b) => b - a);
      distinguish(sure, 0, s, 0, top[0]);
      const apart = first > 0 ? Math.min(1, (first - second) / first) : 0;
      if (first > 0.01 || first <= 0) expect(sure[0]).toBeCloseTo(apart, 3);
      direction(axis, 0, s, 0, top[0]);
      expect(Math.hypot(...axis)).toBeCloseTo(1, 9);
      for (let r = 0; r < 3; r++) {
        const image = full[3 * r] * axis[0] + full[3 * r + 1] * axis[1] + full[3 * r + 2] * axis[2];
        expect(image).toBeCloseTo(top[0] * axis[r], 5);
      }
    }
  });
});

describe('arithmetic in place', () => {
  it('turns, fades and roots are those of Math', () => {
    const a = new Float64Array(2);
    for (const x of [0, 1e-9, 0.03, -0.5, 1, 3.2, -40, 900]) {
      a[0] = x;
      setCosSin(a, 0);
      expect(Math.abs(a[0] - Math.cos(x))).toBeLessThan(1e-12);
      expect(Math.abs(a[1] - Math.sin(x))).toBeLessThan(1e-12);
    }
    for (const x of [0, 1e-9, 0.05, 0.7, 12, 800]) {
      a[0] = x;
      setFade(a, 0);
      expect(a[0]).toBeCloseTo(Math.exp(-x), 13);
    }
    for (const x of [0, 1e-30, 1e-12, 1e-3, 0.5, 1, 27, 1e9, 1e20]) {
      a[0] = x;
      setThirdRoot(a, 0);
      expect(a[0]).toBeCloseTo(Math.cbrt(x), 12 - Math.max(0, Math.log10(x + 1)));
      a[0] = x;
      setFifthRoot(a, 0);
      expect(a[0] ** 5 / x || 1).toBeCloseTo(1, 10);
    }
  });
});
