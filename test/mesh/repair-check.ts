// What the repair tests share.

import { expect } from 'vitest';
import { inspectMesh } from '../../src/mesh/inspect.ts';
import { type RepairOptions, repairMesh } from '../../src/mesh/repair.ts';
import type { MeshInput, TriangleMesh } from '../../src/mesh/triangle-mesh.ts';
import type { Shape } from '../support/data.ts';

/** Repairs, and checks on the way that the input is untouched and that a second repair finds nothing to do. */
export function repair(mesh: MeshInput, options?: RepairOptions) {
  const before = structuredClone(mesh);
  const repaired = repairMesh(mesh, options);
  expect(mesh).toEqual(before);
  const again = repairMesh(repaired.mesh, options);
  expect(again.changes).toEqual([]);
  expect(again.mesh).toEqual(repaired.mesh);
  const count = Object.fromEntries(repaired.changes.map((c) => [c.kind, c.count]));
  return { ...repaired, count, report: inspectMesh(repaired.mesh) };
}

/** Attributes that say where each corner is, so that any mix-up shows; one group a triangle. */
export function dressed({ positions, indices }: Shape): MeshInput {
  const uvs: number[] = [];
  const colors: number[] = [];
  for (const v of indices) {
    uvs.push(positions[3 * v], positions[3 * v + 1]);
    colors.push(positions[3 * v], positions[3 * v + 1], positions[3 * v + 2]);
  }
  const groups = [...Array(indices.length / 3).keys()].map((t) => t % 7);
  return { positions, indices, uvs, colors, normals: colors, groups };
}

export function expectDressed(mesh: TriangleMesh): void {
  const { positions, indices, uvs, colors, groups } = mesh;
  expect(groups?.length).toBe(indices.length / 3);
  for (let h = 0; h < indices.length; h++) {
    for (let d = 0; d < 3; d++) {
      const x = positions[3 * indices[h] + d];
      expect(Math.abs((colors?.[3 * h + d] ?? 9) - x)).toBeLessThan(1e-5);
      if (d < 2) expect(Math.abs((uvs?.[2 * h + d] ?? 9) - x)).toBeLessThan(1e-5);
    }
  }
}
