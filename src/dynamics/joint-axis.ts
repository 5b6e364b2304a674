// What a hinge does about its axis: the inertia there, the motor and the limits.

import {
  AXIAL,
  AXIS,
  DRIVE,
  ease,
  GAPS,
  HIGH,
  IMPULSE,
  LOW,
  moving,
  pushTurn,
  RIGID,
  SOFT,
} from './joint-work.ts';
import { EASE_SIZE } from './motion.ts';
import { STEP_H, STEP_RATE } from './solver.ts';

const impulse = new Float64Array(3); // scratch: what is added

/** The inertia about the axis. */
export function weighAxis(work: Float64Array, o: number): void {
  const x = work[o + AXIS];
  const y = work[o + AXIS + 1];
  const z = work[o + AXIS + 2];
  let inverse = 0;
  for (let e = 1; e < 2 * EASE_SIZE; e += EASE_SIZE) {
    inverse +=
      ease[e] * x * x +
      ease[e + 1] * y * y +
      ease[e + 2] * z * z +
      2 * (ease[e + 3] * x * y + ease[e + 4] * y * z + ease[e + 5] * z * x);
  }
  work[o + AXIAL] = 1 / inverse;
}

/** Takes out of the angular impulse what has come to lie along the axis as that turned. */
export function projectHinge(work: Float64Array, o: number): void {
  const p = o + IMPULSE + 3;
  const a = o + AXIS;
  const along = work[p] * work[a] + work[p + 1] * work[a + 1] + work[p + 2] * work[a + 2];
  for (let d = 0; d < 3; d++) work[p + d] -= along * work[a + d];
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
  const a = o + AXIS;
  for (let side = 0; side < 2; side++) {
    const sign = side === 0 ? 1 : -1;
    const slot = side === 0 ? LOW : HIGH;
    const gap = work[o + GAPS + side];
    if (gap === Infinity) continue;
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
