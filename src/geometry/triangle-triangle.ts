// Whether two triangles meet, decided exactly: every sign comes from a floating-point filter or, where that cannot
// tell, from robust-predicates. Touching counts, coplanar and degenerate triangles included. Exact as long as
// products of three coordinate differences neither overflow nor underflow (about 1e-95 to 1e100).

import { orient2d } from 'robust-predicates';
import { orientSign } from './orientation.ts';
import { crossEdges } from './triangle.ts';

// Bound of the rounding error of the 2 × 2 determinant, Shewchuk's first stage: ε(3 + 16ε)·(|left| + |right|), ε = 2⁻⁵³.
const PLANE_BOUND = 3.4e-16;

// Sums of three products of differences are off by a few 2⁻⁵³ of their terms' sizes; where one is larger than this much
// of them, its sign is certain.
const SIDE_BOUND = 1e-13;

const x = new Float64Array(18); // scratch: the corners of both triangles, A = 0 1 2 and B = 3 4 5
const side = new Int8Array(6); // scratch: on which side of the other triangle's plane each corner lies
const ray = new Float64Array(12); // scratch: differences of corners
const normal = new Float64Array(3); // scratch: across a triangle
const apart = new Uint8Array(4); // scratch: corners that are not shared, of A then of B

function load(to: number, from: Float64Array, v: number): void {
  x[3 * to] = from[3 * v];
  x[3 * to + 1] = from[3 * v + 1];
  x[3 * to + 2] = from[3 * v + 2];
}

/**
 * Whether the closed triangles a0 a1 a2 of `positionsA` and b0 b1 b2 of `positionsB` have a point in common.
 * A degenerate triangle is the segment or point that it covers. Exact; allocation-free but for near-degenerate cases.
 */
export function intersectTriangles(
  positionsA: Float64Array,
  a0: number,
  a1: number,
  a2: number,
  positionsB: Float64Array,
  b0: number,
  b1: number,
  b2: number,
): boolean {
  load(0, positionsA, a0);
  load(1, positionsA, a1);
  load(2, positionsA, a2);
  load(3, positionsB, b0);
  load(4, positionsB, b1);
  load(5, positionsB, b2);
  return intersectLoaded();
}

/**
 * Whether triangles s and t of one mesh meet anywhere but in the vertices and edges that they share by index: what
 * makes a mesh intersect itself. A degenerate triangle that shares a vertex or an edge is passed over. Exact.
 */
export function intersectFaces(positions: Float64Array, indices: Uint32Array, s: number, t: number): boolean {
  let shared = 0;
  for (let i = 0; i < 3; i++) {
    const v = indices[3 * s + i];
    load(i, positions, v);
    load(3 + i, positions, indices[3 * t + i]);
    for (let j = 0; j < 3; j++) if (v === indices[3 * t + j]) shared++;
  }
  if (shared === 0) return intersectLoaded();
  if (shared > 2) return true;
  let n = 0;
  for (let i = 0; i < 3; i++) if (!names(indices, t, indices[3 * s + i])) apart[n++] = i;
  const ofA = n;
  for (let j = 0; j < 3; j++) if (!names(indices, s, indices[3 * t + j])) apart[n++] = 3 + j;
  if (shared === 2)
    return ofA === 1 && n === 2 && !opensWide(apart[0], apart[1]) && foldsBack(apart[0], apart[1]);
  // They share a corner. If they meet elsewhere, they do so along a segment from that corner, and where it ends it
  // leaves one of them through the edge opposite, while still in the other.
  if (ofA !== 2 || n !== 4) return false; // a corner repeated: degenerate
  if (pointApart(3 - apart[0] - apart[1])) return false;
  side[apart[0]] = orientSign(x, 3, 4, 5, apart[0]);
  side[apart[1]] = orientSign(x, 3, 4, 5, apart[1]);
  if (side[apart[0]] === side[apart[1]] && side[apart[0]] !== 0) return false; // A meets B's plane in the corner alone
  side[apart[2]] = orientSign(x, 0, 1, 2, apart[2]);
  side[apart[3]] = orientSign(x, 0, 1, 2, apart[3]);
  if (side[apart[2]] === side[apart[3]] && side[apart[2]] !== 0) return false;
  const axisA = findAxis(0, 1, 2);
  const axisB = findAxis(3, 4, 5);
  if (axisA < 0 || axisB < 0) return false;
  return (
    crossesTriangle(apart[0], apart[1], 3, 4, 5, axisB) || crossesTriangle(apart[2], apart[3], 0, 1, 2, axisA)
  );
}

function names(indices: Uint32Array, t: number, v: number): boolean {
  return indices[3 * t] === v || indices[3 * t + 1] === v || indices[3 * t + 2] === v;
}

/**
 * Whether a plane through their common corner v of A has one triangle on each side: the one across the difference of
 * where they point. Neighbours in a smooth or flat surface end here, where the exact test would be at its slowest.
 */
function pointApart(v: number): boolean {
  const o = 3 * v;
  for (let k = 0; k < 4; k++) {
    const c = 3 * apart[k];
    for (let d = 0; d < 3; d++) ray[3 * k + d] = x[c + d] - x[o + d];
  }
  const lengthA = Math.abs(ray[0] + ray[3]) + Math.abs(ray[1] + ray[4]) + Math.abs(ray[2] + ray[5]);
  const lengthB = Math.abs(ray[6] + ray[9]) + Math.abs(ray[7] + ray[10]) + Math.abs(ray[8] + ray[11]);
  const dx = (ray[0] + ray[3]) * lengthB - (ray[6] + ray[9]) * lengthA;
  const dy = (ray[1] + ray[4]) * lengthB - (ray[7] + ray[10]) * lengthA;
  const dz = (ray[2] + ray[5]) * lengthB - (ray[8] + ray[11]) * lengthA;
  const size = Math.abs(dx) + Math.abs(dy) + Math.abs(dz);
  for (let k = 0; k < 4; k++) {
    const rx = ray[3 * k];
    const ry = ray[3 * k + 1];
    const rz = ray[3 * k + 2];
    const along = dx * rx + dy * ry + dz * rz;
    const bound = SIDE_BOUND * size * (Math.abs(rx) + Math.abs(ry) + Math.abs(rz));
    if (!((k < 2 ? along : -along) > bound)) return false;
  }
  return true;
}

/** Whether two triangles with a common edge, a and b across from it, open by more than a right angle there. */
function opensWide(a: number, b: number): boolean {
  const v = a === 0 ? 1 : 0;
  const w = a === 2 ? 1 : 2;
  for (let d = 0; d < 3; d++) {
    ray[d] = x[3 * w + d] - x[3 * v + d];
    ray[3 + d] = x[3 * a + d] - x[3 * v + d];
    ray[6 + d] = x[3 * b + d] - x[3 * v + d];
  }
  const uu = ray[0] * ray[0] + ray[1] * ray[1] + ray[2] * ray[2];
  const ua = ray[0] * ray[3] + ray[1] * ray[4] + ray[2] * ray[5];
  const ub = ray[0] * ray[6] + ray[1] * ray[7] + ray[2] * ray[8];
  const ab = ray[3] * ray[6] + ray[4] * ray[7] + ray[5] * ray[8];
  const aa = ray[3] * ray[3] + ray[4] * ray[4] + ray[5] * ray[5];
  const bb = ray[6] * ray[6] + ray[7] * ray[7] + ray[8] * ray[8];
  return ab * uu - ua * ub < -SIDE_BOUND * uu * Math.sqrt(aa * bb);
}

/** Two triangles with a common edge meet elsewhere only if they lie in one plane, on one side of that edge. */
function foldsBack(a: number, b: number): boolean {
  const u = a === 0 ? 1 : 0;
  const v = a === 2 ? 1 : 2;
  if (orientSign(x, 0, 1, 2, b) !== 0) return false;
  const axis = findAxis(0, 1, 2);
  return axis >= 0 && planeSign(axis, u, v, a) === planeSign(axis, u, v, b);
}

function intersectLoaded(): boolean {
  for (let i = 0; i < 3; i++) side[i] = orientSign(x, 3, 4, 5, i);
  if (side[0] === side[1] && side[1] === side[2] && side[0] !== 0) return false;
  for (let i = 3; i < 6; i++) side[i] = orientSign(x, 0, 1, 2, i);
  if (side[3] === side[4] && side[4] === side[5] && side[3] !== 0) return false;
  const axisA = findAxis(0, 1, 2);
  const axisB = findAxis(3, 4, 5);
  if (axisA < 0 && axisB < 0) return intersectSegments();
  // A triangle that is a segment is its own edges, so testing those against the other triangle is enough.
  return (
    (axisB >= 0 &&
      (crossesTriangle(0, 1, 3, 4, 5, axisB) ||
        crossesTriangle(1, 2, 3, 4, 5, axisB) ||
        crossesTriangle(2, 0, 3, 4, 5, axisB))) ||
    (axisA >= 0 &&
      (crossesTriangle(3, 4, 0, 1, 2, axisA) ||
        crossesTriangle(4, 5, 0, 1, 2, axisA) ||
        crossesTriangle(5, 3, 0, 1, 2, axisA)))
  );
}

/** Whether segment pq meets triangle abc, which does not look flat along `axis`. Reads the sides of p and q. */
function crossesTriangle(p: number, q: number, a: number, b: number, c: number, axis: number): boolean {
  const sp = side[p];
  const sq = side[q];
  if (sp === sq) {
    return (
      sp === 0 &&
      (holdsPoint(axis, a, b, c, p) ||
        crossSegments(axis, p, q, a, b) ||
        crossSegments(axis, p, q, b, c) ||
        crossSegments(axis, p, q, c, a))
    );
  }
  // The line pq passes the plane once, within the segment; it passes the three edges on one side or through them.
  const ab = orientSign(x, p, q, a, b);
  const bc = orientSign(x, p, q, b, c);
  if (ab * bc < 0) return false;
  const ca = orientSign(x, p, q, c, a);
  return ab * ca >= 0 && bc * ca >= 0;
}

/** Two degenerate triangles: any of their edges against any. */
function intersectSegments(): boolean {
  for (let i = 0; i < 3; i++) {
    for (let j = 3; j < 6; j++) {
      const p = i;
      const q = (i + 1) % 3;
      const r = j;
      const s = j === 5 ? 3 : j + 1;
      if (orientSign(x, p, q, r, s) !== 0) continue;
      let axis = findAxis(p, q, r);
      if (axis < 0) axis = findAxis(p, q, s);
      if (axis < 0) axis = findAxis(p, r, s);
      if (axis < 0) axis = findAxis(q, r, s);
      const meet =
        axis < 0
          ? overlapAlong(0, p, q, r, s) && overlapAlong(1, p, q, r, s) && overlapAlong(2, p, q, r, s)
          : crossSegments(axis, p, q, r, s);
      if (meet) return true;
    }
  }
  return false;
}

/** Whether point p lies in triangle abc or on its border, both seen along `axis`. */
function holdsPoint(axis: number, a: number, b: number, c: number, p: number): boolean {
  const ab = planeSign(axis, a, b, p);
  const bc = planeSign(axis, b, c, p);
  const ca = planeSign(axis, c, a, p);
  return ab * bc >= 0 && bc * ca >= 0 && ca * ab >= 0;
}

/** Whether the segments pq and rs meet, seen along `axis`. */
function crossSegments(axis: number, p: number, q: number, r: number, s: number): boolean {
  const o1 = planeSign(axis, p, q, r);
  const o2 = planeSign(axis, p, q, s);
  if (o1 * o2 > 0) return false;
  const o3 = planeSign(axis, r, s, p);
  const o4 = planeSign(axis, r, s, q);
  if (o3 * o4 > 0) return false;
  if (o1 !== 0 || o2 !== 0 || o3 !== 0 || o4 !== 0) return true;
  // On one line they meet if their shadows on both other axes do.
  return overlapAlong((axis + 1) % 3, p, q, r, s) && overlapAlong((axis + 2) % 3, p, q, r, s);
}

function overlapAlong(d: number, p: number, q: number, r: number, s: number): boolean {
  const xp = x[3 * p + d];
  const xq = x[3 * q + d];
  const xr = x[3 * r + d];
  const xs = x[3 * s + d];
  return Math.min(xp, xq) <= Math.max(xr, xs) && Math.min(xr, xs) <= Math.max(xp, xq);
}

/** An axis along which points a, b, c do not look collinear; −1 if they are. Starts from the best one. */
function findAxis(a: number, b: number, c: number): number {
  crossEdges(normal, 0, x, 3 * a, 3 * b, 3 * c);
  const nx = Math.abs(normal[0]);
  const ny = Math.abs(normal[1]);
  const nz = Math.abs(normal[2]);
  const best = nx > ny ? (nx > nz ? 0 : 2) : ny > nz ? 1 : 2;
  for (let i = 0; i < 3; i++) {
    const axis = (best + i) % 3;
    if (planeSign(axis, a, b, c) !== 0) return axis;
  }
  return -1;
}

/** On which side of the line ab point c lies, seen along `axis`: −1, 0 or 1. Exact. */
function planeSign(axis: number, a: number, b: number, c: number): number {
  const i = axis === 2 ? 0 : axis + 1;
  const j = axis === 0 ? 2 : axis - 1;
  const left = (x[3 * a + j] - x[3 * c + j]) * (x[3 * b + i] - x[3 * c + i]);
  const right = (x[3 * a + i] - x[3 * c + i]) * (x[3 * b + j] - x[3 * c + j]);
  const det = left - right;
  const bound = PLANE_BOUND * (Math.abs(left) + Math.abs(right));
  return det > bound ? 1 : det < -bound ? -1 : planeExactly(i, j, 3 * a, 3 * b, 3 * c);
}

function planeExactly(i: number, j: number, a: number, b: number, c: number): number {
  const sign = orient2d(x[a + i], x[a + j], x[b + i], x[b + j], x[c + i], x[c + j]);
  return sign > 0 ? 1 : sign < 0 ? -1 : 0;
}
