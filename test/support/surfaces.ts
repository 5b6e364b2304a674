// Seeded meshes that fold over themselves, and the slow answers about their self-collisions.

import { sweepEdgeEdge, sweepVertexFace } from '../../src/geometry/continuous.ts';
import { intersectFaces } from '../../src/geometry/triangle-triangle.ts';
import { createRandom, nextFloat } from '../../src/math/random.ts';
import type { Surface } from '../../src/surface/surface.ts';
import { EDGE_EDGE, type SurfaceContacts, VERTEX_FACE } from '../../src/surface/sweep.ts';

export interface Patch {
  positions: Float64Array;
  indices: Uint32Array;
}

/** A random number source from a seed. */
export function seeded(seed: number): () => number {
  const random = createRandom(seed);
  return () => nextFloat(random);
}

/** A sheet of (n × m) quads, each cut in two, its vertices placed by `at` (u and v from 0 to 1). */
export function createSheet(
  n: number,
  m: number,
  at: (u: number, v: number) => [number, number, number],
  around = false, // join the last column to the first
): Patch {
  const positions: number[] = [];
  const columns = around ? n : n + 1;
  for (let j = 0; j <= m; j++) for (let i = 0; i < columns; i++) positions.push(...at(i / n, j / m));
  const indices: number[] = [];
  for (let j = 0; j < m; j++) {
    for (let i = 0; i < n; i++) {
      const a = j * columns + i;
      const b = j * columns + ((i + 1) % columns);
      indices.push(a, b, b + columns, a, b + columns, a + columns);
    }
  }
  return { positions: Float64Array.from(positions), indices: Uint32Array.from(indices) };
}

/** A sheet, tube or spiral with waves of random size through it: flat, folded, or through itself, by the seed. */
export function createRandomPatch(seed: number): Patch {
  const random = seeded(seed);
  if (seed % 4 === 0) return createRamp(random);
  const wave = Array.from({ length: 12 }, () => random() - 0.5);
  const size = 1.2 * random() * random();
  const turns = random() < 0.4 ? 2.5 * random() : 0.3 * random();
  const around = random() < 0.25;
  const n = 5 + Math.floor(6 * random());
  const noise = random() < 0.5 ? 0.3 * random() : 0;
  const patch = createSheet(
    n,
    4 + Math.floor(6 * random()),
    (u, v) => {
      const angle = around ? 2 * Math.PI * u : turns * 2 * Math.PI * u;
      const radius = around || turns > 0.5 ? 0.4 + (around ? 0 : 0.2 * u * wave[9]) : 0;
      const x = radius > 0 ? radius * Math.cos(angle) : u;
      const y = radius > 0 ? radius * Math.sin(angle) : 0;
      const wx = Math.sin(6 * (wave[0] * u + wave[1] * v) + 9 * wave[2]);
      const wy = Math.sin(14 * (wave[3] * u + wave[4] * v) + 9 * wave[5]);
      const wz = Math.sin(9 * (wave[6] * u + wave[7] * v) + 9 * wave[8]);
      return [x + size * wx, y + size * wy, v + size * wz];
    },
    around,
  );
  for (let i = 0; i < patch.positions.length; i++) patch.positions[i] += (noise * (random() - 0.5)) / n;
  return patch;
}

/** A nearly flat ring of more than one turn, which crosses itself or passes close above itself. */
function createRamp(random: () => number): Patch {
  const rise = 0.1 * random();
  const level = 0.8 + 0.4 * random();
  return createRing(1.05 + 0.4 * random(), 2 + Math.floor(3 * random()), (u) => 4 * rise * u * (level - u));
}

function createRing(turns: number, rows: number, height: (u: number) => number): Patch {
  return createSheet(16, rows, (u, v) => {
    const angle = -2 * Math.PI * turns * u;
    return [(0.4 + 0.6 * v) * Math.cos(angle), (0.4 + 0.6 * v) * Math.sin(angle), height(u)];
  });
}

/** Every pair of triangles that intersects, as "s t" with s below t. */
export function collideBrute({ end, indices, body, triangleCount }: Surface): Set<string> {
  const found = new Set<string>();
  for (let s = 0; s < triangleCount; s++) {
    for (let t = s + 1; t < triangleCount; t++) {
      if (body[s] >= 0 && body[t] >= 0 && intersectFaces(end, indices, s, t)) found.add(`${s} ${t}`);
    }
  }
  return found;
}

const time = new Float64Array(1);

/** Every vertex and face, edge and edge that touch during the step, named by vertices, with the time. */
export function sweepBrute({ start, end, indices, body, triangleCount }: Surface): Map<string, number> {
  const found = new Map<string, number>();
  const vertices = new Set<number>();
  const edges = new Map<string, [number, number]>();
  const faces: [number, number, number][] = [];
  for (let t = 0; t < triangleCount; t++) {
    if (body[t] < 0) continue;
    const face = [0, 1, 2].map((k) => indices[3 * t + k]) as [number, number, number];
    faces.push(face);
    face.forEach((v, k) => {
      const w = face[(k + 1) % 3];
      vertices.add(v);
      edges.set(edgeName(v, w), [v, w]);
    });
  }
  for (const v of vertices) {
    for (const f of faces) {
      if (!f.includes(v) && sweepVertexFace(time, start, end, v, f[0], f[1], f[2], 0)) {
        found.set(`${v} on ${faceName(f)}`, time[0]);
      }
    }
  }
  const list = [...edges.entries()];
  for (let i = 0; i < list.length; i++) {
    for (let j = 0; j < i; j++) {
      const [a, b] = list[i][1];
      const [c, d] = list[j][1];
      if (a === c || a === d || b === c || b === d) continue;
      if (sweepEdgeEdge(time, start, end, a, b, c, d, 0))
        found.set(pairName(list[i][0], list[j][0]), time[0]);
    }
  }
  return found;
}

const edgeName = (v: number, w: number) => `${Math.min(v, w)}-${Math.max(v, w)}`;
const faceName = (f: ArrayLike<number>) =>
  Array.from(f)
    .sort((p, q) => p - q)
    .join('-');
const pairName = (e: string, f: string) => (e < f ? `${e} and ${f}` : `${f} and ${e}`);

/** The contacts of a query in the same names. Throws where one is listed twice. */
export function nameContacts(contacts: SurfaceContacts, { indices }: Surface): Map<string, number> {
  const found = new Map<string, number>();
  const edge = (e: number) => {
    const t = Math.floor(e / 3);
    return edgeName(indices[e], indices[3 * t + ((e + 1 - 3 * t) % 3)]);
  };
  for (let i = 0; i < contacts.count; i++) {
    const a = contacts.feature[2 * i];
    const b = contacts.feature[2 * i + 1];
    const name =
      contacts.kind[i] === VERTEX_FACE
        ? `${a} on ${faceName(indices.subarray(3 * b, 3 * b + 3))}`
        : pairName(edge(a), edge(b));
    if (contacts.kind[i] !== VERTEX_FACE && contacts.kind[i] !== EDGE_EDGE) throw new Error('unknown kind');
    if (found.has(name)) throw new Error(`${name} is listed twice`);
    found.set(name, contacts.time[i]);
  }
  return found;
}
