// Solids to ring and to break.

import { type Brittle, buildBrittle, findThickness } from '../../src/fracture/brittle.ts';
import { buildModes, computeModes, type Modes } from '../../src/fracture/modal/modes.ts';
import { buildFamilyTopology } from '../../src/fragment/topology.ts';
import { finishWork } from '../../src/job/work.ts';
import { refineMesh } from '../../src/mesh/refine.ts';
import { createSurfaceQuery } from '../../src/mesh/surface-distance.ts';
import { createTetMesh, type TetMesh } from '../../src/mesh/tet-mesh.ts';
import { tetrahedralise } from '../../src/mesh/tetrahedralise/tetrahedralise.ts';
import { measureThickness } from '../../src/mesh/thickness.ts';
import type { TriangleMesh } from '../../src/mesh/triangle-mesh.ts';

/** A box of so many cells along each side, six tets each. */
export function boxTets(size: readonly number[], cells: readonly number[]): TetMesh {
  const [nx, ny, nz] = cells;
  const at = (x: number, y: number, z: number) => x + (nx + 1) * (y + (ny + 1) * z);
  const positions: number[] = [];
  for (let z = 0; z <= nz; z++)
    for (let y = 0; y <= ny; y++)
      for (let x = 0; x <= nx; x++)
        positions.push((size[0] * x) / nx, (size[1] * y) / ny, (size[2] * z) / nz);
  const indices: number[] = [];
  const paths = [
    [0, 1, 3, 7],
    [0, 1, 5, 7],
    [0, 2, 3, 7],
    [0, 2, 6, 7],
    [0, 4, 5, 7],
    [0, 4, 6, 7],
  ];
  for (let z = 0; z < nz; z++)
    for (let y = 0; y < ny; y++)
      for (let x = 0; x < nx; x++)
        for (const path of paths)
          for (const c of path) indices.push(at(x + (c & 1), y + ((c >> 1) & 1), z + (c >> 2)));
  return createTetMesh(positions, indices);
}

/** A solid with everything that breaking needs; with a Poisson's ratio its modes too, of the same tets if they are few. */
export function makeBrittle(mesh: TriangleMesh, spacing: number, poisson?: number): Brittle {
  const refined = refineMesh(mesh, spacing).mesh;
  const { solid, failure } = finishWork(tetrahedralise(refined, { spacing }));
  if (!solid) throw new Error(failure.message);
  const { positions, indices } = solid.surface;
  const { thickness } = measureThickness(createSurfaceQuery(solid.surface), positions, indices);
  const median = findThickness(positions, indices, thickness);
  let modes: Modes | null = null;
  if (poisson !== undefined) {
    const few = solid.tets.indices.length < 4 * 1000;
    modes = finishWork(few ? computeModes(solid.tets, poisson) : buildModes(solid.surface, median, poisson));
  }
  return buildBrittle(buildFamilyTopology(solid), thickness, modes);
}
