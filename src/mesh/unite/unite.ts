// From a closed surface that crosses itself to the boundary of the solid it stands for, the points it winds around: the
// triangles are cut where they cross, and the parts kept that have the solid on one side only. What is left crosses
// nothing and encloses that solid exactly, but for rounding; so Delaunay can keep it.

import { buildHierarchy } from '../../hierarchy/hierarchy.ts';
import { createRandom, nextFloat } from '../../math/random.ts';
import { isDegenerate } from '../inspect-shape.ts';
import { countOpen } from '../tetrahedralise/input.ts';
import { buildEdges, type EdgeTable } from '../topology.ts';
import { type TriangleMesh, wrapTriangleMesh } from '../triangle-mesh.ts';
import { buildWinding, windingNumber } from '../winding.ts';
import { type Crossings, clamp, findCrossings, type Segment } from './crossings.ts';
import { createCut, insertEdge, insertInto, listTriangles, makeDelaunay } from './cut-triangle.ts';
import { joinTriples } from './triples.ts';

export interface United {
  readonly mesh: TriangleMesh;
  readonly source: Uint32Array; // the input triangle each triangle is a part of
  readonly cut: number; // input triangles that were cut
  readonly left: number; // input triangles of which nothing is left
  readonly shaken: boolean; // whether vertices had to be moved
}

/** Parts of triangles, over the vertices and the points where they cross. */
interface Pieces {
  readonly positions: Float64Array;
  readonly indices: Uint32Array;
  readonly source: Uint32Array;
  readonly seams: Set<number>; // edges at which triangles cross, packed
}

const ATTEMPTS = 4;
const SHAKE = 1e-10; // of the size: how far a vertex moves, parts ten times as far; ten times more each time
const SPAN = 67_108_864; // vertices are below it, so that two pack into a float exactly
const ASIDE = 1e-3; // of a triangle's height: how far from it its sides are asked
const MOST_ASIDE = 1e-11; // of the longest side: less than parts are moved by

/**
 * Cuts a closed surface where it crosses itself and leaves out what is not the solid's boundary. Vertices stay, unless
 * they lie on triangles of others: then they are moved by 1e-9 to 1e-7 of the size. Null where no consistent answer was
 * found. Deterministic.
 */
export function uniteSurface(mesh: TriangleMesh): United | null {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const positions = attempt === 0 ? mesh.positions : shake(mesh, attempt);
    const shaken = { positions, indices: mesh.indices };
    const found = findCrossings(shaken);
    if (!found) continue;
    const pieces = cutTriangles(shaken, found.crossings, found.edges);
    if (!pieces) continue;
    const kept = keepBoundary(shaken, pieces);
    const united = { ...gather(mesh, pieces, kept), shaken: attempt > 0 };
    const sound = united.mesh.indices.length > 0 && countOpen(united.mesh) === 0;
    if (sound && !hasFlat(united.mesh)) return united;
  }
  return null;
}

/** Whether a triangle has no area: a sign that points fell together. */
function hasFlat({ positions, indices }: TriangleMesh): boolean {
  for (let t = 0; t < indices.length; t += 3) {
    if (isDegenerate(positions, indices[t], indices[t + 1], indices[t + 2])) return true;
  }
  return false;
}

/**
 * Moves vertices a little: first each part of the surface as a whole, so that faces which lie on each other come apart
 * as they are; where that does not help, every vertex on its own.
 */
function shake({ positions, indices }: TriangleMesh, attempt: number): Float64Array {
  const random = createRandom(attempt);
  const part = findParts(indices, positions.length / 3);
  let low = Infinity;
  let high = -Infinity;
  for (const x of positions) {
    low = Math.min(low, x);
    high = Math.max(high, x);
  }
  let by = SHAKE * (high - low);
  for (let i = 1; i < attempt; i++) by *= 10;
  const move = positions.map(() => by * (nextFloat(random) - 0.5));
  return positions.map((x, i) => {
    const own = attempt > 1 ? move[i] : 0;
    return x + own + 10 * move[3 * part[Math.floor(i / 3)] + (i % 3)];
  });
}

/** The lowest vertex of the part that each vertex belongs to. */
function findParts(indices: Uint32Array, count: number): Int32Array {
  const parent = Int32Array.from({ length: count }, (_, v) => v);
  for (let h = 0; h < indices.length; h++) {
    const a = findRoot(parent, indices[h]);
    const b = findRoot(parent, indices[h - (h % 3)]);
    parent[Math.max(a, b)] = Math.min(a, b);
  }
  return parent.map((_, v) => findRoot(parent, v));
}

function findRoot(parent: Int32Array, i: number): number {
  while (parent[i] !== i) {
    parent[i] = parent[parent[i]];
    i = parent[i];
  }
  return i;
}

type Local = readonly [u: number, v: number];
const MARGIN = 1e-13; // of a triangle: points inside it are kept off its sides by this much

/** Cuts every triangle along the segments in it; null where rounding has made them contradict each other. */
function cutTriangles(
  mesh: { positions: Float64Array; indices: Uint32Array },
  crossings: Crossings,
  edges: EdgeTable,
): Pieces | null {
  const { positions: x, indices } = mesh;
  const count = x.length / 3;
  const { onEdge, inside, segments } = crossings;
  const locate = (t: number, p: number): Local => locatePoint(mesh, crossings, edges, t, p);
  joinTriples(x, indices, crossings, locate);
  const out: number[] = [];
  const source: number[] = [];
  const seams = new Set<number>();
  for (const { chain } of segments) {
    for (let i = 1; i < chain.length; i++) {
      seams.add(Math.min(chain[i - 1], chain[i]) * SPAN + Math.max(chain[i - 1], chain[i]));
    }
  }
  for (let t = 0; 3 * t < indices.length; t++) {
    const corner = [indices[3 * t], indices[3 * t + 1], indices[3 * t + 2]];
    const own = [0, 1, 2].flatMap((k) => onEdge.get(edges.edge[3 * t + k]) ?? []);
    const lines = (inside.get(t) ?? []).map((i): Segment => segments[i]);
    if (own.length === 0 && lines.length === 0) {
      out.push(...corner);
      source.push(t);
      continue;
    }
    const cut = createCut(corner[0], corner[1], corner[2]);
    const points = new Set(own);
    for (const { chain } of lines) for (const p of chain) if (p >= count) points.add(p);
    for (const p of points) if (!insertInto(cut, p, ...locate(t, p))) return null;
    for (const { chain } of lines) {
      for (let i = 1; i < chain.length; i++) if (!insertEdge(cut, chain[i - 1], chain[i])) return null;
    }
    const [a, b, c] = corner;
    makeDelaunay(cut, product(x, a, b, b), product(x, a, b, c), product(x, a, c, c));
    for (const triangle of listTriangles(cut)) {
      out.push(...triangle);
      source.push(t);
    }
  }
  const positions = new Float64Array(x.length + crossings.position.length);
  positions.set(x);
  positions.set(crossings.position, x.length);
  return { positions, indices: Uint32Array.from(out), source: Uint32Array.from(source), seams };
}

/** (b − a) · (c − a). */
function product(x: Float64Array, a: number, b: number, c: number): number {
  let sum = 0;
  for (let d = 0; d < 3; d++) sum += (x[3 * b + d] - x[3 * a + d]) * (x[3 * c + d] - x[3 * a + d]);
  return sum;
}

/** Where a vertex or point lies in a triangle it belongs to. On a side exactly, if it is on one. */
function locatePoint(
  { positions: x, indices }: { positions: Float64Array; indices: Uint32Array },
  crossings: Crossings,
  edges: EdgeTable,
  t: number,
  p: number,
): Local {
  const count = x.length / 3;
  for (let k = 0; k < 3; k++) if (indices[3 * t + k] === p) return [k === 1 ? 1 : 0, k === 2 ? 1 : 0];
  const i = p - count;
  for (let k = 0; k < 3 && crossings.edge[i] >= 0; k++) {
    if (edges.edge[3 * t + k] !== crossings.edge[i]) continue;
    const upward = indices[3 * t + k] < indices[3 * t + ((k + 1) % 3)];
    const along = upward ? crossings.along[i] : 1 - crossings.along[i];
    if (k === 0) return [along, 0];
    if (k === 2) return [0, 1 - along];
    const u = 1 - along;
    return [u, 1 - u]; // their sum is 1 without rounding
  }
  let [u, v] = [crossings.weight[2 * i], crossings.weight[2 * i + 1]];
  if (crossings.edge[i] < 0) [u, v] = project(x, indices, t, crossings.position, 3 * i);
  u = clamp(u, MARGIN);
  v = clamp(v, MARGIN);
  const excess = (u + v) / (1 - MARGIN);
  return excess > 1 ? [u / excess, v / excess] : [u, v];
}

/** The coordinates of a point in the plane of a triangle. */
function project(
  x: Float64Array,
  indices: Uint32Array,
  t: number,
  p: ArrayLike<number>,
  at: number,
): [number, number] {
  const a = 3 * indices[3 * t];
  const e = [0, 1, 2].map((d) => x[3 * indices[3 * t + 1] + d] - x[a + d]);
  const f = [0, 1, 2].map((d) => x[3 * indices[3 * t + 2] + d] - x[a + d]);
  const w = [0, 1, 2].map((d) => p[at + d] - x[a + d]);
  const dot = (g: number[], h: number[]) => g[0] * h[0] + g[1] * h[1] + g[2] * h[2];
  const cross = (g: number[], h: number[]) => [
    g[1] * h[2] - g[2] * h[1],
    g[2] * h[0] - g[0] * h[2],
    g[0] * h[1] - g[1] * h[0],
  ];
  const n = cross(e, f);
  const square = dot(n, n);
  return square > 0 ? [dot(cross(w, f), n) / square, dot(cross(e, w), n) / square] : [1 / 3, 1 / 3];
}

/** The pieces that have the solid below them and not above, 1 each. Whole patches between seams are alike. */
function keepBoundary(mesh: { positions: Float64Array; indices: Uint32Array }, pieces: Pieces): Uint8Array {
  const { positions: x, indices, seams } = pieces;
  const count = indices.length / 3;
  const edges = buildEdges(indices, x.length / 3);
  const parent = Int32Array.from({ length: count }, (_, t) => t);
  const find = (t: number): number => findRoot(parent, t);
  for (let e = 0; e < edges.edgeCount; e++) {
    if (edges.start[e + 1] - edges.start[e] !== 2) continue;
    const h = edges.half[edges.start[e]];
    const g = edges.half[edges.start[e] + 1];
    const a = indices[h];
    const b = indices[h % 3 === 2 ? h - 2 : h + 1];
    if (seams.has(Math.min(a, b) * SPAN + Math.max(a, b))) continue;
    const [s, t] = [find(Math.floor(h / 3)), find(Math.floor(g / 3))];
    parent[Math.max(s, t)] = Math.min(s, t);
  }
  const hierarchy = buildHierarchy(mesh.positions, mesh.indices);
  const winding = buildWinding(hierarchy);
  const { box } = hierarchy;
  const most = MOST_ASIDE * Math.max(box[3] - box[0], box[4] - box[1], box[5] - box[2]);
  const best = new Map<number, [height: number, t: number]>(); // of each patch, its highest triangle
  for (let t = 0; t < count; t++) {
    const height = heightOf(x, indices, t);
    const known = best.get(find(t));
    if (!known || height > known[0]) best.set(find(t), [height, t]);
  }
  const keep = new Uint8Array(count);
  for (const [patch, [height, t]] of best) {
    const aside = Math.min(most, ASIDE * height);
    if (turnsAt(t, -aside) > 0.5 && turnsAt(t, aside) < 0.5) keep[patch] = 1;
  }
  for (let t = 0; t < count; t++) {
    parent[t] = find(t);
    keep[t] = keep[parent[t]];
  }
  const patches = [...best].sort(([p, a], [q, b]) => a[0] - b[0] || p - q).map(([patch]) => patch);
  closeGaps(indices, edges, parent, patches, keep);
  return keep;

  function turnsAt(t: number, aside: number): number {
    const n = normalOf(x, indices, t);
    const length = Math.sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    const p = new Float64Array(3);
    for (let d = 0; d < 3; d++) {
      for (let k = 0; k < 3; k++) p[d] += x[3 * indices[3 * t + k] + d] / 3;
      p[d] += (aside * n[d]) / length;
    }
    const out = new Float64Array(1);
    windingNumber(out, winding, p, 0);
    return out[0];
  }
}

/**
 * Patches no wider than rounding may be judged wrong, which leaves gaps. What is kept has to run through every edge as
 * often one way as the other: patches change sides, the smallest first, while that brings the sum of gaps down.
 */
function closeGaps(
  indices: Uint32Array,
  edges: EdgeTable,
  patch: Int32Array,
  patches: readonly number[],
  keep: Uint8Array,
): void {
  const gap = new Int32Array(edges.edgeCount); // kept half-edges that run upward, less those that run downward
  const upward = (h: number) => (indices[h] < indices[h % 3 === 2 ? h - 2 : h + 1] ? 1 : -1);
  for (let h = 0; h < indices.length; h++) if (keep[Math.floor(h / 3)]) gap[edges.edge[h]] += upward(h);
  if (gap.every((g) => g === 0)) return;
  const rim = new Map<number, number[]>(patches.map((p) => [p, []])); // half-edges between patches
  for (let e = 0; e < edges.edgeCount; e++) {
    const around = edges.half.subarray(edges.start[e], edges.start[e + 1]);
    if (around.every((h) => patch[Math.floor(h / 3)] === patch[Math.floor(around[0] / 3)])) continue;
    for (const h of around) rim.get(patch[Math.floor(h / 3)])!.push(h);
  }
  const side = new Map<number, number>(patches.map((p) => [p, keep[p]]));
  for (let changed = true; changed; ) {
    changed = false;
    for (const p of patches) {
      const sign = side.get(p) ? -1 : 1;
      const change = new Map<number, number>();
      for (const h of rim.get(p)!)
        change.set(edges.edge[h], (change.get(edges.edge[h]) ?? 0) + sign * upward(h));
      let gain = 0;
      for (const [e, by] of change) gain += Math.abs(gap[e]) - Math.abs(gap[e] + by);
      if (gain <= 0) continue;
      for (const [e, by] of change) gap[e] += by;
      side.set(p, 1 - side.get(p)!);
      changed = true;
    }
  }
  for (let t = 0; t < keep.length; t++) keep[t] = side.get(patch[t])!;
}

function normalOf(x: Float64Array, indices: Uint32Array, t: number): [number, number, number] {
  const [a, b, c] = [3 * indices[3 * t], 3 * indices[3 * t + 1], 3 * indices[3 * t + 2]];
  const e = [x[b] - x[a], x[b + 1] - x[a + 1], x[b + 2] - x[a + 2]];
  const f = [x[c] - x[a], x[c + 1] - x[a + 1], x[c + 2] - x[a + 2]];
  return [e[1] * f[2] - e[2] * f[1], e[2] * f[0] - e[0] * f[2], e[0] * f[1] - e[1] * f[0]];
}

/** Height of a triangle over its longest side. */
function heightOf(x: Float64Array, indices: Uint32Array, t: number): number {
  const n = normalOf(x, indices, t);
  let longest = 0;
  for (let k = 0; k < 3; k++) {
    const a = indices[3 * t + k];
    const b = indices[3 * t + ((k + 1) % 3)];
    longest = Math.max(longest, product(x, a, b, b));
  }
  return longest > 0 ? Math.sqrt((n[0] * n[0] + n[1] * n[1] + n[2] * n[2]) / longest) : 0;
}

/** The kept pieces as a mesh of their own, attributes mixed from the triangles they are parts of. */
function gather(mesh: TriangleMesh, pieces: Pieces, keep: Uint8Array): Omit<United, 'shaken'> {
  const { positions: x, indices: all } = pieces;
  const number = new Int32Array(x.length / 3).fill(-1);
  const positions: number[] = [];
  const indices: number[] = [];
  const source: number[] = [];
  const parts = new Uint32Array(mesh.indices.length / 3);
  const left = new Uint8Array(mesh.indices.length / 3).fill(1);
  for (let t = 0; t < keep.length; t++) {
    parts[pieces.source[t]]++;
    if (!keep[t]) continue;
    left[pieces.source[t]] = 0;
    source.push(pieces.source[t]);
    for (let k = 0; k < 3; k++) indices.push(all[3 * t + k]);
  }
  for (const v of indices) number[v] = 0;
  for (let v = 0, n = 0; v < number.length; v++) {
    if (number[v] < 0) continue;
    number[v] = n++;
    positions.push(x[3 * v], x[3 * v + 1], x[3 * v + 2]);
  }
  const place = Float64Array.from(positions);
  const corner = Uint32Array.from(indices, (v) => number[v]);
  const mix = (values: Float32Array | null, width: number): Float32Array | null =>
    values && mixCorners(mesh, x, indices, source, values, width);
  return {
    mesh: wrapTriangleMesh(
      place,
      corner,
      mix(mesh.uvs, 2),
      mix(mesh.normals, 3),
      mix(mesh.colors, 3),
      mesh.groups && Uint16Array.from(source, (t) => mesh.groups![t]),
    ),
    source: Uint32Array.from(source),
    cut: parts.reduce((sum, n) => sum + (n > 1 ? 1 : 0), 0),
    left: left.reduce((sum, n) => sum + n, 0),
  };
}

/** Attributes of corners at `positions`; a vertex of the triangle it is a part of keeps its own bit for bit. */
function mixCorners(
  mesh: TriangleMesh,
  positions: Float64Array,
  corner: readonly number[],
  source: readonly number[],
  values: Float32Array,
  width: number,
): Float32Array {
  const out = new Float32Array(corner.length * width);
  for (let h = 0; h < corner.length; h++) {
    const t = source[Math.floor(h / 3)];
    const own = mesh.indices.subarray(3 * t, 3 * t + 3).indexOf(corner[h]);
    const [u, v] =
      own >= 0
        ? [own === 1 ? 1 : 0, own === 2 ? 1 : 0]
        : project(mesh.positions, mesh.indices, t, positions, 3 * corner[h]);
    for (let i = 0; i < width; i++) {
      const o = 3 * t * width + i;
      out[h * width + i] = (1 - u - v) * values[o] + u * values[o + width] + v * values[o + 2 * width];
    }
  }
  return out;
}
