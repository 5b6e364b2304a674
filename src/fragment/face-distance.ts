// The closest point of a crack face: planar, convex, three or four corners.

import { POLYGON_PLANE, POLYGON_SIZE } from './crack-faces.ts';

/** Polygons, as CrackFaces and Walls hold them. */
interface Polygons {
  readonly geometry: Float64Array;
  readonly sides: Uint8Array;
}

/**
 * Writes the squared distance from p[at…] to polygon g, then its closest point. Exact also for slivers and where two
 * corners coincide (never all: cuts keep clear of nodes). What is not below the face is closest to one of the edges
 * that it lies beyond.
 * Allocation-free.
 */
export function closestPointFace(
  out: Float64Array,
  faces: Polygons,
  g: number,
  p: Float64Array,
  at: number,
): void {
  const { geometry } = faces;
  const o = POLYGON_SIZE * g;
  const end = o + 3 * faces.sides[g];
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
 * Whether polygon g comes closer to p[at…] than the square root of out[0]; if so, out[0] becomes its squared distance.
 * As closestPointFace has it, up to rounding, but mostly done after the first edge that p lies beyond: the polygon is at
 * least as far as that edge's line. Allocation-free.
 */
export function faceWithin(
  out: Float64Array,
  faces: Polygons,
  g: number,
  p: Float64Array,
  at: number,
): boolean {
  const { geometry } = faces;
  const o = POLYGON_SIZE * g;
  const end = o + 3 * faces.sides[g];
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
