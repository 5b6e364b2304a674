// The table of cases.ts arranged for edges: which cut parts two corners of a tet, which corners lie behind each cut,
// and where two faces of one side meet inside the tet.

import { TET_EDGES } from '../mesh/tet-mesh.ts';
import {
  CASE_CORNER,
  CASE_COUNT,
  CASE_KIND,
  CASE_POLYGONS,
  CASE_SIDE,
  CASE_TRIANGLES,
  EDGE_BETWEEN,
  KIND_B,
  KIND_NONE,
  POINT_FACE,
  POLYGON_STREAM,
} from './cases.ts';

/** No cut: the edge is whole. */
export const NO_CUT = 3;

/** Numbers of a junction: its two points, the two cuts, the corners on its side as a mask, its number in the tet. */
export const JUNCTION_STRIDE = 6;
/** The most edges on a face of a tet: one for the side parted off first, two for each of the others. */
export const FACE_SLOTS = 5;
/** Junctions have numbers below this in their tet: three for each corner that may be the first of a side. */
export const JUNCTION_SLOTS = 12;

const tables = buildTables();

/** The cut (0 to 2, by age) that parts the ends of an edge, or NO_CUT, at 6·case + edge. */
export const EDGE_CUT = tables.edgeCut;
/** The corners that each cut parts off first, as a mask, at 3·case + cut: its normal points away from them. */
export const CUT_BEHIND = tables.behind;
/** Where two faces of a side meet inside the tet. Those of case c are [JUNCTION_FIRST[c], JUNCTION_FIRST[c + 1]). */
export const JUNCTIONS = tables.junctions;
export const JUNCTION_FIRST = tables.first;

function buildTables() {
  const edgeCut = new Uint8Array(6 * CASE_COUNT).fill(NO_CUT);
  const behind = new Uint8Array(3 * CASE_COUNT);
  const first = new Uint16Array(CASE_COUNT + 1);
  const junctions: number[] = [];
  for (let c = 0; c < CASE_COUNT; c++) {
    const lone = CASE_KIND[c] !== KIND_NONE && CASE_KIND[c] < KIND_B;
    const [i, j, k, l] = CASE_CORNER.subarray(4 * c, 4 * c + 4);
    const masks = lone ? [1 << i, 1 << j, 1 << k] : [(1 << i) | (1 << j), 1 << i, 1 << k];
    behind.set(masks, 3 * c);
    for (let e = 0; e < 6; e++) {
      const a = TET_EDGES[2 * e];
      const b = TET_EDGES[2 * e + 1];
      if ((CASE_SIDE[4 * c + a] >> b) & 1) continue; // on one side
      const parts = (cut: number) => ((masks[cut] >> a) & 1) !== ((masks[cut] >> b) & 1);
      // Of two from two, the first cut parts the pairs; k from l is the last in every case.
      edgeCut[6 * c + e] = e === EDGE_BETWEEN[4 * k + l] ? 2 : parts(0) ? 0 : 1;
    }
    for (let corner = 0; corner < 4; corner++) {
      if (CASE_TRIANGLES[4 * c + corner] > 0) junctions.push(...listJunctions(c, corner, edgeCut));
    }
    first[c + 1] = junctions.length / JUNCTION_STRIDE;
  }
  return { edgeCut, behind, junctions: Uint8Array.from(junctions), first };
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
  const cutOf = (polygon: number[]) => edgeCut[6 * c + Math.min(...polygon.filter((p) => p < POINT_FACE))];
  const list: number[] = [];
  let count = 0;
  for (let m = 0; m < polygons.length; m++) {
    for (let n = m + 1; n < polygons.length; n++) {
      const shared = polygons[m].filter((p) => polygons[n].includes(p));
      if (shared.length !== 2) continue;
      const cuts = [cutOf(polygons[m]), cutOf(polygons[n])];
      list.push(...shared, ...cuts, CASE_SIDE[4 * c + corner], 3 * corner + count++);
    }
  }
  return list;
}
