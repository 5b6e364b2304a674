// Signed distance to a triangle surface, exact: the closest triangle by the hierarchy, the sign by the
// angle-weighted pseudonormal of the closest feature [Baerentzen05] where the surface is a closed manifold, by
// the generalised winding number otherwise. Slow oracle: test/mesh/surface-distance.test.ts.

import { sumNormals } from '../geometry/triangle.ts';
import { closestTriangle } from '../hierarchy/closest.ts';
import { buildHierarchy, type Hierarchy } from '../hierarchy/hierarchy.ts';
import { checkMesh } from './check.ts';
import { matchVertices } from './repair-weld.ts';
import { buildEdges, buildTwins } from './topology.ts';
import { buildWinding, type Winding, windingNumber } from './winding.ts';

/** A surface made ready for distance queries. */
export interface SurfaceQuery {
  readonly hierarchy: Hierarchy;
  readonly closed: boolean; // every edge joins two triangles that agree about orientation, and none is degenerate
  readonly indices: Uint32Array; // as given
  readonly faceNormal: Float64Array; // unit, a triangle
  readonly edgeNormal: Float64Array; // sum of the two face normals, a half-edge
  readonly vertexNormal: Float64Array; // angle-weighted, a vertex
  readonly winding: Winding | null; // of a surface that is not closed, where pseudonormals cannot tell the side
}

const found = new Float64Array(7); // scratch: what closestTriangle writes
const turns = new Float64Array(1); // scratch: a winding number

/**
 * Builds hierarchy and pseudonormals of a surface. Vertices at equal positions count as one here, so seams do not open
 * a surface, and solids that touch are told apart by their winding number, not by a normal that only one of them has.
 */
export function createSurfaceQuery(
  mesh: { positions: Float64Array; indices: Uint32Array },
  given?: Hierarchy, // of the mesh, if the caller has it
): SurfaceQuery {
  checkMesh('mesh', mesh);
  const { positions, indices } = mesh;
  const hierarchy = given ?? buildHierarchy(positions, indices);
  const same = matchVertices(positions);
  const welded = indices.map((v) => same[v]);
  const twin = buildTwins(welded, buildEdges(welded, positions.length / 3));
  const faceNormal = new Float64Array(indices.length);
  const edgeNormal = new Float64Array(3 * indices.length);
  const vertexNormal = new Float64Array(positions.length);
  const degenerate = sumNormals(faceNormal, vertexNormal, positions, welded);
  for (let h = 0; h < indices.length; h++) {
    const t = h - (h % 3);
    const g = twin[h] < 0 ? t : twin[h] - (twin[h] % 3);
    for (let d = 0; d < 3; d++) edgeNormal[3 * h + d] = faceNormal[t + d] + faceNormal[g + d];
  }
  for (let v = 0; v < same.length; v++) vertexNormal.copyWithin(3 * v, 3 * same[v], 3 * same[v] + 3);
  const closed = indices.length > 0 && !degenerate && twin.every((h) => h >= 0);
  return {
    hierarchy,
    closed,
    indices,
    faceNormal,
    edgeNormal,
    vertexNormal,
    winding: closed ? null : buildWinding(hierarchy),
  };
}

/**
 * Writes to `out` the signed distance (negative inside) from p[at…] to the surface, then the closest point;
 * returns the closest triangle, or −1 for an empty surface. `seed` is a triangle to start from, or −1.
 */
export function distanceSurface(
  out: Float64Array,
  query: SurfaceQuery,
  p: Float64Array,
  at: number,
  seed: number,
): number {
  const triangle = closestTriangle(found, query.hierarchy, p, at, seed);
  if (triangle < 0) {
    out[0] = Infinity;
    return -1;
  }
  const distance = Math.sqrt(found[0]);
  out[0] = isInside(query, triangle, p, at) ? -distance : distance;
  out[1] = found[1];
  out[2] = found[2];
  out[3] = found[3];
  return triangle;
}

/** Reads the closest feature from `found`. */
function isInside(query: SurfaceQuery, triangle: number, p: Float64Array, at: number): boolean {
  if (query.winding) {
    windingNumber(turns, query.winding, p, at);
    return turns[0] > 0.5;
  }
  const region = found[6];
  let normal = query.faceNormal;
  let o = 3 * triangle;
  if (region < 3) {
    normal = query.vertexNormal;
    o = 3 * query.indices[3 * triangle + region];
  } else if (region < 6) {
    normal = query.edgeNormal;
    o = 3 * (3 * triangle + region - 3);
  }
  return (
    (p[at] - found[1]) * normal[o] +
      (p[at + 1] - found[2]) * normal[o + 1] +
      (p[at + 2] - found[3]) * normal[o + 2] <
    0
  );
}
