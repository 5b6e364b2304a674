// Shortlists: which features of a surface can be closest to some point of a box. A box's list is narrowed from
// that of a larger box around it, so that a tree of boxes over a lattice ends with two or three features a node.
// Oracle: test/field/shortlist.test.ts.

import { EDGE_STRIDE, FACE_STRIDE, type Features } from './features.ts';

export const VERTEX = 0;
export const EDGE = 1;
export const FACE = 2;

/** Levels of nested boxes: they halve, from fewer than 2³¹ nodes a side to one. */
export const MAX_LEVEL = 40;

/** A stack of lists, one a level of nested boxes; level 0 holds every feature. */
export interface Shortlist {
  readonly features: Features;
  readonly box: Float64Array; // center xyz and half the edge of the cube to narrow to
  readonly start: Int32Array; // 4 a level: where its vertices, edges and faces start in `list`, and its end
  readonly near: Float64Array; // of the last center: squared distance, then closest point to center, xyz
  readonly nearFeature: Int32Array; // of the last center: kind and index of the closest feature
  list: Int32Array; // grows
  readonly square: Float64Array; // scratch: squared distance of the vertices and edges on the list
  readonly along: Float64Array; // scratch: where an edge's line is closest; height over a face's plane
}

export function createShortlist(features: Features): Shortlist {
  const { vertexCount, edgeCount, faceCount } = features;
  const total = vertexCount + edgeCount + faceCount;
  const list = new Int32Array(4 * total);
  for (let i = 0; i < vertexCount; i++) list[i] = i;
  for (let i = 0; i < edgeCount; i++) list[vertexCount + i] = i;
  for (let i = 0; i < faceCount; i++) list[vertexCount + edgeCount + i] = i;
  const start = new Int32Array(4 * MAX_LEVEL);
  start[1] = vertexCount;
  start[2] = vertexCount + edgeCount;
  start[3] = total;
  return {
    features,
    box: new Float64Array(4),
    start,
    near: new Float64Array(4),
    nearFeature: new Int32Array(2),
    list,
    square: new Float64Array(total),
    along: new Float64Array(total),
  };
}

/**
 * Narrows the list of `level` − 1 to `box`, into `level`, and writes what is closest to the box's center. Never
 * drops a feature that is closest to a point of the box, provided that the list of `level` − 1 held it.
 *
 * Let q be the surface point closest to the center c, h half the edge. A feature point p beats q at some x of
 * the box only if x is on p's side of their bisector plane; that is linear in x, so look at the best corner:
 * |c − p|² − |c − q|² ≤ 2h Σ|pᵢ − qᵢ|. The bound does not grow with the distance from the surface, unlike the
 * usual |c − p| ≤ |c − q| + 2r, r = √3·h, which keeps a cap of radius √(4r|c − q|). Before that, a box that lies
 * wholly outside of a feature's own region drops it: the slab between an edge's ends less the sides of its faces,
 * the prism over a face.
 */
export function narrowList(shortlist: Shortlist, level: number): void {
  const { features, box, start, near, nearFeature, square, along } = shortlist;
  const { vertex, edge, face, slack } = features;
  const o = 4 * level;
  const vertices = start[o - 4];
  const edges = start[o - 3];
  const faces = start[o - 2];
  const base = start[o - 1];
  if (shortlist.list.length < 2 * base - vertices) growList(shortlist, 2 * base - vertices);
  const list = shortlist.list;
  const cx = box[0];
  const cy = box[1];
  const cz = box[2];
  const h = box[3];

  // First pass: the center's closest feature, and the regions. (dx, dy, dz) leads from the closest point to c.
  let best = Infinity;
  let dx = 0;
  let dy = 0;
  let dz = 0;
  let kind = -1;
  let index = -1;
  let k = 0;
  for (let i = vertices; i < edges; i++) {
    const v = list[i];
    const rx = cx - vertex[3 * v];
    const ry = cy - vertex[3 * v + 1];
    const rz = cz - vertex[3 * v + 2];
    const s = rx * rx + ry * ry + rz * rz;
    square[k] = s;
    list[base + k++] = v;
    if (s < best) {
      best = s;
      kind = VERTEX;
      index = v;
      dx = rx;
      dy = ry;
      dz = rz;
    }
  }
  const edgeFrom = k;
  for (let i = edges; i < faces; i++) {
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
    if (t + reach < 0 || t - reach > length) continue;
    const ax = edge[at + 7];
    const ay = edge[at + 8];
    const az = edge[at + 9];
    const reachA = h * edge[at + 14] + slack;
    if (rx * ax + ry * ay + rz * az > reachA) continue;
    const bx = edge[at + 10];
    const by = edge[at + 11];
    const bz = edge[at + 12];
    const reachB = h * edge[at + 15] + slack;
    if (rx * bx + ry * by + rz * bz > reachB) continue;
    const end = Math.min(length, Math.max(0, t));
    const ex = rx - end * ux;
    const ey = ry - end * uy;
    const ez = rz - end * uz;
    const s = ex * ex + ey * ey + ez * ez;
    square[k] = s;
    along[k] = t;
    list[base + k++] = list[i];
    if (s < best) {
      best = s;
      kind = EDGE;
      index = list[i];
      dx = ex;
      dy = ey;
      dz = ez;
    }
  }
  const faceFrom = k;
  for (let i = faces; i < base; i++) {
    const at = FACE_STRIDE * list[i];
    const rx = cx - face[at];
    const ry = cy - face[at + 1];
    const rz = cz - face[at + 2];
    const ux = face[at + 6];
    const uy = face[at + 7];
    const uz = face[at + 8];
    const vx = face[at + 9];
    const vy = face[at + 10];
    const vz = face[at + 11];
    const low = -face[at + 12];
    const u = rx * ux + ry * uy + rz * uz;
    if (u + h * face[at + 13] < low) continue;
    const v = rx * vx + ry * vy + rz * vz;
    if (v + h * face[at + 14] < low) continue;
    const w = 1 - u - v;
    if (w + h * face[at + 15] < low) continue;
    const height = rx * face[at + 3] + ry * face[at + 4] + rz * face[at + 5];
    along[k] = height;
    list[base + k++] = list[i];
    if (height * height < best && u >= low && v >= low && w >= low) {
      best = height * height;
      kind = FACE;
      index = list[i];
      dx = height * face[at + 3];
      dy = height * face[at + 4];
      dz = height * face[at + 5];
    }
  }
  near[0] = best;
  near[1] = dx;
  near[2] = dy;
  near[3] = dz;
  nearFeature[0] = kind;
  nearFeature[1] = index;

  // Second pass: the bisectors.
  const qx = cx - dx;
  const qy = cy - dy;
  const qz = cz - dz;
  const reachable = Math.sqrt(best) + slack;
  const limit = reachable * reachable + 3 * slack * h;
  let kept = base;
  for (let i = 0; i < edgeFrom; i++) {
    const v = list[base + i];
    const w =
      Math.abs(vertex[3 * v] - qx) + Math.abs(vertex[3 * v + 1] - qy) + Math.abs(vertex[3 * v + 2] - qz);
    if (square[i] <= limit + 2 * h * w) list[kept++] = v;
  }
  start[o] = base;
  start[o + 1] = kept;
  for (let i = edgeFrom; i < faceFrom; i++) {
    // Points of the box are closest to the edge's part from s0 to s1; |pᵢ − qᵢ| is greatest at an end of it.
    const e = list[base + i];
    const at = EDGE_STRIDE * e;
    const ux = edge[at + 3];
    const uy = edge[at + 4];
    const uz = edge[at + 5];
    const length = edge[at + 6];
    const reach = h * edge[at + 13];
    const s0 = Math.min(length, Math.max(0, along[i] - reach));
    const s1 = Math.min(length, Math.max(0, along[i] + reach));
    const rx = edge[at] - qx;
    const ry = edge[at + 1] - qy;
    const rz = edge[at + 2] - qz;
    const w0 = Math.abs(rx + s0 * ux) + Math.abs(ry + s0 * uy) + Math.abs(rz + s0 * uz);
    const w1 = Math.abs(rx + s1 * ux) + Math.abs(ry + s1 * uy) + Math.abs(rz + s1 * uz);
    if (square[i] <= limit + 2 * h * Math.max(w0, w1)) list[kept++] = e;
  }
  start[o + 2] = kept;
  for (let i = faceFrom; i < k; i++) {
    // The box falls on the plane within √3·h of the foot f of c: Σ|pᵢ − qᵢ| ≤ Σ|fᵢ − qᵢ| + √3·√3·h.
    const f = list[base + i];
    const at = FACE_STRIDE * f;
    const height = along[i];
    const wx = Math.abs(dx - height * face[at + 3]);
    const wy = Math.abs(dy - height * face[at + 4]);
    const wz = Math.abs(dz - height * face[at + 5]);
    if (height * height <= limit + 2 * h * (wx + wy + wz + 3 * h)) list[kept++] = f;
  }
  start[o + 3] = kept;
}

function growList(shortlist: Shortlist, size: number): void {
  const list = new Int32Array(2 * size);
  list.set(shortlist.list);
  shortlist.list = list;
}
