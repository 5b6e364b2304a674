// Lighter surfaces are the same surfaces: closed, of the same volume, area by group and place, with the same look.

import { describe, expect, it } from 'vitest';
import { createChanges } from '../../src/fragment/changes.ts';
import { indexFragment } from '../../src/fragment/drawn.ts';
import {
  createFragmentMesh,
  extractFragment,
  extractShape,
  type FragmentMesh,
} from '../../src/fragment/extract.ts';
import { createFamily } from '../../src/fragment/family.ts';
import { lightenFragment } from '../../src/fragment/lighten.ts';
import { applyPattern } from '../../src/fragment/patterns.ts';
import { scatterSeeds } from '../../src/fragment/scatter.ts';
import { distanceBrute } from '../support/brute.ts';
import { countOpen, hashMesh } from './measure.ts';
import { cutAtRandom, topologyOf } from './solids.ts';

/** Volume, and the area of each group. */
function measure(mesh: FragmentMesh): { volume: number; area: Map<number, number> } {
  let volume = 0;
  const area = new Map<number, number>();
  for (let t = 0; t < mesh.triangleCount; t++) {
    const [a, b, c] = [0, 1, 2].map((k) => {
      const v = 3 * mesh.indices[3 * t + k];
      return mesh.positions.subarray(v, v + 3);
    });
    const [u, w] = [0, 1].map((k) => [0, 1, 2].map((d) => (k === 0 ? b : c)[d] - a[d]));
    const n = [0, 1, 2].map((d) => u[(d + 1) % 3] * w[(d + 2) % 3] - u[(d + 2) % 3] * w[(d + 1) % 3]);
    volume += (a[0] * n[0] + a[1] * n[1] + a[2] * n[2]) / 6;
    area.set(mesh.groups[t], (area.get(mesh.groups[t]) ?? 0) + Math.hypot(...n) / 2);
  }
  return { volume, area };
}

/** The largest distance from the vertices of one mesh to the surface of another. */
function farthest(from: FragmentMesh, to: FragmentMesh): number {
  const surface = {
    positions: to.positions.subarray(0, 3 * to.vertexCount),
    indices: to.indices.subarray(0, 3 * to.triangleCount),
  };
  let most = 0;
  for (let v = 0; v < from.vertexCount; v++) {
    const p = from.positions.subarray(3 * v, 3 * v + 3);
    most = Math.max(most, Math.abs(distanceBrute(surface, [p[0], p[1], p[2]])));
  }
  return most;
}

const [mesh, light] = [createFragmentMesh(), createFragmentMesh()];

describe('a broken crate', () => {
  // Colours of the crate are positions, its UVs linear in them, its top face (y up) is group 3.
  const family = createFamily(topologyOf('crate'));
  const seeds = scatterSeeds(family, 0, { count: 9, seed: 4 });
  applyPattern(createChanges(family.topology), family, 0, { kind: 'voronoi', seeds });

  it('has the same volume, area by group and attributes with far fewer triangles', () => {
    let [all, left] = [0, 0];
    for (let f = 0; f < family.fragments.count; f++) {
      extractFragment(mesh, family, f);
      extractFragment(light, family, f);
      all += mesh.triangleCount;
      const gone = lightenFragment(light, 1e-7);
      expect(mesh.triangleCount - light.triangleCount).toBe(gone);
      left += light.triangleCount;
      expect(countOpen(light)).toBe(0);
      const [before, after] = [measure(mesh), measure(light)];
      expect(after.volume).toBeCloseTo(before.volume, 6);
      expect([...after.area.keys()].sort()).toEqual([...before.area.keys()].sort());
      for (const [group, area] of before.area) expect(after.area.get(group)).toBeCloseTo(area, 5);
      for (let h = 0; h < 3 * light.outerCount; h++) {
        const [x, y, z] = light.positions.subarray(3 * light.indices[h], 3 * light.indices[h] + 3);
        expect(Math.abs(light.uvs[2 * h] - (x + 2 * z))).toBeLessThan(1e-6);
        expect(Math.abs(light.uvs[2 * h + 1] - (y - z))).toBeLessThan(1e-6);
        expect(Math.abs(light.colors[3 * h] - x)).toBeLessThan(1e-6);
      }
    }
    expect(left).toBeLessThan(0.65 * all); // cuts keep off nodes, so cracks have bumps that stay
  });

  it('gives the same bits twice, and asks for attributes', () => {
    const hashes = [0, 1].map(() => {
      extractFragment(light, family, 1);
      lightenFragment(light, 1e-4);
      return hashMesh(light);
    });
    expect(hashes[0]).toBe(hashes[1]);
    extractShape(light, family, 1);
    expect(() => lightenFragment(light, 1e-4)).toThrow('extractFragment');
  });

  it('is drawn from shared vertices, ordered by group, every triangle as it was', () => {
    extractFragment(mesh, family, 0);
    const surface = indexFragment(mesh, family.topology.skin.crackGroup);
    expect(surface.positions.length / 3).toBeLessThan(2 * mesh.triangleCount);
    expect(surface.indices.length).toBe(3 * mesh.triangleCount);
    expect(surface.groups.map(({ group }) => group)).toEqual([
      ...new Set(mesh.groups.slice(0, mesh.triangleCount)),
    ]);
    const wanted = new Map<string, number>();
    const key = (group: number, numbers: number[]) =>
      `${group} ${numbers.map((x) => Math.fround(x).toFixed(4)).join(' ')}`;
    for (let t = 0; t < mesh.triangleCount; t++) {
      const numbers = [0, 1, 2].flatMap((k) => [
        ...mesh.positions.subarray(3 * mesh.indices[3 * t + k]).slice(0, 3),
        ...mesh.uvs.subarray(6 * t + 2 * k, 6 * t + 2 * k + 2),
        ...mesh.normals.subarray(9 * t + 3 * k, 9 * t + 3 * k + 3),
      ]);
      const name = key(mesh.groups[t], numbers);
      wanted.set(name, (wanted.get(name) ?? 0) + 1);
    }
    let missing = 0;
    for (const { start, count, group } of surface.groups) {
      for (let i = start; i < start + count; i += 3) {
        const numbers = [0, 1, 2].flatMap((k) => {
          const v = surface.indices[i + k];
          return [
            ...surface.positions.subarray(3 * v, 3 * v + 3),
            ...surface.uvs.subarray(2 * v, 2 * v + 2),
            ...surface.normals.subarray(3 * v, 3 * v + 3),
          ];
        });
        if (!wanted.has(key(group, numbers))) missing++;
      }
    }
    expect(missing).toBeLessThanOrEqual(0.02 * mesh.triangleCount); // digits that round the other way
  });
});

describe.each(['ball', 'slab'] as const)('a broken %s', (name) => {
  it.each([1e-3, 1e-2])('moves by no more than its tolerance, %d', (tolerance) => {
    const family = cutAtRandom(topologyOf(name), 6, 5);
    for (let f = 0; f < family.fragments.count; f++) {
      extractFragment(mesh, family, f);
      extractFragment(light, family, f);
      lightenFragment(light, tolerance);
      expect(countOpen(light)).toBe(0);
      expect(farthest(mesh, light)).toBeLessThan(3 * tolerance); // that of cracks
      expect(farthest(light, mesh)).toBeLessThan(1e-12);
    }
  });
});
