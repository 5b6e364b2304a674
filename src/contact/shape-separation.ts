// A plane between a fragment and a shape: shapes are convex, so a plane along the normals of the last contacts, or the
// plane that the shape is, says how deep the fragment can be at most. What rests on the ground then needs no traversal.

import { KIND_BOX, KIND_CAPSULE, KIND_PLANE, KIND_SPHERE } from '../field/analytic.ts';
import { hullOf } from './collider.ts';
import type { PairState } from './pair.ts';
import { KEEP, type Pass, type Query, SLACK } from './query.ts';
import { findSupport } from './support.ts';

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
