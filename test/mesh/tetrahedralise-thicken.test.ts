// Flat tets get a volume by a move that nobody sees, and nothing else changes.

import { describe, expect, it } from 'vitest';
import { createRandom, nextFloat } from '../../src/math/random.ts';
import { createTriangulation, type Triangulation } from '../../src/mesh/delaunay/triangulation.ts';
import { tetVolume } from '../../src/mesh/tet-mesh.ts';
import { INSIDE } from '../../src/mesh/tetrahedralise/classify.ts';
import { thickenFlat } from '../../src/mesh/tetrahedralise/thicken.ts';

/** A fan of tets over the cells of a pyramid's base, and one flat tet in the base. */
function createFlat(seed: number): Triangulation {
  const random = createRandom(seed);
  const turn = Array.from({ length: 6 }, () => nextFloat(random) - 0.5);
  const plane = (u: number, v: number): number[] => [0, 1, 2].map((d) => turn[d] * u + turn[3 + d] * v);
  const corners = [plane(0, 0), plane(1, 0), plane(1, 1), plane(0, 1)];
  const up = [0, 1, 2].map((d) => {
    const e = (d + 1) % 3;
    const f = (d + 2) % 3;
    return 3 * (turn[e] * turn[3 + f] - turn[f] * turn[3 + e]);
  });
  const tri = createTriangulation(Float64Array.from([...corners, up].flat()));
  tri.tets = Int32Array.of(0, 1, 2, 3, 0, 1, 3, 4, 1, 2, 3, 4);
  tri.label = new Uint8Array(3).fill(INSIDE);
  tri.slots = 3;
  for (let t = 1; t < 3; t++) {
    if (tetVolume(tri.points, tri.tets, 4 * t) > 0) continue;
    const last = tri.tets[4 * t + 3];
    tri.tets[4 * t + 3] = tri.tets[4 * t + 2];
    tri.tets[4 * t + 2] = last;
  }
  return tri;
}

function volumes({ points, tets, slots }: Triangulation): number[] {
  return Array.from({ length: slots }, (_, t) => tetVolume(points, tets, 4 * t));
}

describe('thickening', () => {
  for (let seed = 1; seed <= 20; seed++) {
    it(`gives a flat tet a volume and leaves the others theirs, seed ${seed}`, () => {
      const tri = createFlat(seed);
      const before = tri.points.slice();
      const had = volumes(tri);
      expect(Math.abs(had[0])).toBeLessThan(1e-15);
      expect(thickenFlat(tri, 1e-6)).toBe(true);
      const now = volumes(tri);
      expect(now[0]).toBeGreaterThan(0);
      for (let t = 1; t < 3; t++) expect(now[t]).toBeGreaterThan(0.5 * had[t]);
      const moved = tri.points.map((x, i) => Math.abs(x - before[i]));
      expect(Math.max(...moved)).toBeLessThanOrEqual(1e-6);
      expect(
        new Set([...moved.keys()].filter((i) => moved[i] > 0).map((i) => Math.floor(i / 3))).size,
      ).toBeLessThan(2);
    });
  }

  it('leaves what has a volume, to the bit', () => {
    const tri = createFlat(3);
    tri.label[0] = INSIDE + 1;
    const before = tri.points.slice();
    expect(thickenFlat(tri, 1e-6)).toBe(true);
    expect(tri.points).toEqual(before);
  });

  it('says so where no move helps, and moves nothing', () => {
    const tri = createFlat(4);
    tri.points.fill(0); // all corners in one place
    expect(thickenFlat(tri, 1e-6)).toBe(false);
    expect(Math.max(...tri.points.map(Math.abs))).toBe(0);
  });
});
