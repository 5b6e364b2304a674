// What two fragments' hulls and their common past say before and during a query, without asking a field: a plane that
// keeps them apart, or nearly, and how far siblings have moved since they broke. Both bound distances for certain.

import { turnVector } from '../math/rigid.ts';
import { findAxis, SPAN_A, SPAN_B, SPAN_GAP, tryAxis } from './axis.ts';
import type { PairState } from './pair.ts';
import { EPSILON, KEEP, type Pass, type Query, SLACK, TAU } from './query.ts';
import { findGroup, GROUP_SIZE, updateShell } from './shell.ts';

const enough = new Float64Array(2); // scratch: a gap that ends the search, an overlap that does at the first try
const mean = new Float64Array(3); // scratch: the mean of contact normals, in the frame of B
const turned = new Float64Array(3); // scratch: one of them

/**
 * Looks for a direction that parts the fragments of a pair. Returns false if they are further apart than any contact may
 * be. Expects the limits of the forward pass; both bodies must bring points.
 */
export function separatePair(query: Query, forward: Pass): boolean {
  const { pair, limit } = query;
  enough[0] = limit[KEEP] + limit[SLACK];
  enough[1] = limit[EPSILON];
  if (forward.justBroken && !pair.axis.known) {
    tryCrack(query, forward); // no other is likely to be better
    pair.axis.frame.set(forward.frame);
  }
  query.looked = findAxis(pair.axis, forward, enough);
  if (query.looked && forward.siblings) tryCrack(query, forward);
  return !(pair.axis.span[SPAN_GAP] > enough[0]);
}

/** Tries the mean normal of the crack between siblings. */
function tryCrack({ pair, shell: work }: Query, forward: Pass): void {
  const { label: labelA, field: B, fieldLabel: labelB } = forward;
  const { shell, field, forest } = B;
  if (shell === null || field === null || forest === null) return;
  updateShell(work, shell, field, forest, B.known);
  const group = findGroup(shell, labelB, labelA);
  if (group < 0) return;
  for (let d = 0; d < 3; d++) mean[d] = shell.bound[GROUP_SIZE * group + 4 + d];
  tryAxis(pair.axis, mean, forward);
}

/** Tries the mean normal of the contacts so far, if there may be deeper ones. */
export function separateAgain(query: Query, forward: Pass): void {
  const { out, pair } = query;
  if (out.count === 0 || pair.axis.span[SPAN_GAP] >= -query.limit[EPSILON]) return;
  mean.fill(0);
  for (let i = 0; i < out.count; i++) {
    const away = out.side[i] === 0 ? 1 : -1;
    turned[0] = out.normal[3 * i];
    turned[1] = out.normal[3 * i + 1];
    turned[2] = out.normal[3 * i + 2];
    if (away < 0) turnVector(turned, 0, forward.frame, turned, 0);
    for (let d = 0; d < 3; d++) mean[d] += away * turned[d];
  }
  tryAxis(pair.axis, mean, forward);
}

/** Gives the pass from A to B its plane, in the frame of B: B's fragment lies below it. */
export function setPlane({ axis }: PairState, forward: Pass): void {
  forward.plane.set(axis.normal);
  forward.plane[3] = axis.span[SPAN_B];
  forward.gap[0] = axis.span[SPAN_GAP];
}

/** The same for the pass back; `frame` is A as seen from B. */
export function setPlaneBack({ axis }: PairState, backward: Pass, frame: Float64Array): void {
  const { normal, span } = axis;
  let shift = 0;
  for (let d = 0; d < 3; d++) {
    backward.plane[d] = -(normal[0] * frame[d] + normal[1] * frame[3 + d] + normal[2] * frame[6 + d]);
    shift += normal[d] * frame[9 + d];
  }
  backward.plane[3] = shift - span[SPAN_A];
  backward.gap[0] = span[SPAN_GAP];
}

/** Forgets the plane of a pass. */
export function clearPlane(pass: Pass): void {
  pass.plane.fill(0);
  pass.plane[3] = Infinity; // nothing is above it
  pass.gap[0] = -Infinity;
}

/** Notes whether a pass's fragments are of one copy, and by how much one has turned against the other since. */
export function compareRest(pass: Pass): void {
  const { frame, spin, solid, field } = pass;
  pass.siblings = solid.field !== null && solid.field === field.field && pass.label !== pass.fieldLabel;
  let square = 0;
  for (let i = 0; i < 9; i++) {
    const off = frame[i] - (i % 4 === 0 ? 1 : 0);
    square += off * off;
  }
  spin[0] = Math.sqrt(square); // more than how far any point at distance 1 moves when turned
}

/**
 * Whether no part within query.span of a feature's place, in query.p, can be a contact: because of the
 * plane, or because siblings have not moved by as much as the contacts wanted are deep. `at` is the place of the point
 * at rest. Never errs.
 */
export function isSeparated(query: Query, pass: Pass, at: number): boolean {
  const { p, limit, span } = query;
  const { plane } = pass;
  const margin = span[0] + limit[TAU] + limit[SLACK];
  if (plane[0] * p[0] + plane[1] * p[1] + plane[2] * p[2] - plane[3] > margin) return true;
  if (!pass.siblings || !(limit[TAU] < 0)) return false;
  // At rest the point is outside of the other fragment. It has moved by m, so it is no deeper than m.
  const { position } = pass.solid;
  const x = p[0] - position[at];
  const y = p[1] - position[at + 1];
  const z = p[2] - position[at + 2];
  const moved = Math.sqrt(x * x + y * y + z * z) + pass.spin[0] * span[0];
  return moved + limit[SLACK] < -limit[TAU];
}

/**
 * The same for an edge: its `ends` in the frame of the field, and at rest in rest[at…]; the contacts wanted are closer
 * than within[0]. Heights above a plane and ways moved are largest at an end.
 */
export function isEdgeSeparated(
  query: Query,
  pass: Pass,
  ends: Float64Array,
  rest: Float64Array,
  at: number,
  within: Float64Array,
): boolean {
  const { plane } = pass;
  const tau = within[0];
  const slack = query.limit[SLACK];
  const height = plane[3] + tau + slack;
  const h0 = plane[0] * ends[0] + plane[1] * ends[1] + plane[2] * ends[2];
  const h1 = plane[0] * ends[3] + plane[1] * ends[4] + plane[2] * ends[5];
  if (h0 > height && h1 > height) return true;
  if (!pass.siblings || !(tau < 0)) return false;
  let most = 0;
  for (let e = 0; e < 6; e += 3) {
    const x = ends[e] - rest[at + e];
    const y = ends[e + 1] - rest[at + e + 1];
    const z = ends[e + 2] - rest[at + e + 2];
    most = Math.max(most, x * x + y * y + z * z);
  }
  return Math.sqrt(most) + slack < -tau;
}
