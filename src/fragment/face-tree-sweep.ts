// Where a moving point can get into a fragment: only through faces that it goes against. Pieces that fly apart touch all
// along their crack, and cross nothing; so boxes of faces know which ways their faces look.

import { ENTRY_RIM } from './constants.ts';
import { POLYGON_PLANE, POLYGON_SIZE } from './crack-faces.ts';
import { faceTreeOf, sideOf } from './face-tree.ts';
import type { FragmentField } from './fragment-field.ts';
import { isOwnPlace, isShared, twiceBeside } from './outside.ts';

/** Numbers of a swept sphere: begin xyz, end xyz of its centre; radius; how its points may differ in their ways; depth. */
export const SWEPT_SIZE = 9;

const stack = new Int32Array(64); // scratch: boxes to look into
const low = new Float64Array(3); // scratch: the box of a way
const high = new Float64Array(3);
const middle = new Float64Array(4); // scratch: its middle, and how far from there it reaches, squared
const reach = new Float64Array(1); // scratch: how far to look around a way
const way = new Float64Array(3); // scratch: from its begin to its end
const first = new Float64Array(1); // scratch: where the first face is crossed
const crossing = new Float64Array(3); // scratch: a place on a face
const slack = new Float64Array(1); // scratch: ENTRY_RIM in metres
const inverse = new Float64Array(3); // scratch: of `way`
const STEEP = 1e300; // in place of 1/0: times nothing it is nothing

/**
 * Whether any point of a sphere may cross a face of fragment `label` from outside: its centre goes from swept[0..2] to
 * swept[3..5], each point within swept[6] of it by a way that differs from the centre's by swept[7] at most, and some may
 * be swept[8] deep in the fragment already. False is proven. Allocates only for fragments that are new.
 */
export function mayEnter(field: FragmentField, label: number, swept: Float64Array): boolean {
  const tree = faceTreeOf(field, label);
  const { next, first: begin, last, box, normals, item } = tree;
  const { faces, triangles } = field;
  const turn = swept[7];
  const above = swept[6] + turn; // how close to a face a point may come, from its front
  const below = swept[6] + swept[8]; // how far behind it one may begin
  reach[0] = Math.max(above, below);
  setWay(swept);
  const x = way[0];
  const y = way[1];
  const z = way[2];
  const lowX = low[0];
  const lowY = low[1];
  const lowZ = low[2];
  const highX = high[0];
  const highY = high[1];
  const highZ = high[2];
  const middleX = middle[0];
  const middleY = middle[1];
  const middleZ = middle[2];
  const square = middle[3];
  let count = 1;
  stack[0] = 0;
  while (count > 0) {
    const b = stack[--count];
    const o = 6 * b;
    if (box[o] > highX || box[o + 1] > highY || box[o + 2] > highZ) continue;
    if (box[o + 3] < lowX || box[o + 4] < lowY || box[o + 5] < lowZ) continue;
    const dx = twiceBeside(box[o] - middleX, middleX - box[o + 3]);
    const dy = twiceBeside(box[o + 1] - middleY, middleY - box[o + 4]);
    const dz = twiceBeside(box[o + 2] - middleZ, middleZ - box[o + 5]);
    if (0.25 * (dx * dx + dy * dy + dz * dz) > square) continue;
    const least =
      x * normals[x > 0 ? o : o + 3] +
      y * normals[y > 0 ? o + 1 : o + 4] +
      z * normals[z > 0 ? o + 2 : o + 5];
    if (least >= turn) continue; // all look the way that the sphere goes
    if (next[b] > 0) {
      stack[count++] = next[b];
      stack[count++] = b + 1;
      continue;
    }
    for (let k = begin[b]; k < last[b]; k++) {
      const which = item[k];
      const side = sideOf(which);
      const geometry = which >= 0 ? faces.geometry : triangles;
      const o = POLYGON_SIZE * (which >= 0 ? which >> 1 : -1 - which);
      const g = o + POLYGON_PLANE;
      const nx = side * geometry[g];
      const ny = side * geometry[g + 1];
      const nz = side * geometry[g + 2];
      const along = nx * x + ny * y + nz * z;
      if (along >= turn) continue;
      const from = nx * swept[0] + ny * swept[1] + nz * swept[2] - side * geometry[g + 3];
      if (from < -below || from + Math.min(along, 0) > above) continue;
      if (overlapsWay(geometry, o)) return true;
    }
  }
  return false;
}

/** Sets `way`, and the box and the ball around it, wider by reach[0]. */
function setWay(swept: Float64Array): void {
  const room = reach[0];
  for (let d = 0; d < 3; d++) {
    way[d] = swept[3 + d] - swept[d];
    low[d] = Math.min(swept[d], swept[3 + d]) - room;
    high[d] = Math.max(swept[d], swept[3 + d]) + room;
    middle[d] = 0.5 * (swept[d] + swept[3 + d]);
  }
  const half = room + 0.5 * Math.sqrt(way[0] * way[0] + way[1] * way[1] + way[2] * way[2]);
  middle[3] = half * half;
}

/** Whether the box of the polygon at geometry[o…] overlaps with the box and the ball around the way. */
function overlapsWay(geometry: Float64Array, o: number): boolean {
  const end = o + POLYGON_PLANE; // a triangle repeats its third corner
  let square = 0;
  for (let d = 0; d < 3; d++) {
    let least = geometry[o + d];
    let most = least;
    for (let c = o + 3 + d; c < end; c += 3) {
      if (geometry[c] < least) least = geometry[c];
      if (geometry[c] > most) most = geometry[c];
    }
    if (least > high[d] || most < low[d]) return false;
    const off = Math.max(least - middle[d], middle[d] - most, 0);
    square += off * off;
  }
  return square <= middle[3];
}

/** Numbers of a ray that enters: those of castFragment, and how far behind a face it may begin. */
export const ENTRY_SIZE = 8;

/**
 * Writes to out[0] where a ray first crosses a face of fragment `label` from its front, in direction lengths, and to
 * out[1..3] the unit outward normal; false if it crosses none. One that begins no more than ray[7] behind a face crosses
 * it at 0, unless it is beside it, as behind a concave edge; further in, it does not see that it is inside. Exact up to rounding; a ray along an edge crosses one of its
 * faces. Allocates only for fragments that are new.
 */
export function enterFaces(
  out: Float64Array,
  field: FragmentField,
  label: number,
  ray: Float64Array,
): boolean {
  const tree = faceTreeOf(field, label);
  const { next, first: begin, last, box, normals, item } = tree;
  slack[0] = ENTRY_RIM * field.family.topology.meanScale;
  const rim = 2 * slack[0];
  const square = (rim + ray[7]) * (rim + ray[7]) * (1 + 1e-12);
  for (let d = 0; d < 3; d++) {
    way[d] = ray[6] * ray[3 + d];
    inverse[d] = way[d] === 0 ? STEEP : 1 / way[d];
  }
  const x = ray[0];
  const y = ray[1];
  const z = ray[2];
  const ix = inverse[0];
  const iy = inverse[1];
  const iz = inverse[2];
  // A box is entered at the sides that the ray comes to first.
  const nx = ix > 0 ? 0 : 3;
  const ny = iy > 0 ? 1 : 4;
  const nz = iz > 0 ? 2 : 5;
  const rimX = ix > 0 ? rim : -rim;
  const rimY = iy > 0 ? rim : -rim;
  const rimZ = iz > 0 ? rim : -rim;
  first[0] = 1;
  let found = -1;
  let count = 1;
  stack[0] = 0;
  while (count > 0) {
    const b = stack[--count];
    const o = 6 * b;
    // What it begins behind is within `room`; what it comes to, on its way.
    const dx = twiceBeside(box[o] - x, x - box[o + 3]);
    const dy = twiceBeside(box[o + 1] - y, y - box[o + 4]);
    const dz = twiceBeside(box[o + 2] - z, z - box[o + 5]);
    if (0.25 * (dx * dx + dy * dy + dz * dz) > square) {
      const enter = Math.max(
        (box[o + nx] - rimX - x) * ix,
        (box[o + ny] - rimY - y) * iy,
        (box[o + nz] - rimZ - z) * iz,
      );
      const leave = Math.min(
        (box[o + 3 - nx] + rimX - x) * ix,
        (box[o + 5 - ny] + rimY - y) * iy,
        (box[o + 7 - nz] + rimZ - z) * iz,
      );
      if (enter > leave || enter > first[0] || leave < 0) continue;
    }
    // A normal's box has its least first, as boxes have.
    if (way[0] * normals[o + nx] + way[1] * normals[o + ny] + way[2] * normals[o + nz] >= 0) continue;
    if (next[b] > 0) {
      stack[count++] = next[b];
      stack[count++] = b + 1;
      continue;
    }
    for (let k = begin[b]; k < last[b]; k++) if (crossFace(field, item[k], label, ray)) found = k;
  }
  if (found < 0) return false;
  out[0] = first[0] * ray[6];
  const which = item[found];
  const geometry = which >= 0 ? field.faces.geometry : field.triangles;
  const g = POLYGON_SIZE * (which >= 0 ? which >> 1 : -1 - which) + POLYGON_PLANE;
  for (let d = 0; d < 3; d++) out[1 + d] = sideOf(which) * geometry[g + d];
  return true;
}

/** Whether `way` from the origin of a ray crosses a face from its front, before `first`; if so, lowers that. */
function crossFace(field: FragmentField, item: number, label: number, ray: Float64Array): boolean {
  const { faces, triangles } = field;
  const geometry = item >= 0 ? faces.geometry : triangles;
  const side = sideOf(item);
  const o = POLYGON_SIZE * (item >= 0 ? item >> 1 : -1 - item);
  const g = o + POLYGON_PLANE;
  const nx = geometry[g];
  const ny = geometry[g + 1];
  const nz = geometry[g + 2];
  const along = side * (nx * way[0] + ny * way[1] + nz * way[2]);
  if (!(along < 0)) return false;
  const from = side * (nx * ray[0] + ny * ray[1] + nz * ray[2] - geometry[g + 3]);
  if (from < -slack[0] - ray[7] || from + along > 0) return false;
  const t = from > 0 ? from / -along : 0;
  if (t > first[0]) return false;
  const x = ray[0] + t * way[0];
  const y = ray[1] + t * way[1];
  const z = ray[2] + t * way[2];
  const end = o + 3 * (item >= 0 ? faces.sides[item >> 1] : 3);
  let a = end - 3;
  for (let c = o; c < end; a = c, c += 3) {
    const ex = geometry[c] - geometry[a];
    const ey = geometry[c + 1] - geometry[a + 1];
    const ez = geometry[c + 2] - geometry[a + 2];
    const px = x - geometry[a];
    const py = y - geometry[a + 1];
    const pz = z - geometry[a + 2];
    const turn = (ny * ez - nz * ey) * px + (nz * ex - nx * ez) * py + (nx * ey - ny * ex) * pz;
    if (turn < 0 && turn * turn > slack[0] * slack[0] * (ex * ex + ey * ey + ez * ez)) return false;
  }
  if (item < 0 && isShared(field, -1 - item)) {
    crossing[0] = x;
    crossing[1] = y;
    crossing[2] = z;
    if (!isOwnPlace(field, -1 - item, label, crossing, 0)) return false;
  }
  first[0] = t;
  return true;
}
