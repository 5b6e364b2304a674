import { describe, expect, it } from 'vitest';
import { joinMeshes } from '../../bench/crossing-meshes.ts';
import {
  type Block,
  countCells,
  flushMeshes,
  meshBlocks,
  throwBlocks,
  turnMesh,
} from '../../bench/flush-meshes.ts';
import { bake } from '../../src/bake/bake.ts';
import { inspectMesh } from '../../src/mesh/inspect.ts';
import { isDegenerate } from '../../src/mesh/inspect-shape.ts';
import { mergeVertices } from '../../src/mesh/repair-weld.ts';
import { tetVolume } from '../../src/mesh/tet-mesh.ts';
import { createTriangleMesh, type TriangleMesh } from '../../src/mesh/triangle-mesh.ts';
import { takeApart } from '../../src/mesh/unite/parts.ts';
import { uniteSurface } from '../../src/mesh/unite/unite.ts';
import { meshVolume } from './tetrahedralise-check.ts';

/** The same mesh with vertices at one place made one, as readers of STL do. */
function merge(mesh: TriangleMesh): TriangleMesh {
  const { positions, vertex } = mergeVertices(mesh.positions);
  return createTriangleMesh({ positions, indices: mesh.indices.map((v) => vertex[v]) });
}

const ways: [string, (mesh: TriangleMesh, seed: number) => TriangleMesh][] = [
  ['as it is', (mesh) => mesh],
  ['with shared vertices', merge],
  ['turned', (mesh, seed) => turnMesh(mesh, seed, 64)],
  ['turned, in 32 bits', (mesh, seed) => turnMesh(mesh, seed, 32)],
  ['turned, in 32 bits, with shared vertices', (mesh, seed) => merge(turnMesh(mesh, seed, 32))],
];

/** What is wrong with the union of parts that touch; '' for nothing. Solids may touch in an edge or a point. */
function judge(mesh: TriangleMesh, volume: number): string {
  const united = uniteSurface(mesh);
  if (!united) return 'none';
  const { positions, indices } = united.mesh;
  const error = Math.abs(meshVolume(united.mesh) / volume - 1);
  const found = inspectMesh(united.mesh).defects.flatMap(({ kind }) =>
    kind.startsWith('non-manifold') ? [] : [kind as string],
  );
  if (error > 1e-6) found.push(`volume off by ${error}`);
  for (let t = 0; t < indices.length; t += 3) {
    if (isDegenerate(positions, indices[t], indices[t + 1], indices[t + 2])) found.push('sliver');
  }
  return found.join();
}

describe('parts with faces on each other', () => {
  for (const [way, change] of ways) {
    it(`become one: ${flushMeshes.length} of them, ${way}`, () => {
      const wrong = flushMeshes.flatMap(({ name, volume, make }, i) => {
        const found = judge(change(make(), 100 + i), volume);
        return found ? [`${name}: ${found}`] : [];
      });
      expect(wrong).toEqual([]);
    });

    it(`become one: boxes on a lattice, against counted cells, ${way} (seeds 1 to 80)`, () => {
      const wrong: string[] = [];
      for (let seed = 1; seed <= 80; seed++) {
        const blocks = throwBlocks(seed);
        const found = judge(change(meshBlocks(blocks), 100 + seed), countCells(blocks));
        if (found) wrong.push(`${seed}: ${found}`);
      }
      expect(wrong).toEqual([]);
    });
  }

  // Boxes that overlap by rounding alone, and two parts with edges in common that were taken for one.
  for (const [seed, way] of [
    [497, 2],
    [1395, 2],
    [887, 4],
  ]) {
    it(`become one: boxes on a lattice, ${ways[way][0]} (seed ${seed})`, () => {
      const blocks = throwBlocks(seed);
      expect(judge(ways[way][1](meshBlocks(blocks), 116 + seed), countCells(blocks))).toBe('');
    });
  }

  it('keep corners on the lattice, bit for bit', () => {
    for (let seed = 1; seed <= 20; seed++) {
      const blocks = throwBlocks(seed);
      const { mesh } = uniteSurface(meshBlocks(blocks))!;
      const given = new Set(Array.from(meshBlocks(blocks).positions));
      // Every vertex lies in the planes of two faces at least.
      for (let v = 0; v < mesh.positions.length; v += 3) {
        const on = mesh.positions.subarray(v, v + 3).filter((x) => given.has(x)).length;
        expect(on).toBeGreaterThan(1);
      }
    }
  });

  it('keep their attributes', () => {
    const both = meshBlocks([
      [0, 0, 0, 2, 2, 2],
      [1, 0, 0, 3, 2, 2],
    ]);
    const colors = Array.from(both.indices, (v) =>
      Array.from(both.positions.subarray(3 * v, 3 * v + 3)),
    ).flat();
    const { mesh } = uniteSurface(createTriangleMesh({ ...both, colors }))!;
    for (let h = 0; h < mesh.indices.length; h++) {
      for (let d = 0; d < 3; d++) {
        expect(mesh.colors![3 * h + d]).toBeCloseTo(mesh.positions[3 * mesh.indices[h] + d], 5);
      }
    }
  });

  for (const name of [
    'stairs',
    'table, legs overlap',
    'table, legs below',
    'the same box twice',
    'honeycomb',
  ]) {
    it(`bake with their own surface: ${name}`, async () => {
      const { make, volume } = flushMeshes.find((m) => m.name === name)!;
      const { tets, mesher, report, wall } = await bake(make(), { resolution: 12 });
      let sum = 0;
      for (let t = 0; t < tets.indices.length; t += 4) sum += tetVolume(tets.positions, tets.indices, t);
      expect(mesher).toBe('delaunay');
      expect(Math.abs(sum / volume - 1)).toBeLessThan(1e-6);
      expect(Math.abs(report.volumeError!)).toBeLessThan(1e-6);
      expect(wall).toBeGreaterThan(0.5); // no slit is left
    });
  }
});

describe('takeApart', () => {
  const pair = (other: Block) => merge(meshBlocks([[0, 0, 0, 1, 1, 1], other]));

  it('leaves a manifold as it is', () => {
    const mesh = meshBlocks([[0, 0, 0, 1, 2, 3]]);
    const { positions, indices, partCount } = takeApart(mesh.positions, mesh.indices);
    expect([positions, indices, partCount]).toEqual([mesh.positions, mesh.indices, 1]);
  });

  for (const [what, other] of [
    ['a corner', [1, 1, 1, 2, 2, 2]],
    ['an edge', [1, 1, 0, 2, 2, 1]],
    ['a face', [1, 0, 0, 2, 1, 1]],
  ] as const) {
    it(`parts boxes that share ${what}`, () => {
      const mesh = pair(other);
      const { positions, indices, part, partCount } = takeApart(mesh.positions, mesh.indices);
      expect([partCount, positions.length / 3]).toEqual([2, 16]);
      for (let t = 0; t < indices.length / 3; t++) expect(part[indices[3 * t]]).toBe(t < 12 ? 0 : 1);
      for (let h = 0; h < indices.length; h++) {
        expect(positions.subarray(3 * indices[h], 3 * indices[h] + 3)).toEqual(
          mesh.positions.subarray(3 * mesh.indices[h], 3 * mesh.indices[h] + 3),
        );
      }
    });
  }

  it('tells apart what shares nothing but a place', () => {
    const mesh = joinMeshes([meshBlocks([[0, 0, 0, 1, 1, 1]]), meshBlocks([[0, 0, 0, 1, 1, 1]])]);
    expect(takeApart(mesh.positions, mesh.indices).partCount).toBe(2);
  });
});
