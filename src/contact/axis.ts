// A direction that parts two fragments, or nearly does: the cheapest proof that they do not touch, or not deeper than
// some depth. If B lies below the plane n·x = s, every point is at least n·x − s away from B, and none is deeper in B
// than s − n·x. k-DOPs give a first direction; where they do not part the fragments, their hulls are searched.

import { movePoint } from '../math/rigid.ts';
import { type Collider, hullOf } from './collider.ts';
import { AXIS_AGAIN, AXIS_STEPS } from './constants.ts';
import { KDOP_DIRECTIONS, middleOf, reachAlong } from './kdop.ts';
import { createSimplex, reduceSimplex } from './simplex.ts';
import { findSupport } from './support.ts';

/** The best direction known of a pair. Made by createAxis alone. */
export interface Axis {
  known: boolean; // whether `normal` means anything
  pointA: number; // the place in the hull of A of the point that is lowest along it, −1 if not known
  pointB: number; // and the highest of B
  readonly normal: Float64Array; // unit, in the frame of B, from B to A
  readonly span: Float64Array; // along it A reaches down to the first, B up to the second; then how far A is above B
  readonly frame: Float64Array; // A as seen from B when all directions were last tried
}

export const SPAN_A = 0;
export const SPAN_B = 1;
export const SPAN_GAP = 2;

export function createAxis(): Axis {
  return {
    known: false,
    pointA: -1,
    pointB: -1,
    normal: new Float64Array(3),
    span: new Float64Array(3),
    frame: new Float64Array(12),
  };
}

/** Forgets everything. */
export function resetAxis(axis: Axis): void {
  axis.known = false;
  axis.pointA = -1;
  axis.pointB = -1;
  axis.normal.fill(0); // pairs of shapes leave some of it as it is
  axis.span.fill(0);
  axis.frame.fill(0);
}

/** Makes `out` equal to `axis`. */
export function copyAxis(out: Axis, axis: Axis): void {
  out.known = axis.known;
  out.pointA = axis.pointA;
  out.pointB = axis.pointB;
  out.normal.set(axis.normal);
  out.span.set(axis.span);
  out.frame.set(axis.frame);
}

const DIRECTIONS = Float64Array.from(
  KDOP_DIRECTIONS.flatMap((d) => {
    const length = Math.sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
    return d.map((x) => x / length);
  }),
);

const turned = new Float64Array(3); // scratch: a direction in the frame of A, away from it
const trial = new Float64Array(3); // scratch: the direction at hand
const between = new Float64Array(3); // scratch: from the middle of B to that of A
const best = new Float64Array(3); // scratch: the best by k-DOP
const measured = new Float64Array(3); // scratch: its span
const simplex = createSimplex(); // scratch: differences of points of A and of B
let lowest = -1; // scratch: the point of A that measureHulls found
let highest = -1; // and that of B

/** Two fragments, the first as seen from the second through `frame`; a Pass is one. */
export interface Placement {
  readonly solid: Collider; // A
  readonly label: number;
  readonly field: Collider; // B
  readonly fieldLabel: number;
  readonly frame: Float64Array;
}

/**
 * Looks for a direction along which a fragment of A, seen from B, lies above that of B: that of the last step, then those of both bodies' k-DOP, then, between their hulls, until one leaves more than
 * enough[0] between them or none can. Keeps the best. While they overlap by more than enough[1], and have hardly moved
 * since it looked at all, it is content with the last. Returns whether it looked at all. Spans are exact, up to rounding.
 * Both must be solids. Deterministic; allocates only to grow.
 */
export function findAxis(axis: Axis, placed: Placement, enough: Float64Array): boolean {
  const { solid: A, frame } = placed;
  const { span } = axis;
  if (axis.known) {
    trial.set(axis.normal);
    lowest = axis.pointA;
    highest = axis.pointB;
    measureKdops(placed);
    if (!(measured[SPAN_GAP] > enough[0])) measureHulls(axis, placed);
    keepTrial(axis);
    if (span[SPAN_GAP] > enough[0] || span[SPAN_GAP] >= -enough[1]) return false;
    if (!hasMoved(axis, A, frame)) return false;
  }
  axis.frame.set(frame);
  if (tryKdop(axis, placed, enough)) return true;
  searchHulls(axis, placed, enough);
  return true;
}

/** Whether bodies may have moved by a good part of their overlap since all directions were tried. */
function hasMoved({ frame: before, span }: Axis, A: Collider, frame: Float64Array): boolean {
  let turn = 0;
  let shift = 0;
  for (let i = 0; i < 9; i++) turn += (frame[i] - before[i]) * (frame[i] - before[i]);
  for (let i = 9; i < 12; i++) shift += (frame[i] - before[i]) * (frame[i] - before[i]);
  const least = -AXIS_AGAIN * span[SPAN_GAP];
  return Math.sqrt(shift) + Math.sqrt(turn) * A.radius > least;
}

/** Takes the direction of `normal` for a pair if it parts the fragments better than the one it has. */
export function tryAxis(axis: Axis, normal: Float64Array, placed: Placement): void {
  const length = Math.sqrt(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]);
  if (!(length > 0)) return;
  for (let d = 0; d < 3; d++) trial[d] = normal[d] / length;
  measureHulls(axis, placed);
  if (!axis.known || measured[SPAN_GAP] > axis.span[SPAN_GAP]) keepTrial(axis);
}

function keepTrial(axis: Axis): void {
  axis.known = true;
  axis.pointA = lowest;
  axis.pointB = highest;
  axis.normal.set(trial);
  axis.span.set(measured);
}

/** Puts what bounds the fragments along `trial` by their k-DOP into `measured`. */
function measureKdops(placed: Placement): void {
  const { solid: A, label: labelA, field: B, fieldLabel: labelB, frame } = placed;
  if (A.kdop === null || B.kdop === null) return;
  let shift = 0;
  for (let d = 0; d < 3; d++) {
    turned[d] = -(trial[0] * frame[d] + trial[1] * frame[3 + d] + trial[2] * frame[6 + d]);
    shift += trial[d] * frame[9 + d];
  }
  reachAlong(measured, SPAN_A, A.kdop, labelA, turned);
  reachAlong(measured, SPAN_B, B.kdop, labelB, trial);
  measured[SPAN_A] = shift - measured[SPAN_A];
  measured[SPAN_GAP] = measured[SPAN_A] - measured[SPAN_B];
}

/** The middle of the box of a fragment. */
function writeMiddle(out: Float64Array, { kdop }: Collider, label: number): void {
  for (let d = 0; d < 3; d++) out[d] = kdop === null ? 0 : middleOf(kdop, label, d);
}

/** The same exactly, by their outermost points. */
function measureHulls(axis: Axis, placed: Placement): void {
  const { solid: A, label: labelA, field: B, fieldLabel: labelB, frame } = placed;
  const hullA = hullOf(A, labelA);
  const hullB = hullOf(B, labelB);
  let shift = 0;
  for (let d = 0; d < 3; d++) {
    turned[d] = -(trial[0] * frame[d] + trial[1] * frame[3 + d] + trial[2] * frame[6 + d]);
    shift += trial[d] * frame[9 + d];
  }
  lowest = findSupport(measured, SPAN_A, hullA, turned, axis.pointA);
  highest = findSupport(measured, SPAN_B, hullB, trial, axis.pointB);
  measured[SPAN_A] = shift - measured[SPAN_A];
  measured[SPAN_GAP] = measured[SPAN_A] - measured[SPAN_B];
}

/**
 * Tries the directions of both bodies' k-DOP, those that point from B's middle to A's, and keeps the best, exactly;
 * returns whether it leaves enough[0].
 */
function tryKdop(axis: Axis, placed: Placement, enough: Float64Array): boolean {
  const { solid: A, label: labelA, field: B, fieldLabel: labelB, frame } = placed;
  let most = -Infinity;
  writeMiddle(trial, A, labelA);
  movePoint(between, 0, frame, trial, 0);
  writeMiddle(trial, B, labelB);
  for (let d = 0; d < 3; d++) between[d] -= trial[d];
  for (let k = 0; k < DIRECTIONS.length && !(most > enough[0]); k += 3) {
    for (let whose = 0; whose < 2; whose++) {
      let along = 0;
      for (let d = 0; d < 3; d++) {
        trial[d] =
          whose === 0
            ? DIRECTIONS[k + d]
            : frame[3 * d] * DIRECTIONS[k] +
              frame[3 * d + 1] * DIRECTIONS[k + 1] +
              frame[3 * d + 2] * DIRECTIONS[k + 2];
        along += trial[d] * between[d];
      }
      if (along < 0) for (let d = 0; d < 3; d++) trial[d] = -trial[d];
      measureKdops(placed);
      if (!(measured[SPAN_GAP] > most)) continue;
      most = measured[SPAN_GAP];
      best.set(trial);
    }
  }
  trial.set(best);
  measureHulls(axis, placed);
  if (!axis.known || measured[SPAN_GAP] > axis.span[SPAN_GAP]) keepTrial(axis);
  return axis.span[SPAN_GAP] > enough[0];
}

/**
 * Goes from the direction at hand to the one along which the hulls are furthest apart, as Gilbert, Johnson and Keerthi do:
 * towards the point of the difference of both hulls that is closest to the origin. Ends if there is a gap above
 * enough[0], if there is none, or if it gets no wider.
 */
function searchHulls(axis: Axis, placed: Placement, enough: Float64Array): void {
  const { solid: A, label: labelA, field: B, fieldLabel: labelB, frame } = placed;
  const { corner, closest } = simplex;
  const hullA = hullOf(A, labelA);
  const hullB = hullOf(B, labelB);
  simplex.count = 0;
  trial.set(axis.normal);
  lowest = axis.pointA;
  highest = axis.pointB;
  for (let step = 0; step < AXIS_STEPS; step++) {
    const a = 3 * lowest;
    const b = 3 * highest;
    const o = 3 * simplex.count++;
    for (let d = 0; d < 3; d++) {
      corner[o + d] =
        frame[3 * d] * hullA.xyz[a] +
        frame[3 * d + 1] * hullA.xyz[a + 1] +
        frame[3 * d + 2] * hullA.xyz[a + 2] +
        frame[9 + d] -
        hullB.xyz[b + d];
    }
    if (!reduceSimplex(simplex)) return; // they overlap
    const square = closest[0] * closest[0] + closest[1] * closest[1] + closest[2] * closest[2];
    if (!(square > enough[0] * enough[0])) return; // closer than that: no direction parts them so far
    const length = Math.sqrt(square);
    for (let d = 0; d < 3; d++) trial[d] = closest[d] / length;
    measureHulls(axis, placed);
    if (measured[SPAN_GAP] > axis.span[SPAN_GAP]) keepTrial(axis);
    if (measured[SPAN_GAP] > enough[0]) return;
    if (!(measured[SPAN_GAP] < (1 - 1e-9) * length)) return; // no closer point
  }
}
