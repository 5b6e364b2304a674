import { describe, expect, it } from 'vitest';
import { castRay } from '../../src/hierarchy/cast.ts';
import { buildHierarchy } from '../../src/hierarchy/hierarchy.ts';
import { createRandom, nextFloat } from '../../src/math/random.ts';
import { findGarbage } from '../support/allocation.ts';
import { corner, cross, dot, sub } from '../support/brute.ts';
import type { Shape } from '../support/data.ts';
import { box, SOUPS, signed, soup, sphere } from '../support/shapes.ts';

const out = new Float64Array(3);

/** The first hit by testing every triangle: the plane, then the three edges by signed volumes. */
function castBrute(mesh: Shape, ray: Float64Array, limit: number): number {
  const o: [number, number, number] = [ray[0], ray[1], ray[2]];
  const d: [number, number, number] = [ray[3], ray[4], ray[5]];
  let best = Infinity;
  for (let t = 0; 3 * t < mesh.indices.length; t++) {
    const [a, b, c] = [sub(corner(mesh, t, 0), o), sub(corner(mesh, t, 1), o), sub(corner(mesh, t, 2), o)];
    const n = cross(sub(b, a), sub(c, a));
    const [x, y, z] = [dot(d, cross(a, b)), dot(d, cross(b, c)), dot(d, cross(c, a))];
    if (!((x >= 0 && y >= 0 && z >= 0) || (x <= 0 && y <= 0 && z <= 0)) || dot(n, d) === 0) continue;
    const time = dot(n, a) / dot(n, d);
    if (time > 0 && time <= limit) best = Math.min(best, time);
  }
  return best;
}

describe('castRay against brute force, seed 21', () => {
  for (const kind of SOUPS.filter((k) => k !== 'needles')) {
    for (const scale of [1, 1e-6, 1e6]) {
      it(`soup of ${kind} at scale ${scale}`, () => {
        const mesh = soup(kind, 80, 21, scale);
        const hierarchy = buildHierarchy(mesh.positions, mesh.indices);
        const random = createRandom(22);
        let hits = 0;
        for (let i = 0; i < 1000; i++) {
          const ray = new Float64Array(6).map((_, k) => (k < 3 ? 2 * scale : 1) * signed(random));
          const aim = corner(mesh, i % 80, 0); // every third ray is aimed at a triangle, or almost
          for (let d = 0; d < 3 && i % 3 === 0; d++)
            ray[3 + d] = (aim[d] - ray[d]) / scale + 0.01 * signed(random);
          const limit = i % 2 ? Infinity : 2 * scale * nextFloat(random);
          const want = castBrute(mesh, ray, limit);
          const t = castRay(out, hierarchy, ray, limit, -1);
          expect(t >= 0).toBe(want < Infinity);
          if (t < 0) continue;
          hits++;
          expect(Math.abs(out[0] - want) / scale).toBeLessThan(1e-11);
          const [a, b, c] = [corner(mesh, t, 0), corner(mesh, t, 1), corner(mesh, t, 2)];
          for (let d = 0; d < 3; d++) {
            const on = a[d] + out[1] * (b[d] - a[d]) + out[2] * (c[d] - a[d]);
            expect(Math.abs(on - ray[d] - out[0] * ray[3 + d]) / scale).toBeLessThan(1e-10);
          }
        }
        if (kind !== 'points' && kind !== 'collinear') expect(hits).toBeGreaterThan(20);
      });
    }
  }
});

describe('castRay, by hand', () => {
  const cube = box();
  const hierarchy = buildHierarchy(cube.positions, cube.indices);
  const cast = (ray: number[], limit = Infinity, skip = -1) =>
    castRay(out, hierarchy, Float64Array.from(ray), limit, skip);

  it('meets both sides of a box, from outside and inside, along the axes', () => {
    for (let d = 0; d < 3; d++) {
      const ray = [0.3, 0.4, 0.2, 0, 0, 0];
      ray[3 + d] = 2;
      expect(cast(ray)).toBeGreaterThanOrEqual(0);
      expect(out[0]).toBeCloseTo((1 - ray[d]) / 2, 15);
      ray[d] = -3;
      expect(cast(ray)).toBeGreaterThanOrEqual(0);
      expect(out[0]).toBe(1.5);
      ray[d] = 5;
      expect(cast(ray)).toBe(-1);
    }
  });

  it('counts a hit exactly at the limit and none beyond it', () => {
    expect(cast([0.3, 0.2, -1, 0, 0, 1], 1)).toBeGreaterThanOrEqual(0);
    expect(cast([0.3, 0.2, -1, 0, 0, 1], 0.999)).toBe(-1);
  });

  it('passes over the skipped triangle', () => {
    const first = cast([0.3, 0.2, -1, 0, 0, 1]);
    const second = cast([0.3, 0.2, -1, 0, 0, 1], Infinity, first);
    expect(second).not.toBe(first);
    expect(out[0]).toBe(2);
  });

  it('takes a ray that lies in a face plane as missing that face, and a zero direction as missing all', () => {
    expect(cast([-1, 0.5, 0.5, 1, 0, 0])).toBeGreaterThanOrEqual(0);
    expect(cast([-1, 0.5, 1, 0, 0, 1])).toBe(-1);
    expect(cast([0.5, 0.5, 0.5, 0, 0, 0])).toBe(-1);
  });

  it('finds nothing in an empty hierarchy', () => {
    const empty = buildHierarchy(new Float64Array(0), new Uint32Array(0));
    expect(castRay(out, empty, Float64Array.of(0, 0, 0, 1, 0, 0), Infinity, -1)).toBe(-1);
  });

  it('never lets a ray from the centre out of a sphere', () => {
    const mesh = sphere(10);
    const around = buildHierarchy(mesh.positions, mesh.indices);
    const random = createRandom(23);
    for (let i = 0; i < 5000; i++) {
      const ray = Float64Array.of(0, 0, 0, signed(random), signed(random), signed(random));
      expect(castRay(out, around, ray, Infinity, -1)).toBeGreaterThanOrEqual(0);
    }
  });

  it('allocates nothing', () => {
    const mesh = soup('small', 500, 24);
    const around = buildHierarchy(mesh.positions, mesh.indices);
    const random = createRandom(25);
    const rays = Array.from({ length: 100 }, () => new Float64Array(6).map(() => signed(random)));
    const job = () => {
      for (let i = 0; i < 10000; i++) castRay(out, around, rays[i % 100], Infinity, -1);
    };
    expect(findGarbage(10000, job)).toEqual([]);
  });

  it('a ray that misses visits little, with no limit given', () => {
    // Boxes off the ray's path must not be opened just because nothing was hit yet. The last test here: a proxy
    // makes the engine forget what it knows about the arrays, and the tests before it would run slowly.
    const mesh = sphere(80);
    const around = buildHierarchy(mesh.positions, mesh.indices);
    let reads = 0;
    const size = new Proxy(around.size, {
      get(target, key) {
        reads++;
        return Reflect.get(target, key);
      },
    });
    const miss = Float64Array.of(-3, 1.01, 0.3, 1, 0, 0);
    expect(castRay(out, { ...around, size }, miss, Infinity, -1)).toBe(-1);
    expect(reads).toBeLessThan(200);
  });
});
