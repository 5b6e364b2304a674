// Where a ray meets ground: an open mesh by its triangles, from their front alone; heights cell by cell, as what is
// solid below them. A ray is seven numbers, see contact/cast.ts.

import { castRay } from '../hierarchy/cast.ts';
import { NEAR } from './answer.ts';
import { type HeightField, setTriangle, writeUp } from './height-field.ts';
import { measureMesh } from './measure-mesh.ts';
import type { OpenMesh } from './open-mesh.ts';

const NO_REACH = new Float64Array(2); // near and far of 0: only what is inside is near

/** The answer from inside: at once, and back. */
function comeBack(out: Float64Array, ray: Float64Array): boolean {
  const length = Math.sqrt(ray[3] * ray[3] + ray[4] * ray[4] + ray[5] * ray[5]);
  out[0] = 0;
  for (let d = 0; d < 3; d++) out[1 + d] = -ray[3 + d] / length;
  return true;
}

const found = new Float64Array(4); // scratch: what castRay and measureMesh write
const rest = new Float64Array(7); // scratch: what is left of the ray

/**
 * Writes to out[0] where `ray` first meets an open mesh, in direction lengths, and to out[1..3] the unit outward normal
 * there; false if it does not within ray[6]. From inside that is 0 and the way back. Triangles seen from behind do not
 * count, and a ray exactly along one's edge may slip through by rounding. Exact up to rounding; allocation-free.
 */
export function castMesh(out: Float64Array, mesh: OpenMesh, ray: Float64Array): boolean {
  const { hierarchy, faceNormal, indices } = mesh;
  if (measureMesh(found, mesh, ray, 0, NO_REACH) === NEAR && found[0] < 0) return comeBack(out, ray);
  for (let k = 0; k < 7; k++) rest[k] = ray[k];
  let t = 0;
  let triangle = -1;
  // Past one triangle seen from behind after the other. None is passed twice but by rounding, which a count ends.
  for (let passes = indices.length; passes >= 0; passes--) {
    triangle = castRay(found, hierarchy, rest, Infinity, triangle); // a limit that changes would be boxed
    t += found[0];
    if (triangle < 0 || t > ray[6]) return false;
    const n = 3 * triangle;
    const x = faceNormal[n];
    const y = faceNormal[n + 1];
    const z = faceNormal[n + 2];
    if (x * ray[3] + y * ray[4] + z * ray[5] < 0) {
      out[0] = t;
      out[1] = x;
      out[2] = y;
      out[3] = z;
      return true;
    }
    for (let d = 0; d < 3; d++) rest[d] = ray[d] + t * ray[3 + d];
  }
  return false;
}

const part = new Float64Array(2); // scratch: from where to where the ray is over the cells, one of them, or a triangle
const place = new Float64Array(4); // scratch: column and row of the origin, as fractions, and their change along the ray
const next = new Float64Array(2); // scratch: where the ray comes to the next column and row
const face = new Float64Array(12); // scratch: a triangle

const MISSES = -2;
const WITHIN = -1;

/** The same of heights, which let no ray through, and have walls where they end. */
export function castHeights(out: Float64Array, field: HeightField, ray: Float64Array): boolean {
  const { rows, columns, cell } = field;
  place[0] = ray[0] / cell[0] + 0.5 * (columns - 1);
  place[1] = ray[2] / cell[1] + 0.5 * (rows - 1);
  place[2] = ray[3] / cell[0];
  place[3] = ray[5] / cell[1];
  const side = clipToCells(field, ray);
  if (side === MISSES) return false;
  const end = part[1];
  let column = startAt(0, columns);
  let row = startAt(1, rows);
  for (let first = true; ; first = false) {
    const k = next[0] <= next[1] ? 0 : 1;
    const last = !(next[k] < end);
    part[1] = last ? end : Math.max(part[0], next[k]);
    const met = crossCell(out, field, row, column, ray);
    if (met === BELOW && first) return side === WITHIN ? comeBack(out, ray) : meetWall(out, side);
    if (met !== ABOVE) return true;
    const step = place[2 + k] > 0 ? 1 : -1;
    if (k === 0) column += step;
    else row += step;
    if (last || column < 0 || row < 0 || column > columns - 2 || row > rows - 2) return false;
    part[0] = part[1];
    next[k] += 1 / Math.abs(place[2 + k]);
  }
}

/** Sets `part` to what of the ray is over the cells; returns the axis it comes in along (0 columns, 1 rows), or which it is. */
function clipToCells({ rows, columns }: HeightField, ray: Float64Array): number {
  let side = WITHIN;
  part[0] = 0;
  part[1] = ray[6];
  for (let k = 0; k < 2; k++) {
    const o = place[k];
    const step = place[2 + k];
    const most = (k === 0 ? columns : rows) - 1;
    if (step === 0) {
      if (o < 0 || o > most) return MISSES;
      continue;
    }
    const enter = ((step > 0 ? 0 : most) - o) / step;
    if (enter > part[0]) {
      part[0] = enter;
      side = k;
    }
    part[1] = Math.min(part[1], ((step > 0 ? most : 0) - o) / step);
  }
  return part[0] <= part[1] ? side : MISSES;
}

/** The column or row in which the ray begins; sets where it comes to the next. */
function startAt(k: number, corners: number): number {
  const step = place[2 + k];
  const at = Math.max(0, Math.min(corners - 2, Math.floor(place[k] + part[0] * step)));
  next[k] = step === 0 ? Infinity : (at + (step > 0 ? 1 : 0) - place[k]) / step;
  return at;
}

/** The answer where the ray comes in below the ground at its border. */
function meetWall(out: Float64Array, side: number): boolean {
  out[0] = part[0];
  out[1] = side !== 0 ? 0 : place[2] > 0 ? -1 : 1;
  out[2] = 0;
  out[3] = side !== 1 ? 0 : place[3] > 0 ? -1 : 1;
  return true;
}

const ABOVE = 0;
const CROSSES = 1;
const BELOW = 2;

/** Whether the ray comes to the ground of a cell within `part`, or is below it from the start; writes the answer if so. */
function crossCell(
  out: Float64Array,
  field: HeightField,
  row: number,
  column: number,
  ray: Float64Array,
): number {
  const from = part[0];
  const to = part[1]; // infinite for a vertical ray at most
  const high = field.high[row * (field.columns - 1) + column];
  if (ray[1] + from * ray[4] > high && (ray[4] >= 0 || ray[1] + to * ray[4] > high)) return ABOVE;
  // How far it is into the rows beyond how far into the columns: above 0 in the first triangle.
  const off = place[1] - row - (place[0] - column);
  const slope = place[3] - place[2];
  const turn = slope === 0 ? to : -off / slope;
  const middle = turn > from && turn < to ? turn : to;
  const half = (slope === 0 ? off : off + 0.5 * (from + middle) * slope) >= 0 ? 0 : 1;
  part[1] = middle;
  const met = crossTriangle(out, field, row, column, half, ray);
  part[1] = to;
  if (met !== ABOVE || middle === to) return met;
  part[0] = middle;
  return crossTriangle(out, field, row, column, 1 - half, ray) === ABOVE ? ABOVE : CROSSES;
}

/** The same for triangle `half` of a cell. */
function crossTriangle(
  out: Float64Array,
  field: HeightField,
  row: number,
  column: number,
  half: number,
  ray: Float64Array,
): number {
  setTriangle(face, field, row, column, half);
  const x = face[4] * face[8] - face[5] * face[7];
  const y = face[5] * face[6] - face[3] * face[8];
  const z = face[3] * face[7] - face[4] * face[6];
  const over = x * (ray[0] - face[0]) + y * (ray[1] - face[1]) + z * (ray[2] - face[2]);
  const rise = x * ray[3] + y * ray[4] + z * ray[5];
  const below = over + part[0] * rise < 0;
  const t = below ? part[0] : Math.max(part[0], -over / rise);
  if (!below && !(rise < 0 && t <= part[1])) return ABOVE;
  out[0] = t;
  writeUp(out, 1, field, row, column, half);
  return below ? BELOW : CROSSES;
}
