// One pass of a pair whose features are those of a shape: its points, then its edges, against the field of the other.
// A shape has few, so all are tried. Beside runPass in query-pair.ts, which is that of a sphere tree.

import { KIND_BOX, KIND_CAPSULE, KIND_CYLINDER, KIND_PLANE, KIND_SPHERE } from '../field/analytic.ts';
import { CLEAR, NEAR } from '../field/answer.ts';
import { type Collider, hullOf, isConvex } from './collider.ts';
import { ENOUGH_CONTACTS } from './constants.ts';
import { FEATURE_EDGE, FEATURE_POINT } from './contacts.ts';
import { touchConvex } from './convex-contacts.ts';
import { measureEdge } from './edge.ts';
import { EDGE_SIZE } from './edge-place.ts';
import { measureCollider } from './measure.ts';
import { findPast, type PairState } from './pair.ts';
import { EPSILON, KEEP, type Pass, type Query, REST, SLACK, TAU } from './query.ts';
import { beginShare } from './select.ts';
import { BOX_EDGES, placePoints, pointCount, roundSize, takeRound } from './shape-features.ts';
import { touchSegment } from './shape-segment.ts';
import { findSupport } from './support.ts';

const place = new Float64Array(24); // scratch: the points of a shape in the frame of the field
const measured = new Float64Array(8); // scratch: how far they are from the field, at least
const known = new Uint8Array(8); // scratch: 1 where that is a distance
const ends = new Float64Array(6); // scratch: an edge
const least = new Float64Array(EDGE_SIZE); // scratch: what measureEdge writes

/**
 * Adds the contacts of two shapes, `share` at most, unless the query is in full. What is round is held against the
 * distance of the other, which is exact; boxes and cylinders meet face to face. Expects the limits of the forward pass.
 */
export function runShapes(query: Query, forward: Pass, backward: Pass, share: number): void {
  const { solid: A, field: B } = forward;
  if (isSharp(A) && isSharp(B)) touchConvex(query, forward, share, true);
  else runShapePass(query, leads(A, B) ? forward : backward, share);
}

/** Whether a shape has flat faces and ends. */
function isSharp({ kind }: Collider): boolean {
  return kind === KIND_BOX || kind === KIND_CYLINDER;
}

/** Whether A is the one to bring features to a contact with B: the rounder one, so that its few tell all. */
function leads({ kind: a }: Collider, { kind: b }: Collider): boolean {
  if (a === KIND_PLANE || b === KIND_PLANE) return b === KIND_PLANE;
  if (a === KIND_SPHERE || b === KIND_SPHERE) return a === KIND_SPHERE;
  return a === KIND_CAPSULE;
}

/**
 * Adds the features of a pass's shape that are close enough to its field. Their numbers are the same from query to
 * query. Expects the limits of the pass. Allocates only to grow the list.
 */
export function runShapePass(query: Query, pass: Pass, share: number): void {
  const { options } = query;
  const { kind } = pass.solid;
  query.done = false;
  if (isSharp(pass.solid) && isSharp(pass.field)) {
    touchConvex(query, pass, share, false);
    return;
  }
  query.gap[0] = -Infinity;
  beginShare(query, share);
  if (query.done || pointCount(kind) === 0 || isFar(query, pass)) return;
  query.radius[0] = Math.max(0, query.limit[KEEP]);
  placePoints(place, pass, query.radius);
  if (kind === KIND_CAPSULE && isConvex(pass.field)) {
    touchSegment(query, pass, place);
    return;
  }
  touchPoints(query, pass);
  // No part of an edge is deeper in a plane than its ends; and where one crosses ground there is a ridge.
  if (!options.edges || pass.field.kind === KIND_PLANE || pass.field.ground !== null) return;
  if (kind === KIND_CAPSULE) touchEdge(query, pass, 0, 0, 1);
  if (kind !== KIND_BOX) return;
  for (let e = 0; e < 12 && !query.done; e++) {
    touchEdge(query, pass, e, BOX_EDGES[2 * e], BOX_EDGES[2 * e + 1]);
  }
}

/** Whether no feature can touch, by the distance of the shape's middle. */
function isFar(query: Query, pass: Pass): boolean {
  const { p, reach, found, limit, counters } = query;
  for (let d = 0; d < 3; d++) p[d] = pass.frame[9 + d];
  reach[0] = 0;
  reach[1] = pass.solid.radius + Math.max(0, limit[KEEP]); // depths may be told too large
  counters.calls++;
  return measureCollider(found, pass.field, pass.fieldLabel, p, 0, reach, pass.sealed) === CLEAR;
}

function touchPoints(query: Query, pass: Pass): void {
  const { options, pair, p, reach, found, limit, counters } = query;
  const { solid, field, fieldLabel, sealed } = pass;
  const { ground } = field;
  const round = roundSize(solid.kind);
  const radius = round < 0 ? 0 : solid.size[round];
  const longest = 2 * solid.radius; // of edges
  for (let i = 0; i < pointCount(solid.kind); i++) {
    for (let d = 0; d < 3; d++) p[d] = place[3 * i + d];
    if (radius > 0 && ground !== null) {
      known[i] = ground.touchRound(query, pass, i, measured) ? 1 : 0;
      continue;
    }
    reach[0] = Math.max(0, limit[KEEP] + radius);
    reach[1] = reach[0] + longest;
    counters.points++;
    counters.calls++;
    const answer = measureCollider(found, field, fieldLabel, p, 0, reach, sealed);
    known[i] = answer === NEAR ? 1 : 0;
    measured[i] = answer === CLEAR ? reach[1] : found[0];
    if (answer !== NEAR || query.done) continue;
    const past = findPast(pair, pass.side, FEATURE_POINT, i);
    const bar = past >= 0 && options.seeds ? limit[KEEP] : limit[TAU];
    if (found[0] - radius < bar) takeRound(query, pass, FEATURE_POINT, i, past);
  }
}

/** Makes a contact of edge e, between points a and b, if it is close enough and deeper than its ends by more than ε. */
function touchEdge(query: Query, pass: Pass, e: number, a: number, b: number): void {
  const { options, pair, p, reach, found, limit, counters } = query;
  const { field, fieldLabel, sealed } = pass;
  const k = roundSize(pass.solid.kind);
  const radius = k < 0 ? 0 : pass.solid.size[k];
  const past = findPast(pair, pass.side, FEATURE_EDGE, e);
  let bar = past >= 0 && options.seeds ? limit[KEEP] : limit[TAU];
  if (isHeld(query)) bar = Math.min(bar, -limit[EPSILON]);
  bar += radius;
  let square = 0;
  for (let d = 0; d < 3; d++) {
    ends[d] = place[3 * a + d];
    ends[3 + d] = place[3 * b + d];
    square += (ends[3 + d] - ends[d]) * (ends[3 + d] - ends[d]);
  }
  // Distance changes no faster than the place; what is near a broken solid may be nearer still.
  const rough = field.field !== null;
  const atA = rough && known[a] === 1 ? Math.min(0, measured[a]) : measured[a];
  const atB = rough && known[b] === 1 ? Math.min(0, measured[b]) : measured[b];
  if ((atA + atB - Math.sqrt(square)) / 2 >= bar) return;
  if (known[a] === 1) bar = Math.min(bar, measured[a] - limit[EPSILON]);
  if (known[b] === 1) bar = Math.min(bar, measured[b] - limit[EPSILON]);
  reach[0] = bar;
  reach[1] = Math.max(0, bar);
  counters.edges++;
  if (measureEdge(least, field, fieldLabel, ends, 0, reach, sealed, query.full) !== NEAR) return;
  for (let d = 0; d < 4; d++) found[d] = least[d];
  for (let d = 0; d < 3; d++) p[d] = ends[d] + least[4] * (ends[3 + d] - ends[d]);
  takeRound(query, pass, FEATURE_EDGE, e, past);
}

/** Whether contacts that are not speculative suffice to hold a body; not where all contacts are wanted. */
function isHeld(query: Query): boolean {
  const { distance, count } = query.out;
  let held = 0;
  for (let i = 0; i < count && held < ENOUGH_CONTACTS; i++) if (distance[i] <= query.limit[REST]) held++;
  return held === ENOUGH_CONTACTS && !query.full;
}

// A plane between a fragment and a shape: shapes are convex, so a plane along the normals of the last contacts, or the
// plane that the shape is, says how deep the fragment can be at most. What rests on the ground then needs no traversal.

const normal = new Float64Array(3); // scratch: from the shape to the fragment, in the frame of the shape
const turned = new Float64Array(3); // scratch: the opposite, in the frame of the fragment
const reach = new Float64Array(2); // scratch: how far the shape and the fragment reach along it

/**
 * Gives the pass of a fragment against a shape its plane and gap; none where there were no contacts. Returns false if they
 * are further apart than any contact may be. Expects the limits of the pass. Allocates only to grow.
 */
export function separateShape(query: Query, pass: Pass): boolean {
  const { pair } = query;
  const { frame, plane, gap, solid, label } = pass;
  if (!setNormal(pair, pass)) return true;
  reachShape(pass.field.kind, pass.field.size);
  let shift = 0;
  for (let d = 0; d < 3; d++) {
    turned[d] = -(normal[0] * frame[d] + normal[1] * frame[3 + d] + normal[2] * frame[6 + d]);
    shift += normal[d] * frame[9 + d];
  }
  findSupport(reach, 1, hullOf(solid, label), turned, -1);
  plane.set(normal);
  plane[3] = reach[0];
  gap[0] = shift - reach[1] - reach[0];
  return !(gap[0] > query.limit[KEEP] + query.limit[SLACK]);
}

/** The normal of a plane, or the mean of those of the last contacts on this side; false if there is none. */
function setNormal(pair: PairState, pass: Pass): boolean {
  normal.fill(0);
  if (pass.field.kind === KIND_PLANE) {
    normal[1] = 1;
    return true;
  }
  const { count, side, normal: last } = pair.last;
  for (let i = 0; i < count; i++) {
    if (side[i] !== pass.side) continue;
    for (let d = 0; d < 3; d++) normal[d] += last[3 * i + d];
  }
  const length = Math.sqrt(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]);
  if (!(length > 0)) return false;
  for (let d = 0; d < 3; d++) normal[d] /= length;
  return true;
}

/** Writes how far a shape reaches along `normal` to reach[0]. */
function reachShape(kind: number, size: Float64Array): void {
  const x = normal[0];
  const y = normal[1];
  const z = normal[2];
  if (kind === KIND_PLANE) reach[0] = 0;
  else if (kind === KIND_BOX)
    reach[0] = Math.abs(x) * size[0] + Math.abs(y) * size[1] + Math.abs(z) * size[2];
  else if (kind === KIND_SPHERE) reach[0] = size[0];
  else if (kind === KIND_CAPSULE) reach[0] = Math.abs(y) * size[0] + size[1];
  else reach[0] = Math.abs(y) * size[0] + Math.sqrt(x * x + z * z) * size[1];
}
