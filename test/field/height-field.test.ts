// Heights as ground: against all triangles in turn, sides, proofs, bad input.

import { describe, expect, it } from 'vitest';
import { CLEAR, NEAR } from '../../src/field/answer.ts';
import { buildHeightField, type HeightField, setTriangle } from '../../src/field/height-field.ts';
import { measureHeights } from '../../src/field/measure-heights.ts';
import { closestPointTriangle } from '../../src/geometry/point-triangle.ts';
import { createRandom, nextFloat } from '../../src/math/random.ts';
import { findGarbage } from '../support/allocation.ts';

function createGround(rows: number, columns: number, seed: number, rough: number): HeightField {
  const random = createRandom(seed);
  const heights = Array.from({ length: rows * columns }, () => rough * nextFloat(random));
  return buildHeightField({ rows, columns, heights, cellX: 0.2, cellZ: 0.3 });
}

const GROUNDS: Record<string, HeightField> = {
  'one cell': createGround(2, 2, 1, 0.3),
  'a row of cells': createGround(2, 9, 2, 0.5),
  flat: createGround(7, 7, 3, 0),
  rough: createGround(9, 12, 4, 0.3),
  spikes: createGround(13, 6, 5, 3),
};

const out = new Float64Array(4);
const p = new Float64Array(3);
const ZERO = new Float64Array(2);

/** Distance to the closest of all triangles. */
function bruteDistance(field: HeightField): number {
  const face = new Float64Array(12);
  const hit = new Float64Array(4);
  let least = Infinity;
  for (let r = 0; r < field.rows - 1; r++) {
    for (let c = 0; c < field.columns - 1; c++) {
      for (let half = 0; half < 2; half++) {
        setTriangle(face, field, r, c, half);
        closestPointTriangle(hit, face, 0, p[0], p[1], p[2]);
        least = Math.min(least, hit[0]);
      }
    }
  }
  return Math.sqrt(least);
}

/** The height of the ground at p, by going through all triangles; none beside it. */
function bruteHeight(field: HeightField): number | null {
  const f = new Float64Array(12);
  for (let r = 0; r < field.rows - 1; r++) {
    for (let c = 0; c < field.columns - 1; c++) {
      for (let half = 0; half < 2; half++) {
        setTriangle(f, field, r, c, half);
        const x = p[0] - f[0];
        const z = p[2] - f[2];
        const det = f[3] * f[8] - f[5] * f[6];
        const u = (x * f[8] - z * f[6]) / det;
        const v = (f[3] * z - f[5] * x) / det;
        if (u >= 0 && v >= 0 && u + v <= 1) return f[1] + u * f[4] + v * f[7];
      }
    }
  }
  return null;
}

describe.each(Object.entries(GROUNDS))('%s', (_, field) => {
  const wide = 0.2 * (field.columns - 1);
  const deep = 0.3 * (field.rows - 1);
  const tall = Math.max(1, field.high[field.high.length - 1]);

  it('is as far as its closest triangle; below it is inside (seed 1)', () => {
    const random = createRandom(1);
    const reach = Float64Array.of(0.3, 0.5);
    const seen = { inside: 0, near: 0, clear: 0 };
    for (let k = 0; k < 1500; k++) {
      p[0] = (wide + 0.6) * (nextFloat(random) - 0.5);
      p[1] = 3 * tall * (nextFloat(random) - 0.4);
      p[2] = (deep + 0.6) * (nextFloat(random) - 0.5);
      if (k % 5 === 0) p[0] = 0.2 * Math.round(p[0] / 0.2); // onto edges between cells
      const distance = bruteDistance(field);
      const height = bruteHeight(field);
      const answer = measureHeights(out, field, p, 0, reach);
      const below = height !== null && p[1] < height;
      if (answer === NEAR) {
        expect(Math.abs(out[0])).toBeCloseTo(distance, 12);
        expect(out[0] < 0).toBe(below);
        expect(Math.sqrt(out[1] ** 2 + out[2] ** 2 + out[3] ** 2)).toBeCloseTo(1, 12);
        if (below) seen.inside++;
        seen.near++;
      } else {
        expect(below).toBe(false);
        if (height !== null) expect(distance).toBeGreaterThanOrEqual(reach[0]);
        expect(out[0]).toBeLessThanOrEqual(distance + 1e-12);
        if (answer === CLEAR) seen.clear++;
        expect(answer === CLEAR).toBe(out[0] > reach[1]);
      }
    }
    expect(Math.min(seen.inside, seen.near, seen.clear)).toBeGreaterThan(10);
  });

  it('has nothing solid within what is proven (seed 2)', () => {
    const random = createRandom(2);
    const q = new Float64Array(3);
    const there = new Float64Array(4);
    let proven = 0;
    let wrong = 0;
    for (let k = 0; k < 300; k++) {
      p[0] = (wide + 1) * (nextFloat(random) - 0.5);
      p[1] = 2 * tall * (nextFloat(random) - 0.3);
      p[2] = (deep + 1) * (nextFloat(random) - 0.5);
      if (measureHeights(out, field, p, 0, Float64Array.of(0, 0.1)) === NEAR || !(out[0] > 0)) continue;
      proven++;
      for (let n = 0; n < 100; n++) {
        let length = 0;
        for (let d = 0; d < 3; d++) {
          q[d] = nextFloat(random) + nextFloat(random) - 1;
          length += q[d] ** 2;
        }
        const scale = (out[0] * (1 - 1e-9)) / Math.sqrt(length);
        for (let d = 0; d < 3; d++) q[d] = p[d] + scale * q[d];
        if (measureHeights(there, field, q, 0, ZERO) === NEAR && there[0] < -1e-9) wrong++;
      }
    }
    expect(wrong).toBe(0);
    expect(proven).toBeGreaterThan(50);
  });
});

it('flat ground has one normal, on the surface, over seams and below', () => {
  for (const x of [-0.4, -0.1, 0, 0.2]) {
    for (const y of [0, 1e-12, 0.01, -1e-12, -0.5]) {
      p.set([x, y, 0.3]);
      expect(measureHeights(out, GROUNDS.flat, p, 0, Float64Array.of(1, 1))).toBe(NEAR);
      expect([...out]).toEqual([y, 0, 1, 0].map((v) => expect.closeTo(v, 12)));
    }
  }
});

it.each([
  [{ rows: 1 }, /rows is 1/],
  [{ columns: 2.5 }, /columns is 2.5/],
  [{ cellX: 0 }, /cellX is 0/],
  [{ cellZ: Number.NaN }, /cellZ is NaN/],
  [{ heights: [1, 2, 3] }, /heights has 3 numbers: give 4/],
  [{ heights: [1, 2, 3, Infinity] }, /row 1, column 1 is Infinity/],
])('refuses %o', (wrong, message) => {
  const good = { rows: 2, columns: 2, heights: [0, 0, 0, 0], cellX: 1, cellZ: 1 };
  expect(() => buildHeightField({ ...good, ...wrong })).toThrow(message);
});

it('measuring allocates nothing', () => {
  const random = createRandom(8);
  const points = Float64Array.from({ length: 300 }, () => 2.4 * (nextFloat(random) - 0.5));
  const reach = Float64Array.of(0.1, 0.2);
  const job = () => {
    for (let k = 0; k < 1000; k++) measureHeights(out, GROUNDS.rough, points, 3 * (k % 100), reach);
  };
  expect(findGarbage(1000, job)).toEqual([]);
});
