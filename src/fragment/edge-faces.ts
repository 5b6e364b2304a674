// Whether the faces of a fragment come close to an edge: exact, and less work than to ask for distances at places along it.
// Most edges that a query looks at are not that close.

import { closestPointFace, faceWithin, POLYGON_PLANE, POLYGON_SIZE } from './crack-faces.ts';
import { faceTreeOf } from './face-tree.ts';
import type { FragmentField } from './fragment-field.ts';

const stack = new Int32Array(64); // scratch: boxes to look into; halves of halves: 32 levels are enough for any memory
const low = new Float64Array(3); // scratch: the box of an edge, wider by what counts as close
const high = new Float64Array(3);
const near = new Float64Array(1); // scratch: the square of that
const square = new Float64Array(1); // scratch: the same, for faceWithin to overwrite
const crossing = new Float64Array(3); // scratch: where an edge goes through the plane of a face
const closest = new Float64Array(4); // scratch: squared distance from there to the face, and its closest point

/**
 * Whether a face of fragment `label`, closed ones too, comes closer than room[0], which is above 0, to the edge from
 * ends[at…] to ends[at + 3…]. False is exact up to rounding; true may be of a part of a triangle that is another's.
 * Allocates only for fragments that are new.
 */
export function passesFaces(
  field: FragmentField,
  label: number,
  ends: Float64Array,
  at: number,
  room: Float64Array,
): boolean {
  const { next, first, last, box, item } = faceTreeOf(field, label);
  const { faces, triangles } = field;
  for (let d = 0; d < 3; d++) {
    low[d] = Math.min(ends[at + d], ends[at + 3 + d]) - room[0];
    high[d] = Math.max(ends[at + d], ends[at + 3 + d]) + room[0];
  }
  near[0] = room[0] * room[0];
  stack[0] = 0;
  for (let count = 1; count > 0; ) {
    const b = stack[--count];
    const o = 6 * b;
    if (box[o] > high[0] || box[o + 1] > high[1] || box[o + 2] > high[2]) continue;
    if (box[o + 3] < low[0] || box[o + 4] < low[1] || box[o + 5] < low[2]) continue;
    if (next[b] > 0) {
      stack[count++] = next[b];
      stack[count++] = b + 1;
      continue;
    }
    for (let k = first[b]; k < last[b]; k++) {
      const which = item[k];
      const geometry = which >= 0 ? faces.geometry : triangles;
      const sides = which >= 0 ? faces.sides[which >> 1] : 3;
      if (isClose(geometry, POLYGON_SIZE * (which >= 0 ? which >> 1 : -1 - which), sides, ends, at))
        return true;
    }
  }
  return false;
}

/** Whether the polygon at geometry[o…] is closer to an edge than `near`: at an end, across one of its sides, or where it is pierced. */
function isClose(geometry: Float64Array, o: number, sides: number, ends: Float64Array, at: number): boolean {
  const p = o + POLYGON_PLANE;
  const nx = geometry[p];
  const ny = geometry[p + 1];
  const nz = geometry[p + 2];
  const from = nx * ends[at] + ny * ends[at + 1] + nz * ends[at + 2] - geometry[p + 3];
  const to = nx * ends[at + 3] + ny * ends[at + 4] + nz * ends[at + 5] - geometry[p + 3];
  if (from > 0 === to > 0 && Math.min(from * from, to * to) >= near[0]) return false;
  square[0] = near[0];
  if (faceWithin(square, geometry, o, sides, ends, at)) return true;
  if (faceWithin(square, geometry, o, sides, ends, at + 3)) return true;
  if (from !== to && from > 0 !== to > 0) {
    const t = from / (from - to);
    for (let d = 0; d < 3; d++) crossing[d] = ends[at + d] + t * (ends[at + 3 + d] - ends[at + d]);
    closestPointFace(closest, geometry, o, sides, crossing, 0);
    if (closest[0] < near[0]) return true;
  }
  const end = o + 3 * sides;
  for (let a = end - 3, b = o; b < end; a = b, b += 3) if (areClose(ends, at, geometry, a, b)) return true;
  return false;
}

/** Whether the edge and the way from g[a…] to g[b…] are closer than `near`. */
function areClose(ends: Float64Array, at: number, g: Float64Array, a: number, b: number): boolean {
  const ux = ends[at + 3] - ends[at];
  const uy = ends[at + 4] - ends[at + 1];
  const uz = ends[at + 5] - ends[at + 2];
  const vx = g[b] - g[a];
  const vy = g[b + 1] - g[a + 1];
  const vz = g[b + 2] - g[a + 2];
  const wx = ends[at] - g[a];
  const wy = ends[at + 1] - g[a + 1];
  const wz = ends[at + 2] - g[a + 2];
  const uu = ux * ux + uy * uy + uz * uz;
  const uv = ux * vx + uy * vy + uz * vz;
  const vv = vx * vx + vy * vy + vz * vz;
  const uw = ux * wx + uy * wy + uz * wz;
  const vw = vx * wx + vy * wy + vz * wz;
  const across = uu * vv - uv * uv;
  let s = across > 0 ? Math.min(1, Math.max(0, (uv * vw - vv * uw) / across)) : 0;
  const t = vv > 0 ? Math.min(1, Math.max(0, (uv * s + vw) / vv)) : 0;
  s = uu > 0 ? Math.min(1, Math.max(0, (uv * t - uw) / uu)) : 0; // the closest to where that is, between the ends
  const x = wx + s * ux - t * vx;
  const y = wy + s * uy - t * vy;
  const z = wz + s * uz - t * vz;
  return x * x + y * y + z * z < near[0];
}
