// Two anchors at a distance: a rod, a rope, a strut or a spring, all along the line between them.

import {
  ARM_A,
  ARM_B,
  AXIAL,
  AXIS,
  DRIVE,
  ERROR,
  ease,
  GAPS,
  HIGH,
  LEFT,
  LOW,
  moving,
  pushPoint,
  RIGID,
  SOFT,
} from './joint-work.ts';
import { EASE_SIZE } from './motion.ts';
import { STEP_RATE } from './solver.ts';

const impulse = new Float64Array(3); // scratch: what is added

/** The mass along the line, as the arms are now. */
export function weighLine(work: Float64Array, o: number): void {
  let inverse = 0;
  const a = o + AXIS;
  for (let side = 0; side < 2; side++) {
    const e = EASE_SIZE * side;
    const r = o + (side === 0 ? ARM_A : ARM_B);
    const x = work[r + 1] * work[a + 2] - work[r + 2] * work[a + 1];
    const y = work[r + 2] * work[a] - work[r] * work[a + 2];
    const z = work[r] * work[a + 1] - work[r + 1] * work[a];
    inverse +=
      ease[e] +
      ease[e + 1] * x * x +
      ease[e + 2] * y * y +
      ease[e + 3] * z * z +
      2 * (ease[e + 4] * x * y + ease[e + 5] * y * z + ease[e + 6] * z * x);
  }
  work[o + AXIAL] = 1 / inverse;
}

/** Writes to impulse[0] the speed at which the anchors part. */
function measureParting(work: Float64Array, o: number): void {
  const v = moving;
  const a = o + ARM_A;
  const b = o + ARM_B;
  const x = v[0] - v[6] + v[4] * work[a + 2] - v[5] * work[a + 1] - v[10] * work[b + 2] + v[11] * work[b + 1];
  const y = v[1] - v[7] + v[5] * work[a] - v[3] * work[a + 2] - v[11] * work[b] + v[9] * work[b + 2];
  const z = v[2] - v[8] + v[3] * work[a + 1] - v[4] * work[a] - v[9] * work[b + 1] + v[10] * work[b];
  impulse[0] = x * work[o + AXIS] + y * work[o + AXIS + 1] + z * work[o + AXIS + 2];
}

/** An impulse impulse[0] along the line. */
function pushLine(work: Float64Array, o: number): void {
  const d = impulse[0];
  impulse[0] = d * work[o + AXIS];
  impulse[1] = d * work[o + AXIS + 1];
  impulse[2] = d * work[o + AXIS + 2];
  pushPoint(work, o, impulse, 0);
}

/** Brings the distance to what it should be, both ways, as the softness at soft[at…] says: a rod, or a spring. */
export function solveRod(work: Float64Array, o: number, soft: Float64Array, at: number): void {
  measureParting(work, o);
  const wrong = impulse[0] + soft[at] * work[o + ERROR];
  const old = work[o + DRIVE];
  const left = work[o + LEFT];
  const now = old - soft[at + 1] * work[o + AXIAL] * wrong - soft[at + 2] * old;
  work[o + DRIVE] = Math.max(-left, Math.min(left, now));
  impulse[0] = work[o + DRIVE] - old;
  pushLine(work, o);
}

/** Keeps the distance between its limits. */
export function solveRange(work: Float64Array, o: number, step: Float64Array, biased: boolean): void {
  if (work[o + GAPS] < Infinity) solveLimit(work, o, 0, step, biased);
  if (work[o + GAPS + 1] < Infinity) solveLimit(work, o, 1, step, biased);
}

function solveLimit(work: Float64Array, o: number, side: number, step: Float64Array, biased: boolean): void {
  const gap = work[o + GAPS + side];
  const sign = side === 0 ? 1 : -1;
  const slot = o + (side === 0 ? LOW : HIGH);
  const at = gap < 0 && biased ? SOFT : RIGID;
  measureParting(work, o);
  const open = sign * impulse[0] + step[gap > 0 ? STEP_RATE : at] * gap;
  const old = work[slot];
  work[slot] -= step[at + 1] * work[o + AXIAL] * open + step[at + 2] * old;
  work[slot] = Math.max(0, Math.min(work[o + LEFT], work[slot]));
  impulse[0] = sign * (work[slot] - old);
  pushLine(work, o);
}
