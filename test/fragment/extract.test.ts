import { describe, expect, it } from 'vitest';
import { clearChanges, createChanges } from '../../src/fragment/changes.ts';
import {
  createFragmentMesh,
  extractFragment,
  extractShape,
  toTriangleMesh,
} from '../../src/fragment/extract.ts';
import { createFamily, type Family } from '../../src/fragment/family.ts';
import { MASS_SIZE, measureMass } from '../../src/fragment/mass.ts';
import { splitFragment } from '../../src/fragment/split.ts';
import { validateFamily } from '../../src/fragment/validate.ts';
import { createRandom, nextFloat } from '../../src/math/random.ts';
import { inspectMesh } from '../../src/mesh/inspect.ts';
import { findGarbage } from '../support/allocation.ts';
import { countOpen, hashMesh, sumParts } from './measure.ts';
import { cutAtRandom, setBumpy, topologyOf } from './solids.ts';

const mesh = createFragmentMesh();
const mass = new Float64Array(MASS_SIZE);

describe('random bumpy cuts', () => {
  for (const [name, cuts, seed] of [
    ['ball', 3, 1],
    ['ball', 40, 2],
    ['crate', 12, 3],
    ['crate', 120, 4],
    ['bunny', 30, 5],
    ['bunny', 400, 6],
  ] as const) {
    it(`${name}, ${cuts} cuts, seed ${seed}: closed fragments, the volumes of the clipper, their sum the whole`, () => {
      const topology = topologyOf(name);
      const family = cutAtRandom(topology, cuts, seed);
      validateFamily(family);
      expect(family.fragments.count).toBeGreaterThan(cuts / 2);
      const parts = sumParts(family);
      let total = 0;
      let open = 0;
      let worst = 0;
      let worstArea = 0;
      for (let f = 0; f < family.fragments.count; f++) {
        extractFragment(mesh, family, f);
        measureMass(mass, 0, mesh);
        total += mass[0];
        open += countOpen(mesh);
        worst = Math.max(worst, Math.abs(mass[0] - parts.volume[f]) / topology.volume);
        worstArea = Math.max(worstArea, Math.abs(mesh.crackArea - parts.area[f]) / (1 + parts.area[f]));
      }
      expect(open).toBe(0);
      expect(Math.abs(total / topology.volume - 1)).toBeLessThan(1e-12);
      expect(worst).toBeLessThan(1e-12);
      expect(worstArea).toBeLessThan(1e-12);
      if (cuts >= 40) expect(new Set(family.cutCase).size).toBeGreaterThan(38); // nearly all of the 41 cases
    });
  }
});

describe('the surface of a fragment', () => {
  it('is the surface of the solid before the first cut', () => {
    const topology = topologyOf('crate');
    extractFragment(mesh, createFamily(topology), 0);
    expect(mesh.triangleCount).toBe(topology.triangle.length / 3);
    expect(mesh.outerCount).toBe(mesh.triangleCount);
    expect(mesh.crackArea).toBe(0);
    expect(mesh.vertexCount).toBe(topology.surfaceCount);
    let wrong = 0;
    for (let t = 0; t < mesh.triangleCount; t++) {
      const from = mesh.origin[t];
      for (let k = 0; k < 3; k++) {
        if (mesh.point[mesh.indices[3 * t + k]] !== topology.triangle[3 * from + k]) wrong++;
      }
      for (let k = 0; k < 6; k++) if (mesh.uvs[6 * t + k] !== topology.skin.uvs[6 * from + k]) wrong++;
    }
    expect(wrong).toBe(0);
  });

  it('is a mesh without defects, each vertex once (seed 8)', () => {
    const family = cutAtRandom(topologyOf('ball'), 8, 8);
    for (let f = 0; f < family.fragments.count; f++) {
      extractFragment(mesh, family, f);
      const report = inspectMesh(toTriangleMesh(mesh));
      expect(report.defects.map(({ message }) => message)).toEqual([]);
      expect(new Set(mesh.point.subarray(0, mesh.vertexCount)).size).toBe(mesh.vertexCount);
    }
  });

  it('does not change, bit for bit, while other fragments are cut (seeds 10 to 14)', () => {
    for (let seed = 10; seed < 15; seed++) {
      const topology = topologyOf(seed % 2 ? 'crate' : 'ball');
      const family = cutAtRandom(topology, 6, seed);
      const changes = createChanges(topology);
      const random = createRandom(seed);
      const phi = new Float64Array(topology.nodeCount);
      for (let k = 0; k < 25; k++) {
        const before = hashAll(family);
        const fragment = Math.floor(nextFloat(random) * family.fragments.count);
        setBumpy(phi, family, fragment, random);
        clearChanges(changes);
        const made = splitFragment(changes, family, fragment, phi);
        const after = hashAll(family);
        for (let f = 0; f < before.length; f++)
          if (f !== fragment || made === 0) expect(after[f]).toEqual(before[f]);
        if (made > 0) expect(after[fragment]).not.toEqual(before[fragment]);
      }
    }
  });

  it('has the same triangles without attributes', () => {
    const family = cutAtRandom(topologyOf('crate'), 10, 3);
    const bare = createFragmentMesh();
    for (let f = 0; f < family.fragments.count; f++) {
      extractFragment(mesh, family, f);
      extractShape(bare, family, f);
      expect(toTriangleMesh(bare)).toEqual({
        ...toTriangleMesh(mesh),
        uvs: null,
        normals: null,
        colors: null,
        groups: null,
      });
    }
  });

  it('makes no garbage once the buffers are large enough', () => {
    const family = cutAtRandom(topologyOf('ball'), 10, 4);
    const count = family.fragments.count;
    const garbage = findGarbage(50 * count, () => {
      for (let k = 0; k < 50; k++) for (let f = 0; f < count; f++) extractFragment(mesh, family, f);
    });
    expect(garbage).toEqual([]);
  });
});

function hashAll(family: Family): string[] {
  return Array.from({ length: family.fragments.count }, (_, f) => {
    extractFragment(mesh, family, f);
    return hashMesh(mesh);
  });
}
