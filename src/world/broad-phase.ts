// The boxes of bodies in the world, grown by what they may do in a step, so that no pair is missed.

import { setBox } from '../dynamics/broad-phase.ts';
import { findPairs } from '../dynamics/broad-phase-pairs.ts';
import { BOX_MARGIN } from './constants.ts';
import type { WorldState } from './state.ts';

/** Finds the pairs of bodies whose boxes overlap in a collision step of `dt` seconds: state.near. */
export function broadPhase(state: WorldState, dt: number): void {
  writeBoxes(state, dt);
  findPairs(state.near, state.broad, state.bodies.awake);
}

/** Writes the boxes of all bodies that move. */
function writeBoxes(state: WorldState, dt: number): void {
  const { bodies, broad, box } = state;
  const { slots, awake } = bodies;
  for (let row = 0; row < slots.count; row++) {
    if (slots.live[row] === 0 || awake[row] === 0) continue;
    writeBox(state, row, dt);
    setBox(broad, row, box, 6 * row);
  }
}

/** Writes the box of a body where it is and where it may be within `dt` seconds. */
export function writeBox(state: WorldState, row: number, dt: number): void {
  const { bodies, box, settings } = state;
  const { velocity, spin, radius } = bodies;
  const b = 6 * row;
  if (radius[row] === Infinity) {
    for (let d = 0; d < 3; d++) {
      box[b + d] = -Infinity;
      box[b + 3 + d] = Infinity;
    }
    return;
  }
  const w = 3 * row;
  const turning = Math.sqrt(spin[w] * spin[w] + spin[w + 1] * spin[w + 1] + spin[w + 2] * spin[w + 2]);
  // Turning, no point goes further than twice the radius.
  const reach = Math.min(turning * dt, 2) * radius[row] + BOX_MARGIN * radius[row];
  placeBox(box, b, state, row);
  for (let d = 0; d < 3; d++) {
    const gone = (velocity[w + d] + settings.gravity[d] * dt) * dt;
    box[b + d] += Math.min(0, gone) - reach;
    box[b + 3 + d] += Math.max(0, gone) + reach;
  }
}

const box = new Float64Array(6); // scratch: where a body is

/** Grows the boxes of bodies that the solver sent elsewhere than was expected; returns whether there are such. */
export function growBoxes(state: WorldState): boolean {
  const { bodies, broad, box: boxes } = state;
  const { slots, awake, radius } = bodies;
  let grown = false;
  for (let row = 0; row < slots.count; row++) {
    if (slots.live[row] === 0 || awake[row] === 0 || radius[row] === Infinity) continue;
    const o = 6 * row;
    let within = true;
    placeBox(box, 0, state, row);
    for (let d = 0; d < 3; d++) {
      if (box[d] >= boxes[o + d] && box[3 + d] <= boxes[o + 3 + d]) continue;
      within = false;
      boxes[o + d] = Math.min(boxes[o + d], box[d]);
      boxes[o + 3 + d] = Math.max(boxes[o + 3 + d], box[3 + d]);
    }
    if (within) continue;
    setBox(broad, row, boxes, o);
    grown = true;
  }
  return grown;
}

/** Writes the box of a body where it is to out[at…]. */
function placeBox(out: Float64Array, at: number, { bodies, restBox }: WorldState, row: number): void {
  const { frame } = bodies;
  const f = 12 * row;
  const b = 6 * row;
  for (let d = 0; d < 3; d++) {
    let middle = frame[f + 9 + d];
    let half = 0;
    for (let e = 0; e < 3; e++) {
      const r = frame[f + 3 * d + e];
      middle += (r * (restBox[b + e] + restBox[b + 3 + e])) / 2;
      half += (Math.abs(r) * (restBox[b + 3 + e] - restBox[b + e])) / 2;
    }
    out[at + d] = middle - half;
    out[at + 3 + d] = middle + half;
  }
}
