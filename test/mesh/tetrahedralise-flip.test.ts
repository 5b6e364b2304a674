import { describe, expect, it } from 'vitest';
import { orientSign } from '../../src/geometry/orientation.ts';
import { finishWork } from '../../src/job/work.ts';
import { createRandom, nextFloat } from '../../src/math/random.ts';
import { buildDelaunay } from '../../src/mesh/delaunay/build.ts';
import { collectTets, DEAD, type Triangulation } from '../../src/mesh/delaunay/triangulation.ts';
import { TET_EDGES, tetVolume } from '../../src/mesh/tet-mesh.ts';
import {
  collectRing,
  createRing,
  made,
  madeCount,
  type Ring,
  undoReplace,
} from '../../src/mesh/tetrahedralise/flip.ts';
import { flipFace, flipObstacles, flipQuality, planFlip } from '../../src/mesh/tetrahedralise/flip-face.ts';
import { qualityOf, tetQuality } from '../../src/mesh/tetrahedralise/quality.ts';
import { planRemoval, removeEdge } from '../../src/mesh/tetrahedralise/remove-edge.ts';
import { collectStar, findEdgeTet, findFace, star } from '../../src/mesh/tetrahedralise/search.ts';
import { edgeObstacles, faceObstacles, type Target } from '../../src/mesh/tetrahedralise/target.ts';
import { expectLinked } from './tetrahedralise-check.ts';

const NOTHING: Target = { a: -1, b: -1, c: -1 };

function randomTriangulation(count: number, seed: number, grid = 0): Triangulation {
  const random = createRandom(seed);
  const x = Float64Array.from({ length: 3 * count }, () => {
    const v = nextFloat(random);
    return grid > 0 ? Math.round(v * grid) / grid : v;
  });
  return finishWork(buildDelaunay(x)).triangulation;
}

const volumeOf = (tri: Triangulation) => {
  const tets = collectTets(tri);
  let sum = 0;
  for (let t = 0; t < tets.length; t += 4) sum += tetVolume(tri.points, tets, t);
  return sum;
};

const isLive = (tri: Triangulation, t: number) =>
  tri.tets[4 * t] !== DEAD && tri.tets.subarray(4 * t, 4 * t + 4).every((p) => p >= 0);

/** All ways to cut the polygon i … j of the ring into triangles. */
function triangulations(i: number, j: number): [number, number, number][][] {
  if (j - i < 2) return [[]];
  const out: [number, number, number][][] = [];
  for (let k = i + 1; k < j; k++) {
    for (const left of triangulations(i, k)) {
      for (const right of triangulations(k, j)) out.push([[i, k, j], ...left, ...right]);
    }
  }
  return out;
}

/** The best removal by trying them all: fewest obstacles, then the best worst tet. */
function slowRemoval(tri: Triangulation, ring: Ring, target: Target): [number, number] | null {
  const { p, q, count, point } = ring;
  const x = tri.points;
  const quality = new Float64Array(1);
  let best: [number, number] | null = null;
  for (const cut of triangulations(0, count - 1)) {
    let obstacles = 0;
    let worst = Infinity;
    const chords = new Set<string>();
    for (const [i, k, j] of cut) {
      const [a, b, c] = [point[i], point[k], point[j]];
      if (orientSign(x, a, b, c, q) <= 0 || orientSign(x, a, c, b, p) <= 0) worst = -Infinity;
      tetQuality(quality, x, a, b, c, q);
      worst = Math.min(worst, quality[0]);
      tetQuality(quality, x, a, c, b, p);
      worst = Math.min(worst, quality[0]);
      obstacles += faceObstacles(x, target, a, b, c);
      for (const [u, v] of [
        [i, k],
        [k, j],
        [i, j],
      ]) {
        if (v - u > 1 && v - u < count - 1) chords.add(`${u},${v}`);
      }
    }
    if (worst === -Infinity) continue;
    for (const chord of chords) {
      const [a, b] = chord.split(',').map((i) => point[+i]);
      obstacles +=
        edgeObstacles(x, target, a, b) +
        faceObstacles(x, target, p, a, b) +
        faceObstacles(x, target, q, a, b);
    }
    if (!best || obstacles < best[0] || (obstacles === best[0] && worst > best[1])) best = [obstacles, worst];
  }
  return best;
}

describe('edge removal', () => {
  it('finds the best of all triangulations of the ring, seeds 41 and 42', () => {
    const ring = createRing();
    const removal = { obstacles: 0, worst: 0 };
    let possible = 0;
    let hindered = 0;
    for (const [seed, grid] of [
      [41, 0],
      [42, 4],
    ]) {
      const tri = randomTriangulation(60, seed, grid);
      for (let t = 0; t < tri.slots; t += 2) {
        if (!isLive(tri, t)) continue;
        for (let e = 0; e < 12; e += 2) {
          const p = tri.tets[4 * t + TET_EDGES[e]];
          const q = tri.tets[4 * t + TET_EDGES[e + 1]];
          if (!collectRing(ring, tri, t, p, q) || ring.count > 8) continue;
          const target =
            e % 4 === 0
              ? NOTHING
              : { a: (t + 7) % 50, b: (t + e + 20) % 50, c: e === 2 ? -1 : (t + 35) % 50 };
          const slow = slowRemoval(tri, ring, target);
          expect(planRemoval(removal, tri, ring, target)).toBe(slow !== null);
          if (!slow) continue;
          possible++;
          expect(removal.obstacles).toBe(slow[0]);
          expect(removal.worst).toBe(slow[1]);
          if (slow[0] > 0) hindered++;
          // Without a target nothing is better than the best.
          if (target === NOTHING) expect(planRemoval(removal, tri, ring, target, slow[1])).toBe(false);
        }
      }
    }
    expect(possible).toBeGreaterThan(100);
    expect(hindered).toBeGreaterThan(5);
  });

  it('keeps to the reach: no new edge is longer, seed 43', () => {
    const tri = randomTriangulation(60, 43);
    const ring = createRing();
    const removal = { obstacles: 0, worst: 0 };
    let shortened = 0;
    for (let t = 0; t < tri.slots; t++) {
      if (!isLive(tri, t) || !collectRing(ring, tri, t, tri.tets[4 * t], tri.tets[4 * t + 1])) continue;
      if (!planRemoval(removal, tri, ring, NOTHING)) continue;
      if (!planRemoval(removal, tri, ring, NOTHING, -1, 0.3)) {
        shortened++;
        continue;
      }
      const old = new Set(Array.from(ring.tet.subarray(0, ring.count)).flatMap((s) => edgesOf(tri, s)));
      removeEdge(tri, ring, 0);
      for (let i = 0; i < madeCount; i++) {
        for (const edge of edgesOf(tri, made[i])) {
          if (old.has(edge)) continue;
          const [a, b] = edge.split(',').map(Number);
          expect(
            Math.hypot(...[0, 1, 2].map((d) => tri.points[3 * a + d] - tri.points[3 * b + d])),
          ).toBeLessThanOrEqual(0.3);
        }
      }
      undoReplace(tri);
    }
    expect(shortened).toBeGreaterThan(5);
  });
});

const edgesOf = (tri: Triangulation, t: number) =>
  Array.from({ length: 6 }, (_, e) =>
    [tri.tets[4 * t + TET_EDGES[2 * e]], tri.tets[4 * t + TET_EDGES[2 * e + 1]]].sort((a, b) => a - b).join(),
  );

describe('flips', () => {
  it('leave a valid triangulation of the same space, and undo brings back every slot, seeds 44 and 45', () => {
    for (const [seed, grid] of [
      [44, 0],
      [45, 5],
    ]) {
      const tri = randomTriangulation(120, seed, grid);
      const random = createRandom(seed);
      const volume = volumeOf(tri);
      const ring = createRing();
      const removal = { obstacles: 0, worst: 0 };
      let done = 0;
      for (let n = 0; n < 3000 && done < 300; n++) {
        const t = Math.floor(nextFloat(random) * tri.slots);
        if (!isLive(tri, t)) continue;
        const before = [tri.tets.slice(), tri.twins.slice()];
        const live = Array.from({ length: tri.slots }, (_, s) => tri.tets[4 * s] !== DEAD);
        let made = false;
        if (n % 2 === 0) {
          const e = 2 * Math.floor(nextFloat(random) * 6);
          const p = tri.tets[4 * t + TET_EDGES[e]];
          const q = tri.tets[4 * t + TET_EDGES[e + 1]];
          made = collectRing(ring, tri, t, p, q) && planRemoval(removal, tri, ring, NOTHING);
          if (made) {
            removeEdge(tri, ring, 0);
            expect(findEdgeTet(tri, p, q)).toBe(-1);
          }
        } else {
          made = planFlip(tri, 4 * t + Math.floor(nextFloat(random) * 4));
          if (made) flipFace(tri, 0);
        }
        if (!made) continue;
        done++;
        if (done % 20 === 0) expectLinked(tri);
        if (done % 3 !== 0) continue;
        undoReplace(tri);
        const changed = live.filter((was, s) => {
          if (!was) return tri.tets[4 * s] !== DEAD;
          return [0, 1, 2, 3].some(
            (k) =>
              tri.tets[4 * s + k] !== before[0][4 * s + k] || tri.twins[4 * s + k] !== before[1][4 * s + k],
          );
        });
        expect(changed).toEqual([]);
      }
      expect(done).toBeGreaterThan(100);
      expectLinked(tri);
      expect(volumeOf(tri)).toBeCloseTo(volume, 10);
    }
  });

  it('face flip: three tets about the edge between the apexes', () => {
    const tri = randomTriangulation(30, 46);
    const quality = new Float64Array(1);
    let flips = 0;
    for (let f = 0; f < 4 * tri.slots && flips < 20; f++) {
      if (!isLive(tri, f >> 2) || !isLive(tri, tri.twins[f] >> 2)) continue;
      const [p, q] = [tri.tets[f], tri.tets[tri.twins[f]]];
      if (!planFlip(tri, f)) continue;
      flipQuality(quality, tri.points);
      expect(flipObstacles(tri.points, NOTHING)).toBe(0);
      flipFace(tri, 0);
      expect(madeCount).toBe(3);
      const worst = Math.min(...[0, 1, 2].map((i) => qualityOf(tri, made[i])));
      expect(quality[0]).toBe(worst);
      expect(findEdgeTet(tri, p, q)).toBeGreaterThanOrEqual(0);
      flips++;
    }
    expect(flips).toBe(20);
  });
});

describe('search', () => {
  it('finds stars, edges and faces as a scan of all tets does, seed 47', () => {
    const tri = randomTriangulation(80, 47);
    const random = createRandom(47);
    const all = Array.from({ length: tri.slots }, (_, t) => t).filter((t) => tri.tets[4 * t] !== DEAD);
    const has = (t: number, ...points: number[]) =>
      points.every((p) => tri.tets.subarray(4 * t, 4 * t + 4).includes(p));
    for (let n = 0; n < 300; n++) {
      const [a, b, c] = [0, 1, 2].map(() => Math.floor(nextFloat(random) * 80));
      if (a === b || b === c || c === a) continue;
      const count = collectStar(tri, a);
      expect(new Set(star.subarray(0, count))).toEqual(new Set(all.filter((t) => has(t, a))));
      const edge = findEdgeTet(tri, a, b);
      expect(edge >= 0).toBe(all.some((t) => has(t, a, b)));
      if (edge >= 0) expect(has(edge, a, b)).toBe(true);
      const face = findFace(tri, a, b, c);
      expect(face >= 0).toBe(all.some((t) => has(t, a, b, c)));
      if (face >= 0) expect(has(face >> 2, a, b, c) && ![a, b, c].includes(tri.tets[face])).toBe(true);
    }
  });
});

describe('tetQuality', () => {
  it('is the least sine of the six dihedral angles, signed by orientation, seed 48', () => {
    const random = createRandom(48);
    const out = new Float64Array(1);
    for (let n = 0; n < 500; n++) {
      const x = Float64Array.from({ length: 12 }, () => nextFloat(random));
      const p = [0, 1, 2, 3].map((i) => [...x.subarray(3 * i, 3 * i + 3)]);
      const sub = (a: number[], b: number[]) => a.map((v, d) => v - b[d]);
      const cross = (a: number[], b: number[]) => [
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
      ];
      let least = Infinity;
      for (let e = 0; e < 12; e += 2) {
        const [i, j] = [TET_EDGES[e], TET_EDGES[e + 1]];
        const [k, l] = [0, 1, 2, 3].filter((m) => m !== i && m !== j);
        const [u, v] = [cross(sub(p[j], p[i]), sub(p[k], p[i])), cross(sub(p[j], p[i]), sub(p[l], p[i]))];
        least = Math.min(least, Math.hypot(...cross(u, v)) / (Math.hypot(...u) * Math.hypot(...v)));
      }
      tetQuality(out, x, 0, 1, 2, 3);
      expect(out[0]).toBeCloseTo(least * orientSign(x, 0, 1, 2, 3), 8);
    }
    tetQuality(out, Float64Array.of(0, 0, 0, 1, 0, 0, 2, 0, 0, 0, 1, 0), 0, 1, 2, 3);
    expect(out[0]).toBe(0); // three corners on a line
  });
});
