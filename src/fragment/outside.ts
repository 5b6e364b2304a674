// The distance from outside: of points beside the solid or in another fragment. [Glondu13] stores no such distances, yet
// positive tolerances and speculative contacts need them.

import { FACE_TIE, RIM_SLACK, RIM_TINY, SEAM_TIE, SEAM_TILT } from './constants.ts';
import { closestPointFace, faceWithin, POLYGON_PLANE, POLYGON_SIZE } from './crack-faces.ts';
import { type FaceTree, faceTreeOf, sideOf } from './face-tree.ts';
import type { FragmentField } from './fragment-field.ts';
import { locateInTet } from './locate.ts';
import { isClosed, writeHit } from './search.ts';

/** Numbers that closestFace writes. */
export const FACE_HIT_SIZE = 8;

const hit = new Float64Array(FACE_HIT_SIZE); // scratch: the closest surface so far
const bound = new Float64Array(2); // scratch: near and far, squared
const other = new Float64Array(FACE_HIT_SIZE); // scratch: the same of another fragment

/**
 * Writes the distance of fragment `label` at p[at…], which lies outside of it, and the outward normal if that is below
 * reach[0], and returns WITHIN. Else it writes what the distance is no less than, and returns BEYOND if that is below
 * reach[1], AWAY if not. With `sealed`, closed cracks do not count as near, and where another fragment of the group is
 * closer nothing does. Exact up to rounding; allocates only for fragments that are new.
 */
export function measureOutside(
  out: Float64Array,
  field: FragmentField,
  label: number,
  p: Float64Array,
  at: number,
  reach: Float64Array,
  sealed: boolean,
): number {
  bound[0] = reach[0] * reach[0];
  bound[1] = reach[1] * reach[1];
  const found = closestFace(hit, field, label, p, at, bound, false);
  if (found !== WITHIN) {
    out[0] = found === BEYOND ? reach[0] : reach[1];
    return found;
  }
  if (sealed && isGrouped(field, label)) {
    const { meanScale } = field.family.topology;
    out[0] = Math.sqrt(hit[0]); // what is closed bounds the fragment too
    if (isOthers(field, label, p, at)) return BEYOND;
    // Where a closed face is closest, and nobody else is closer, it is at its rim, which is as close to the open ones.
    bound[0] = bound[1] = hit[0] * (1 + RIM_SLACK) + RIM_TINY * meanScale * meanScale;
    if (hit[7] >= 0 && isClosed(field, hit[7], label)) {
      if (closestFace(hit, field, label, p, at, bound, true) !== WITHIN) return BEYOND;
    }
  }
  writeHit(out, field, hit, p, at, false);
  if (sealed && isGrouped(field, label)) smoothSeam(out, field, label, p, at);
  return WITHIN;
}

/**
 * At the rim of a closed crack the surface goes on as another fragment's, which is about as close: the normal is that of
 * the face, not the way from its rim.
 */
function smoothSeam(
  out: Float64Array,
  field: FragmentField,
  label: number,
  p: Float64Array,
  at: number,
): void {
  const along = out[1] * hit[4] + out[2] * hit[5] + out[3] * hit[6];
  if (along >= 1 - SEAM_TILT || along < 1 - SEAM_TIE) return;
  const least = hit[0];
  hit[0] = least * (1 + SEAM_TIE); // others count that are hardly further away
  if (isOthers(field, label, p, at)) {
    out[0] *= along;
    for (let d = 0; d < 3; d++) out[1 + d] = hit[4 + d];
  }
  hit[0] = least;
}

/** Whether there are fragments that have not moved against `label`. */
function isGrouped({ group, family }: FragmentField, label: number): boolean {
  const { alive, count } = family.fragments;
  const own = group[label];
  for (let l = 0; l < count; l++) if (group[l] === own && l !== label && alive[l] === 1) return true;
  return false;
}

/** Whether a fragment that has not moved against `label` is closer than hit[0]. */
function isOthers(field: FragmentField, label: number, p: Float64Array, at: number): boolean {
  const { group, family, box } = field;
  const { alive, count } = family.fragments;
  for (let l = 0; l < count; l++) {
    if (group[l] !== group[label] || l === label || alive[l] === 0) continue;
    const o = 6 * l;
    const x = Math.max(box[o] - p[at], p[at] - box[o + 3], 0);
    const y = Math.max(box[o + 1] - p[at + 1], p[at + 1] - box[o + 4], 0);
    const z = Math.max(box[o + 2] - p[at + 2], p[at + 2] - box[o + 5], 0);
    bound[0] = bound[1] = hit[0] * (l < label ? 1 + FACE_TIE : 1 - FACE_TIE);
    if (x * x + y * y + z * z >= bound[0]) continue;
    if (closestFace(other, field, l, p, at, bound, false) === WITHIN) return true;
  }
  return false;
}

// The closest place of a fragment's surface, sought in the boxes of its faces, the nearest first. Exact.

const stack = new Int32Array(64); // scratch: boxes to look into; halves of halves: 32 levels are enough for any memory
const square = new Float64Array(64); // scratch: how far they are, squared
const near = new Float64Array(4); // scratch: squared distance to a face and its closest point
const least = new Float64Array(1); // scratch: the least squared distance so far
const weight = new Float64Array(4); // scratch: barycentric coordinates of a place in a tet

/** What closestFace found: nothing within far, something there but not within near, something within near. */
export const AWAY = 0;
export const BEYOND = 1;
export const WITHIN = 2;

/**
 * Looks for the closest place of the surface of fragment `label` within bound[0] of p[at…], near, squared; if there is
 * one, writes its squared distance, itself, the outward normal and the face (FaceTree.item) to `hit`, and returns WITHIN. Else tells whether there is
 * one within bound[1], far, squared and no less: BEYOND or AWAY. With `sealed`, faces closed against fragments of the same
 * group do not count. Exact up to rounding; allocates only for fragments that are new.
 */
export function closestFace(
  hit: Float64Array,
  field: FragmentField,
  label: number,
  p: Float64Array,
  at: number,
  bound: Float64Array,
  sealed: boolean,
): number {
  const tree = faceTreeOf(field, label);
  const { next, box } = tree;
  const x = p[at];
  const y = p[at + 1];
  const z = p[at + 2];
  let best = -1;
  let count = 0;
  let looked = 1;
  let beyond = false;
  least[0] = bound[1];
  for (let b = 0; b >= 0; ) {
    const other = next[b];
    if (other === 0) {
      best = tryFaces(field, tree, b, label, p, at, sealed, best);
      if (best >= 0 && !(least[0] < bound[0])) {
        beyond = true; // from here on, only what is near counts
        least[0] = bound[0];
        best = -1;
      }
    } else {
      looked += 2;
      const i = 6 * (b + 1);
      const j = 6 * other;
      const ax = twiceBeside(box[i] - x, x - box[i + 3]);
      const ay = twiceBeside(box[i + 1] - y, y - box[i + 4]);
      const az = twiceBeside(box[i + 2] - z, z - box[i + 5]);
      const bx = twiceBeside(box[j] - x, x - box[j + 3]);
      const by = twiceBeside(box[j + 1] - y, y - box[j + 4]);
      const bz = twiceBeside(box[j + 2] - z, z - box[j + 5]);
      const da = 0.25 * (ax * ax + ay * ay + az * az);
      const db = 0.25 * (bx * bx + by * by + bz * bz);
      // The nearer half is looked into first, the other one waits.
      const swaps = db < da;
      const later = swaps ? da : db;
      if (later < least[0]) {
        stack[count] = swaps ? b + 1 : other;
        square[count++] = later;
      }
      if ((swaps ? db : da) < least[0]) {
        b = swaps ? other : b + 1;
        continue;
      }
    }
    b = -1;
    while (b < 0 && count > 0) if (square[--count] < least[0]) b = stack[count];
  }
  field.counter[0] += looked;
  if (best < 0) return beyond ? BEYOND : AWAY;
  writeFace(hit, field, tree.item[best], p, at);
  return WITHIN;
}

/**
 * Twice how far a number is beside a range, max(low, high, 0), from how far it is below its least and above its most: as one
 * of both is not above 0, the same bits, and no branches, which nobody can foretell. So small that it is always inlined.
 */
export function twiceBeside(low: number, high: number): number {
  return low + Math.abs(low) + (high + Math.abs(high));
}

/** Tries the faces of a box; returns the closest face so far, whose squared distance is least[0]. */
function tryFaces(
  field: FragmentField,
  tree: FaceTree,
  b: number,
  label: number,
  p: Float64Array,
  at: number,
  sealed: boolean,
  best: number,
): number {
  const { first, last, item } = tree;
  const { faces, triangles, counter } = field;
  const { geometry, sides } = faces;
  for (let k = first[b], end = last[b]; k < end; k++) {
    const which = item[k];
    near[0] = least[0];
    if (which >= 0) {
      counter[1]++;
      const g = which >> 1;
      if (!faceWithin(near, geometry, POLYGON_SIZE * g, sides[g], p, at)) continue;
      if (sealed && isClosed(field, which, label)) continue;
    } else {
      counter[2]++;
      const o = POLYGON_SIZE * (-1 - which);
      if (!faceWithin(near, triangles, o, 3, p, at)) continue;
      if (isShared(field, -1 - which)) {
        // Where its closest place is another's, that of the part which is ours lies on the cut: a crack face has it too.
        closestPointFace(place, triangles, o, 3, p, at);
        if (!isOwnPlace(field, -1 - which, label, place, 1)) continue;
      }
    }
    least[0] = near[0];
    best = k;
  }
  return best;
}

/** Whether a triangle of the old surface belongs to several fragments. */
export function isShared({ family }: FragmentField, triangle: number): boolean {
  const { label, topology } = family;
  const l = label[topology.triangle[3 * triangle]];
  return l !== label[topology.triangle[3 * triangle + 1]] || l !== label[topology.triangle[3 * triangle + 2]];
}

/** Whether the place p[at…] of a triangle that fragments share is `label`'s. Allocation-free. */
export function isOwnPlace(
  field: FragmentField,
  triangle: number,
  label: number,
  p: Float64Array,
  at: number,
): boolean {
  const { family, tetGrid } = field;
  const tet = family.topology.triangleFace[triangle] >> 2;
  const a = 12 * tet;
  const { affine } = tetGrid;
  const x = p[at] - affine[a];
  const y = p[at + 1] - affine[a + 1];
  const z = p[at + 2] - affine[a + 2];
  weight[0] = 1;
  for (let c = 1; c < 4; c++) {
    weight[c] = affine[a + 3 * c] * x + affine[a + 3 * c + 1] * y + affine[a + 3 * c + 2] * z;
    weight[0] -= weight[c];
  }
  return locateInTet(family, tet, weight, 0) === label;
}

const place = new Float64Array(4); // scratch: squared distance and closest point

function writeFace(
  hit: Float64Array,
  { faces, triangles }: FragmentField,
  item: number,
  p: Float64Array,
  at: number,
): void {
  const geometry = item >= 0 ? faces.geometry : triangles;
  const o = POLYGON_SIZE * (item >= 0 ? item >> 1 : -1 - item);
  closestPointFace(place, geometry, o, item >= 0 ? faces.sides[item >> 1] : 3, p, at);
  for (let d = 0; d < 4; d++) hit[d] = place[d];
  for (let d = 0; d < 3; d++) hit[4 + d] = sideOf(item) * geometry[o + POLYGON_PLANE + d];
  hit[7] = item;
}
