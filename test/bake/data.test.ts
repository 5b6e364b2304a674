// Every mesh of the shared data: closed manifolds bake, the others bake after repair or re-meshing, or are refused by
// name. Nothing crashes, nothing hangs.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readMesh, readTetMesh } from '../../io/index.ts';
import { bake, bakeTets, type MeshInput } from '../../src/index.ts';
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

/** Files that have no inside, and why. */
const REFUSED: Record<string, string> = {
  'fracture/wall/plane.obj': 'open-surface',
};

describe.skipIf(!DATA)('bake of the shared meshes', () => {
  const files = [
    ...list('meshes', /\.(obj|json|ply\.gz)$/).filter((file) => !file.includes('res3')), // res4 is the same dragon
    ...list('fracture/erleben', /\.obj$/),
    ...list('fracture/cube', /\.obj$/),
    ...list('self-intersections', /\.ply$/),
    ...list('fracture/wall', /(plane|sphere|0[0-9])\.obj$/),
  ];
  for (const file of files) {
    it(file, async () => {
      const mesh = await load(file);
      const work = bake(mesh, { resolution: 16 });
      if (REFUSED[file]) {
        await expect(work).rejects.toThrow(
          expect.objectContaining({ name: 'InputError', code: REFUSED[file] }),
        );
        return;
      }
      const { mass, mesher, report } = await work;
      expect(mass.volume).toBeGreaterThan(0);
      expect(report.volumeError).not.toBeNull();
      expect(Math.abs(report.volumeError!)).toBeLessThan(mesher === 'delaunay' ? 0.005 : 0.1);
    });
  }
});

describe.skipIf(!DATA)('bake of the shared tet meshes', () => {
  for (const file of [...list('tets', /\.(msh|mesh)$/), ...list('tets/msh_test', /\.msh$/)]) {
    it(file, async () => {
      const { mesh } = await readTetMesh(readFileSync(join(DATA_ROOT, file)), { name: file });
      const asset = await bakeTets(mesh);
      expect(asset.report.tets).toBe(mesh.indices.length / 4);
      expect(asset.mesher).toBe('given');
    });
  }
});
