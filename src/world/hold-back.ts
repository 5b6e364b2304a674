// After the last recheck: what would still cross on its way stays where it was, with the velocity that it has got. Where
// everything was, nothing crosses.

import { deepestOf } from '../contact/contacts.ts';
import { placePair, resetPair } from '../contact/pair.ts';
import { BODY_DYNAMIC } from '../dynamics/bodies.ts';
import { FRAME_SIZE } from '../math/rigid.ts';
import { PLACES, SINK } from './constants.ts';
import { touchAt } from './narrow-phase.ts';
import { copyMemory, createRecord, findPair, type Pair } from './pairs.ts';
import {
  countPlaces,
  createRelativeMotion,
  isStuck,
  placeAt,
  setRelativeMotion,
  sweepPair,
} from './relative-motion.ts';
import { putBack } from './saved-step.ts';
import { areFitting } from './siblings.ts';
import type { WorldState } from './state.ts';

const moved = createRelativeMotion(); // scratch

/** Holds back what would still cross on its way; kinematic bodies go on. */
export function holdBack(state: WorldState): void {
  const { near, pairs, bodies, counters } = state;
  for (let held = 1; held > 0; ) {
    held = 0;
    for (let k = 0; k < near.count; k++) {
      const pair = findPair(pairs, near.a[k], near.b[k]);
      if (pair === null || pair.step !== state.steps) continue;
      const { a, b } = pair;
      const thickness = Math.min(state.thin[a], state.thin[b]);
      if (
        !(thickness < Infinity) ||
        !setRelativeMotion(moved, state, a, b, 0.5 * thickness) ||
        areFitting(state, a, b)
      )
        continue;
      if (isStuck(moved, state, pair, thickness) || !crosses(state, pair, thickness)) continue;
      for (const row of [a, b]) {
        if (bodies.kind[row] !== BODY_DYNAMIC || !takeBack(state, row)) continue;
        forgetWays(state, row);
        held++;
      }
    }
    counters.held += held;
  }
}

/** Lets the pairs of a body forget where the last recheck saw them, and how they came there. */
function forgetWays({ pairs, bodies, steps }: WorldState, row: number): void {
  const { frame } = bodies;
  for (const pair of pairs.of[row]) {
    if (pair.step !== steps) continue;
    resetPair(pair);
    placePair(pair, rowOf(frame, pair.a), rowOf(frame, pair.b));
    pair.sure = 0;
  }
}

function rowOf(frame: Float64Array, row: number): Float64Array {
  return frame.subarray(FRAME_SIZE * row, FRAME_SIZE * (row + 1));
}

/** Whether two bodies are too deep in each other somewhere on their ways. */
function crosses(state: WorldState, pair: Pair, thickness: number): boolean {
  const { found } = state;
  const places = countPlaces(moved, state, pair, thickness);
  if (places > PLACES && sweepPair(moved, state, pair, thickness)) return true;
  copyMemory(aside, pair);
  let deepest = 0;
  for (let k = places > PLACES ? places : 1; k <= places; k++) {
    placeAt(moved, state, pair, k / places);
    touchAt(state, pair, moved.nowA, moved.nowB, 0);
    deepest = Math.min(deepest, deepestOf(found));
  }
  copyMemory(pair, aside);
  return deepest < -SINK * thickness;
}

const aside = createRecord(); // scratch: what a pair remembered before it was looked at

/** Puts a body back where it was, spinning about its own axes as it does; returns whether it had gone elsewhere. */
function takeBack(state: WorldState, row: number): boolean {
  const { bodies, before } = state;
  const { spin, frame } = bodies;
  const f = FRAME_SIZE * row;
  turned.fill(0);
  for (let i = 0; i < 3; i++) {
    for (let d = 0; d < 3; d++)
      own[d] =
        frame[f + d] * spin[3 * row] +
        frame[f + 3 + d] * spin[3 * row + 1] +
        frame[f + 6 + d] * spin[3 * row + 2];
    for (let d = 0; d < 3; d++) turned[i] += before.frame[f + 3 * i + d] * own[d];
  }
  if (!putBack(state, row)) return false;
  for (let d = 0; d < 3; d++) spin[3 * row + d] = turned[d];
  return true;
}

const own = new Float64Array(3); // scratch: a spin in a body's own frame
const turned = new Float64Array(3); // scratch: the same in the world, as the body was turned before
