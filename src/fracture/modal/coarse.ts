// The mesh that modes are computed on: few tets, as quadratic ones need no more, and about as many whatever the
// resolution of the solid, so that neither the time it takes nor the height from which things break depends on that.

import { surfaceArea } from '../../geometry/triangle.ts';
import type { Work } from '../../job/work.ts';
import { decimateMesh } from '../../mesh/decimate.ts';
import { computeMass } from '../../mesh/mass.ts';
import { refineMesh } from '../../mesh/refine.ts';
import type { TetMesh } from '../../mesh/tet-mesh.ts';
import { tetrahedralise } from '../../mesh/tetrahedralise/tetrahedralise.ts';
import { createTriangleMesh, type TriangleMesh } from '../../mesh/triangle-mesh.ts';
import {
  COARSE_TRIES,
  LATTICE_STEP,
  LONGEST_EDGE,
  MAX_TRIANGLES,
  MAX_VOLUME_CHANGE,
  MIN_TRIANGLES,
  SLENDER_EDGE,
} from '../constants.ts';

const EQUILATERAL = 0.433; // the area of a triangle over the square of its sides

/**
 * A coarse tet mesh of the solid inside a closed surface whose walls are as thick as `thickness`. Null when none could
 * be made. `finer` times as many triangles as usual are for measuring what the usual number costs. Deterministic.
 */
export function* buildCoarse(surface: TriangleMesh, thickness: number, finer = 1): Work<TetMesh | null> {
  const plain = createTriangleMesh({ positions: surface.positions, indices: surface.indices });
  const area = surfaceArea(plain);
  const volume = computeMass(plain).volume;
  const edge = SLENDER_EDGE * thickness;
  let wanted = finer * Math.min(MAX_TRIANGLES, Math.max(MIN_TRIANGLES, area / (EQUILATERAL * edge * edge)));
  for (let i = 0; i < COARSE_TRIES; i++) {
    yield i / COARSE_TRIES;
    const has = plain.indices.length / 3;
    const fewer =
      wanted < has ? decimateMesh(plain, { triangles: 2 * Math.round(wanted / 2), evenness: 0.3 }) : plain;
    const mean = Math.sqrt(area / (EQUILATERAL * wanted));
    const { solid } = yield* tetrahedralise(refineMesh(fewer, LONGEST_EDGE * mean).mesh, {
      spacing: LATTICE_STEP * mean,
    });
    if (solid && Math.abs(computeMass(solid.surface).volume / volume - 1) < MAX_VOLUME_CHANGE)
      return solid.tets;
    wanted *= 1.5;
  }
  return null;
}
