// A net below the solver. What is jammed between contacts that push against each other may have no answer, and the
// solver's grows without bound. Nothing in a collision leaves much faster than the fastest that came: bodies that do are
// put back where they were, slower, and begin anew.

import { firstJoint, LOAD_SIZE, nextJoint, REACTION_SIZE } from '../dynamics/joints.ts';
import { MOTION_SIZE, putBack, slowDown, squareOf } from './before.ts';
import type { WorldState } from './state.ts';

const FASTER = 4; // times the fastest; two bodies of very different mass bounce at twice the speed
const SPARE = 20; // m/s on top: springs and joints pull
const SLOWER = 0.5; // what is left of the velocity of a body that is put back

/** Puts bodies back that are faster than anything can be, and forgets what pushed them. */
export function tameMotion(state: WorldState, dt: number): void {
  const { bodies, active, counters, joints, before } = state;
  const limit = FASTER * Math.sqrt(2 * before.fastest[0]) + SPARE;
  const { slots, awake, velocity, spin, radius } = bodies;
  for (let row = 0; row < slots.count; row++) {
    if (awake[row] === 0 || slots.live[row] === 0) continue;
    const speed = Math.sqrt(squareOf(velocity, row)) + Math.sqrt(squareOf(spin, row)) * radius[row];
    // Both are false for what is no number.
    if (speed <= limit && shiftOf(state, row) <= limit * dt) continue;
    counters.tamed++;
    putBack(state, row);
    slowDown(state, row, SLOWER);
    for (const pair of active) if (pair.a === row || pair.b === row) pair.impulse.fill(0);
    for (let j = firstJoint(joints, row); j >= 0; j = nextJoint(joints, j, row)) {
      joints.reaction.fill(0, REACTION_SIZE * j, REACTION_SIZE * (j + 1));
      joints.load.fill(0, LOAD_SIZE * j, LOAD_SIZE * (j + 1));
    }
  }
}

/** How far a centre has gone since keepMotion. */
function shiftOf({ bodies, before }: WorldState, row: number): number {
  const { center } = bodies;
  const { motion: kept } = before;
  const x = center[3 * row] - kept[MOTION_SIZE * row];
  const y = center[3 * row + 1] - kept[MOTION_SIZE * row + 1];
  const z = center[3 * row + 2] - kept[MOTION_SIZE * row + 2];
  return Math.sqrt(x * x + y * y + z * z);
}
