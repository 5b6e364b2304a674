// Which bodies belong together: islands by the contacts of a collision step and by joints, what they wake, and what of them
// falls asleep.

import type { Bodies } from '../dynamics/bodies.ts';
import { addLink, buildIslands } from '../dynamics/islands.ts';
import type { Joints } from '../dynamics/joints.ts';
import { sleepIslands } from '../dynamics/sleep.ts';
import { SLEEP_DEFAULTS } from '../dynamics/waking.ts';
import { broadPhase } from './broad-phase.ts';
import { narrowPhase } from './narrow-phase.ts';
import type { WorldState } from './state.ts';
import { endStage } from './timings.ts';

/** Finds the islands by contacts and joints; returns how many bodies woke. */
export function findIslands(state: WorldState): number {
  const { active, islands, bodies, joints, touches, joined } = state;
  touches.count = 0;
  joined.count = 0;
  for (let k = 0; k < active.length; k++) if (active[k].count > 0) addLink(touches, active[k].a, active[k].b);
  const { bodyA, bodyB, slots } = joints;
  for (let k = 0; k < slots.count; k++) addLink(joined, bodyA[k], bodyB[k]);
  return buildIslands(islands, bodies, touches, joined);
}

/** After a collision step of `dt` seconds: lets what rests sleep, by the links of the last findIslands. */
export function sleepResting({ islands, bodies, touches, joined, joints }: WorldState, dt: number): void {
  stirStrained(joints, bodies);
  sleepIslands(islands, bodies, dt, SLEEP_DEFAULTS, touches, joined);
}

/** What a joint still pulls to its place does not rest, however slowly it goes. */
function stirStrained({ active, activeCount, strained, bodyA, bodyB, slots }: Joints, bodies: Bodies): void {
  for (let k = 0; k < activeCount; k++) {
    const row = active[k];
    if (strained[row] === 0 || slots.live[row] === 0) continue;
    bodies.rest[bodyA[row]] = 0;
    if (bodyB[row] >= 0) bodies.rest[bodyB[row]] = 0;
  }
}

// The first three stages of a collision step.

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
