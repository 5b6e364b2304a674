// How thick a solid is below its surface: at every vertex, and its thinnest wall. Rays go straight in from points
// of every triangle; where one comes out through a face that looks the opposite way, the solid has a wall there.
// Grids are sized by the wall, steps in time by the local thickness.

import { measureNormal } from '../geometry/triangle.ts';
import { castRay } from '../hierarchy/cast.ts';
import { checkRecord } from '../job/check.ts';
import { checkHierarchy, checkMesh } from './check.ts';
import type { SurfaceQuery } from './surface-distance.ts';

export interface Thickness {
  readonly thickness: Float32Array; // below each vertex; finite and positive
  readonly wall: number; // the thinnest wall
}

const WALL = -0.966; // cosine of 165°: faces up to 15° from parallel make a wall, steeper ones a wedge
const PERCENTILE = 0.02; // of the area: walls smaller than this do not decide
const CORNER = 0.8; // weight of the near corner in the sample points at corners
const SMALL = 0.25; // a triangle whose size is below this share of the thickness needs no rays at its corners
const CONE = 0.35; // sideways part of the rays tried where the straight one is lost

const ray = new Float64Array(6); // scratch: a ray from a sample point
const hit = new Float64Array(3); // scratch: what castRay writes
const smooth = new Float64Array(6); // scratch: smooth normals at both ends
const normal = new Float64Array(4); // scratch: a triangle's normal and area
const answer = new Float64Array(2); // scratch: length of a ray, and 1 where it crossed a wall

/**
 * Measures along inward rays from the middle of each triangle and from near its corners. A vertex takes the least
 * thickness found near it. `wall` is the thickness that walls over 2 % of the surface stay below. Faces that lean
 * towards each other by more than 15° form a wedge, not a wall: its tip has no thickness worth the name, so a
 * wedge counts by the middles of its triangles, and towards the median of all rays, which `wall` never exceeds.
 * `positions` and `indices` are the surface that `query` was made from. Deterministic.
 */
export function measureThickness(
  query: SurfaceQuery,
  positions: Float64Array,
  indices: Uint32Array,
): Thickness {
  checkRecord('query', query, ['hierarchy', 'faceNormal'], 'what createSurfaceQuery made');
  checkHierarchy('query.hierarchy', query.hierarchy);
  checkMesh('mesh', { positions, indices });
  const triangleCount = indices.length / 3;
  const size = measureSize(query);
  const sample = new Float32Array(4 * triangleCount); // three corners, then the middle
  const walled = new Uint8Array(4 * triangleCount);
  const area = new Float64Array(triangleCount);
  for (let t = 0; t < triangleCount; t++) {
    measureNormal(normal, positions, indices, t);
    area[t] = normal[3];
    castInward(query, positions, indices, t, 3, size);
    sample.fill(answer[0], 4 * t, 4 * t + 4);
    walled.fill(answer[1], 4 * t, 4 * t + 4);
    if (area[t] < SMALL * SMALL * answer[0] * answer[0]) continue;
    for (let k = 0; k < 3; k++) {
      castInward(query, positions, indices, t, k, size);
      walled[4 * t + k] = answer[1];
      // Rays from the corners count where they cross a wall; in a wedge the middle speaks for them.
      if (answer[1] === 1) sample[4 * t + k] = answer[0];
    }
  }
  const thickness = new Float32Array(positions.length / 3).fill(size);
  for (let h = 0; h < indices.length; h++) {
    const t = Math.floor(h / 3);
    const v = indices[h];
    if (area[t] > 0) thickness[v] = Math.min(thickness[v], sample[4 * t + (h % 3)]);
  }
  return { thickness, wall: findWall(sample, walled, area) };
}

/** Writes to `answer` how far it is through the solid from sample k of triangle t, and whether that is a wall. */
function castInward(
  query: SurfaceQuery,
  positions: Float64Array,
  indices: Uint32Array,
  t: number,
  k: number,
  size: number,
): void {
  const { hierarchy, faceNormal } = query;
  const nx = faceNormal[3 * t];
  const ny = faceNormal[3 * t + 1];
  const nz = faceNormal[3 * t + 2];
  for (let d = 0; d < 3; d++) {
    let sum = 0;
    for (let c = 0; c < 3; c++) sum += cornerWeight(k, c) * positions[3 * indices[3 * t + c] + d];
    ray[d] = sum;
  }
  for (let attempt = 0; attempt < 5; attempt++) {
    aimInward(attempt, nx, ny, nz);
    const other = castRay(hit, hierarchy, ray, size, t);
    if (other < 0) continue;
    const ox = faceNormal[3 * other];
    const oy = faceNormal[3 * other + 1];
    const oz = faceNormal[3 * other + 2];
    if (!(ray[3] * ox + ray[4] * oy + ray[5] * oz > 0)) continue; // met a front: the ray had slipped outside
    answer[0] = hit[0]; // the part of the way along the normal, since the ray has 1 of that
    answer[1] = nx * ox + ny * oy + nz * oz < WALL || smoothFacing(query, t, k, other) < WALL ? 1 : 0;
    return;
  }
  answer[0] = size;
  answer[1] = 0;
}

/** Weight of corner c in sample k of a triangle. */
function cornerWeight(k: number, c: number): number {
  return k === 3 ? 1 / 3 : k === c ? CORNER : (1 - CORNER) / 2;
}

/** Points `ray` straight in at first, then aside in four ways. */
function aimInward(attempt: number, nx: number, ny: number, nz: number): void {
  // Two directions across n: the axis that n leans on least, made perpendicular, and its cross product with n.
  let ux = 0;
  let uy = 0;
  let uz = 0;
  if (attempt > 0) {
    if (Math.abs(nx) <= Math.abs(ny) && Math.abs(nx) <= Math.abs(nz)) ux = 1;
    else if (Math.abs(ny) <= Math.abs(nz)) uy = 1;
    else uz = 1;
    const dot = ux * nx + uy * ny + uz * nz;
    ux -= dot * nx;
    uy -= dot * ny;
    uz -= dot * nz;
    if (attempt > 2) {
      const vx = ny * uz - nz * uy;
      const vy = nz * ux - nx * uz;
      const vz = nx * uy - ny * ux;
      ux = vx;
      uy = vy;
      uz = vz;
    }
  }
  const side = attempt % 2 === 0 ? CONE : -CONE;
  ray[3] = side * ux - nx;
  ray[4] = side * uy - ny;
  ray[5] = side * uz - nz;
}

/**
 * The cosine between the smooth normals at sample k of triangle t and at the point `hit` of triangle `other`: on a
 * coarse curved shell the faces of both sides lean, while the surface they stand for is parallel.
 */
function smoothFacing(query: SurfaceQuery, t: number, k: number, other: number): number {
  const { vertexNormal, indices } = query;
  for (let end = 0; end < 2; end++) {
    for (let d = 0; d < 3; d++) {
      let sum = 0;
      for (let c = 0; c < 3; c++) {
        const weight = end === 0 ? cornerWeight(k, c) : c === 0 ? 1 - hit[1] - hit[2] : hit[c];
        sum += weight * vertexNormal[3 * indices[3 * (end === 0 ? t : other) + c] + d];
      }
      smooth[3 * end + d] = sum;
    }
  }
  const dot = smooth[0] * smooth[3] + smooth[1] * smooth[4] + smooth[2] * smooth[5];
  const squares =
    (smooth[0] * smooth[0] + smooth[1] * smooth[1] + smooth[2] * smooth[2]) *
    (smooth[3] * smooth[3] + smooth[4] * smooth[4] + smooth[5] * smooth[5]);
  return squares > 0 ? dot / Math.sqrt(squares) : 0;
}

/** The thickness that walls over PERCENTILE of the area stay below, but no more than the median ray. */
function findWall(sample: Float32Array, walled: Uint8Array, area: Float64Array): number {
  let total = 0;
  for (let t = 0; t < area.length; t++) total += 4 * area[t];
  if (!(total > 0)) return 0;
  const sorted = sample.slice().sort();
  const median = findShare(sorted, sample, null, area, total / 2);
  return Math.min(median, findShare(sorted, sample, walled, area, PERCENTILE * total));
}

/**
 * The least of the values below which samples (of walls only, if `walled` is given) make up that much area. By halves;
 * each looks only at the samples that the ones before left open.
 */
function findShare(
  sorted: Float32Array,
  sample: Float32Array,
  walled: Uint8Array | null,
  area: Float64Array,
  share: number,
): number {
  const open = new Uint32Array(sample.length); // the samples from sorted[low] to sorted[high]
  let count = 0;
  for (let i = 0; i < sample.length; i++) if (!walled || walled[i] === 1) open[count++] = i;
  let below = 0; // area of those that are less
  let low = 0;
  let high = sorted.length; // past the end: there are not enough
  while (low < high) {
    const middle = (low + high) >> 1;
    const limit = sorted[middle];
    let sum = below;
    for (let n = 0; n < count; n++) if (sample[open[n]] <= limit) sum += area[open[n] >> 2];
    const enough = sum >= share;
    let kept = 0;
    for (let n = 0; n < count; n++) if (sample[open[n]] <= limit === enough) open[kept++] = open[n];
    count = kept;
    if (enough) {
      high = middle;
    } else {
      low = middle + 1;
      below = sum;
    }
  }
  return low < sorted.length ? sorted[low] : Infinity;
}

/** The diagonal of the surface's box: no thickness exceeds it. */
function measureSize(query: SurfaceQuery): number {
  const { box, triangle } = query.hierarchy;
  if (triangle.length === 0) return 0;
  const x = box[3] - box[0];
  const y = box[4] - box[1];
  const z = box[5] - box[2];
  return Math.sqrt(x * x + y * y + z * z);
}
