// The faces of cracks as planar convex polygons, by the tet they run through: exact distances to a fragment are
// distances to these. A polygon is kept once and stands for a face of either side; face 2·g has the polygon's normal
// outward, face 2·g + 1 its opposite. Numbers only grow: when a tet is cut again its faces get new ones, and the old
// stay readable, because a face of what a fragment was part of still bounds the fragment.

import { growColumn } from '../math/columns.ts';
import { POINT_FACE, POINT_INSIDE } from './cases.ts';
import type { Changes } from './changes.ts';
import {
  CASE_CUTS,
  CASE_FIRST,
  CASE_PLANES,
  CASE_POINTS,
  PLANE_CORNER,
  PLANE_STRIDE,
  POLYGON_STRIDE,
  POLYGON_TABLE,
} from './crack-table.ts';
import type { Family } from './family.ts';
import { placePoint } from './points.ts';

/** Numbers of a polygon in `geometry`: four corners (a triangle repeats its third), unit normal n, offset n·x. */
export const POLYGON_SIZE = 16;
/** Where the plane begins. */
export const POLYGON_PLANE = 12;
/** Numbers of a polygon in `span`: its box, min xyz, max xyz, rounded outward; its normal. */
export const SPAN_SIZE = 9;

/** The lowest corner of a mask of corners. */
export const LOWEST_CORNER = Uint8Array.of(0, 0, 1, 0, 2, 0, 1, 0, 3, 0, 1, 0, 2, 0, 1, 0);

/** Columns hold at least `count` polygons, or twice as many faces, and are replaced when they grow. */
export interface CrackFaces {
  count: number; // polygons made so far
  geometry: Float64Array; // POLYGON_SIZE a polygon
  span: Float32Array; // SPAN_SIZE a polygon: what boxes of faces are made of, in a quarter of the memory
  sides: Uint8Array; // a polygon: 3 or 4 corners
  tet: Uint32Array; // a polygon: the tet it lies in
  own: Uint8Array; // a face: corners of the tet on its side, as a mask; 0 if the polygon is no face of that side
  across: Uint8Array; // a face: corners beyond it
  readonly first: Int32Array; // a tet: its present polygons are [first, first + size)
  readonly size: Uint8Array;
}

/** No faces: a whole. */
export function createCrackFaces(tetCount: number): CrackFaces {
  return {
    count: 0,
    geometry: new Float64Array(0),
    span: new Float32Array(0),
    sides: new Uint8Array(0),
    tet: new Uint32Array(0),
    own: new Uint8Array(0),
    across: new Uint8Array(0),
    first: new Int32Array(tetCount),
    size: new Uint8Array(tetCount),
  };
}

/** Makes the faces of the tets that were cut since clearChanges. Allocates only to grow. */
export function updateCrackFaces(faces: CrackFaces, family: Family, changes: Changes): void {
  makeFaces(faces, family, changes.tet, changes.tetCount);
}

/** The same for the first `count` tets of a list. A tet is cut three times at most, which bounds the growth. */
export function makeFaces(faces: CrackFaces, family: Family, tets: Uint32Array, count: number): void {
  const { cutCase } = family;
  let need = faces.count;
  for (let k = 0; k < count; k++) {
    const c = cutCase[tets[k]];
    need += CASE_FIRST[c + 1] - CASE_FIRST[c];
  }
  reserveFaces(faces, need);
  cutTets(faces, family, tets, count);
}

function reserveFaces(faces: CrackFaces, polygons: number): void {
  if (polygons <= faces.sides.length) return;
  faces.sides = growColumn(faces.sides, polygons);
  const room = faces.sides.length;
  faces.geometry = growColumn(faces.geometry, POLYGON_SIZE * room);
  faces.span = growColumn(faces.span, SPAN_SIZE * room);
  faces.tet = growColumn(faces.tet, room);
  faces.own = growColumn(faces.own, 2 * room);
  faces.across = growColumn(faces.across, 2 * room);
}

const place = new Float64Array(3 * (POINT_INSIDE + 1)); // scratch: the points of a tet's cuts
const plane = new Float64Array(12); // scratch: unit normal and offset of its cuts

function cutTets(faces: CrackFaces, family: Family, tets: Uint32Array, count: number): void {
  const { geometry, span, sides, tet: tetOf, own, across, first, size } = faces;
  const { cutCase, cutAt, topology } = family;
  const { positions, edgeNode, tetEdge } = topology;
  let g = faces.count;
  for (let k = 0; k < count; k++) {
    const tet = tets[k];
    const c = cutCase[tet];
    for (let n = 12 * c + 1, last = n + CASE_POINTS[n - 1]; n < last; n++) {
      const point = CASE_POINTS[n];
      if (point >= POINT_FACE) {
        placePoint(place, 3 * point, family, tet, point);
        continue;
      }
      const edge = tetEdge[6 * tet + point]; // as placeEdge does: most points are of edges
      const t = cutAt[edge];
      const a = 3 * edgeNode[2 * edge];
      const b = 3 * edgeNode[2 * edge + 1];
      place[3 * point] = positions[a] + t * (positions[b] - positions[a]);
      place[3 * point + 1] = positions[a + 1] + t * (positions[b + 1] - positions[a + 1]);
      place[3 * point + 2] = positions[a + 2] + t * (positions[b + 2] - positions[a + 2]);
    }
    for (let n = 0; n < CASE_CUTS[c]; n++) setPlane(family, tet, c, n);
    const made = g;
    const end = POLYGON_STRIDE * CASE_FIRST[c + 1];
    for (let at = POLYGON_STRIDE * CASE_FIRST[c]; at < end; at += POLYGON_STRIDE, g++) {
      const o = POLYGON_SIZE * g;
      for (let n = 0; n < 4; n++) {
        const p = 3 * POLYGON_TABLE[at + 2 + n];
        geometry[o + 3 * n] = place[p];
        geometry[o + 3 * n + 1] = place[p + 1];
        geometry[o + 3 * n + 2] = place[p + 2];
      }
      const n = 4 * POLYGON_TABLE[at];
      geometry[o + POLYGON_PLANE] = plane[n];
      geometry[o + POLYGON_PLANE + 1] = plane[n + 1];
      geometry[o + POLYGON_PLANE + 2] = plane[n + 2];
      geometry[o + POLYGON_PLANE + 3] = plane[n + 3];
      writeSpan(span, SPAN_SIZE * g, geometry, o);
      sides[g] = POLYGON_TABLE[at + 1];
      tetOf[g] = tet;
      own[2 * g] = POLYGON_TABLE[at + 6];
      own[2 * g + 1] = POLYGON_TABLE[at + 7];
      across[2 * g] = POLYGON_TABLE[at + 8];
      across[2 * g + 1] = POLYGON_TABLE[at + 9];
    }
    first[tet] = made;
    size[tet] = g - made;
  }
  faces.count = g;
}

const FLOAT = 1.2e-7; // relative: more than rounding to a float takes away or adds
const ROUND = 1e-14; // relative to the largest: more than sums in place of comparisons are off by
const TINY = 1e-37; // the same for what is next to nothing

/**
 * Writes the span of the polygon at geometry[g…] to span[o…]. Of two numbers the lesser is half of their sum less their
 * difference: no branches, as Math.min has them, for nobody can foretell which of two corners is beyond the other.
 */
export function writeSpan(span: Float32Array, o: number, geometry: Float64Array, g: number): void {
  for (let d = 0; d < 3; d++) {
    const a = geometry[g + d];
    const b = geometry[g + 3 + d];
    const c = geometry[g + 6 + d];
    const e = geometry[g + 9 + d];
    const lowA = a + b - Math.abs(a - b); // doubled
    const lowC = c + e - Math.abs(c - e);
    const highA = a + b + Math.abs(a - b);
    const highC = c + e + Math.abs(c - e);
    const low = 0.25 * (lowA + lowC - Math.abs(lowA - lowC));
    const high = 0.25 * (highA + highC + Math.abs(highA - highC));
    const slack = ROUND * (Math.abs(low) + Math.abs(high)) + TINY;
    span[o + d] = low - FLOAT * Math.abs(low) - slack;
    span[o + 3 + d] = high + FLOAT * Math.abs(high) + slack;
    span[o + 6 + d] = geometry[g + POLYGON_PLANE + d];
  }
}

/** Writes the plane of cut n of a tet: the normal points away from the corner behind it. */
function setPlane(family: Family, tet: number, c: number, n: number): void {
  const { positions, tetNode } = family.topology;
  const at = PLANE_STRIDE * (3 * c + n);
  const a = 3 * CASE_PLANES[at]; // the first point of a plane is one of its cut edges
  const b = CASE_PLANES[at + 1];
  const e = CASE_PLANES[at + 2];
  const d = 3 * CASE_PLANES[at + 3]; // and so is the last
  const fromB = b < PLANE_CORNER ? place : positions;
  const fromE = e < PLANE_CORNER ? place : positions;
  const q = 3 * (b < PLANE_CORNER ? b : tetNode[4 * tet + b - PLANE_CORNER]);
  const r = 3 * (e < PLANE_CORNER ? e : tetNode[4 * tet + e - PLANE_CORNER]);
  const i = 3 * tetNode[4 * tet + CASE_PLANES[at + 4]];
  const ux = fromE[r] - place[a];
  const uy = fromE[r + 1] - place[a + 1];
  const uz = fromE[r + 2] - place[a + 2];
  const vx = place[d] - fromB[q];
  const vy = place[d + 1] - fromB[q + 1];
  const vz = place[d + 2] - fromB[q + 2];
  const x = uy * vz - uz * vy;
  const y = uz * vx - ux * vz;
  const z = ux * vy - uy * vx;
  const behind =
    x * (positions[i] - place[a]) +
    y * (positions[i + 1] - place[a + 1]) +
    z * (positions[i + 2] - place[a + 2]);
  const length = Math.sqrt(x * x + y * y + z * z);
  const scale = length > 0 ? (behind > 0 ? -1 : 1) / length : 0;
  plane[4 * n] = x * scale;
  plane[4 * n + 1] = y * scale;
  plane[4 * n + 2] = z * scale;
  plane[4 * n + 3] =
    plane[4 * n] * place[a] + plane[4 * n + 1] * place[a + 1] + plane[4 * n + 2] * place[a + 2];
}

// The closest point of a crack face: planar, convex, three or four corners.

/**
 * Writes the squared distance from p[at…] to the polygon at geometry[o…], of so many sides, then its closest point. Exact also for slivers and where two
 * corners coincide (never all: cuts keep clear of nodes). What is not below the face is closest to one of the edges
 * that it lies beyond.
 * Allocation-free.
 */
export function closestPointFace(
  out: Float64Array,
  geometry: Float64Array,
  o: number,
  sides: number,
  p: Float64Array,
  at: number,
): void {
  const end = o + 3 * sides;
  const x = p[at];
  const y = p[at + 1];
  const z = p[at + 2];
  const nx = geometry[o + POLYGON_PLANE];
  const ny = geometry[o + POLYGON_PLANE + 1];
  const nz = geometry[o + POLYGON_PLANE + 2];
  let best = Infinity;
  let bx = x;
  let by = y;
  let bz = z;
  let ax = geometry[end - 3];
  let ay = geometry[end - 2];
  let az = geometry[end - 1];
  for (let b = o; b < end; b += 3) {
    const cx = geometry[b];
    const cy = geometry[b + 1];
    const cz = geometry[b + 2];
    const ex = cx - ax;
    const ey = cy - ay;
    const ez = cz - az;
    const px = x - ax;
    const py = y - ay;
    const pz = z - az;
    const turn = (ny * ez - nz * ey) * px + (nz * ex - nx * ez) * py + (nx * ey - ny * ex) * pz;
    const square = ex * ex + ey * ey + ez * ez;
    if (!(turn > 0) && square > 0) {
      const along = ex * px + ey * py + ez * pz;
      const t = along <= 0 ? 0 : along >= square ? 1 : along / square;
      const rx = px - t * ex;
      const ry = py - t * ey;
      const rz = pz - t * ez;
      const d = rx * rx + ry * ry + rz * rz;
      if (d < best) {
        best = d;
        bx = x - rx;
        by = y - ry;
        bz = z - rz;
      }
    }
    ax = cx;
    ay = cy;
    az = cz;
  }
  if (best === Infinity) {
    const above = nx * x + ny * y + nz * z - geometry[o + POLYGON_PLANE + 3];
    best = above * above;
    bx = x - above * nx;
    by = y - above * ny;
    bz = z - above * nz;
  }
  out[0] = best;
  out[1] = bx;
  out[2] = by;
  out[3] = bz;
}

/**
 * Whether the polygon at geometry[o…], of so many sides, comes closer to p[at…] than the square root of out[0]; if so,
 * out[0] becomes its squared distance.
 * As closestPointFace has it, up to rounding, but mostly done after the first edge that p lies beyond: the polygon is at
 * least as far as that edge's line. Allocation-free.
 */
export function faceWithin(
  out: Float64Array,
  geometry: Float64Array,
  o: number,
  sides: number,
  p: Float64Array,
  at: number,
): boolean {
  const end = o + 3 * sides;
  const x = p[at];
  const y = p[at + 1];
  const z = p[at + 2];
  const nx = geometry[o + POLYGON_PLANE];
  const ny = geometry[o + POLYGON_PLANE + 1];
  const nz = geometry[o + POLYGON_PLANE + 2];
  const above = nx * x + ny * y + nz * z - geometry[o + POLYGON_PLANE + 3];
  const room = out[0] - above * above; // what is left for the way within the plane
  if (!(room > 0)) return false;
  let best = Infinity;
  let ax = geometry[end - 3];
  let ay = geometry[end - 2];
  let az = geometry[end - 1];
  for (let b = o; b < end; b += 3) {
    const cx = geometry[b];
    const cy = geometry[b + 1];
    const cz = geometry[b + 2];
    const ex = cx - ax;
    const ey = cy - ay;
    const ez = cz - az;
    const px = x - ax;
    const py = y - ay;
    const pz = z - az;
    const turn = (ny * ez - nz * ey) * px + (nz * ex - nx * ez) * py + (nx * ey - ny * ex) * pz;
    if (!(turn > 0)) {
      const square = ex * ex + ey * ey + ez * ez;
      if (turn * turn >= room * square && square > 0) return false;
      if (square > 0) {
        const along = ex * px + ey * py + ez * pz;
        const t = along <= 0 ? 0 : along >= square ? 1 : along / square;
        const rx = px - t * ex;
        const ry = py - t * ey;
        const rz = pz - t * ez;
        const d = rx * rx + ry * ry + rz * rz;
        if (d < best) best = d;
      }
    }
    ax = cx;
    ay = cy;
    az = cz;
  }
  if (best === Infinity) best = above * above;
  if (!(best < out[0])) return false;
  out[0] = best;
  return true;
}
