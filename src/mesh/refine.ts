// Splits the edges of a triangle mesh: until none exceeds a spacing (baking needs points all over a face, not
// at its corners alone), or all of them once. The surface stays where it is; only its triangles get smaller.
//
// Each long edge is cut in equal parts once for all its triangles; each triangle is then meshed inside its own
// outline, in its own plane. (Halving edges round by round is simpler, but a needle of 1 : 60 became 2,000
// triangles instead of 200: halving both its long edges halves its short side too.)

import { InputError } from '../job/error.ts';
import { show } from '../job/format.ts';
import { checkMesh } from './check.ts';
import {
  bisectLongEdges,
  createFlatMesh,
  type FlatMesh,
  flipToDelaunay,
  splitLongEdges,
} from './flat-mesh.ts';
import { buildEdges, type EdgeTable, nextHalf } from './topology.ts';
import { createTriangleMesh, type TriangleMesh } from './triangle-mesh.ts';

export interface RefinedMesh {
  readonly mesh: TriangleMesh;
  readonly source: Uint32Array; // the triangle of the input that each triangle is a part of
}

/** A refined mesh in the making. */
interface Parts {
  readonly positions: number[];
  readonly indices: number[];
  readonly source: number[];
  readonly weight: number[]; // (u, v) a corner: corner = (1 − u − v)·a + u·b + v·c of the source
}

const MOST_TRIANGLES = 16_777_216;
const SLACK = 1 + 1e-9; // an edge may exceed the spacing by this, so that rounding cuts none in vain
const FLAT = 1e-7; // a triangle lower than this part of its longest side has no plane to speak of

/**
 * Splits edges until none is longer than `spacing`. Takes any triangle mesh, open or not manifold; an edge is
 * split in all its triangles alike, so no vertex comes to lie on another's edge. Input vertices keep their
 * numbers; attributes are interpolated, groups kept. Deterministic.
 */
export function refineMesh(mesh: TriangleMesh, spacing: number): RefinedMesh {
  checkMesh('mesh', mesh);
  if (!(typeof spacing === 'number' && spacing > 0 && spacing < Infinity)) {
    throw new InputError('bad-argument', `spacing is ${show(spacing)}: give a positive length in metres`);
  }
  checkSize(mesh, spacing);
  const { indices } = mesh;
  const edges = buildEdges(indices, mesh.positions.length / 3);
  const parts: Parts = { positions: Array.from(mesh.positions), indices: [], source: [], weight: [] };
  const cuts = cutEdges(parts, mesh, edges, spacing);
  const start = new Uint32Array(edges.edgeCount); // the first of the points that cut each edge
  let point = mesh.positions.length / 3;
  for (let e = 0; e < edges.edgeCount; e++) {
    start[e] = point;
    point += cuts[e] - 1;
  }
  for (let t = 0; 3 * t < indices.length; t++) meshTriangle(parts, mesh, t, edges.edge, cuts, start, spacing);
  return finish(mesh, parts);
}

/** Splits every triangle in four at the middles of its edges. */
export function subdivideMesh(mesh: TriangleMesh): RefinedMesh {
  checkMesh('mesh', mesh);
  const { indices } = mesh;
  const edges = buildEdges(indices, mesh.positions.length / 3);
  const first = mesh.positions.length / 3;
  const parts: Parts = { positions: Array.from(mesh.positions), indices: [], source: [], weight: [] };
  for (let e = 0; e < edges.edgeCount; e++) {
    const h = edges.half[edges.start[e]];
    pushBetween(parts.positions, indices[h], indices[nextHalf(h)], 0.5);
  }
  for (let t = 0; 3 * t < indices.length; t++) {
    const [a, b, c] = indices.subarray(3 * t, 3 * t + 3);
    const [ab, bc, ca] = Array.from(edges.edge.subarray(3 * t, 3 * t + 3), (e) => first + e);
    parts.indices.push(a, ab, ca, ab, b, bc, ca, bc, c, ab, bc, ca);
    parts.source.push(t, t, t, t);
    parts.weight.push(0, 0, 0.5, 0, 0, 0.5, 0.5, 0, 1, 0, 0.5, 0.5);
    parts.weight.push(0, 0.5, 0.5, 0.5, 0, 1, 0.5, 0, 0.5, 0.5, 0, 0.5);
  }
  return finish(mesh, parts);
}

/** Refuses what would not fit in memory, before it is tried. */
function checkSize(mesh: TriangleMesh, spacing: number): void {
  const { positions, indices } = mesh;
  let estimate = 0;
  for (let i = 0; i < indices.length; i += 3) {
    const ab = distance(positions, indices[i], indices[i + 1]) / spacing;
    const bc = distance(positions, indices[i + 1], indices[i + 2]) / spacing;
    const ca = distance(positions, indices[i + 2], indices[i]) / spacing;
    // The outline, and a bound on the area in triangles of sides 0.7.
    estimate += 1 + ab + bc + ca + 2.5 * Math.min(ab * bc, bc * ca, ca * ab);
  }
  if (!Number.isFinite(estimate)) {
    throw new InputError(
      'non-finite',
      'positions hold a NaN or infinite coordinate: remove or repair it before refining',
    );
  }
  if (estimate > MOST_TRIANGLES) {
    throw new InputError(
      'too-large',
      `a spacing of ${spacing} would make about ${Math.round(estimate)} triangles (${((estimate * 300) / 1e9).toFixed(1)} GB): give a larger spacing`,
    );
  }
}

function distance(positions: ArrayLike<number>, a: number, b: number): number {
  const x = positions[3 * a] - positions[3 * b];
  const y = positions[3 * a + 1] - positions[3 * b + 1];
  const z = positions[3 * a + 2] - positions[3 * b + 2];
  return Math.sqrt(x * x + y * y + z * z);
}

function pushBetween(positions: number[], a: number, b: number, at: number): void {
  for (let k = 0; k < 3; k++) positions.push((1 - at) * positions[3 * a + k] + at * positions[3 * b + k]);
}

/** Adds the points that cut each edge, from its lower vertex to its higher; returns the number of pieces. */
function cutEdges(parts: Parts, mesh: TriangleMesh, edges: EdgeTable, spacing: number): Uint32Array {
  const cuts = new Uint32Array(edges.edgeCount);
  for (let e = 0; e < edges.edgeCount; e++) {
    const h = edges.half[edges.start[e]];
    const a = Math.min(mesh.indices[h], mesh.indices[nextHalf(h)]);
    const b = Math.max(mesh.indices[h], mesh.indices[nextHalf(h)]);
    const count = Math.max(1, Math.ceil(distance(mesh.positions, a, b) / (spacing * SLACK)));
    for (let i = 1; i < count; i++) pushBetween(parts.positions, a, b, i / count);
    cuts[e] = count;
  }
  return cuts;
}

/** Meshes triangle t inside its outline of cut edges and adds the parts. */
function meshTriangle(
  parts: Parts,
  mesh: TriangleMesh,
  t: number,
  edge: Uint32Array,
  cuts: Uint32Array,
  start: Uint32Array,
  spacing: number,
): void {
  const { positions, indices } = mesh;
  const a = indices[3 * t];
  const b = indices[3 * t + 1];
  const c = indices[3 * t + 2];
  if (cuts[edge[3 * t]] + cuts[edge[3 * t + 1]] + cuts[edge[3 * t + 2]] === 3) {
    parts.indices.push(a, b, c);
    parts.source.push(t);
    parts.weight.push(0, 0, 1, 0, 0, 1);
    return;
  }
  // The outline: vertices of the new mesh, their weights, and the sides they lie on (bits 1, 2, 4).
  const vertex: number[] = [];
  const u: number[] = [];
  const v: number[] = [];
  const sides: number[] = [];
  for (let i = 0; i < 3; i++) {
    const from = indices[3 * t + i];
    const e = edge[3 * t + i];
    const upward = from < indices[3 * t + ((i + 1) % 3)];
    for (let k = 0; k < cuts[e]; k++) {
      const at = k / cuts[e];
      vertex.push(k === 0 ? from : start[e] + (upward ? k - 1 : cuts[e] - 1 - k));
      u.push(i === 0 ? at : i === 1 ? 1 - at : 0);
      v.push(i === 0 ? 0 : i === 1 ? at : 1 - at);
      sides.push(k === 0 ? (1 << i) | (1 << ((i + 2) % 3)) : 1 << i);
    }
  }
  // The plane: a at the origin, b on the x axis.
  const ab = distance(positions, a, b);
  const bc = distance(positions, b, c);
  const ca = distance(positions, c, a);
  const cx = ab > 0 ? (ab * ab + ca * ca - bc * bc) / (2 * ab) : 0;
  const cy = Math.sqrt(Math.max(0, ca * ca - cx * cx));
  const x = u.map((weight, i) => weight * ab + v[i] * cx);
  const y = v.map((weight) => weight * cy);
  const flat = createFlatMesh(x, y, clipEars(x, y, sides));
  const longest = Math.max(ab, bc, ca);
  if (ab * cy > FLAT * longest * longest) {
    flipToDelaunay(flat);
    splitLongEdges(flat, spacing);
  } else {
    bisectLongEdges(flat, spacing * spacing * SLACK);
  }
  addParts(parts, flat, t, vertex, u, v, [a, b, c], [ab, cx, cy]);
}

/**
 * Triangulates a triangle's outline by cutting off corners, the shortest diagonal first. Three points on one
 * side make no triangle, and what remains must not lie on one side: both are read off `sides`, not measured,
 * so that this works for triangles without area too.
 */
function clipEars(x: number[], y: number[], sides: number[]): number[] {
  const left = x.map((_, i) => i);
  const on = [0, 1, 2].map((i) => sides.filter((s) => (s >> i) & 1).length); // points left on each side
  const corner: number[] = [];
  while (left.length > 3) {
    let best = -1;
    let best2 = Infinity;
    for (let i = 0; i < left.length; i++) {
      const p = left[i > 0 ? i - 1 : left.length - 1];
      const q = left[i];
      const r = left[i + 1 < left.length ? i + 1 : 0];
      if ((sides[p] & sides[q] & sides[r]) !== 0) continue;
      const size2 = (x[p] - x[r]) * (x[p] - x[r]) + (y[p] - y[r]) * (y[p] - y[r]);
      if (size2 >= best2) continue;
      const rest = left.length - 1;
      if (on.some((count, k) => count - ((sides[q] >> k) & 1) === rest)) continue;
      best = i;
      best2 = size2;
    }
    const q = left[best];
    corner.push(left.at(best - 1)!, q, left[(best + 1) % left.length]);
    left.splice(best, 1);
    for (let k = 0; k < 3; k++) on[k] -= (sides[q] >> k) & 1;
  }
  corner.push(left[0], left[1], left[2]);
  return corner;
}

/** Adds a meshed triangle: its inner points become vertices, its triangles parts of triangle t. */
function addParts(
  parts: Parts,
  flat: FlatMesh,
  t: number,
  vertex: number[],
  u: number[],
  v: number[],
  [a, b, c]: number[],
  [ab, cx, cy]: number[],
): void {
  const { positions } = parts;
  for (let i = vertex.length; i < flat.x.length; i++) {
    const wv = cy > 0 ? flat.y[i] / cy : 0;
    const wu = ab > 0 ? (flat.x[i] - wv * cx) / ab : 0;
    u.push(wu);
    v.push(wv);
    vertex.push(positions.length / 3);
    for (let k = 0; k < 3; k++) {
      const origin = positions[3 * a + k];
      positions.push(origin + wu * (positions[3 * b + k] - origin) + wv * (positions[3 * c + k] - origin));
    }
  }
  for (let h = 0; h < flat.corner.length; h++) {
    const p = flat.corner[h];
    parts.indices.push(vertex[p]);
    parts.weight.push(u[p], v[p]);
    if (h % 3 === 0) parts.source.push(t);
  }
}

/** The mesh of the parts, with the attributes and groups of their sources. */
function finish(mesh: TriangleMesh, parts: Parts): RefinedMesh {
  const source = Uint32Array.from(parts.source);
  const { weight } = parts;
  const interpolate = (from: Float32Array | null, width: number, unit: boolean): Float32Array | null => {
    if (!from) return null;
    const out = new Float32Array(3 * source.length * width);
    for (let c = 0; c < 3 * source.length; c++) {
      const a = 3 * source[Math.floor(c / 3)] * width;
      const u = weight[2 * c];
      const v = weight[2 * c + 1];
      let sum = 0;
      for (let k = 0; k < width; k++) {
        const value = (1 - u - v) * from[a + k] + u * from[a + width + k] + v * from[a + 2 * width + k];
        out[c * width + k] = value;
        sum += value * value;
      }
      // A mean of unit normals is shorter than one; at the corners they stay as given.
      const given = (u === 0 || u === 1) && (v === 0 || v === 1);
      if (unit && !given && sum > 0) for (let k = 0; k < width; k++) out[c * width + k] /= Math.sqrt(sum);
    }
    return out;
  };
  return {
    mesh: createTriangleMesh({
      positions: parts.positions,
      indices: parts.indices,
      uvs: interpolate(mesh.uvs, 2, false),
      normals: interpolate(mesh.normals, 3, true),
      colors: interpolate(mesh.colors, 3, false),
      groups: mesh.groups && Uint16Array.from(source, (t) => mesh.groups![t]),
    }),
    source,
  };
}
