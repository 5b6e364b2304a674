// Where rays and spheres can get into a fragment, against every triangle of its extracted surface.

import { describe, expect, test } from 'vitest';
import { ENTRY_SIZE, enterFaces, mayEnter, SWEPT_SIZE } from '../../src/fragment/face-tree-sweep.ts';
import { createRandom, nextFloat } from '../../src/math/random.ts';
import { findGarbage } from '../support/allocation.ts';
import { breakSolid, drawInside, labelAt, readyOf, type Shape, shapeOf } from './field-oracle.ts';

const out = new Float64Array(4);

/** Where a ray first crosses a triangle from its front, within `rim` of it; Infinity if nowhere. */
function enterShape({ positions, indices }: Shape, ray: Float64Array, rim: number): number {
  let first = Infinity;
  for (let t = 0; t < indices.length; t += 3) {
    const a = cornerOf(positions, indices[t]);
    const b = cornerOf(positions, indices[t + 1]);
    const c = cornerOf(positions, indices[t + 2]);
    const n = cross(minus(b, a), minus(c, a));
    const size = Math.hypot(...n);
    if (size === 0) continue;
    const fall = n[0] * ray[3] + n[1] * ray[4] + n[2] * ray[5];
    const from = dot(n, minus(ray, a));
    if (!(fall < 0) || from < 0 || from + ray[6] * fall > 0) continue;
    const hit = [0, 1, 2].map((d) => ray[d] - (from / fall) * ray[3 + d]);
    const aside = [
      [a, b],
      [b, c],
      [c, a],
    ].map(([u, v]) => {
      const e = minus(v, u);
      return dot(cross(n, e), minus(hit, u)) / (size * Math.hypot(...e));
    });
    if (Math.min(...aside) >= -rim) first = Math.min(first, -from / fall);
  }
  return first;
}

const cornerOf = (p: ArrayLike<number>, i: number) => [p[3 * i], p[3 * i + 1], p[3 * i + 2]];
const minus = (a: ArrayLike<number>, b: ArrayLike<number>) => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const dot = (a: ArrayLike<number>, b: ArrayLike<number>) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a: number[], b: number[]) => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

describe.each(['ball', 'crate', 'slab'] as const)('a %s broken twice, seed 6', (name) => {
  const broken = breakSolid(readyOf(name), 10, 6, 6);
  const { field, family } = broken;
  const { meanScale } = broken.ready.topology;
  const { count } = family.fragments;

  test('rays enter where they first cross a triangle from its front', () => {
    const random = createRandom(1);
    const draw = drawInside(family, random);
    const ray = new Float64Array(ENTRY_SIZE);
    const met = { hit: 0, missed: 0 };
    for (let label = 0; label < count; label += 3) {
      const shape = shapeOf(family, label);
      for (let k = 0; k < 50; k++) {
        draw(ray);
        for (let d = 0; d < 3; d++) {
          ray[3 + d] = (2 * nextFloat(random) - 1) * meanScale;
          ray[d] -= 3 * ray[3 + d];
        }
        ray[6] = 2 + 3 * nextFloat(random);
        const wide = enterShape(shape, ray, 1e-7);
        const strict = enterShape(shape, ray, -1e-7);
        const found = enterFaces(out, field, label, ray);
        if (strict < Infinity) expect(found).toBe(true);
        if (found) expect(wide).toBeLessThan(Infinity);
        if (found && strict === wide) {
          expect(Math.abs(out[0] - strict)).toBeLessThan(1e-7);
          expect(dot(out.subarray(1), ray.subarray(3))).toBeLessThan(0);
        }
        met[found ? 'hit' : 'missed']++;
      }
    }
    expect(met.hit).toBeGreaterThan(20);
    expect(met.missed).toBeGreaterThan(20);
  });

  test('rays at corners and edges slip through nowhere', () => {
    const random = createRandom(2);
    const ray = new Float64Array(ENTRY_SIZE);
    let inward = 0;
    for (let label = 0; label < count; label += 3) {
      const shape = shapeOf(family, label);
      const { positions, indices } = shape;
      for (let t = 0; t < Math.min(indices.length, 90); t += 3) {
        // From outside, through a corner or the middle of an edge, along minus the triangle's normal, a little aslant.
        const [a, b, c] = [0, 1, 2].map((k) =>
          Array.from(positions.subarray(3 * indices[t + k], 3 * indices[t + k] + 3)),
        );
        const n = cross(minus(b, a), minus(c, a));
        const size = Math.hypot(...n);
        if (size < 1e-6 * meanScale * meanScale) continue;
        for (let d = 0; d < 3; d++) {
          const at = t % 2 === 0 ? a[d] : 0.5 * (a[d] + b[d]);
          ray[3 + d] = -n[d] / size + 0.05 * (2 * nextFloat(random) - 1);
          ray[d] = at - 0.01 * meanScale * ray[3 + d];
        }
        ray[6] = 0.02 * meanScale;
        const end = [0, 1, 2].map((d) => ray[d] + ray[6] * ray[3 + d]);
        if (labelAt(family, ray) === label || labelAt(family, end) !== label) continue;
        inward++;
        expect(enterFaces(out, field, label, ray)).toBe(true);
      }
    }
    expect(inward).toBeGreaterThan(20);
  });

  test('a ray that begins a little behind a face enters it at once', () => {
    const ray = new Float64Array(ENTRY_SIZE);
    const { positions, indices } = shapeOf(family, 0);
    let entered = 0;
    for (let t = 0; t < Math.min(indices.length, 90); t += 3) {
      const [a, b, c] = [0, 1, 2].map((k) =>
        Array.from(positions.subarray(3 * indices[t + k], 3 * indices[t + k] + 3)),
      );
      const n = cross(minus(b, a), minus(c, a));
      const size = Math.hypot(...n);
      if (size < 1e-3 * meanScale * meanScale) continue;
      for (let d = 0; d < 3; d++) {
        ray[3 + d] = -n[d] / size;
        ray[d] = (a[d] + b[d] + c[d]) / 3 + 0.001 * meanScale * ray[3 + d];
      }
      ray[6] = 0.001 * meanScale;
      ray[7] = 0;
      const blind = enterFaces(out, field, 0, ray);
      ray[7] = 0.002 * meanScale;
      expect(enterFaces(out, field, 0, ray)).toBe(true);
      expect(out[0]).toBe(0);
      if (!blind) entered++;
    }
    expect(entered).toBeGreaterThan(10);
  });

  test('spheres of which no point may enter hold no point that does; those that go away need not be looked into', () => {
    const random = createRandom(3);
    const draw = drawInside(family, random);
    const swept = new Float64Array(SWEPT_SIZE);
    const ray = new Float64Array(ENTRY_SIZE);
    const met = { may: 0, not: 0, entered: 0 };
    for (let label = 0; label < count; label += 3) {
      for (let k = 0; k < 80; k++) {
        draw(swept);
        const turn = k % 3 === 0 ? 0 : 0.1 * meanScale * nextFloat(random);
        for (let d = 0; d < 3; d++) {
          swept[d] += meanScale * (2 * nextFloat(random) - 1);
          swept[3 + d] = swept[d] + meanScale * (2 * nextFloat(random) - 1);
        }
        swept[6] = 0.3 * meanScale * nextFloat(random);
        swept[7] = turn;
        swept[8] = ray[7] = k % 2 === 0 ? 0 : 0.1 * meanScale * nextFloat(random);
        const may = mayEnter(field, label, swept);
        met[may ? 'may' : 'not']++;
        for (let i = 0; i < 30; i++) {
          // A point of the sphere, with a way of its own.
          let off = [0, 1, 2].map(() => 2 * nextFloat(random) - 1);
          off = off.map((x) => (x * swept[6]) / Math.max(1, Math.hypot(...off)));
          const other = [0, 1, 2].map(() => ((2 * nextFloat(random) - 1) * turn) / Math.sqrt(3));
          for (let d = 0; d < 3; d++) {
            ray[d] = swept[d] + off[d];
            ray[3 + d] = swept[3 + d] - swept[d] + other[d];
          }
          ray[6] = 1;
          if (!enterFaces(out, field, label, ray)) continue;
          met.entered++;
          expect(may).toBe(true);
        }
      }
    }
    for (const often of Object.values(met)) expect(often).toBeGreaterThan(10);
  });

  test('nothing is allocated', () => {
    const swept = Float64Array.of(0.1, 0.2, 0.3, 0.2, 0.1, 0.25, 0.05, 0.01, 0.001);
    const ray = Float64Array.of(0.1, 0.2, 0.3, 0.2, 0.1, -0.25, 1, 0);
    const garbage = findGarbage(1000, () => {
      for (let k = 0; k < 1000; k++) {
        mayEnter(field, 0, swept);
        enterFaces(out, field, 0, ray);
      }
    });
    expect(garbage).toEqual([]);
  });
});
