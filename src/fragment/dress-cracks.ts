// Crack faces are dressed by where they are: after their triangles have changed, so do their attributes.

import type { FragmentMesh } from './extract.ts';
import { dominantAxis } from './skin.ts';

/** Normals and texture coordinates of crack faces, as extractFragment makes them. */
export function dressCracks({
  positions: p,
  indices,
  uvs,
  normals,
  outerCount,
  triangleCount,
}: FragmentMesh): void {
  for (let t = outerCount; t < triangleCount; t++) {
    const a = 3 * indices[3 * t];
    const b = 3 * indices[3 * t + 1];
    const c = 3 * indices[3 * t + 2];
    const x = (p[b + 1] - p[a + 1]) * (p[c + 2] - p[a + 2]) - (p[b + 2] - p[a + 2]) * (p[c + 1] - p[a + 1]);
    const y = (p[b + 2] - p[a + 2]) * (p[c] - p[a]) - (p[b] - p[a]) * (p[c + 2] - p[a + 2]);
    const z = (p[b] - p[a]) * (p[c + 1] - p[a + 1]) - (p[b + 1] - p[a + 1]) * (p[c] - p[a]);
    const size = Math.sqrt(x * x + y * y + z * z);
    const scale = size > 0 ? 1 / size : 0;
    const axis = dominantAxis(x, y, z);
    for (let k = 0; k < 3; k++) {
      const v = 3 * indices[3 * t + k];
      uvs[6 * t + 2 * k] = p[v + ((axis + 1) % 3)];
      uvs[6 * t + 2 * k + 1] = p[v + ((axis + 2) % 3)];
      normals[9 * t + 3 * k] = x * scale;
      normals[9 * t + 3 * k + 1] = y * scale;
      normals[9 * t + 3 * k + 2] = z * scale;
    }
  }
}
