// The debris budget: fragments beyond the most that a world holds leave, smallest first. First they no longer keep others
// awake, then they fade, then they are gone.

import { idOf } from '../dynamics/slots.ts';
import { FADING_SLOW } from './constants.ts';
import { dropBody } from './edit.ts';
import type { WorldState } from './state.ts';

/** After a step of `dt` seconds: marks fragments that are too many, and takes out those that have faded. */
export function limitDebris(state: WorldState, dt: number): void {
  const { bodies, fading, settings, events } = state;
  const { slots } = bodies;
  let count = 0;
  for (let row = 0; row < slots.count; row++) if (isFragment(state, row) && fading[row] === 0) count++;
  if (count > settings.maxFragments) markSmallest(state, count - settings.maxFragments);
  for (let row = 0; row < slots.count; row++) {
    if (slots.live[row] === 0 || fading[row] === 0) continue;
    fading[row] += dt;
    if (fading[row] <= settings.fadeTime) continue;
    events.left.push(idOf(slots, row));
    dropBody(state, row);
  }
}

/** Before islands are put to sleep: what fades does not keep them awake. */
export function calmDebris({ bodies, fading, breaking }: WorldState, time: number): void {
  if (!breaking.any) return;
  const { slots, awake, velocity: v, rest } = bodies;
  for (let row = 0; row < slots.count; row++) {
    if (awake[row] === 0 || fading[row] === 0 || slots.live[row] === 0) continue;
    const o = 3 * row;
    if (v[o] * v[o] + v[o + 1] * v[o + 1] + v[o + 2] * v[o + 2] < FADING_SLOW * FADING_SLOW) rest[row] = time;
  }
}

function isFragment({ bodies, instance }: WorldState, row: number): boolean {
  const of = instance[row];
  return bodies.slots.live[row] === 1 && of !== null && of.row.length > 1;
}

/** Marks so many fragments, those of least mass first, of equal ones the newer. */
function markSmallest(state: WorldState, count: number): void {
  const { bodies, fading } = state;
  const rows: number[] = [];
  for (let row = 0; row < bodies.slots.count; row++) {
    if (isFragment(state, row) && fading[row] === 0) rows.push(row);
  }
  const { inverseMass } = bodies;
  rows.sort((a, b) => inverseMass[b] - inverseMass[a] || b - a);
  for (let k = 0; k < count; k++) fading[rows[k]] = 1e-9;
}
