// Contacts ahead of their time: features that are still apart count only if the bodies can meet. The closest surface of
// a body that slides by is its side, and it would stop at what it passes over or along. Where one plane parts the hulls
// of two bodies now and when the step ends, nothing between them can touch in this step.

import { createAxis, findAxis, resetAxis, SPAN_GAP, tryAxis } from '../contact/axis.ts';
import { createFrame, relateFrames } from '../math/frame.ts';
import type { Copy } from './copies.ts';
import type { PairRecord } from './pairs.ts';
import type { WorldState } from './state.ts';

const later = createAxis(); // scratch: the direction that parts bodies when the step ends
const sooner = createAxis(); // scratch: the same direction when it begins
const enough = new Float64Array(2); // scratch: what gap is enough
const ends = [createFrame(), createFrame()]; // scratch: both bodies when the step ends
const relative = createFrame(); // scratch: A as seen from B

/**
 * Whether both bodies pass each other in a step of `dt` seconds, further apart than `gap`: one plane parts their hulls by
 * more than that at its beginning and at its end. False where either has no hull.
 */
export function arePassing(
  state: WorldState,
  { a, b, state: past }: PairRecord,
  gap: number,
  dt: number,
): boolean {
  const { bodies, copy, label } = state;
  const A = copy[a];
  const B = copy[b];
  if (A === null || B === null || !canPart(A, B)) return false;
  predictFrame(ends[0], state, a, dt);
  predictFrame(ends[1], state, b, dt);
  relateFrames(relative, ends[0], ends[1]);
  resetAxis(later);
  if (past.axis.known) {
    later.known = true;
    later.normal.set(past.axis.normal);
    later.pointA = past.axis.pointA;
    later.pointB = past.axis.pointB;
  }
  enough[0] = gap;
  enough[1] = Math.abs(gap);
  findAxis(later, A.collider, label[a], B.collider, label[b], relative, enough);
  if (!(later.span[SPAN_GAP] >= gap)) return false;
  frameNow(ends[0], bodies.frame, a);
  frameNow(ends[1], bodies.frame, b);
  relateFrames(relative, ends[0], ends[1]);
  resetAxis(sooner);
  tryAxis(sooner, later.normal, A.collider, label[a], B.collider, label[b], relative);
  return sooner.span[SPAN_GAP] >= gap;
}

/**
 * Leaves out what state.found holds of features further away than `near` where both bodies pass each other in a step of
 * `dt` seconds, give or take `near`. Keeps the order.
 */
export function dropPassing(state: WorldState, pair: PairRecord, near: number, dt: number): void {
  const { found } = state;
  if (!hasEager(state, pair, near, dt) || !arePassing(state, pair, -2 * near, dt)) return;
  let kept = 0;
  for (let i = 0; i < found.count; i++) {
    if (found.distance[i] > near) continue;
    if (kept < i) moveRow(state, kept, i);
    kept++;
  }
  found.count = kept;
}

/** Whether both bodies have hulls that a plane can be looked for between. */
function canPart(A: Copy, B: Copy): boolean {
  return A.collider.forest !== null && B.collider.forest !== null;
}

/** Whether a feature that is still apart would, by its normal, be stopped in this step. */
function hasEager({ found, bodies }: WorldState, { a, b }: PairRecord, near: number, dt: number): boolean {
  const { center, velocity, spin } = bodies;
  for (let i = 0; i < found.count; i++) {
    if (!(found.distance[i] > near)) continue;
    let closing = 0;
    for (let side = 0; side < 2; side++) {
      const o = 3 * (side === 0 ? a : b);
      const rx = found.point[3 * i] - center[o];
      const ry = found.point[3 * i + 1] - center[o + 1];
      const rz = found.point[3 * i + 2] - center[o + 2];
      const speed =
        found.normal[3 * i] * (velocity[o] + spin[o + 1] * rz - spin[o + 2] * ry) +
        found.normal[3 * i + 1] * (velocity[o + 1] + spin[o + 2] * rx - spin[o] * rz) +
        found.normal[3 * i + 2] * (velocity[o + 2] + spin[o] * ry - spin[o + 1] * rx);
      closing += side === 0 ? -speed : speed;
    }
    if (closing * dt > found.distance[i]) return true;
  }
  return false;
}

/** Writes the frame of a body after `dt` seconds at the velocity it has; its turn to first order, made orthogonal. */
function predictFrame(out: Float64Array, { bodies }: WorldState, row: number, dt: number): void {
  const { frame, velocity, spin, center, local } = bodies;
  const x = spin[3 * row] * dt;
  const y = spin[3 * row + 1] * dt;
  const z = spin[3 * row + 2] * dt;
  // The rotation by the vector (x, y, z), as a quaternion of length 1 after scaling.
  const s = 2 / (4 + x * x + y * y + z * z);
  turn[0] = 1 - s * (y * y + z * z);
  turn[1] = s * (x * y - 2 * z);
  turn[2] = s * (x * z + 2 * y);
  turn[3] = s * (x * y + 2 * z);
  turn[4] = 1 - s * (x * x + z * z);
  turn[5] = s * (y * z - 2 * x);
  turn[6] = s * (x * z - 2 * y);
  turn[7] = s * (y * z + 2 * x);
  turn[8] = 1 - s * (x * x + y * y);
  const f = 12 * row;
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 3; j++) {
      out[3 * i + j] =
        turn[3 * i] * frame[f + j] + turn[3 * i + 1] * frame[f + 3 + j] + turn[3 * i + 2] * frame[f + 6 + j];
    }
    out[9 + i] = center[3 * row + i] + velocity[3 * row + i] * dt;
    for (let j = 0; j < 3; j++) out[9 + i] -= out[3 * i + j] * local[3 * row + j];
  }
}

const turn = new Float64Array(9); // scratch: a rotation

function frameNow(out: Float64Array, frame: Float64Array, row: number): void {
  for (let d = 0; d < 12; d++) out[d] = frame[12 * row + d];
}

/** Moves a contact of state.found to another place. */
export function moveRow({ found }: WorldState, to: number, from: number): void {
  found.side[to] = found.side[from];
  found.kind[to] = found.kind[from];
  found.index[to] = found.index[from];
  found.owner[to] = found.owner[from];
  found.distance[to] = found.distance[from];
  for (let d = 0; d < 3; d++) {
    found.point[3 * to + d] = found.point[3 * from + d];
    found.normal[3 * to + d] = found.normal[3 * from + d];
  }
}
