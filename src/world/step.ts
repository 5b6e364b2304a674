// A step: cut into collision steps, whose stages are those of collisionPart, in order. ARCHITECTURE.md tells the same.

import { clearNews } from '../dynamics/sleep.ts';
import { idOf } from '../dynamics/slots.ts';
import { SLEEP_DEFAULTS } from '../dynamics/waking.ts';
import { writePose } from './add.ts';
import { breakBodies, keepWaiting } from './break.ts';
import { CUTS } from './constants.ts';
import { calmDebris, limitDebris } from './debris.ts';
import { trimWorks } from './edit.ts';
import { limitEnergy } from './energy-limit.ts';
import { noteTouches } from './events.ts';
import { storeImpulses } from './impulses.ts';
import { findContacts, sleepResting } from './islands.ts';
import { breakJoints } from './joining.ts';
import { dropPairs } from './narrow-phase.ts';
import { restoreSolver, saveSolver } from './saved-step.ts';
import { openSeams } from './siblings.ts';
import { solve } from './solve.ts';
import type { WorldState } from './state.ts';
import { beginStep, endStage, endStep } from './timings.ts';

const HALF_TURN = Math.PI;

/** Advances a world by `dt` seconds. What happens is added to its events. */
export function stepWorld(state: WorldState, dt: number): void {
  beginStep(state.timer);
  state.swept.count = 0;
  state.previousPoses.set(state.poses);
  const count = Math.max(1, Math.ceil(dt / state.settings.collisionStep - 1e-9));
  const begun = state.time;
  for (let k = 0; k < count; k++) {
    state.time = begun + (k / count) * dt;
    collisionStep(state, dt / count);
  }
  limitDebris(state, dt);
  trimWorks(state);
  writePoses(state);
  tellNews(state);
  state.time = begun + dt;
  endStage(state.timer, 'events');
  endStep(state.timer);
}

/** A collision step, cut where small bodies that are very fast touch something, and where what grips turns far. */
function collisionStep(state: WorldState, dt: number): void {
  let left = dt;
  state.solving.maxSpin = HALF_TURN / dt; // which way a body turned that turns further, nobody can tell
  for (let cut = 0; left > 0; cut++) left -= collisionPart(state, dt, left, cut < CUTS);
}

/** `most` seconds that are left of a collision step of `all`, or less if it may be cut; returns how many. */
function collisionPart(state: WorldState, all: number, most: number, cuts: boolean): number {
  const { settings } = state;
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
  noteEvents(state);
  calmDebris(state, SLEEP_DEFAULTS.time);
  if (settings.sleep) sleepResting(state, dt);
  endStage(state.timer, 'islands');
  return dt;
}

/** What began and ceased to touch, and what gave way. */
function noteEvents(state: WorldState): void {
  noteTouches(state);
  breakJoints(state);
  openSeams(state);
  endStage(state.timer, 'events');
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
