import { describe, expect, it } from 'vitest';
import { closestTriangle } from '../../src/hierarchy/closest.ts';
import { buildHierarchy } from '../../src/hierarchy/hierarchy.ts';
import { findGarbage } from '../support/allocation.ts';
import { corner, distanceBrute, distanceTriangle, pointAt } from '../support/brute.ts';
import type { Shape } from '../support/data.ts';
import { box, probes, SOUPS, type SoupKind, soup, sphere } from '../support/shapes.ts';

const out = new Float64Array(7);

/** The largest error of distance, closest point and triangle against brute force. */
function worstError(mesh: Shape, points: Float64Array): number {
  const hierarchy = buildHierarchy(mesh.positions, mesh.indices);
  const count = mesh.indices.length / 3;
  let worst = 0;
  for (let at = 0; at < points.length; at += 3) {
    const p = pointAt(points, at);
    const want = distanceBrute(mesh, p);
    // Any seed must do: none, and a triangle that has nothing to do with the point.
    for (const seed of [-1, at % count]) {
      const t = closestTriangle(out, hierarchy, points, at, seed);
      const [a, b, c] = [corner(mesh, t, 0), corner(mesh, t, 1), corner(mesh, t, 2)];
      const q = pointAt(out, 1);
      const errors = [
        Math.sqrt(out[0]) - want,
        Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]) - want,
        distanceTriangle(p, [a, b, c]) - want,
        distanceTriangle(q, [a, b, c]),
      ];
      for (const error of errors) if (!(Math.abs(error) <= worst)) worst = Math.abs(error);
    }
  }
  return worst;
}

describe('closestTriangle against brute force, seed 11', () => {
  for (const kind of SOUPS) {
    for (const scale of [1, 1e-6, 1e6]) {
      it(`soup of ${kind} at scale ${scale}`, () => {
        for (const count of [1, 3, 60]) {
          const mesh = soup(kind, count, 11, scale);
          expect(worstError(mesh, probes(mesh, 200, 12, scale)) / scale).toBeLessThan(1e-14);
        }
      });
    }
  }

  it('a sphere and a box, also from their own vertices, edges and centroids', () => {
    for (const mesh of [sphere(6), box(3, 1, 0.01)]) {
      expect(worstError(mesh, probes(mesh, 300, 13))).toBeLessThan(1e-14);
    }
  });
});

describe('closestTriangle', () => {
  it('finds nothing in an empty hierarchy', () => {
    const empty = buildHierarchy(new Float64Array(0), new Uint32Array(0));
    expect(closestTriangle(out, empty, Float64Array.of(0, 0, 0), 0, -1)).toBe(-1);
  });

  for (const kind of ['random', 'needles'] as SoupKind[]) {
    it(`allocates nothing in a soup of ${kind}`, () => {
      const mesh = soup(kind, 40, 14);
      const points = probes(mesh, 1000, 15);
      const hierarchy = buildHierarchy(mesh.positions, mesh.indices);
      const job = () => {
        for (let i = 0; i < 10000; i++) closestTriangle(out, hierarchy, points, 3 * (i % 1000), -1);
      };
      expect(findGarbage(10000, job)).toEqual([]);
    });
  }
});
