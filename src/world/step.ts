// A step: cut into collision steps, each of which finds pairs, contacts and islands, solves, and notes what happened.

import { findPairs } from '../dynamics/broad-phase-pairs.ts';
import { resistRolling } from '../dynamics/rolling.ts';
import { clearNews } from '../dynamics/sleep.ts';
import { idOf } from '../dynamics/slots.ts';
import { solveStep } from '../dynamics/solve.ts';
import { SLEEP_DEFAULTS } from '../dynamics/speed.ts';
import { writePose } from './add.ts';
import { writeBoxes } from './boxes.ts';
import { breakBodies, keepWaiting } from './break.ts';
import { collide, dropPairs, restoreImpulses, shortenStep, storeImpulses } from './collide.ts';
import { CUTS, LOOKS } from './constants.ts';
import { findImpact, recheckPairs } from './continuous.ts';
import { calmDebris, limitDebris } from './debris.ts';
import { limitEnergy } from './energy-limit.ts';
import { clearEvents } from './events.ts';
import { holdBack } from './hold-back.ts';
import { findIslands, sleepResting } from './islands.ts';
import { breakJoints } from './joining.ts';
import { restoreMotion, restoreSolver, saveMotion, saveSolver, swapVelocities } from './saved-step.ts';
import { openSeams } from './seams.ts';
import type { WorldState } from './state.ts';
import { beginStep, endStage, endStep } from './timings.ts';
import { noteTouches } from './touch.ts';

const HALF_TURN = Math.PI;

/** Advances a world by `dt` seconds. */
export function stepWorld(state: WorldState, dt: number): void {
  beginStep(state.timer);
  clearEvents(state.events);
  state.swept.count = 0;
  keepPoses(state);
  const { settings } = state;
  const count = Math.max(1, Math.ceil(dt / settings.collisionStep - 1e-9));
  for (let k = 0; k < count; k++) solverStep(state, dt / count);
  limitDebris(state, dt);
  writePoses(state);
  tellNews(state);
  state.time += dt;
  endStage(state.timer, 'events');
  endStep(state.timer);
}

/** A collision step, cut where small bodies that are very fast touch something. */
function solverStep(state: WorldState, dt: number): void {
  let left = dt;
  state.solving.maxSpin = HALF_TURN / dt; // which way a body turned that turns further, nobody can tell
  for (let cut = 0; left > 0; cut++) left -= solverPart(state, dt, left, cut < CUTS);
}

/** Solves `most` seconds that are left of a collision step of `all`, or less if it may be cut; returns how many. */
function solverPart(state: WorldState, all: number, most: number, cuts: boolean): number {
  const { settings, timer } = state;
  const { substeps } = settings;
  const h = most / substeps;
  const scale = state.substep > 0 ? h / state.substep : 1;
  state.steps++;
  state.substep = h;
  findContacts(state, most, Math.min(scale, substeps));
  saveSolver(state);
  let dt = solve(state, most, cuts);
  if (breakBodies(state, dt)) {
    restoreSolver(state);
    findContacts(state, dt, 1);
    dt = solve(state, dt, false);
    keepWaiting(state);
  }
  dropPairs(state);
  storeImpulses(state, all / dt);
  state.substep = all / substeps;
  limitEnergy(state, dt);
  endStage(timer, 'events');
  settle(state, dt);
  return dt;
}

/** After a collision step: notes what happened, and lets what rests sleep. */
function settle(state: WorldState, dt: number): void {
  const { settings, timer } = state;
  noteTouches(state);
  breakJoints(state);
  openSeams(state);
  endStage(timer, 'events');
  calmDebris(state, SLEEP_DEFAULTS.time);
  if (settings.sleep) sleepResting(state, dt);
  endStage(timer, 'islands');
}

/** Finds pairs, contacts and islands, again and again while these wake others. */
function findContacts(state: WorldState, dt: number, first: number): void {
  const { timer } = state;
  let scale = first;
  for (let woken = 1; woken > 0; scale = 1) {
    state.counters.looks++;
    writeBoxes(state, dt);
    findPairs(state.near, state.broad, state.bodies.awake);
    endStage(timer, 'pairs');
    collide(state, scale);
    endStage(timer, 'contacts');
    woken = findIslands(state);
    endStage(timer, 'islands');
  }
}

/** Solves a collision step of `most` seconds, or of less if it may be cut; returns how many. */
function solve(state: WorldState, most: number, cuts: boolean): number {
  const { bodies, contacts, settings, counters } = state;
  let dt = most;
  saveMotion(state);
  solveAll(state);
  move(state, dt);
  const touch = cuts && settings.sweep ? findImpact(state) : 1;
  if (touch < 1) {
    counters.cuts++;
    dt *= touch;
    restoreMotion(state);
    restoreSolver(state);
    shortenStep(state, touch);
    move(state, dt);
  }
  for (let look = 0; settings.sweep || settings.speculation; look++) {
    endStage(state.timer, 'solve');
    const added = recheckPairs(state, look);
    endStage(state.timer, 'contacts');
    if (added === 0) break;
    if (look === LOOKS) {
      if (settings.sweep) holdBack(state);
      break;
    }
    counters.again++;
    const woken = linkFound(state);
    if (woken === 0) solveChanged(state);
    else solveAll(state);
    restoreMotion(state);
    restoreSolver(state);
    if (woken === 0) restoreImpulses(state);
    else {
      findContacts(state, dt, 1);
      look = 0;
    }
    move(state, dt, 2 << (look >> 1));
  }
  solveAll(state);
  if (settings.rolling > 0) resistRolling(bodies, contacts, settings.rolling);
  endStage(state.timer, 'solve');
  return dt;
}

/**
 * Finds the islands anew, with what a look has found; returns how many bodies woke. What strikes sleepers is as fast as it
 * was when the step began: what nothing held falls on them in the solve, and rests on them once it is held.
 */
function linkFound(state: WorldState): number {
  swapVelocities(state);
  const woken = findIslands(state);
  swapVelocities(state);
  return woken;
}

/** Lets the next solve be of all bodies. */
function solveAll({ solver }: WorldState): void {
  solver.done.fill(0);
}

/** Lets the next solve be of those islands alone in which the last look changed something: the others stay as they are. */
function solveChanged(state: WorldState): void {
  const { solver, bodies, islands, joints, before } = state;
  const { done } = solver;
  done.fill(0);
  if (joints.slots.used > 0) return;
  const { island, start, member, count } = islands;
  for (let i = 0; i < start[count]; i++) done[member[i]] = 1;
  for (let row = 0; row < bodies.slots.count; row++) {
    if (before.changed[row] === 0 || done[row] === 0) continue;
    const at = island[row];
    for (let i = start[at]; i < start[at + 1]; i++) done[member[i]] = 0;
  }
}

/** Moves all bodies that are not done by `dt`, under contacts, joints and gravity. */
function move(state: WorldState, dt: number, finer = 1): void {
  const { solver, bodies, contacts, joints, settings, solving } = state;
  solveStep(solver, bodies, contacts, joints, dt, settings.gravity, solving, finer);
}

function keepPoses(state: WorldState): void {
  const { poses, previousPoses } = state;
  previousPoses.set(poses);
}

function writePoses(state: WorldState): void {
  const { slots } = state.bodies;
  for (let row = 0; row < slots.count; row++) if (slots.live[row] === 1) writePose(state, row);
}

/** Who fell asleep and who woke, as ids. */
function tellNews({ islands, bodies, events }: WorldState): void {
  for (let k = 0; k < islands.sleptCount; k++) events.slept.push(idOf(bodies.slots, islands.slept[k]));
  for (let k = 0; k < islands.wokeCount; k++) events.woken.push(idOf(bodies.slots, islands.woke[k]));
  clearNews(islands);
}
