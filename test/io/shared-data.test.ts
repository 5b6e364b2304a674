// Every mesh and tet mesh of the shared data, against the counts that came with them and against the slow readers
// of test/support.

import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readMesh, readTetMesh, type TetReading } from '../../io/index.ts';
import { buildTetAdjacency, extractBoundary, tetVolume } from '../../src/mesh/tet-mesh.ts';
import { DATA, readBytes, readShape } from '../support/data.ts';
import { soup } from './files.ts';

const root = new URL('../../../shared/data/', import.meta.url);
const raw = (path: string) => readFileSync(new URL(path, root));
const isMesh = /\.(obj|ply)(\.gz)?$/;

/** The rows of a CSV with a header, as records. */
function readTable(path: string): Record<string, string>[] {
  const lines = readBytes(path).toString('utf8').trim().split(/\r?\n/);
  const names = lines[0].split(',');
  return lines.slice(1).map((line) => {
    const cells = line.match(/("[^"]*"|[^,]*)(,|$)/g)!.map((cell) => cell.replace(/,$/, ''));
    return Object.fromEntries(names.map((name, i) => [name, cells[i]]));
  });
}

describe.skipIf(!DATA)('meshes from outside', () => {
  it('have the counts of mesh-stats.csv', async () => {
    let checked = 0;
    const files = readdirSync(new URL('meshes/', root));
    for (const { file, vertices, triangles, duplicate_positions } of readTable('meshes/mesh-stats.csv')) {
      if (!isMesh.test(file) || !files.includes(file)) continue;
      const mesh = await readMesh(raw(`meshes/${file}`), { name: file });
      expect([file, mesh.positions.length / 3, mesh.indices.length / 3]).toEqual([
        file,
        Number(vertices) - Number(duplicate_positions),
        Number(triangles),
      ]);
      checked++;
    }
    expect(checked).toBe(15);
  });

  it('have the triangles that a slow reader finds, in the same order', async () => {
    const paths = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((path) =>
      isMesh.test(path),
    );
    expect(paths.length).toBeGreaterThan(130);
    for (const path of paths) {
      const bytes = raw(path);
      if (bytes.length > 5e5 || /kick-sequence.(6|7[^0])/.test(path)) continue; // more of the same
      const mesh = await readMesh(bytes, { name: path });
      const slow = readShape(path);
      const floats = /ply/.test(path) && !readBytes(path).subarray(0, 300).includes('property double x');
      const wanted = floats ? slow.positions.map(Math.fround) : slow.positions;
      expect(mesh.indices.length, path).toBe(slow.indices.length);
      const a = soup(mesh);
      const b = soup({ positions: wanted, indices: slow.indices });
      expect(
        a.findIndex((x, i) => x !== b[i]),
        path,
      ).toBe(-1);
      const apart = await readMesh(bytes, { name: path, merge: false });
      expect(apart.positions.length, path).toBe(slow.positions.length);
    }
  });
});

function measure({ mesh }: TetReading) {
  let volume = 0;
  for (let t = 0; t < mesh.indices.length; t += 4) volume += tetVolume(mesh.positions, mesh.indices, t);
  const neighbor = buildTetAdjacency(mesh.indices, mesh.positions.length / 3);
  return { volume, boundary: extractBoundary(mesh.indices, neighbor).indices.length / 3 };
}

describe.skipIf(!DATA)('tet meshes from outside', () => {
  it('have the counts and volumes of tet-stats.csv', async () => {
    const rows = readTable('tets/tet-stats.csv');
    expect(rows.length).toBe(11);
    for (const row of rows) {
      const { file } = row;
      const names = file.endsWith('.ele') ? [file, file.replace('.ele', '.node')] : [file];
      const reading = await readTetMesh(names.map((name) => ({ name, bytes: raw(`tets/${name}`) })));
      const { mesh, inverted, droppedNodes } = reading;
      expect([file, mesh.positions.length / 3 + droppedNodes, mesh.indices.length / 4, inverted]).toEqual([
        file,
        Number(row.vertices),
        Number(row.tets),
        Number(row.inverted),
      ]);
      const { volume, boundary } = measure(reading);
      expect([file, boundary]).toEqual([file, Number(row.boundary_triangles)]);
      // the table adds up signed volumes: eight small inverted tets count against it
      const tolerance = inverted > 0 ? 1e-4 : 1e-12;
      expect(Math.abs(volume / Number(row.total_volume) - 1), file).toBeLessThan(tolerance);
    }
  });
});
