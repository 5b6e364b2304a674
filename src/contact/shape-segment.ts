// The segment of a capsule against a convex shape. Along it, distance falls, stays and rises once; where it follows one
// face, the two ends of that stretch are the contacts, so that a capsule lies still on a box that it reaches over.

import { SEGMENT_CLOSE, SEGMENT_HALVINGS, SEGMENT_OFF, SEGMENT_SHORT, SEGMENT_STEPS } from './constants.ts';
import { FEATURE_EDGE, FEATURE_POINT } from './contacts.ts';
import { measureCollider } from './measure.ts';

import { findPast } from './pair.ts';
import { EPSILON, KEEP, type Pass, type Query, TAU } from './query.ts';
import { roundSize, takeRound } from './shape-features.ts';

// Scratch: distance, how fast it grows along the segment, place on it, from 0 to 1, and normal: at the least, and on both
// sides.
const least = new Float64Array(6);
const left = new Float64Array(6);
const right = new Float64Array(6);
const here = new Float64Array(6);
const stretch = new Float64Array(2); // scratch: where the stretch begins and ends
const between = new Float64Array(2); // scratch: a place on it, and one that is not
const off = new Float64Array(1); // scratch: distances that are off by no more are to one face

/**
 * Adds the contacts of the segment between ends[0…] and ends[3…], in the frame of the field: the two ends of the stretch
 * that touches, as points 0 and 1, or its deepest place, as edge 0. Allocates only to grow the list.
 */
export function touchSegment(query: Query, pass: Pass, ends: Float64Array): void {
  query.counters.edges++;
  if (!findStretch(stretch, query, pass, ends)) return;
  if (stretch[0] === stretch[1]) {
    touchPlace(query, pass, ends, 0, FEATURE_EDGE, 0);
    return;
  }
  touchPlace(query, pass, ends, 0, FEATURE_POINT, 0);
  touchPlace(query, pass, ends, 1, FEATURE_POINT, 1);
}

/**
 * Writes to `out` where, from 0 to 1, the stretch of a segment begins and ends along which the convex shape of the field
 * is closest with one face; twice the closest place, if that is short. False if it is too far for a contact.
 * Allocation-free.
 */
export function findStretch(out: Float64Array, query: Query, pass: Pass, ends: Float64Array): boolean {
  const { limit } = query;
  const k = roundSize(pass.solid.kind);
  const radius = k < 0 ? 0 : pass.solid.size[k];
  const thick = radius > 0 ? radius : Math.min(pass.field.radius, pass.solid.radius);
  findLeast(query, pass, ends);
  if (!(least[0] - radius < limit[KEEP])) return false;
  const x = ends[3] - ends[0];
  const y = ends[4] - ends[1];
  const z = ends[5] - ends[2];
  off[0] = Math.min(0.5 * limit[EPSILON], SEGMENT_OFF * thick);
  findEnd(out, query, pass, ends, 0);
  findEnd(out, query, pass, ends, 1);
  if ((out[1] - out[0]) * Math.sqrt(x * x + y * y + z * z) <= SEGMENT_SHORT * thick)
    out[0] = out[1] = least[2];
  return true;
}

/** Finds the least distance: between two places, it is no less than where their slopes meet. */
function findLeast(query: Query, pass: Pass, ends: Float64Array): void {
  right[2] = 1;
  measureAt(right, query, pass, ends);
  left[2] = 0;
  measureAt(left, query, pass, ends);
  copy(least, left[0] <= right[0] ? left : right);
  if (left[1] >= 0 || right[1] <= 0) return;
  for (let k = 0; k < SEGMENT_STEPS; k++) {
    const gap = right[2] - left[2];
    const meet = (right[0] - left[0] - right[1] * gap) / (left[1] - right[1]);
    here[2] = left[2] + (k % 2 === 0 ? Math.max(0, Math.min(gap, meet)) : 0.5 * gap);
    measureAt(here, query, pass, ends);
    if (here[0] <= least[0]) copy(least, here);
    if (Math.abs(here[1]) < SEGMENT_CLOSE || gap < SEGMENT_CLOSE) return;
    copy(here[1] < 0 ? left : right, here);
  }
}

function copy(out: Float64Array, from: Float64Array): void {
  for (let k = 0; k < 6; k++) out[k] = from[k];
}

/** Finds how far towards an end of the segment distance follows the face that is closest at the least. */
function findEnd(out: Float64Array, query: Query, pass: Pass, ends: Float64Array, end: number): void {
  between[0] = least[2];
  between[1] = end;
  here[2] = end;
  for (let k = 0; k <= SEGMENT_HALVINGS; k++) {
    measureAt(here, query, pass, ends);
    const alike = here[0] - least[0] - least[1] * (here[2] - least[2]) <= off[0];
    between[alike ? 0 : 1] = here[2];
    if (between[0] === between[1]) break;
    here[2] = 0.5 * (between[0] + between[1]);
  }
  out[end] = between[0];
}

/** Measures the place out[2] of the segment. */
function measureAt(out: Float64Array, query: Query, pass: Pass, ends: Float64Array): void {
  const { p, found, reach, counters } = query;
  const t = out[2];
  for (let d = 0; d < 3; d++) p[d] = ends[d] + t * (ends[3 + d] - ends[d]);
  counters.calls++;
  measureCollider(found, pass.field, pass.fieldLabel, p, 0, reach, pass.sealed); // a shape always knows
  out[0] = found[0];
  out[1] = 0;
  for (let d = 0; d < 3; d++) {
    out[1] += found[1 + d] * (ends[3 + d] - ends[d]);
    out[3 + d] = found[1 + d];
  }
}

function touchPlace(
  query: Query,
  pass: Pass,
  ends: Float64Array,
  k: number,
  kind: number,
  index: number,
): void {
  const { options, pair, found, limit } = query;
  const past = findPast(pair, pass.side, kind, index);
  const bar = past >= 0 && options.seeds ? limit[KEEP] : limit[TAU];
  placeStretch(query, stretch, k, ends);
  const { size } = pass.solid; // a capsule's
  if (query.done || !(found[0] - size[1] < bar)) return;
  takeRound(query, pass, kind, index, past);
}

/**
 * Puts the place stretch[k], as findStretch has just found it, into query.p, and into query.found its distance to the face
 * that is closest along the stretch, and that face's normal.
 */
export function placeStretch(query: Query, stretch: Float64Array, k: number, ends: Float64Array): void {
  const { p, found } = query;
  const t = stretch[k];
  found[0] = least[0] + least[1] * (t - least[2]);
  for (let d = 0; d < 3; d++) {
    p[d] = ends[d] + t * (ends[3 + d] - ends[d]);
    found[1 + d] = least[3 + d];
  }
}
