// Where the points of cuts lie. Each belongs to a node, an edge, a face or a tet and is computed from that alone, so
// every tet and every fragment around it sees the same bits.

import { growColumn } from '../math/columns.ts';
import { TET_FACES } from '../mesh/tet-mesh.ts';
import { CASE_CORNER, EDGE_BETWEEN, POINT_FACE, POINT_INSIDE } from './cases.ts';
import type { Family, Meetings } from './family.ts';
import type { FamilyTopology } from './topology.ts';

/** The number in the family of a tet's point (see cases.ts): nodes come first, then edges, faces, tets. */
export function pointOf(topology: FamilyTopology, tet: number, point: number): number {
  const { nodeCount, edgeCount, faceCount, tetEdge, tetFace } = topology;
  if (point < POINT_FACE) return nodeCount + tetEdge[6 * tet + point];
  if (point < POINT_INSIDE) return nodeCount + edgeCount + tetFace[4 * tet + point - POINT_FACE];
  return nodeCount + edgeCount + faceCount + tet;
}

/** Writes the position of a tet's point to out[at…]. */
export function placePoint(out: Float64Array, at: number, family: Family, tet: number, point: number): void {
  if (point < POINT_FACE) placeEdge(out, at, family, family.topology.tetEdge[6 * tet + point]);
  else if (point < POINT_INSIDE) placeTetFace(out, at, family, tet, point - POINT_FACE);
  else placeInside(out, at, family, tet);
}

/** The point of the face opposite a corner. */
function placeTetFace(out: Float64Array, at: number, family: Family, tet: number, opposite: number): void {
  const { meetings, topology } = family;
  let p = meetings.place[topology.tetFace[4 * tet + opposite]];
  if (p === 0) p = keepMeeting(meetings, family, tet, opposite);
  const { position } = meetings;
  out[at] = position[p];
  out[at + 1] = position[p + 1];
  out[at + 2] = position[p + 2];
}

/** Computes the point of the face opposite a corner; returns its place. */
function keepMeeting(meetings: Meetings, family: Family, tet: number, opposite: number): number {
  const { tetNode, tetEdge, tetFace } = family.topology;
  const at = meetings.count;
  meetings.count += 3;
  if (meetings.position.length < meetings.count) {
    meetings.position = growColumn(meetings.position, Math.max(MEETINGS, meetings.count));
  }
  meetings.place[tetFace[4 * tet + opposite]] = at;
  const f = 3 * opposite;
  const p = TET_FACES[f];
  const q = TET_FACES[f + 1];
  const r = TET_FACES[f + 2];
  const e = 6 * tet;
  const pq = tetEdge[e + EDGE_BETWEEN[4 * p + q]];
  const qr = tetEdge[e + EDGE_BETWEEN[4 * q + r]];
  const rp = tetEdge[e + EDGE_BETWEEN[4 * r + p]];
  const i = tetNode[4 * tet + p];
  const j = tetNode[4 * tet + q];
  const k = tetNode[4 * tet + r];
  weighFace(weight, family, i, j, k, pq, qr, rp);
  placeFace(meetings.position, at, family, i, j, k, weight);
  return at;
}

const MEETINGS = 1536; // numbers to begin with
const weight = new Float64Array(3); // scratch: barycentric coordinates in a face

/** Writes the position of the cut on an edge. */
export function placeEdge(out: Float64Array, at: number, family: Family, edge: number): void {
  const { positions, edgeNode } = family.topology;
  const t = family.cutAt[edge];
  const a = 3 * edgeNode[2 * edge];
  const b = 3 * edgeNode[2 * edge + 1];
  out[at] = positions[a] + t * (positions[b] - positions[a]);
  out[at + 1] = positions[a + 1] + t * (positions[b + 1] - positions[a + 1]);
  out[at + 2] = positions[a + 2] + t * (positions[b + 2] - positions[a + 2]);
}

/**
 * Writes the barycentric coordinates, for p, q, r, of the point where the cuts of a face meet: the first parts one
 * corner a from b and c, the second b from c. With ρ the ratio in which an edge is cut, seen from its first end,
 * (a, b, c) ∝ (1/ρ_ab + ρ_bc/ρ_ac, 1, ρ_bc). The face decides, not the order in which its corners are named.
 */
export function weighFace(
  out: Float64Array,
  family: Family,
  p: number,
  q: number,
  r: number,
  pq: number,
  qr: number,
  rp: number,
): void {
  const { cutEvent } = family;
  if (cutEvent[qr] > cutEvent[pq]) weighFirst(out, family, 0, 1, 2, p, q, r, pq, qr, rp);
  else if (cutEvent[rp] > cutEvent[qr]) weighFirst(out, family, 1, 2, 0, q, r, p, qr, rp, pq);
  else weighFirst(out, family, 2, 0, 1, r, p, q, rp, pq, qr);
}

/** The same, with a the corner that was parted first; ia, ib, ic are the places of a, b, c in the output. */
function weighFirst(
  out: Float64Array,
  family: Family,
  ia: number,
  ib: number,
  ic: number,
  a: number,
  b: number,
  c: number,
  ab: number,
  bc: number,
  ca: number,
): void {
  const { cutAt } = family;
  const tab = cutAt[ab];
  const tca = cutAt[ca];
  const tbc = cutAt[bc];
  const fromB = a < b ? (1 - tab) / tab : tab / (1 - tab); // 1/ρ_ab
  const fromC = a < c ? (1 - tca) / tca : tca / (1 - tca); // 1/ρ_ac
  // The end of bc with the lower node has the weight 1 whichever way the face is turned.
  const ratio = tbc / (1 - tbc);
  const wb = b < c ? 1 : ratio;
  const wc = b < c ? ratio : 1;
  const wa = wb * fromB + wc * fromC;
  const sum = wa + (wb + wc);
  out[ia] = wa / sum;
  out[ib] = wb / sum;
  out[ic] = wc / sum;
}

/** Writes the point of a face with barycentric coordinates w; summed by ascending node, whatever their order. */
export function placeFace(
  out: Float64Array,
  at: number,
  family: Family,
  p: number,
  q: number,
  r: number,
  w: Float64Array,
): void {
  const { positions } = family.topology;
  const i = p < q ? (p < r ? 0 : 2) : q < r ? 1 : 2; // place of the lowest
  const k = p > q ? (p > r ? 0 : 2) : q > r ? 1 : 2; // place of the highest
  const j = 3 - i - k;
  const a = 3 * (i === 0 ? p : i === 1 ? q : r);
  const b = 3 * (j === 0 ? p : j === 1 ? q : r);
  const c = 3 * (k === 0 ? p : k === 1 ? q : r);
  out[at] = w[i] * positions[a] + w[j] * positions[b] + w[k] * positions[c];
  out[at + 1] = w[i] * positions[a + 1] + w[j] * positions[b + 1] + w[k] * positions[c + 1];
  out[at + 2] = w[i] * positions[a + 2] + w[j] * positions[b + 2] + w[k] * positions[c + 2];
}

/** Writes the point where the three cuts of a tet meet. */
function placeInside(out: Float64Array, at: number, family: Family, tet: number): void {
  const { positions, tetNode } = family.topology;
  readRatios(ratio, family, tet);
  const c = 4 * family.cutCase[tet];
  const i = CASE_CORNER[c];
  const j = CASE_CORNER[c + 1];
  const k = CASE_CORNER[c + 2];
  const l = CASE_CORNER[c + 3];
  const wk = 1;
  const wl = ratio[4 * k + l];
  const wj = wk * ratio[4 * k + j] + wl * ratio[4 * l + j];
  const wi = wj * ratio[4 * j + i] + wk * ratio[4 * k + i] + wl * ratio[4 * l + i];
  const sum = wi + wj + wk + wl;
  const a = 3 * tetNode[4 * tet + i];
  const b = 3 * tetNode[4 * tet + j];
  const d = 3 * tetNode[4 * tet + k];
  const e = 3 * tetNode[4 * tet + l];
  for (let x = 0; x < 3; x++) {
    out[at + x] =
      (wi * positions[a + x] + wj * positions[b + x] + wk * positions[d + x] + wl * positions[e + x]) / sum;
  }
}

const ratio = new Float64Array(16); // scratch: ratios of a tet's cuts

/** Writes ρ_ab of every cut edge of a tet, the ratio of its parts seen from corner a, to out[4·a + b]. */
export function readRatios(out: Float64Array, family: Family, tet: number): void {
  const { cutEvent, cutAt, topology } = family;
  const { tetNode, tetEdge } = topology;
  for (let a = 0, slot = 6 * tet; a < 3; a++) {
    for (let b = a + 1; b < 4; b++, slot++) {
      const e = tetEdge[slot];
      if (cutEvent[e] < 0) continue;
      const t = cutAt[e];
      const forward = t / (1 - t);
      const back = (1 - t) / t;
      const low = tetNode[4 * tet + a] < tetNode[4 * tet + b];
      out[4 * a + b] = low ? forward : back;
      out[4 * b + a] = low ? back : forward;
    }
  }
}
