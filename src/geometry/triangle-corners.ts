// Two triangles in general position, decided quickly and exactly, for queries that test many. Planes first: most pairs
// end there. Then two orientations decide whether both cover a common part of the line where their planes meet
// [Guigue03]. Whatever a rounding error could turn goes to the full test.

import { orientSign } from './orientation.ts';
import { intersectTriangles } from './triangle-triangle.ts';

// (b − a) × (c − a) · (d − a) is off by 4.8e-15 times the product of the largest coordinates of the three differences at
// most (orientation.ts); twice that, and a little for products that underflow.
const BOUND = 1e-14;
const TINY = 1e-290;

const APART = -1;
const UNSURE = 6;

/** How many numbers a row of a triangle has: nine of its corners, its normal, the size of its edges or −1 before. */
export const CORNERS = 13;

const row = new Float64Array(CORNERS); // scratch: the plane of A
const x = new Float64Array(18); // scratch: the corners of both triangles, A = 0 1 2 and B = 3 4 5

/** Completes the row out[at…] by the plane of three points of `from`, by offset: its corner, normal and size. */
function writePlane(
  out: Float64Array,
  at: number,
  from: Float64Array,
  a: number,
  b: number,
  c: number,
): void {
  const ux = from[b] - from[a];
  const uy = from[b + 1] - from[a + 1];
  const uz = from[b + 2] - from[a + 2];
  const vx = from[c] - from[a];
  const vy = from[c + 1] - from[a + 1];
  const vz = from[c + 2] - from[a + 2];
  out[at] = from[a];
  out[at + 1] = from[a + 1];
  out[at + 2] = from[a + 2];
  out[at + 9] = uy * vz - uz * vy;
  out[at + 10] = uz * vx - ux * vz;
  out[at + 11] = ux * vy - uy * vx;
  const sizeU = Math.max(Math.abs(ux), Math.abs(uy), Math.abs(uz));
  out[at + 12] = sizeU * Math.max(Math.abs(vx), Math.abs(vy), Math.abs(vz));
}

/**
 * Whether the triangle with corners at `a0`, `a1`, `a2` of `a` (offsets) and the one in the row b[at…], which this may
 * complete, have a point in common. The same answer as intersectTriangles, exactly. Allocation-free but for near-degenerate cases.
 */
export function intersectCorners(
  a: Float64Array,
  a0: number,
  a1: number,
  a2: number,
  b: Float64Array,
  at: number,
): boolean {
  if (b[at + 12] < 0) writePlane(b, at, b, at, at + 3, at + 6);
  const q = sideOfRow(b, at, a, a0, a1, a2);
  if (q === APART) return false;
  writePlane(row, 0, a, a0, a1, a2);
  const p = sideOfRow(row, 0, b, at, at + 3, at + 6);
  if (p === APART) return false;
  for (let d = 0; d < 3; d++) {
    x[d] = a[a0 + d];
    x[3 + d] = a[a1 + d];
    x[6 + d] = a[a2 + d];
    x[9 + d] = b[at + d];
    x[12 + d] = b[at + 3 + d];
    x[15 + d] = b[at + 6 + d];
  }
  if (p === UNSURE || q === UNSURE) return intersectTriangles(x, 0, 1, 2, x, 3, 4, 5);
  // Turned so that the first corner of each is alone on its side of the other plane, and that side is the positive
  // one: p and q are 0, 1, 2 for the corner that is alone above, 3, 4, 5 for the one that is alone below.
  const i = q % 3;
  const j = p % 3;
  const turnA = p > 2; // B's lone corner is below A's plane: A is read the other way round
  const turnB = q > 2;
  const p0 = i;
  const p1 = turnA ? (i + 2) % 3 : (i + 1) % 3;
  const p2 = turnA ? (i + 1) % 3 : (i + 2) % 3;
  const q0 = 3 + j;
  const q1 = 3 + (turnB ? (j + 2) % 3 : (j + 1) % 3);
  const q2 = 3 + (turnB ? (j + 1) % 3 : (j + 2) % 3);
  return orientSign(x, p0, p1, q0, q1) <= 0 && orientSign(x, p0, p2, q2, q0) <= 0;
}

/** Where three points lie about the plane of a row: all on one side, one alone above (0…2) or below (3…5). */
function sideOfRow(b: Float64Array, at: number, a: Float64Array, a0: number, a1: number, a2: number): number {
  const ox = b[at];
  const oy = b[at + 1];
  const oz = b[at + 2];
  const nx = b[at + 9];
  const ny = b[at + 10];
  const nz = b[at + 11];
  const px = a[a0] - ox;
  const py = a[a0 + 1] - oy;
  const pz = a[a0 + 2] - oz;
  const qx = a[a1] - ox;
  const qy = a[a1 + 1] - oy;
  const qz = a[a1 + 2] - oz;
  const rx = a[a2] - ox;
  const ry = a[a2 + 1] - oy;
  const rz = a[a2 + 2] - oz;
  const p = nx * px + ny * py + nz * pz;
  const q = nx * qx + ny * qy + nz * qz;
  const r = nx * rx + ny * ry + nz * rz;
  const sizeP = Math.max(Math.abs(px), Math.abs(py), Math.abs(pz));
  const sizeQ = Math.max(Math.abs(qx), Math.abs(qy), Math.abs(qz));
  const sizeR = Math.max(Math.abs(rx), Math.abs(ry), Math.abs(rz));
  const bound = BOUND * b[at + 12] * Math.max(sizeP, sizeQ, sizeR) + TINY;
  return judge(p, q, r, bound);
}

/** Three distances from a plane, none of them certain within `bound`. Small, so that it is inlined. */
function judge(p: number, q: number, r: number, bound: number): number {
  const low = (p < -bound ? 1 : 0) + (q < -bound ? 1 : 0) + (r < -bound ? 1 : 0);
  const high = (p > bound ? 1 : 0) + (q > bound ? 1 : 0) + (r > bound ? 1 : 0);
  if (low === 3 || high === 3) return APART;
  if (low + high < 3) return UNSURE;
  if (high === 1) return p > 0 ? 0 : q > 0 ? 1 : 2;
  return p < 0 ? 3 : q < 0 ? 4 : 5;
}
