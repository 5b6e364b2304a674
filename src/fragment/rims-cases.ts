// The table of cases.ts arranged for edges: the plane of each cut, which cuts meet a face of the tet and how, and where
// two faces of one side meet inside the tet. Cuts of a tet are numbered 0 to 2 by age.

import { TET_EDGES, TET_FACES } from '../mesh/tet-mesh.ts';
import {
  CASE_CORNER,
  CASE_COUNT,
  CASE_KIND,
  CASE_POLYGONS,
  CASE_SIDE,
  CASE_TRIANGLES,
  EDGE_BETWEEN,
  KIND_B,
  POINT_FACE,
  POLYGON_STREAM,
} from './cases.ts';

/** Instead of a cut: there is none. */
export const NO_CUT = 3;

/** Points of planes from here on are corners of the tet, those below are cuts of its edges. */
export const PLANE_CORNER = 6;

/** Numbers of a junction: its two points, the two cuts, the corners on its side as a mask, its number in the tet. */
export const JUNCTION_STRIDE = 6;
/** Numbers that a tet gives to edges: five for each of its faces, then three for each corner that begins a side. */
export const TET_SLOTS = 32;
/** One for the side that is parted off first on a face, two for each of the others. */
export const FACE_SLOTS = 5;
/** The first number of a junction. */
export const JUNCTION_SLOT = 20;

const tables = buildTables();

/** How many cuts a case has. */
export const CUT_COUNT = tables.cutCount;
/** The cut that parts the ends of an edge, or NO_CUT, at 6·case + edge. */
export const EDGE_CUT = tables.edgeCut;
/** The corners that each cut parts off, as a mask, at 3·case + cut: its normal points away from them. */
export const CUT_BEHIND = tables.behind;
/**
 * Points a, b, c, d of each cut, at 4·(3·case + cut): (c − a) × (d − b) is its normal. A later cut passes through the
 * corners that earlier ones parted off, so they serve as points: a face of it may be a sliver, these lie well apart.
 */
export const CUT_POINTS = tables.points;
/**
 * How a face of the tet is cut, at 4·case + face: bits 0–1 the corner parted off first, 2–3 that cut, 4–5 the one that
 * parts the other two corners, or NO_CUT; bit 6 is set if the face is cut at all.
 */
export const FACE_CUTS = tables.faces;
/** Where two faces of a side meet inside the tet. Those of case c are [JUNCTION_FIRST[c], JUNCTION_FIRST[c + 1]). */
export const JUNCTIONS = tables.junctions;
export const JUNCTION_FIRST = tables.first;

function buildTables() {
  const cutCount = new Uint8Array(CASE_COUNT);
  const edgeCut = new Uint8Array(6 * CASE_COUNT).fill(NO_CUT);
  const behind = new Uint8Array(3 * CASE_COUNT);
  const points = new Uint8Array(12 * CASE_COUNT);
  const faces = new Uint8Array(4 * CASE_COUNT);
  const first = new Uint16Array(CASE_COUNT + 1);
  const junctions: number[] = [];
  for (let c = 0; c < CASE_COUNT; c++) {
    const [i, j, k, l] = CASE_CORNER.subarray(4 * c, 4 * c + 4);
    const lone = CASE_KIND[c] < KIND_B;
    const masks = lone ? [1 << i, 1 << j, 1 << k] : [(1 << i) | (1 << j), 1 << i, 1 << k];
    behind.set(masks, 3 * c);
    points.set(listPoints(i, j, k, l, lone), 12 * c);
    for (let e = 0; e < 6; e++) {
      const [a, b] = TET_EDGES.subarray(2 * e, 2 * e + 2);
      if ((CASE_SIDE[4 * c + a] >> b) & 1) continue; // on one side
      edgeCut[6 * c + e] = masks.findIndex((mask) => ((mask >> a) & 1) !== ((mask >> b) & 1));
    }
    const cuts = edgeCut.subarray(6 * c, 6 * c + 6);
    cutCount[c] = new Set(cuts.filter((cut) => cut !== NO_CUT)).size;
    for (let f = 0; f < 4; f++) faces[4 * c + f] = describeFace(cuts, TET_FACES.subarray(3 * f, 3 * f + 3));
    for (let corner = 0; corner < 4; corner++) {
      if (CASE_TRIANGLES[4 * c + corner] > 0) junctions.push(...listJunctions(c, corner, cuts));
    }
    first[c + 1] = junctions.length / JUNCTION_STRIDE;
  }
  return { cutCount, edgeCut, behind, points, faces, junctions: Uint8Array.from(junctions), first };
}

/** The points of the three cuts that a kind can have, counter-clockwise seen from beyond the part behind. */
function listPoints(i: number, j: number, k: number, l: number, lone: boolean): number[] {
  const cut = (a: number, b: number) => EDGE_BETWEEN[4 * a + b];
  const three = (a: number, b: number, c: number) => [a, b, c, a];
  const corner = (a: number) => PLANE_CORNER + a;
  const last = three(cut(k, l), corner(i), corner(j));
  if (lone) {
    return [...three(cut(i, j), cut(i, k), cut(i, l)), ...three(cut(j, k), corner(i), cut(j, l)), ...last];
  }
  return [cut(i, k), cut(i, l), cut(j, l), cut(j, k), ...three(cut(i, j), corner(k), corner(l)), ...last];
}

/** An entry of FACE_CUTS, from the cuts of the edges and the corners of the face. */
function describeFace(cuts: Uint8Array, corners: Uint8Array): number {
  const opposite = (n: number) => cuts[EDGE_BETWEEN[4 * corners[(n + 1) % 3] + corners[(n + 2) % 3]]];
  const age = [0, 1, 2].map(opposite);
  if (age.every((cut) => cut === NO_CUT)) return 0;
  const n = age.indexOf(Math.max(...age)); // opposite the edge cut last, or not at all
  return corners[n] | (Math.min(...age) << 2) | (age[n] << 4) | 64;
}

/** The edges that two faces of the side of `corner` have in common. */
function listJunctions(c: number, corner: number, edgeCut: Uint8Array): number[] {
  const polygons: number[][] = [];
  let at = CASE_POLYGONS[4 * c + corner];
  for (let n = POLYGON_STREAM[at++]; n > 0; n--) {
    const size = POLYGON_STREAM[at++];
    polygons.push([...POLYGON_STREAM.subarray(at, at + size)]);
    at += size;
  }
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
