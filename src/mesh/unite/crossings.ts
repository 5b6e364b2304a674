// Where the triangles of a mesh cross each other: points at which an edge passes through a triangle, and the segments
// between them that two triangles share. Signs are exact and points are named by their edge and triangle, so all
// triangles agree about what they share, whatever rounding does to where it is.

import { orientSign } from '../../geometry/orientation.ts';
import { buildHierarchy } from '../../hierarchy/hierarchy.ts';
import { createSelfPairs, nextPairs } from '../../hierarchy/pairs.ts';
import { buildEdges, type EdgeTable } from '../topology.ts';

/** Points are numbered on from the vertices. */
export interface Crossings {
  readonly position: number[]; // xyz a point
  readonly edge: number[]; // the edge it lies on, or −1 where three triangles meet
  readonly along: number[]; // from the edge's lower vertex to its higher: 0 to 1
  readonly weight: number[]; // (u, v) in the triangle that the edge passes through
  readonly through: number[]; // that triangle, −1, −1; or the three triangles that meet
  readonly segments: Segment[];
  readonly inside: Map<number, number[]>; // segments a triangle has a part in
  readonly onEdge: Map<number, number[]>; // points of an edge, in order
}

/** What two triangles share. */
export interface Segment {
  readonly s: number;
  readonly t: number;
  readonly chain: number[]; // points from end to end
}

/** All crossings of a mesh. */
export interface Found {
  readonly crossings: Crossings;
  readonly edges: EdgeTable;
  readonly named: ReadonlyMap<number, number>; // edge and triangle, packed → point
}

interface Mesh {
  readonly positions: Float64Array;
  readonly indices: Uint32Array;
}

// Segments beyond which the triangles are a heap rather than a surface, and cutting them takes seconds: so many a
// triangle, and so many more.
const MOST_SEGMENTS = 4;
const MORE_SEGMENTS = 20_000;

const CLEAR = 1e-14; // how far from the ends of an edge, as a share, a point is kept

/** Finds all crossings; null where triangles touch in a way that has no such answer: lying in a plane, say. */
export function findCrossings(mesh: Mesh): Found | null {
  const { positions, indices } = mesh;
  const vertexCount = positions.length / 3;
  const edges = buildEdges(indices, vertexCount);
  const crossings: Crossings = {
    position: [],
    edge: [],
    along: [],
    weight: [],
    through: [],
    segments: [],
    inside: new Map(),
    onEdge: new Map(),
  };
  const named = new Map<number, number>(); // edge and triangle → point
  const search = createSelfPairs(buildHierarchy(positions, indices), mesh);
  const pairs = new Uint32Array(4096);
  const most = (MOST_SEGMENTS * indices.length) / 3 + MORE_SEGMENTS;
  const ends: number[] = [];
  for (let n = nextPairs(pairs, search); n > 0; n = nextPairs(pairs, search)) {
    for (let i = 0; i < 2 * n; i += 2) {
      const s = Math.min(pairs[i], pairs[i + 1]);
      const t = Math.max(pairs[i], pairs[i + 1]);
      const shared = findShared(indices, s, t);
      if (shared.length > 1 || separated(positions, indices, s, t) || separated(positions, indices, t, s))
        continue;
      ends.length = 0;
      for (let k = 0; k < 3; k++) collectEnd(ends, crossings, named, mesh, edges, 3 * s + k, t);
      for (let k = 0; k < 3; k++) collectEnd(ends, crossings, named, mesh, edges, 3 * t + k, s);
      if (ends.length === 0) continue;
      if (ends.length + shared.length !== 2) return null;
      addSegment(crossings, s, t, [...shared, ...ends]);
      if (crossings.segments.length > most) return null;
    }
  }
  for (const points of crossings.onEdge.values()) {
    points.sort((p, q) => crossings.along[p - vertexCount] - crossings.along[q - vertexCount]);
    for (let i = 1; i < points.length; i++) {
      if (crossings.along[points[i] - vertexCount] === crossings.along[points[i - 1] - vertexCount])
        return null;
    }
  }
  return { crossings, edges, named };
}

function addSegment({ segments, inside }: Crossings, s: number, t: number, chain: number[]): void {
  for (const triangle of [s, t]) {
    const list = inside.get(triangle);
    if (list) list.push(segments.length);
    else inside.set(triangle, [segments.length]);
  }
  segments.push({ s, t, chain });
}

function findShared(indices: Uint32Array, s: number, t: number): number[] {
  const out: number[] = [];
  for (let i = 3 * s; i < 3 * s + 3; i++) {
    for (let j = 3 * t; j < 3 * t + 3; j++) if (indices[i] === indices[j]) out.push(indices[i]);
  }
  return out;
}

/** Whether all corners of s lie on one side of the plane of t, or in it. */
function separated(x: Float64Array, indices: Uint32Array, s: number, t: number): boolean {
  const [a, b, c] = [indices[3 * t], indices[3 * t + 1], indices[3 * t + 2]];
  let sum = 0;
  let all = 0;
  for (let i = 3 * s; i < 3 * s + 3; i++) {
    const v = indices[i];
    if (v === a || v === b || v === c) continue;
    sum += side(x, a, b, c, v);
    all++;
  }
  return Math.abs(sum) === all;
}

/** On which side of a triangle a point is. In its plane counts as above: so all edges at the point agree. */
function side(x: Float64Array, a: number, b: number, c: number, p: number): number {
  // In the order of their numbers, so that the answer is the same whichever triangle asks.
  let sign = 1;
  if (a > b) [a, b, sign] = [b, a, -sign];
  if (b > c) [b, c, sign] = [c, b, -sign];
  if (a > b) [a, b, sign] = [b, a, -sign];
  return sign * (orientSign(x, a, b, c, p) || 1);
}

/** On which side of an edge another passes. Touching counts as above, in the order of their numbers. */
function pass(x: Float64Array, p: number, q: number, a: number, b: number): number {
  let sign = 1;
  if (p > q) [p, q, sign] = [q, p, -sign];
  if (a > b) [a, b, sign] = [b, a, -sign];
  if (p > a || (p === a && q > b)) [p, q, a, b] = [a, b, p, q]; // an even permutation
  return sign * (orientSign(x, p, q, a, b) || 1);
}

/** Adds to `ends` the point where the half-edge h passes through triangle t, if it does. */
function collectEnd(
  ends: number[],
  crossings: Crossings,
  named: Map<number, number>,
  { positions: x, indices }: Mesh,
  edges: EdgeTable,
  h: number,
  t: number,
): void {
  const u = indices[h];
  const v = indices[h % 3 === 2 ? h - 2 : h + 1];
  const p = Math.min(u, v);
  const q = Math.max(u, v);
  const [a, b, c] = [indices[3 * t], indices[3 * t + 1], indices[3 * t + 2]];
  if (p === a || p === b || p === c || q === a || q === b || q === c) return;
  if (side(x, a, b, c, p) === side(x, a, b, c, q)) return;
  const first = pass(x, p, q, a, b);
  if (pass(x, p, q, b, c) !== first || pass(x, p, q, c, a) !== first) return;
  const name = edges.edge[h] * (indices.length / 3) + t;
  const known = named.get(name);
  if (known !== undefined) {
    ends.push(known);
    return;
  }
  const point = x.length / 3 + crossings.edge.length;
  const along = clamp(height(x, a, b, c, p) / (height(x, a, b, c, p) - height(x, a, b, c, q)), CLEAR);
  // Volumes over the edges of t, all of one sign but for rounding, are the weights of its corners.
  const wa = Math.abs(height(x, p, q, b, c));
  const wb = Math.abs(height(x, p, q, c, a));
  const wc = Math.abs(height(x, p, q, a, b));
  const sum = wa + wb + wc;
  for (let d = 0; d < 3; d++) crossings.position.push(x[3 * p + d] + along * (x[3 * q + d] - x[3 * p + d]));
  crossings.edge.push(edges.edge[h]);
  crossings.along.push(along);
  crossings.weight.push(sum > 0 ? wb / sum : 1 / 3, sum > 0 ? wc / sum : 1 / 3);
  const list = crossings.onEdge.get(edges.edge[h]);
  if (list) list.push(point);
  else crossings.onEdge.set(edges.edge[h], [point]);
  crossings.through.push(t, -1, -1);
  named.set(name, point);
  ends.push(point);
}

/** Six times the volume of the tet abcp. */
export function height(x: Float64Array, a: number, b: number, c: number, p: number): number {
  const o = 3 * p;
  const at = (v: number, d: number) => x[3 * v + d] - x[o + d];
  return (
    at(a, 0) * (at(b, 1) * at(c, 2) - at(b, 2) * at(c, 1)) +
    at(a, 1) * (at(b, 2) * at(c, 0) - at(b, 0) * at(c, 2)) +
    at(a, 2) * (at(b, 0) * at(c, 1) - at(b, 1) * at(c, 0))
  );
}

export function clamp(share: number, margin: number): number {
  return Math.min(1 - margin, Math.max(margin, Number.isFinite(share) ? share : 0.5));
}
