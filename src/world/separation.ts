// Bodies that have not crossed, shown by one plane: what lies on its one side before and after a step, while the other body
// lies on the other, needs no sweep.

import { copyAxis, createAxis, findAxis, resetAxis, SPAN_GAP, tryAxis } from '../contact/axis.ts';
import { createFrame, FRAME_SIZE, relateFrames } from '../math/rigid.ts';
import { findPair } from './pairs.ts';
import type { WorldState } from './state.ts';

const axis = createAxis(); // scratch: a direction that parts both hulls at one end of the step
const other = createAxis(); // scratch: the same direction at the other
const first = createFrame(); // scratch: one body
const second = createFrame(); // scratch: the other
const relative = createFrame(); // scratch: the first as seen from the second
const enough = new Float64Array(2); // scratch: what gap is enough

/**
 * Whether a plane that moves with the one of two bodies that turned less parts their hulls, by more than `slop`, where
 * both are and where they were, `kept`; below 0, hulls may overlap by that much. A plane that does so at one end of the
 * step is tried at the other; the first is that of their last query. False where either has no hull. Allocates only to
 * grow.
 */
export function areSeparated(
  state: WorldState,
  row: number,
  other: number,
  kept: Float64Array,
  slop: number,
): boolean {
  const { frame } = state.bodies;
  // A plane that swings with what spins may have gone round what was crossed.
  const flip = turnOf(frame, kept, row) < turnOf(frame, kept, other);
  const a = flip ? other : row;
  const b = flip ? row : other;
  const known = a < b ? findPair(state.pairs, a, b)?.axis : undefined;
  if (known === undefined) resetAxis(axis);
  else copyAxis(axis, known);
  return isSeparated(state, a, b, frame, kept, slop) || isSeparated(state, a, b, kept, frame, slop);
}

/** Whether a plane parts the hulls of two bodies at their frames, by more than `slop`. False where either has no hull. */
export function areSeparatedAt(
  state: WorldState,
  a: number,
  b: number,
  frames: Float64Array,
  slop: number,
): boolean {
  resetAxis(axis);
  return findPlane(state, a, b, frames, slop);
}

function findPlane(
  { instance, label }: WorldState,
  a: number,
  b: number,
  here: Float64Array,
  slop: number,
): boolean {
  const A = instance[a]?.collider;
  const B = instance[b]?.collider;
  if (A === undefined || B === undefined || A.forest === null || B.forest === null) return false;
  enough[0] = slop;
  enough[1] = -Infinity; // a direction that leaves less is not enough
  relate(here, a, b);
  findAxis(axis, { solid: A, label: label[a], field: B, fieldLabel: label[b], frame: relative }, enough);
  return axis.span[SPAN_GAP] > slop;
}

/** Whether the plane found at one end of the step parts them at the other too. */
function isSeparated(
  state: WorldState,
  a: number,
  b: number,
  here: Float64Array,
  there: Float64Array,
  slop: number,
): boolean {
  const { instance, label } = state;
  const A = instance[a]?.collider;
  const B = instance[b]?.collider;
  if (A === undefined || B === undefined || !findPlane(state, a, b, here, slop)) return false;
  relate(there, a, b);
  resetAxis(other);
  tryAxis(other, axis.normal, { solid: A, label: label[a], field: B, fieldLabel: label[b], frame: relative });
  return other.span[SPAN_GAP] > slop;
}

/** How much a body turned: the square of how its frames differ. */
function turnOf(frame: Float64Array, kept: Float64Array, row: number): number {
  let square = 0;
  for (let d = 0; d < 9; d++) {
    const off = frame[FRAME_SIZE * row + d] - kept[FRAME_SIZE * row + d];
    square += off * off;
  }
  return square;
}

/** Sets `relative` to row a as seen from row b. */
function relate(frame: Float64Array, a: number, b: number): void {
  for (let d = 0; d < FRAME_SIZE; d++) {
    first[d] = frame[FRAME_SIZE * a + d];
    second[d] = frame[FRAME_SIZE * b + d];
  }
  relateFrames(relative, first, second);
}
