// Putting a body back to a moment of the step: where a sweep says that it touched.

import { BODY_KINEMATIC, placeBody } from '../dynamics/bodies.ts';
import { createFrame, FRAME_SIZE, invertFrame, movePoint } from '../math/frame.ts';
import { frameAt, type Motion } from '../sweep/motion.ts';
import type { WorldState } from './state.ts';

const end = createFrame(); // scratch: a frame as it is now
const inverse = createFrame();
const frames = [createFrame(), createFrame(), createFrame()];

/**
 * Puts a body where it was at time[0], without the speed that it has gained by falling in the `seconds` since. What a
 * kinematic body has pushed into is taken along by it, so that both stay as far apart as they were then.
 */
export function putBack(
  state: WorldState,
  row: number,
  other: number,
  own: Motion,
  its: Motion,
  time: Float64Array,
  seconds: number,
): void {
  const { bodies } = state;
  const [mine, theirs, moved] = frames;
  frameAt(mine, own, time, 0);
  if (bodies.kind[other] === BODY_KINEMATIC) {
    frameAt(theirs, its, time, 0);
    invertFrame(inverse, theirs);
    for (let d = 0; d < FRAME_SIZE; d++) end[d] = bodies.frame[FRAME_SIZE * other + d];
    joinFrames(theirs, inverse, mine);
    joinFrames(moved, end, theirs);
    mine.set(moved);
  }
  setTurn(bodies.turn, 4 * row, mine);
  movePoint(bodies.center, 3 * row, mine, bodies.local, 3 * row);
  placeBody(bodies, row);
  unfall(state, row, seconds);
}

/** Takes from a falling body the speed that it has gained in `seconds`: put back without that, it would gain by it. */
function unfall({ bodies, settings }: WorldState, row: number, seconds: number): void {
  const { velocity } = bodies;
  const { gravity: g } = settings;
  const o = 3 * row;
  const square = g[0] * g[0] + g[1] * g[1] + g[2] * g[2];
  const along = velocity[o] * g[0] + velocity[o + 1] * g[1] + velocity[o + 2] * g[2];
  if (!(along > 0)) return;
  const share = Math.min(seconds, along / square);
  for (let d = 0; d < 3; d++) velocity[o + d] -= share * g[d];
}

/** Writes the frame that first does `inner`, then `outer`. */
function joinFrames(out: Float64Array, outer: Float64Array, inner: Float64Array): void {
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 3; j++) {
      out[3 * i + j] =
        outer[3 * i] * inner[j] + outer[3 * i + 1] * inner[3 + j] + outer[3 * i + 2] * inner[6 + j];
    }
    out[9 + i] =
      outer[3 * i] * inner[9] + outer[3 * i + 1] * inner[10] + outer[3 * i + 2] * inner[11] + outer[9 + i];
  }
}

/** Writes the quaternion of a frame, by the largest of its four numbers. */
function setTurn(out: Float64Array, at: number, f: Float64Array): void {
  let x = f[7] - f[5];
  let y = f[2] - f[6];
  let z = f[3] - f[1];
  let w = 1 + f[0] + f[4] + f[8];
  if (f[0] + f[4] + f[8] <= 0) {
    if (f[0] > f[4] && f[0] > f[8]) {
      w = x;
      x = 1 + f[0] - f[4] - f[8];
      y = f[1] + f[3];
      z = f[2] + f[6];
    } else if (f[4] > f[8]) {
      w = y;
      x = f[1] + f[3];
      y = 1 + f[4] - f[0] - f[8];
      z = f[5] + f[7];
    } else {
      w = z;
      x = f[2] + f[6];
      y = f[5] + f[7];
      z = 1 + f[8] - f[0] - f[4];
    }
  }
  const scale = 1 / Math.sqrt(x * x + y * y + z * z + w * w);
  out[at] = scale * x;
  out[at + 1] = scale * y;
  out[at + 2] = scale * z;
  out[at + 3] = scale * w;
}
