// A net below the solver. What is jammed between contacts that push against each other may have no answer, and the
// solver's grows without bound. Nothing in a collision leaves much faster than the fastest that came: bodies that do are
// put back where they were, slower, and begin anew.

import { placeBody } from '../dynamics/bodies.ts';
import { firstJoint, LOAD_SIZE, nextJoint, REACTION_SIZE } from '../dynamics/joints.ts';
import { growColumn } from '../math/columns.ts';
import type { WorldState } from './state.ts';

/** Numbers of a body in motionBefore(), and where its centre, turn, velocity and spin begin. */
export const MOTION_SIZE = 13;
export const CENTER = 0;
export const TURN = 3;
export const VELOCITY = 7;
export const SPIN = 10;
const FASTER = 4; // times the fastest; two bodies of very different mass bounce at twice the speed
const SPARE = 20; // m/s on top: springs and joints pull
const SLOWER = 0.5; // what is left of the velocity of a body that is put back

let kept = new Float64Array(0); // scratch: the motion of every body before the solver ran
const limit = new Float64Array(1); // scratch: the speed that nothing should exceed

/** Keeps where bodies are and how they move. */
export function keepMotion({ bodies }: WorldState): void {
  const { slots, awake, center, turn, velocity, spin } = bodies;
  kept = growColumn(kept, MOTION_SIZE * slots.count);
  limit[0] = 0;
  for (let row = 0; row < slots.count; row++) {
    if (slots.live[row] === 0) continue;
    const o = MOTION_SIZE * row;
    for (let d = 0; d < 3; d++) {
      kept[o + d] = center[3 * row + d];
      kept[o + VELOCITY + d] = velocity[3 * row + d];
      kept[o + SPIN + d] = spin[3 * row + d];
    }
    for (let d = 0; d < 4; d++) kept[o + 3 + d] = turn[4 * row + d];
    if (awake[row] === 0) continue;
    limit[0] = Math.max(
      limit[0],
      squareOf(velocity, row) + squareOf(spin, row) * bodies.radius[row] * bodies.radius[row],
    );
  }
  limit[0] = FASTER * Math.sqrt(2 * limit[0]) + SPARE;
}

/** What keepMotion kept: MOTION_SIZE numbers a row, of bodies that are there. Valid until the next keepMotion. */
export function motionBefore(): Float64Array {
  return kept;
}

/** Puts every body that is awake back to where keepMotion saw it, with the motion that it had. */
export function restoreMotion(state: WorldState): void {
  const { slots, awake } = state.bodies;
  for (let row = 0; row < slots.count; row++) {
    if (awake[row] === 1 && slots.live[row] === 1) putBack(state, row, 1);
  }
}

/** Puts bodies back that are faster than anything can be, and forgets what pushed them. */
export function tameMotion(state: WorldState, dt: number): void {
  const { bodies, active, counters, joints } = state;
  const { slots, awake, velocity, spin, radius } = bodies;
  for (let row = 0; row < slots.count; row++) {
    if (awake[row] === 0 || slots.live[row] === 0) continue;
    const speed = Math.sqrt(squareOf(velocity, row)) + Math.sqrt(squareOf(spin, row)) * radius[row];
    // Both are false for what is no number.
    if (speed <= limit[0] && shiftOf(bodies.center, row) <= limit[0] * dt) continue;
    counters.tamed++;
    putBack(state, row, SLOWER);
    for (const pair of active) if (pair.a === row || pair.b === row) pair.impulse.fill(0);
    for (let j = firstJoint(joints, row); j >= 0; j = nextJoint(joints, j, row)) {
      joints.reaction.fill(0, REACTION_SIZE * j, REACTION_SIZE * (j + 1));
      joints.load.fill(0, LOAD_SIZE * j, LOAD_SIZE * (j + 1));
    }
  }
}

/** Puts a body back, with a share of the motion that it had. */
function putBack({ bodies }: WorldState, row: number, share: number): void {
  const o = MOTION_SIZE * row;
  for (let d = 0; d < 3; d++) {
    bodies.center[3 * row + d] = kept[o + d];
    bodies.velocity[3 * row + d] = share * kept[o + VELOCITY + d];
    bodies.spin[3 * row + d] = share * kept[o + SPIN + d];
  }
  for (let d = 0; d < 4; d++) bodies.turn[4 * row + d] = kept[o + 3 + d];
  placeBody(bodies, row);
}

/** How far a centre has gone since keepMotion. */
function shiftOf(center: Float64Array, row: number): number {
  const x = center[3 * row] - kept[MOTION_SIZE * row];
  const y = center[3 * row + 1] - kept[MOTION_SIZE * row + 1];
  const z = center[3 * row + 2] - kept[MOTION_SIZE * row + 2];
  return Math.sqrt(x * x + y * y + z * z);
}

function squareOf(column: Float64Array, row: number): number {
  const x = column[3 * row];
  const y = column[3 * row + 1];
  const z = column[3 * row + 2];
  return x * x + y * y + z * z;
}
