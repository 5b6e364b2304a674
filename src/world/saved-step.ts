// What a collision step keeps of the world as it was before: to go back to when something breaks or was missed, to follow
// the ways that bodies went, and to judge what came of it. Held by the world, so that worlds can be stepped within each other.

import { placeBody, ROUND_NOT } from '../dynamics/bodies.ts';
import { REACTION_SIZE } from '../dynamics/joints.ts';
import { writeTouch } from '../dynamics/turning.ts';
import { growColumn } from '../math/columns.ts';
import { createFrame, FRAME_SIZE } from '../math/rigid.ts';
import { type Motion, setMotion } from '../sweep/motion.ts';
import type { WorldState } from './state.ts';

/** Numbers of a body in SavedStep.motion, and where its centre, turn, velocity and spin begin. */
export const MOTION_SIZE = 13;
export const CENTER = 0;
export const TURN = 3;
export const VELOCITY = 7;
export const SPIN = 10;

/** Made by createSavedStep alone; columns grow. */
export interface SavedStep {
  frame: Float64Array; // of every body
  motion: Float64Array; // of every body that is there
  reaction: Float64Array; // what held the joints
  load: Float64Array; // what bodies bore
  rows: number; // of bodies, when `load` was kept
  readonly substepRate: Float64Array; // solver.substepRate
  changed: Int32Array; // per body, 1 where the last recheck changed what touches it; in holdBack, the round that held it, from 1
}

export function createSavedStep(): SavedStep {
  return {
    frame: new Float64Array(0),
    motion: new Float64Array(0),
    reaction: new Float64Array(0),
    load: new Float64Array(0),
    rows: 0,
    substepRate: new Float64Array(1),
    changed: new Int32Array(0),
  };
}

/** Keeps where bodies are and how they move. */
export function saveMotion({ bodies, before }: WorldState): void {
  const { slots, center, turn, velocity, spin } = bodies;
  before.motion = growColumn(before.motion, MOTION_SIZE * slots.count);
  before.frame = growColumn(before.frame, FRAME_SIZE * slots.count);
  const { motion: kept } = before;
  for (let row = 0; row < slots.count; row++) {
    if (slots.live[row] === 0) continue;
    const o = MOTION_SIZE * row;
    for (let d = 0; d < 3; d++) {
      kept[o + d] = center[3 * row + d];
      kept[o + VELOCITY + d] = velocity[3 * row + d];
      kept[o + SPIN + d] = spin[3 * row + d];
    }
    for (let d = 0; d < 4; d++) kept[o + 3 + d] = turn[4 * row + d];
    const f = FRAME_SIZE * row;
    for (let d = f; d < f + FRAME_SIZE; d++) before.frame[d] = bodies.frame[d];
  }
}

/** Puts every body that is awake, and not done, back to where saveMotion saw it, with the motion that it had. */
export function restoreMotion(state: WorldState): void {
  const { slots, awake } = state.bodies;
  const { done } = state.solver;
  for (let row = 0; row < slots.count; row++) {
    if (awake[row] === 0 || slots.live[row] === 0 || done[row] === 1) continue;
    putBack(state, row);
    slowDown(state, row, 1);
  }
}

/** Puts a body back where it was; returns whether it had gone elsewhere. */
export function putBack({ bodies, before }: WorldState, row: number): boolean {
  const { motion: kept } = before;
  const o = MOTION_SIZE * row;
  let gone = false;
  for (let d = 0; d < 3; d++) {
    if (bodies.center[3 * row + d] !== kept[o + d]) gone = true;
    bodies.center[3 * row + d] = kept[o + d];
  }
  for (let d = 0; d < 4; d++) {
    if (bodies.turn[4 * row + d] !== kept[o + TURN + d]) gone = true;
    bodies.turn[4 * row + d] = kept[o + TURN + d];
  }
  if (gone) placeBody(bodies, row);
  return gone;
}

/** Gives a body a share of the motion that it had. */
export function slowDown({ bodies, before }: WorldState, row: number, share: number): void {
  const { motion: kept } = before;
  const o = MOTION_SIZE * row;
  for (let d = 0; d < 3; d++) {
    bodies.velocity[3 * row + d] = share * kept[o + VELOCITY + d];
    bodies.spin[3 * row + d] = share * kept[o + SPIN + d];
  }
}

/** Gives every body the velocities that saveMotion saw, and keeps those that it has instead; called again, it undoes that. */
export function swapVelocities({ bodies, before }: WorldState): void {
  const { slots, velocity, spin } = bodies;
  const { motion: kept } = before;
  for (let row = 0; row < slots.count; row++) {
    if (slots.live[row] === 0) continue;
    const o = MOTION_SIZE * row;
    for (let d = 0; d < 3; d++) {
      const straight = velocity[3 * row + d];
      const round = spin[3 * row + d];
      velocity[3 * row + d] = kept[o + VELOCITY + d];
      spin[3 * row + d] = kept[o + SPIN + d];
      kept[o + VELOCITY + d] = straight;
      kept[o + SPIN + d] = round;
    }
  }
}

/** The square of a row of three numbers. */
function squareOf(column: Float64Array, row: number): number {
  const x = column[3 * row];
  const y = column[3 * row + 1];
  const z = column[3 * row + 2];
  return x * x + y * y + z * z;
}

const start = createFrame(); // scratch: frames of a motion
const end = createFrame();

/** Sets how a body got from where it was to where it is, up to a time; of what is round, without how it rolled. */
export function followBody(out: Motion, state: WorldState, row: number, until = 1): void {
  const { bodies, before } = state;
  for (let d = 0; d < FRAME_SIZE; d++) {
    start[d] = before.frame[FRAME_SIZE * row + d];
    end[d] = bodies.frame[FRAME_SIZE * row + d];
  }
  if (bodies.round[row] !== ROUND_NOT) stopRolling(bodies, row);
  setMotion(out, start, end, bodies.local, 3 * row);
  if (bodies.round[row] === ROUND_NOT) turnOn(out.spin, state, row);
  for (let d = 0; d < 3; d++) {
    out.shift[d] *= until;
    out.spin[d] *= until;
  }
}

const TURN_AROUND = 2 * Math.PI;

/** Adds to the turn between two frames as many whole turns as a body makes that spins as it does at the end. */
function turnOn(turn: Float64Array, { bodies, solving, substep }: WorldState, row: number): void {
  const { spin } = bodies;
  const angle = Math.sqrt(squareOf(turn, 0));
  const speed = Math.sqrt(squareOf(spin, row));
  const dt = substep * solving.substeps;
  if (!(speed * dt > 0.5 * TURN_AROUND)) return;
  let along = 0; // of the spin, about the axis of the turn; about its own where that has none
  for (let d = 0; d < 3; d++) along += angle > 0 ? (spin[3 * row + d] * turn[d]) / angle : 0;
  const turns = Math.round(((angle > 0 ? along : speed) * dt - angle) / TURN_AROUND);
  for (let d = 0; d < 3; d++) {
    const axis = angle > 0 ? turn[d] / angle : spin[3 * row + d] / speed;
    turn[d] = (angle + turns * TURN_AROUND) * axis;
  }
}

const rolled = new Float64Array(18); // scratch: how a body has turned, and how the places where it is touched have

/** Makes `end` the frame of a body that has come from `start` to the same place and has not turned about its axis. */
function stopRolling({ round, local }: WorldState['bodies'], row: number): void {
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 3; j++) {
      rolled[3 * i + j] =
        end[3 * i] * start[3 * j] + end[3 * i + 1] * start[3 * j + 1] + end[3 * i + 2] * start[3 * j + 2];
    }
  }
  writeTouch(rolled, 9, round[row], start, 0, rolled, 0);
  for (let i = 0; i < 3; i++) {
    let place = end[9 + i];
    for (let j = 0; j < 3; j++) place += end[3 * i + j] * local[3 * row + j];
    for (let j = 0; j < 3; j++) {
      end[3 * i + j] =
        rolled[9 + 3 * i] * start[j] + rolled[10 + 3 * i] * start[3 + j] + rolled[11 + 3 * i] * start[6 + j];
    }
    end[9 + i] = place;
    for (let j = 0; j < 3; j++) end[9 + i] -= end[3 * i + j] * local[3 * row + j];
  }
}

/** Keeps what the solver goes by and changes. */
export function saveSolver({ solver, joints, bodies, before }: WorldState): void {
  before.substepRate[0] = solver.substepRate[0];
  before.rows = bodies.slots.count;
  before.load = growColumn(before.load, before.rows);
  const { load, rows } = before;
  for (let row = 0; row < rows; row++) load[row] = bodies.slots.live[row] === 1 ? bodies.load[row] : 0;
  const count = REACTION_SIZE * joints.slots.count;
  if (count === 0) return;
  before.reaction = growColumn(before.reaction, count);
  for (let i = 0; i < count; i++) before.reaction[i] = joints.reaction[i];
}

/** Puts it back as saveSolver saw it. Joints that broke in the solve hold again: their bodies may have come loose. */
export function restoreSolver({ solver, joints, bodies, before }: WorldState): void {
  const { substepRate, rows, load, reaction } = before;
  solver.substepRate[0] = substepRate[0];
  for (let row = 0; row < rows; row++) if (solver.done[row] !== 1) bodies.load[row] = load[row];
  const count = REACTION_SIZE * joints.slots.count;
  for (let i = 0; i < count; i++) joints.reaction[i] = reaction[i];
  for (let k = 0; k < joints.brokeCount; k++) joints.broken[joints.broke[k]] = 0;
  joints.brokeCount = 0;
}
