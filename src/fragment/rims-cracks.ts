// The edges that cracks make, from the cuts of tets. Within a tet the part of a fragment is convex: its faces there
// meet the old surface, and each other, in convex edges. From tet to tet a crack may bend either way, and the edge is
// convex for one side at most. Edges on a face of a tet are found with that face, once for both tets that share it.

import { TET_FACES } from '../mesh/tet-mesh.ts';
import { EDGE_BETWEEN, POINT_FACE } from './cases.ts';
import { CASE_CUTS, CASE_PLANES, PLANE_CORNER, PLANE_STRIDE } from './crack-table.ts';
import type { Family } from './family.ts';
import { placeEdge, placePoint } from './points.ts';
import type { Rims } from './rims.ts';
import {
  CUT_BEHIND,
  EDGE_CUT,
  FACE_SLOTS,
  JUNCTION_FIRST,
  JUNCTION_SLOTS,
  JUNCTION_STRIDE,
  JUNCTIONS,
} from './rims-cases.ts';
import { putEdge, takeSlot } from './rims-store.ts';

// Scratch: unit normals of the cuts of the tets at hand, three a tet, pointing away from CUT_BEHIND; those of tet t
// begin at rowOf[t].
let normal = new Float64Array(0);
let rowOf = new Uint32Array(0);

/**
 * Adds the edges of the faces that were cut since `event`, and those inside the first `count` tets of the list, which
 * holds every tet that was cut since then.
 */
export function addCracks(rims: Rims, family: Family, tets: Uint32Array, count: number, event: number): void {
  const { cutCase, topology } = family;
  const { tetNeighbor } = topology;
  findNormals(family, tets, count);
  for (let k = 0; k < count; k++) {
    const t = tets[k];
    for (let f = 0; f < 4; f++) {
      const across = tetNeighbor[4 * t + f];
      if (across < 0 || across > t) addFace(rims, family, t, f, across, event);
    }
    const c = cutCase[t];
    for (let n = JUNCTION_FIRST[c]; n < JUNCTION_FIRST[c + 1]; n++) addJunction(rims, family, t, n);
  }
}

function findNormals(family: Family, tets: Uint32Array, count: number): void {
  const { tetCount } = family.topology;
  if (rowOf.length < tetCount) rowOf = new Uint32Array(tetCount);
  if (normal.length < 9 * count) normal = new Float64Array(Math.max(9 * count, 2 * normal.length));
  for (let k = 0; k < count; k++) {
    const t = tets[k];
    rowOf[t] = 9 * k;
    const c = family.cutCase[t];
    for (let cut = 0; cut < CASE_CUTS[c]; cut++)
      setNormal(9 * k + 3 * cut, family, t, PLANE_STRIDE * (3 * c + cut));
  }
}

const point = new Float64Array(12); // scratch: four points of a cut, whose diagonals give its normal

/** Writes the unit normal of the cut whose points begin at `plane` in CASE_PLANES. */
function setNormal(to: number, family: Family, tet: number, plane: number): void {
  const { positions, tetNode, tetEdge } = family.topology;
  for (let k = 0; k < 4; k++) {
    const code = CASE_PLANES[plane + k];
    if (code < PLANE_CORNER) {
      placeEdge(point, 3 * k, family, tetEdge[6 * tet + code]);
    } else {
      const i = 3 * tetNode[4 * tet + code - PLANE_CORNER];
      point[3 * k] = positions[i];
      point[3 * k + 1] = positions[i + 1];
      point[3 * k + 2] = positions[i + 2];
    }
  }
  const i = 3 * tetNode[4 * tet + CASE_PLANES[plane + 4]];
  const ux = point[6] - point[0];
  const uy = point[7] - point[1];
  const uz = point[8] - point[2];
  const vx = point[9] - point[3];
  const vy = point[10] - point[4];
  const vz = point[11] - point[5];
  const x = uy * vz - uz * vy;
  const y = uz * vx - ux * vz;
  const z = ux * vy - uy * vx;
  const behind =
    x * (positions[i] - point[0]) + y * (positions[i + 1] - point[1]) + z * (positions[i + 2] - point[2]);
  const length = Math.sqrt(x * x + y * y + z * z);
  const scale = length > 0 ? (behind > 0 ? -1 : 1) / length : 0;
  normal[to] = x * scale;
  normal[to + 1] = y * scale;
  normal[to + 2] = z * scale;
}

const outward = new Float64Array(3); // scratch: unit normal of the face at hand, out of its tet

/**
 * The edges on face f of a tet, beyond which lies the tet `across` (−1: nothing). Its first cut parts corner a from b
 * and c, the second one, if any, b from c. Numbers of its edges: 0 for a; 1 for b and c while they are one, or for b, 2
 * for c, along the first cut; 3 for b and 4 for c along the second.
 */
function addFace(rims: Rims, family: Family, tet: number, f: number, across: number, event: number): void {
  const { cutEvent, cutCase, topology } = family;
  const { tetNode, tetEdge } = topology;
  const p = TET_FACES[3 * f];
  const q = TET_FACES[3 * f + 1];
  const r = TET_FACES[3 * f + 2];
  const pq = cutEvent[tetEdge[6 * tet + EDGE_BETWEEN[4 * p + q]]];
  const qr = cutEvent[tetEdge[6 * tet + EDGE_BETWEEN[4 * q + r]]];
  const rp = cutEvent[tetEdge[6 * tet + EDGE_BETWEEN[4 * r + p]]];
  if (pq < event && qr < event && rp < event) return;
  // Corner a lies opposite the edge that was cut last, or not at all.
  const latest = Math.max(pq & UNCUT, qr & UNCUT, rp & UNCUT);
  const a = latest === (qr & UNCUT) ? p : latest === (rp & UNCUT) ? q : r;
  const after = a === p ? q : a === q ? r : p;
  const before = 6 - f - a - after;
  const ascending = tetNode[4 * tet + after] < tetNode[4 * tet + before];
  const b = ascending ? after : before;
  const c = ascending ? before : after;
  const ab = EDGE_BETWEEN[4 * a + b];
  const ac = EDGE_BETWEEN[4 * a + c];
  const bc = EDGE_BETWEEN[4 * b + c];
  const twice = latest !== UNCUT;
  const kase = cutCase[tet];
  const first = EDGE_CUT[6 * kase + ab];
  const second = EDGE_CUT[6 * kase + bc];
  const key = rims.firstFace + FACE_SLOTS * topology.tetFace[4 * tet + f];
  faceNormal(family, tet, f);
  const meet = POINT_FACE + f; // the point where both cuts meet
  const ofA = (CUT_BEHIND[3 * kase + first] >> a) & 1 ? 1 : -1;
  const ridge = judge(rims, family, tet, first, ofA, across, a, b);
  if (ridge & FIRST) add(rims, family, tet, key, ab, ac, 1 << a);
  if (ridge & OTHER && !twice) add(rims, family, tet, key + 1, ab, ac, (1 << b) | (1 << c));
  if (ridge & OTHER && twice) {
    add(rims, family, tet, key + 1, ab, meet, 1 << b);
    add(rims, family, tet, key + 2, ac, meet, 1 << c);
  }
  if (!twice) return;
  const ofB = (CUT_BEHIND[3 * kase + second] >> b) & 1 ? 1 : -1;
  const later = judge(rims, family, tet, second, ofB, across, b, c);
  if (later & FIRST) add(rims, family, tet, key + 3, bc, meet, 1 << b);
  if (later & OTHER) add(rims, family, tet, key + 4, bc, meet, 1 << c);
}

const UNCUT = 0x7fffffff; // −1 & UNCUT: after every event
const FIRST = 1; // sharp and convex for the side named first
const OTHER = 2; // for the other

/**
 * For which sides the edge that a cut makes on the face at hand is sharp and convex. The cut's normal times `side`
 * points out of the side of corner a, towards b, whose edge it cuts.
 */
function judge(
  rims: Rims,
  family: Family,
  tet: number,
  cut: number,
  side: number,
  across: number,
  a: number,
  b: number,
): number {
  const { cosine } = rims.sharp;
  const n = rowOf[tet] + 3 * cut;
  const x = side * normal[n];
  const y = side * normal[n + 1];
  const z = side * normal[n + 2];
  if (across < 0) {
    const dot = x * outward[0] + y * outward[1] + z * outward[2];
    return (dot < cosine ? FIRST : 0) | (-dot < cosine ? OTHER : 0);
  }
  const { tetNode } = family.topology;
  const c = family.cutCase[across];
  const i = cornerOf(tetNode, across, tetNode[4 * tet + a]);
  const j = cornerOf(tetNode, across, tetNode[4 * tet + b]);
  const there = EDGE_CUT[6 * c + EDGE_BETWEEN[4 * i + j]];
  const m = rowOf[across] + 3 * there;
  const sign = (CUT_BEHIND[3 * c + there] >> i) & 1 ? 1 : -1;
  const u = sign * normal[m];
  const v = sign * normal[m + 1];
  const w = sign * normal[m + 2];
  if (!(x * u + y * v + z * w < cosine)) return 0;
  // The edge lies in the face. Seen along it, a's side bulges if its normal turns the way one goes, out of the tet.
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
function addJunction(rims: Rims, family: Family, tet: number, junction: number): void {
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
  const index = rims.firstTet + JUNCTION_SLOTS * tet + JUNCTIONS[at + 5];
  add(rims, family, tet, index, JUNCTIONS[at], JUNCTIONS[at + 1], own);
}

/** Adds the edge between two points of a tet's cuts; of the corners in the mask `own` the closest owns it. */
function add(
  rims: Rims,
  family: Family,
  tet: number,
  index: number,
  from: number,
  to: number,
  own: number,
): void {
  const slot = takeSlot(rims);
  const { end } = rims;
  const { positions, tetNode } = family.topology;
  const at = 6 * slot;
  placePoint(end, at, family, tet, from);
  placePoint(end, at + 3, family, tet, to);
  let best = Infinity;
  let owner = -1;
  for (let k = 0; k < 4; k++) {
    if (((own >> k) & 1) === 0) continue;
    const i = 3 * tetNode[4 * tet + k];
    let square = 0;
    for (let d = 0; d < 3; d++) {
      const x = end[at + d] - positions[i + d];
      const y = end[at + 3 + d] - positions[i + d];
      square += x * x + y * y;
    }
    if (square < best || owner < 0) {
      best = square;
      owner = tetNode[4 * tet + k];
    }
  }
  putEdge(rims, family, slot, index, owner);
}
