// The edges that cracks make, from the cuts of tets. Within a tet the part of a fragment is convex: its faces there
// meet the old surface, and each other, in convex edges. From tet to tet a crack may bend either way, and the edge is
// convex for one side at most. Edges on a face of a tet are found with that face, once for both tets that share it.
// Planes and points are those of the crack faces.

import { TET_FACES } from '../mesh/tet-mesh.ts';
import { EDGE_BETWEEN, POINT_FACE } from './cases.ts';
import type { CrackFaces } from './crack-faces.ts';
import { POLYGON_SIZE } from './crack-faces.ts';
import { CASE_CUTS } from './crack-table.ts';
import type { Family } from './family.ts';
import type { Rims } from './rims.ts';
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
import { addEdge, reserveSlots } from './rims-store.ts';

// Scratch: unit normals of the cuts of the tets at hand; those of tet t begin at rowOf[t]. If it is cut once, the normal
// points from the lower label to the higher, else they point away from CUT_BEHIND.
let normal = new Float64Array(0);
let rowOf = new Uint32Array(0);

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
  const { cutCase, topology } = family;
  const { tetNeighbor } = topology;
  const { cosine } = rims.sharp;
  const faceCuts = FACE_CUTS;
  const cutCount = CASE_CUTS;
  const junctions = JUNCTION_FIRST;
  reserveSlots(rims, count);
  findNormals(family, faces, tets, count);
  const row = rowOf;
  const n = normal;
  for (let k = 0; k < count; k++) {
    const t = tets[k];
    const c = cutCase[t];
    const once = cutCount[c] === 1;
    for (let f = 0; f < 4; f++) {
      const cuts = faceCuts[4 * c + f];
      const across = tetNeighbor[4 * t + f];
      if (cuts === 0 || (across >= 0 && across < t)) continue;
      if (once && across >= 0 && cutCount[cutCase[across]] === 1) {
        // The same two labels on both sides of the face: normals are alike, and mostly the crack does not bend.
        const p = row[t];
        const q = row[across];
        if (n[p] * n[q] + n[p + 1] * n[q + 1] + n[p + 2] * n[q + 2] >= cosine) continue;
      }
      addFace(rims, family, faces, t, f, cuts, across, event);
    }
    for (let j = junctions[c]; j < junctions[c + 1]; j++) addJunction(rims, family, faces, t, j);
  }
}

/** Gathers the normals of the cuts of the tets. */
function findNormals(family: Family, faces: CrackFaces, tets: Uint32Array, count: number): void {
  const { label, cutCase, topology } = family;
  const { tetNode, tetCount } = topology;
  const { geometry, first } = faces;
  if (rowOf.length < tetCount) rowOf = new Uint32Array(tetCount);
  if (normal.length < 9 * count) normal = new Float64Array(Math.max(9 * count, 2 * normal.length));
  const row = rowOf;
  const to = normal;
  const cutCount = CASE_CUTS;
  const behind = CUT_BEHIND;
  const places = CUT_PLACE;
  let at = 0;
  for (let k = 0; k < count; k++) {
    const t = tets[k];
    const c = cutCase[t];
    const cuts = cutCount[c];
    row[t] = at;
    let sign = 1;
    if (cuts === 1) {
      const mask = behind[3 * c];
      const i = tetNode[4 * t + 31 - Math.clz32(mask)];
      const l = tetNode[4 * t + 31 - Math.clz32(15 & ~mask)];
      if (label[i] > label[l]) sign = -1;
    }
    for (let cut = 0; cut < cuts; cut++, at += 3) {
      const o = POLYGON_SIZE * first[t] + places[3 * c + cut];
      to[at] = sign * geometry[o];
      to[at + 1] = sign * geometry[o + 1];
      to[at + 2] = sign * geometry[o + 2];
    }
  }
}

/** 1 if the normal of a cut points out of the side of corner a, −1 if out of that of b. */
function turnOf(family: Family, tet: number, cut: number, a: number, b: number): number {
  const { label, cutCase, topology } = family;
  const { tetNode } = topology;
  const c = cutCase[tet];
  if (CASE_CUTS[c] === 1) return label[tetNode[4 * tet + a]] < label[tetNode[4 * tet + b]] ? 1 : -1;
  return (CUT_BEHIND[3 * c + cut] >> a) & 1 ? 1 : -1;
}

const outward = new Float64Array(3); // scratch: unit normal of the face at hand, out of its tet

/**
 * The edges on face f of a tet, cut as `cuts` of FACE_CUTS says, beyond which lies the tet `across` (−1: nothing). Its
 * first cut parts corner a from b and c, the second one, if any, b from c. Numbers of its edges: 0 for a; 1 for b and c
 * while they are one, or for b, 2 for c, along the first cut; 3 for b and 4 for c along the second.
 */
function addFace(
  rims: Rims,
  family: Family,
  faces: CrackFaces,
  tet: number,
  f: number,
  cuts: number,
  across: number,
  event: number,
): void {
  const { cutEvent, topology } = family;
  const { tetNode, tetEdge } = topology;
  const a = cuts & 3;
  const after = TET_FACES[3 * f] !== a ? TET_FACES[3 * f] : TET_FACES[3 * f + 1];
  const before = 6 - f - a - after;
  const ascending = tetNode[4 * tet + after] < tetNode[4 * tet + before];
  const b = ascending ? after : before;
  const c = ascending ? before : after;
  const ab = EDGE_BETWEEN[4 * a + b];
  const bc = EDGE_BETWEEN[4 * b + c];
  const second = (cuts >> 4) & 3;
  const twice = second !== NO_CUT;
  if (event > 0 && cutEvent[tetEdge[6 * tet + (twice ? bc : ab)]] < event) return; // nothing new
  const key = TET_SLOTS * tet + FACE_SLOTS * f;
  const ac = EDGE_BETWEEN[4 * a + c];
  const meet = POINT_FACE + f; // where both cuts meet
  const sides = judge(rims, family, tet, f, (cuts >> 2) & 3, across, a, b);
  if (sides & FIRST) add(rims, family, faces, tet, key, ab, ac, 1 << a);
  if (sides & OTHER && !twice) add(rims, family, faces, tet, key + 1, ab, ac, (1 << b) | (1 << c));
  if (sides & OTHER && twice) {
    add(rims, family, faces, tet, key + 1, ab, meet, 1 << b);
    add(rims, family, faces, tet, key + 2, ac, meet, 1 << c);
  }
  if (!twice) return;
  const later = judge(rims, family, tet, f, second, across, b, c);
  if (later & FIRST) add(rims, family, faces, tet, key + 3, bc, meet, 1 << b);
  if (later & OTHER) add(rims, family, faces, tet, key + 4, bc, meet, 1 << c);
}

const FIRST = 1; // sharp and convex for the side named first
const OTHER = 2; // for the other

/**
 * For which sides the edge that a cut makes on face f of a tet is sharp and convex: the side of corner a, or that of b,
 * which the cut parts from a.
 */
function judge(
  rims: Rims,
  family: Family,
  tet: number,
  f: number,
  cut: number,
  across: number,
  a: number,
  b: number,
): number {
  const { cosine } = rims.sharp;
  // Normals out of the side of a.
  const n = rowOf[tet] + 3 * cut;
  const sign = turnOf(family, tet, cut, a, b);
  const x = sign * normal[n];
  const y = sign * normal[n + 1];
  const z = sign * normal[n + 2];
  if (across < 0) {
    faceNormal(family, tet, f);
    const dot = x * outward[0] + y * outward[1] + z * outward[2];
    return (dot < cosine ? FIRST : 0) | (-dot < cosine ? OTHER : 0);
  }
  const { tetNode } = family.topology;
  const i = cornerOf(tetNode, across, tetNode[4 * tet + a]);
  const j = cornerOf(tetNode, across, tetNode[4 * tet + b]);
  const there = EDGE_CUT[6 * family.cutCase[across] + EDGE_BETWEEN[4 * i + j]];
  const m = rowOf[across] + 3 * there;
  const signThere = turnOf(family, across, there, i, j);
  const u = signThere * normal[m];
  const v = signThere * normal[m + 1];
  const w = signThere * normal[m + 2];
  if (!(x * u + y * v + z * w < cosine)) return 0;
  // The edge lies in the face. Seen along it, a's side bulges if its normal turns the way one goes, out of the tet.
  faceNormal(family, tet, f);
  return (u - x) * outward[0] + (v - y) * outward[1] + (w - z) * outward[2] > 0 ? FIRST : OTHER;
}

function cornerOf(tetNode: Uint32Array, tet: number, node: number): number {
  let k = 0;
  while (tetNode[4 * tet + k] !== node) k++;
  return k;
}

function faceNormal(family: Family, tet: number, f: number): void {
  const { positions, tetNode } = family.topology;
  const a = 3 * tetNode[4 * tet + TET_FACES[3 * f]];
  const b = 3 * tetNode[4 * tet + TET_FACES[3 * f + 1]];
  const c = 3 * tetNode[4 * tet + TET_FACES[3 * f + 2]];
  const ux = positions[b] - positions[a];
  const uy = positions[b + 1] - positions[a + 1];
  const uz = positions[b + 2] - positions[a + 2];
  const vx = positions[c] - positions[a];
  const vy = positions[c + 1] - positions[a + 1];
  const vz = positions[c + 2] - positions[a + 2];
  const x = uy * vz - uz * vy;
  const y = uz * vx - ux * vz;
  const z = ux * vy - uy * vx;
  const length = Math.sqrt(x * x + y * y + z * z);
  outward[0] = x / length;
  outward[1] = y / length;
  outward[2] = z / length;
}

/** An edge inside a tet, if its two faces meet at an angle. */
function addJunction(rims: Rims, family: Family, faces: CrackFaces, tet: number, junction: number): void {
  const at = JUNCTION_STRIDE * junction;
  const c = family.cutCase[tet];
  const own = JUNCTIONS[at + 4];
  const m = JUNCTIONS[at + 2];
  const n = JUNCTIONS[at + 3];
  const p = rowOf[tet] + 3 * m;
  const q = rowOf[tet] + 3 * n;
  const same = ((CUT_BEHIND[3 * c + m] & own) !== 0) === ((CUT_BEHIND[3 * c + n] & own) !== 0);
  const dot = normal[p] * normal[q] + normal[p + 1] * normal[q + 1] + normal[p + 2] * normal[q + 2];
  if (!((same ? dot : -dot) < rims.sharp.cosine)) return;
  add(rims, family, faces, tet, TET_SLOTS * tet + JUNCTIONS[at + 5], JUNCTIONS[at], JUNCTIONS[at + 1], own);
}

/** Adds the edge between two points of a tet's cuts, which are corners of its crack faces. */
function add(
  rims: Rims,
  family: Family,
  faces: CrackFaces,
  tet: number,
  number: number,
  from: number,
  to: number,
  own: number,
): void {
  const place = POINT_COUNT * family.cutCase[tet];
  const first = POLYGON_SIZE * faces.first[tet];
  const p = first + POINT_PLACE[place + from];
  const q = first + POINT_PLACE[place + to];
  addEdge(rims, family, rims.firstCrack + number, faces.geometry, p, q, tet, own);
}
