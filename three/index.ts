// Entry fracas/three: surfaces of bodies as BufferGeometry of three. Group 0 is the old surface, group 1 the cracks:
// give a mesh two materials.

import { BufferAttribute, BufferGeometry } from 'three';
import type { FragmentMesh } from '../src/fragment/extract.ts';
import type { SurfaceData } from '../worker/frame.ts';

/** The geometry of a surface that came from a world in a worker. Takes its arrays over. */
export function createSurfaceGeometry(surface: SurfaceData): BufferGeometry {
  const { positions, normals, outerCount } = surface;
  return fillGeometry(new BufferGeometry(), positions, normals, outerCount);
}

/** The geometry of what extractFragment wrote, as a copy; into `geometry` if one is given. */
export function toBufferGeometry(mesh: FragmentMesh, geometry = new BufferGeometry()): BufferGeometry {
  const corners = 3 * mesh.triangleCount;
  const positions = new Float32Array(3 * corners);
  const { indices, positions: from } = mesh;
  for (let c = 0; c < corners; c++) {
    for (let d = 0; d < 3; d++) positions[3 * c + d] = from[3 * indices[c] + d];
  }
  const normals = mesh.dressed ? mesh.normals.slice(0, 3 * corners) : null;
  fillGeometry(geometry, positions, normals, mesh.outerCount);
  if (mesh.dressed) geometry.setAttribute('uv', new BufferAttribute(mesh.uvs.slice(0, 2 * corners), 2));
  if (mesh.dressed && mesh.colored) {
    geometry.setAttribute('color', new BufferAttribute(mesh.colors.slice(0, 3 * corners), 3));
  }
  return geometry;
}

function fillGeometry(
  geometry: BufferGeometry,
  positions: Float32Array,
  normals: Float32Array | null,
  outerCount: number,
): BufferGeometry {
  geometry.setAttribute('position', new BufferAttribute(positions, 3));
  if (normals !== null) geometry.setAttribute('normal', new BufferAttribute(normals, 3));
  else geometry.computeVertexNormals();
  geometry.clearGroups();
  geometry.addGroup(0, 3 * outerCount, 0);
  geometry.addGroup(3 * outerCount, positions.length / 3 - 3 * outerCount, 1);
  geometry.computeBoundingSphere();
  return geometry;
}
