import { describe, expect, it } from 'vitest';
import { finishWork } from '../../src/job/work.ts';
import { buildDelaunay } from '../../src/mesh/delaunay/build.ts';
import { DEAD, isGhost, type Triangulation } from '../../src/mesh/delaunay/triangulation.ts';
import { tetVolume } from '../../src/mesh/tet-mesh.ts';
import { INSIDE, OUTSIDE } from '../../src/mesh/tetrahedralise/classify.ts';
import { collectHull, unpinch } from '../../src/mesh/tetrahedralise/manifold.ts';
import { createShell, findTriangle } from '../../src/mesh/tetrahedralise/shell.ts';
import { manifoldProblems } from './tetrahedralise-check.ts';

/** The cubes of a 4 × 4 × 4 grid, each cut in tets; those for which `isIn` holds are inside. */
function cubes(isIn: (i: number, j: number, k: number) => boolean): Triangulation {
  const points: number[] = [];
  for (let i = 0; i < 5; i++) for (let j = 0; j < 5; j++) for (let k = 0; k < 5; k++) points.push(i, j, k);
  const tri = finishWork(buildDelaunay(Float64Array.from(points))).triangulation;
  for (let t = 0; t < tri.slots; t++) {
    if (tri.tets[4 * t] === DEAD) continue;
    const corner = [0, 1, 2].map((d) =>
      Math.min(...[0, 1, 2, 3].map((c) => tri.points[3 * tri.tets[4 * t + c] + d])),
    );
    const inside = !isGhost(tri.tets, t) && isIn(corner[0], corner[1], corner[2]);
    tri.label[t] = inside ? INSIDE : OUTSIDE;
  }
  return tri;
}

const insideTets = (tri: Triangulation) =>
  tri.label.filter((l, t) => l === INSIDE && tri.tets[4 * t] !== DEAD).length;

describe('collectHull', () => {
  it('gives a block its nodes and its closed manifold', () => {
    const hull = collectHull(cubes((i, j, k) => i < 2 && j < 3 && k < 1));
    expect(hull.nodeCount).toBe(3 * 4 * 2);
    expect(hull.pinches).toEqual([]);
    expect(hull.indices.length / 3).toBe(2 * (2 * 6 + 2 * 2 + 2 * 3));
    expect(manifoldProblems(hull.indices)).toEqual([]);
  });

  it('gives blocks that touch in a corner or an edge nodes of their own', () => {
    const corner = collectHull(cubes((i, j, k) => i === j && j === k && i < 2));
    expect(corner.nodeCount).toBe(16);
    expect(corner.point.filter((p) => p === 31).length).toBe(2); // 31 is the point (1, 1, 1)
    expect(manifoldProblems(corner.indices)).toEqual([]);
    const edge = collectHull(cubes((i, j, k) => i === j && i < 2 && k === 0));
    expect(edge.nodeCount).toBe(16);
    expect(manifoldProblems(edge.indices)).toEqual([]);
  });

  it('finds edges and points where a solid touches itself, as the slow check does', () => {
    // Two floors and, between them, two columns that touch along an edge; the floors join them at both its ends.
    const tri = cubes((i, j, k) => i < 2 && j < 2 && k < 3 && (k !== 1 || i === j));
    const hull = collectHull(tri);
    expect(hull.pinches.length).toBeGreaterThan(0);
    expect(manifoldProblems(hull.indices).length).toBeGreaterThan(0);
    const before = insideTets(tri);
    expect(unpinch(tri, hull, new Set())).toBeGreaterThan(0);
    const mended = collectHull(tri);
    expect(mended.pinches).toEqual([]);
    expect(manifoldProblems(mended.indices)).toEqual([]);
    expect(Math.abs(insideTets(tri) - before)).toBeLessThan(7);
  });

  it('mends a cavity that touches the outside in a point', () => {
    // A 3 × 3 × 3 block without its middle, and without the cube beyond one corner of the middle's neighbours.
    const tri = cubes(
      (i, j, k) =>
        i < 3 && j < 3 && k < 3 && !(i === 1 && j === 1 && k === 1) && !(i === 2 && j === 2 && k === 2),
    );
    const hull = collectHull(tri);
    expect(hull.pinches).toEqual([[62, -1]]); // the point (2, 2, 2)
    unpinch(tri, hull, new Set());
    const mended = collectHull(tri);
    expect(mended.pinches).toEqual([]);
    expect(manifoldProblems(mended.indices)).toEqual([]);
  });

  it('fills no more than the tip of such a cavity, and splits the surface along', () => {
    const tri = cubes(
      (i, j, k) =>
        i < 3 && j < 3 && k < 3 && !(i === 1 && j === 1 && k === 1) && !(i === 2 && j === 2 && k === 2),
    );
    const hull = collectHull(tri);
    const before = insideVolume(tri);
    const shell = createShell(
      Uint32Array.from(hull.indices, (n) => hull.point[n]),
      tri.pointCount,
    );
    unpinch(tri, hull, new Set(), { length: 0.01, shell });
    const mended = collectHull(tri);
    expect(mended.pinches).toEqual([]);
    expect(manifoldProblems(mended.indices)).toEqual([]);
    expect(insideVolume(tri)).not.toBe(before);
    expect(Math.abs(insideVolume(tri) - before)).toBeLessThan(1e-6); // half a cube without a tip
    // All of the boundary is of the shell, but for the plug.
    let strange = 0;
    for (let t = 0; t < mended.indices.length; t += 3) {
      const [a, b, c] = [0, 1, 2].map((k) => mended.point[mended.indices[t + k]]);
      if (findTriangle(shell, a, b, c) < 0) strange++;
    }
    expect(strange).toBeGreaterThan(0);
    expect(strange).toBeLessThan(10);
    for (let t = 0; t < tri.slots; t++) {
      if (tri.tets[4 * t] !== DEAD && tri.label[t] === INSIDE) {
        expect(tetVolume(tri.points, tri.tets, 4 * t)).toBeGreaterThan(0);
      }
    }
  });
});

function insideVolume(tri: Triangulation): number {
  let sum = 0;
  for (let t = 0; t < tri.slots; t++) {
    if (tri.tets[4 * t] !== DEAD && tri.label[t] === INSIDE) sum += tetVolume(tri.points, tri.tets, 4 * t);
  }
  return sum;
}
