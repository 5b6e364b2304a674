// Which bodies belong together: islands by the contacts of a collision step and by joints, what they wake, and what of them
// falls asleep.

import { buildIslands } from '../dynamics/islands.ts';
import { sleepIslands } from '../dynamics/sleep.ts';
import { SLEEP_DEFAULTS } from '../dynamics/speed.ts';
import { growColumn } from '../math/columns.ts';
import type { WorldState } from './state.ts';

/** Finds the islands by contacts and joints; returns how many bodies woke. */
export function findIslands(state: WorldState): number {
  const { active, islands, bodies, joints } = state;
  const most = active.length + joints.slots.count;
  state.linkA = growColumn(state.linkA, most);
  state.linkB = growColumn(state.linkB, most);
  state.linkCount = 0;
  for (let k = 0; k < active.length; k++) if (active[k].count > 0) addLink(state, active[k].a, active[k].b);
  const { bodyA, bodyB, slots } = joints;
  if (isWhole(state)) for (let k = 0; k < slots.count; k++) addLink(state, bodyA[k], bodyB[k]);
  const { linkA, linkB, linkCount } = state;
  return isWhole(state)
    ? buildIslands(islands, bodies, linkA, linkB, 0, linkA, linkB, linkCount)
    : buildIslands(islands, bodies, linkA, linkB, linkCount, bodyA, bodyB, slots.count);
}

/** After a collision step of `dt` seconds: lets what rests sleep, by the links of the last findIslands. */
export function sleepResting(state: WorldState, dt: number): void {
  const { islands, bodies, joints, linkA, linkB, linkCount } = state;
  const { bodyA, bodyB, slots } = joints;
  if (isWhole(state))
    sleepIslands(islands, bodies, dt, SLEEP_DEFAULTS, linkA, linkB, 0, linkA, linkB, linkCount);
  else sleepIslands(islands, bodies, dt, SLEEP_DEFAULTS, linkA, linkB, linkCount, bodyA, bodyB, slots.count);
}

/** Whether islands sleep and wake as one: penalty forces know nothing that is asleep. Contacts count as joints then. */
function isWhole({ settings }: WorldState): boolean {
  return settings.response === 'penalty';
}

function addLink(state: WorldState, a: number, b: number): void {
  state.linkA[state.linkCount] = a;
  state.linkB[state.linkCount++] = b;
}
