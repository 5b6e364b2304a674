// How the places turn where bodies are touched. A corner turns with its body, and so does the core of a ball or a
// capsule, bodies.rounding, below which these are touched however they turn. A cylinder goes on being touched on the same
// side while it turns about its axis: there, only the turn of the axis counts.

import { FRAME_SIZE } from '../math/rigid.ts';
import { type Bodies, ROUND_ALL, ROUND_AXIS, ROUND_NOT } from './bodies.ts';
import { type Motion, ROTATION, STATE_SIZE, TOUCH_SIZE } from './motion.ts';

/** Writes how the places where a body is touched have turned since the step began. */
export function turnTouch({ state, touch }: Motion, { round, rounding, frame }: Bodies, row: number): void {
  writeTouch(
    touch,
    TOUCH_SIZE * row,
    rounding[row] > 0 ? ROUND_NOT : round[row],
    frame,
    FRAME_SIZE * row,
    state,
    STATE_SIZE * row + ROTATION,
  );
}

/**
 * Writes to touch[t…] how the places turn where a body is touched that is round as `round` says, was at frame[f…] and has
 * turned by state[r…].
 */
export function writeTouch(
  touch: Float64Array,
  t: number,
  round: number,
  frame: Float64Array,
  f: number,
  state: Float64Array,
  r: number,
): void {
  if (round !== ROUND_AXIS) {
    for (let d = 0; d < 9; d++) touch[t + d] = round === ROUND_ALL ? (d % 4 === 0 ? 1 : 0) : state[r + d];
    return;
  }
  const ax = frame[f + 1];
  const ay = frame[f + 4];
  const az = frame[f + 7];
  const bx = state[r] * ax + state[r + 1] * ay + state[r + 2] * az;
  const by = state[r + 3] * ax + state[r + 4] * ay + state[r + 5] * az;
  const bz = state[r + 6] * ax + state[r + 7] * ay + state[r + 8] * az;
  // The shortest turn from the axis as it was, a, to b as it is: 1 + [v] + [v]² / (1 + a · b), v = a × b.
  const x = ay * bz - az * by;
  const y = az * bx - ax * bz;
  const z = ax * by - ay * bx;
  const c = ax * bx + ay * by + az * bz;
  const s = 1 / Math.max(1e-9, 1 + c);
  touch[t] = 1 - s * (y * y + z * z);
  touch[t + 1] = s * x * y - z;
  touch[t + 2] = s * x * z + y;
  touch[t + 3] = s * x * y + z;
  touch[t + 4] = 1 - s * (x * x + z * z);
  touch[t + 5] = s * y * z - x;
  touch[t + 6] = s * x * z - y;
  touch[t + 7] = s * y * z + x;
  touch[t + 8] = 1 - s * (x * x + y * y);
}
