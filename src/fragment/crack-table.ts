// The polygons of cases.ts arranged for crack faces: by case, both sides of a polygon together, and with the plane of
// each cut given by points that lie well apart. A cut that comes second or third passes through the corners that the
// earlier ones parted off, so these corners serve as points of its plane: a face may be a sliver, its plane is not.

import { TET_EDGES } from '../mesh/tet-mesh.ts';
import {
  CASE_CORNER,
  CASE_COUNT,
  CASE_KIND,
  CASE_SIDE,
  EDGE_BETWEEN,
  KIND_AP,
  KIND_APP,
  KIND_B,
  KIND_BPP,
  KIND_NONE,
  listSide,
  POINT_FACE,
} from './cases.ts';

/** Numbers from here on in a plane's points are corners of the tet; those below are points of cuts. */
export const PLANE_CORNER = 16;

/** Numbers of a plane: four points, whose diagonals give the normal, then a corner behind it. */
export const PLANE_STRIDE = 5;
/** Numbers of a polygon: plane, points, their numbers (4), own side before and behind, across before and behind. */
export const POLYGON_STRIDE = 10;

const tables = buildTables();

/** How many cuts each case has. */
export const CASE_CUTS = tables.cuts;
/** The planes of each case, three places of PLANE_STRIDE a case. */
export const CASE_PLANES = tables.planes;
/** Where the polygons of each case begin in POLYGON_TABLE, in polygons; one more entry than cases. */
export const CASE_FIRST = tables.first;
/**
 * Polygons, counter-clockwise about their plane's normal. The normal of a plane points away from the corner behind it.
 * `own` is the mask of the corners on the side whose outward normal is the plane's (index 6) or its opposite (7), 0 if
 * the polygon is no face of that side; `across` (8, 9) the mask of the corners beyond it.
 */
export const POLYGON_TABLE = tables.polygons;
/** The points of cuts that each case uses: how many, then their numbers, twelve places a case. */
export const CASE_POINTS = tables.points;

function buildTables() {
  const cuts = new Uint8Array(CASE_COUNT);
  const planes = new Uint8Array(3 * PLANE_STRIDE * CASE_COUNT);
  const first = new Uint16Array(CASE_COUNT + 1);
  const points = new Uint8Array(12 * CASE_COUNT);
  const polygons: number[] = [];
  for (let c = 1; c < CASE_COUNT; c++) {
    const list = listPlanes(c);
    cuts[c] = list.length;
    planes.set(list.flat(), 3 * PLANE_STRIDE * c);
    const entries = listPolygons(c, list);
    first[c + 1] = first[c] + entries.length;
    for (const entry of entries) polygons.push(...entry);
    const used = [...entries.flatMap((e) => e.slice(2, 6)), ...list.flatMap((p) => p.slice(0, 4))];
    const all = [...new Set(used.filter((p) => p < PLANE_CORNER))].sort((a, b) => a - b);
    points.set([all.length, ...all], 12 * c);
  }
  return { cuts, planes, first, polygons: Uint8Array.from(polygons), points };
}

/** The planes of a case: points a, b, c, d for the normal (c − a) × (d − b), then a corner behind. */
function listPlanes(c: number): number[][] {
  const kind = CASE_KIND[c];
  const [i, j, k, l] = CASE_CORNER.subarray(4 * c, 4 * c + 4);
  const cut = (a: number, b: number) => EDGE_BETWEEN[4 * a + b];
  const node = (a: number) => PLANE_CORNER + a;
  const three = (p: number, q: number, r: number, behind: number) => [p, q, r, p, behind];
  if (kind === KIND_NONE) return [];
  if (kind < KIND_B) {
    const [p, q, r] = sorted([cut(i, j), cut(i, k), cut(i, l)]); // the same whichever of j, k, l is cut off next
    const list = [three(p, q, r, i)];
    if (kind >= KIND_AP) list.push(three(cut(j, k), cut(j, l), node(i), j));
    if (kind >= KIND_APP) list.push(three(cut(k, l), node(i), node(j), k));
    return list;
  }
  const list = [[cut(i, k), cut(i, l), cut(j, l), cut(j, k), 0]]; // corner 0's pair is behind, in whichever role
  if (kind > KIND_B) list.push(three(cut(i, j), node(k), node(l), i));
  if (kind === KIND_BPP) list.push(three(cut(k, l), node(i), node(j), k));
  return list;
}

/** The polygons of a case; those that are faces of two sides are listed once, all counter-clockwise about the normal. */
function listPolygons(c: number, planes: number[][]): number[][] {
  const found = new Map<string, number[]>();
  for (let corner = 0; corner < 4; corner++) {
    const own = CASE_SIDE[4 * c + corner];
    for (const points of listSide(c, corner)) {
      const count = points.length;
      let across = 0;
      for (const p of points)
        if (p < POINT_FACE) across |= (1 << TET_EDGES[2 * p]) | (1 << TET_EDGES[2 * p + 1]);
      across &= ~own;
      const plane = planeOf(c, own | across);
      const behind = isBehind(c, plane, planes[plane][4], own);
      const key = String(sorted(points));
      const turned = turn(behind ? points : points.reverse());
      const entry = found.get(key) ?? [plane, count, ...turned, ...turned.slice(2, 6 - count), 0, 0, 0, 0];
      entry[behind ? 6 : 7] = own;
      entry[behind ? 8 : 9] = across;
      found.set(key, entry);
    }
  }
  // In the order of their points, which are a polygon's own: what happens on the other side of a cut leaves the faces of
  // this side in their order, and all answers as they were, to the last bit.
  return [...found.keys()].sort().map((key) => found.get(key) as number[]);
}

function sorted(points: number[]): number[] {
  return [...points].sort((a, b) => a - b);
}

/** The same polygon from its smallest point on. */
function turn(points: number[]): number[] {
  const first = points.indexOf(Math.min(...points));
  return [...points.slice(first), ...points.slice(0, first)];
}

/** Which cut a face is part of, from the corners on both of its sides. */
function planeOf(c: number, both: number): number {
  const [i, j, k, l] = CASE_CORNER.subarray(4 * c, 4 * c + 4);
  const first = CASE_KIND[c] < KIND_B ? 1 << i : (1 << i) | (1 << j);
  const second = CASE_KIND[c] < KIND_B ? 1 << j : 0;
  if (CASE_KIND[c] < KIND_B) return both & first ? 0 : both & second ? 1 : 2;
  const other = (1 << k) | (1 << l);
  return both & first && both & other ? 0 : both & first ? 1 : 2;
}

/** Whether a side lies behind a plane. At the first cut of a pair from a pair, both of a pair are. */
function isBehind(c: number, plane: number, lead: number, own: number): boolean {
  const [i, j, k, l] = CASE_CORNER.subarray(4 * c, 4 * c + 4);
  const paired = CASE_KIND[c] >= KIND_B && plane === 0;
  const partner = lead === i ? j : lead === j ? i : lead === k ? l : k;
  return (own & ((1 << lead) | (paired ? 1 << partner : 0))) !== 0;
}
