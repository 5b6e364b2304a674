// Triangulates a plane polygon with holes, for the faces of a crack: ears are clipped, edges are flipped until they are
// Delaunay, and points of a lattice are put inside so that triangles are about as large as those around.

import { orient2d } from 'robust-predicates';
import { bridgeHoles, clipEars } from './cut-ears.ts';

/** A triangulation: corners counter-clockwise, and what is across each side. */
interface PlaneMesh {
  readonly points: Float64Array; // xy: those of the loops as given, then inner ones
  readonly triangles: Int32Array; // three points each
  readonly neighbor: Int32Array; // a side 3t + i, from corner i to the next: the side across, −1 on the border
}

/**
 * Triangulates the inside of closed loops, given as runs of `points` that start where `starts` says: outer ones
 * counter-clockwise, holes clockwise, none crossing another. Points of a lattice with edges of `spacing` are added
 * where they are not too close to others. Every side of a loop is a side of a triangle.
 */
export function triangulatePolygon(points: Float64Array, starts: Uint32Array, spacing: number): PlaneMesh {
  const corners: number[] = [];
  for (const polygon of bridgeHoles(points, starts)) clipEars(corners, points, polygon);
  const inner = latticePoints(points, starts, spacing);
  const all = new Float64Array(points.length + inner.length);
  all.set(points);
  all.set(inner, points.length);
  const draft: Draft = { points: all, triangles: corners, neighbor: [] };
  pairSides(draft, points.length / 2);
  const waiting: number[] = [];
  for (let side = 0; side < draft.neighbor.length; side++) waiting.push(side);
  flip(draft, waiting);
  for (let p = points.length / 2; p < all.length / 2; p++) insertPoint(draft, p, spacing);
  return dropUnused(draft, points.length / 2);
}

interface Draft {
  points: Float64Array;
  triangles: number[];
  neighbor: number[];
}

/** The same without inner points that found no place. */
function dropUnused({ points, triangles, neighbor }: Draft, given: number): PlaneMesh {
  const index = new Int32Array(points.length / 2).fill(-1);
  for (let p = 0; p < given; p++) index[p] = p;
  let count = given;
  for (const p of triangles) if (index[p] < 0) index[p] = count++;
  const kept = new Float64Array(2 * count);
  for (let p = 0; p < index.length; p++) {
    if (index[p] < 0) continue;
    kept[2 * index[p]] = points[2 * p];
    kept[2 * index[p] + 1] = points[2 * p + 1];
  }
  return {
    points: kept,
    triangles: Int32Array.from(triangles, (p) => index[p]),
    neighbor: Int32Array.from(neighbor),
  };
}

function pairSides(draft: Draft, points: number): void {
  const { triangles, neighbor } = draft;
  const open = new Map<number, number>();
  for (let side = 0; side < triangles.length; side++) {
    neighbor.push(-1);
    const a = triangles[side];
    const b = triangles[nextSide(side)];
    const across = open.get(b * points + a);
    if (across === undefined) open.set(a * points + b, side);
    else {
      neighbor[side] = across;
      neighbor[across] = side;
      open.delete(b * points + a);
    }
  }
}

function nextSide(side: number): number {
  return side % 3 === 2 ? side - 2 : side + 1;
}

function orient(points: Float64Array, a: number, b: number, c: number): number {
  // robust-predicates counts y down.
  return -orient2d(
    points[2 * a],
    points[2 * a + 1],
    points[2 * b],
    points[2 * b + 1],
    points[2 * c],
    points[2 * c + 1],
  );
}

/** Flips the sides in `waiting`, and what becomes worth it, until none is. */
function flip(draft: Draft, waiting: number[]): void {
  const { points, triangles, neighbor } = draft;
  // Each flip makes the least angle larger, but for rounding: the count is a stop that is never reached in earnest.
  for (let most = 100 * triangles.length; waiting.length > 0 && most > 0; most--) {
    const side = waiting.pop() as number;
    const across = neighbor[side];
    if (across < 0) continue;
    const a = triangles[side];
    const b = triangles[across];
    const c = triangles[nextSide(nextSide(side))];
    const d = triangles[nextSide(nextSide(across))];
    if (!(orient(points, c, a, d) > 0 && orient(points, d, b, c) > 0)) continue;
    if (!inCircle(points, a, b, c, d)) continue;
    // The triangles a b c and b a d become c a d (in place of the first) and d b c.
    const bc = neighbor[nextSide(side)];
    const ca = neighbor[nextSide(nextSide(side))];
    const ad = neighbor[nextSide(across)];
    const db = neighbor[nextSide(nextSide(across))];
    const t = 3 * Math.floor(side / 3);
    const u = 3 * Math.floor(across / 3);
    setTriangle(draft, t, c, a, d, ca, ad, u + 2);
    setTriangle(draft, u, d, b, c, db, bc, t + 2);
    waiting.push(t, t + 1, u, u + 1);
  }
}

function setTriangle(
  { triangles, neighbor }: Draft,
  t: number,
  a: number,
  b: number,
  c: number,
  ab: number,
  bc: number,
  ca: number,
): void {
  triangles[t] = a;
  triangles[t + 1] = b;
  triangles[t + 2] = c;
  neighbor[t] = ab;
  neighbor[t + 1] = bc;
  neighbor[t + 2] = ca;
  if (ab >= 0) neighbor[ab] = t;
  if (bc >= 0) neighbor[bc] = t + 1;
  if (ca >= 0) neighbor[ca] = t + 2;
}

/** Whether d lies inside the circle through a b c by more than rounding. */
function inCircle(points: Float64Array, a: number, b: number, c: number, d: number): boolean {
  const ax = points[2 * a] - points[2 * d];
  const ay = points[2 * a + 1] - points[2 * d + 1];
  const bx = points[2 * b] - points[2 * d];
  const by = points[2 * b + 1] - points[2 * d + 1];
  const cx = points[2 * c] - points[2 * d];
  const cy = points[2 * c + 1] - points[2 * d + 1];
  const aa = ax * ax + ay * ay;
  const bb = bx * bx + by * by;
  const cc = cx * cx + cy * cy;
  const det = aa * (bx * cy - by * cx) + bb * (cx * ay - cy * ax) + cc * (ax * by - ay * bx);
  return det > 1e-12 * (aa + bb + cc) * (aa + bb + cc);
}

/** Splits the triangle that holds point p in three, unless p is too close to its border or corners. */
function insertPoint(draft: Draft, p: number, spacing: number): void {
  const { points, triangles, neighbor } = draft;
  for (let t = 0; t < triangles.length; t += 3) {
    const a = triangles[t];
    const b = triangles[t + 1];
    const c = triangles[t + 2];
    if (!(orient(points, a, b, p) > 0) || !(orient(points, b, c, p) > 0) || !(orient(points, c, a, p) > 0)) {
      continue;
    }
    for (const corner of [a, b, c]) {
      const x = points[2 * corner] - points[2 * p];
      const y = points[2 * corner + 1] - points[2 * p + 1];
      if (x * x + y * y < 0.36 * spacing * spacing) return;
    }
    for (let i = 0; i < 3; i++) {
      const q = triangles[t + i];
      const r = triangles[t + ((i + 1) % 3)];
      const x = points[2 * r] - points[2 * q];
      const y = points[2 * r + 1] - points[2 * q + 1];
      const away = x * (points[2 * p + 1] - points[2 * q + 1]) - y * (points[2 * p] - points[2 * q]);
      // Too close to a side on the border: its triangle would be a sliver.
      if (neighbor[t + i] < 0 && away * away < 0.09 * spacing * spacing * (x * x + y * y)) return;
    }
    const [ab, bc, ca] = [neighbor[t], neighbor[t + 1], neighbor[t + 2]];
    const u = triangles.length;
    const v = u + 3;
    triangles.push(b, c, p, c, a, p);
    neighbor.push(-1, -1, -1, -1, -1, -1);
    setTriangle(draft, t, a, b, p, ab, u + 2, v + 1);
    setTriangle(draft, u, b, c, p, bc, v + 2, t + 1);
    setTriangle(draft, v, c, a, p, ca, t + 2, u + 1);
    flip(draft, [t, u, v]);
    return;
  }
}

/** Points of a lattice of even triangles over the box of the loops. */
function latticePoints(points: Float64Array, starts: Uint32Array, spacing: number): Float64Array {
  if (starts.length === 0 || !(spacing > 0)) return new Float64Array(0);
  let [x0, y0, x1, y1] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let i = 0; i < points.length; i += 2) {
    x0 = Math.min(x0, points[i]);
    x1 = Math.max(x1, points[i]);
    y0 = Math.min(y0, points[i + 1]);
    y1 = Math.max(y1, points[i + 1]);
  }
  const rise = spacing * Math.sqrt(0.75);
  const lattice: number[] = [];
  for (let row = 1; y0 + row * rise < y1; row++) {
    for (let x = x0 + (row % 2 === 0 ? 0.5 : 1) * spacing; x < x1; x += spacing) {
      lattice.push(x, y0 + row * rise);
    }
  }
  return Float64Array.from(lattice);
}
