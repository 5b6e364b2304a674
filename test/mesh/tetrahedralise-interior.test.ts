import { describe, expect, it } from 'vitest';
import { InputError } from '../../src/job/error.ts';
import { finishWork } from '../../src/job/work.ts';
import { createSphere } from '../../src/mesh/shapes/index.ts';
import { createSurfaceQuery, distanceSurface } from '../../src/mesh/surface-distance.ts';
import { gatherVertices } from '../../src/mesh/tetrahedralise/input.ts';
import { buildInterior } from '../../src/mesh/tetrahedralise/interior.ts';
import { createTriangleMesh, type TriangleMesh } from '../../src/mesh/triangle-mesh.ts';
import { gridBox, joinMeshes } from './tetrahedralise-check.ts';

function interiorOf(mesh: TriangleMesh, step: number, finest = 5, seed = 1): Float64Array {
  const options = { step, clearance: 1 / 3, finest, seed };
  return finishWork(buildInterior(mesh, createSurfaceQuery(mesh), gatherVertices(mesh).box, options));
}

function nearestPair(points: Float64Array): number {
  let best = Infinity;
  for (let p = 0; p < points.length; p += 3) {
    for (let q = 0; q < p; q += 3) {
      best = Math.min(
        best,
        Math.hypot(points[p] - points[q], points[p + 1] - points[q + 1], points[p + 2] - points[q + 2]),
      );
    }
  }
  return best;
}

describe('buildInterior', () => {
  it('fills a coarse box with a body-centred lattice, clear of the surface', () => {
    const mesh = gridBox([1, 1, 1], [4, 4, 4]);
    const points = interiorOf(mesh, 0.2);
    // By definition: all corners and centres of the cubes that lie inside by a third of the step.
    let expected = 0;
    for (const half of [0, 0.5]) {
      for (let i = 0; i <= 6 - 2 * half; i++) {
        for (let j = 0; j <= 6 - 2 * half; j++) {
          for (let k = 0; k <= 6 - 2 * half; k++) {
            // six cubes of 0.2 are centred over the unit box
            const at = [i, j, k].map((v) => 0.5 - 0.6 + 0.2 * (v + half));
            if (at.every((v) => v > 0.2 / 3 && v < 1 - 0.2 / 3)) expected++;
          }
        }
      }
    }
    expect(points.length / 3).toBe(expected);
    expect(nearestPair(points)).toBeGreaterThan(0.99 * 0.1 * Math.sqrt(3));
    for (const x of points) expect(x > 0.2 / 3 - 1e-3 && x < 1 - 0.2 / 3 + 1e-3).toBe(true);
  });

  it('keeps to the inside of cavities and of several solids', () => {
    const mesh = joinMeshes(
      gridBox([2, 2, 2], [8, 8, 8]),
      gridBox([1, 1, 1], [4, 4, 4], [0.5, 0.5, 0.5], true),
      gridBox([1, 1, 1], [4, 4, 4], [3, 0, 0]),
    );
    const query = createSurfaceQuery(mesh);
    const points = interiorOf(mesh, 0.25);
    const out = new Float64Array(4);
    for (let p = 0; p < points.length; p += 3) {
      distanceSurface(out, query, points, p, -1);
      expect(out[0]).toBeLessThan(-0.25 / 3 + 1e-3);
    }
    // Density: two points a cube of the volume that is clear of the surface (walls of 1/3, a box of 5/6).
    const clear = (2 - 1 / 6) ** 3 - (1 + 1 / 6) ** 3 + (1 - 1 / 6) ** 3;
    expect(points.length / 3 / (2 * clear * 4 ** 3)).toBeGreaterThan(0.75);
    expect(points.length / 3 / (2 * clear * 4 ** 3)).toBeLessThan(1.25);
  });

  it('gets finer near fine triangles, and no finer than asked', () => {
    const mesh = createSphere({ radius: 1, frequency: 32 });
    const coarse = interiorOf(mesh, 0.8, 0);
    const fine = interiorOf(mesh, 0.8, 5);
    expect(nearestPair(coarse)).toBeGreaterThan(0.6);
    expect(fine.length).toBeGreaterThan(5 * coarse.length);
    // The middle stays coarse, the rim gets points: near the surface cubes span about three edges.
    const radii = Array.from({ length: fine.length / 3 }, (_, p) =>
      Math.hypot(...fine.subarray(3 * p, 3 * p + 3)),
    );
    expect(radii.filter((r) => r > 0.8).length).toBeGreaterThan(5 * radii.filter((r) => r < 0.5).length);
    expect(nearestPair(fine)).toBeGreaterThan(0.03);
  });

  it('is deterministic, and its jitter follows the seed', () => {
    const mesh = gridBox([1, 1, 1], [4, 4, 4]);
    const points = interiorOf(mesh, 0.2);
    expect(interiorOf(mesh, 0.2)).toEqual(points);
    const other = interiorOf(mesh, 0.2, 5, 2);
    expect(other).not.toEqual(points);
    expect(other.every((x, i) => Math.abs(x - points[i]) < 1e-3 * 0.2)).toBe(true);
  });

  it('refuses a lattice that would not fit in memory', () => {
    const mesh = gridBox([1, 1, 1], [2, 2, 2]);
    expect(() => interiorOf(mesh, 1e-4)).toThrow(InputError);
    expect(() => interiorOf(mesh, 1e-4)).toThrow(/10001 × 10001 × 10001/);
    const wire = createTriangleMesh({
      ...mesh,
      positions: mesh.positions.map((x, i) => (i % 3 === 0 ? 1e6 * x : x)),
    });
    expect(() => interiorOf(wire, 1)).toThrow(/cubes/);
  });
});
