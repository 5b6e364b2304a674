import { describe, expect, it } from 'vitest';
import { createRandom } from '../../src/math/random.ts';
import { createSurfaceQuery, distanceSurface } from '../../src/mesh/surface-distance.ts';
import { findGarbage } from '../support/allocation.ts';
import { distanceBrute, pointAt, windingBrute } from '../support/brute.ts';
import { DATA, diagonal, readCsv, readShape, type Shape } from '../support/data.ts';
import {
  box,
  exploded,
  joined,
  moved,
  probes,
  reversed,
  shape,
  signed,
  soup,
  sphere,
  tetra,
  torus,
} from '../support/shapes.ts';

const out = new Float64Array(4);

/** Compares distance and side with brute force; the side where the plain winding number leaves no doubt. */
function compare(mesh: Shape, points: Float64Array, tolerance = 1e-13): void {
  const query = createSurfaceQuery(mesh);
  let seed = -1;
  for (let at = 0; at < points.length; at += 3) {
    const p = pointAt(points, at);
    const distance = distanceBrute(mesh, p);
    seed = distanceSurface(out, query, points, at, seed);
    expect(Math.abs(Math.abs(out[0]) - distance)).toBeLessThan(tolerance);
    const q = pointAt(out, 1);
    expect(Math.abs(Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]) - distance)).toBeLessThan(tolerance);
    const turns = windingBrute(mesh, p);
    if (distance > tolerance && Math.abs(turns - 0.5) > 0.05) expect(out[0] < 0).toBe(turns > 0.5);
  }
}

describe('distanceSurface, exact', () => {
  it('box: the distance known in closed form, inside, outside, before edges and corners', () => {
    const query = createSurfaceQuery(box(2, 2, 2));
    expect(query.closed).toBe(true);
    const random = createRandom(51);
    for (let i = 0; i < 2000; i++) {
      const p = Float64Array.of(1 + 2 * signed(random), 1 + 2 * signed(random), 1 + 2 * signed(random));
      const beyond = [...p].map((x) => Math.abs(x - 1) - 1);
      const outside = Math.hypot(...beyond.map((x) => Math.max(0, x)));
      distanceSurface(out, query, p, 0, -1);
      expect(out[0]).toBeCloseTo(outside > 0 ? outside : Math.max(...beyond), 14);
    }
  });

  it('is zero on vertices, edge middles and the centroids of a box', () => {
    const mesh = box(2, 4, 8);
    const query = createSurfaceQuery(mesh);
    for (const p of [
      [2, 4, 8],
      [0, 0, 4],
      [1, 1, 0],
      [2, 3, 6],
    ]) {
      distanceSurface(out, query, Float64Array.from(p), 0, -1);
      expect(Math.abs(out[0])).toBe(0);
      expect([...out.slice(1)]).toEqual(p);
    }
  });

  it('knows the side before a sharp edge and a sharp corner, where one face alone would be wrong', () => {
    // A blade 0.02 thick: behind its edge, half the directions lie behind one of the two faces.
    const blade = shape([0, 0, -1, 0, 0, 1, 1, 0.01, 0, 1, -0.01, 0], [0, 1, 2, 0, 3, 1, 0, 2, 3, 1, 3, 2]);
    const query = createSurfaceQuery(blade);
    const random = createRandom(52);
    for (let i = 0; i < 4000; i++) {
      const p = Float64Array.of(0.1 * signed(random), 0.05 * signed(random), 1.2 * signed(random));
      distanceSurface(out, query, p, 0, -1);
      const turns = windingBrute(blade, pointAt(p, 0));
      if (Math.abs(turns - 0.5) < 0.4) continue;
      expect(out[0] < 0).toBe(turns > 0.5);
    }
  });

  it('is Infinity for an empty surface', () => {
    const query = createSurfaceQuery(shape([], []));
    expect(distanceSurface(out, query, Float64Array.of(1, 2, 3), 0, -1)).toBe(-1);
    expect(out[0]).toBe(Infinity);
  });
});

describe('distanceSurface against brute force', () => {
  for (const [name, mesh] of [
    ['sphere', sphere(6)],
    ['torus', torus(14, 9)],
    ['tetrahedron', tetra()],
    ['shell with a cavity', joined(sphere(5), moved(reversed(sphere(4)), [0, 0, 0], 0.6))],
    ['two solids', joined(box(), moved(torus(9, 6), [3, 0, 0]))],
  ] as [string, Shape][]) {
    it(`${name}, closed, seed 53`, () => {
      expect(createSurfaceQuery(mesh).closed).toBe(true);
      compare(mesh, probes(mesh, 300, 53));
    });
  }

  it('at scales of 1e-6 and 1e6, seed 54', () => {
    for (const scale of [1e-6, 1e6]) {
      const mesh = moved(torus(9, 6), [0, 0, 0], scale);
      compare(mesh, probes(mesh, 300, 54, scale), 1e-13 * scale);
    }
  });

  it('a surface with a hole: distance exact, side by the winding number, seed 55', () => {
    const mesh = shape(sphere(6).positions, sphere(6).indices.slice(9));
    expect(createSurfaceQuery(mesh).closed).toBe(false);
    compare(mesh, probes(mesh, 300, 55));
  });

  it('a soup: distance exact, seed 56', () => {
    const mesh = soup('random', 60, 56);
    compare(mesh, probes(mesh, 300, 57));
  });

  it('loose triangles that meet are closed, as STL stores them', () => {
    const mesh = exploded(sphere(5));
    expect(createSurfaceQuery(mesh).closed).toBe(true);
    compare(mesh, probes(mesh, 400, 58));
  });

  it('a closed surface with zero-area triangles on a sharp edge', () => {
    // The edge 0–1 of a blade is split at vertex 4 on one side only; a triangle without area fills the gap.
    const blade = shape(
      [0, 0, -1, 0, 0, 1, 1, 0.01, 0, 1, -0.01, 0, 0, 0, 0],
      [0, 1, 2, 0, 3, 4, 3, 1, 4, 0, 4, 1, 0, 2, 3, 1, 3, 2],
    );
    const random = createRandom(59);
    const points = new Float64Array(3000).map((_, i) => [0.1, 0.05, 1.2][i % 3] * signed(random));
    compare(blade, points);
  });

  it('a cone whose tip touches the bottom of a dent: ties between coinciding vertices, seed 60', () => {
    // The dent is a pit in a box; the tip of a separate spike meets its lowest point. Points inside the box below
    // that point are as close to the spike's tip as to the pit: the spike's normals alone would call them outside.
    const pit = shape(
      [...box(2, 2, 2).positions, 1, 1, 1],
      [0, 2, 3, 0, 3, 1, 0, 1, 5, 0, 5, 4, 2, 6, 7, 2, 7, 3, 0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5].concat([
        4, 5, 8, 5, 7, 8, 7, 6, 8, 6, 4, 8,
      ]),
    );
    const spike = shape([1, 1, 1, 0.9, 0.9, 3, 1.1, 0.9, 3, 1, 1.1, 3], [0, 2, 1, 0, 3, 2, 0, 1, 3, 1, 2, 3]);
    const mesh = joined(pit, spike);
    const random = createRandom(60);
    const points = new Float64Array(900).map((_, i) => (i % 3 === 2 ? 0.9 : 1) + 0.05 * signed(random));
    compare(mesh, points);
  });
});

describe('distanceSurface', () => {
  it('allocates nothing, closed or not', () => {
    for (const mesh of [sphere(4), shape(sphere(4).positions, sphere(4).indices.slice(30))]) {
      const query = createSurfaceQuery(mesh);
      const points = probes(mesh, 1000, 61);
      const job = () => {
        for (let i = 0; i < 10000; i++) distanceSurface(out, query, points, 3 * (i % 1000), -1);
      };
      expect(findGarbage(10000, job)).toEqual([]);
    }
  });
});

describe.skipIf(!DATA)('distanceSurface against distances computed by CGAL', () => {
  for (const name of [
    'bunny-npm.json',
    'dragon-closed.obj',
    'skull_low_resolution.obj',
    'spot.obj',
    'torus.obj',
  ]) {
    it(`${name}: 3000 points within 1e-12 of the diagonal, no wrong side`, () => {
      const mesh = readShape(`meshes/${name}`);
      const query = createSurfaceQuery(mesh);
      expect(query.closed).toBe(true);
      const size = diagonal(mesh.positions);
      let worst = 0;
      let worstPoint = 0;
      let wrong = 0;
      let points = 0;
      for (const [x, y, z, distance, cx, cy, cz, side] of readCsv(`sdf/${name.replace(/\.\w+$/, '')}.csv`)) {
        if (Number.isNaN(x)) continue;
        points++;
        distanceSurface(out, query, Float64Array.of(x, y, z), 0, -1);
        worst = Math.max(worst, Math.abs(Math.abs(out[0]) - Math.abs(distance)) / size);
        if (Math.abs(distance) > 1e-12 * size && Math.sign(out[0]) !== side) wrong++;
        // The closest point may be another one at the same distance.
        const away = Math.hypot(out[1] - cx, out[2] - cy, out[3] - cz) / size;
        if (away > 1e-9) worstPoint++;
      }
      expect(points).toBe(3000);
      expect(worst).toBeLessThan(1e-12);
      expect(wrong).toBe(0);
      expect(worstPoint).toBeLessThan(3);
    });
  }
});
