import { describe, expect, it } from 'vitest';
import { InputError } from '../../src/job/error.ts';
import { finishWork } from '../../src/job/work.ts';
import { createRandom, nextFloat } from '../../src/math/random.ts';
import { embedMesh, weighPoint } from '../../src/mesh/embed.ts';
import { stuffSurface } from '../../src/mesh/stuffing/stuff.ts';
import { createTetMesh, type TetMesh } from '../../src/mesh/tet-mesh.ts';
import { createTriangleMesh, type TriangleMesh } from '../../src/mesh/triangle-mesh.ts';
import { distanceBrute, pointAt } from '../support/brute.ts';
import { box } from '../support/shapes.ts';
import { findSkin, readBunny } from './stuffing-measure.ts';

/** The tet that holds a point deepest, by looking at all of them, and its least weight there. */
function findTetBrute(tets: TetMesh, p: Float64Array): [number, number] {
  const weights = new Float64Array(4);
  let best = -1;
  let depth = -Infinity;
  for (let t = 0; 4 * t < tets.indices.length; t++) {
    weighPoint(weights, tets, t, p, 0);
    if (Math.min(...weights) > depth) {
      depth = Math.min(...weights);
      best = t;
    }
  }
  return [best, depth];
}

/** A mesh that only carries points. */
function cloud(positions: ArrayLike<number>): TriangleMesh {
  return createTriangleMesh({ positions, indices: [] });
}

const corner = createTetMesh([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1], [0, 1, 2, 3]);
const bunny = readBunny();
const { tets: stuffed } = finishWork(stuffSurface(bunny, { spacing: 0.8, halvings: 0 })); // 2,404 tets

describe('weighPoint', () => {
  it('gives the coordinates of a point in the corner tet', () => {
    const out = new Float64Array(4);
    weighPoint(out, corner, 0, Float64Array.of(9, 0.1, 0.2, 0.4), 1);
    expect([...out].map((w) => Math.round(w * 1e12) / 1e12)).toEqual([0.3, 0.1, 0.2, 0.4]);
  });
});

describe('embedMesh', () => {
  it('agrees with a search of all tets on random points (seed 11)', () => {
    const random = createRandom(11);
    const positions = Float64Array.from({ length: 900 }, () => 8 * nextFloat(random) - 3);
    const { tet, weight, outsideCount } = embedMesh(stuffed, cloud(positions));
    let outside = 0;
    for (let v = 0; v < 300; v++) {
      const [brute, depth] = findTetBrute(stuffed, positions.slice(3 * v, 3 * v + 3));
      if (depth >= 0) {
        expect(tet[v]).toBe(brute);
        expect(Math.min(...weight.slice(4 * v, 4 * v + 4))).toBe(depth);
      } else {
        outside++;
        expect(Math.min(...weight.slice(4 * v, 4 * v + 4))).toBeLessThan(0);
      }
    }
    expect(outsideCount).toBe(outside);
    expect(outside).toBeGreaterThan(50);
    expect(outside).toBeLessThan(250);
  });

  it('finds nodes, and points on edges and faces, in a tet that has them', () => {
    const { positions, indices } = stuffed;
    const points: number[] = [];
    for (let t = 0; t < 60; t++) {
      const [a, b, c] = [0, 1, 2].map((i) => pointAt(positions, 3 * indices[4 * 31 * t + i]));
      for (let d = 0; d < 3; d++) points.push(a[d]);
      for (let d = 0; d < 3; d++) points.push((a[d] + b[d]) / 2);
      for (let d = 0; d < 3; d++) points.push((a[d] + b[d] + c[d]) / 3);
    }
    const { weight } = embedMesh(stuffed, cloud(points));
    for (const w of weight) expect(w).toBeGreaterThan(-1e-9);
  });

  it('takes the tet below the closest boundary point outside, and says how far out', () => {
    const { skin } = findSkin(stuffed);
    const surface = { positions: stuffed.positions, indices: skin };
    const positions = bunny.positions.slice(0, 300);
    const { tet, weight, farthest } = embedMesh(stuffed, cloud(positions));
    let most = 0;
    for (let v = 0; v < 100; v++) {
      const least = Math.min(...weight.slice(4 * v, 4 * v + 4));
      if (least >= 0) continue;
      const p = pointAt(positions, 3 * v);
      const distance = distanceBrute(surface, p);
      most = Math.max(most, distance);
      const own = findSkin({
        positions: stuffed.positions,
        indices: stuffed.indices.slice(4 * tet[v], 4 * tet[v] + 4),
      });
      expect(distanceBrute({ positions: stuffed.positions, indices: own.skin }, p)).toBeCloseTo(distance, 9);
    }
    expect(farthest).toBeCloseTo(most, 9);
    expect(most).toBeGreaterThan(0);
  });

  it('gives back every vertex as the weighted mean of its nodes, inside and outside', () => {
    const render = createTriangleMesh(bunny);
    const { tets, cell } = finishWork(stuffSurface(bunny, { spacing: 0.428 }));
    const { mesh, tet, weight, farthest } = embedMesh(tets, render);
    expect(mesh).toBe(render);
    let worst = 0;
    for (let v = 0; 3 * v < bunny.positions.length; v++) {
      for (let d = 0; d < 3; d++) {
        let sum = 0;
        for (let c = 0; c < 4; c++) {
          sum += weight[4 * v + c] * tets.positions[3 * tets.indices[4 * tet[v] + c] + d];
        }
        worst = Math.max(worst, Math.abs(sum - bunny.positions[3 * v + d]));
      }
    }
    expect(worst).toBeLessThan(1e-10);
    // All but the tips of the ears, which are thinner than a cube.
    expect(farthest).toBeLessThan(3 * cell);
  });

  it('works for one tet, for a flat slab of tets and for a plate far from the origin', () => {
    const one = embedMesh(corner, cloud([0.1, 0.1, 0.1, 2, 2, 2]));
    expect([...one.tet]).toEqual([0, 0]);
    expect(one.outsideCount).toBe(1);
    expect(one.farthest).toBeCloseTo(Math.hypot(5 / 3, 5 / 3, 5 / 3), 9);
    const { positions, indices } = box(1, 0.02, 1);
    const slab = finishWork(stuffSurface({ positions, indices }, { spacing: 0.04 }));
    const far = createTetMesh(
      slab.tets.positions.map((x) => x + 100),
      slab.tets.indices,
    );
    const { outsideCount } = embedMesh(far, cloud([100.5, 100.01, 100.5, 100.3, 100.03, 100.3]));
    expect(outsideCount).toBe(1);
  });

  it('refuses an empty tet mesh and a vertex that is not a number', () => {
    expect(() => embedMesh(createTetMesh([], []), cloud([0, 0, 0]))).toThrow(InputError);
    expect(() => embedMesh(corner, cloud([0, 0, 0, 0, Number.NaN, 0]))).toThrow(/vertex 1 /);
  });
});
