// After the last look: what would still cross on its way stays where it was, with the velocity that it has got. Where
// everything was, nothing crosses.

import { BODY_DYNAMIC } from '../dynamics/bodies.ts';
import { FRAME_SIZE } from '../math/frame.ts';
import { putBack } from './before.ts';
import { findPair } from './pairs.ts';
import { areFitting } from './siblings.ts';
import type { WorldState } from './state.ts';
import { createWay, isStuck, setWay, sweepPair } from './way.ts';

const way = createWay(); // scratch

/** Holds back what would still cross on its way; kinematic bodies go on. */
export function holdBack(state: WorldState): void {
  const { near, pairs, bodies, counters } = state;
  for (let held = 1; held > 0; ) {
    held = 0;
    for (let k = 0; k < near.count; k++) {
      const pair = findPair(pairs, near.a[k], near.b[k]);
      if (pair === null || pair.step !== state.steps) continue;
      const { a, b } = pair;
      const part = Math.min(state.thin[a], state.thin[b]);
      if (!(part < Infinity) || !setWay(way, state, a, b, 0.5 * part) || areFitting(state, a, b)) continue;
      if (isStuck(way, state, pair, part) || !sweepPair(way, state, pair, part)) continue;
      for (const row of [a, b]) if (bodies.kind[row] === BODY_DYNAMIC && takeBack(state, row)) held++;
    }
    counters.held += held;
  }
}

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
