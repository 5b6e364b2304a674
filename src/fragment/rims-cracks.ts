// The edges that cracks make, from the cuts of tets. Within a tet the part of a fragment is convex: its faces there
// meet the old surface, and each other, in convex edges. From tet to tet a crack may bend either way, and the edge is
// convex for one side at most. Edges on a face of a tet are found with that face, once for both tets that share it.

import { TET_FACES } from '../mesh/tet-mesh.ts';
import { EDGE_BETWEEN, POINT_FACE } from './cases.ts';
import type { Family } from './family.ts';
import { placePoint } from './points.ts';
import type { Rims } from './rims.ts';
import {
  CUT_BEHIND,
  CUT_COUNT,
  CUT_POINTS,
  EDGE_CUT,
  FACE_CUTS,
  FACE_SLOTS,
  JUNCTION_FIRST,
  JUNCTION_SLOTS,
  JUNCTION_STRIDE,
  JUNCTIONS,
  NO_CUT,
  PLANE_CORNER,
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
  const faces = FACE_CUTS;
  const junctions = JUNCTION_FIRST;
  findNormals(family, tets, count);
  for (let k = 0; k < count; k++) {
    const t = tets[k];
    const c = cutCase[t];
    for (let f = 0; f < 4; f++) {
      const cuts = faces[4 * c + f];
      const across = tetNeighbor[4 * t + f];
      if (cuts !== 0 && (across < 0 || across > t)) addFace(rims, family, t, f, cuts, across, event);
    }
    for (let n = junctions[c]; n < junctions[c + 1]; n++) addJunction(rims, family, t, n);
  }
}

const point = new Float64Array(12); // scratch: four points of a cut

/** Writes the unit normals of the cuts of the tets. */
function findNormals(family: Family, tets: Uint32Array, count: number): void {
  const { cutCase, cutAt, topology } = family;
  const { positions, tetNode, tetEdge, edgeNode, tetCount } = topology;
  if (rowOf.length < tetCount) rowOf = new Uint32Array(tetCount);
  if (normal.length < 9 * count) normal = new Float64Array(Math.max(9 * count, 2 * normal.length));
  const to = normal;
  const x = point;
  for (let k = 0; k < count; k++) {
    const t = tets[k];
    const c = cutCase[t];
    rowOf[t] = 9 * k;
    for (let cut = 0; cut < CUT_COUNT[c]; cut++) {
      const plane = 4 * (3 * c + cut);
      for (let n = 0; n < 4; n++) {
        const code = CUT_POINTS[plane + n];
        const whole = code >= PLANE_CORNER;
        const e = whole ? 0 : tetEdge[6 * t + code];
        const a = 3 * (whole ? tetNode[4 * t + code - PLANE_CORNER] : edgeNode[2 * e]);
        const b = whole ? a : 3 * edgeNode[2 * e + 1];
        const s = cutAt[e];
        x[3 * n] = positions[a] + s * (positions[b] - positions[a]);
        x[3 * n + 1] = positions[a + 1] + s * (positions[b + 1] - positions[a + 1]);
        x[3 * n + 2] = positions[a + 2] + s * (positions[b + 2] - positions[a + 2]);
      }
      const ux = x[6] - x[0];
      const uy = x[7] - x[1];
      const uz = x[8] - x[2];
      const vx = x[9] - x[3];
      const vy = x[10] - x[4];
      const vz = x[11] - x[5];
      const nx = uy * vz - uz * vy;
      const ny = uz * vx - ux * vz;
      const nz = ux * vy - uy * vx;
      const length = Math.sqrt(nx * nx + ny * ny + nz * nz);
      const scale = length > 0 ? 1 / length : 0;
      const at = 9 * k + 3 * cut;
      to[at] = nx * scale;
      to[at + 1] = ny * scale;
      to[at + 2] = nz * scale;
    }
  }
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
  if (cutEvent[tetEdge[6 * tet + (twice ? bc : ab)]] < event) return; // nothing new
  const key = rims.firstFace + FACE_SLOTS * topology.tetFace[4 * tet + f];
  const ac = EDGE_BETWEEN[4 * a + c];
  const meet = POINT_FACE + f; // where both cuts meet
  const sides = judge(rims, family, tet, f, (cuts >> 2) & 3, across, a, b);
  if (sides & FIRST) add(rims, family, tet, key, ab, ac, 1 << a);
  if (sides & OTHER && !twice) add(rims, family, tet, key + 1, ab, ac, (1 << b) | (1 << c));
  if (sides & OTHER && twice) {
    add(rims, family, tet, key + 1, ab, meet, 1 << b);
    add(rims, family, tet, key + 2, ac, meet, 1 << c);
  }
  if (!twice) return;
  const later = judge(rims, family, tet, f, second, across, b, c);
  if (later & FIRST) add(rims, family, tet, key + 3, bc, meet, 1 << b);
  if (later & OTHER) add(rims, family, tet, key + 4, bc, meet, 1 << c);
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
  const { cutCase, topology } = family;
  const { tetNode } = topology;
  const { cosine } = rims.sharp;
  // Normals out of the side of a.
  const n = rowOf[tet] + 3 * cut;
  const sign = (CUT_BEHIND[3 * cutCase[tet] + cut] >> a) & 1 ? 1 : -1;
  const x = sign * normal[n];
  const y = sign * normal[n + 1];
  const z = sign * normal[n + 2];
  if (across < 0) {
    faceNormal(family, tet, f);
    const dot = x * outward[0] + y * outward[1] + z * outward[2];
    return (dot < cosine ? FIRST : 0) | (-dot < cosine ? OTHER : 0);
  }
  const c = cutCase[across];
  const i = cornerOf(tetNode, across, tetNode[4 * tet + a]);
  const there =
    CUT_COUNT[c] === 1
      ? 0
      : EDGE_CUT[6 * c + EDGE_BETWEEN[4 * i + cornerOf(tetNode, across, tetNode[4 * tet + b])]];
  const m = rowOf[across] + 3 * there;
  const signThere = (CUT_BEHIND[3 * c + there] >> i) & 1 ? 1 : -1;
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
