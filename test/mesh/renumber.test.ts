import { describe, expect, it } from 'vitest';
import { createRandom, nextFloat } from '../../src/math/random.ts';
import { type NumberedSolid, renumberSolid } from '../../src/mesh/renumber.ts';
import { buildTetAdjacency, extractBoundary, TET_EDGES, tetVolume } from '../../src/mesh/tet-mesh.ts';
import { wrapTriangleMesh } from '../../src/mesh/triangle-mesh.ts';

const CORNERS = [0, 1, 3, 7, 0, 3, 2, 7, 0, 2, 6, 7, 0, 6, 4, 7, 0, 4, 5, 7, 0, 5, 1, 7]; // of a cube: six tets

/** A block of n³ cubes in tets, its nodes and tets in an order drawn by lot, those of the surface first. */
function shuffledBlock(n: number, seed: number): NumberedSolid {
  const random = createRandom(seed);
  const shuffled = (list: number[]) =>
    list
      .map((v) => [nextFloat(random), v])
      .sort((a, b) => a[0] - b[0])
      .map(([, v]) => v);
  const side = n + 1;
  const onSurface = (v: number) =>
    [v % side, Math.floor(v / side) % side, Math.floor(v / side / side)].some((c) => c === 0 || c === n);
  const all = Array.from({ length: side ** 3 }, (_, v) => v);
  const outer = shuffled(all.filter(onSurface));
  const order = [...outer, ...shuffled(all.filter((v) => !onSurface(v)))];
  const number = new Uint32Array(all.length);
  order.forEach((v, i) => {
    number[v] = i;
  });
  const positions = Float64Array.from(
    order.flatMap((v) => [v % side, Math.floor(v / side) % side, Math.floor(v / side / side)]),
  );
  const rows = all
    .filter((v) => v % side < n && Math.floor(v / side) % side < n && v < side * side * n)
    .flatMap((v) => {
      const cube = CORNERS.map((c) => v + (c & 1) + side * ((c >> 1) & 1) + side * side * (c >> 2));
      return [0, 4, 8, 12, 16, 20].map((k) => cube.slice(k, k + 4).map((w) => number[w]));
    });
  const indices = Uint32Array.from(shuffled(rows.map((_, t) => t)).flatMap((t) => rows[t]));
  const boundary = extractBoundary(indices, buildTetAdjacency(indices, all.length));
  const uvs = Float32Array.from({ length: 2 * boundary.indices.length }, () => nextFloat(random));
  const surface = wrapTriangleMesh(positions, boundary.indices, uvs, null, null, null);
  return { tets: { positions, indices }, surfaceCount: outer.length, surface };
}

/** Where the corners of all tets, or triangles, are. */
function places(positions: Float64Array, indices: Uint32Array, corners: number): string[] {
  return Array.from({ length: indices.length / corners }, (_, t) =>
    [...indices.subarray(corners * t, corners * t + corners)]
      .map((v) => positions.subarray(3 * v, 3 * v + 3).join(' '))
      .join(', '),
  );
}

/** The mean difference of numbers over the edges of tets whose ends are on the same side of surfaceCount. */
function meanStride({ tets, surfaceCount }: NumberedSolid): number {
  let sum = 0;
  let count = 0;
  for (let t = 0; t < tets.indices.length; t += 4) {
    for (let e = 0; e < 12; e += 2) {
      const a = tets.indices[t + TET_EDGES[e]];
      const b = tets.indices[t + TET_EDGES[e + 1]];
      if (a < surfaceCount !== b < surfaceCount) continue;
      sum += Math.abs(a - b);
      count++;
    }
  }
  return sum / count;
}

describe('renumberSolid', () => {
  const solid = shuffledBlock(8, 7);
  const done = renumberSolid(solid);

  it('keeps every tet and, in their order, the triangles of a block of 512 cubes (seed 7)', () => {
    const { positions, indices } = done.tets;
    expect(places(positions, indices, 4).sort()).toEqual(
      places(solid.tets.positions, solid.tets.indices, 4).sort(),
    );
    expect(places(positions, done.surface.indices, 3)).toEqual(
      places(solid.tets.positions, solid.surface.indices, 3),
    );
    expect(done.surface.uvs).toBe(solid.surface.uvs);
    expect(done.surface.positions).toBe(positions);
    for (let t = 0; t < indices.length; t += 4) expect(tetVolume(positions, indices, t)).toBeGreaterThan(0);
  });

  it('has the nodes of the surface first, and tets by their lowest node', () => {
    expect(done.surfaceCount).toBe(solid.surfaceCount);
    expect(new Set(done.surface.indices).size).toBe(solid.surfaceCount);
    expect(Math.max(...done.surface.indices)).toBe(solid.surfaceCount - 1);
    const { indices } = done.tets;
    const lowest = places(done.tets.positions, indices, 4).map((_, t) =>
      Math.min(...indices.subarray(4 * t, 4 * t + 4)),
    );
    expect(lowest).toEqual([...lowest].sort((a, b) => a - b));
  });

  it('brings neighbours together: a quarter of the stride', () => {
    expect(meanStride(done)).toBeLessThan(meanStride(solid) / 4);
  });

  it('gives the same numbers twice, and those of its own result', () => {
    expect(renumberSolid(solid)).toEqual(done);
    expect(renumberSolid(done)).toEqual(done);
  });
});
