// Models of the surface scenes that take a while to make or come from packages: made once, for the page. Node alone.

import { loadBunny, loadDragon } from '../../bench/models.ts';
import { createTriceratops } from '../../src/mesh/shapes/animals.ts';
import type { TriangleMesh } from '../../src/mesh/triangle-mesh.ts';

/** By the names that exhibits load them by. */
export async function loadSurfaceModels(): Promise<Record<string, TriangleMesh>> {
  return { triceratops: createTriceratops(), dragon: await loadDragon(4), bunny: loadBunny() };
}
