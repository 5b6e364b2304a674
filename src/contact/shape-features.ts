// What shapes bring to a contact: a sphere its centre, a capsule its segment, both with a radius; a box its corners and
// edges; a cylinder points of its rims. Places are in the frame of the field that they are held against.

import { KIND_BOX, KIND_CAPSULE, KIND_CYLINDER, KIND_SPHERE } from '../field/analytic.ts';
import { NEAR } from '../field/answer.ts';
import { movePoint, turnVector } from '../math/rigid.ts';
import { RIM_LEVEL, RIM_STEPS } from './constants.ts';

import { measureCollider } from './measure.ts';
import type { Pass, Query } from './query.ts';
import { takeContact } from './select.ts';

/** The corners that each edge of a box joins. A corner has a bit an axis: 1 where it is on the positive side. */
export const BOX_EDGES = Uint8Array.of(
  ...[0, 1, 2, 3, 4, 5, 6, 7, 0, 2, 1, 3, 4, 6, 5, 7, 0, 4, 1, 5, 2, 6, 3, 7],
);

const local = new Float64Array(3); // scratch: a place in the frame of the shape
const middle = new Float64Array(3); // scratch: the middle of a rim
const arm = new Float64Array(3); // scratch: from there to a point of the rim
const side = new Float64Array(3); // scratch: the same, a quarter turn on
const up = new Float64Array(3); // scratch: the axis of a cylinder
const found = new Float64Array(4); // scratch: distance and normal
const span = new Float64Array(2); // scratch: near and far of a question
const least = new Float64Array(1); // scratch: the least distance of places tried

/** How many points a shape brings. */
export function pointCount(kind: number): number {
  if (kind === KIND_BOX || kind === KIND_CYLINDER) return 8;
  return kind === KIND_CAPSULE ? 2 : kind === KIND_SPHERE ? 1 : 0;
}

/** Which of its sizes is how far the surface of a shape is from its points and segments; −1 if that is 0. */
export function roundSize(kind: number): number {
  return kind === KIND_SPHERE ? 0 : kind === KIND_CAPSULE ? 1 : -1;
}

/**
 * Makes a contact of the point, or place of a segment, at query.p, with the distance and normal query.found of that place:
 * of the point of the shape's surface that is closest to the field.
 */
export function takeRound(query: Query, pass: Pass, kind: number, index: number, past: number): void {
  const { out } = query;
  const row = takeContact(query, pass, kind, index, index, past);
  const { kind: shape, size } = pass.solid;
  const k = roundSize(shape);
  if (k < 0 || row < 0) return;
  const radius = size[k];
  out.distance[row] -= radius;
  for (let d = 0; d < 3; d++) out.point[3 * row + d] -= radius * out.normal[3 * row + d];
}

/**
 * Writes the points of a pass's shape, in the frame of its field, to out[0…]. Those of a cylinder follow from the field:
 * of each rim the place that is deepest, as far as it is found within reach[0] of the rim, and three more at quarter
 * turns. Allocation-free.
 */
export function placePoints(out: Float64Array, pass: Pass, reach: Float64Array): void {
  const { kind, size } = pass.solid;
  const { frame } = pass;
  if (kind === KIND_BOX) {
    for (let i = 0; i < 8; i++) {
      for (let d = 0; d < 3; d++) local[d] = (i >> d) & 1 ? size[d] : -size[d];
      movePoint(out, 3 * i, frame, local, 0);
    }
  } else if (kind === KIND_CYLINDER) {
    placeRim(out, 0, pass, 1, reach);
    placeRim(out, 12, pass, -1, reach);
  } else if (kind === KIND_CAPSULE || kind === KIND_SPHERE) {
    local.fill(0);
    for (let i = 0; i < pointCount(kind); i++) {
      if (kind === KIND_CAPSULE) local[1] = i === 0 ? -size[0] : size[0];
      movePoint(out, 3 * i, frame, local, 0);
    }
  }
}

/** Writes four points of the upper (1) or lower (−1) rim of a cylinder to out[to…]. */
function placeRim(out: Float64Array, to: number, pass: Pass, end: number, reach: Float64Array): void {
  const { frame, field, fieldLabel, sealed } = pass;
  const { size } = pass.solid;
  local[0] = local[2] = 0;
  local[1] = end;
  turnVector(up, 0, frame, local, 0);
  local[1] = end * size[0];
  movePoint(middle, 0, frame, local, 0);
  local[0] = size[1];
  local[1] = 0;
  turnVector(arm, 0, frame, local, 0);
  // From the middle down the normal to the rim, and on from there while that leads to deeper places.
  least[0] = Infinity;
  for (let d = 0; d < 3; d++) local[d] = middle[d];
  for (let step = 0; step < RIM_STEPS; step++) {
    span[0] = span[1] = reach[0] + (step === 0 ? 2 * size[1] : 0);
    if (measureCollider(found, field, fieldLabel, local, 0, span, sealed) !== NEAR) break;
    if (step > 0) {
      if (!(found[0] < least[0])) break;
      least[0] = found[0];
      for (let d = 0; d < 3; d++) arm[d] = local[d] - middle[d];
    }
    const along = found[1] * up[0] + found[2] * up[1] + found[3] * up[2];
    for (let d = 0; d < 3; d++) side[d] = along * up[d] - found[1 + d];
    const length = Math.sqrt(side[0] * side[0] + side[1] * side[1] + side[2] * side[2]);
    if (!(length > RIM_LEVEL)) break;
    for (let d = 0; d < 3; d++) local[d] = middle[d] + (size[1] / length) * side[d];
  }
  side[0] = up[1] * arm[2] - up[2] * arm[1];
  side[1] = up[2] * arm[0] - up[0] * arm[2];
  side[2] = up[0] * arm[1] - up[1] * arm[0];
  for (let d = 0; d < 3; d++) {
    out[to + d] = middle[d] + arm[d];
    out[to + 3 + d] = middle[d] + side[d];
    out[to + 6 + d] = middle[d] - arm[d];
    out[to + 9 + d] = middle[d] - side[d];
  }
}
