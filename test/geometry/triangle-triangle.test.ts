import { describe, expect, it } from 'vitest';
import { intersectFaces, intersectTriangles } from '../../src/geometry/triangle-triangle.ts';
import { buildHierarchy } from '../../src/hierarchy/hierarchy.ts';
import { createPairs, createSelfPairs, nextPairs } from '../../src/hierarchy/pairs.ts';
import { createRandom, nextUint } from '../../src/math/random.ts';
import { findGarbage } from '../support/allocation.ts';
import { cross, distanceBrute, dot, sub } from '../support/brute.ts';
import { DATA, readCsv, readShape, type Shape } from '../support/data.ts';
import { shape, soup, sphere } from '../support/shapes.ts';

type Point = [number, number, number];

/**
 * Whether two convex hulls of points meet, by looking for a plane between them: if there is one, there is one whose
 * normal is a difference of points, a cross product of two, or a cross product of three (the last two kinds of
 * axis are for hulls without volume). All sums are exact for the small integers used here.
 */
function hullsMeet(a: Point[], b: Point[]): boolean {
  const all = [...a, ...b];
  const edges: Point[] = [];
  for (let i = 0; i < all.length; i++) for (let j = 0; j < i; j++) edges.push(sub(all[i], all[j]));
  const normals: Point[] = [];
  for (let i = 0; i < edges.length; i++) for (let j = 0; j < i; j++) normals.push(cross(edges[i], edges[j]));
  const parts = (axis: Point): boolean => {
    let [lowA, highA, lowB, highB] = [Infinity, -Infinity, Infinity, -Infinity];
    for (const p of a) {
      const t = dot(axis, p);
      lowA = Math.min(lowA, t);
      highA = Math.max(highA, t);
    }
    for (const p of b) {
      const t = dot(axis, p);
      lowB = Math.min(lowB, t);
      highB = Math.max(highB, t);
    }
    return highA < lowB || highB < lowA;
  };
  if (edges.some(parts) || normals.some(parts)) return false;
  return !edges.some((e) => normals.some((n) => parts(cross(e, n))));
}

function meet(a: Point[], b: Point[]): boolean {
  return intersectTriangles(Float64Array.from(a.flat()), 0, 1, 2, Float64Array.from(b.flat()), 0, 1, 2);
}

/** The corner of `t` cut off at a 256th of its edges: what is left meets all that the triangle meets elsewhere. */
function cut(t: Point[], corner: number): Point[] {
  const [v, p, q] = [t[corner], t[(corner + 1) % 3], t[(corner + 2) % 3]];
  const near = (w: Point): Point => [255 * v[0] + w[0], 255 * v[1] + w[1], 255 * v[2] + w[2]];
  return [near(p), near(q), big(p), big(q)];
}

const big = (p: Point): Point => [256 * p[0], 256 * p[1], 256 * p[2]];

describe('intersectTriangles against separating planes, on a lattice full of coincidences', () => {
  const random = createRandom(81);
  const point = (n: number): Point => [nextUint(random) % n, nextUint(random) % n, nextUint(random) % n];

  for (const [n, draws] of [
    [2, 600],
    [3, 1000],
    [5, 800],
  ]) {
    it(`coordinates 0 to ${n - 1}, seed 81`, () => {
      let hits = 0;
      for (let i = 0; i < draws; i++) {
        const a = [point(n), point(n), point(n)];
        const b = [point(n), point(n), point(n)];
        const want = hullsMeet(a, b);
        if (want) hits++;
        // The answer is the same in every order of corners and triangles.
        expect(meet(a, b)).toBe(want);
        expect(meet([b[1], b[0], b[2]], [a[2], a[0], a[1]])).toBe(want);
      }
      expect(hits).toBeGreaterThan(draws / 20);
      expect(hits).toBeLessThan(draws);
    });
  }

  it('in one plane, seed 81', () => {
    for (let i = 0; i < 800; i++) {
      const flat = (): Point[] => [0, 1, 2].map(() => [nextUint(random) % 4, nextUint(random) % 4, 1]);
      const [a, b] = [flat(), flat()];
      expect(meet(a, b)).toBe(hullsMeet(a, b));
    }
  });

  it('small and large coordinates give the same answers', () => {
    for (let i = 0; i < 600; i++) {
      const a = [point(3), point(3), point(3)];
      const b = [point(3), point(3), point(3)];
      const want = meet(a, b);
      for (const s of [2 ** -20, 2 ** 20]) {
        const scale = (t: Point[]) => t.map((p): Point => [s * p[0], s * p[1], s * p[2]]);
        expect(meet(scale(a), scale(b))).toBe(want);
      }
    }
  });
});

describe('intersectTriangles decides what rounding hides', () => {
  // The triangle of height 0 at z = 0, and a point above, on and below it by next to nothing.
  const floor: Point[] = [
    [0.1, 0.1, 0],
    [0.9, 0.2, 0],
    [0.3, 0.8, 0],
  ];
  const above = (z: number): Point[] => [
    [0.4, 0.3, z],
    [0.4, 0.3, 1],
    [0.5, 0.3, 1],
  ];

  it('a corner 1e-60 above, on and below a face', () => {
    expect(meet(floor, above(1e-60))).toBe(false);
    expect(meet(floor, above(0))).toBe(true);
    expect(meet(floor, above(-1e-60))).toBe(true);
  });

  it('an oblique face: the corner is on it only if it is so exactly', () => {
    // x + y + z = 1 with dyadic coordinates is exact; one step off it is not.
    const face: Point[] = [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ];
    const tip = (z: number): Point[] => [
      [0.25, 0.25, z],
      [1, 1, 1],
      [1, 1, 2],
    ];
    expect(meet(face, tip(0.5))).toBe(true);
    expect(meet(face, tip(0.5 + 2 ** -53))).toBe(false);
    expect(meet(face, tip(0.5 - 2 ** -54))).toBe(true);
  });
});

describe('intersectFaces: faces that share corners meet only elsewhere', () => {
  const random = createRandom(82);
  const point = (n: number): Point => [nextUint(random) % n, nextUint(random) % n, nextUint(random) % n];
  const flat = (t: Point[]) => dot(cross(sub(t[1], t[0]), sub(t[2], t[0])), [1, 1, 1]) === 0;
  const degenerate = (t: Point[]) => cross(sub(t[1], t[0]), sub(t[2], t[0])).every((x) => x === 0);

  it('one corner shared, seed 82', () => {
    let hits = 0;
    for (let i = 0; i < 400; i++) {
      const p = [point(4), point(4), point(4), point(4), point(4)];
      if (degenerate([p[0], p[1], p[2]]) || degenerate([p[0], p[3], p[4]])) continue;
      const want = hullsMeet(cut([p[0], p[1], p[2]], 0), [p[0], p[3], p[4]].map(big));
      if (want) hits++;
      const positions = Float64Array.from(p.flat());
      for (const corners of [
        [0, 1, 2, 0, 3, 4],
        [1, 2, 0, 4, 0, 3],
        [3, 4, 0, 2, 0, 1],
      ]) {
        expect(intersectFaces(positions, Uint32Array.from(corners), 0, 1)).toBe(want);
      }
    }
    expect(hits).toBeGreaterThan(10);
  });

  it('an edge shared, seed 82', () => {
    let hits = 0;
    for (let i = 0; i < 4000; i++) {
      const p = [point(3), point(3), point(3), point(3)];
      const [a, b] = [
        [p[0], p[1], p[2]],
        [p[0], p[1], p[3]],
      ];
      if (degenerate(a) || degenerate(b) || (i % 8 && !flat(a))) continue;
      const near = (v: Point): Point => [255 * v[0] + p[2][0], 255 * v[1] + p[2][1], 255 * v[2] + p[2][2]];
      const want = hullsMeet([near(p[0]), near(p[1]), big(p[2])], b.map(big));
      if (want) hits++;
      const positions = Float64Array.from(p.flat());
      for (const corners of [
        [0, 1, 2, 1, 0, 3],
        [2, 0, 1, 3, 0, 1],
        [1, 2, 0, 3, 1, 0],
      ]) {
        expect(intersectFaces(positions, Uint32Array.from(corners), 0, 1)).toBe(want);
      }
    }
    expect(hits).toBeGreaterThan(10);
  });

  it('the same three corners: always', () => {
    const positions = Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0);
    expect(intersectFaces(positions, Uint32Array.of(0, 1, 2, 2, 1, 0), 0, 1)).toBe(true);
  });
});

function findIntersections(mesh: Shape): string[] {
  const hierarchy = buildHierarchy(mesh.positions, mesh.indices);
  const search = createSelfPairs(hierarchy, mesh);
  const out = new Uint32Array(4096);
  const pairs: string[] = [];
  for (let n = nextPairs(out, search); n > 0; n = nextPairs(out, search)) {
    for (let i = 0; i < n; i++) {
      const [s, t] = [out[2 * i], out[2 * i + 1]];
      if (intersectFaces(mesh.positions, mesh.indices, s, t)) pairs.push(`${s}-${t}`);
    }
  }
  return pairs.sort();
}

describe('the pairs of a mesh', () => {
  it('a closed convex surface does not intersect itself', () => {
    expect(findIntersections(sphere(10))).toEqual([]);
  });

  it('a soup: the hierarchy loses no pair that testing all finds, seed 83', () => {
    for (const kind of ['random', 'lattice', 'flat', 'duplicates'] as const) {
      const mesh = soup(kind, 120, 83);
      const all: string[] = [];
      for (let s = 0; s < 120; s++) {
        for (let t = s + 1; t < 120; t++) {
          if (intersectFaces(mesh.positions, mesh.indices, s, t)) all.push(`${s}-${t}`);
        }
      }
      expect(findIntersections(mesh)).toEqual(all.sort());
      expect(all.length).toBeGreaterThan(100);
    }
  });

  it('a clear answer allocates nothing', () => {
    const mesh = soup('random', 100, 84);
    let hits = 0;
    const job = () => {
      for (let i = 0; i < 10000; i++) {
        if (intersectFaces(mesh.positions, mesh.indices, i % 100, (7 * i + 1) % 100)) hits++;
      }
    };
    expect(findGarbage(10000, job)).toEqual([]);
    expect(hits).toBeGreaterThan(0);
  });
});

describe.skipIf(!DATA)('self-intersections found by CGAL', () => {
  const cases: [string, string | null][] = [
    ['self-intersections/two-cubes-intersecting.ply', 'two-cubes-intersecting'],
    ['meshes/human_woman.obj', 'human_woman'],
    ['ccd-scenes/cloth-funnel/frames/227.ply', 'cloth-funnel-227'],
    ['ccd-scenes/cloth-funnel/frames/228.ply', 'cloth-funnel-228'],
    ['self-intersections/two-cubes-close.ply', null],
    ['self-intersections/two-cubes-far.ply', null],
    ['meshes/bunny-npm.json', null],
    ['meshes/torus.obj', null],
    ['meshes/skull_low_resolution.obj', null],
    ['meshes/hammer.obj', null],
    ['meshes/nefertiti-lowres.obj', null],
    ['meshes/dragon-closed.obj', null],
  ];
  for (const [path, name] of cases) {
    it(`${path}: ${name ? 'the same pairs' : 'none'}`, () => {
      const want = name
        ? readCsv(`self-intersections/${name}.pairs.csv`)
            .filter(([s]) => s >= 0)
            .map(([s, t]) => (s < t ? `${s}-${t}` : `${t}-${s}`))
        : [];
      expect(findIntersections(readShape(path))).toEqual(want.sort());
    });
  }

  it('the pieces of the cut cube are close, yet none meets another', () => {
    const pieces = [...Array(8).keys()].map((i) => readShape(`fracture/cube/cell-${i}.obj`));
    const trees = pieces.map((p) => buildHierarchy(p.positions, p.indices));
    const rows = readCsv('fracture/cube/pairs.csv').filter(([i]) => i >= 0);
    expect(rows.length).toBe(20);
    const out = new Uint32Array(4096);
    for (const [i, j, distance, intersecting] of rows) {
      const [a, b] = [pieces[i], pieces[j]];
      const search = createPairs(trees[i], a, trees[j], b);
      let hits = 0;
      for (let n = nextPairs(out, search); n > 0; n = nextPairs(out, search)) {
        for (let k = 0; k < n; k++) {
          const s = a.indices.subarray(3 * out[2 * k]);
          const t = b.indices.subarray(3 * out[2 * k + 1]);
          if (intersectTriangles(a.positions, s[0], s[1], s[2], b.positions, t[0], t[1], t[2])) hits++;
        }
      }
      expect(hits > 0 ? 1 : 0).toBe(intersecting);
      // The least distance between pieces is that of a vertex and a face here, or of two edges: not below theirs.
      let least = Infinity;
      for (const [from, to] of [
        [a, b],
        [b, a],
      ]) {
        for (let v = 0; v < from.positions.length; v += 3) {
          const p = from.positions;
          least = Math.min(least, distanceBrute(to, [p[v], p[v + 1], p[v + 2]]));
        }
      }
      expect(least).toBeGreaterThan(distance * (1 - 1e-9));
      // Pushed towards each other by more than that, they do meet.
      expect(least).toBeLessThan(0.2);
    }
  });
});

describe('shapes that meet by construction', () => {
  it('two tetrahedra, one pushed into the other by less and less', () => {
    const base = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0.3, 0.3, 1];
    const faces = [0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3];
    for (const depth of [0.5, 1e-3, 1e-9, 1e-15, 0]) {
      const tip = [0.3, 0.3, 1 - depth, 1, 0.3, 2, 0.3, 1, 2, 0.1, 0.1, 2];
      const mesh = shape([...base, ...tip], [...faces, ...faces.map((v) => v + 4)]);
      expect(findIntersections(mesh).length).toBeGreaterThan(0);
    }
  });
});
