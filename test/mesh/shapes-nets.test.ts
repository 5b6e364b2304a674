import { describe, expect, it } from 'vitest';
import { createRandom, nextFloat } from '../../src/math/random.ts';
import { meshImplicit } from '../../src/mesh/shapes/fit.ts';
import {
  ball,
  block,
  cut,
  ellipsoid,
  type Implicit,
  join,
  limb,
  mirror,
  type Point,
} from '../../src/mesh/shapes/implicit.ts';
import { extractSurface } from '../../src/mesh/shapes/nets.ts';
import { cutOutline, type PlanePoint, triangulatePolygon } from '../../src/mesh/shapes/polygon.ts';
import {
  countBadEdges,
  countBadVertices,
  countComponents,
  countCrossings,
  eulerNumber,
  leastAngles,
  volumeOf,
} from './shapes-measure.ts';

const LOW: Point = [-1.2, -1.2, -1.2];
const HIGH: Point = [1.2, 1.2, 1.2];

describe('implicit solids', () => {
  it('balls, limbs and blocks give true distances outside', () => {
    const random = createRandom(5);
    const draw = () => 4 * nextFloat(random) - 2;
    const cone = limb([0, 0, 0], [1, 0, 0], 0.5, 0.2);
    const box = block([0, 0, 0], [0.5, 0.4, 0.3], 0.1);
    for (let i = 0; i < 300; i++) {
      const p: [number, number, number] = [draw(), draw(), draw()];
      expect(ball([0, 1, 0], 0.3)(...p)).toBeCloseTo(Math.hypot(p[0], p[1] - 1, p[2]) - 0.3, 12);
      // A limb is the union of balls along it: the closest of a thousand of them.
      let closest = Infinity;
      for (let k = 0; k <= 1000; k++) {
        const t = k / 1000;
        closest = Math.min(closest, Math.hypot(p[0] - t, p[1], p[2]) - (0.5 - 0.3 * t));
      }
      expect(cone(...p)).toBeCloseTo(closest, 4);
      // A rounded block: distance to the inner block, less the rounding.
      const [x, y, z] = [Math.abs(p[0]) - 0.4, Math.abs(p[1]) - 0.3, Math.abs(p[2]) - 0.2];
      if (Math.max(x, y, z) > 0) {
        expect(box(...p)).toBeCloseTo(Math.hypot(Math.max(x, 0), Math.max(y, 0), Math.max(z, 0)) - 0.1, 12);
      } else expect(box(...p)).toBeLessThan(0);
    }
  });

  it('join, cut and mirror agree with and, or, not away from the joints', () => {
    const [a, b] = [ball([0, 0, 0], 0.5), ball([0.6, 0, 0.2], 0.4)];
    const random = createRandom(6);
    for (let i = 0; i < 500; i++) {
      const p: [number, number, number] = [0, 1, 2].map(() => 2 * nextFloat(random) - 1) as [
        number,
        number,
        number,
      ];
      const [da, db] = [a(...p), b(...p)];
      if (Math.abs(da - db) > 0.05) expect(join(0.05, a, b)(...p)).toBeCloseTo(Math.min(da, db), 12);
      if (Math.abs(da + db) > 0.05) expect(cut(0.05, a, b)(...p)).toBeCloseTo(Math.max(da, -db), 12);
      expect(mirror(b)(p[0], p[1], -p[2])).toBe(mirror(b)(...p));
    }
  });
});

describe('surface nets', () => {
  it('a ball and an ellipsoid, to second order', () => {
    for (const cell of [0.2, 0.1]) {
      const mesh = extractSurface(ball([0.03, 0.01, -0.02], 1), LOW, HIGH, cell);
      expect(countBadEdges(mesh)).toBe(0);
      expect(eulerNumber(mesh)).toBe(2);
      expect(Math.abs(volumeOf(mesh) / ((4 / 3) * Math.PI) - 1)).toBeLessThan(cell * cell);
    }
    const egg = extractSurface(ellipsoid([0, 0, 0], [1, 0.7, 0.5]), LOW, HIGH, 0.05);
    expect(Math.abs(volumeOf(egg) / ((4 / 3) * Math.PI * 0.35) - 1)).toBeLessThan(0.01);
  });

  for (const seed of [1, 2, 3, 4, 5, 6]) {
    it(`stays manifold on crowds of small balls, too small for the grid, seed ${seed}`, () => {
      const random = createRandom(seed);
      const draw = () => 1.6 * nextFloat(random) - 0.8;
      const parts: Implicit[] = Array.from({ length: 40 }, () =>
        ball([draw(), draw(), draw()], 0.05 + 0.2 * nextFloat(random)),
      );
      const crowd = join(0, ...parts);
      const mesh = extractSurface(crowd, LOW, HIGH, 0.11);
      expect(countBadEdges(mesh)).toBe(0);
      expect(countBadVertices(mesh)).toBe(0);
      expect(volumeOf(mesh)).toBeGreaterThan(0);
    });
  }

  it('keeps two sheets in one cell apart', () => {
    // Two blocks with a gap of a third of a cell, and a wall of a third of a cell.
    const gap = join(0, block([-0.52, 0, 0], [0.5, 0.4, 0.4], 0), block([0.52, 0, 0], [0.5, 0.4, 0.4], 0));
    const apart = extractSurface(gap, LOW, HIGH, 0.039);
    expect(countComponents(apart)).toBe(2);
    expect(countBadEdges(apart)).toBe(0);
  });

  it('refuses a solid that leaves its box', () => {
    expect(() => extractSurface(ball([0, 0, 0], 3), LOW, HIGH, 0.2)).toThrow(/leaves its box/);
  });

  it('meshes at an exact count with even triangles', () => {
    const dumbbell = join(
      0.2,
      ball([-0.6, 0, 0], 0.45),
      ball([0.6, 0, 0], 0.45),
      limb([-0.6, 0, 0], [0.6, 0, 0], 0.15, 0.15),
    );
    const mesh = meshImplicit(dumbbell, LOW, HIGH, 0.05, 2000);
    expect(mesh.indices.length / 3).toBe(2000);
    expect(countBadEdges(mesh)).toBe(0);
    expect(countBadVertices(mesh)).toBe(0);
    expect(leastAngles(mesh)[0]).toBeGreaterThan(25);
    expect(countCrossings(mesh)).toBe(0);
    for (let i = 0; i < mesh.positions.length; i += 3) {
      const [x, y, z] = mesh.positions.subarray(i, i + 3);
      expect(Math.abs(dumbbell(x, y, z))).toBeLessThan(2e-3);
    }
  });
});

describe('triangulatePolygon', () => {
  const outline: PlanePoint[] = [
    [0, 0],
    [4, 0],
    [4, 3],
    [2, 1.5],
    [0, 3],
  ];
  const hole = (x: number, y: number, s: number): PlanePoint[] => [
    [x, y],
    [x, y + s],
    [x + s, y + s],
    [x + s, y],
  ];

  it('covers what the outline holds and the holes leave, counter-clockwise', () => {
    const holes = [hole(0.3, 0.3, 0.5), hole(2.5, 0.2, 0.6), hole(0.2, 1.2, 0.4)];
    for (const spacing of [Infinity, 0.6]) {
      const cuts = spacing < Infinity ? spacing : 100;
      const { x, y, corner } = triangulatePolygon(
        cutOutline(outline, cuts),
        holes.map((h) => cutOutline(h, cuts)),
        spacing,
      );
      let area = 0;
      for (let h = 0; h < corner.length; h += 3) {
        const [a, b, c] = [corner[h], corner[h + 1], corner[h + 2]];
        const part = ((x[b] - x[a]) * (y[c] - y[a]) - (y[b] - y[a]) * (x[c] - x[a])) / 2;
        expect(part).toBeGreaterThan(0);
        area += part;
        if (spacing < Infinity) expect(Math.hypot(x[a] - x[b], y[a] - y[b])).toBeLessThan(spacing * 1.0001);
      }
      expect(area).toBeCloseTo(9 - 0.25 - 0.36 - 0.16, 12);
    }
  });

  it('refuses holes that cross', () => {
    expect(() => triangulatePolygon(outline, [hole(0.3, 0.3, 0.5), hole(0.6, 0.5, 0.5)])).toThrow(
      /inside and apart/,
    );
  });
});
