import { describe, expect, it } from 'vitest';
import { crossingMeshes, crumple, joinMeshes, moveMesh } from '../../bench/crossing-meshes.ts';
import { createRandom, nextFloat } from '../../src/math/random.ts';
import { inspectMesh } from '../../src/mesh/inspect.ts';
import * as shapes from '../../src/mesh/shapes/index.ts';
import { createTriangleMesh, type TriangleMesh } from '../../src/mesh/triangle-mesh.ts';
import { uniteSurface } from '../../src/mesh/unite/unite.ts';
import { windingBrute } from '../support/brute.ts';
import { meshVolume } from './tetrahedralise-check.ts';

const box = (at: readonly number[], size = 1) =>
  moveMesh(shapes.createBox({ size: [size, size, size] }), ([x, y, z]) => [x + at[0], y + at[1], z + at[2]]);

/** Points at which the input winds around and the outcome does not, or the other way, of some thrown about. */
function countWrong(input: TriangleMesh, outcome: TriangleMesh, seed: number, count: number): number {
  const random = createRandom(seed);
  const { bounds } = inspectMesh(input, { selfIntersections: false });
  let wrong = 0;
  for (let i = 0; i < count; i++) {
    const at = (d: number) => bounds[d] + (bounds[3 + d] - bounds[d]) * nextFloat(random);
    const p: [number, number, number] = [at(0), at(1), at(2)];
    if (windingBrute(input, p) > 0.5 !== windingBrute(outcome, p) > 0.5) wrong++;
  }
  return wrong;
}

/** What is wrong with a surface that should cross nothing. */
function defectsOf(mesh: TriangleMesh): string[] {
  const { defects } = inspectMesh(mesh);
  return defects.flatMap(({ kind }) => (kind === 'non-manifold-vertex' ? [] : [kind]));
}

describe('uniteSurface', () => {
  it('leaves a surface that crosses nothing as it is', () => {
    const ball = shapes.createSphere({ frequency: 5 });
    const { mesh, cut, left, touching } = uniteSurface(ball)!;
    expect([cut, left, touching]).toEqual([0, 0, false]);
    expect(mesh).toEqual(ball);
  });

  it('joins two boxes that overlap, exactly', () => {
    const { mesh, touching } = uniteSurface(joinMeshes([box([0, 0, 0]), box([0.5, 0.4, 0.3])]))!;
    expect(touching).toBe(false);
    expect(meshVolume(mesh)).toBeCloseTo(2 - 0.5 * 0.6 * 0.7, 13);
    expect(defectsOf(mesh)).toEqual([]);
  });

  it('leaves out a part inside another, and keeps a cavity', () => {
    const nested = joinMeshes([box([0, 0, 0]), box([0, 0, 0], 0.5)]);
    expect(uniteSurface(nested)!.left).toBe(12);
    const inner = box([0, 0, 0], 0.5);
    const turned = createTriangleMesh({ positions: inner.positions, indices: inner.indices.toReversed() });
    expect(uniteSurface(joinMeshes([box([0, 0, 0]), turned]))!.left).toBe(0);
  });

  it('joins parts whose faces lie on each other, exactly', () => {
    const { mesh, touching } = uniteSurface(joinMeshes([box([0, 0, 0]), box([0.5, 0.25, 0])]))!;
    expect(touching).toBe(true);
    expect(meshVolume(mesh)).toBeCloseTo(2 - 0.5 * 0.75, 13);
    expect(defectsOf(mesh)).toEqual([]);
  });

  it('mixes attributes from the triangles that are cut', () => {
    const both = joinMeshes([box([0, 0, 0]), box([0.5, 0.4, 0.3])]);
    // Colours are the positions, so those of every part have to be as well.
    const colors = Array.from(both.indices, (v) =>
      Array.from(both.positions.subarray(3 * v, 3 * v + 3)),
    ).flat();
    const groups = Array.from({ length: both.indices.length / 3 }, (_, t) => t);
    const { mesh, source } = uniteSurface(createTriangleMesh({ ...both, colors, groups }))!;
    for (let h = 0; h < mesh.indices.length; h++) {
      for (let d = 0; d < 3; d++) {
        expect(mesh.colors![3 * h + d]).toBeCloseTo(mesh.positions[3 * mesh.indices[h] + d], 6);
      }
    }
    expect(Array.from(mesh.groups!)).toEqual(Array.from(source));
  });

  it('keeps attributes of triangles that are not cut bit for bit, though others touch', () => {
    const random = createRandom(5);
    const three = joinMeshes([box([0, 0, 0]), box([0.5, 0.25, 0]), box([3, 0, 0])]);
    const uvs = Array.from({ length: 2 * three.indices.length }, () => Math.round(nextFloat(random)));
    const { mesh, source, touching } = uniteSurface(createTriangleMesh({ ...three, uvs }))!;
    expect(touching).toBe(true);
    const apart = Array.from(source.keys()).filter((t) => source[t] >= 24); // of the third box
    expect(apart.length).toBe(12);
    for (const t of apart) {
      expect(Array.from(mesh.uvs!.subarray(6 * t, 6 * t + 6))).toEqual(
        uvs.slice(6 * source[t], 6 * source[t] + 6),
      );
    }
  });

  for (const name of ['two balls', 'pile of 12 boxes', 'crowd of 8 balls', 'tube folded into itself']) {
    it(`gives what the slow winding number says, without crossings: ${name}`, () => {
      const input = crossingMeshes.find((m) => m.name === name)!.make();
      const { mesh } = uniteSurface(input)!;
      expect(defectsOf(mesh)).toEqual([]);
      expect(countWrong(input, mesh, 11, 100)).toBe(0);
    });
  }

  for (const seed of [1, 2, 3]) {
    it(`unites a ball whose vertices were shaken through each other (seed ${seed})`, () => {
      const input = crumple(shapes.createSphere({ frequency: 4 }), seed, 0.2);
      const { mesh } = uniteSurface(input)!;
      expect(countWrong(input, mesh, seed, 300)).toBe(0);
      const { closed, oriented } = inspectMesh(mesh, { selfIntersections: false });
      expect([closed, oriented]).toEqual([true, true]);
    });
  }

  it('tells what still crosses by a hair, counted pair by pair (seeds 5 and 1)', () => {
    for (const [seed, some] of [
      [5, true],
      [1, false],
    ] as const) {
      const { mesh, crossings } = uniteSurface(crumple(shapes.createSphere({ frequency: 8 }), seed, 0.15))!;
      expect(crossings > 0).toBe(some);
      const found = inspectMesh(mesh).defects.find(({ kind }) => kind === 'self-intersection');
      expect(crossings).toBe(found?.count ?? 0);
    }
  });
});
