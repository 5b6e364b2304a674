// The questions of [Glondu13, sec. 4.3–4.5] about a fragment: is a point inside, how deep, may a sphere touch it; and
// all of them in one, measureFragment, which contact queries ask. Signs are exact, by tets and cuts; what is called
// clear is proven; depths are those to the faces around the point, distances from outside are exact.

import { CLEAR, NEAR, OPEN } from '../field/answer.ts';
import { isBent, sampleField, sampleGradient, sampleNormal } from '../field/sample.ts';
import { APPROACH_STEPS, DEPTH_TETS, GRID_BENT, GRID_TRUST, ON_SURFACE, SQUARE_COSINE } from './constants.ts';
import type { FragmentField } from './fragment-field.ts';
import { locateInTet } from './locate.ts';
import { occupies } from './occupancy.ts';
import { BEYOND, closestFace, FACE_HIT_SIZE, measureOutside, WITHIN } from './outside.ts';
import { HIT_SIZE, isWith, searchTets, tryFace, trySurface, writeHit } from './search.ts';
import { locateTet } from './tet-grid.ts';

const bary = new Float64Array(4); // scratch: barycentric coordinates of the point in its tet
const NOTHING = new Float64Array(1); // a reach of 0
const value = new Float64Array(4); // scratch: the grid's distance, and its gradient

/**
 * Writes signed distance d and outward normal of fragment `label` at p[at…] to `out` where d < reach[0] (near) and says
 * NEAR; points inside always are. Otherwise CLEAR, if nothing of the fragment lies within reach[1] (far, ≥ near) for
 * certain, else OPEN; then out[0] is a proven lower bound of d. With `sealed`, crack faces closed against fragments of the same group do not count.
 *
 * CLEAR never errs. Once the solid is broken the sign never errs; while it is whole the grid alone answers, and d is off
 * by the grid's error at most. Deterministic; allocates only when a broken fragment is first
 * asked from outside, see faceTreeOf.
 */
export function measureFragment(
  out: Float64Array,
  field: FragmentField,
  label: number,
  p: Float64Array,
  at: number,
  reach: Float64Array,
  sealed: boolean,
): number {
  out[0] = reach[1];
  if (!boxReaches(field, label, p, at, reach, 1)) return CLEAR;
  if (field.family.events.count === 0) return measureWhole(out, field, p, at, reach);
  // In the cells of the fragment, or of those that it is still one with, the tet tells who holds the point.
  if (
    sealed
      ? occupies(field.occupancy, label, p, at, reach, 0)
      : occupies(field.occupancy, label, p, at, NOTHING, 0)
  ) {
    const tet = locateTet(bary, field.tetGrid, p, at);
    const owner = tet < 0 ? -1 : locateInTet(field.family, tet, bary, 0);
    if (owner === label) {
      measureInside(out, field, tet, label, p, at, sealed);
      return NEAR;
    }
    if (owner >= 0 && isWith(field, owner, label, sealed)) {
      out[0] = 0; // inside the solid that they still are: the other one's matter
      return OPEN;
    }
  }
  const found = measureOutside(out, field, label, p, at, reach, sealed);
  return found === WITHIN ? NEAR : found === BEYOND ? OPEN : CLEAR;
}

/** The answer of the grid alone. */
function measureWhole(
  out: Float64Array,
  field: FragmentField,
  p: Float64Array,
  at: number,
  reach: Float64Array,
): number {
  const { grid } = field;
  const interpolated = sampleField(value, grid, p, at);
  if (value[0] - grid.error > reach[1]) return CLEAR;
  if (interpolated && value[0] - grid.error < reach[0] && isBent(grid, p, at, GRID_BENT)) {
    return refineWhole(out, field, p, at, reach);
  }
  if (value[0] >= reach[0]) {
    out[0] = value[0] - grid.error;
    return OPEN;
  }
  if (interpolated || value[0] < 0) {
    sampleNormal(out, grid, p, at);
    return NEAR;
  }
  if (approach(out, field, p, at) && out[0] < reach[0]) return NEAR;
  out[0] = value[0] - grid.error;
  return OPEN;
}

const bound = new Float64Array(2); // scratch: near and far of a search, squared
const exact = new Float64Array(FACE_HIT_SIZE); // scratch: what it found

/** The answer of the faces themselves, where the grid's, in value[0], mixes several: near edges. */
function refineWhole(
  out: Float64Array,
  field: FragmentField,
  p: Float64Array,
  at: number,
  reach: Float64Array,
): number {
  const { grid, tetGrid } = field;
  const most = Math.max(reach[0], Math.abs(value[0]) + 2 * grid.error);
  bound[0] = bound[1] = most * most;
  const inside = Math.abs(value[0]) > grid.error ? value[0] < 0 : locateTet(bary, tetGrid, p, at) >= 0;
  if (closestFace(exact, field, 0, p, at, bound, false) === WITHIN) {
    writeHit(out, field, exact, p, at, inside);
    if (Math.abs(out[0]) <= ON_SURFACE * field.family.topology.meanScale) out[0] = 0;
  } else sampleNormal(out, grid, p, at);
  return out[0] < reach[0] ? NEAR : OPEN;
}

const place = new Float64Array(3); // scratch: how far it came

/**
 * Writes distance and normal of a point so far outside that the grid has only a bound: those of the surface that is
 * found by going down the gradient. No less than the distance, up to the grid's error. False if none is found.
 */
function approach(out: Float64Array, field: FragmentField, p: Float64Array, at: number): boolean {
  const { grid } = field;
  for (let d = 0; d < 3; d++) place[d] = p[at + d];
  for (let k = 0; k < APPROACH_STEPS; k++) {
    const interpolated = sampleGradient(value, grid, place, 0);
    const square = value[1] * value[1] + value[2] * value[2] + value[3] * value[3];
    if (!(square > 0)) return false;
    const scale = value[0] / Math.sqrt(square);
    for (let d = 0; d < 3; d++) place[d] -= scale * value[1 + d];
    if (!interpolated) continue;
    const x = p[at] - place[0];
    const y = p[at + 1] - place[1];
    const z = p[at + 2] - place[2];
    const length = Math.sqrt(x * x + y * y + z * z);
    if (!(length > 0)) return false;
    out[0] = length;
    out[1] = x / length;
    out[2] = y / length;
    out[3] = z / length;
    return true;
  }
  return false;
}

/** Whether p[at…] lies in fragment `label`. Exact up to rounding; allocation-free. */
export function insideFragment(field: FragmentField, label: number, p: Float64Array, at: number): boolean {
  return probeFragment(field, label, p, at, NOTHING) === NEAR;
}

/**
 * insideFragment and, where reach[0] is above 0, reachesFragment in less time than both: NEAR if p[at…] is inside, CLEAR if
 * nothing is within reach, else OPEN. Allocation-free.
 */
export function probeFragment(
  field: FragmentField,
  label: number,
  p: Float64Array,
  at: number,
  reach: Float64Array,
): number {
  const { grid, family } = field;
  if (!boxReaches(field, label, p, at, reach, 0)) return CLEAR;
  sampleField(value, grid, p, at);
  if (value[0] - grid.error > reach[0]) return CLEAR;
  if (reach[0] > 0 && !occupies(field.occupancy, label, p, at, reach, 0)) return CLEAR;
  if (value[0] > grid.error || !boxReaches(field, label, p, at, NOTHING, 0)) return OPEN;
  if (value[0] < -grid.error && family.events.count === 0) return NEAR;
  const tet = locateTet(bary, field.tetGrid, p, at);
  return tet >= 0 && locateInTet(family, tet, bary, 0) === label ? NEAR : OPEN;
}

/**
 * Writes minus the depth of a point inside fragment `label`, and the outward normal. Where the point is outside it writes
 * a depth of 0 and a normal of no meaning. Allocation-free.
 */
export function penetrateFragment(
  out: Float64Array,
  field: FragmentField,
  label: number,
  p: Float64Array,
  at: number,
): void {
  const tet = locateTet(bary, field.tetGrid, p, at);
  out[0] = 0;
  out[1] = 0;
  out[2] = 1;
  out[3] = 0;
  if (tet < 0 || locateInTet(field.family, tet, bary, 0) !== label) return;
  measureInside(out, field, tet, label, p, at, false);
}

/**
 * Whether fragment `label` may have a part within reach[0] of p[at…]: false is proven, true may be a false alarm.
 * Allocation-free.
 */
export function reachesFragment(
  field: FragmentField,
  label: number,
  p: Float64Array,
  at: number,
  reach: Float64Array,
): boolean {
  const { grid } = field;
  if (!boxReaches(field, label, p, at, reach, 0)) return false;
  sampleField(value, grid, p, at);
  return !(value[0] - grid.error > reach[0]) && occupies(field.occupancy, label, p, at, reach, 0);
}

/** Whether the box of a fragment comes within reach[k]. */
function boxReaches(
  field: FragmentField,
  label: number,
  p: Float64Array,
  at: number,
  reach: Float64Array,
  k: number,
): boolean {
  const { box } = field;
  const o = 6 * label;
  const x = Math.max(box[o] - p[at], p[at] - box[o + 3], 0);
  const y = Math.max(box[o + 1] - p[at + 1], p[at + 1] - box[o + 4], 0);
  const z = Math.max(box[o + 2] - p[at + 2], p[at + 2] - box[o + 5], 0);
  return x * x + y * y + z * z <= reach[k] * reach[k];
}

// How deep a point lies in a fragment, and which way is out [Glondu13, sec. 4.4]: the least over the faces that the nodes
// around know to be closest and the faces found from tet to tet. The grid of the whole says how far to look.

const hit = new Float64Array(HIT_SIZE); // scratch: the closest surface so far

/**
 * Writes minus the depth and the outward normal of p[at…], which lies in `tet` of a broken solid and in fragment `label`.
 * Never positive. Allocation-free.
 */
function measureInside(
  out: Float64Array,
  field: FragmentField,
  tet: number,
  label: number,
  p: Float64Array,
  at: number,
  sealed: boolean,
): void {
  const own = label < field.own.length ? field.own[label] : null;
  if (own !== null) {
    sampleNormal(out, own, p, at);
    if (out[0] > 0) out[0] = 0; // it is inside, whatever the grid rounds it to
    return;
  }
  if (field.form !== null) {
    field.form.measure(out, field, field.known, tet, label, p, at, sealed, bary);
    return;
  }
  const interpolated = sampleField(value, field.grid, p, at);
  const { grid, family, front, nodes } = field;
  const { label: labelOf, topology } = family;
  const { tetNode } = topology;
  const depth = Math.max(0, -value[0]);
  const most = depth + grid.error;
  hit[0] = Infinity;
  if (interpolated) hit[0] = most * most; // the old surface is no farther
  let found = false;
  for (let c = 0; c < 4; c++) {
    const i = tetNode[4 * tet + c];
    if (labelOf[i] !== label) continue;
    const f = front.face[i];
    if (f >= 0 && tryFace(hit, field, f, label, p, at, sealed)) found = true;
    if (!interpolated && trySurface(hit, field, nodes.face[i], p, at)) found = true;
  }
  if (searchTets(hit, field, tet, label, p, at, sealed, DEPTH_TETS)) found = true;
  const trust = isAskew(p, at) ? 0 : GRID_TRUST * grid.cell;
  if (!found || (interpolated && depth < Math.sqrt(hit[0]) - trust)) {
    sampleNormal(out, grid, p, at);
    out[0] = -depth;
    return;
  }
  writeHit(out, field, hit, p, at, true);
}

/** Whether the way from p[at…] to `hit` is not square to the face there. */
function isAskew(p: Float64Array, at: number): boolean {
  const along = (hit[1] - p[at]) * hit[4] + (hit[2] - p[at + 1]) * hit[5] + (hit[3] - p[at + 2]) * hit[6];
  return along * along < SQUARE_COSINE * SQUARE_COSINE * hit[0];
}
