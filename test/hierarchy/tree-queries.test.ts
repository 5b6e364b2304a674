import { describe, expect, it } from 'vitest';
import { buildTree } from '../../src/hierarchy/build.ts';
import { castRay, castTree } from '../../src/hierarchy/cast.ts';
import { closestInTree } from '../../src/hierarchy/closest.ts';
import { buildHierarchy } from '../../src/hierarchy/hierarchy.ts';
import { createTree } from '../../src/hierarchy/tree.ts';
import { createRandom } from '../../src/math/random.ts';
import { findGarbage } from '../support/allocation.ts';
import { distanceBrute, pointAt } from '../support/brute.ts';
import { probes, SOUPS, signed, soup, sphere } from '../support/shapes.ts';

const out = new Float64Array(7);
const other = new Float64Array(7);
const SPLITS = ['median', 'midpoint', 'area'] as const;

describe('closestInTree against brute force, seed 91', () => {
  for (const kind of SOUPS) {
    it(`soup of ${kind}`, () => {
      for (const count of [1, 3, 60]) {
        const mesh = soup(kind, count, 91);
        const points = probes(mesh, 150, 92);
        for (const split of SPLITS) {
          const tree = buildTree(mesh, split);
          let worst = 0;
          for (let at = 0; at < points.length; at += 3) {
            const want = distanceBrute(mesh, pointAt(points, at));
            const t = closestInTree(out, tree, mesh, points, at);
            if (t < 0) throw new Error('nothing found');
            const q = pointAt(out, 1);
            const p = pointAt(points, at);
            const away = Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]);
            worst = Math.max(worst, Math.abs(Math.sqrt(out[0]) - want), Math.abs(away - want));
            // Just within the limit and just beyond it.
            if (want < 1e-6) continue;
            expect(closestInTree(other, tree, mesh, points, at, 1.001 * want)).toBeGreaterThanOrEqual(0);
            expect(closestInTree(other, tree, mesh, points, at, 0.999 * want)).toBe(-1);
          }
          expect(worst).toBeLessThan(1e-14);
        }
      }
    });
  }
});

describe('castTree against the other hierarchy, which is tested against brute force, seed 93', () => {
  for (const kind of SOUPS.filter((k) => k !== 'needles')) {
    it(`soup of ${kind}`, () => {
      const mesh = soup(kind, 100, 93);
      const hierarchy = buildHierarchy(mesh.positions, mesh.indices);
      const random = createRandom(94);
      const trees = SPLITS.map((split) => buildTree(mesh, split));
      let hits = 0;
      for (let i = 0; i < 500; i++) {
        const ray = new Float64Array(6).map(() => signed(random));
        if (i % 5 === 0) ray[3 + (i % 3)] = 0;
        const limit = i % 2 ? Infinity : 1 + signed(random);
        const want = castRay(other, hierarchy, ray, limit, -1);
        if (want >= 0) hits++;
        for (const tree of trees) {
          const t = castTree(out, tree, mesh, ray, limit);
          expect(t >= 0).toBe(want >= 0);
          if (t >= 0) expect(out[0]).toBeCloseTo(other[0], 12);
        }
      }
      if (kind !== 'points' && kind !== 'collinear') expect(hits).toBeGreaterThan(0);
    });
  }
});

describe('both', () => {
  it('find nothing in an empty tree, and allocate nothing', () => {
    const mesh = sphere(9);
    const tree = buildTree(mesh);
    const ray = Float64Array.of(0, 0, 0, 0.3, 0.4, 0.5);
    expect(castTree(out, createTree(1), mesh, ray)).toBe(-1);
    expect(closestInTree(out, createTree(1), mesh, ray, 0)).toBe(-1);
    const job = () => {
      for (let i = 0; i < 10000; i++) {
        ray[3] = i & 1 ? 0.3 : -0.6;
        castTree(out, tree, mesh, ray);
        closestInTree(out, tree, mesh, ray, 3);
      }
    };
    expect(findGarbage(10000, job)).toEqual([]);
  });
});
