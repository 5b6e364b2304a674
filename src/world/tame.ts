// A net below the solver. What is jammed between contacts that push against each other may have no answer, and the
// solver's grows without bound. Nothing in a collision leaves much faster than the fastest of its island that came, or of
// what is driven: bodies that do are put back where they were, slower, and begin anew.

import { BODY_DYNAMIC } from '../dynamics/bodies.ts';
import { firstJoint, LOAD_SIZE, nextJoint, REACTION_SIZE } from '../dynamics/joints.ts';
import { growColumn } from '../math/columns.ts';
import { MOTION_SIZE, putBack, SPIN, slowDown, squareOf, VELOCITY } from './before.ts';
import type { WorldState } from './state.ts';

const FASTER = 4; // times the fastest; two bodies of very different mass bounce at twice the speed
const SPARE = 20; // m/s on top: springs and joints pull
const SLOWER = 0.5; // what is left of the velocity of a body that is put back

/** Puts bodies back that are faster than what they touch can make them, and forgets what pushed them. */
export function tameMotion(state: WorldState, dt: number): void {
  const { bodies, active, counters, joints } = state;
  const { slots, awake, velocity, spin, radius } = bodies;
  setFastest(state);
  for (let row = 0; row < slots.count; row++) {
    if (awake[row] === 0 || slots.live[row] === 0) continue;
    const island = islandOf(state, row);
    const own = squareBefore(state, row);
    const came = Math.max(own, driven[0], island < 0 ? 0 : fastest[island]);
    const limit = FASTER * Math.sqrt(2 * came) + SPARE;
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

let fastest = new Float64Array(0); // scratch: per island, the square of the largest speed that a point of it had
const driven = new Float64Array(1); // scratch: the same of kinematic bodies

/** Sets `fastest` and `driven`, by how bodies moved when the step began. */
function setFastest(state: WorldState): void {
  const { bodies, islands } = state;
  const { slots, awake, kind } = bodies;
  fastest = growColumn(fastest, islands.count);
  fastest.fill(0);
  driven[0] = 0;
  for (let row = 0; row < slots.count; row++) {
    if (awake[row] === 0 || slots.live[row] === 0) continue;
    const square = squareBefore(state, row);
    const island = islandOf(state, row);
    if (kind[row] !== BODY_DYNAMIC) driven[0] = Math.max(driven[0], square);
    else if (island >= 0) fastest[island] = Math.max(fastest[island], square);
  }
}

/** The island of a body by the last contacts, −1 if it has none, or is new. */
function islandOf({ islands }: WorldState, row: number): number {
  const island = row < islands.island.length ? islands.island[row] : -1;
  return island < islands.count ? island : -1;
}

/** The square of the largest speed that a point of a body had when the step began, about. */
function squareBefore({ before, bodies }: WorldState, row: number): number {
  const o = MOTION_SIZE * row;
  let square = 0;
  for (let d = 0; d < 3; d++) {
    const v = before.motion[o + VELOCITY + d];
    const w = bodies.radius[row] * before.motion[o + SPIN + d];
    square += v * v + w * w;
  }
  return square;
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
