// The continuous query: vertices against faces and edges against edges that touch during the step, with the first
// time of each. Every pair of features is tested once, with the triangles that they are assigned to.

import { sweepEdgeEdge, sweepVertexFace } from '../geometry/continuous.ts';
import { InputError } from '../job/error.ts';
import { growColumn } from '../math/columns.ts';
import { type Candidates, createCandidates, findCandidates } from './candidates.ts';
import type { CollideOptions } from './collide.ts';
import { checkCulling, neverMisses } from './cull.ts';
import { learnContacts, NO_CONTACTS, noteContact } from './rigid.ts';
import type { Surface } from './surface.ts';

export const VERTEX_FACE = 0;
export const EDGE_EDGE = 1;

/** Contacts of a step, with what the query took. Reused from query to query; grows. */
export interface SurfaceContacts {
  count: number;
  kind: Uint8Array; // VERTEX_FACE or EDGE_EDGE
  feature: Int32Array; // two each: vertex and triangle, or two edges: 3 · triangle + the corner where it starts
  time: Float64Array; // 0 to 1
  tested: number; // pairs of features whose boxes overlap
  readonly candidates: Candidates;
}

export function createSurfaceContacts(): SurfaceContacts {
  return {
    count: 0,
    kind: new Uint8Array(128),
    feature: new Int32Array(256),
    time: new Float64Array(128),
    tested: 0,
    candidates: createCandidates(),
  };
}

const impact = new Float64Array(1); // scratch: the time of a contact
const edgeBox = new Float64Array(36); // scratch: boxes of the edges of s, then of t, over the step

/**
 * Finds the contacts of a step; returns how many. None is missed, with the culling that never misses, and no time is
 * later than the true one. With a separation (updateSurface) pairs within it count, and nothing is culled: neighbors
 * in a flat patch are that close. The surface must have been updated for the step (`swept`).
 */
export function sweepSurface(out: SurfaceContacts, surface: Surface, options: CollideOptions = {}): number {
  const { culling = 'contour', scope = 'all', recall = true } = options;
  if (!surface.swept)
    throw new InputError('bad-argument', 'the surface bounds the end of the step: update it with swept');
  checkCulling(surface, culling);
  const { candidates } = out;
  const { separation } = surface;
  const own = recall && scope !== 'between' && separation === 0;
  findCandidates(candidates, surface, separation > 0 ? 'off' : culling, scope, own ? NO_CONTACTS : 0);
  const learns = own && neverMisses(culling);
  sweepAll(out, surface, candidates, learns);
  if (learns) learnContacts(surface);
  return out.count;
}

/**
 * Finds the contacts of given pairs of triangles, for a step that the surface was updated for (`swept`). The boxes of
 * their leaves must have been written since: by a search that gave these pairs, or by refreshBoxes.
 */
export function sweepPairs(out: SurfaceContacts, surface: Surface, candidates: Candidates): void {
  sweepAll(out, surface, candidates, false);
}

/** As sweepPairs; `notes` marks bodies that touch themselves, for learnContacts. */
function sweepAll(out: SurfaceContacts, surface: Surface, candidates: Candidates, notes: boolean): void {
  const { body } = surface;
  out.count = 0;
  out.tested = 0;
  for (let i = 0; i < candidates.count; i++) {
    const s = candidates.pair[2 * i];
    const t = candidates.pair[2 * i + 1];
    const before = out.count;
    sweepCorners(out, surface, s, t);
    sweepCorners(out, surface, t, s);
    sweepEdges(out, surface, s, t);
    if (notes && out.count > before && body[s] === body[t]) noteContact(surface, body[s]);
  }
}

/** The corners that are tested with s, against face t. */
function sweepCorners(out: SurfaceContacts, surface: Surface, s: number, t: number): void {
  const { indices, feature, start, end, separation, tree } = surface;
  const bits = feature[s] & 7;
  if (bits === 0) return;
  const a = indices[3 * t];
  const b = indices[3 * t + 1];
  const c = indices[3 * t + 2];
  const { box } = tree;
  const o = 6 * tree.leaf[t];
  for (let k = 0; k < 3; k++) {
    if ((bits & (1 << k)) === 0) continue;
    const v = indices[3 * s + k];
    if (v === a || v === b || v === c || !inBox(box, o, start, end, 3 * v, separation)) continue;
    out.tested++;
    if (sweepVertexFace(impact, start, end, v, a, b, c, separation)) put(out, VERTEX_FACE, v, t);
  }
}

/** Whether a vertex, over the step, comes near a box that was grown by half the separation. */
function inBox(
  box: Float32Array,
  o: number,
  start: Float64Array,
  end: Float64Array,
  v: number,
  separation: number,
): boolean {
  for (let d = 0; d < 3; d++) {
    const low = Math.min(start[v + d], end[v + d]) - separation;
    const high = Math.max(start[v + d], end[v + d]) + separation;
    if (low > box[o + 3 + d] || high < box[o + d]) return false;
  }
  return true;
}

/** The edges that are tested with s, against those that are tested with t. */
function sweepEdges(out: SurfaceContacts, surface: Surface, s: number, t: number): void {
  const { indices, feature, start, end, separation } = surface;
  const bitsS = feature[s] >> 3;
  const bitsT = feature[t] >> 3;
  if (bitsS === 0 || bitsT === 0) return;
  const { box, leaf } = surface.tree;
  const keptS = boundEdges(surface, 0, s, bitsS, box, 6 * leaf[t]);
  if (keptS === 0) return;
  const keptT = boundEdges(surface, 18, t, bitsT, box, 6 * leaf[s]);
  if (keptT === 0) return;
  for (let i = 0; i < 3; i++) {
    if ((keptS & (1 << i)) === 0) continue;
    const a = indices[3 * s + i];
    const b = indices[i === 2 ? 3 * s : 3 * s + i + 1];
    const p = 6 * i;
    for (let j = 0; j < 3; j++) {
      if ((keptT & (1 << j)) === 0) continue;
      const q = 18 + 6 * j;
      if (edgeBox[p] > edgeBox[q + 3] || edgeBox[q] > edgeBox[p + 3]) continue;
      if (edgeBox[p + 1] > edgeBox[q + 4] || edgeBox[q + 1] > edgeBox[p + 4]) continue;
      if (edgeBox[p + 2] > edgeBox[q + 5] || edgeBox[q + 2] > edgeBox[p + 5]) continue;
      const c = indices[3 * t + j];
      const d = indices[j === 2 ? 3 * t : 3 * t + j + 1];
      if (a === c || a === d || b === c || b === d) continue;
      out.tested++;
      if (sweepEdgeEdge(impact, start, end, a, b, c, d, separation))
        put(out, EDGE_EDGE, 3 * s + i, 3 * t + j);
    }
  }
}

/** Bounds the edges of a triangle over the step; returns those that come near the box of the other triangle. */
function boundEdges(
  { indices, start, end, separation }: Surface,
  at: number,
  t: number,
  bits: number,
  box: Float32Array,
  other: number,
): number {
  const grow = 0.5000001 * separation;
  let kept = 0;
  for (let k = 0; k < 3; k++) {
    if ((bits & (1 << k)) === 0) continue;
    const a = 3 * indices[3 * t + k];
    const b = 3 * indices[k === 2 ? 3 * t : 3 * t + k + 1];
    let near = true;
    for (let d = 0; d < 3; d++) {
      const p = start[a + d];
      const q = start[b + d];
      const r = end[a + d];
      const s = end[b + d];
      const low = Math.min(p, q, r, s) - grow;
      const high = Math.max(p, q, r, s) + grow;
      edgeBox[at + 6 * k + d] = low;
      edgeBox[at + 6 * k + 3 + d] = high;
      if (low > box[other + 3 + d] || high < box[other + d]) {
        near = false;
        break;
      }
    }
    if (near) kept |= 1 << k;
  }
  return kept;
}

function put(out: SurfaceContacts, kind: number, a: number, b: number): void {
  const i = out.count++;
  if (i >= out.kind.length) {
    out.kind = growColumn(out.kind, 2 * i);
    out.feature = growColumn(out.feature, 4 * i);
    out.time = growColumn(out.time, 2 * i);
  }
  out.kind[i] = kind;
  out.feature[2 * i] = a;
  out.feature[2 * i + 1] = b;
  out.time[i] = impact[0];
}
