import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { closestTriangle } from '../../src/hierarchy/closest.ts';
import { buildHierarchy } from '../../src/hierarchy/hierarchy.ts';
import { InputError } from '../../src/job/error.ts';
import { createRandom, nextFloat } from '../../src/math/random.ts';
import { decimateMesh, resampleMesh } from '../../src/mesh/decimate.ts';
import { createEdgeHeap, popEdge, pushEdge } from '../../src/mesh/decimate-heap.ts';
import { refineMesh, subdivideMesh } from '../../src/mesh/refine.ts';
import {
  createBox,
  createGear,
  createSheet,
  createSphere,
  createTorus,
} from '../../src/mesh/shapes/index.ts';
import { createTriangleMesh, type TriangleMesh } from '../../src/mesh/triangle-mesh.ts';
import {
  boundsOf,
  countBadEdges,
  countBadVertices,
  countCrossings,
  eulerNumber,
  hashSurface,
  leastAngles,
  volumeOf,
} from './shapes-measure.ts';

// The package has no types.
const bunny: { positions: number[][]; cells: number[][] } = createRequire(import.meta.url)('bunny');
const BUNNY = createTriangleMesh({ positions: bunny.positions.flat(), indices: bunny.cells.flat() });

/** The largest distance from points of a (corners, and points between them) to b, over b's diagonal. */
function strayFrom(a: TriangleMesh, b: TriangleMesh): number {
  const hierarchy = buildHierarchy(b.positions, b.indices);
  const { positions } = subdivideMesh(subdivideMesh(a).mesh).mesh;
  const out = new Float64Array(7);
  let worst = 0;
  for (let i = 0; i < positions.length; i += 3) {
    closestTriangle(out, hierarchy, positions, i, -1);
    worst = Math.max(worst, out[0]);
  }
  return Math.sqrt(worst) / Math.hypot(...boundsOf(b).size);
}

function expectClosed(mesh: TriangleMesh, euler: number): void {
  expect(countBadEdges(mesh)).toBe(0);
  expect(countBadVertices(mesh)).toBe(0);
  expect(eulerNumber(mesh)).toBe(euler);
}

describe('the bunny at the sizes of the papers', () => {
  const fine = resampleMesh(BUNNY, { triangles: 7940 });
  const coarse = resampleMesh(BUNNY, { vertices: 777 });

  it('7,940 triangles, more than it has', () => {
    expect(fine.indices.length / 3).toBe(7940);
    expect(fine.positions.length / 3).toBe(3972);
    expectClosed(fine, 2);
    expect(strayFrom(fine, BUNNY)).toBeLessThan(0.003);
    expect(strayFrom(BUNNY, fine)).toBeLessThan(0.003);
    expect(Math.abs(volumeOf(fine) / volumeOf(BUNNY) - 1)).toBeLessThan(0.001);
    const angles = leastAngles(fine); // the input's own least angle is 13°
    expect(angles[0]).toBeGreaterThan(11);
    expect(angles[Math.floor(0.01 * angles.length)]).toBeGreaterThan(20);
    expect(countCrossings(fine)).toBe(0);
  });

  it('777 vertices, fewer than it has', () => {
    expect(coarse.positions.length / 3).toBe(777);
    expectClosed(coarse, 2);
    expect(strayFrom(coarse, BUNNY)).toBeLessThan(0.01);
    expect(strayFrom(BUNNY, coarse)).toBeLessThan(0.01);
    expect(leastAngles(coarse)[0]).toBeGreaterThan(10);
    expect(countCrossings(coarse)).toBe(0);
  });

  it('gives the same bits every time, pinned', () => {
    expect(hashSurface(resampleMesh(BUNNY, { triangles: 7940 }))).toBe(hashSurface(fine));
    expect([hashSurface(fine), hashSurface(coarse)]).toMatchInlineSnapshot(`
      [
        1671180906,
        2605585833,
      ]
    `);
  });
});

describe('decimateMesh', () => {
  it('keeps a box a box: creases stay, faces lie flat', () => {
    const box = createBox({ size: [1, 0.6, 0.4], edge: 0.05 });
    const small = decimateMesh(box, { triangles: 300 });
    expect(small.indices.length / 3).toBe(300);
    expectClosed(small, 2);
    expect(volumeOf(small)).toBeCloseTo(0.24, 4);
    expect(strayFrom(small, box)).toBeLessThan(5e-4);
    expect(strayFrom(box, small)).toBeLessThan(5e-4);
  });

  it('keeps the genus down to the last triangles', () => {
    for (const [mesh, euler] of [
      [createSphere({ frequency: 6 }), 2],
      [createTorus({ triangles: 1000 }), 0],
    ] as const) {
      for (const triangles of [400, 100, 40]) {
        const small = decimateMesh(mesh, { triangles });
        expect(small.indices.length / 3).toBe(triangles);
        expectClosed(small, euler);
      }
      // No sphere is smaller than a tetrahedron, no torus than 14 triangles; on the way nothing may break.
      const least = decimateMesh(mesh, { triangles: 1 });
      expectClosed(least, euler);
      expect(least.indices.length / 3).toBeGreaterThanOrEqual(euler === 2 ? 4 : 14);
      expect(least.indices.length / 3).toBeLessThan(60);
    }
  });

  it('keeps the border of an open sheet', () => {
    const sheet = createSheet({ width: 2, depth: 1, columns: 40, rows: 20 });
    const small = decimateMesh(sheet, { triangles: 301 });
    expect(small.indices.length / 3).toBe(301); // an odd count is within reach: border edges give one each
    expect(eulerNumber(small)).toBe(1);
    boundsOf(small).size.forEach((length, k) => {
      expect(length).toBeCloseTo([2, 0, 1][k], 4);
    });
    let area = 0;
    for (let i = 0; i < small.indices.length; i += 3) {
      const [a, b, c] = [0, 1, 2].map((k) => small.positions.subarray(3 * small.indices[i + k]));
      const part = (b[2] - a[2]) * (c[0] - a[0]) - (b[0] - a[0]) * (c[2] - a[2]);
      expect(part).toBeGreaterThan(0); // none turned over
      area += part / 2;
    }
    expect(area).toBeCloseTo(2, 3);
  });

  it('reaches the even count above an odd one on a closed surface', () => {
    expect(decimateMesh(createSphere({ frequency: 4 }), { triangles: 201 }).indices.length / 3).toBe(202);
  });

  it('leaves a mesh alone that is small enough, but for unused vertices and degenerate triangles', () => {
    const mesh = createTriangleMesh({
      positions: [9, 9, 9, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1],
      indices: [1, 3, 2, 1, 2, 4, 2, 3, 4, 1, 4, 3, 2, 2, 3],
    });
    const same = decimateMesh(mesh, { triangles: 100 });
    expect(same.indices.length / 3).toBe(4);
    expect(same.positions.length / 3).toBe(4);
    expect(volumeOf(same)).toBeCloseTo(1 / 6, 12);
  });

  it('keeps groups, and the seams between them', () => {
    const box = createBox({ edge: 0.1 });
    const groups = Array.from({ length: box.indices.length / 3 }, (_, t) => {
      const x = [0, 1, 2].reduce((sum, i) => sum + box.positions[3 * box.indices[3 * t + i]], 0) / 3;
      return x < 0 ? 1 : 2;
    });
    const small = decimateMesh(createTriangleMesh({ ...box, groups }), { triangles: 200 });
    for (let t = 0; t < 200; t++) {
      const x = [0, 1, 2].map((i) => small.positions[3 * small.indices[3 * t + i]]);
      if (small.groups![t] === 1) expect(Math.max(...x)).toBeLessThan(0.01);
      else expect(Math.min(...x)).toBeGreaterThan(-0.01);
    }
  });

  it('does not touch the edges where more than two triangles meet', () => {
    // Two refined cubes that share an edge.
    const cube = createBox({ edge: 0.25 });
    const count = cube.positions.length / 3;
    const known = new Map<string, number>();
    for (let v = 0; v < count; v++) known.set(cube.positions.subarray(3 * v, 3 * v + 3).join(), v);
    const positions = Array.from(cube.positions);
    const twin = Array.from({ length: count }, (_, v) => {
      const p = [cube.positions[3 * v] + 1, cube.positions[3 * v + 1] + 1, cube.positions[3 * v + 2]];
      const shared = known.get(p.join());
      if (shared !== undefined) return shared;
      positions.push(...p);
      return positions.length / 3 - 1;
    });
    const indices = [...cube.indices, ...Array.from(cube.indices, (v) => twin[v])];
    const small = decimateMesh(createTriangleMesh({ positions, indices }), { triangles: 120 });
    expect(small.indices.length / 3).toBe(120);
    const onEdge = new Set<number>();
    for (let i = 0; i < small.positions.length; i += 3) {
      if (small.positions[i] === 0.5 && small.positions[i + 1] === 0.5) onEdge.add(small.positions[i + 2]);
    }
    expect([...onEdge].sort((a, b) => a - b)).toEqual([-0.5, -0.25, 0, 0.25, 0.5]);
    expect(volumeOf(small)).toBeCloseTo(2, 1);
  });

  it('works far from the origin', () => {
    const gear = createGear();
    const far = createTriangleMesh({ ...gear, positions: gear.positions.map((x) => x + 1000) });
    const small = decimateMesh(far, { triangles: 2000 });
    expect(strayFrom(small, far)).toBeLessThan(0.002);
  });

  it('names bad arguments', () => {
    const box = createBox();
    expect(() => decimateMesh(box, {})).toThrow(/triangles or as vertices/);
    expect(() => decimateMesh(box, { triangles: 10, vertices: 8 })).toThrow(InputError);
    expect(() => decimateMesh(box, { triangles: 0 })).toThrow(/triangles is 0/);
    expect(() => decimateMesh(box, { vertices: 7.5 })).toThrow(/vertices is 7.5/);
    expect(() => decimateMesh(box, { triangles: 10, evenness: 2 })).toThrow(/evenness is 2/);
    const broken = createTriangleMesh({
      positions: [0, 0, 0, 1, 0, 0, 0, Number.NaN, 0],
      indices: [0, 1, 2],
    });
    expect(() => decimateMesh(broken, { triangles: 1 })).toThrow(/NaN/);
    expect(() => resampleMesh(createTriangleMesh({ positions: [], indices: [] }), { triangles: 8 })).toThrow(
      /no area/,
    );
  });
});

describe('resampleMesh', () => {
  it('brings a box of twelve triangles to any count', () => {
    for (const triangles of [14, 100, 1000, 4998]) {
      const mesh = resampleMesh(createBox({ size: [1, 0.5, 0.1] }), { triangles });
      expect(mesh.indices.length / 3).toBe(triangles);
      expectClosed(mesh, 2);
      if (triangles >= 1000) expect(volumeOf(mesh)).toBeCloseTo(0.05, 4);
      expect(countCrossings(mesh)).toBe(0);
    }
  });

  it('refines enough: no edge above the spacing means no fewer triangles than wanted', () => {
    const sphere = createSphere({ frequency: 2 });
    for (const vertices of [100, 333, 2000]) {
      expect(resampleMesh(sphere, { vertices }).positions.length / 3).toBe(vertices);
    }
    expect(refineMesh(sphere, 0.1).mesh.indices.length).toBeGreaterThan(sphere.indices.length);
  });
});

describe('the heap of edges', () => {
  it('gives entries in the order of a sort, ties by vertices, seed 3', () => {
    const random = createRandom(3);
    const heap = createEdgeHeap(4); // small: it must grow
    const all: number[][] = [];
    const cost = new Float64Array(1);
    const out = new Uint32Array(4);
    for (let i = 0; i < 2000; i++) {
      cost[0] = Math.floor(50 * nextFloat(random)) / 7;
      const edge = [Math.floor(40 * nextFloat(random)), Math.floor(1e6 * nextFloat(random)), i, i + 1];
      pushEdge(heap, cost, 0, Uint32Array.from(edge));
      all.push([cost[0], ...edge]);
      if (i % 3 === 2) {
        all.sort((a, b) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2]);
        expect(popEdge(out, heap)).toBe(true);
        expect([...out]).toEqual(all.shift()!.slice(1));
      }
    }
    all.sort((a, b) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2]);
    for (const [, ...edge] of all) {
      popEdge(out, heap);
      expect([...out]).toEqual(edge);
    }
    expect(popEdge(out, heap)).toBe(false);
  });
});
