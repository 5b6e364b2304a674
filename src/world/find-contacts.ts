// The first three stages of a collision step.

import { broadPhase } from './broad-phase.ts';
import { findIslands } from './islands.ts';
import { narrowPhase } from './narrow-phase.ts';
import type { WorldState } from './state.ts';
import { endStage } from './timings.ts';

/** Broad phase, narrow phase and islands, again and again while these wake others. */
export function findContacts(state: WorldState, dt: number, first: number): void {
  const { timer } = state;
  let scale = first;
  for (let woken = 1; woken > 0; scale = 1) {
    state.counters.looks++;
    broadPhase(state, dt);
    endStage(timer, 'pairs');
    narrowPhase(state, scale);
    endStage(timer, 'contacts');
    woken = findIslands(state);
    endStage(timer, 'islands');
  }
}
