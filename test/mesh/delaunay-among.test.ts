// Insertion among edges and faces that must stay: with none of them it is Delaunay insertion; with some, everything it
// promises is checked by scans of all tets.

import { describe, expect, it } from 'vitest';
import { orientSign } from '../../src/geometry/orientation.ts';
import { finishWork } from '../../src/job/work.ts';
import { createRandom, nextFloat, type Random } from '../../src/math/random.ts';
import { buildDelaunay } from '../../src/mesh/delaunay/build.ts';
import { insertAmong, insertPoint } from '../../src/mesh/delaunay/insert.ts';
import {
  addPoint,
  collectTets,
  copyTriangulation,
  DEAD,
  isGhost,
  type Triangulation,
} from '../../src/mesh/delaunay/triangulation.ts';
import { TET_EDGES, TET_FACES, tetVolume } from '../../src/mesh/tet-mesh.ts';
import { expectLinked } from './tetrahedralise-check.ts';

const build = (x: number[]) => finishWork(buildDelaunay(Float64Array.from(x))).triangulation;
const keyOf = (points: ArrayLike<number>) =>
  Array.from(points)
    .sort((a, b) => a - b)
    .join();

/** What a triangulation is made of: its finite tets, their faces and edges, its points and its volume. */
function partsOf(tri: Triangulation) {
  const all = collectTets(tri);
  const [tets, faces, edges] = [new Set<string>(), new Set<string>(), new Set<string>()];
  let volume = 0;
  for (let t = 0; t < all.length; t += 4) {
    const corners = all.subarray(t, t + 4);
    tets.add(keyOf(corners));
    for (let f = 0; f < 12; f += 3) faces.add(keyOf([0, 1, 2].map((k) => corners[TET_FACES[f + k]])));
    for (let e = 0; e < 12; e += 2) edges.add(keyOf([corners[TET_EDGES[e]], corners[TET_EDGES[e + 1]]]));
    volume += tetVolume(tri.points, all, t);
  }
  return { tets, faces, edges, points: new Set(all), volume };
}

/** The closed finite tets that contain p, by exact signs. */
function containing(tri: Triangulation, p: number): number[] {
  const { tets, points } = tri;
  const out: number[] = [];
  for (let t = 0; t < tri.slots; t++) {
    if (tets[4 * t] === DEAD || isGhost(tets, t)) continue;
    const corners = tets.subarray(4 * t, 4 * t + 4);
    const isBeyond = (f: number) => {
      const [a, b, c] = [0, 1, 2].map((k) => corners[TET_FACES[3 * f + k]]);
      return orientSign(points, a, b, c, p) > 0;
    };
    if (![0, 1, 2, 3].some(isBeyond)) out.push(t);
  }
  return out;
}

/** The corners of the tet, face, edge or point that p lies within: those with a weight above 0. */
function homeOf({ tets, points }: Triangulation, t: number, p: number): number[] {
  const corners = [...tets.subarray(4 * t, 4 * t + 4)];
  return corners.filter((_, f) => {
    const [a, b, c] = [0, 1, 2].map((k) => corners[TET_FACES[3 * f + k]]);
    return orientSign(points, a, b, c, p) !== 0;
  });
}

function cloud(count: number, random: Random): number[] {
  return Array.from({ length: 3 * count }, () => nextFloat(random));
}

const grid = Array.from({ length: 3 * 64 }, (_, i) => Math.floor(Math.floor(i / 3) / 4 ** (i % 3)) % 4);

describe('insertion among what is kept', () => {
  it('with nothing kept is Delaunay insertion, seed 71', () => {
    const random = createRandom(71);
    for (const points of [cloud(60, random), cloud(120, random), grid]) {
      let tri = build(points);
      for (let n = 0; n < 40; n++) {
        const slow = copyTriangulation(tri);
        // On the grid: on points, edges and faces of cells too, and on its hull.
        const steps = points === grid ? 6 : 1e9;
        const at = [0, 1, 2].map(
          () => (Math.round(nextFloat(random) * steps) / steps) * (points === grid ? 3 : 1),
        );
        const [p, q] = [tri, slow].map((one) => addPoint(one, at[0], at[1], at[2]));
        const inside = containing(tri, p);
        if (inside.length === 0) {
          tri.pointCount--;
          continue;
        }
        const before = partsOf(tri).tets;
        const home = homeOf(tri, inside[0], p);
        const onHull = home.length < 4 && isOnHull(tri, home);
        const done = insertAmong(tri, inside[0], p, { face: () => false, edge: () => false });
        expect(done).toBe(home.length > 1 && !onHull);
        if (done) {
          insertPoint(slow, q);
          expect(partsOf(tri).tets).toEqual(partsOf(slow).tets);
          expectLinked(tri);
        } else {
          expect(partsOf(tri).tets).toEqual(before);
          tri = slow;
          tri.pointCount--;
        }
      }
    }
  });

  it('keeps faces, edges and points, and changes nothing where it cannot, seed 72', () => {
    const random = createRandom(72);
    const seen = { done: 0, face: 0, edge: 0, point: 0 };
    for (let round = 0; round < 6; round++) {
      const tri = build(round < 4 ? cloud(80, random) : grid);
      const start = partsOf(tri);
      const share = [0.05, 0.3, 0.7][round % 3];
      const faces = new Set([...start.faces].filter(() => nextFloat(random) < share));
      const edges = new Set([...start.edges].filter(() => nextFloat(random) < share));
      for (const face of faces) {
        const [a, b, c] = face.split(',').map(Number); // as in a surface: the sides of what is kept are kept
        for (const side of [
          [a, b],
          [b, c],
          [c, a],
        ])
          edges.add(keyOf(side));
      }
      const kept = {
        face: (a: number, b: number, c: number) => faces.has(keyOf([a, b, c])),
        edge: (a: number, b: number) => edges.has(keyOf([a, b])),
      };
      for (let n = 0; n < 30; n++) {
        // In a tet, or halfway along an edge, where whole numbers make that exact.
        const before = partsOf(tri);
        const all = [...before.tets].map((key) => key.split(',').map(Number));
        const corners = all[Math.floor(nextFloat(random) * all.length)].slice(0, 4 - Math.floor(n % 4));
        const at = [0, 1, 2].map(
          (d) => corners.reduce((sum, v) => sum + tri.points[3 * v + d], 0) / corners.length,
        );
        const p = addPoint(tri, at[0], at[1], at[2]);
        const inside = containing(tri, p);
        if (inside.length === 0) {
          tri.pointCount--;
          continue;
        }
        const home = homeOf(tri, inside[0], p);
        const stays =
          home.length === 1 ||
          (home.length === 2 && edges.has(keyOf(home))) ||
          (home.length === 3 && faces.has(keyOf(home))) ||
          (home.length === 2 && [...faces].some((f) => home.every((v) => f.split(',').includes(`${v}`)))) ||
          (home.length < 4 && isOnHull(tri, home));
        const done = insertAmong(tri, inside[0], p, kept);
        expect(done).toBe(!stays);
        const after = partsOf(tri);
        if (!done) {
          expect(after.tets).toEqual(before.tets);
          tri.pointCount--;
          seen[home.length === 1 ? 'point' : home.length === 2 ? 'edge' : 'face']++;
          continue;
        }
        seen.done++;
        expect([...faces].filter((face) => !after.faces.has(face))).toEqual([]);
        expect([...edges].filter((edge) => !after.edges.has(edge))).toEqual([]);
        expect([...before.points, p].filter((v) => !after.points.has(v))).toEqual([]);
        expect(after.volume).toBeCloseTo(before.volume, 10);
        // New tets are those about p, and they fill what the lost ones left.
        const others = [...after.tets].filter(
          (key) => !before.tets.has(key) && !key.split(',').includes(`${p}`),
        );
        expect(others).toEqual([]);
        expectLinked(tri);
      }
    }
    expect(Math.min(...Object.values(seen))).toBeGreaterThan(3);
  });
});

/** Whether a face, edge or point is part of the hull. */
function isOnHull({ tets, slots }: Triangulation, home: number[]): boolean {
  for (let t = 0; t < slots; t++) {
    if (tets[4 * t] === DEAD) continue;
    const corners = tets.subarray(4 * t, 4 * t + 4);
    if (corners.includes(-1) && home.every((v) => corners.includes(v))) return true;
  }
  return false;
}
