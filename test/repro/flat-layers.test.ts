// Under flat faces of many points in lines, tets without volume were left that no flip betters, or needles kept each other
// out, and the whole mesh was stuffed instead.

import { describe, expect, it } from 'vitest';
import { flushMeshes, turnMesh } from '../../bench/flush-meshes.ts';
import { finishWork } from '../../src/job/work.ts';
import { refineMesh } from '../../src/mesh/refine.ts';
import { tetrahedralise } from '../../src/mesh/tetrahedralise/tetrahedralise.ts';
import { uniteSurface } from '../../src/mesh/unite/unite.ts';

describe('flat faces of many points in lines, flat but for rounding', () => {
  const at = flushMeshes.findIndex(({ name }) => name === 'column through a plate');
  const { mesh } = uniteSurface(turnMesh(flushMeshes[at].make(), 100 + at, 32))!;
  // The first left one tet without volume, the second a thousand needles in the way of each other.
  for (const spacing of [0.4064, 8 / 18]) {
    it(`are filled by tets with a volume: spacing ${spacing.toFixed(3)}`, () => {
      const { solid } = finishWork(tetrahedralise(refineMesh(mesh, spacing).mesh, { spacing }));
      expect(Math.abs(solid!.volumeError)).toBeLessThan(1e-9);
    });
  }
});
