// The edges that cracks make, from the cuts of tets. Within a tet the part of a fragment is convex: its faces there
// meet the old surface, and each other, in convex edges. From tet to tet a crack may bend either way, and the edge is
// convex for one side at most. Edges on a face of a tet are found with that face, once for both tets that share it.
// Planes and points are those of the crack faces. One loop a step, over lists: calls would cost more than the work.

import { crossEdges } from '../geometry/triangle.ts';
import { TET_FACES } from '../mesh/tet-mesh.ts';
import { EDGE_BETWEEN, POINT_FACE } from './cases.ts';
import { type CrackFaces, POLYGON_SIZE } from './crack-faces.ts';
import { CASE_CUTS } from './crack-table.ts';
import type { Family } from './family.ts';
import { addEdges, bluntest, FOUND_STRIDE, type Rims, type SharpRuns } from './rims.ts';
import {
  CUT_BEHIND,
  CUT_PLACE,
  EDGE_CUT,
  FACE_CUTS,
  FACE_SLOTS,
  JUNCTION_FIRST,
  JUNCTION_STRIDE,
  JUNCTIONS,
  NO_CUT,
  POINT_COUNT,
  POINT_PLACE,
  TET_SLOTS,
} from './rims-cases.ts';
import type { FamilyTopology } from './topology.ts';

let bent = new Int32Array(0); // scratch: faces that may have edges, as 4·tet + face
let found = new Int32Array(0); // scratch: edges, see addEdges

/**
 * Adds the edges of the faces that were cut since `event`, and those inside the first `count` tets of the list, which
 * holds every tet that was cut since then.
 */
export function addCracks(
  rims: Rims,
  family: Family,
  faces: CrackFaces,
  tets: Uint32Array,
  count: number,
  event: number,
): void {
  if (bent.length <= 4 * count) bent = new Int32Array(4 * count + 1);
  const bends = findBends(rims, family, faces, tets, count);
  let most = 5 * bends; // an edge for each number
  for (let k = 0; k < count; k++) {
    const c = family.cutCase[tets[k]];
    most += JUNCTION_FIRST[c + 1] - JUNCTION_FIRST[c];
  }
  if (found.length < FOUND_STRIDE * most) found = new Int32Array(2 * FOUND_STRIDE * most);
  let at = findFaceEdges(rims, family, faces, bends, event);
  at = findJunctions(rims, family, faces, tets, count, at);
  addEdges(rims, family, faces.geometry, found, at);
}

/**
 * Writes to `bent` the faces that may have edges, each once; returns how many. Nobody can foretell which faces are cut
 * and which tet of two has the lower number: the first loop does without branches.
 */
function findBends(rims: Rims, family: Family, faces: CrackFaces, tets: Uint32Array, count: number): number {
  const { cutCase, topology } = family;
  const { tetNeighbor } = topology;
  const { flat, twin } = rims.sharp;
  const { geometry, first } = faces;
  const cutCount = CASE_CUTS;
  const behind = CUT_BEHIND;
  const places = CUT_PLACE;
  const faceCuts = FACE_CUTS;
  const list = bent;
  let cut = 0;
  for (let k = 0; k < count; k++) {
    const t = tets[k];
    const c = cutCase[t];
    for (let f = 0; f < 4; f++) {
      const across = tetNeighbor[4 * t + f];
      list[cut] = 4 * t + f;
      // One more if the face is cut, unless there is a tet across and its number is lower.
      cut += ((0 - faceCuts[4 * c + f]) & ~((across - t) & ~across)) >>> 31;
    }
  }
  let at = 0;
  for (let n = 0; n < cut; n++) {
    const slot = list[n];
    const t = slot >> 2;
    const across = tetNeighbor[slot];
    const c = cutCase[t];
    const there = across >= 0 ? cutCase[across] : 0;
    list[at++] = slot;
    if (cutCount[c] !== 1 || cutCount[there] !== 1) continue;
    // Mostly the crack goes on as it is. Behind both planes, or beyond both, is the same side.
    const p = POLYGON_SIZE * first[t] + places[3 * c];
    const q = POLYGON_SIZE * first[across] + places[3 * there];
    const dot =
      geometry[p] * geometry[q] + geometry[p + 1] * geometry[q + 1] + geometry[p + 2] * geometry[q + 2];
    const a = faceCuts[4 * c + (slot & 3)] & 3;
    const turned = (behind[3 * c] >> a) ^ (behind[3 * there] >> ((twin[slot] >> (2 * a)) & 3));
    if ((1 - 2 * (turned & 1)) * dot >= flat) at--;
  }
  return at;
}

const FIRST = 1; // sharp and convex for the side named first
const OTHER = 2; // for the other

/**
 * Writes to `found` the edges on the faces in `bent`; returns where it ends. The first cut of a face parts corner a from
 * b and c, the second one, if any, b from c. Numbers of its edges: 0 for a; 1 for b and c while they are one, or for b,
 * 2 for c, along the first cut; 3 for b and 4 for c along the second.
 */
function findFaceEdges(rims: Rims, family: Family, faces: CrackFaces, count: number, event: number): number {
  const { cutCase, cutEvent, topology } = family;
  const { tetEdge, tetNeighbor } = topology;
  const { sharp, firstCrack } = rims;
  const { twin } = sharp;
  const { geometry, first } = faces;
  const list = bent;
  const to = found;
  const between = EDGE_BETWEEN;
  const behind = CUT_BEHIND;
  const edgeCut = EDGE_CUT;
  const places = CUT_PLACE;
  const points = POINT_PLACE;
  let at = 0;
  for (let n = 0; n < count; n++) {
    const slot = list[n];
    const t = slot >> 2;
    const f = slot & 3;
    const here = cutCase[t];
    const cuts = FACE_CUTS[4 * here + f];
    const a = cuts & 3;
    const b = (cuts >> 6) & 3;
    const c = cuts >> 8;
    const ab = between[4 * a + b];
    const bc = between[4 * b + c];
    const second = (cuts >> 4) & 3;
    const twice = second !== NO_CUT;
    if (event > 0 && cutEvent[tetEdge[6 * t + (twice ? bc : ab)]] < event) continue; // nothing new
    const across = tetNeighbor[slot];
    const map = twin[slot];
    const there = across >= 0 ? cutCase[across] : 0;
    const key = firstCrack + TET_SLOTS * t + FACE_SLOTS * f;
    const base = POLYGON_SIZE * first[t];
    for (let later = 0; later < (twice ? 2 : 1); later++) {
      // The cut parts u from v.
      const cut = later === 0 ? (cuts >> 2) & 3 : second;
      const u = later === 0 ? a : b;
      const v = later === 0 ? b : c;
      const sign = (behind[3 * here + cut] >> u) & 1 ? 1 : -1;
      let q = -1;
      let signThere = 1;
      if (across >= 0) {
        const i = (map >> (2 * u)) & 3;
        const other = edgeCut[6 * there + between[4 * i + ((map >> (2 * v)) & 3)]];
        q = POLYGON_SIZE * first[across] + places[3 * there + other];
        if (((behind[3 * there + other] >> i) & 1) === 0) signThere = -1;
      }
      const p = base + places[3 * here + cut];
      const point = POINT_COUNT * here;
      const start = base + points[point + (later === 0 ? ab : bc)];
      const end = base + points[point + (twice ? POINT_FACE + f : between[4 * a + c])];
      setLimit(geometry, start, later === 0 ? base + points[point + between[4 * a + c]] : end, sharp);
      const sides = findSharpSides(geometry, p, sign, q, signThere, topology, slot);
      if (sides === 0) continue;
      const number = later === 0 ? key : key + 3;
      const meet = base + points[point + between[4 * a + c]];
      const other = q < 0 ? -1 : 1; // a rim is as sharp for one side as it is blunt for the other
      if (sides & FIRST && isSharp(geometry, start, later === 0 ? meet : end, sharp, 1)) {
        to[at] = number;
        to[at + 1] = start;
        to[at + 2] = later === 0 ? meet : end;
        to[at + 3] = 1 << u;
        at += FOUND_STRIDE;
      }
      if ((sides & OTHER) === 0) continue;
      if (isSharp(geometry, start, end, sharp, other)) {
        to[at] = number + 1;
        to[at + 1] = start;
        to[at + 2] = end;
        to[at + 3] = twice ? 1 << v : (1 << b) | (1 << c);
        at += FOUND_STRIDE;
      }
      if (!twice || later === 1 || !isSharp(geometry, meet, end, sharp, other)) continue;
      to[at] = number + 2;
      to[at + 1] = meet;
      to[at + 2] = end;
      to[at + 3] = 1 << c;
      at += FOUND_STRIDE;
    }
  }
  return at;
}

const limit = new Float64Array(1); // scratch: cosine of the angle above which the edge at hand counts as sharp

/** Sets `limit` for an edge from geometry[p…] to geometry[q…]. */
function setLimit(geometry: Float64Array, p: number, q: number, { cosine, dip }: SharpRuns): void {
  const x = geometry[p] - geometry[q];
  const y = geometry[p + 1] - geometry[q + 1];
  const z = geometry[p + 2] - geometry[q + 2];
  limit[0] = Math.max(cosine, bluntest(x * x + y * y + z * z, dip));
}

const turned = new Float64Array(1); // scratch: cosine of the angle between the two faces of the edge at hand, for the side named first

/** Whether the edge at hand, or the part of it from geometry[p…] to geometry[q…], is sharp for a side: 1, or −1 where that sees the other end of a face. */
function isSharp(geometry: Float64Array, p: number, q: number, sharp: SharpRuns, side: number): boolean {
  setLimit(geometry, p, q, sharp);
  return side * turned[0] < limit[0];
}

const outward = new Float64Array(3); // scratch: unit normal of the face at hand, out of its tet

/**
 * For which sides the edge of a plane p of a tet on its face 4·tet + f is sharp and convex; q is the plane beyond the face, −1 if
 * there is nothing. With their signs they point out of the side named first.
 */
function findSharpSides(
  geometry: Float64Array,
  p: number,
  sign: number,
  q: number,
  signThere: number,
  topology: FamilyTopology,
  slot: number,
): number {
  const cosine = limit[0];
  const x = sign * geometry[p];
  const y = sign * geometry[p + 1];
  const z = sign * geometry[p + 2];
  if (q < 0) {
    faceNormal(topology, slot);
    const dot = x * outward[0] + y * outward[1] + z * outward[2];
    turned[0] = dot;
    return (dot < cosine ? FIRST : 0) | (-dot < cosine ? OTHER : 0);
  }
  const u = signThere * geometry[q];
  const v = signThere * geometry[q + 1];
  const w = signThere * geometry[q + 2];
  turned[0] = x * u + y * v + z * w;
  if (!(turned[0] < cosine)) return 0;
  // The edge lies in the face. Seen along it, the side bulges if its normal turns the way one goes, out of the tet.
  faceNormal(topology, slot);
  return (u - x) * outward[0] + (v - y) * outward[1] + (w - z) * outward[2] > 0 ? FIRST : OTHER;
}

/** Writes the unit normal of the face 4·tet + f to `outward`. */
function faceNormal({ positions, tetNode }: FamilyTopology, slot: number): void {
  const t = slot - (slot & 3);
  const f = 3 * (slot & 3);
  const a = 3 * tetNode[t + TET_FACES[f]];
  crossEdges(outward, 0, positions, a, 3 * tetNode[t + TET_FACES[f + 1]], 3 * tetNode[t + TET_FACES[f + 2]]);
  const x = outward[0];
  const y = outward[1];
  const z = outward[2];
  const scale = 1 / Math.sqrt(x * x + y * y + z * z);
  outward[0] = x * scale;
  outward[1] = y * scale;
  outward[2] = z * scale;
}

/** Writes to `found`, from `at` on, the edges inside tets where two faces of a side meet at an angle. */
function findJunctions(
  rims: Rims,
  family: Family,
  faces: CrackFaces,
  tets: Uint32Array,
  count: number,
  at: number,
): number {
  const { cutCase } = family;
  const { geometry, first } = faces;
  const { firstCrack } = rims;
  const { sharp } = rims;
  const list = JUNCTIONS;
  const behind = CUT_BEHIND;
  const places = CUT_PLACE;
  const to = found;
  for (let k = 0; k < count; k++) {
    const t = tets[k];
    const c = cutCase[t];
    const base = POLYGON_SIZE * first[t];
    const end = JUNCTION_STRIDE * JUNCTION_FIRST[c + 1];
    for (let j = JUNCTION_STRIDE * JUNCTION_FIRST[c]; j < end; j += JUNCTION_STRIDE) {
      const m = 3 * c + list[j + 2];
      const n = 3 * c + list[j + 3];
      const own = list[j + 4];
      const p = base + places[m];
      const q = base + places[n];
      const dot =
        geometry[p] * geometry[q] + geometry[p + 1] * geometry[q + 1] + geometry[p + 2] * geometry[q + 2];
      const same = ((behind[m] & own) !== 0) === ((behind[n] & own) !== 0);
      const start = base + POINT_PLACE[POINT_COUNT * c + list[j]];
      const stop = base + POINT_PLACE[POINT_COUNT * c + list[j + 1]];
      setLimit(geometry, start, stop, sharp);
      if (!((same ? dot : -dot) < limit[0])) continue;
      to[at] = firstCrack + TET_SLOTS * t + list[j + 5];
      to[at + 1] = start;
      to[at + 2] = stop;
      to[at + 3] = own;
      at += FOUND_STRIDE;
    }
  }
  return at;
}
