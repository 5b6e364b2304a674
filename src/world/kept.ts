// Where bodies were before the solver moved them: what sweeps and penalty forces follow is the way from there.

import { growColumn } from '../math/columns.ts';
import { createFrame, FRAME_SIZE } from '../math/frame.ts';
import { type Motion, setMotion } from '../sweep/motion.ts';
import type { WorldState } from './state.ts';

let kept = new Float64Array(0); // scratch: the frame of every body
const start = createFrame(); // scratch: frames of a motion
const end = createFrame();

/** Keeps where bodies are. */
export function keepFrames({ bodies, settings }: WorldState): void {
  if (!settings.sweep && settings.response !== 'penalty') return; // nobody asks
  const size = FRAME_SIZE * bodies.slots.count;
  kept = growColumn(kept, size);
  for (let i = 0; i < size; i++) kept[i] = bodies.frame[i];
}

/** What keepFrames kept: a frame a row. Valid until the next keepFrames. */
export function keptFrames(): Float64Array {
  return kept;
}

/** Sets how a body got from where it was to where it is. */
export function followBody(out: Motion, { bodies }: WorldState, row: number): void {
  for (let d = 0; d < FRAME_SIZE; d++) {
    start[d] = kept[FRAME_SIZE * row + d];
    end[d] = bodies.frame[FRAME_SIZE * row + d];
  }
  setMotion(out, start, end, bodies.local, 3 * row);
}
