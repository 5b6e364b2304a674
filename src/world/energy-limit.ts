// A net below the solver. What is jammed between contacts that push against each other may have no answer, and the
// solver's grows without bound. Nothing in a collision leaves much faster than the fastest of its island that came, or of
// what is driven: bodies that do are put back where they were, slower, and begin anew.

import { BODY_DYNAMIC } from '../dynamics/bodies.ts';
import { firstJoint, forgetReaction, nextJoint } from '../dynamics/joints.ts';
import { growColumn } from '../math/columns.ts';
import { FRAME_SIZE } from '../math/rigid.ts';
import { LIMIT_LEFT, LIMIT_SPARE, LIMIT_TIMES } from './constants.ts';
import { pairsOf } from './pairs.ts';
import { MOTION_SIZE, putBack, SPIN, slowDown, VELOCITY } from './saved-step.ts';
import type { WorldState } from './state.ts';

/** Puts bodies back that are faster than what they touch can make them, and forgets what pushed them. */
export function limitEnergy(state: WorldState, dt: number): void {
  const { bodies, pairs, counters, joints } = state;
  const { slots, awake, velocity, spin } = bodies;
  setFastest(state);
  for (let row = 0; row < slots.count; row++) {
    if (awake[row] === 0 || slots.live[row] === 0) continue;
    const island = islandOf(state, row);
    const own = squareBefore(state, row);
    const came = Math.max(own, driven[0], island < 0 ? 0 : fastest[island]);
    const limit = LIMIT_TIMES * Math.sqrt(2 * came) + LIMIT_SPARE;
    const speed = Math.sqrt(squareSpeed(bodies, row, velocity, 3 * row, spin, 3 * row, bodies.frame));
    // Both are false for what is no number.
    if (speed <= limit && shiftOf(state, row) <= limit * dt) continue;
    counters.limited++;
    putBack(state, row);
    slowDown(state, row, LIMIT_LEFT);
    for (const pair of pairsOf(pairs, row)) pair.impulse.fill(0);
    for (let j = firstJoint(joints, row); j >= 0; j = nextJoint(joints, j, row)) forgetReaction(joints, j);
  }
}

let fastest = new Float64Array(0); // scratch: per island, the square of the largest speed of a body of it, squareSpeed
const driven = new Float64Array(1); // scratch: the same of kinematic bodies

/** Sets `fastest` and `driven`, by how bodies moved when the step began. */
function setFastest(state: WorldState): void {
  const { bodies, islands } = state;
  const { slots, awake, kind } = bodies;
  fastest = growColumn(fastest, Math.max(1, islands.count));
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

/** squareSpeed of a body when the step began. */
function squareBefore({ before, bodies }: WorldState, row: number): number {
  const { motion, frame } = before;
  const o = MOTION_SIZE * row;
  return squareSpeed(bodies, row, motion, o + VELOCITY, motion, o + SPIN, frame);
}

const own = new Float64Array(3); // scratch: a spin about a body's own axes

/**
 * The square of the speed that a body would have if all its energy were that of its centre: twice its kinetic energy by
 * its mass. What is kinematic counts as a ball.
 */
function squareSpeed(
  { kind, inertia, inverseMass, radius }: WorldState['bodies'],
  row: number,
  velocity: Float64Array,
  v: number,
  spin: Float64Array,
  w: number,
  frame: Float64Array,
): number {
  let square = 0;
  let turning = 0;
  const f = FRAME_SIZE * row;
  for (let d = 0; d < 3; d++) {
    square += velocity[v + d] * velocity[v + d];
    turning += spin[w + d] * spin[w + d];
    own[d] = frame[f + d] * spin[w] + frame[f + 3 + d] * spin[w + 1] + frame[f + 6 + d] * spin[w + 2];
  }
  if (kind[row] !== BODY_DYNAMIC) return turning > 0 ? square + turning * radius[row] * radius[row] : square;
  const i = 6 * row;
  const x = own[0];
  const y = own[1];
  const z = own[2];
  const straight = inertia[i] * x * x + inertia[i + 1] * y * y + inertia[i + 2] * z * z;
  const across = inertia[i + 3] * x * y + inertia[i + 4] * y * z + inertia[i + 5] * z * x;
  return square + inverseMass[row] * (straight + 2 * across);
}

/** How far a centre has gone since saveMotion. */
function shiftOf({ bodies, before }: WorldState, row: number): number {
  const { center } = bodies;
  const { motion: kept } = before;
  const x = center[3 * row] - kept[MOTION_SIZE * row];
  const y = center[3 * row + 1] - kept[MOTION_SIZE * row + 1];
  const z = center[3 * row + 2] - kept[MOTION_SIZE * row + 2];
  return Math.sqrt(x * x + y * y + z * z);
}
