// Axes held together: three equations for a fixed joint, two for a hinge, which has a motor and limits about the third.

import { invertTensor } from '../math/tensor.ts';
import {
  AXIAL,
  AXIS,
  clampVector,
  DRIVE,
  ease,
  FREE,
  GAPS,
  HIGH,
  IMPULSE,
  LEFT,
  LOW,
  moving,
  pushTurn,
  RIGID,
  SIDES,
  SOFT,
  STEP_H,
  STEP_RATE,
  TURN_MASS,
  TWIST,
} from './joint-work.ts';
import { EASE_SIZE } from './motion.ts';

const impulse = new Float64Array(3); // scratch: what is added
const tensor = new Float64Array(6); // scratch: change of spin for an angular impulse
const turned = new Float64Array(3); // scratch: that tensor times a direction

function addInertia(): void {
  for (let i = 0; i < 6; i++) tensor[i] = ease[1 + i] + ease[EASE_SIZE + 1 + i];
}

/** The inertia that two bodies have against each other. */
export function weighTurn(work: Float64Array, o: number): void {
  addInertia();
  invertTensor(work, o + TURN_MASS, tensor, 0);
}

/** Brings the bodies to the same spin, or undoes their twist, as the softness at soft[at…] says. */
export function solveTurn(work: Float64Array, o: number, soft: Float64Array, at: number): void {
  const c = o + TWIST;
  const m = o + TURN_MASS;
  const p = o + IMPULSE + 3;
  const rate = soft[at];
  const share = soft[at + 1];
  const release = soft[at + 2];
  const x = moving[3] - moving[9] + rate * work[c];
  const y = moving[4] - moving[10] + rate * work[c + 1];
  const z = moving[5] - moving[11] + rate * work[c + 2];
  impulse[0] = work[p];
  impulse[1] = work[p + 1];
  impulse[2] = work[p + 2];
  work[p] -= share * (work[m] * x + work[m + 3] * y + work[m + 5] * z) + release * work[p];
  work[p + 1] -= share * (work[m + 3] * x + work[m + 1] * y + work[m + 4] * z) + release * work[p + 1];
  work[p + 2] -= share * (work[m + 5] * x + work[m + 4] * y + work[m + 2] * z) + release * work[p + 2];
  finishTurn(work, o);
}

/** Keeps the new angular impulse within what is left, and applies what it has more than the old one in `impulse`. */
function finishTurn(work: Float64Array, o: number): void {
  const p = o + IMPULSE + 3;
  clampVector(work, p, work, o + LEFT + 1);
  impulse[0] = work[p] - impulse[0];
  impulse[1] = work[p + 1] - impulse[1];
  impulse[2] = work[p + 2] - impulse[2];
  pushTurn(impulse, 0);
}

/** Writes the tensor times the direction w[at…] to `turned`. */
function turnDirection(w: Float64Array, at: number): void {
  const x = w[at];
  const y = w[at + 1];
  const z = w[at + 2];
  turned[0] = tensor[0] * x + tensor[3] * y + tensor[5] * z;
  turned[1] = tensor[3] * x + tensor[1] * y + tensor[4] * z;
  turned[2] = tensor[5] * x + tensor[4] * y + tensor[2] * z;
}

/** The inertia of a hinge across its axis, as the inverse of a 2×2 matrix along the sides, and about it. */
export function weighHinge(work: Float64Array, o: number): void {
  const s = o + SIDES;
  const a = o + AXIS;
  addInertia();
  turnDirection(work, a);
  work[o + AXIAL] = 1 / (work[a] * turned[0] + work[a + 1] * turned[1] + work[a + 2] * turned[2]);
  turnDirection(work, s);
  const k11 = work[s] * turned[0] + work[s + 1] * turned[1] + work[s + 2] * turned[2];
  const k12 = work[s + 3] * turned[0] + work[s + 4] * turned[1] + work[s + 5] * turned[2];
  turnDirection(work, s + 3);
  const k22 = work[s + 3] * turned[0] + work[s + 4] * turned[1] + work[s + 5] * turned[2];
  const scale = 1 / (k11 * k22 - k12 * k12);
  work[o + TURN_MASS] = k22 * scale;
  work[o + TURN_MASS + 1] = k11 * scale;
  work[o + TURN_MASS + 2] = -k12 * scale;
}

/** Takes out of a hinge's angular impulse what has come to lie along the axis as that turned. */
export function projectHinge(work: Float64Array, o: number): void {
  const p = o + IMPULSE + 3;
  const a = o + AXIS;
  const along = work[p] * work[a] + work[p + 1] * work[a + 1] + work[p + 2] * work[a + 2];
  for (let d = 0; d < 3; d++) work[p + d] -= along * work[a + d];
}

/** As solveTurn, across the axis alone. */
export function solveHinge(work: Float64Array, o: number, soft: Float64Array, at: number): void {
  const s = o + SIDES;
  const m = o + TURN_MASS;
  const p = o + IMPULSE + 3;
  const c = o + TWIST;
  const rate = soft[at];
  const share = soft[at + 1];
  const release = soft[at + 2];
  const x = moving[3] - moving[9] + rate * work[c];
  const y = moving[4] - moving[10] + rate * work[c + 1];
  const z = moving[5] - moving[11] + rate * work[c + 2];
  const c1 = x * work[s] + y * work[s + 1] + z * work[s + 2];
  const c2 = x * work[s + 3] + y * work[s + 4] + z * work[s + 5];
  const d1 = share * (work[m] * c1 + work[m + 2] * c2);
  const d2 = share * (work[m + 2] * c1 + work[m + 1] * c2);
  for (let d = 0; d < 3; d++) {
    impulse[d] = work[p + d];
    work[p + d] -= d1 * work[s + d] + d2 * work[s + 3 + d] + release * work[p + d];
  }
  finishTurn(work, o);
}

/** An angular impulse about the axis, of `work[o + slot]` now and `impulse[0]` before. */
function pushAxis(work: Float64Array, o: number, slot: number, sign: number): void {
  const d = sign * (work[o + slot] - impulse[0]);
  impulse[0] = d * work[o + AXIS];
  impulse[1] = d * work[o + AXIS + 1];
  impulse[2] = d * work[o + AXIS + 2];
  pushTurn(impulse, 0);
}

/** Drives a hinge to speed[row], with the torque strength[row] at most. */
export function solveMotor(
  work: Float64Array,
  o: number,
  speed: Float64Array,
  strength: Float64Array,
  row: number,
  step: Float64Array,
): void {
  const a = o + AXIS;
  const most = strength[row] * step[STEP_H];
  const excess =
    (moving[3] - moving[9]) * work[a] +
    (moving[4] - moving[10]) * work[a + 1] +
    (moving[5] - moving[11]) * work[a + 2] -
    speed[row];
  impulse[0] = work[o + DRIVE];
  work[o + DRIVE] = Math.max(-most, Math.min(most, work[o + DRIVE] - work[o + AXIAL] * excess));
  pushAxis(work, o, DRIVE, 1);
}

/** Keeps a hinge between its limits. */
export function solveStops(work: Float64Array, o: number, step: Float64Array, biased: boolean): void {
  if (work[o + FREE] === 1) return;
  const a = o + AXIS;
  for (let side = 0; side < 2; side++) {
    const sign = side === 0 ? 1 : -1;
    const slot = side === 0 ? LOW : HIGH;
    const gap = work[o + GAPS + side];
    const at = gap < 0 && biased ? SOFT : RIGID;
    const open =
      sign *
        ((moving[3] - moving[9]) * work[a] +
          (moving[4] - moving[10]) * work[a + 1] +
          (moving[5] - moving[11]) * work[a + 2]) +
      (gap > 0 ? step[STEP_RATE] : step[at]) * gap;
    impulse[0] = work[o + slot];
    work[o + slot] = Math.max(
      0,
      impulse[0] - step[at + 1] * work[o + AXIAL] * open - step[at + 2] * impulse[0],
    );
    pushAxis(work, o, slot, sign);
  }
}
