// Every mesh of the shared data: closed manifolds bake, the others bake after repair or re-meshing, or are refused by
// name. Nothing crashes, nothing hangs.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readMesh, readTetMesh } from '../../io/index.ts';
import { bake, bakeTets, InputError, type MeshInput } from '../../src/index.ts';
import { DATA, DATA_ROOT } from '../support/data.ts';

const list = (folder: string, ending: RegExp) =>
  DATA
    ? readdirSync(join(DATA_ROOT, folder))
        .filter((name) => ending.test(name))
        .map((name) => `${folder}/${name}`)
    : [];

async function load(file: string): Promise<MeshInput> {
  const bytes = readFileSync(join(DATA_ROOT, file));
  if (!file.endsWith('.json')) return readMesh(bytes, { name: file });
  const { positions, cells } = JSON.parse(bytes.toString()) as { positions: number[][]; cells: number[][] };
  return { positions: positions.flat(), indices: cells.flat() };
}

/** Names of meshes that the statistics call closed, oriented and manifold. */
function readSound(): Set<string> {
  if (!DATA) return new Set();
  const [head, ...rows] = readFileSync(join(DATA_ROOT, 'meshes/mesh-stats.csv'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split(','));
  const closed = head.indexOf('closed_oriented');
  const manifold = head.indexOf('manifold');
  return new Set(
    rows.filter((row) => row[closed] === 'True' && row[manifold] === 'True').map((row) => `meshes/${row[0]}`),
  );
}

describe.skipIf(!DATA)('bake of the shared meshes', () => {
  const sound = readSound();
  const files = [
    ...list('meshes', /\.(obj|json|ply\.gz)$/),
    ...list('fracture/erleben', /\.obj$/),
    ...list('fracture/cube', /\.obj$/),
    ...list('self-intersections', /\.ply$/),
    ...list('fracture/wall', /(plane|0[0-9])\.obj$/),
  ];
  for (const file of files) {
    it(file, { timeout: 240_000 }, async () => {
      const mesh = await load(file);
      try {
        const asset = await bake(mesh, { resolution: 16 });
        expect(asset.mass.volume).toBeGreaterThan(0);
        expect(Math.abs(asset.report.volumeError!)).toBeLessThan(asset.mesher === 'delaunay' ? 0.005 : 0.1);
      } catch (error) {
        expect(error).toBeInstanceOf(InputError);
        expect(sound.has(file)).toBe(false);
        expect(['open-surface', 'not-solid']).toContain((error as InputError).code);
      }
    });
  }
});

describe.skipIf(!DATA)('bake of the shared tet meshes', () => {
  const files = [...list('tets', /\.(msh|mesh)$/), ...list('tets/msh_test', /\.msh$/)];
  for (const file of files) {
    it(file, { timeout: 120_000 }, async () => {
      const { mesh } = await readTetMesh(readFileSync(join(DATA_ROOT, file)), { name: file });
      try {
        const asset = await bakeTets(mesh);
        expect(asset.report.tets).toBe(mesh.indices.length / 4);
      } catch (error) {
        expect(error).toBeInstanceOf(InputError);
        expect((error as InputError).code).toBe('not-solid');
      }
    });
  }
});
