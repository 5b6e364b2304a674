// From an implicit solid to a mesh of a wanted size: a fine net, decimated to the count, relaxed on the surface.

import { decimateMesh } from '../decimate.ts';
import type { TriangleMesh } from '../triangle-mesh.ts';
import type { Implicit, Point } from './implicit.ts';
import { extractSurface } from './nets.ts';
import { relaxMesh } from './relax.ts';

/** Meshes a solid in a box with exactly `triangles` even triangles; `cell` is the grid of the first, finer mesh. */
export function meshImplicit(
  solid: Implicit,
  low: Point,
  high: Point,
  cell: number,
  triangles: number,
): TriangleMesh {
  const fine = extractSurface(solid, low, high, cell);
  return relaxMesh(decimateMesh(fine, { triangles, evenness: 0.3 }), solid, 12);
}
