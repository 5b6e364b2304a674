// The tables of cases.ts and crack-table.ts arranged for edges: where the faces of a tet have the plane of each cut and
// the points, which cuts meet a face of the tet and how, and where two faces of one side meet inside it. Cuts of a tet
// are numbered 0 to 2 by age.

import { TET_EDGES, TET_FACES } from '../mesh/tet-mesh.ts';
import {
  CASE_CORNER,
  CASE_COUNT,
  CASE_KIND,
  CASE_SIDE,
  EDGE_BETWEEN,
  KIND_B,
  listSide,
  POINT_FACE,
  POINT_INSIDE,
} from './cases.ts';
import { POLYGON_PLANE, POLYGON_SIZE } from './crack-faces.ts';
import {
  CASE_CUTS,
  CASE_FIRST,
  CASE_PLANES,
  PLANE_STRIDE,
  POLYGON_STRIDE,
  POLYGON_TABLE,
} from './crack-table.ts';

/** Instead of a cut: there is none. */
export const NO_CUT = 3;

/** Points that a tet can have. */
export const POINT_COUNT = POINT_INSIDE + 1;

/** Numbers of a junction: its two points, the two cuts, the corners on its side as a mask, its number in the tet. */
export const JUNCTION_STRIDE = 6;
/** Numbers that a tet gives to edges: five for each of its faces, then three for each corner that begins a side. */
export const TET_SLOTS = 32;
/** One for the side that is parted off first on a face, two for each of the others. */
export const FACE_SLOTS = 5;
/** The first number of a junction. */
export const JUNCTION_SLOT = 20;

const tables = buildTables();

/** The cut that parts the ends of an edge, or NO_CUT, at 6·case + edge. */
export const EDGE_CUT = tables.edgeCut;
/** The corners that each cut parts off, as a mask, at 3·case + cut: its normal points away from them. */
export const CUT_BEHIND = tables.behind;
/** Where in the geometry of a tet's crack faces the plane of each cut begins, at 3·case + cut. */
export const CUT_PLACE = tables.planeAt;
/** Where in it each point of the cuts is, at POINT_COUNT·case + point. */
export const POINT_PLACE = tables.pointAt;
/**
 * How a face of the tet is cut, at 4·case + face: bits 0–1 the corner parted off first, 2–3 that cut, 4–5 the one that
 * parts the other two corners, or NO_CUT, 6–7 and 8–9 these two; 0 if the face is not cut.
 */
export const FACE_CUTS = tables.faces;
/** Where two faces of a side meet inside the tet. Those of case c are [JUNCTION_FIRST[c], JUNCTION_FIRST[c + 1]). */
export const JUNCTIONS = tables.junctions;
export const JUNCTION_FIRST = tables.first;

function buildTables() {
  const edgeCut = new Uint8Array(6 * CASE_COUNT).fill(NO_CUT);
  const behind = new Uint8Array(3 * CASE_COUNT);
  const planeAt = new Uint16Array(3 * CASE_COUNT);
  const pointAt = new Uint16Array(POINT_COUNT * CASE_COUNT);
  const faces = new Uint16Array(4 * CASE_COUNT);
  const first = new Uint16Array(CASE_COUNT + 1);
  const junctions: number[] = [];
  for (let c = 0; c < CASE_COUNT; c++) {
    const masks = listMasks(c);
    for (let cut = 0; cut < CASE_CUTS[c]; cut++) {
      const lead = CASE_PLANES[PLANE_STRIDE * (3 * c + cut) + 4];
      behind[3 * c + cut] = (masks[cut] >> lead) & 1 ? masks[cut] : 15 & ~masks[cut];
    }
    findPlaces(planeAt, pointAt, c);
    for (let e = 0; e < 6; e++) {
      const [a, b] = TET_EDGES.subarray(2 * e, 2 * e + 2);
      if ((CASE_SIDE[4 * c + a] >> b) & 1) continue; // on one side
      edgeCut[6 * c + e] = masks.findIndex((mask) => ((mask >> a) & 1) !== ((mask >> b) & 1));
    }
    const cuts = edgeCut.subarray(6 * c, 6 * c + 6);
    for (let f = 0; f < 4; f++) faces[4 * c + f] = describeFace(cuts, TET_FACES.subarray(3 * f, 3 * f + 3));
    for (let corner = 0; corner < 4; corner++) {
      junctions.push(...listJunctions(c, corner, cuts));
    }
    first[c + 1] = junctions.length / JUNCTION_STRIDE;
  }
  return { edgeCut, behind, planeAt, pointAt, faces, junctions: Uint8Array.from(junctions), first };
}

/** The corners on one side of each of the three cuts that a kind can have; what earlier ones parted off is left out. */
function listMasks(c: number): number[] {
  const [i, j, k] = CASE_CORNER.subarray(4 * c, 4 * c + 4);
  return CASE_KIND[c] < KIND_B ? [1 << i, 1 << j, 1 << k] : [(1 << i) | (1 << j), 1 << i, 1 << k];
}

/** Writes where planes and points of a case are, by the order in which its polygons are made. */
function findPlaces(planeAt: Uint16Array, pointAt: Uint16Array, c: number): void {
  for (let n = CASE_FIRST[c + 1] - CASE_FIRST[c] - 1; n >= 0; n--) {
    const at = POLYGON_STRIDE * (CASE_FIRST[c] + n);
    planeAt[3 * c + POLYGON_TABLE[at]] = POLYGON_SIZE * n + POLYGON_PLANE;
    for (let k = 0; k < 4; k++) {
      pointAt[POINT_COUNT * c + POLYGON_TABLE[at + 2 + k]] = POLYGON_SIZE * n + 3 * k;
    }
  }
}

/** An entry of FACE_CUTS, from the cuts of the edges and the corners of the face. */
function describeFace(cuts: Uint8Array, corners: Uint8Array): number {
  const opposite = (n: number) => cuts[EDGE_BETWEEN[4 * corners[(n + 1) % 3] + corners[(n + 2) % 3]]];
  const age = [0, 1, 2].map(opposite);
  if (age.every((cut) => cut === NO_CUT)) return 0;
  const n = age.indexOf(Math.max(...age)); // opposite the edge cut last, or not at all
  const others = (corners[(n + 1) % 3] << 6) | (corners[(n + 2) % 3] << 8);
  return corners[n] | (Math.min(...age) << 2) | (age[n] << 4) | others;
}

/** The edges that two faces of the side of `corner` have in common, where that is the first of the side. */
function listJunctions(c: number, corner: number, edgeCut: Uint8Array): number[] {
  const polygons = listSide(c, corner);
  const cutOf = (polygon: number[]) => edgeCut[Math.min(...polygon.filter((p) => p < POINT_FACE))];
  const list: number[] = [];
  let count = 0;
  for (let m = 0; m < polygons.length; m++) {
    for (let n = m + 1; n < polygons.length; n++) {
      const shared = polygons[m].filter((p) => polygons[n].includes(p));
      if (shared.length !== 2) continue;
      const cuts = [cutOf(polygons[m]), cutOf(polygons[n])];
      list.push(...shared, ...cuts, CASE_SIDE[4 * c + corner], JUNCTION_SLOT + 3 * corner + count++);
    }
  }
  return list;
}
