import { describe, expect, it } from 'vitest';
import { createRandom, nextFloat } from '../../src/math/random.ts';
import {
  bisectLongEdges,
  createFlatMesh,
  type FlatMesh,
  flipToDelaunay,
  insertPoint,
  locatePoint,
  splitLongEdges,
} from '../../src/mesh/flat-mesh.ts';

/** A square of unit side as two triangles. */
function square(): FlatMesh {
  return createFlatMesh([0, 1, 1, 0], [0, 0, 1, 1], [0, 1, 2, 0, 2, 3]);
}

function area({ x, y, corner }: FlatMesh, h: number): number {
  const [a, b, c] = [corner[h], corner[h + 1], corner[h + 2]];
  return ((x[b] - x[a]) * (y[c] - y[a]) - (y[b] - y[a]) * (x[c] - x[a])) / 2;
}

/** Checks that twins are twins, no triangle is turned over, and the areas add up. */
function expectSound(mesh: FlatMesh, whole: number): void {
  const { corner, twin } = mesh;
  let sum = 0;
  for (let h = 0; h < corner.length; h += 3) {
    expect(area(mesh, h)).toBeGreaterThan(0);
    sum += area(mesh, h);
  }
  expect(sum).toBeCloseTo(whole, 10);
  twin.forEach((g, h) => {
    if (g < 0) return;
    expect(twin[g]).toBe(h);
    expect(corner[g]).toBe(corner[h % 3 === 2 ? h - 2 : h + 1]);
  });
}

/** How far a point reaches into the circle around triangle h, over its radius; all pairs. */
function worstInCircle({ x, y, corner }: FlatMesh): number {
  let worst = 0;
  for (let h = 0; h < corner.length; h += 3) {
    const [a, b, c] = [corner[h], corner[h + 1], corner[h + 2]];
    const [bx, by, cx, cy] = [x[b] - x[a], y[b] - y[a], x[c] - x[a], y[c] - y[a]];
    const d = 2 * (bx * cy - by * cx);
    const px = (cy * (bx * bx + by * by) - by * (cx * cx + cy * cy)) / d;
    const py = (bx * (cx * cx + cy * cy) - cx * (bx * bx + by * by)) / d;
    const radius = Math.hypot(px, py);
    for (let p = 0; p < x.length; p++) {
      worst = Math.max(worst, 1 - Math.hypot(x[p] - x[a] - px, y[p] - y[a] - py) / radius);
    }
  }
  return worst;
}

describe('flat mesh', () => {
  for (const seed of [1, 2, 3]) {
    it(`stays Delaunay while points are inserted, against the empty-circle test, seed ${seed}`, () => {
      const random = createRandom(seed);
      const mesh = square();
      for (let i = 0; i < 150; i++) {
        // Some on a coarse lattice, so that points are cocircular and on edges.
        const coarse = i % 3 === 0;
        const px = coarse ? Math.ceil(7 * nextFloat(random)) / 8 : nextFloat(random);
        const py = coarse ? Math.ceil(7 * nextFloat(random)) / 8 : nextFloat(random);
        if (mesh.x.some((x, k) => x === px && mesh.y[k] === py)) continue;
        const t = locatePoint(mesh, Math.floor((nextFloat(random) * mesh.corner.length) / 3), px, py);
        insertPoint(mesh, t, px, py);
      }
      expectSound(mesh, 1);
      expect(worstInCircle(mesh)).toBeLessThan(1e-6);
    });
  }

  it('finds that a point lies outside', () => {
    expect(locatePoint(square(), 0, 2, 0.5)).toBe(-1);
    expect(locatePoint(square(), 0, 0.1, 0.9)).toBe(1);
  });

  it('splits long edges and keeps points apart', () => {
    const [x, y] = ring();
    const mesh = createFlatMesh(x, y, fan(x, y));
    flipToDelaunay(mesh);
    expectSound(mesh, 1);
    splitLongEdges(mesh, 0.11);
    expectSound(mesh, 1);
    expect(worstInCircle(mesh)).toBeLessThan(1e-6);
    let longest = 0;
    mesh.corner.forEach((a, h) => {
      const b = mesh.corner[h % 3 === 2 ? h - 2 : h + 1];
      longest = Math.max(longest, Math.hypot(x[a] - x[b], y[a] - y[b]));
    });
    expect(longest).toBeLessThanOrEqual(0.11 * (1 + 1e-9));
    for (let i = 41; i < x.length; i++) {
      for (let j = 0; j < i; j++) {
        expect(Math.hypot(x[i] - x[j], y[i] - y[j])).toBeGreaterThan(0.11 / 2);
      }
    }
  });

  it('bisects without flips, too', () => {
    const [x, y] = ring();
    const mesh = createFlatMesh(x, y, fan(x, y));
    bisectLongEdges(mesh, 0.011);
    expectSound(mesh, 1);
    mesh.corner.forEach((a, h) => {
      const b = mesh.corner[h % 3 === 2 ? h - 2 : h + 1];
      expect(Math.hypot(x[a] - x[b], y[a] - y[b])).toBeLessThanOrEqual(Math.sqrt(0.011));
    });
  });
});

/** Forty points around the unit square. */
function ring(): [number[], number[]] {
  const side = Array.from({ length: 10 }, (_, i) => i / 10);
  return [
    [...side, ...side.map(() => 1), ...side.map((s) => 1 - s), ...side.map(() => 0)],
    [...side.map(() => 0), ...side, ...side.map(() => 1), ...side.map((s) => 1 - s)],
  ];
}

/** Triangulates the ring of points by a fan around a point of its own in the middle. */
function fan(x: number[], y: number[]): number[] {
  const count = x.length;
  x.push(0.5);
  y.push(0.5);
  return Array.from({ length: count }, (_, i) => [i, (i + 1) % count, count]).flat();
}
