import { describe, expect, it } from 'vitest';
import { finishWork } from '../../src/job/work.ts';
import { createRandom, nextFloat } from '../../src/math/random.ts';
import { buildDelaunay } from '../../src/mesh/delaunay/build.ts';
import { insertPoint } from '../../src/mesh/delaunay/insert.ts';
import { addPoint, DEAD, isGhost, type Triangulation } from '../../src/mesh/delaunay/triangulation.ts';
import { tetVolume } from '../../src/mesh/tet-mesh.ts';
import { carryAttributes, isSeam } from '../../src/mesh/tetrahedralise/attributes.ts';
import { INSIDE, OUTSIDE } from '../../src/mesh/tetrahedralise/classify.ts';
import { type ImproveOptions, improveTets } from '../../src/mesh/tetrahedralise/improve.ts';
import { insertInside } from '../../src/mesh/tetrahedralise/insert-inside.ts';
import { openAround } from '../../src/mesh/tetrahedralise/open-around.ts';
import { peelTet } from '../../src/mesh/tetrahedralise/peel.ts';
import { qualityOf } from '../../src/mesh/tetrahedralise/quality.ts';
import { reconnectTet, reconnectTwice } from '../../src/mesh/tetrahedralise/reconnect.ts';
import { findEdgeTet } from '../../src/mesh/tetrahedralise/search.ts';
import { smoothPoint } from '../../src/mesh/tetrahedralise/smooth.ts';
import { crosses } from '../../src/mesh/tetrahedralise/target.ts';
import { createTriangleMesh } from '../../src/mesh/triangle-mesh.ts';
import { expectLinked } from './tetrahedralise-check.ts';

/** Random points in a cube whose eight corners come first; all finite tets are inside. */
function randomCube(count: number, seed: number): Triangulation {
  const random = createRandom(seed);
  const points = Array.from({ length: 24 }, (_, i) => (Math.floor(i / 3) >> (i % 3)) & 1);
  for (let i = 0; i < 3 * count; i++) points.push(0.02 + 0.96 * nextFloat(random));
  const tri = finishWork(buildDelaunay(Float64Array.from(points))).triangulation;
  for (let t = 0; t < tri.slots; t++) {
    if (tri.tets[4 * t] !== DEAD) tri.label[t] = isGhost(tri.tets, t) ? OUTSIDE : INSIDE;
  }
  return tri;
}

const insideOf = (tri: Triangulation) =>
  Array.from({ length: tri.slots }, (_, t) => t).filter(
    (t) => tri.tets[4 * t] !== DEAD && tri.label[t] === INSIDE,
  );
const volumeOf = (tri: Triangulation) =>
  insideOf(tri).reduce((sum, t) => sum + tetVolume(tri.points, tri.tets, 4 * t), 0);
const qualities = (tri: Triangulation) =>
  insideOf(tri)
    .map((t) => qualityOf(tri, t))
    .sort((a, b) => a - b);

const options: ImproveOptions = {
  threshold: 0.2,
  stubborn: 0.0872,
  flat: 1e-6,
  mayFlip: () => true,
  isMovable: (p) => p >= 8,
  reach: 0.02,
};

describe('improveTets', () => {
  it('raises the worst tets, keeps the volume and every tet positive, seeds 61 to 63', () => {
    for (const seed of [61, 62, 63]) {
      const tri = randomCube(150, seed);
      const before = qualities(tri);
      finishWork(improveTets(tri, options));
      expectLinked(tri);
      expect(volumeOf(tri)).toBeCloseTo(1, 10);
      const after = qualities(tri);
      expect(after[0]).toBeGreaterThan(5 * before[0]);
      expect(after.filter((q) => q < 0.0872).length).toBeLessThan(
        0.3 * before.filter((q) => q < 0.0872).length,
      );
    }
  });

  it('leaves alone what is not its own: points that may not move, tets outside', () => {
    const tri = randomCube(100, 64);
    for (const t of insideOf(tri)) if (tri.points[3 * tri.tets[4 * t]] > 0.5) tri.label[t] = OUTSIDE;
    const outside = Array.from({ length: tri.slots }, (_, t) => t).filter((t) => tri.label[t] === OUTSIDE);
    const tets = tri.tets.slice();
    const points = tri.points.slice(0, 3 * tri.pointCount);
    finishWork(improveTets(tri, { ...options, isMovable: () => false, flat: -1, stubborn: 0 }));
    expect(tri.points.slice(0, points.length)).toEqual(points);
    for (const t of outside)
      expect(tri.tets.subarray(4 * t, 4 * t + 4)).toEqual(tets.subarray(4 * t, 4 * t + 4));
  });
});

describe('reconnectTet', () => {
  it('only ever betters the worst tet, seed 65', () => {
    const tri = randomCube(120, 65);
    let made = 0;
    for (const t of insideOf(tri)) {
      if (tri.tets[4 * t] === DEAD || qualityOf(tri, t) > 0.3) continue;
      const worst = qualityOf(tri, t);
      const touched: number[] = [];
      const twice = made % 2 === 1;
      if (!(twice ? reconnectTwice(tri, t, touched) : reconnectTet(tri, t, touched))) continue;
      made++;
      for (const s of touched) if (tri.tets[4 * s] !== DEAD) expect(qualityOf(tri, s)).toBeGreaterThan(worst);
    }
    expect(made).toBeGreaterThan(20);
    expectLinked(tri);
    expect(volumeOf(tri)).toBeCloseTo(1, 10);
  });
});

describe('smoothPoint', () => {
  it('moves a point towards better tets, or not at all, seed 66', () => {
    const tri = randomCube(60, 66);
    let moved = 0;
    for (let p = 8; p < tri.pointCount; p++) {
      const about = insideOf(tri).filter((t) => tri.tets.subarray(4 * t, 4 * t + 4).includes(p));
      const before = Math.min(...about.map((t) => qualityOf(tri, t)));
      const was = tri.points.slice(3 * p, 3 * p + 3);
      const did = smoothPoint(tri, p, 0.05);
      const after = Math.min(...about.map((t) => qualityOf(tri, t)));
      if (did) expect(after).toBeGreaterThan(before);
      else expect(tri.points.slice(3 * p, 3 * p + 3)).toEqual(was);
      if (did) moved++;
    }
    expect(moved).toBeGreaterThan(30);
    expectLinked(tri);
  });
});

describe('insertInside', () => {
  it('replaces bad tets by better ones about a new point, or changes nothing, seed 67', () => {
    const tri = randomCube(120, 67);
    let inserted = 0;
    for (const t of insideOf(tri)) {
      if (tri.tets[4 * t] === DEAD || qualityOf(tri, t) > 0.05) continue;
      const count = tri.pointCount;
      const touched: number[] = [];
      if (insertInside(tri, t, 0.05, 0.02, touched)) {
        inserted++;
        expect(tri.pointCount).toBe(count + 1);
        for (const s of touched) expect(qualityOf(tri, s)).toBeGreaterThan(0.05);
      } else {
        expect(tri.pointCount).toBe(count);
      }
    }
    expect(inserted).toBeGreaterThan(0);
    expectLinked(tri);
    expect(volumeOf(tri)).toBeCloseTo(1, 10);
  });
});

describe('peelTet', () => {
  /** A square pyramid whose base is bent by `height`: a tet lies flat under two triangles of it. */
  function bentPyramid(height: number): { tri: Triangulation; sliver: number } {
    const x = Float64Array.of(1, 0, 0, -1, 0, 0, 0, 1, height, 0, -1, height, 0, 0, 2);
    const tri = finishWork(buildDelaunay(x)).triangulation;
    for (let t = 0; t < tri.slots; t++) {
      if (tri.tets[4 * t] !== DEAD) tri.label[t] = isGhost(tri.tets, t) ? OUTSIDE : INSIDE;
    }
    const sliver = insideOf(tri).find((t) => !tri.tets.subarray(4 * t, 4 * t + 4).includes(4)) ?? -1;
    return { tri, sliver };
  }

  it('takes a flat tet off the surface, unless it is thick or at a seam', () => {
    const { tri, sliver } = bentPyramid(1e-9);
    expect(sliver).toBeGreaterThanOrEqual(0);
    expect(peelTet(tri, sliver, { flat: 1e-10, mayFlip: () => true }, [])).toBe(false);
    expect(peelTet(tri, sliver, { flat: 1e-6, mayFlip: () => false }, [])).toBe(false);
    const touched: number[] = [];
    expect(peelTet(tri, sliver, { flat: 1e-6, mayFlip: () => true }, touched)).toBe(true);
    expect(tri.label[sliver]).toBe(OUTSIDE);
    expect(touched.length).toBe(insideOf(tri).length);
    // A tet with three faces on the surface holds a vertex that would go missing.
    expect(peelTet(tri, insideOf(tri)[0], { flat: 10, mayFlip: () => true }, [])).toBe(false);
  });
});

describe('openAround', () => {
  it('makes room on both sides of a crossed edge in a flat face, so that the edges can be swapped', () => {
    // Four points of a square between two more on either side, such that its diagonal 0-1 is in and 2-3 is not.
    const x = Float64Array.of(
      ...[0, 0, 0, 1, 1, 0, 1, 0, 0, 0, 1, 0],
      ...[0.1, 0.1, 1, 0.9, 0.9, 1, 0.1, 0.1, -1, 0.9, 0.9, -1],
      ...[-3, -3, -3, 9, 0, 0, 0, 9, 0, 0, 0, 9],
    );
    const tri = finishWork(buildDelaunay(x)).triangulation;
    const [a, b, p, q] = findEdgeTet(tri, 0, 1) >= 0 ? [2, 3, 0, 1] : [0, 1, 2, 3];
    expect(findEdgeTet(tri, a, b)).toBe(-1);
    expect(crosses(tri.points, a, b, p, q)).toBe(true);
    const count = tri.pointCount;
    expect(openAround(tri, p, q, a, b)).toBe(true);
    expect(tri.pointCount - count).toBeGreaterThan(0);
    expectLinked(tri);
    expect(findEdgeTet(tri, p, q)).toBeGreaterThanOrEqual(0);
    // Points beside an edge that lies in no plane with a and b do not help.
    const extra = addPoint(tri, 0.5, 0.5, 5);
    expect(insertPoint(tri, extra)).toBe(extra);
    expect(openAround(tri, p, q, extra, extra)).toBe(false);
  });
});

describe('attributes', () => {
  const mesh = createTriangleMesh({
    positions: [0, 0, 0, 2, 0, 0, 0, 2, 0, 2, 2, 0],
    indices: [0, 1, 2, 2, 1, 3],
    uvs: [0, 0, 1, 0, 0, 1, 0, 1, 1, 0, 1, 1],
    normals: [0, 0, 1, 0, 0, 1, 1, 0, 0, 0, 0, 1, 0, 0, 1, 0, 0, 1],
    colors: [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 1, 0, 1, 0, 0, 1, 1, 1],
    groups: [3, 4],
  });

  it('interpolates within a triangle, goes on linearly for texture coordinates beyond it, and clamps the rest', () => {
    const positions = Float64Array.of(0, 0, 0, 1, 0, 0, 0.5, 0.5, 0, 2, 2, 0);
    const out = carryAttributes(
      mesh,
      positions,
      Uint32Array.of(0, 1, 2, 0, 1, 3),
      Uint32Array.of(0, 0),
      new Uint32Array(6),
      Int32Array.of(0, -1, -1, -1),
    );
    expect(Array.from(out.uvs!)).toEqual([0, 0, 0.5, 0, 0.25, 0.25, 0, 0, 0.5, 0, 1, 1]);
    expect(Array.from(out.colors!.slice(0, 9))).toEqual([0, 0, 0, 0.5, 0, 0, 0.25, 0.25, 0]);
    expect(Array.from(out.colors!.slice(15))).toEqual([0.5, 0.5, 0]); // the middle of the far side
    for (let c = 0; c < 18; c += 3) expect(Math.hypot(...out.normals!.subarray(c, c + 3))).toBeCloseTo(1, 6);
    expect(Array.from(out.groups!)).toEqual([3, 3]);
  });

  it('knows seams: groups, texture coordinates and colours that jump', () => {
    expect(isSeam(mesh, 0, 1)).toBe(true);
    const plain = createTriangleMesh({ ...mesh, groups: null });
    expect(isSeam(plain, 0, 1)).toBe(false);
    expect(
      isSeam(createTriangleMesh({ ...plain, uvs: mesh.uvs!.map((v, i) => (i === 6 ? 0.5 : v)) }), 0, 1),
    ).toBe(true);
    expect(
      isSeam(createTriangleMesh({ ...plain, colors: mesh.colors!.map((v, i) => (i === 9 ? 0.5 : v)) }), 0, 1),
    ).toBe(true);
  });
});
