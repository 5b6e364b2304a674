import { describe, expect, it } from 'vitest';
import { orientSign } from '../../src/geometry/orientation.ts';
import { InputError } from '../../src/job/error.ts';
import { finishWork } from '../../src/job/work.ts';
import { createRandom, nextFloat } from '../../src/math/random.ts';
import { buildDelaunay } from '../../src/mesh/delaunay/build.ts';
import { insertPoint } from '../../src/mesh/delaunay/insert.ts';
import { hilbertIndex, insertionOrder } from '../../src/mesh/delaunay/order.ts';
import { insphereSign } from '../../src/mesh/delaunay/predicates.ts';
import {
  addPoint,
  collectTets,
  DEAD,
  isGhost,
  type Triangulation,
} from '../../src/mesh/delaunay/triangulation.ts';
import { TET_FACES, tetVolume } from '../../src/mesh/tet-mesh.ts';
import { expectLinked } from './tetrahedralise-check.ts';

const build = (x: ArrayLike<number>, seed?: number) => finishWork(buildDelaunay(Float64Array.from(x), seed));

/** The Delaunay property by its definition: no point strictly inside any circumsphere. */
function expectDelaunay(tri: Triangulation): void {
  const tets = collectTets(tri);
  let worst = 0;
  for (let t = 0; t < tets.length; t += 4) {
    for (let p = 0; p < tri.pointCount; p++) {
      if (insphereSign(tri.points, tets[t], tets[t + 1], tets[t + 2], tets[t + 3], p) > 0) worst++;
    }
  }
  expect(worst).toBe(0);
}

const volumeOf = (tri: Triangulation) => {
  const tets = collectTets(tri);
  let v = 0;
  for (let t = 0; t < tets.length; t += 4) v += tetVolume(tri.points, tets, t);
  return v;
};

/** Hull faces have every point on their inner side or in their plane. */
function expectConvexHull(tri: Triangulation): void {
  const { tets } = tri;
  let beyond = 0;
  for (let t = 0; t < tri.slots; t++) {
    if (tets[4 * t] === DEAD || !isGhost(tets, t)) continue;
    const corners = [...tets.subarray(4 * t, 4 * t + 4)];
    for (let p = 0; p < tri.pointCount; p++) {
      const [a, b, c, d] = corners.map((q) => (q < 0 ? p : q));
      if (orientSign(tri.points, a, b, c, d) > 0) beyond++;
    }
  }
  expect(beyond).toBe(0);
}

const tetKeys = (tri: Triangulation) => {
  const tets = collectTets(tri);
  return Array.from({ length: tets.length / 4 }, (_, t) =>
    [...tets.subarray(4 * t, 4 * t + 4)].sort((a, b) => a - b).join(),
  ).sort();
};

function randomPoints(count: number, seed: number): number[] {
  const random = createRandom(seed);
  return Array.from({ length: 3 * count }, () => nextFloat(random));
}

function gridPoints(nx: number, ny: number, nz: number, step = 1): number[] {
  const out: number[] = [];
  for (let i = 0; i < nx; i++)
    for (let j = 0; j < ny; j++) for (let k = 0; k < nz; k++) out.push(i * step, j * step, k * step);
  return out;
}

function spherePoints(count: number): number[] {
  const out: number[] = [];
  for (let i = 0; i < count; i++) {
    const z = 1 - (2 * i + 1) / count;
    const r = Math.sqrt(1 - z * z);
    const a = i * 2.399963229728653;
    out.push(r * Math.cos(a), r * Math.sin(a), z);
  }
  return out;
}

/** Two rings of `n` points, a cylinder: coplanar, cocircular and cospherical at once. */
function cylinderPoints(n: number): number[] {
  const out: number[] = [];
  for (const z of [0, 0.1]) {
    for (let i = 0; i < n; i++) out.push(Math.cos((2 * Math.PI * i) / n), Math.sin((2 * Math.PI * i) / n), z);
    out.push(0, 0, z);
  }
  return out;
}

const sets: [string, number[], number | null][] = [
  ['four points', [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1], 1 / 6],
  ['cube', gridPoints(2, 2, 2), 1],
  ['grid 5×4×6', gridPoints(5, 4, 6), 4 * 3 * 5],
  ['grid 6×6×6 of step 0.1 (rounded)', gridPoints(6, 6, 6, 0.1), 0.125],
  ['flat grid 9×9×2', gridPoints(9, 9, 2), 64],
  ['bar 2×2×30', gridPoints(2, 2, 30), 29],
  ['sphere of 200 points', spherePoints(200), null],
  ['cylinder of 2·24 points', cylinderPoints(24), null],
  ['random 300, seed 1', randomPoints(300, 1), null],
  ['random 300, seed 2, snapped to a coarse grid', randomPoints(300, 2).map((v) => Math.round(v * 5)), null],
  ['octahedron with its centre', [1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0], 4 / 3],
  ['body-centred lattice', [...gridPoints(4, 4, 4), ...gridPoints(3, 3, 3).map((v) => v + 0.5)], 27],
  [
    'points on one edge and face of a tet',
    [0, 0, 0, 4, 0, 0, 0, 4, 0, 0, 0, 4, 2, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 1, 2, 2, 0],
    32 / 3,
  ],
];

describe('buildDelaunay', () => {
  for (const [name, x, volume] of sets) {
    it(`is a Delaunay triangulation of the hull: ${name}`, () => {
      const { triangulation: tri, same } = build(x);
      expectLinked(tri);
      expectDelaunay(tri);
      expectConvexHull(tri);
      if (volume !== null) expect(volumeOf(tri)).toBeCloseTo(volume, 10);
      for (let p = 0; p < tri.pointCount; p++)
        if (same[p] === p) expect(tri.tetOf[p]).toBeGreaterThanOrEqual(0);
    });

    it(`depends on the points alone, not on the order of insertion: ${name}`, () => {
      if (
        new Set(Array.from({ length: x.length / 3 }, (_, p) => x.slice(3 * p, 3 * p + 3).join())).size <
        x.length / 3
      )
        return;
      const first = tetKeys(build(x, 1).triangulation);
      for (const seed of [2, 3]) expect(tetKeys(build(x, seed).triangulation)).toEqual(first);
    });
  }

  it('has the hull of a random set: volume equals that of its boundary, seed 3', () => {
    const { triangulation: tri } = build(randomPoints(500, 3));
    const { tets, points } = tri;
    let enclosed = 0; // divergence theorem over the hull faces
    for (let t = 0; t < tri.slots; t++) {
      if (tets[4 * t] === DEAD || !isGhost(tets, t)) continue;
      const i = [0, 1, 2, 3].findIndex((k) => tets[4 * t + k] < 0);
      const [a, b, c] = [0, 1, 2].map((k) => 3 * tets[4 * t + TET_FACES[3 * i + k]]);
      const [ax, ay, az, bx, by, bz] = [
        points[a],
        points[a + 1],
        points[a + 2],
        points[b],
        points[b + 1],
        points[b + 2],
      ];
      const [cx, cy, cz] = [points[c], points[c + 1], points[c + 2]];
      enclosed -= (ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx)) / 6;
    }
    expect(volumeOf(tri)).toBeCloseTo(enclosed, 12);
  });

  it('maps doubles to the point that is in', () => {
    const x = [...gridPoints(3, 3, 3), ...gridPoints(3, 3, 3), 0, 0, 0];
    const { triangulation: tri, same } = build(x);
    expectLinked(tri);
    expectDelaunay(tri);
    expect(volumeOf(tri)).toBeCloseTo(8, 10);
    for (let p = 0; p < tri.pointCount; p++) {
      expect(same[same[p]]).toBe(same[p]);
      expect(x.slice(3 * same[p], 3 * same[p] + 3)).toEqual(x.slice(3 * p, 3 * p + 3));
    }
    expect(new Set(same).size).toBe(27);
  });

  it('refuses points that do not span space', () => {
    const line = Array.from({ length: 30 }, (_, i) => (i % 3 === 0 ? i : i % 3 === 1 ? 2 * i : 0.5));
    const cases: [number[], RegExp][] = [
      [[], /empty/],
      [[1, 2, 3, 1, 2, 3], /at one point/],
      [[0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3], /on a line/],
      [gridPoints(5, 5, 1), /in a plane/],
      [line, /on a line|in a plane/],
    ];
    for (const [x, message] of cases) {
      expect(() => build(x)).toThrow(InputError);
      expect(() => build(x)).toThrow(message);
    }
  });

  it('takes points one by one as well as all at once, seed 4', () => {
    const x = randomPoints(200, 4).map((v) => Math.round(v * 6)); // doubles and degenerate sets among them
    const whole = build(x);
    const { triangulation: tri } = build(x.slice(0, 300));
    for (let p = 100; p < 200; p++) insertPoint(tri, addPoint(tri, x[3 * p], x[3 * p + 1], x[3 * p + 2]));
    expectLinked(tri);
    const place = (t: Triangulation) =>
      tetKeys(t)
        .map((key) =>
          key
            .split(',')
            .map((p) => [...t.points.subarray(3 * +p, 3 * +p + 3)].join(' '))
            .sort()
            .join(','),
        )
        .sort();
    expect(place(tri)).toEqual(place(whole.triangulation));
  });
});

describe('insertionOrder', () => {
  it('names every point once, and the same for the same seed', () => {
    const x = Float64Array.from(randomPoints(1000, 5));
    const order = insertionOrder(x, 1000, 7);
    expect(new Set(order).size).toBe(1000);
    expect(insertionOrder(x, 1000, 7)).toEqual(order);
    expect(insertionOrder(x, 1000, 8)).not.toEqual(order);
  });

  it('follows a Hilbert curve: neighbours along it are neighbours in space, every cell once', () => {
    const n = 8;
    const shift = 1024 / n; // the coarse cells of the 1,024-cell curve form the 8-cell one
    const cells: [number, number, number, number][] = [];
    for (let i = 0; i < n; i++)
      for (let j = 0; j < n; j++)
        for (let k = 0; k < n; k++)
          cells.push([Math.floor(hilbertIndex(i * shift, j * shift, k * shift) / shift ** 3), i, j, k]);
    cells.sort((a, b) => a[0] - b[0]);
    cells.forEach((c, i) => {
      expect(c[0]).toBe(i);
      if (i > 0) {
        const p = cells[i - 1];
        expect(Math.abs(c[1] - p[1]) + Math.abs(c[2] - p[2]) + Math.abs(c[3] - p[3])).toBe(1);
      }
    });
  });
});
