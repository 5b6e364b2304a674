// Shortlists: which features of a surface can be closest to some point of a cube. A cube's list is narrowed from
// that of a larger cube around it, so that a tree of cubes over a lattice ends with a few features a node. Large cubes
// have lists of clusters (narrow-clusters.ts), small ones lists of features (narrowList, whose comment has the proof).
// Oracle: test/field/shortlist.test.ts.

import type { Clusters } from './clusters.ts';
import { EDGE_STRIDE, FACE_STRIDE, type Features } from './features.ts';

export const VERTEX = 0;
export const EDGE = 1;
export const FACE = 2;

/** Levels of nested cubes: they halve, from fewer than 2³¹ nodes a side to one. */
export const MAX_LEVEL = 40;

/** The end of the list of a level that has none yet. */
export const NO_LIST = -1;

/** A stack of lists, one a level of nested cubes. */
export interface Shortlist {
  readonly features: Features;
  readonly clusters: Clusters;
  readonly box: Float64Array; // center xyz and half the edge of the cube to narrow to
  readonly start: Int32Array; // 4 a level: where its vertices, edges and faces start in `list`, and its end
  readonly near: Float64Array; // of the last center: squared distance, and the way there from the closest point, xyz
  readonly nearFeature: Int32Array; // of the last center: kind and index of the closest feature
  list: Int32Array; // features; grows
  readonly clusterStart: Int32Array; // where each level starts in `cluster`
  cluster: Int32Array; // grows
  readonly point: Float64Array; // of narrowClusters' last cube: a surface point near its center, squared distance
  readonly square: Float64Array; // scratch: squared distance of each vertex and edge on the list
  readonly along: Float64Array; // scratch: where each edge's line is closest; height over each face's plane
}

/** A stack whose level 0 lists all clusters, and no features. */
export function createShortlist(features: Features, clusters: Clusters): Shortlist {
  const total = features.vertexCount + features.edgeCount + features.faceCount;
  const clusterStart = new Int32Array(MAX_LEVEL + 1);
  clusterStart[1] = 1; // the first one, which holds all
  const start = new Int32Array(4 * MAX_LEVEL);
  start[3] = NO_LIST;
  return {
    features,
    clusters,
    box: new Float64Array(4),
    start,
    near: new Float64Array(4),
    nearFeature: new Int32Array(2),
    list: new Int32Array(4 * total),
    clusterStart,
    cluster: new Int32Array(1024),
    point: new Float64Array(4).fill(Infinity, 0, 3),
    square: new Float64Array(total),
    along: new Float64Array(total),
  };
}

/**
 * Narrows the list of `level` − 1 to the cube in `box`, into `level`, and writes what is closest to the cube's
 * center. Never drops a feature that is closest to a point of the cube, if the list of `level` − 1 held it.
 *
 * Let q be the surface point closest to the center c, h half the edge. A feature's point p beats q at some x of the
 * cube only if x is on p's side of their bisector plane; that is linear in x, so look at the best corner:
 * |c − p|² − |c − q|² ≤ 2h Σ|pᵢ − qᵢ|. This bound does not grow with the distance from the surface, unlike the usual
 * |c − p| ≤ |c − q| + 2√3·h, which keeps a cap of the surface. Before that, a cube wholly outside of a feature's own
 * region drops it: the slab between an edge's ends less the sides of its faces, the prism over a face.
 *
 * One small function a kind and pass: engines optimise them within milliseconds, one large one takes them longer than
 * a whole build.
 */
export function narrowList(shortlist: Shortlist, level: number): void {
  const { start } = shortlist;
  const o = 4 * level;
  const base = start[o - 1];
  const needed = 2 * base - start[o - 4];
  if (shortlist.list.length < needed) growList(shortlist, needed);
  shortlist.near[0] = Infinity;
  const vertices = findVertices(shortlist, start[o - 4], start[o - 3], base);
  const edges = findEdges(shortlist, start[o - 3], start[o - 2], base, vertices);
  const faces = findFaces(shortlist, start[o - 2], base, base, edges);
  start[o] = base;
  start[o + 1] = keepVertices(shortlist, base, 0, vertices, base);
  start[o + 2] = keepEdges(shortlist, base, vertices, edges, start[o + 1]);
  start[o + 3] = keepFaces(shortlist, base, edges, faces, start[o + 2]);
}

/** Writes what of the list of `level` − 1 is closest to the center in `box`, and narrows nothing. */
export function findNearest(shortlist: Shortlist, level: number): void {
  const { start } = shortlist;
  const o = 4 * level;
  const base = start[o - 1];
  const needed = 2 * base - start[o - 4];
  if (shortlist.list.length < needed) growList(shortlist, needed);
  shortlist.near[0] = Infinity;
  const vertices = findVertices(shortlist, start[o - 4], start[o - 3], base);
  const edges = findEdges(shortlist, start[o - 3], start[o - 2], base, vertices);
  findFaces(shortlist, start[o - 2], base, base, edges);
}

function growList(shortlist: Shortlist, size: number): void {
  const list = new Int32Array(2 * size);
  list.set(shortlist.list);
  shortlist.list = list;
}

// First pass: copy the run [from, to) to `base`, less what lies outside of its region; find the center's closest
// feature. Entry k of the copy has its numbers at k in `square` and `along`. Each returns the entries so far. The
// tests of a region share one branch: nobody can predict them one by one (measured: 12 % of a build).

function findVertices(shortlist: Shortlist, from: number, to: number, base: number): number {
  const { features, box, near, nearFeature, list, square } = shortlist;
  const { vertex } = features;
  const cx = box[0];
  const cy = box[1];
  const cz = box[2];
  let best = near[0];
  let k = 0;
  for (let i = from; i < to; i++, k++) {
    const at = 3 * list[i];
    const rx = cx - vertex[at];
    const ry = cy - vertex[at + 1];
    const rz = cz - vertex[at + 2];
    const s = rx * rx + ry * ry + rz * rz;
    square[k] = s;
    list[base + k] = list[i];
    if (s < best) {
      best = s;
      near[0] = s;
      near[1] = rx;
      near[2] = ry;
      near[3] = rz;
      nearFeature[0] = VERTEX;
      nearFeature[1] = list[i];
    }
  }
  return k;
}

function findEdges(shortlist: Shortlist, from: number, to: number, base: number, first: number): number {
  const { features, box, near, nearFeature, list, square, along } = shortlist;
  const { edge, slack } = features;
  const cx = box[0];
  const cy = box[1];
  const cz = box[2];
  const h = box[3];
  let best = near[0];
  let k = first;
  for (let i = from; i < to; i++) {
    const at = EDGE_STRIDE * list[i];
    const ux = edge[at + 3];
    const uy = edge[at + 4];
    const uz = edge[at + 5];
    const length = edge[at + 6];
    const rx = cx - edge[at];
    const ry = cy - edge[at + 1];
    const rz = cz - edge[at + 2];
    const t = rx * ux + ry * uy + rz * uz;
    const reach = h * edge[at + 13] + slack;
    const overA = rx * edge[at + 7] + ry * edge[at + 8] + rz * edge[at + 9] - h * edge[at + 14];
    const overB = rx * edge[at + 10] + ry * edge[at + 11] + rz * edge[at + 12] - h * edge[at + 15];
    if (+(t + reach < 0) | +(t - reach > length) | +(overA > slack) | +(overB > slack)) continue;
    const end = Math.min(length, Math.max(0, t));
    const dx = rx - end * ux;
    const dy = ry - end * uy;
    const dz = rz - end * uz;
    const s = dx * dx + dy * dy + dz * dz;
    square[k] = s;
    along[k] = t;
    list[base + k++] = list[i];
    // At an end, the vertex is as close but for rounding, and its normal tells the side, not the edge's.
    if (s < best && t > 0 && t < length) {
      best = s;
      near[0] = s;
      near[1] = dx;
      near[2] = dy;
      near[3] = dz;
      nearFeature[0] = EDGE;
      nearFeature[1] = list[i];
    }
  }
  return k;
}

function findFaces(shortlist: Shortlist, from: number, to: number, base: number, first: number): number {
  const { features, box, near, nearFeature, list, along } = shortlist;
  const { face } = features;
  const cx = box[0];
  const cy = box[1];
  const cz = box[2];
  const h = box[3];
  let best = near[0];
  let k = first;
  for (let i = from; i < to; i++) {
    const at = FACE_STRIDE * list[i];
    const rx = cx - face[at];
    const ry = cy - face[at + 1];
    const rz = cz - face[at + 2];
    const low = -face[at + 12];
    const u = rx * face[at + 6] + ry * face[at + 7] + rz * face[at + 8];
    const v = rx * face[at + 9] + ry * face[at + 10] + rz * face[at + 11];
    const w = 1 - u - v;
    const reachU = h * face[at + 13];
    const reachV = h * face[at + 14];
    const reachW = h * face[at + 15];
    if (+(u + reachU < low) | +(v + reachV < low) | +(w + reachW < low)) continue;
    const height = rx * face[at + 3] + ry * face[at + 4] + rz * face[at + 5];
    const s = height * height;
    along[k] = height;
    list[base + k++] = list[i];
    if (s < best && u >= low && v >= low && w >= low) {
      best = s;
      near[0] = s;
      near[1] = height * face[at + 3];
      near[2] = height * face[at + 4];
      near[3] = height * face[at + 5];
      nearFeature[0] = FACE;
      nearFeature[1] = list[i];
    }
  }
  return k;
}

// Second pass: of the entries [first, last), keep those that can beat the center's closest point q, from `to` on.
// Each returns the end of what it kept. The limit allows for rounding: √(|c − q|²) + slack, squared.

function keepVertices(shortlist: Shortlist, base: number, first: number, last: number, to: number): number {
  const { features, box, near, list, square } = shortlist;
  const { vertex, slack } = features;
  const h = box[3];
  const qx = box[0] - near[1];
  const qy = box[1] - near[2];
  const qz = box[2] - near[3];
  const reach = Math.sqrt(near[0]) + slack;
  const limit = reach * reach + 3 * slack * h;
  let kept = to;
  for (let k = first; k < last; k++) {
    const v = list[base + k];
    const at = 3 * v;
    const far = Math.abs(vertex[at] - qx) + Math.abs(vertex[at + 1] - qy) + Math.abs(vertex[at + 2] - qz);
    if (square[k] <= limit + 2 * h * far) list[kept++] = v;
  }
  return kept;
}

/** The cube's points are closest to the edge's part from s0 to s1, and Σ|pᵢ − qᵢ| is greatest at one of its ends. */
function keepEdges(shortlist: Shortlist, base: number, first: number, last: number, to: number): number {
  const { features, box, near, list, square, along } = shortlist;
  const { edge, slack } = features;
  const h = box[3];
  const qx = box[0] - near[1];
  const qy = box[1] - near[2];
  const qz = box[2] - near[3];
  const reach = Math.sqrt(near[0]) + slack;
  const limit = reach * reach + 3 * slack * h;
  let kept = to;
  for (let k = first; k < last; k++) {
    const e = list[base + k];
    const at = EDGE_STRIDE * e;
    const length = edge[at + 6];
    const t0 = along[k] - h * edge[at + 13];
    const t1 = along[k] + h * edge[at + 13];
    const s0 = Math.min(length, Math.max(0, t0));
    const s1 = Math.min(length, Math.max(0, t1));
    const ux = edge[at + 3];
    const uy = edge[at + 4];
    const uz = edge[at + 5];
    const rx = edge[at] - qx;
    const ry = edge[at + 1] - qy;
    const rz = edge[at + 2] - qz;
    const far0 = Math.abs(rx + s0 * ux) + Math.abs(ry + s0 * uy) + Math.abs(rz + s0 * uz);
    const far1 = Math.abs(rx + s1 * ux) + Math.abs(ry + s1 * uy) + Math.abs(rz + s1 * uz);
    const spare = square[k] - limit;
    if (spare <= 2 * h * far0 || spare <= 2 * h * far1) list[kept++] = e;
  }
  return kept;
}

/** The cube falls on the plane within √3·h of the foot f of its center: Σ|pᵢ − qᵢ| ≤ Σ|fᵢ − qᵢ| + √3·√3·h. */
function keepFaces(shortlist: Shortlist, base: number, first: number, last: number, to: number): number {
  const { features, box, near, list, along } = shortlist;
  const { face, slack } = features;
  const h = box[3];
  const dx = near[1];
  const dy = near[2];
  const dz = near[3];
  const reach = Math.sqrt(near[0]) + slack;
  const limit = reach * reach + 3 * slack * h;
  let kept = to;
  for (let k = first; k < last; k++) {
    const f = list[base + k];
    const at = FACE_STRIDE * f;
    const height = along[k];
    const wx = Math.abs(dx - height * face[at + 3]);
    const wy = Math.abs(dy - height * face[at + 4]);
    const wz = Math.abs(dz - height * face[at + 5]);
    if (height * height <= limit + 2 * h * (wx + wy + wz + 3 * h)) list[kept++] = f;
  }
  return kept;
}
