// The surface of a fragment as triangles: buffers that grow and are used again.

import { growColumn } from '../math/columns.ts';
import { createTriangleMesh, type TriangleMesh } from '../mesh/triangle-mesh.ts';

/**
 * A closed surface, indexed: each vertex once, attributes a corner. Columns hold at least their count. Triangles of
 * the old surface come first, then those of cracks.
 */
export interface FragmentMesh {
  vertexCount: number;
  triangleCount: number;
  outerCount: number; // triangles of the old surface; the others are cracks
  crackArea: number; // m²
  positions: Float64Array; // xyz a vertex
  point: Uint32Array; // the point of the family that a vertex is: node, cut edge, face or tet (see pointOf)
  indices: Uint32Array; // three vertices a triangle
  origin: Uint32Array; // a triangle: the surface triangle it is part of, or the tet that its crack runs through
  dressed: boolean; // whether the columns below are filled
  uvs: Float32Array; // uv a corner; on cracks metres across the normal's longest axis
  normals: Float32Array; // xyz a corner; on cracks the plane's
  colors: Float32Array; // rgb a corner; white on cracks
  colored: boolean; // whether the solid has colours: if not, `colors` is not filled
  groups: Uint16Array; // a triangle; cracks have a group of their own
}

/** Empty buffers. */
export function createFragmentMesh(): FragmentMesh {
  return {
    vertexCount: 0,
    triangleCount: 0,
    outerCount: 0,
    crackArea: 0,
    positions: new Float64Array(0),
    point: new Uint32Array(0),
    indices: new Uint32Array(0),
    origin: new Uint32Array(0),
    dressed: false,
    uvs: new Float32Array(0),
    normals: new Float32Array(0),
    colors: new Float32Array(0),
    colored: false,
    groups: new Uint16Array(0),
  };
}

/** Makes room for `triangles` triangles and as many vertices: closed surfaces have fewer of these. */
export function reserveMesh(mesh: FragmentMesh, triangles: number): void {
  if (mesh.origin.length < triangles) {
    mesh.origin = growColumn(mesh.origin, triangles);
    const room = mesh.origin.length;
    mesh.positions = new Float64Array(3 * room);
    mesh.point = new Uint32Array(room);
    mesh.indices = new Uint32Array(3 * room);
  }
  const room = mesh.origin.length;
  if (mesh.dressed && mesh.groups.length < room) {
    mesh.uvs = new Float32Array(6 * room);
    mesh.normals = new Float32Array(9 * room);
    mesh.groups = new Uint16Array(room);
  }
  if (mesh.dressed && mesh.colored && mesh.colors.length < 9 * room) mesh.colors = new Float32Array(9 * room);
}

/** An ordinary mesh with copies of what the buffers hold. */
export function toTriangleMesh(mesh: FragmentMesh): TriangleMesh {
  const { vertexCount, triangleCount: count, dressed, colored } = mesh;
  return createTriangleMesh({
    positions: mesh.positions.subarray(0, 3 * vertexCount),
    indices: mesh.indices.subarray(0, 3 * count),
    uvs: dressed ? mesh.uvs.subarray(0, 6 * count) : null,
    normals: dressed ? mesh.normals.subarray(0, 9 * count) : null,
    colors: dressed && colored ? mesh.colors.subarray(0, 9 * count) : null,
    groups: dressed ? mesh.groups.subarray(0, count) : null,
  });
}
