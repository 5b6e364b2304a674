// The closest surface of a fragment around a point in it, found from tet to tet: crack faces on its side and old
// surface triangles. A tet lies beyond the face through which it is entered, so it is entered only where the plane of
// that face is closer than the best that is known. Ours; [Glondu13, sec. 4.4] looks at the point's own tet.

import { growColumn } from '../math/columns.ts';
import { TET_FACES } from '../mesh/tet-mesh.ts';
import { ON_SURFACE, SEALED_TETS } from './constants.ts';
import {
  closestPointFace,
  createCrackFaces,
  LOWEST_CORNER,
  POLYGON_PLANE,
  POLYGON_SIZE,
} from './crack-faces.ts';
import type { FragmentField } from './fragment-field.ts';

/** Numbers of a hit: squared distance, closest point xyz, unit normal of the fragment's surface there xyz. */
export const HIT_SIZE = 7;
let queue = new Int32Array(128); // scratch: tets to look at, and those already looked at; grows to the longest limit
let stamp = new Uint32Array(0); // scratch: per tet, the last search that took it; grows to the largest solid
let epoch = 0; // of the search
const lambda = new Float64Array(4); // scratch: barycentric coordinates of the point
const slope = new Float64Array(16); // scratch: their gradients, then their squared lengths
const near = new Float64Array(4); // scratch: squared distance to a face and its closest point
const triangle = createCrackFaces(0); // scratch: a triangle of the old surface, as polygon 0
triangle.geometry = new Float64Array(POLYGON_SIZE);

/**
 * Looks for a surface point of fragment `label`, which holds p[at…], closer than hit[0], squared, in tets from `start` on,
 * at most `limit` of them, or SEALED_TETS where fragments of its group meet, and overwrites `hit` where it finds one. With `sealed`, the fragments of its group are one
 * solid: faces closed between them do not count. Only tets with some surface are entered, through faces that the fragment
 * reaches, and the old surface counts whoever owns it, for leaving the solid leaves the fragment. Returns whether it came
 * closer. Allocation-free.
 */
export function searchTets(
  hit: Float64Array,
  field: FragmentField,
  start: number,
  label: number,
  p: Float64Array,
  at: number,
  sealed: boolean,
  limit: number,
): boolean {
  const { faces, family, tetGrid, outer } = field;
  const { affine } = tetGrid;
  const { size } = faces;
  const { tetNeighbor } = family.topology;
  const x = p[at];
  const y = p[at + 1];
  const z = p[at + 2];
  let closer = false;
  let most = limit;
  let count = 1;
  beginSearch(size.length, Math.max(limit, SEALED_TETS));
  const mark = epoch;
  const taken = stamp;
  queue[0] = start;
  taken[start] = mark;
  for (let head = 0; head < count; head++) {
    const t = queue[head];
    if (size[t] > 0 && tryFaces(hit, field, t, label, p, at, sealed)) closer = true;
    const o = 12 * t;
    const dx = x - affine[o];
    const dy = y - affine[o + 1];
    const dz = z - affine[o + 2];
    let rest = 1;
    let gx = 0;
    let gy = 0;
    let gz = 0;
    for (let c = 1; c < 4; c++) {
      const u = affine[o + 3 * c];
      const v = affine[o + 3 * c + 1];
      const w = affine[o + 3 * c + 2];
      const share = u * dx + v * dy + w * dz;
      lambda[c] = share;
      slope[4 * c] = u;
      slope[4 * c + 1] = v;
      slope[4 * c + 2] = w;
      slope[4 * c + 3] = u * u + v * v + w * w;
      rest -= share;
      gx -= u;
      gy -= v;
      gz -= w;
    }
    lambda[0] = rest;
    slope[0] = gx;
    slope[1] = gy;
    slope[2] = gz;
    slope[3] = gx * gx + gy * gy + gz * gz;
    const held = findCorners(field, t, label, sealed);
    if (sealed && held !== findCorners(field, t, label, false)) most = Math.max(limit, SEALED_TETS);
    for (let c = 0; c < 4; c++) {
      const share = lambda[c];
      const far = share * share >= hit[0] * slope[4 * c + 3]; // the plane of the face opposite c is no closer
      const next = tetNeighbor[4 * t + c];
      if (next < 0) {
        if (!far && tryTriangle(hit, field, t, c, p, at)) closer = true;
        continue;
      }
      if (far && share > 0) continue;
      if ((held & ~(1 << c)) === 0 || (most === limit && size[next] === 0 && outer[next] === 0)) continue;
      if (taken[next] === mark || count === most) continue;
      taken[next] = mark;
      queue[count++] = next;
    }
  }
  field.counter[0] += count;
  return closer;
}

/** Room for a search, and a mark of its own. */
function beginSearch(tets: number, limit: number): void {
  if (stamp.length < tets) stamp = growColumn(stamp, tets);
  if (queue.length < limit) queue = growColumn(queue, limit);
  if (++epoch === 0xffffffff) {
    stamp.fill(0);
    epoch = 1;
  }
}

/**
 * Writes signed distance and outward normal of p[at…] from its closest surface point: the normal is the way there, or
 * back, and on the surface itself that of the face. Allocation-free.
 */
export function writeHit(
  out: Float64Array,
  field: FragmentField,
  hit: Float64Array,
  p: Float64Array,
  at: number,
  inside: boolean,
): void {
  const d = Math.sqrt(hit[0]);
  const x = hit[1] - p[at];
  const y = hit[2] - p[at + 1];
  const z = hit[3] - p[at + 2];
  const side = inside ? 1 : -1;
  out[0] = inside ? -d : d;
  if (d > ON_SURFACE * field.family.topology.meanScale) {
    out[1] = (side * x) / d;
    out[2] = (side * y) / d;
    out[3] = (side * z) / d;
  } else {
    out[1] = hit[4];
    out[2] = hit[5];
    out[3] = hit[6];
  }
}

/** The corners of a tet that belong to a fragment, as a mask. Where it reaches through a face, one of that face's does. */
function findCorners(field: FragmentField, tet: number, label: number, sealed: boolean): number {
  const { label: labelOf, topology } = field.family;
  const { tetNode } = topology;
  const o = 4 * tet;
  return (
    (isWith(field, labelOf[tetNode[o]], label, sealed) ? 1 : 0) |
    (isWith(field, labelOf[tetNode[o + 1]], label, sealed) ? 2 : 0) |
    (isWith(field, labelOf[tetNode[o + 2]], label, sealed) ? 4 : 0) |
    (isWith(field, labelOf[tetNode[o + 3]], label, sealed) ? 8 : 0)
  );
}

/** Whether a fragment is `label` or, with `sealed`, has not moved against it and is still there. */
export function isWith(field: FragmentField, other: number, label: number, sealed: boolean): boolean {
  if (other === label) return true;
  const { group, family } = field;
  return sealed && group[other] === group[label] && family.fragments.alive[other] !== 0;
}

/** Tries the crack faces of a fragment in one tet. */
function tryFaces(
  hit: Float64Array,
  field: FragmentField,
  tet: number,
  label: number,
  p: Float64Array,
  at: number,
  sealed: boolean,
): boolean {
  const { faces, family } = field;
  const { label: labelOf, topology } = family;
  const { tetNode } = topology;
  const { own, first, size } = faces;
  let found = false;
  for (let g = first[tet], end = g + size[tet]; g < end; g++) {
    const a = own[2 * g];
    const b = own[2 * g + 1];
    for (let side = 0; side < 2; side++) {
      const mask = side === 0 ? a : b;
      if (mask === 0) continue;
      const owner = labelOf[tetNode[4 * tet + LOWEST_CORNER[mask]]];
      if (!isWith(field, owner, label, sealed)) continue;
      if (tryFace(hit, field, 2 * g + side, label, p, at, sealed)) found = true;
    }
  }
  return found;
}

/** Tries one crack face, whoever's it is; returns whether it is closer than hit[0]. */
export function tryFace(
  hit: Float64Array,
  field: FragmentField,
  f: number,
  label: number,
  p: Float64Array,
  at: number,
  sealed: boolean,
): boolean {
  const { faces } = field;
  const { geometry } = faces;
  const o = POLYGON_SIZE * (f >> 1) + POLYGON_PLANE;
  const above =
    geometry[o] * p[at] + geometry[o + 1] * p[at + 1] + geometry[o + 2] * p[at + 2] - geometry[o + 3];
  if (above * above >= hit[0]) return false; // the face is at least as far as its plane
  if (sealed && isClosed(field, f, label)) return false;
  field.counter[1]++;
  closestPointFace(near, geometry, POLYGON_SIZE * (f >> 1), faces.sides[f >> 1], p, at);
  if (!(near[0] < hit[0])) return false;
  const side = (f & 1) === 0 ? 1 : -1;
  hit[0] = near[0];
  hit[1] = near[1];
  hit[2] = near[2];
  hit[3] = near[3];
  hit[4] = side * geometry[o];
  hit[5] = side * geometry[o + 1];
  hit[6] = side * geometry[o + 2];
  return true;
}

/** Whether everything beyond a face belongs to fragments that are still there and have not moved against `label`. */
export function isClosed(field: FragmentField, f: number, label: number): boolean {
  const { faces, group, family } = field;
  const { label: labelOf, fragments, topology } = family;
  const o = 4 * faces.tet[f >> 1];
  const own = group[label];
  for (let c = 0, mask = faces.across[f]; mask > 0; c++, mask >>= 1) {
    if ((mask & 1) === 0) continue;
    const beyond = labelOf[topology.tetNode[o + c]];
    if (group[beyond] !== own || fragments.alive[beyond] === 0) return false;
  }
  return true;
}

/** Tries the face of a tet opposite corner c, which is a triangle of the old surface. */
function tryTriangle(
  hit: Float64Array,
  field: FragmentField,
  tet: number,
  c: number,
  p: Float64Array,
  at: number,
): boolean {
  const { family, counter } = field;
  const { positions, tetNode } = family.topology;
  const { geometry } = triangle;
  const o = 4 * tet;
  copyPoint(0, positions, 3 * tetNode[o + TET_FACES[3 * c]]);
  copyPoint(3, positions, 3 * tetNode[o + TET_FACES[3 * c + 1]]);
  copyPoint(6, positions, 3 * tetNode[o + TET_FACES[3 * c + 2]]);
  const scale = -1 / Math.sqrt(slope[4 * c + 3]);
  geometry[POLYGON_PLANE] = slope[4 * c] * scale;
  geometry[POLYGON_PLANE + 1] = slope[4 * c + 1] * scale;
  geometry[POLYGON_PLANE + 2] = slope[4 * c + 2] * scale;
  counter[2]++;
  closestPointTriangle(p, at);
  if (!(near[0] < hit[0])) return false;
  keepTriangle(hit);
  return true;
}

/** Tries a triangle of the old surface, whoever's it is. */
export function trySurface(
  hit: Float64Array,
  field: FragmentField,
  t: number,
  p: Float64Array,
  at: number,
): boolean {
  const { positions, triangle: node } = field.family.topology;
  const { geometry } = triangle;
  copyPoint(0, positions, 3 * node[3 * t]);
  copyPoint(3, positions, 3 * node[3 * t + 1]);
  copyPoint(6, positions, 3 * node[3 * t + 2]);
  const ux = geometry[3] - geometry[0];
  const uy = geometry[4] - geometry[1];
  const uz = geometry[5] - geometry[2];
  const vx = geometry[6] - geometry[0];
  const vy = geometry[7] - geometry[1];
  const vz = geometry[8] - geometry[2];
  const x = uy * vz - uz * vy;
  const y = uz * vx - ux * vz;
  const z = ux * vy - uy * vx;
  const length = Math.sqrt(x * x + y * y + z * z);
  const scale = length > 0 ? 1 / length : 0;
  geometry[POLYGON_PLANE] = x * scale;
  geometry[POLYGON_PLANE + 1] = y * scale;
  geometry[POLYGON_PLANE + 2] = z * scale;
  field.counter[2]++;
  closestPointTriangle(p, at);
  if (!(near[0] < hit[0])) return false;
  keepTriangle(hit);
  return true;
}

function copyPoint(to: number, positions: Float64Array, from: number): void {
  const { geometry } = triangle;
  geometry[to] = positions[from];
  geometry[to + 1] = positions[from + 1];
  geometry[to + 2] = positions[from + 2];
}

/** Writes squared distance and closest point of `triangle` to `near`. */
function closestPointTriangle(p: Float64Array, at: number): void {
  const { geometry } = triangle;
  const o = POLYGON_PLANE;
  geometry[o + 3] = geometry[o] * geometry[0] + geometry[o + 1] * geometry[1] + geometry[o + 2] * geometry[2];
  closestPointFace(near, geometry, 0, 3, p, at);
}

function keepTriangle(hit: Float64Array): void {
  const { geometry } = triangle;
  hit[0] = near[0];
  hit[1] = near[1];
  hit[2] = near[2];
  hit[3] = near[3];
  hit[4] = geometry[POLYGON_PLANE];
  hit[5] = geometry[POLYGON_PLANE + 1];
  hit[6] = geometry[POLYGON_PLANE + 2];
}
