// The least distance between a field and an edge. Two solids can cross edge to edge while no point of either is in the
// other; then some place along a sharp edge is inside. Distance changes no faster than the place moves, so one answer
// rules out a stretch of the edge: most edges are done after one.

import { CLEAR, NEAR, OPEN } from '../field/answer.ts';
import { passesFaces } from '../fragment/edge-faces.ts';
import { ENTRY_SIZE, enterFaces } from '../fragment/face-tree-sweep.ts';
import type { FragmentField } from '../fragment/fragment-field.ts';
import { insideFragment } from '../fragment/measure.ts';
import { type Collider, isConvex } from './collider.ts';
import {
  EDGE_ALIKE,
  EDGE_BLUNT,
  EDGE_COARSE,
  EDGE_ENOUGH,
  EDGE_FOLLOW,
  EDGE_LEVEL,
  EDGE_LEVELS,
  EDGE_OFF,
  EDGE_STEPS,
} from './constants.ts';
import { along, ask, copy, EDGE_SIZE, found, place, setAlong, setPlace, span } from './edge-place.ts';

const slope = new Float64Array(1); // scratch: see setSlope
const left = new Float64Array(EDGE_SIZE); // scratch: the same where the slope goes down, to the left of the least
const right = new Float64Array(EDGE_SIZE); // scratch: and where it goes up, to the right
// Scratch: stretches that wait, as middle and half-length, in parts of the edge. One waits a level, and one more.
const waiting = new Float64Array(2 * (EDGE_LEVELS + 2));
// Scratch: what was found at the middle of the stretch at hand and of those it is part of, by level.
const above = new Float64Array(EDGE_SIZE * (EDGE_LEVELS + 1));

/**
 * Writes to `out` the least signed distance between fragment `label` of a collider and the edge from ends[at…] to
 * ends[at + 3…], in the collider's frame, its normal and where along the edge it is, if that distance is below reach[0],
 * and returns NEAR; otherwise CLEAR if the edge is proven to be further than reach[1] away, OPEN if not.
 *
 * As far as the collider answers rightly, nothing nearer than reach[0] is passed over that is longer than a 64th of the
 * edge, and what is written is higher than the least by an eighth of its length at most; unless `thorough` is false, and
 * three places in a row see one flat face: then what rises from it between them is. Where the edge crosses an edge
 * between two flat faces it is exact: the normal is square to both edges, and the distance is that along it. At most 72
 * questions, mostly one. Allocation-free.
 */
export function measureEdge(
  out: Float64Array,
  collider: Collider,
  label: number,
  ends: Float64Array,
  at: number,
  reach: Float64Array,
  sealed: boolean,
  thorough: boolean,
): number {
  if (isPassed(collider, label, ends, at, reach)) return OPEN;
  const convex = isConvex(collider); // then no part of it is above the plane of a face
  const near = reach[0] < 0 ? EDGE_BLUNT * reach[0] : reach[0]; // where two faces share it, what is written may be deeper
  setAlong(ends, at);
  const length = along[3];
  let answer = CLEAR;
  out[0] = Infinity;
  waiting[0] = 0.5;
  waiting[1] = 0.5;
  for (let count = 1; count > 0; ) {
    count--;
    const t = waiting[2 * count];
    const half = waiting[2 * count + 1];
    const h = half * length;
    span[0] = Math.max(0, Math.min(near, out[0]) + h);
    span[1] = Math.max(span[0], reach[1] + h);
    found[4] = t;
    const here = ask(collider, label, ends, at, sealed);
    if (here === CLEAR) continue;
    answer = OPEN;
    if (here !== NEAR) continue;
    if (found[0] < out[0]) copy(out, found);
    const bar = out[0] < near ? out[0] - EDGE_ENOUGH * length : near;
    if (found[0] - h >= bar || half <= 0.5 / (1 << EDGE_LEVELS)) continue;
    const level = EDGE_SIZE * (30 - Math.clz32(1 / half)); // half is 2⁻¹, 2⁻², …
    for (let k = 0; k < EDGE_SIZE; k++) above[level + k] = found[k];
    setSlope(found);
    if (found[0] - Math.abs(slope[0]) * h >= bar && (convex || (!thorough && isFlat(level)))) continue;
    // The half that the slope goes down to comes first: it is put last.
    const down = slope[0] > 0 ? -0.5 : 0.5;
    waiting[2 * count] = t - down * half;
    waiting[2 * count + 1] = 0.5 * half;
    waiting[2 * count + 2] = t + down * half;
    waiting[2 * count + 3] = 0.5 * half;
    count += 2;
  }
  // Stretches that could be near were followed to the last level, where places are half a stretch away at most.
  if (!(out[0] < near + (0.5 * length) / (1 << EDGE_LEVELS))) return answer;
  descend(out, collider, label, ends, at, sealed);
  return out[0] < reach[0] ? NEAR : OPEN;
}

/** Whether an edge is outside of a fragment of a broken solid, and none of its faces is closer than reach[0]. */
function isPassed(
  { field }: Collider,
  label: number,
  ends: Float64Array,
  at: number,
  reach: Float64Array,
): boolean {
  if (field === null || field.family.events.count === 0 || !(reach[0] > 0)) return false;
  return !passesFaces(field, label, ends, at, reach) && !insideFragment(field, label, ends, at);
}

/**
 * The same where only what is deeper than −reach[0] counts, which is above 0, in less time: writes to `out` what is found
 * to be so and returns NEAR, else OPEN. Nothing five times that deep is passed over, unless it is shorter than a
 * 64th of the edge. What is inside a broken solid has entered it: most edges are done after one cast against its faces, and
 * others are asked only between where they enter and where they leave. Allocation-free.
 */
export function measureDeepEdge(
  out: Float64Array,
  collider: Collider,
  label: number,
  ends: Float64Array,
  at: number,
  reach: Float64Array,
  sealed: boolean,
): number {
  const { field } = collider;
  if (field === null || field.family.events.count === 0) {
    return measureEdge(out, collider, label, ends, at, reach, sealed, false);
  }
  const near = reach[0];
  if (!setInside(field, label, ends, at, near)) return OPEN;
  setAlong(ends, at);
  const length = along[3];
  out[0] = Infinity;
  waiting[0] = 0.5 * (inside[0] + inside[1]);
  waiting[1] = 0.5 * (inside[1] - inside[0]);
  for (let count = 1; count > 0; ) {
    count--;
    const t = waiting[2 * count];
    const half = waiting[2 * count + 1];
    found[4] = t;
    setPlace(ends, at);
    if (insideFragment(field, label, place, 0)) {
      span[0] = span[1] = 0;
      if (ask(collider, label, ends, at, sealed) === NEAR && found[0] < out[0]) copy(out, found);
    }
    if (half * length <= -EDGE_COARSE * near || half <= 0.5 / (1 << EDGE_LEVELS)) continue;
    waiting[2 * count] = t - 0.5 * half;
    waiting[2 * count + 1] = 0.5 * half;
    waiting[2 * count + 2] = t + 0.5 * half;
    waiting[2 * count + 3] = 0.5 * half;
    count += 2;
  }
  if (!(out[0] < EDGE_BLUNT * near)) return OPEN;
  descend(out, collider, label, ends, at, sealed);
  return out[0] < near ? NEAR : OPEN;
}

const inside = new Float64Array(2); // scratch: where an edge enters a fragment, and where it leaves it for good
const ray = new Float64Array(ENTRY_SIZE); // scratch: an edge as a ray
const entered = new Float64Array(4); // scratch: where that enters, and the normal there

/**
 * Sets `inside` to the stretch of an edge that holds all of it within a broken fragment; false if there is none, or none
 * that is as deep as −near where it counts: the ends of a stretch are on the surface, which is no further from its middle.
 * Faces that are closed against neighbours count here: these see the part of the edge that is theirs.
 */
function setInside(
  field: FragmentField,
  label: number,
  ends: Float64Array,
  at: number,
  near: number,
): boolean {
  const from = insideFragment(field, label, ends, at);
  inside[0] = 0;
  if (!from) {
    if (!castEdge(field, label, ends, at, at + 3)) return false;
    inside[0] = entered[0];
  }
  const to = insideFragment(field, label, ends, at + 3);
  inside[1] = 1;
  if (!to && castEdge(field, label, ends, at + 3, at)) inside[1] = 1 - entered[0];
  if (from || to) return true;
  const wide = inside[1] - inside[0];
  const square = ray[3] * ray[3] + ray[4] * ray[4] + ray[5] * ray[5];
  return wide > 0 && wide * wide * square >= 4 * EDGE_BLUNT * EDGE_BLUNT * near * near;
}

/** Whether the way from ends[a…] to ends[b…] enters a fragment. */
function castEdge(field: FragmentField, label: number, ends: Float64Array, a: number, b: number): boolean {
  for (let d = 0; d < 3; d++) {
    ray[d] = ends[a + d];
    ray[3 + d] = ends[b + d] - ends[a + d];
  }
  ray[6] = 1;
  ray[7] = 0;
  return enterFaces(entered, field, label, ray);
}

/**
 * The same for an edge that was a contact, from the place t[0] along it where that was: follows the distance down from
 * there, and looks nowhere else. Mostly two or three questions. Allocation-free.
 */
export function followEdge(
  out: Float64Array,
  collider: Collider,
  label: number,
  ends: Float64Array,
  at: number,
  reach: Float64Array,
  sealed: boolean,
  t: Float64Array,
): number {
  setAlong(ends, at);
  span[0] = span[1] = Math.max(0, reach[0]) + EDGE_FOLLOW * along[3];
  found[4] = t[0];
  const answer = ask(collider, label, ends, at, sealed);
  if (answer !== NEAR) return OPEN; // elsewhere it may be near
  copy(out, found);
  descend(out, collider, label, ends, at, sealed);
  return out[0] < reach[0] ? NEAR : OPEN;
}

/** Whether the place in `found` sees the same flat face as the middle of the stretch that it is half of. */
function isFlat(level: number): boolean {
  const b = level - EDGE_SIZE;
  if (b < 0) return false;
  const x = above[b + 1];
  const y = above[b + 2];
  const z = above[b + 3];
  if (x * found[1] + y * found[2] + z * found[3] < EDGE_ALIKE) return false;
  const step = (found[4] - above[b + 4]) * along[3];
  const foretold = above[b] + step * (x * along[0] + y * along[1] + z * along[2]);
  return Math.abs(found[0] - foretold) <= EDGE_OFF * Math.abs(step);
}

/** Sets slope[0] to how fast distance grows along the edge, by the normal. */
function setSlope(from: Float64Array): void {
  slope[0] = from[1] * along[0] + from[2] * along[1] + from[3] * along[2];
}

/**
 * Follows the slope down from the lowest place found, first by steps, then to where the slopes on both sides of the
 * least foretell it.
 */
function descend(
  out: Float64Array,
  collider: Collider,
  label: number,
  ends: Float64Array,
  at: number,
  sealed: boolean,
): void {
  const length = along[3];
  copy(found, out);
  left[4] = -1;
  right[4] = -1;
  let last = 0; // the side of the last place, and how often in turn it was that side
  for (let k = 0; k < EDGE_STEPS; k++) {
    setSlope(found);
    const up = slope[0];
    if (up < EDGE_LEVEL && up > -EDGE_LEVEL) return;
    copy(up < 0 ? left : right, found);
    last = up < 0 ? Math.min(0, last) - 1 : Math.max(0, last) + 1;
    if (left[4] < 0) found[4] = Math.max(0, right[4] - 0.125);
    else if (right[4] < 0) found[4] = Math.min(1, left[4] + 0.125);
    else {
      foretell();
      // Twice on one side: bring the other closer, too.
      if (last < -1) found[4] = 0.5 * (found[4] + right[4]);
      if (last > 1) found[4] = 0.5 * (found[4] + left[4]);
    }
    // An end, or as close as need be.
    if (Math.abs(found[4] - left[4]) < 1e-3 || Math.abs(found[4] - right[4]) < 1e-3) break;
    span[0] = span[1] = Math.max(0, out[0]) + length;
    if (ask(collider, label, ends, at, sealed) !== NEAR) break;
    if (found[0] < out[0]) copy(out, found);
  }
  if (left[4] >= 0 && right[4] >= 0 && out[0] < 0) share(out, collider, label, ends, at, sealed);
}

/** Sets found[4] to where the planes of both places, square to their normals, are equally far. */
function foretell(): void {
  setSlope(left);
  const down = slope[0];
  setSlope(right);
  const up = slope[0];
  const gap = right[4] - left[4];
  const x = (right[0] - left[0] - up * gap * along[3]) / ((down - up) * along[3]);
  found[4] = left[4] + Math.max(0, Math.min(gap, x));
}

/**
 * Inside, at a dip between two faces: the way out leads away from both, square to the edge. The edge has to be moved
 * along it by more than the distance to either.
 */
function share(
  out: Float64Array,
  collider: Collider,
  label: number,
  ends: Float64Array,
  at: number,
  sealed: boolean,
): void {
  setSlope(left);
  const down = slope[0];
  setSlope(right);
  const up = slope[0];
  foretell();
  span[0] = span[1] = along[3];
  if (ask(collider, label, ends, at, sealed) !== NEAR || !(found[0] < out[0] + 1e-6 * along[3])) return;
  const w = up / (up - down);
  const x = w * left[1] + (1 - w) * right[1];
  const y = w * left[2] + (1 - w) * right[2];
  const z = w * left[3] + (1 - w) * right[3];
  const size = Math.sqrt(x * x + y * y + z * z);
  if (!(size > EDGE_BLUNT)) return;
  out[0] = found[0] / size;
  out[1] = x / size;
  out[2] = y / size;
  out[3] = z / size;
  out[4] = found[4];
}
