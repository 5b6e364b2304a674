import { describe, expect, it } from 'vitest';
import {
  boxOfShape,
  checkShape,
  KIND_BOX,
  KIND_CAPSULE,
  KIND_CYLINDER,
  KIND_PLANE,
  KIND_SPHERE,
  measureShape,
} from '../../src/field/analytic.ts';
import { CLEAR, NEAR, OPEN } from '../../src/field/answer.ts';
import { createRandom, nextFloat, type Random } from '../../src/math/random.ts';
import { findGarbage } from '../support/allocation.ts';

const SHAPES: [string, number, number[]][] = [
  ['plane', KIND_PLANE, []],
  ['box', KIND_BOX, [0.7, 0.2, 0.45]],
  ['cube', KIND_BOX, [0.4, 0.4, 0.4]],
  ['sphere', KIND_SPHERE, [0.6]],
  ['capsule', KIND_CAPSULE, [0.5, 0.3]],
  ['ball-like capsule', KIND_CAPSULE, [0, 0.3]],
  ['cylinder', KIND_CYLINDER, [0.5, 0.3]],
  ['disc', KIND_CYLINDER, [0.05, 0.8]],
];

const reach = Float64Array.of(0.1, 0.5);

function distanceAt(kind: number, size: Float64Array, p: Float64Array): Float64Array {
  const out = new Float64Array(4);
  measureShape(out, kind, size, p, 0, reach);
  return out;
}

const spread = (random: Random, width: number) =>
  Float64Array.from([0, 1, 2], () => width * (2 * nextFloat(random) - 1));

/** Points of the surface, dense to about `step`, from its own description. */
function sampleSurface(kind: number, size: number[], step: number): number[][] {
  const points: number[][] = [];
  const line = (from: number, to: number) => {
    const count = Math.max(1, Math.ceil((to - from) / step));
    return Array.from({ length: count + 1 }, (_, i) => from + ((to - from) * i) / count);
  };
  const circle = (radius: number, y: number) => {
    const count = Math.max(1, Math.ceil((2 * Math.PI * radius) / step));
    for (let i = 0; i < count; i++) {
      const a = (2 * Math.PI * i) / count;
      points.push([radius * Math.cos(a), y, radius * Math.sin(a)]);
    }
  };
  if (kind === KIND_PLANE) {
    for (const x of line(-1.5, 1.5)) for (const z of line(-1.5, 1.5)) points.push([x, 0, z]);
  } else if (kind === KIND_BOX) {
    for (let d = 0; d < 3; d++) {
      const e = (d + 1) % 3;
      const f = (d + 2) % 3;
      for (const s of [-1, 1]) {
        for (const u of line(-size[e], size[e])) {
          for (const v of line(-size[f], size[f])) {
            const p = [0, 0, 0];
            p[d] = s * size[d];
            p[e] = u;
            p[f] = v;
            points.push(p);
          }
        }
      }
    }
  } else if (kind === KIND_CYLINDER) {
    for (const y of line(-size[0], size[0])) circle(size[1], y);
    for (const r of line(0, size[1])) for (const s of [-1, 1]) circle(r, s * size[0]);
  } else {
    const half = kind === KIND_SPHERE ? 0 : size[0];
    const radius = kind === KIND_SPHERE ? size[0] : size[1];
    for (const y of line(-half, half)) circle(radius, y);
    for (const a of line(0, Math.PI / 2)) {
      for (const s of [-1, 1]) circle(radius * Math.cos(a), s * (half + radius * Math.sin(a)));
    }
  }
  return points;
}

/** Whether a point is inside, from the description alone. */
function holds(kind: number, size: number[], [x, y, z]: Float64Array): boolean {
  if (kind === KIND_PLANE) return y < 0;
  if (kind === KIND_BOX) return Math.abs(x) < size[0] && Math.abs(y) < size[1] && Math.abs(z) < size[2];
  if (kind === KIND_SPHERE) return Math.hypot(x, y, z) < size[0];
  if (kind === KIND_CYLINDER) return Math.abs(y) < size[0] && Math.hypot(x, z) < size[1];
  const over = Math.max(0, Math.abs(y) - size[0]);
  return Math.hypot(x, over, z) < size[1];
}

describe.each(SHAPES)('%s', (_, kind, given) => {
  const size = checkShape(kind, given);

  it('is as far as the closest of many surface points (seed 1)', () => {
    const step = 0.02;
    const surface = sampleSurface(kind, given, step);
    const random = createRandom(1);
    for (let n = 0; n < 60; n++) {
      const p = spread(random, 1.1);
      let brute = Infinity;
      for (const q of surface) brute = Math.min(brute, Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]));
      const d = distanceAt(kind, size, p)[0];
      expect(d < 0).toBe(holds(kind, given, p));
      expect(Math.abs(d)).toBeLessThanOrEqual(brute + 1e-12);
      // A surface point lies within a step of the foot, so the sample is no farther than √(d² + step²), or d + step.
      expect(Math.abs(d)).toBeGreaterThanOrEqual(brute - step);
    }
  });

  it('has a unit normal that leads to the surface, and is the gradient where there is one (seed 2)', () => {
    const random = createRandom(2);
    let smooth = 0;
    for (let n = 0; n < 2000; n++) {
      const p = spread(random, 1.2);
      const [d, x, y, z] = distanceAt(kind, size, p);
      expect(Math.hypot(x, y, z)).toBeCloseTo(1, 14);
      const foot = Float64Array.of(p[0] - d * x, p[1] - d * y, p[2] - d * z);
      expect(Math.abs(distanceAt(kind, size, foot)[0])).toBeLessThan(1e-12);
      const h = 1e-6;
      const along = Float64Array.of(p[0] + h * x, p[1] + h * y, p[2] + h * z);
      const slope = (distanceAt(kind, size, along)[0] - d) / h;
      expect(slope).toBeCloseTo(1, 6);
      const side = [0, 1, 2].map((k) => {
        const q = p.slice();
        q[k] += h;
        const up = distanceAt(kind, size, q)[0];
        q[k] -= 2 * h;
        return (up - distanceAt(kind, size, q)[0]) / (2 * h);
      });
      if (Math.hypot(side[0] - x, side[1] - y, side[2] - z) < 1e-4) smooth++;
    }
    expect(smooth).toBeGreaterThan(1990); // the others lie within 1e-6 of where two ways out are equal
  });

  it('changes no faster than the point moves (seed 3)', () => {
    const random = createRandom(3);
    for (let n = 0; n < 3000; n++) {
      const p = spread(random, 1);
      const q = spread(random, n % 2 ? 1 : 0.01).map((x, i) => p[i] + x);
      const way = Math.hypot(q[0] - p[0], q[1] - p[1], q[2] - p[2]);
      const change = distanceAt(kind, size, q)[0] - distanceAt(kind, size, p)[0];
      expect(Math.abs(change)).toBeLessThanOrEqual(way + 1e-14);
    }
  });

  it('answers by near and far (seed 4)', () => {
    const random = createRandom(4);
    const out = new Float64Array(4);
    const seen = new Set<number>();
    for (let n = 0; n < 500; n++) {
      const p = spread(random, 1.6);
      const answer = measureShape(out, kind, size, p, 0, reach);
      seen.add(answer);
      expect(answer).toBe(out[0] < reach[0] ? NEAR : out[0] > reach[1] ? CLEAR : OPEN);
    }
    expect([...seen].sort()).toEqual([CLEAR, OPEN, NEAR]);
    const touching = Float64Array.of(0, 0);
    const inside = Float64Array.of(0, kind === KIND_PLANE ? -0.01 : 0, 0);
    expect(measureShape(out, kind, size, inside, 0, touching)).toBe(NEAR);
  });

  it('fills its box and no more (seed 5)', () => {
    const box = new Float64Array(6);
    boxOfShape(box, kind, size);
    const surface = sampleSurface(kind, given, 0.01);
    for (let d = 0; d < 3; d++) {
      const low = Math.min(...surface.map((p) => p[d]));
      const high = Math.max(...surface.map((p) => p[d]));
      if (kind === KIND_PLANE) {
        expect(box[d]).toBe(-Infinity);
        expect(box[3 + d]).toBe(d === 1 ? 0 : Infinity);
      } else {
        expect(box[d]).toBeLessThanOrEqual(low + 1e-12);
        expect(box[d]).toBeGreaterThan(low - 0.001);
        expect(box[3 + d]).toBeCloseTo(-box[d], 14);
        expect(box[3 + d]).toBeGreaterThanOrEqual(high - 1e-12);
      }
    }
  });

  it('allocates nothing', () => {
    const out = new Float64Array(4);
    const random = createRandom(6);
    const p = Float64Array.from({ length: 300 }, () => 2 * nextFloat(random) - 1);
    let found = 0;
    const garbage = findGarbage(20000, () => {
      for (let n = 0; n < 20000; n++) found += measureShape(out, kind, size, p, 3 * (n % 100), reach);
    });
    expect(found).toBeGreaterThan(0);
    expect(garbage).toEqual([]);
  });
});

describe('ties', () => {
  const at = (kind: number, size: number[], ...p: number[]) => [
    ...distanceAt(kind, checkShape(kind, size), Float64Array.from(p)),
  ];

  it('has one way out where several are equal', () => {
    expect(at(KIND_SPHERE, [2], 0, 0, 0)).toEqual([-2, 0, 1, 0]);
    expect(at(KIND_BOX, [1, 1, 1], 0, 0, 0)).toEqual([-1, 1, 0, 0]);
    expect(at(KIND_BOX, [2, 1, 1], 0, -0.5, -0.5)).toEqual([-0.5, 0, -1, 0]);
    expect(at(KIND_CAPSULE, [1, 0.5], 0, 0.25, 0)).toEqual([-0.5, 1, 0, 0]);
    expect(at(KIND_CAPSULE, [1, 0.5], 0, -1, 0)).toEqual([-0.5, 1, 0, 0]);
    expect(at(KIND_CYLINDER, [1, 0.5], 0, 0.25, 0)).toEqual([-0.5, 1, 0, 0]);
    expect(at(KIND_CYLINDER, [0.5, 1], 0, 0, 0)).toEqual([-0.5, 0, 1, 0]);
    expect(at(KIND_CYLINDER, [0.5, 1], 0, -0.25, 0)).toEqual([-0.25, 0, -1, 0]);
  });

  it('keeps its unit normal next to a corner, an edge and the axis', () => {
    for (const h of [1e-60, 1e-120, 1e-170, 5e-324]) {
      const cases = [
        at(KIND_BOX, [1e-3, 1e-3, 1e-3], 1e-3 + h, 1e-3 + h, h),
        at(KIND_SPHERE, [1], h, h, h),
        at(KIND_CAPSULE, [1, 1], h, 1 + h, h),
        at(KIND_CYLINDER, [1, 1], h, 0, h),
        at(KIND_CYLINDER, [1e-90, 1], 1 + h, 1e-90 + h, 0),
      ];
      for (const [, x, y, z] of cases) expect(Math.hypot(x, y, z)).toBeCloseTo(1, 14);
    }
  });
});

describe('checkShape', () => {
  it('refuses what is no shape, and names it', () => {
    expect(() => checkShape(5, [])).toThrow(/no shape of kind 5/);
    expect(() => checkShape(KIND_BOX, [1, 1])).toThrow(/size of a box has 2 numbers: give 3/);
    expect(() => checkShape(KIND_PLANE, [1])).toThrow(/give 0 \(none\)/);
    expect(() => checkShape(KIND_SPHERE, [0])).toThrow(/radius of a sphere is 0/);
    expect(() => checkShape(KIND_CYLINDER, [1, -2])).toThrow(/radius of a cylinder is -2/);
    expect(() => checkShape(KIND_CYLINDER, [0, 1])).toThrow(/half-height of a cylinder is 0/);
    expect(() => checkShape(KIND_BOX, [1, NaN, 1])).toThrow(/half-extent y of a box is NaN/);
    expect(() => checkShape(KIND_CAPSULE, [Infinity, 1])).toThrow(/half-height of a capsule/);
    expect([...checkShape(KIND_CAPSULE, [0, 1])]).toEqual([0, 1]);
  });
});
