// Flat faces cut into needles by the thousand: pairs of them that are Delaunay but for a tie kept diagonals that the
// tets lack. Each was fought for by flips and points, and from 4,000 sides on in vain.

import { expect, it } from 'vitest';
import { createNeedles } from '../../bench/fidelity-meshes.ts';
import { finishWork } from '../../src/job/work.ts';
import { repairMesh } from '../../src/mesh/index.ts';
import { refineMesh } from '../../src/mesh/refine.ts';
import { tetrahedralise } from '../../src/mesh/tetrahedralise/tetrahedralise.ts';

it('a cylinder of 500 sides, its caps fans of needles, is filled with hardly a point added', () => {
  const spacing = 0.046;
  const { mesh } = refineMesh(repairMesh(createNeedles(500)).mesh, spacing);
  const { solid } = finishWork(tetrahedralise(mesh, { spacing }));
  expect(solid!.added).toBeLessThan(20);
  expect(Math.abs(solid!.volumeError)).toBeLessThan(1e-8);
});
