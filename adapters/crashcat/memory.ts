// What two shapes remember from step to step. It hangs on the older fracas shape of the two, by the other one, and goes
// when either goes.

import { createPair, FRAME_SIZE, type PairState, relateFrames, resetPair } from '../../src/contact/index.ts';
import type { FracasShape } from './shape.ts';

const JUMP = 0.5; // radii: a shape that moved further since the last query was moved by hand
const TOGETHER = 1e-9; // radii: pieces that have moved less since they broke have not moved

const now = new Float64Array(FRAME_SIZE); // scratch: the older shape as seen from the other
const rest = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0); // how pieces of one copy see each other when they break

/**
 * The memory of a shape and another one, at these frames; empty if they have not met, or jumped since. Writes to
 * moved[0] no less than what any point of the shape has moved since, against the other; if that is not known, infinity.
 */
export function recallPair(
  moved: Float64Array,
  shape: FracasShape,
  other: object,
  frame: Float64Array,
  otherFrame: Float64Array,
): PairState {
  relateFrames(now, frame, otherFrame);
  let pair = shape.pairs.get(other);
  if (pair === undefined) {
    pair = createPair();
    shape.pairs.set(other, pair);
  }
  const { radius } = shape.collider;
  moved[0] = Infinity;
  if (pair.known) {
    measureMotion(moved, shape, pair.frame);
    if (moved[1] > JUMP * radius) {
      moved[0] = Infinity;
      resetPair(pair);
    }
  } else if ('collider' in other && other.collider === shape.collider) {
    measureMotion(moved, shape, rest);
    if (moved[0] > TOGETHER * radius) moved[0] = Infinity;
  }
  return pair;
}

/** Writes to out[0] a bound of how far a shape's points have moved from a frame to `now`, to out[1] how far its middle has. */
function measureMotion(out: Float64Array, { aabb }: FracasShape, before: Float64Array): void {
  let shift = 0;
  let turn = 0;
  let reach = 0;
  for (let d = 0; d < 3; d++) {
    let step = now[9 + d] - before[9 + d];
    for (let e = 0; e < 3; e++) {
      const off = now[3 * d + e] - before[3 * d + e];
      step += (off * (aabb[e] + aabb[3 + e])) / 2;
      turn += off * off;
    }
    shift += step * step;
    reach += (aabb[3 + d] - aabb[d]) ** 2 / 4;
  }
  out[1] = Math.sqrt(shift);
  out[0] = out[1] + Math.sqrt(turn * reach);
}
