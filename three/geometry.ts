// Surfaces of bodies as geometries of three. Groups are those of the model, by number; cracks come last, as crackGroup.

import { BufferAttribute, BufferGeometry } from 'three';
import { indexFragment, type Surface } from '../src/fragment/drawn.ts';
import type { FragmentMesh } from '../src/fragment/extract.ts';
import { checkRecord } from '../src/job/check.ts';

const SURFACE = 'what extractSurface made, or a worker sent';

/**
 * The geometry of a surface, as extractSurface makes it or a worker sent it. Takes its arrays over. The material index of
 * a group is the group that the model had; that of cracks is `userData.crackGroup`.
 */
export function createSurfaceGeometry(surface: Surface): BufferGeometry {
  checkRecord('surface', surface, ['positions', 'normals', 'uvs', 'indices', 'groups'], SURFACE);
  const { positions, normals, uvs, colors, indices, groups, crackGroup } = surface;
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(positions, 3));
  geometry.setAttribute('normal', new BufferAttribute(normals, 3));
  geometry.setAttribute('uv', new BufferAttribute(uvs, 2));
  if (colors !== null) geometry.setAttribute('color', new BufferAttribute(colors, 3));
  geometry.setIndex(new BufferAttribute(indices, 1));
  for (const { start, count, group } of groups) geometry.addGroup(start, count, group);
  geometry.userData.crackGroup = crackGroup;
  geometry.computeBoundingSphere();
  return geometry;
}

/** The geometry of what extractFragment wrote, as a copy. `crackGroup` is that of the family's skin. */
export function toBufferGeometry(mesh: FragmentMesh, crackGroup = 1): BufferGeometry {
  checkRecord('mesh', mesh, ['triangleCount', 'vertexCount', 'positions'], 'what extractFragment wrote');
  return createSurfaceGeometry(indexFragment(mesh, crackGroup));
}
