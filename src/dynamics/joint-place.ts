// Where the anchors and axes of a joint are: when a step begins, and as the bodies move through its substeps.

import { FRAME_SIZE, multiplyQuaternions } from '../math/rigid.ts';
import type { Bodies } from './bodies.ts';
import { JOINT_PULL } from './constants.ts';
import { weighAxis } from './joint-axis.ts';
import { weighLine } from './joint-line.ts';
import { isInTree } from './joint-tree.ts';
import {
  ARM_A,
  ARM_A0,
  ARM_B,
  ARM_B0,
  AXIS,
  clampVector,
  ERROR,
  GAP0,
  GAPS,
  SIDES,
  SOFT,
  TREE,
  TURN_A0,
  TURN_B0,
  TWIST,
  WORK_SIZE,
} from './joint-work.ts';
import { JOINT_DISTANCE, JOINT_DRAG, JOINT_FIXED, JOINT_HINGE, type Joints } from './joints.ts';
import { type Motion, QUATERNION, ROTATION, SHIFT, STATE_SIZE } from './motion.ts';

const turns = new Float64Array(8); // scratch: the joint's axes as A carries them, as B does, quaternions
const relative = new Float64Array(4); // scratch: a quaternion between the two

/** Fills the part of a joint's work that holds for the whole step. */
export function placeJoint(joints: Joints, row: number, bodies: Bodies): void {
  const { work, anchor, basis } = joints;
  const o = WORK_SIZE * row;
  const a = joints.bodyA[row];
  const b = joints.bodyB[row];
  placeArm(work, o + ARM_A0, bodies, a, anchor, 6 * row);
  for (let d = 0; d < 3; d++) {
    work[o + ARM_B0 + d] = 0;
    work[o + GAP0 + d] =
      bodies.center[3 * a + d] - (b < 0 ? anchor[6 * row + 3 + d] : bodies.center[3 * b + d]);
  }
  multiplyQuaternions(work, o + TURN_A0, bodies.turn, 4 * a, basis, 8 * row);
  for (let d = 0; d < 4; d++) work[o + TURN_B0 + d] = basis[8 * row + 4 + d];
  if (b < 0) return;
  placeArm(work, o + ARM_B0, bodies, b, anchor, 6 * row + 3);
  multiplyQuaternions(work, o + TURN_B0, bodies.turn, 4 * b, basis, 8 * row + 4);
}

/** Writes the arm from a body's centre to the anchor p[at…] of its rest frame, along the world's axes. */
function placeArm(
  out: Float64Array,
  to: number,
  bodies: Bodies,
  body: number,
  p: Float64Array,
  at: number,
): void {
  const { local, frame } = bodies;
  const x = p[at] - local[3 * body];
  const y = p[at + 1] - local[3 * body + 1];
  const z = p[at + 2] - local[3 * body + 2];
  for (let d = 0; d < 3; d++) {
    const f = FRAME_SIZE * body + 3 * d;
    out[to + d] = frame[f] * x + frame[f + 1] * y + frame[f + 2] * z;
  }
}

/** Fills the part that changes as the bodies move. Needs loadPair, for what the bodies weigh. */
export function refreshJoint(joints: Joints, row: number, motion: Motion): void {
  const { work, strained } = joints;
  const o = WORK_SIZE * row;
  const kind = joints.kind[row];
  moveArms(joints, row, motion.state);
  pull[0] = JOINT_PULL / joints.step[isInTree(joints.tree, row) ? TREE : SOFT];
  if (kind === JOINT_DISTANCE) {
    measureLine(joints, row);
    slacken(joints, row);
    weighLine(work, o);
    return;
  }
  strained[row] = kind !== JOINT_DRAG && isBeyond(work, o + ERROR) ? 1 : 0;
  if (kind === JOINT_FIXED || kind === JOINT_HINGE) turnAxes(joints, row, motion.state);
  if (kind === JOINT_FIXED) measureTwist(work, o);
  if (kind === JOINT_HINGE) {
    measureHinge(work, o);
    measureStops(joints, row);
    weighAxis(work, o);
  }
  if ((kind === JOINT_FIXED || kind === JOINT_HINGE) && isBeyond(work, o + TWIST)) strained[row] = 1;
}

const pull = new Float64Array(1); // scratch: the largest error, metres or radians, that a joint is told of

/** Whether an error is larger than that; then it is made that large. */
function isBeyond(error: Float64Array, at: number): boolean {
  const square = error[at] * error[at] + error[at + 1] * error[at + 1] + error[at + 2] * error[at + 2];
  if (!(square > pull[0] * pull[0])) return false;
  clampVector(error, at, pull, 0);
  return true;
}

/** The same for a distance: a spring pulls as it does, its limits and a rod no faster than that. */
function slacken({ work, low, high, strained }: Joints, row: number): void {
  const o = WORK_SIZE * row;
  const most = pull[0];
  strained[row] = 0;
  if (low[row] === high[row] && Math.abs(work[o + ERROR]) > most) {
    work[o + ERROR] = work[o + ERROR] < 0 ? -most : most;
    strained[row] = 1;
  }
  for (let side = 0; side < 2; side++) {
    if (work[o + GAPS + side] >= -most) continue;
    work[o + GAPS + side] = -most;
    strained[row] = 1;
  }
}

/** Arms as the bodies have turned, and the way from one anchor to the other. */
function moveArms(joints: Joints, row: number, state: Float64Array): void {
  const { work, bodyA, bodyB } = joints;
  const o = WORK_SIZE * row;
  for (let d = 0; d < 3; d++) work[o + ERROR + d] = work[o + GAP0 + d];
  for (let side = 0; side < 2; side++) {
    const body = side === 0 ? bodyA[row] : bodyB[row];
    const r = o + (side === 0 ? ARM_A0 : ARM_B0);
    const to = o + (side === 0 ? ARM_A : ARM_B);
    const sign = side === 0 ? 1 : -1;
    for (let d = 0; d < 3; d++) {
      if (body < 0) {
        work[to + d] = 0;
        continue;
      }
      const s = STATE_SIZE * body;
      const m = s + ROTATION + 3 * d;
      work[to + d] = state[m] * work[r] + state[m + 1] * work[r + 1] + state[m + 2] * work[r + 2];
      work[o + ERROR + d] += sign * (state[s + SHIFT + d] + work[to + d]);
    }
  }
}

/** The joint's axes as both bodies carry them now, to `turns`. */
function turnAxes(joints: Joints, row: number, state: Float64Array): void {
  const { work, bodyA, bodyB } = joints;
  const o = WORK_SIZE * row;
  multiplyQuaternions(turns, 0, state, STATE_SIZE * bodyA[row] + QUATERNION, work, o + TURN_A0);
  if (bodyB[row] < 0) for (let d = 0; d < 4; d++) turns[4 + d] = work[o + TURN_B0 + d];
  else multiplyQuaternions(turns, 4, state, STATE_SIZE * bodyB[row] + QUATERNION, work, o + TURN_B0);
}

/** The rotation vector from B's axes to A's, along the world's: exact for small ones, 2 sin(angle/2) long for others. */
function measureTwist(work: Float64Array, o: number): void {
  for (let d = 4; d < 7; d++) turns[d] = -turns[d];
  multiplyQuaternions(relative, 0, turns, 0, turns, 4);
  const s = relative[3] < 0 ? -2 : 2;
  for (let d = 0; d < 3; d++) work[o + TWIST + d] = s * relative[d];
  work.fill(0, o + SIDES, o + SIDES + 9);
  for (let d = 0; d < 9; d += 4) work[o + SIDES + d] = 1;
}

/** Axis and sides as B carries them, and how far A's axis leans from it. */
function measureHinge(work: Float64Array, o: number): void {
  const ax = turns[0];
  const ay = turns[1];
  const az = turns[2];
  const aw = turns[3];
  const bx = turns[4];
  const by = turns[5];
  const bz = turns[6];
  const bw = turns[7];
  const s = o + SIDES;
  work[s] = 1 - 2 * (by * by + bz * bz);
  work[s + 1] = 2 * (bx * by + bw * bz);
  work[s + 2] = 2 * (bx * bz - bw * by);
  work[s + 3] = 2 * (bx * by - bw * bz);
  work[s + 4] = 1 - 2 * (bx * bx + bz * bz);
  work[s + 5] = 2 * (by * bz + bw * bx);
  const x = (work[o + AXIS] = 2 * (bx * bz + bw * by));
  const y = (work[o + AXIS + 1] = 2 * (by * bz - bw * bx));
  const z = (work[o + AXIS + 2] = 1 - 2 * (bx * bx + by * by));
  const ux = 2 * (ax * az + aw * ay);
  const uy = 2 * (ay * az - aw * ax);
  const uz = 1 - 2 * (ax * ax + ay * ay);
  work[o + TWIST] = y * uz - z * uy;
  work[o + TWIST + 1] = z * ux - x * uz;
  work[o + TWIST + 2] = x * uy - y * ux;
}

/** How far a hinge is from its limits: 2 sin(x/2) for an angle x, or the most that this gets to beyond half a turn. */
function measureStops(joints: Joints, row: number): void {
  const { work, half, low, high } = joints;
  const o = WORK_SIZE * row;
  work[o + GAPS] = Infinity;
  work[o + GAPS + 1] = Infinity;
  if (low[row] === -Infinity && high[row] === Infinity) return;
  const ax = turns[0];
  const ay = turns[1];
  const az = turns[2];
  const aw = turns[3];
  const bx = turns[4];
  const by = turns[5];
  const bz = turns[6];
  const bw = turns[7];
  // Sine and cosine of half the angle between −π and π, both times the same length.
  let c = aw * bw + ax * bx + ay * by + az * bz;
  let t = bw * az - bz * aw - bx * ay + by * ax;
  const scale = (c < 0 ? -1 : 1) / Math.sqrt(c * c + t * t);
  c *= scale;
  t *= scale;
  for (let side = 0; side < 2; side++) {
    if (Math.abs(side === 0 ? low[row] : high[row]) === Infinity) continue;
    const sign = side === 0 ? 1 : -1;
    const hs = half[4 * row + 2 * side];
    const hc = half[4 * row + 2 * side + 1];
    const away = 2 * sign * (t * hc - c * hs);
    work[o + GAPS + side] = c * hc + t * hs < 0 ? (away < 0 ? -2 : 2) : away;
  }
}

/** Length and direction of a distance, and how far it is from what it should be. */
function measureLine(joints: Joints, row: number): void {
  const { work, low, high } = joints;
  const o = WORK_SIZE * row;
  const x = work[o + ERROR];
  const y = work[o + ERROR + 1];
  const z = work[o + ERROR + 2];
  const length = Math.sqrt(x * x + y * y + z * z);
  // Anchors in one place have no direction between them: any will do.
  const scale = length > 0 ? 1 / length : 0;
  work[o + AXIS] = x * scale;
  work[o + AXIS + 1] = length > 0 ? y * scale : 1;
  work[o + AXIS + 2] = z * scale;
  const rod = low[row] === high[row];
  work[o + ERROR] = length - (rod ? low[row] : joints.length[row]);
  work[o + GAPS] = Infinity;
  work[o + GAPS + 1] = Infinity;
  if (rod) return;
  if (low[row] > 0) work[o + GAPS] = length - low[row];
  work[o + GAPS + 1] = high[row] - length;
}
