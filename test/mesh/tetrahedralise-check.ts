// What the tests of tetrahedralisation share: small solids made here, and a check of everything a TetSolid promises,
// written the slow and obvious way.

import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { orientSign } from '../../src/geometry/orientation.ts';
import { finishWork } from '../../src/job/work.ts';
import { cos, sin } from '../../src/math/trig.ts';
import { DEAD, type Triangulation } from '../../src/mesh/delaunay/triangulation.ts';
import { TET_FACES, tetVolume } from '../../src/mesh/tet-mesh.ts';
import type { TetSolid } from '../../src/mesh/tetrahedralise/solid.ts';
import { type TetrahedraliseOptions, tetrahedralise } from '../../src/mesh/tetrahedralise/tetrahedralise.ts';
import { createTriangleMesh, type TriangleMesh } from '../../src/mesh/triangle-mesh.ts';
import { DATA_ROOT, DATA as present } from '../support/data.ts';

export const DATA = DATA_ROOT;
export const hasData = present;

/** The bunny of the npm package. */
export function readBunny(): TriangleMesh {
  const { positions, cells } = JSON.parse(readFileSync(`${DATA}/meshes/bunny-npm.json`, 'utf8'));
  return createTriangleMesh({ positions: positions.flat(), indices: cells.flat() });
}

/** Positions and faces of an OBJ, polygons as fans. */
export function readObj(path: string): TriangleMesh {
  const positions: number[] = [];
  const indices: number[] = [];
  for (const line of readFileSync(path, 'utf8').split('\n')) {
    const words = line.trim().split(/\s+/);
    if (words[0] === 'v') positions.push(+words[1], +words[2], +words[3]);
    if (words[0] !== 'f') continue;
    const v = words.slice(1).map((word) => Number.parseInt(word, 10) - 1);
    for (let i = 2; i < v.length; i++) indices.push(v[0], v[i - 1], v[i]);
  }
  return createTriangleMesh({ positions, indices });
}

export function longestSide(mesh: TriangleMesh): number {
  let longest = 0;
  for (let d = 0; d < 3; d++) {
    const along = mesh.positions.filter((_, i) => i % 3 === d);
    longest = Math.max(
      longest,
      along.reduce((a, b) => Math.max(a, b)) - along.reduce((a, b) => Math.min(a, b)),
    );
  }
  return longest;
}

/** A box from corner `at`, its faces grids of n[0] × n[1] × n[2] squares cut in two; inward when `hole`. */
export function gridBox(size: number[], n: number[], at = [0, 0, 0], hole = false): TriangleMesh {
  const positions: number[] = [];
  const indices: number[] = [];
  const number = new Map<string, number>();
  const vertex = (g: number[]) => {
    const key = g.join();
    if (!number.has(key)) {
      number.set(key, positions.length / 3);
      for (let d = 0; d < 3; d++) positions.push(at[d] + (size[d] * g[d]) / n[d]);
    }
    return number.get(key)!;
  };
  for (let d = 0; d < 3; d++) {
    const [u, v] = [(d + 1) % 3, (d + 2) % 3];
    for (const end of [0, 1]) {
      for (let i = 0; i < n[u]; i++) {
        for (let j = 0; j < n[v]; j++) {
          const p = [0, 1, 2, 3].map((c) => {
            const g = [0, 0, 0];
            g[d] = end * n[d];
            g[u] = i + (c & 1);
            g[v] = j + (c >> 1);
            return vertex(g);
          });
          const out = (end === 1) !== hole;
          indices.push(
            ...(out ? [p[0], p[1], p[3], p[0], p[3], p[2]] : [p[0], p[3], p[1], p[0], p[2], p[3]]),
          );
        }
      }
    }
  }
  return createTriangleMesh({ positions, indices });
}

/** A disc of radius 1 about z: fans or rings of `sides` points, flat below and above. One ring: long triangles. */
export function makeDisc(sides: number, rings: number, thickness: number): TriangleMesh {
  const positions: number[] = [];
  const indices: number[] = [];
  const at = (level: number, ring: number, i: number) =>
    level * (1 + rings * sides) + (ring === 0 ? 0 : 1 + (ring - 1) * sides + (i % sides));
  for (const z of [-thickness / 2, thickness / 2]) {
    positions.push(0, 0, z);
    for (let r = 1; r <= rings; r++) {
      for (let i = 0; i < sides; i++) {
        const angle = (2 * Math.PI * i) / sides;
        positions.push((r / rings) * cos(angle), (r / rings) * sin(angle), z);
      }
    }
  }
  for (let i = 0; i < sides; i++) {
    for (const level of [0, 1]) {
      const triangle = (a: number, b: number, c: number) =>
        indices.push(...(level === 1 ? [a, b, c] : [a, c, b]));
      triangle(at(level, 0, 0), at(level, 1, i), at(level, 1, i + 1));
      for (let r = 1; r < rings; r++) {
        triangle(at(level, r, i), at(level, r + 1, i), at(level, r + 1, i + 1));
        triangle(at(level, r, i), at(level, r + 1, i + 1), at(level, r, i + 1));
      }
    }
    const [a, b, c, d] = [at(0, rings, i), at(0, rings, i + 1), at(1, rings, i), at(1, rings, i + 1)];
    indices.push(a, b, d, a, d, c);
  }
  return createTriangleMesh({ positions, indices });
}

/** Several meshes as one. */
export function joinMeshes(...meshes: TriangleMesh[]): TriangleMesh {
  const positions: number[] = [];
  const indices: number[] = [];
  for (const mesh of meshes) {
    const base = positions.length / 3;
    for (const v of mesh.indices) indices.push(base + v);
    for (const x of mesh.positions) positions.push(x);
  }
  return createTriangleMesh({ positions, indices });
}

/** Turned by odd angles about all axes, so that nothing is aligned or exact any more. */
export function turnMesh(mesh: TriangleMesh): TriangleMesh {
  const positions = Array.from(mesh.positions);
  for (let p = 0; p < positions.length; p += 3) {
    for (const [i, j, angle] of [
      [0, 1, 0.3],
      [1, 2, 0.7],
      [0, 2, 1.1],
    ]) {
      const [u, v] = [positions[p + i], positions[p + j]];
      positions[p + i] = u * cos(angle) - v * sin(angle);
      positions[p + j] = u * sin(angle) + v * cos(angle);
    }
  }
  return createTriangleMesh({ positions, indices: mesh.indices });
}

export function meshVolume(mesh: TriangleMesh): number {
  const { positions: x, indices } = mesh;
  let sum = 0;
  for (let t = 0; t < indices.length; t += 3) {
    const [a, b, c] = [0, 1, 2].map((k) => x.subarray(3 * indices[t + k], 3 * indices[t + k] + 3));
    sum +=
      a[0] * (b[1] * c[2] - b[2] * c[1]) +
      a[1] * (b[2] * c[0] - b[0] * c[2]) +
      a[2] * (b[0] * c[1] - b[1] * c[0]);
  }
  return sum / 6;
}

export function outcomeOf(mesh: TriangleMesh, options: TetrahedraliseOptions) {
  return finishWork(tetrahedralise(mesh, options));
}

/** Tetrahedralises, expects success, and checks the solid. */
export function solidOf(mesh: TriangleMesh, options: TetrahedraliseOptions): TetSolid {
  const { solid, failure } = outcomeOf(mesh, options);
  expect(failure).toBeNull();
  checkSolid(solid!, mesh);
  return solid!;
}

/** Everything a TetSolid promises, for any input. */
export function checkSolid(solid: TetSolid, mesh: TriangleMesh): void {
  const { tets, surface, surfaceCount } = solid;
  const { positions, indices } = tets;
  const problems: string[] = [];
  const nodeCount = positions.length / 3;
  // Tets are positive, and no node is unused.
  const used = new Uint8Array(nodeCount);
  let volume = 0;
  for (let t = 0; t < indices.length; t += 4) {
    for (let k = 0; k < 4; k++) used[indices[t + k]] = 1;
    if (orientSign(positions, indices[t], indices[t + 1], indices[t + 2], indices[t + 3]) <= 0)
      problems.push(`tet ${t / 4} is not positive`);
    const v = tetVolume(positions, indices, t);
    if (!(v > 0)) problems.push(`tet ${t / 4} has a volume of ${v}`);
    volume += v;
  }
  if (used.includes(0)) problems.push(`node ${used.indexOf(0)} is in no tet`);
  // The faces that only one tet has are the surface, each as seen from outside.
  const single = new Map<string, string>();
  for (let f = 0; f < indices.length; f++) {
    const corners = [0, 1, 2].map((k) => indices[(f & ~3) + TET_FACES[3 * (f & 3) + k]]);
    const key = [...corners].sort((a, b) => a - b).join();
    if (!single.delete(key)) single.set(key, turned(corners));
  }
  if (single.size !== surface.indices.length / 3)
    problems.push(`${single.size} boundary faces, ${surface.indices.length / 3} listed`);
  for (let t = 0; 3 * t < surface.indices.length; t++) {
    const corners = [...surface.indices.subarray(3 * t, 3 * t + 3)];
    const key = [...corners].sort((a, b) => a - b).join();
    if (single.get(key) !== turned(corners))
      problems.push(`surface triangle ${t} is no outward boundary face`);
    const f = solid.face[t];
    const face = [0, 1, 2].map((k) => indices[(f & ~3) + TET_FACES[3 * (f & 3) + k]]);
    if (turned(face) !== turned(corners)) problems.push(`face[${t}] names another face`);
  }
  // Boundary nodes come first.
  const onBoundary = new Set(surface.indices);
  if (
    onBoundary.size !== surfaceCount ||
    Math.max(-1, ...new Set([...onBoundary].map((v) => (v >= surfaceCount ? v : -1)))) >= 0
  ) {
    problems.push('boundary nodes are not the first nodes');
  }
  if (surface.positions.some((x, i) => x !== positions[i])) problems.push('surface positions differ');
  problems.push(...manifoldProblems(surface.indices));
  // Nodes that are input vertices have not moved, and come in the input's order.
  let last = -1;
  for (let n = 0; n < surfaceCount; n++) {
    const v = solid.vertex[n];
    if (v < 0) continue;
    if (v < last) problems.push(`node ${n} breaks the input's order`);
    last = v;
    for (let d = 0; d < 3; d++)
      if (positions[3 * n + d] !== mesh.positions[3 * v + d]) problems.push(`node ${n} moved`);
  }
  const expected = meshVolume(mesh);
  if (Math.abs(volume / expected - 1 - solid.volumeError) > 1e-9) problems.push('volumeError is wrong');
  if (Math.abs(solid.volumeError) > 0.005) problems.push(`volume is off by ${solid.volumeError}`);
  expect(problems.slice(0, 5)).toEqual([]);
}

/** A triangle's corners from its lowest on, so that equal turns compare equal. */
function turned(c: number[]): string {
  const i = c.indexOf(Math.min(...c));
  return [c[i], c[(i + 1) % 3], c[(i + 2) % 3]].join();
}

/** Edges run through other than once each way, and vertices whose triangles form more than one fan. */
export function manifoldProblems(indices: ArrayLike<number>): string[] {
  const problems: string[] = [];
  const next = new Map<string, number>(); // directed edge → opposite corner
  const size = new Map<number, number>(); // corners at a vertex
  const start = new Map<number, number>(); // a neighbour of each vertex
  for (let t = 0; t < indices.length; t += 3) {
    for (let k = 0; k < 3; k++) {
      const [a, b, c] = [indices[t + k], indices[t + ((k + 1) % 3)], indices[t + ((k + 2) % 3)]];
      if (next.has(`${a},${b}`)) problems.push(`edge ${a}-${b} is run through twice`);
      next.set(`${a},${b}`, c);
      size.set(a, (size.get(a) ?? 0) + 1);
      start.set(a, b);
    }
  }
  for (const key of next.keys()) {
    const [a, b] = key.split(',');
    if (!next.has(`${b},${a}`)) problems.push(`edge ${key} is open`);
  }
  if (problems.length > 0) return problems;
  for (const [v, first] of start) {
    let fan = 0;
    let u = first;
    do {
      u = next.get(`${v},${u}`)!;
      fan++;
    } while (u !== first && fan <= size.get(v)!);
    if (fan !== size.get(v)) problems.push(`vertex ${v} has more than one fan`);
  }
  return problems;
}

/** The input's triangles, corner by corner, are the surface's. */
export function expectSameSurface(solid: TetSolid, mesh: TriangleMesh): void {
  expect(solid.recovered).toBe(1);
  expect(solid.added).toBe(0);
  expect(Array.from(solid.surface.indices, (n) => solid.vertex[n])).toEqual(Array.from(mesh.indices));
  expect(Array.from(solid.source)).toEqual(Array.from({ length: mesh.indices.length / 3 }, (_, t) => t));
}

/** Twins name each other and hold the same points turned the other way; finite tets are positive. */
export function expectLinked(tri: Triangulation): void {
  const { tets, twins, points } = tri;
  const problems: string[] = [];
  for (let t = 0; t < tri.slots; t++) {
    if (tets[4 * t] === DEAD) continue;
    for (let f = 4 * t; f < 4 * t + 4; f++) {
      const h = twins[f];
      const face = (g: number) => [0, 1, 2].map((k) => tets[(g & ~3) + TET_FACES[3 * (g & 3) + k]]);
      if (twins[h] !== f) problems.push(`half-face ${f} and its twin ${h} disagree`);
      else if (turned(face(f)) !== turned(face(h).reverse()))
        problems.push(`half-face ${f} does not fit ${h}`);
    }
    const [a, b, c, d] = tets.subarray(4 * t, 4 * t + 4);
    if (Math.min(a, b, c, d) >= 0 && orientSign(points, a, b, c, d) <= 0)
      problems.push(`tet ${t} is not positive`);
  }
  for (let p = 0; p < tri.pointCount; p++) {
    const t = tri.tetOf[p];
    if (t >= 0 && !tets.subarray(4 * t, 4 * t + 4).includes(p)) problems.push(`tetOf[${p}] is stale`);
  }
  expect(problems.slice(0, 5)).toEqual([]);
}
