// A direction that parts two fragments, or nearly does: the cheapest proof that they do not touch, or not deeper than
// some depth. If B lies below the plane n·x = s, every point is at least n·x − s away from B, and none is deeper in B
// than s − n·x. How far fragments reach along a direction is bounded by their slabs.

import type { Collider } from './collider.ts';
import { reachAlong, SLAB_DIRECTIONS } from './slabs.ts';

/** The best direction known of a pair. Made by createAxis alone. */
export interface Axis {
  known: boolean; // whether `normal` means anything
  readonly normal: Float64Array; // unit, in the frame of B, from B to A
  readonly span: Float64Array; // along it A reaches down to the first, B up to the second; then how far A is above B
}

export const SPAN_A = 0;
export const SPAN_B = 1;
export const SPAN_GAP = 2;

export function createAxis(): Axis {
  return { known: false, normal: new Float64Array(3), span: new Float64Array(3) };
}

const DIRECTIONS = Float64Array.from(
  SLAB_DIRECTIONS.flatMap((d) => {
    const length = Math.sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
    return d.map((x) => x / length);
  }),
);
const turned = new Float64Array(3); // scratch: a direction in the frame of A, away from it
const trial = new Float64Array(3); // scratch: the direction at hand
const opposite = new Float64Array(3); // scratch: the other way round
const measured = new Float64Array(3); // scratch: its span

/**
 * Looks for the direction, of A's and B's slabs and that of the last step, along which fragment `labelA` of A, seen from
 * B through `frame`, lies furthest above fragment `labelB` of B. Stops at one that leaves more than enough[0] between
 * them, and at the last step's if they overlap by no more than enough[1]. Both must be solids. Deterministic;
 * allocation-free.
 */
export function findAxis(
  axis: Axis,
  A: Collider,
  labelA: number,
  B: Collider,
  labelB: number,
  frame: Float64Array,
  enough: Float64Array,
): void {
  if (axis.known) {
    trial.set(axis.normal);
    axis.known = false;
    tryTrial(axis, A, labelA, B, labelB, frame);
    if (axis.span[SPAN_GAP] > enough[0] || axis.span[SPAN_GAP] >= -enough[1]) return;
  }
  for (let k = 0; k < DIRECTIONS.length; k += 3) {
    for (let whose = 0; whose < 2; whose++) {
      for (let d = 0; d < 3; d++) {
        trial[d] =
          whose === 0
            ? DIRECTIONS[k + d]
            : frame[3 * d] * DIRECTIONS[k] +
              frame[3 * d + 1] * DIRECTIONS[k + 1] +
              frame[3 * d + 2] * DIRECTIONS[k + 2];
        opposite[d] = -trial[d];
      }
      tryTrial(axis, A, labelA, B, labelB, frame);
      trial.set(opposite);
      tryTrial(axis, A, labelA, B, labelB, frame);
      if (axis.span[SPAN_GAP] > enough[0]) return;
    }
  }
}

/** Takes the direction of `normal` for a pair if it parts the fragments better than the one it has. */
export function tryAxis(
  axis: Axis,
  normal: Float64Array,
  A: Collider,
  labelA: number,
  B: Collider,
  labelB: number,
  frame: Float64Array,
): void {
  const length = Math.sqrt(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]);
  if (!(length > 0)) return;
  for (let d = 0; d < 3; d++) trial[d] = normal[d] / length;
  tryTrial(axis, A, labelA, B, labelB, frame);
}

function tryTrial(
  axis: Axis,
  A: Collider,
  labelA: number,
  B: Collider,
  labelB: number,
  frame: Float64Array,
): void {
  if (A.slabs === null || B.slabs === null) return;
  let shift = 0;
  for (let d = 0; d < 3; d++) {
    turned[d] = -(trial[0] * frame[d] + trial[1] * frame[3 + d] + trial[2] * frame[6 + d]);
    shift += trial[d] * frame[9 + d];
  }
  reachAlong(measured, SPAN_A, A.slabs, labelA, turned);
  reachAlong(measured, SPAN_B, B.slabs, labelB, trial);
  measured[SPAN_A] = shift - measured[SPAN_A];
  measured[SPAN_GAP] = measured[SPAN_A] - measured[SPAN_B];
  if (axis.known && !(measured[SPAN_GAP] > axis.span[SPAN_GAP])) return;
  axis.known = true;
  axis.normal.set(trial);
  axis.span.set(measured);
}
