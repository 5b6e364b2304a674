// Which way the surface of a solid faces at its points. A point on a flat part of it can only be touched from in front;
// where the other body's closest surface is a side or an edge of it, the normal is that of the flat part. Without this a
// body that slides stops at the points it passes over: at its leading edge, the closest surface is its front.

import type { Rims } from '../fragment/rims.ts';
import { TET_SLOTS } from '../fragment/rims-cases.ts';
import type { FamilyTopology } from '../fragment/topology.ts';
import { turnVector } from '../math/rigid.ts';
import type { Collider } from './collider.ts';
import { FACING_AHEAD, FACING_FLAT, FACING_SMOOTH } from './constants.ts';
import { EPSILON, type Pass, type Query } from './query.ts';

/** Numbers of a surface node: outward unit normal, then the cosine of how far the faces around it turn from that. */
const FACING_SIZE = 4;

/** The facing of every surface node of a solid, in linear time. */
export function buildFacing({ surfaceCount, positions, triangle }: FamilyTopology): Float32Array {
  const facing = new Float32Array(FACING_SIZE * surfaceCount);
  const normal = new Float64Array(triangle.length); // per triangle, as long as twice its area
  const sum = new Float64Array(3 * surfaceCount);
  for (let t = 0; t < triangle.length; t += 3) {
    const a = 3 * triangle[t];
    const b = 3 * triangle[t + 1];
    const c = 3 * triangle[t + 2];
    const ux = positions[b] - positions[a];
    const uy = positions[b + 1] - positions[a + 1];
    const uz = positions[b + 2] - positions[a + 2];
    const vx = positions[c] - positions[a];
    const vy = positions[c + 1] - positions[a + 1];
    const vz = positions[c + 2] - positions[a + 2];
    normal[t] = uy * vz - uz * vy;
    normal[t + 1] = uz * vx - ux * vz;
    normal[t + 2] = ux * vy - uy * vx;
    for (let d = 0; d < 3; d++) {
      sum[a + d] += normal[t + d];
      sum[b + d] += normal[t + d];
      sum[c + d] += normal[t + d];
    }
  }
  for (let i = 0; i < surfaceCount; i++) {
    const length = Math.sqrt(
      sum[3 * i] * sum[3 * i] + sum[3 * i + 1] * sum[3 * i + 1] + sum[3 * i + 2] * sum[3 * i + 2],
    );
    for (let d = 0; d < 3; d++) facing[FACING_SIZE * i + d] = length > 0 ? sum[3 * i + d] / length : 0;
    facing[FACING_SIZE * i + 3] = length > 0 ? 1 : -1;
  }
  for (let t = 0; t < triangle.length; t += 3) {
    const x = normal[t];
    const y = normal[t + 1];
    const z = normal[t + 2];
    const length = Math.sqrt(x * x + y * y + z * z);
    for (let k = 0; k < 3; k++) {
      const o = FACING_SIZE * triangle[t + k];
      const along = (x * facing[o] + y * facing[o + 1] + z * facing[o + 2]) / length;
      if (length > 0) facing[o + 3] = Math.min(facing[o + 3], along);
    }
  }
  return facing;
}

const own = new Float64Array(3); // scratch: the outward normal of the feature's surface

/**
 * Whether the point of a pass, which is at query.p with the distance and normal of the field in query.found, can be touched
 * as it is. False for points of closed cracks below the surface, and for those still apart on a smooth part that does
 * not face the field. Turns the normal of those that touch to that of a flat part, or of a curved one if it is aslant. What is deeper than ε stays as it is.
 */
export function facesField(query: Query, pass: Pass, point: number): boolean {
  const { found, limit } = query;
  const flat = findFacing(pass, point);
  if (flat === FACING_CLOSED) return false;
  if (flat === FACING_OPEN || found[0] < -limit[EPSILON]) return true;
  turnVector(own, 0, pass.frame, own, 0);
  const along = -(own[0] * found[1] + own[1] * found[2] + own[2] * found[3]);
  if (found[0] > limit[EPSILON]) return along >= FACING_AHEAD;
  if (flat === FACING_EVEN || along < FACING_AHEAD) for (let d = 0; d < 3; d++) found[1 + d] = -own[d];
  return true;
}

/** How a point lies: it may be touched from anywhere, as far as is known; inside a crack that has not opened; on a curved part; on a flat one. */
export const FACING_OPEN = 0;
export const FACING_CLOSED = 1;
export const FACING_CURVED = 2;
export const FACING_EVEN = 3;

/** Writes the outward normal of a point's surface, in the frame of its body, to out[0..2], and says how it lies. */
export function facingOf(out: Float64Array, pass: Pass, point: number): number {
  const lies = findFacing(pass, point);
  for (let d = 0; d < 3; d++) out[d] = own[d];
  return lies;
}

/** Whether a point lies below the surface, in a crack that has not opened: then nothing touches it. */
export function isInClosedCrack(pass: Pass, point: number): boolean {
  return point >= pass.solid.surfaceCount && findFacing(pass, point) === FACING_CLOSED;
}

/** Writes the normal of a point's surface to `own` and says how it lies. */
function findFacing({ solid, label, fieldLabel, siblings }: Pass, point: number): number {
  const { forest, surfaceCount } = solid;
  if (forest === null || solid.solid === null || solid.field === null) return FACING_OPEN;
  const { facing } = solid.solid;
  if (point < surfaceCount) {
    const o = FACING_SIZE * point;
    for (let d = 0; d < 3; d++) own[d] = facing[o + d];
    return facing[o + 3] >= FACING_FLAT
      ? FACING_EVEN
      : facing[o + 3] >= FACING_SMOOTH
        ? FACING_CURVED
        : FACING_OPEN;
  }
  // A point of a crack: its twin, the one across, has the next number or the one before.
  const first = point - solid.baseCount;
  const twin = solid.baseCount + (first ^ 1);
  const other = forest.fragment[twin];
  const { group, family } = solid.field;
  if (other < 0 || (siblings && other === fieldLabel)) return FACING_OPEN;
  if (group[other] !== group[label] || family.fragments.alive[other] === 0) return FACING_OPEN;
  return joinFacing(solid, first);
}

/** A point of a closed crack: on the surface if both ends of its edge are, and face alike. */
function joinFacing({ solid, cutNode, surfaceCount }: Collider, first: number): number {
  if (solid === null) return FACING_OPEN;
  const a = cutNode[first];
  const b = cutNode[first ^ 1];
  if (a >= surfaceCount || b >= surfaceCount) return FACING_CLOSED;
  const { facing } = solid;
  const o = FACING_SIZE * a;
  const q = FACING_SIZE * b;
  const least = Math.min(facing[o + 3], facing[q + 3]);
  const along = facing[o] * facing[q] + facing[o + 1] * facing[q + 1] + facing[o + 2] * facing[q + 2];
  if (along < 0) return FACING_CLOSED; // the edge goes through the solid
  if (least < FACING_SMOOTH || along < FACING_SMOOTH) return FACING_OPEN;
  for (let d = 0; d < 3; d++) own[d] = facing[o + d] + facing[q + d];
  const length = Math.sqrt(own[0] * own[0] + own[1] * own[1] + own[2] * own[2]);
  for (let d = 0; d < 3; d++) own[d] /= length;
  return Math.min(least, along) >= FACING_FLAT ? FACING_EVEN : FACING_CURVED;
}

/**
 * Whether an edge of a pass, by its index, lies in cracks that have not opened: in a tet all of whose pieces are of one
 * group. What slides over such a crack must not feel it. The cracks between both fragments of the pass always count.
 */
export function isShut({ solid, label, fieldLabel, siblings }: Pass, rims: Rims, index: number): boolean {
  const { field } = solid;
  if (field === null || index < rims.firstCrack) return false;
  const { group, family } = field;
  const { tetNode } = family.topology;
  const first = 4 * Math.floor((index - rims.firstCrack) / TET_SLOTS);
  for (let k = first; k < first + 4; k++) {
    const other = family.label[tetNode[k]];
    if (group[other] !== group[label] || family.fragments.alive[other] === 0) return false;
    if (siblings && other === fieldLabel) return false;
  }
  return true;
}
