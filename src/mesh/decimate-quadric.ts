// Quadric errors: a quadric is the function xᵀAx + 2bᵀx + c, a sum of squared distances to planes and points,
// stored as ten numbers (A's upper triangle, b, c) a vertex. After Garland and Heckbert's surface simplification,
// with a point term a vertex: where the surface is flat, it alone decides, and keeps the triangles even.

import { measureNormal } from '../geometry/triangle.ts';
import { BORDER_WEIGHT, CREASE } from './constants.ts';
import type { CollapseMesh } from './decimate-collapse.ts';
import { buildEdges, nextHalf } from './topology.ts';

const SIZE = 10;

const normal = new Float64Array(4); // scratch: a triangle's unit normal and area

/** The quadric of each vertex: planes of its triangles, of its borders, seams and creases, and its own place. */
export function measureQuadrics(
  work: CollapseMesh,
  groups: Uint16Array | null,
  evenness: number,
): Float64Array {
  const { positions, indices, alive } = work;
  const vertexCount = positions.length / 3;
  const quadric = new Float64Array(SIZE * vertexCount);
  const share = new Float64Array(vertexCount); // area a vertex
  for (let t = 0; t < alive.length; t++) {
    if (alive[t] === 0) continue;
    measureNormal(normal, positions, indices, t);
    const [x, y, z, area] = normal;
    const p = 3 * indices[3 * t];
    const d = -(x * positions[p] + y * positions[p + 1] + z * positions[p + 2]);
    for (let i = 0; i < 3; i++) {
      addPlane(quadric, indices[3 * t + i], x, y, z, d, area / 3);
      share[indices[3 * t + i]] += area / 3;
    }
  }
  const edges = buildEdges(indices, vertexCount);
  for (let e = 0; e < edges.edgeCount; e++) {
    const run = edges.half.subarray(edges.start[e], edges.start[e + 1]);
    if (!isKept(positions, indices, groups, run)) continue;
    for (const h of run) if (alive[Math.floor(h / 3)] === 1) addWall(quadric, positions, indices, h);
  }
  for (let v = 0; v < vertexCount; v++) {
    // The floor serves vertices whose triangles have no area.
    addPoint(quadric, v, positions, evenness * share[v] + Number.MIN_VALUE);
  }
  return quadric;
}

/** Whether an edge, given by its half-edges, is one to keep in place: a border, a seam of groups or a crease. */
function isKept(
  positions: Float64Array,
  indices: Uint32Array,
  groups: Uint16Array | null,
  run: Uint32Array,
): boolean {
  if (run.length !== 2) return true;
  const [s, t] = [Math.floor(run[0] / 3), Math.floor(run[1] / 3)];
  if (groups !== null && groups[s] !== groups[t]) return true;
  measureNormal(normal, positions, indices, s);
  const [x, y, z] = normal;
  measureNormal(normal, positions, indices, t);
  return x * normal[0] + y * normal[1] + z * normal[2] < CREASE;
}

/** Adds the plane that stands on a triangle along its half-edge h, to which the triangle's side then sticks. */
function addWall(quadric: Float64Array, positions: Float64Array, indices: Uint32Array, h: number): void {
  measureNormal(normal, positions, indices, Math.floor(h / 3));
  const a = indices[h];
  const b = indices[nextHalf(h)];
  const ex = positions[3 * b] - positions[3 * a];
  const ey = positions[3 * b + 1] - positions[3 * a + 1];
  const ez = positions[3 * b + 2] - positions[3 * a + 2];
  const e2 = ex * ex + ey * ey + ez * ez;
  const scale = e2 > 0 ? 1 / Math.sqrt(e2) : 0;
  const x = scale * (ey * normal[2] - ez * normal[1]);
  const y = scale * (ez * normal[0] - ex * normal[2]);
  const z = scale * (ex * normal[1] - ey * normal[0]);
  const d = -(x * positions[3 * a] + y * positions[3 * a + 1] + z * positions[3 * a + 2]);
  for (const v of [a, b]) addPlane(quadric, v, x, y, z, d, BORDER_WEIGHT * e2);
}

/** Adds weight · (n·x + d)² to the quadric of a vertex; (nx, ny, nz) is a unit vector. */
function addPlane(
  quadric: Float64Array,
  vertex: number,
  nx: number,
  ny: number,
  nz: number,
  d: number,
  weight: number,
): void {
  const q = SIZE * vertex;
  quadric[q] += weight * nx * nx;
  quadric[q + 1] += weight * nx * ny;
  quadric[q + 2] += weight * nx * nz;
  quadric[q + 3] += weight * ny * ny;
  quadric[q + 4] += weight * ny * nz;
  quadric[q + 5] += weight * nz * nz;
  quadric[q + 6] += weight * nx * d;
  quadric[q + 7] += weight * ny * d;
  quadric[q + 8] += weight * nz * d;
  quadric[q + 9] += weight * d * d;
}

/** Adds weight · |x − p|² to the quadric of a vertex, p being its own position. */
function addPoint(quadric: Float64Array, vertex: number, positions: Float64Array, weight: number): void {
  const q = SIZE * vertex;
  const x = positions[3 * vertex];
  const y = positions[3 * vertex + 1];
  const z = positions[3 * vertex + 2];
  quadric[q] += weight;
  quadric[q + 3] += weight;
  quadric[q + 5] += weight;
  quadric[q + 6] -= weight * x;
  quadric[q + 7] -= weight * y;
  quadric[q + 8] -= weight * z;
  quadric[q + 9] += weight * (x * x + y * y + z * z);
}

/** Adds the quadric of vertex b to that of vertex a. */
export function mergeQuadrics(quadric: Float64Array, a: number, b: number): void {
  for (let k = 0; k < SIZE; k++) quadric[SIZE * a + k] += quadric[SIZE * b + k];
}

/**
 * Writes to out[0..2] the point where the sum of two vertices' quadrics is least, and to out[3] its value
 * there. The point terms make A positive definite; should rounding spoil it, out[3] is NaN.
 */
export function minimizeQuadrics(out: Float64Array, quadric: Float64Array, a: number, b: number): void {
  const p = SIZE * a;
  const q = SIZE * b;
  const xx = quadric[p] + quadric[q];
  const xy = quadric[p + 1] + quadric[q + 1];
  const xz = quadric[p + 2] + quadric[q + 2];
  const yy = quadric[p + 3] + quadric[q + 3];
  const yz = quadric[p + 4] + quadric[q + 4];
  const zz = quadric[p + 5] + quadric[q + 5];
  const bx = quadric[p + 6] + quadric[q + 6];
  const by = quadric[p + 7] + quadric[q + 7];
  const bz = quadric[p + 8] + quadric[q + 8];
  // A = L·D·Lᵀ
  const l1 = xy / xx;
  const l2 = xz / xx;
  const d1 = yy - l1 * xy;
  const e = yz - l1 * xz;
  const l3 = e / d1;
  const d2 = zz - l2 * xz - l3 * e;
  const u = -bx;
  const v = -by - l1 * u;
  const w = -bz - l2 * u - l3 * v;
  const z = w / d2;
  const y = v / d1 - l3 * z;
  const x = u / xx - l1 * y - l2 * z;
  out[0] = x;
  out[1] = y;
  out[2] = z;
  // At the minimum, Ax = −b: the value is b·x + c.
  const value = bx * x + by * y + bz * z + quadric[p + 9] + quadric[q + 9];
  out[3] = xx > 0 && d1 > 0 && d2 > 0 ? Math.max(value, 0) : Number.NaN;
}

/** Writes to out[3] the value of the sum of two vertices' quadrics at out[0..2]. */
export function sumQuadrics(out: Float64Array, quadric: Float64Array, a: number, b: number): void {
  const p = SIZE * a;
  const q = SIZE * b;
  const x = out[0];
  const y = out[1];
  const z = out[2];
  const value =
    x * x * (quadric[p] + quadric[q]) +
    y * y * (quadric[p + 3] + quadric[q + 3]) +
    z * z * (quadric[p + 5] + quadric[q + 5]) +
    2 *
      (x * y * (quadric[p + 1] + quadric[q + 1]) +
        x * z * (quadric[p + 2] + quadric[q + 2]) +
        y * z * (quadric[p + 4] + quadric[q + 4]) +
        x * (quadric[p + 6] + quadric[q + 6]) +
        y * (quadric[p + 7] + quadric[q + 7]) +
        z * (quadric[p + 8] + quadric[q + 8])) +
    quadric[p + 9] +
    quadric[q + 9];
  out[3] = Math.max(value, 0);
}
