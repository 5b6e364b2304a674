// A mesh under repair, and the few ways to change it that carry attributes along.

import type { TriangleMesh } from './triangle-mesh.ts';

/** The writable counterpart of TriangleMesh. Replaced as a whole when its length changes. */
export interface Draft {
  positions: Float64Array;
  indices: Uint32Array;
  uvs: Float32Array | null;
  normals: Float32Array | null;
  colors: Float32Array | null;
  groups: Uint16Array | null;
}

/** Takes a mesh over; its arrays will change. */
export function createDraft({ positions, indices, uvs, normals, colors, groups }: TriangleMesh): Draft {
  return { positions, indices, uvs, normals, colors, groups };
}

/** Keeps the triangles marked 1, in their order. Returns how many went. */
export function keepTriangles(draft: Draft, keep: Uint8Array): number {
  const kept: number[] = [];
  for (let t = 0; t < keep.length; t++) if (keep[t]) kept.push(t);
  if (kept.length === keep.length) return 0;
  const pick = <T extends Uint32Array | Float32Array | Uint16Array>(from: T, width: number): T => {
    const out = from.slice(0, width * kept.length) as T;
    for (let i = 0; i < kept.length; i++) {
      for (let k = 0; k < width; k++) out[width * i + k] = from[width * kept[i] + k];
    }
    return out;
  };
  draft.indices = pick(draft.indices, 3);
  draft.uvs = draft.uvs && pick(draft.uvs, 6);
  draft.normals = draft.normals && pick(draft.normals, 9);
  draft.colors = draft.colors && pick(draft.colors, 9);
  draft.groups = draft.groups && pick(draft.groups, 1);
  return keep.length - kept.length;
}

/** Adds room for triangles at the end; returns the index of the first. */
export function growTriangles(draft: Draft, extra: number): number {
  const first = draft.indices.length / 3;
  const count = first + extra;
  const grow = <T extends Uint32Array | Float32Array | Uint16Array>(out: T, from: T): T => {
    out.set(from);
    return out;
  };
  draft.indices = grow(new Uint32Array(3 * count), draft.indices);
  draft.uvs = draft.uvs && grow(new Float32Array(6 * count), draft.uvs);
  draft.normals = draft.normals && grow(new Float32Array(9 * count), draft.normals);
  draft.colors = draft.colors && grow(new Float32Array(9 * count), draft.colors);
  draft.groups = draft.groups && grow(new Uint16Array(count), draft.groups);
  return first;
}

/** Turns triangle t over. Corner normals that then point against it are turned as well. */
export function turnTriangle(draft: Draft, t: number): void {
  const swap = (array: Uint32Array | Float32Array | null, width: number) => {
    for (let k = 0; array && k < width; k++) {
      const a = width * (3 * t + 1) + k;
      const b = width * (3 * t + 2) + k;
      const kept = array[a];
      array[a] = array[b];
      array[b] = kept;
    }
  };
  swap(draft.indices, 1);
  swap(draft.uvs, 2);
  swap(draft.normals, 3);
  swap(draft.colors, 3);
  const { normals } = draft;
  if (!normals) return;
  const face = faceNormal(draft, t);
  for (let o = 9 * t; o < 9 * t + 9; o += 3) {
    if (normals[o] * face[0] + normals[o + 1] * face[1] + normals[o + 2] * face[2] >= 0) continue;
    for (let d = 0; d < 3; d++) normals[o + d] = 0 - normals[o + d]; // no −0
  }
}

/** Twice the area normal of triangle t. */
export function faceNormal({ positions, indices }: Draft, t: number): [number, number, number] {
  const a = 3 * indices[3 * t];
  const b = 3 * indices[3 * t + 1];
  const c = 3 * indices[3 * t + 2];
  const u = [0, 1, 2].map((d) => positions[b + d] - positions[a + d]);
  const v = [0, 1, 2].map((d) => positions[c + d] - positions[a + d]);
  return [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
}

/** Copies the attributes of corner `from` to corner `to` (corners are 3·triangle + 0, 1 or 2). */
export function copyCorner(draft: Draft, to: number, from: number): void {
  mixCorners(draft, to, from, from, 0);
}

/** Gives corner `to` the attributes between those of corners p (weight 1 − t) and q (weight t). */
export function mixCorners(draft: Draft, to: number, p: number, q: number, t: number): void {
  const mix = (array: Float32Array | null, width: number) => {
    for (let k = 0; array && k < width; k++) {
      const x = array[width * p + k];
      array[width * to + k] = t === 0 ? x : x + t * (array[width * q + k] - x);
    }
  };
  mix(draft.uvs, 2);
  mix(draft.normals, 3);
  mix(draft.colors, 3);
}

/** Gives every corner the vertex that stands for its own; returns how many vertices thereby fall out of use. */
export function mapVertices(draft: Draft, to: Uint32Array): number {
  const { indices } = draft;
  const gone = new Set<number>();
  for (let h = 0; h < indices.length; h++) {
    const v = indices[h];
    if (to[v] === v) continue;
    gone.add(v);
    indices[h] = to[v];
  }
  return gone.size;
}

/** Renumbers the vertices in use, in their order, and drops the others, but those marked in `keep`. Returns how many went. */
export function dropUnused(draft: Draft, keep?: Uint8Array): number {
  const { positions, indices } = draft;
  const count = positions.length / 3;
  const number = new Int32Array(count).fill(-1);
  for (let h = 0; h < indices.length; h++) number[indices[h]] = 0;
  for (let v = 0; keep && v < count; v++) if (keep[v]) number[v] = 0;
  let kept = 0;
  for (let v = 0; v < count; v++) {
    if (number[v] < 0) continue;
    positions.copyWithin(3 * kept, 3 * v, 3 * v + 3);
    number[v] = kept++;
  }
  for (let h = 0; h < indices.length; h++) indices[h] = number[indices[h]];
  draft.positions = positions.slice(0, 3 * kept);
  return count - kept;
}
