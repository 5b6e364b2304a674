// Every closed manifold mesh of the shared data, refined to a spacing of its longest side / 24.

import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { refineMesh } from '../../src/mesh/refine.ts';
import { reportTetMesh } from '../../src/mesh/tet-report.ts';
import { createTriangleMesh, type TriangleMesh } from '../../src/mesh/triangle-mesh.ts';
import { DATA, hasData, longestSide, readObj, solidOf } from './tetrahedralise-check.ts';

/** Name, most slivers as a share of the tets, most points added to the surface. */
const whole: [string, number, number][] = [
  ['spot_low_resolution', 0, 0],
  ['sphere', 0, 0],
  ['torus', 0, 0],
  ['penguin', 0, 5],
  ['skull_low_resolution', 0, 0],
  ['plane', 0, 0],
  ['fish', 0.003, 0],
  ['spot', 0, 0],
];

/** Positions and triangles of a gzipped ascii PLY. */
function readPly(path: string): TriangleMesh {
  const [header, body] = gunzipSync(readFileSync(path)).toString().split('end_header\n');
  const vertices = Number(/element vertex (\d+)/.exec(header)![1]);
  const faces = Number(/element face (\d+)/.exec(header)![1]);
  const rows = body.split('\n').map((row) => row.trim().split(/\s+/).map(Number));
  return createTriangleMesh({
    positions: rows.slice(0, vertices).flatMap((row) => row.slice(0, 3)),
    indices: rows.slice(vertices, vertices + faces).flatMap((row) => row.slice(1, 4)),
  });
}

describe.skipIf(!hasData)('meshes of the shared data', () => {
  for (const [name, slivers, added] of whole) {
    it(`${name}: all triangles recovered, volume exact`, () => {
      const input = readObj(`${DATA}/meshes/${name}.obj`);
      const spacing = longestSide(input) / 24;
      const mesh = refineMesh(input, spacing).mesh;
      const solid = solidOf(mesh, { spacing });
      const report = reportTetMesh(solid);
      expect(solid.recovered).toBe(1);
      expect(Math.abs(solid.volumeError)).toBeLessThan(1e-9);
      expect(solid.added).toBeLessThanOrEqual(added);
      expect(report.slivers / report.tets).toBeLessThanOrEqual(slivers);
    });
  }

  it('human_woman cuts through itself in places, and is accepted all the same', () => {
    const input = readObj(`${DATA}/meshes/human_woman.obj`);
    const pairs =
      readFileSync(`${DATA}/self-intersections/human_woman.pairs.csv`, 'utf8').trim().split('\n').length - 1;
    expect(pairs).toBeGreaterThan(100);
    const spacing = longestSide(input) / 24;
    const solid = solidOf(refineMesh(input, spacing).mesh, { spacing });
    expect(solid.recovered).toBeGreaterThan(0.99);
    expect(Math.abs(solid.volumeError)).toBeLessThan(1e-3);
  });

  it('a dragon with 803 edges of four triangles is accepted, most of its triangles kept', () => {
    const mesh = readPly(`${DATA}/meshes/dragon_vrip_res4.ply.gz`);
    expect(mesh.indices.length / 3).toBe(11102);
    const solid = solidOf(mesh, { spacing: longestSide(mesh) / 24 });
    expect(solid.recovered).toBeGreaterThan(0.9);
    expect(Math.abs(solid.volumeError)).toBeLessThan(2e-3);
  });
});
