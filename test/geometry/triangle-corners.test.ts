import { describe, expect, it } from 'vitest';
import { CORNERS, intersectCorners } from '../../src/geometry/triangle-corners.ts';
import { intersectTriangles } from '../../src/geometry/triangle-triangle.ts';
import { createRandom, nextFloat, nextUint } from '../../src/math/random.ts';
import { findGarbage } from '../support/allocation.ts';

describe('intersectCorners says what intersectTriangles says', () => {
  const random = createRandom(41);
  const kinds: [string, () => number, number][] = [
    ['of a lattice of 2', () => nextUint(random) % 2, 4000],
    ['of a lattice of 3', () => nextUint(random) % 3, 8000],
    ['of a lattice of 6', () => nextUint(random) % 6, 8000],
    ['anywhere', () => nextFloat(random), 20000],
    ['that are almost flat', () => (nextUint(random) % 3) + 1e-16 * nextFloat(random), 8000],
    ['very small', () => 1e-80 * nextFloat(random), 2000],
    ['very large', () => 1e80 * nextFloat(random), 2000],
  ];
  for (const [name, number, draws] of kinds) {
    it(`triangles ${name}, seed 41`, () => {
      let hits = 0;
      let wrong = 0;
      const a = new Float64Array(9);
      const b = new Float64Array(3 + CORNERS);
      for (let i = 0; i < draws; i++) {
        for (let k = 0; k < 9; k++) {
          a[k] = number();
          b[3 + k] = number();
        }
        const want = intersectTriangles(a, 2, 0, 1, b, 1, 2, 3);
        if (want) hits++;
        b[3 + CORNERS - 1] = -1;
        if (intersectCorners(a, 6, 0, 3, b, 3) !== want) wrong++;
      }
      expect(wrong).toBe(0);
      expect(hits).toBeGreaterThan(draws / 20);
      expect(hits).toBeLessThan(draws);
    });
  }

  it('allocates nothing', () => {
    const corners = Float64Array.from({ length: 100 * CORNERS }, () => nextFloat(random));
    for (let i = 0; i < 100; i++) corners[CORNERS * i + CORNERS - 1] = -1;
    let hits = 0;
    const job = () => {
      for (let i = 0; i < 10000; i++) {
        const s = CORNERS * (i % 100);
        if (intersectCorners(corners, s, s + 3, s + 6, corners, CORNERS * ((7 * i + 1) % 100))) hits++;
      }
    };
    expect(findGarbage(10000, job)).toEqual([]);
    expect(hits).toBeGreaterThan(0);
  });
});
