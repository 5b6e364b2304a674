// Edges and faces of a triangulation by looking at every tet: what the search about a point's tets, which stops and goes
// on from another corner, has to find.

import { describe, expect, it } from 'vitest';
import { finishWork } from '../../src/job/work.ts';
import { createRandom, nextFloat } from '../../src/math/random.ts';
import { buildDelaunay } from '../../src/mesh/delaunay/build.ts';
import { DEAD, type Triangulation } from '../../src/mesh/delaunay/triangulation.ts';
import { collectStar, findEdgeTet, findFace, star } from '../../src/mesh/tetrahedralise/search.ts';

const build = (x: number[]) => finishWork(buildDelaunay(Float64Array.from(x))).triangulation;

/** Points on a sphere about each of some hubs: these have hundreds or thousands of tets each. */
function hubs(centers: number[][], count: number, seed: number): number[] {
  const random = createRandom(seed);
  const out = centers.flat();
  for (let i = 0; i < count; i++) {
    const p = [0, 1, 2].map(() => nextFloat(random) - 0.5);
    const r = Math.hypot(...p);
    const [x, y, z] = centers[i % centers.length];
    out.push(x + p[0] / r, y + p[1] / r, z + p[2] / r);
  }
  return out;
}

function grid(n: number): number[] {
  return Array.from({ length: 3 * n * n * n }, (_, i) => Math.floor(Math.floor(i / 3) / n ** (i % 3)) % n);
}

function cloud(count: number, seed: number): number[] {
  const random = createRandom(seed);
  return Array.from({ length: 3 * count }, () => nextFloat(random));
}

/** The live tets that have all of these points. */
function tetsWith({ tets, slots }: Triangulation, ...points: number[]): number[] {
  const out: number[] = [];
  for (let t = 0; t < slots; t++) {
    if (tets[4 * t] === DEAD) continue;
    const corners = tets.subarray(4 * t, 4 * t + 4);
    if (points.every((p) => corners.includes(p))) out.push(t);
  }
  return out;
}

describe('search among the tets of a point', () => {
  const cases: [string, number[]][] = [
    ['a cloud, seed 61', cloud(120, 61)],
    ['a grid', grid(4)],
    ['a hub of hundreds of tets, seed 62', hubs([[0, 0, 0]], 300, 62)],
    [
      'two hubs of a thousand tets, seed 63',
      hubs(
        [
          [0, 0, 0],
          [0.3, 0, 0],
        ],
        800,
        63,
      ),
    ],
  ];
  for (const [name, points] of cases) {
    it(`finds what a scan of all tets does: ${name}`, () => {
      const tri = build(points);
      const random = createRandom(64);
      const seen = [0, 0, 0, 0]; // edges absent and there, faces absent and there
      for (let n = 0; n < 800; n++) {
        // Half of the questions about an edge or face of some tet, a third with the hub in it.
        const t = Math.floor(nextFloat(random) * tri.slots);
        if (tri.tets[4 * t] === DEAD) continue;
        const any = () => Math.floor(nextFloat(random) * tri.pointCount);
        const [a, b, c] = n % 2 ? tri.tets.subarray(4 * t, 4 * t + 3) : [n % 3 ? any() : 0, any(), any()];
        if (a < 0 || b < 0 || c < 0 || a === b || b === c || c === a) continue;
        const about = tetsWith(tri, a, b);
        const edge = findEdgeTet(tri, a, b);
        expect(edge < 0 ? about.length === 0 : about.includes(edge)).toBe(true);
        const beside = tetsWith(tri, a, b, c);
        const face = findFace(tri, a, b, c);
        expect(face < 0 ? beside.length === 0 : beside.includes(face >> 2)).toBe(true);
        if (face >= 0) expect([a, b, c]).not.toContain(tri.tets[face]);
        seen[about.length > 0 ? 1 : 0]++;
        seen[beside.length > 0 ? 3 : 2]++;
      }
      expect(Math.min(...seen)).toBeGreaterThan(10);
      for (const p of [0, 1, tri.pointCount - 1]) {
        const count = collectStar(tri, p);
        expect([...star.subarray(0, count)].sort((s, t) => s - t)).toEqual(tetsWith(tri, p));
      }
    });
  }
});
