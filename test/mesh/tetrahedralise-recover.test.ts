import { describe, expect, it } from 'vitest';
import { finishWork } from '../../src/job/work.ts';
import { createRandom, nextFloat } from '../../src/math/random.ts';
import { buildDelaunay } from '../../src/mesh/delaunay/build.ts';
import { DEAD, type Triangulation } from '../../src/mesh/delaunay/triangulation.ts';
import { createSurfaceQuery } from '../../src/mesh/surface-distance.ts';
import { TET_FACES, tetVolume } from '../../src/mesh/tet-mesh.ts';
import { classifyTets, INSIDE } from '../../src/mesh/tetrahedralise/classify.ts';
import { recoverShell } from '../../src/mesh/tetrahedralise/conform.ts';
import { countOpen, gatherVertices, joinPoints } from '../../src/mesh/tetrahedralise/input.ts';
import { recoverEdge, recoverFace } from '../../src/mesh/tetrahedralise/recover.ts';
import { findEdgeTet, findFace } from '../../src/mesh/tetrahedralise/search.ts';
import {
  createShell,
  findSide,
  findTriangle,
  isShellEdge,
  nextCorner,
  type Shell,
  splitShellEdge,
} from '../../src/mesh/tetrahedralise/shell.ts';
import { crosses, pierces, sideInPlane } from '../../src/mesh/tetrahedralise/target.ts';
import type { TriangleMesh } from '../../src/mesh/triangle-mesh.ts';
import { expectLinked, gridBox, joinMeshes, makeDisc, meshVolume, turnMesh } from './tetrahedralise-check.ts';

function shellOf(mesh: TriangleMesh): { tri: Triangulation; shell: Shell } {
  const { points, vertex, indices, box } = gatherVertices(mesh);
  const { triangulation } = finishWork(buildDelaunay(joinPoints(points, new Float64Array(0), box)));
  return { tri: triangulation, shell: createShell(indices, vertex.length) };
}

/** Shell triangles that are no face of any tet, by a scan. */
function missingOf(tri: Triangulation, shell: Shell): number[] {
  const faces = new Set<string>();
  for (let f = 0; f < 4 * tri.slots; f++) {
    if (tri.tets[f & ~3] === DEAD) continue;
    faces.add(
      [0, 1, 2]
        .map((k) => tri.tets[(f & ~3) + TET_FACES[3 * (f & 3) + k]])
        .sort((a, b) => a - b)
        .join(),
    );
  }
  const out: number[] = [];
  for (let s = 0; s < shell.count; s++) {
    if (!faces.has([...shell.corner.subarray(3 * s, 3 * s + 3)].sort((a, b) => a - b).join())) out.push(s);
  }
  return out;
}

describe('shell', () => {
  it('finds triangles, sides and edges as a scan does, also after splits, seed 51', () => {
    const mesh = gridBox([1, 1, 1], [3, 3, 3]);
    const shell = createShell(mesh.indices, mesh.positions.length / 3);
    const random = createRandom(51);
    let points = mesh.positions.length / 3;
    for (let n = 0; n < 60; n++) {
      const k = Math.floor(nextFloat(random) * 3 * shell.count);
      const [a, b] = [shell.corner[k], shell.corner[nextCorner(k)]];
      const before = shell.count;
      splitShellEdge(shell, a, b, points++);
      expect(shell.count).toBe(before + 2);
      expect(isShellEdge(shell, a, b)).toBe(false);
    }
    const indices = shell.corner.slice(0, 3 * shell.count);
    expect(
      countOpen({ ...mesh, positions: new Float64Array(3 * points), indices: Uint32Array.from(indices) }),
    ).toBe(0);
    for (let n = 0; n < 2000; n++) {
      const s = Math.floor(nextFloat(random) * shell.count);
      const [a, b, c] =
        n % 2 === 0
          ? indices.subarray(3 * s, 3 * s + 3)
          : [0, 1, 2].map(() => Math.floor(nextFloat(random) * points));
      let side = false;
      let triangle = false;
      for (let t = 0; t < indices.length; t += 3) {
        const p = [...indices.subarray(t, t + 3)];
        if ([0, 1, 2].some((k) => p[k] === a && p[(k + 1) % 3] === b)) side = true;
        if (a !== b && b !== c && c !== a && [a, b, c].every((v) => p.includes(v))) triangle = true;
      }
      expect(findSide(shell, a, b) >= 0).toBe(side);
      expect(findTriangle(shell, c, a, b) >= 0).toBe(triangle);
    }
    // Parts keep the number of the triangle they are parts of.
    for (let s = 0; s < shell.count; s++) expect(shell.source[s]).toBeLessThan(mesh.indices.length / 3);
  });
});

describe('target', () => {
  // Points on a small grid: the oracle solves for the crossing point in whole numbers.
  type Point = [number, number, number];
  const sub = (a: Point, b: Point): Point => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
  const cross = (a: Point, b: Point): Point => [
    a[1] * b[2] - a[2] * b[1],
    a[2] * b[0] - a[0] * b[2],
    a[0] * b[1] - a[1] * b[0],
  ];
  const dot = (a: Point, b: Point) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

  /** a + t(b−a) with t = num/den lies in the open triangle uvw, by areas of parts. */
  function slowPierces([a, b, u, v, w]: Point[]): boolean {
    const n = cross(sub(v, u), sub(w, u));
    const den = dot(n, sub(b, a));
    const num = dot(n, sub(u, a));
    if (den === 0 || num * den <= 0 || Math.abs(num) >= Math.abs(den)) return false;
    const at = a.map((x, d) => x * den + num * (b[d] - x)) as Point; // den times the crossing point
    const scaled = (p: Point) => p.map((x) => x * den) as Point;
    const part = (p: Point, q: Point) => dot(n, cross(sub(scaled(p), at), sub(scaled(q), at)));
    return part(u, v) > 0 && part(v, w) > 0 && part(w, u) > 0;
  }

  /** a + s(b−a) = p + t(q−p) with 0 < s, t < 1. */
  function slowCrosses([a, b, p, q]: Point[]): boolean {
    const [e, f, g] = [sub(b, a), sub(q, p), sub(p, a)];
    const n = cross(e, f);
    if (dot(n, n) === 0 || dot(g, n) !== 0) return false;
    const s = dot(cross(g, f), n);
    const t = dot(cross(g, e), n);
    return s > 0 && s < dot(n, n) && t > 0 && t < dot(n, n);
  }

  it('tells piercing and crossing as whole numbers do, seed 52', () => {
    const random = createRandom(52);
    const seen = { pierces: 0, crosses: 0, none: 0 };
    for (let n = 0; n < 40000; n++) {
      const points = Array.from(
        { length: 5 },
        () => [0, 1, 2].map(() => Math.floor(nextFloat(random) * 5)) as Point,
      );
      if (new Set(points.map((p) => p.join())).size < 5) continue;
      const x = Float64Array.from(points.flat());
      expect(pierces(x, 0, 1, 2, 3, 4)).toBe(slowPierces(points));
      expect(crosses(x, 0, 1, 2, 3)).toBe(slowCrosses(points));
      if (slowPierces(points)) seen.pierces++;
      else if (slowCrosses(points)) seen.crosses++;
      else seen.none++;
    }
    expect(Math.min(...Object.values(seen))).toBeGreaterThan(100);
  });

  it('tells the sides of a line in its plane', () => {
    const x = Float64Array.of(0, 0, 1, 4, 4, 1, 1, 3, 1, 3, 1, 1, 0, 2, 1);
    expect(sideInPlane(x, 0, 1, 2, 4)).toBe(1);
    expect(sideInPlane(x, 0, 1, 2, 3)).toBe(-1);
  });
});

describe('recovery', () => {
  it('brings single edges in among random points, and keeps the triangulation valid, seed 53', () => {
    const random = createRandom(53);
    const tri = finishWork(
      buildDelaunay(Float64Array.from({ length: 900 }, () => nextFloat(random))),
    ).triangulation;
    // One far-off triangle as the shell: nothing is protected but the edges asked for, one after the other.
    const shell = createShell(Uint32Array.of(0, 1, 2), 300);
    const count = { recovered: 0, stuck: 0, crossed: 0 };
    for (let n = 0; n < 200; n++) {
      const a = Math.floor(nextFloat(random) * 300);
      const near = Array.from({ length: 300 }, (_, p) => p).sort(
        (p, q) => distance(tri, a, p) - distance(tri, a, q),
      );
      const b = near[10 + Math.floor(nextFloat(random) * 30)];
      if (findEdgeTet(tri, a, b) >= 0) continue;
      const attempt = recoverEdge(tri, shell, a, b);
      count[attempt]++;
      expect(findEdgeTet(tri, a, b) >= 0).toBe(attempt === 'recovered');
      if (n % 20 === 0) expectLinked(tri);
    }
    expectLinked(tri);
    expect(count.recovered).toBeGreaterThan(0.7 * (count.recovered + count.stuck + count.crossed));
  });

  it('says when a vertex or a triangle of the shell is in the way', () => {
    // An octahedron with a point in the middle of the axis 0–1, and one whose square is a pair of triangles.
    const x = Float64Array.of(0, 0, 1, 0, 0, -1, 1, 0, 0, 0, 1, 0, -1, 0, 0, 0, -1, 0, 0, 0, 0);
    const tri = finishWork(buildDelaunay(x)).triangulation;
    expect(recoverEdge(tri, createShell(Uint32Array.of(2, 3, 4), 7), 0, 1)).toBe('crossed');
    const y = x.slice(0, 18);
    y[0] = 0.3; // the axis passes through the open triangle 2-3-5 now
    y[1] = 0.2;
    y[3] = 0.3;
    y[4] = 0.2;
    const other = finishWork(buildDelaunay(y)).triangulation;
    const shell = createShell(Uint32Array.of(2, 3, 5, 3, 4, 5), 6);
    if (findFace(other, 2, 3, 5) < 0) expect(recoverFace(other, shell, 2, 3, 5)).toBe('recovered');
    expect(findEdgeTet(other, 0, 1)).toBe(-1);
    expect(recoverEdge(other, shell, 0, 1)).toBe('crossed');
  });

  const solids: [string, TriangleMesh, number?][] = [
    ['disc of long triangles', makeDisc(40, 1, 0.1)],
    ['disc of rings', makeDisc(32, 5, 0.05)],
    ['turned disc of rings', turnMesh(makeDisc(32, 5, 0.05)), 3],
    ['plate', gridBox([1, 1, 0.03], [12, 12, 1])],
    // Walls a fifth as thick as the edges are long, which do not match: the hard case.
    [
      'hollow box',
      joinMeshes(
        gridBox([1, 1, 1], [4, 4, 4]),
        gridBox([0.9, 0.9, 0.9], [3, 3, 3], [0.05, 0.05, 0.05], true),
      ),
      20,
    ],
  ];
  for (const [name, mesh, most = 0] of solids) {
    it(`conforms to a surface, adding at most ${most} points to it: ${name}`, () => {
      const { tri: base, shell } = shellOf(mesh);
      expect(missingOf(base, shell).length).toBeGreaterThan(0);
      const flipped = missingOf(base, shell).length;
      const { tri, ...missing } = finishWork(recoverShell(base, shell, 100));
      expect(missing.added).toBeLessThanOrEqual(most);
      expect(missing.triangles).toEqual([]);
      expect(missing.flipped).toBe(flipped);
      expect(missingOf(tri, shell)).toEqual([]);
      expectLinked(tri);
      // Inside and outside follow from the walls alone.
      expect(classifyTets(tri, shell, createSurfaceQuery(mesh))).toBe(0);
      let volume = 0;
      for (let t = 0; t < tri.slots; t++) {
        if (tri.tets[4 * t] !== DEAD && tri.label[t] === INSIDE)
          volume += tetVolume(tri.points, tri.tets, 4 * t);
      }
      expect(volume).toBeCloseTo(meshVolume(mesh), 12);
    });
  }

  it('gives up early on a hopeless surface, and lists what it could not bring in', () => {
    // Vertices thrown about: nearly every triangle cuts others.
    const mesh = gridBox([1, 1, 1], [8, 8, 8]);
    const random = createRandom(54);
    for (let i = 0; i < mesh.positions.length; i++) mesh.positions[i] = nextFloat(random);
    const { tri: base, shell } = shellOf(mesh);
    const { tri, ...missing } = finishWork(recoverShell(base, shell, 0));
    expect(missing.hopeless).toBe(true);
    expect(missing.triangles.length).toBeGreaterThan(0.5 * shell.count);
    expectLinked(tri);
  });

  it('halves what flips cannot bring in, and asks the winding number where triangles stay missing', () => {
    // Two boxes that cut through each other: 'crossed' edges stay out, the rest comes in.
    const mesh = joinMeshes(gridBox([1, 1, 1], [3, 3, 3]), gridBox([1, 1, 1], [3, 3, 3], [0.51, 0.52, 0.53]));
    const { tri: base, shell } = shellOf(mesh);
    const { tri, ...missing } = finishWork(recoverShell(base, shell, 1000));
    expect(missing.crossed).toBeGreaterThan(0);
    expect(missing.triangles).toEqual(missingOf(tri, shell));
    expect(classifyTets(tri, shell, createSurfaceQuery(mesh))).toBeGreaterThan(0);
    let volume = 0;
    for (let t = 0; t < tri.slots; t++) {
      if (tri.tets[4 * t] !== DEAD && tri.label[t] === INSIDE)
        volume += tetVolume(tri.points, tri.tets, 4 * t);
    }
    expect(Math.abs(volume - (2 - 0.49 * 0.48 * 0.47))).toBeLessThan(0.1);
  });
});

function distance(tri: Triangulation, a: number, b: number): number {
  return Math.hypot(...[0, 1, 2].map((d) => tri.points[3 * a + d] - tri.points[3 * b + d]));
}
