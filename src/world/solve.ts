// Solving a collision step, and looking at what came of it: where something was missed, the islands of it go back and are
// solved again with what was found.

import { resistRolling } from '../dynamics/rolling.ts';
import { solveStep } from '../dynamics/solve.ts';
import { FINEST, RECHECK_WORK } from './constants.ts';
import { findImpact, holdBack, recheckPairs } from './continuous.ts';
import { restoreImpulses, shortenStep } from './impulses.ts';
import { findContacts, findIslands } from './islands.ts';
import { restoreMotion, restoreSolver, saveMotion, swapVelocities } from './saved-step.ts';
import type { WorldState } from './state.ts';
import { endStage } from './timings.ts';

/** Solves a collision step of `most` seconds, or of less if it may be cut and is not too dear for that; returns how many. */
export function solve(state: WorldState, most: number, cuts: boolean): number {
  const { bodies, contacts, settings, counters } = state;
  let dt = most;
  saveMotion(state);
  solveAll(state);
  const cost = move(state, dt);
  const touch = cuts && settings.sweep && cost <= RECHECK_WORK ? findImpact(state) : 1;
  if (touch < 1) {
    counters.cuts++;
    dt *= touch;
    restoreMotion(state);
    restoreSolver(state);
    shortenStep(state, touch);
    move(state, dt);
  }
  let finer = 1;
  let work = 0;
  for (let recheck = 0; settings.sweep || settings.speculation; recheck++) {
    endStage(state.timer, 'solve');
    const rows = contacts.count;
    const added = recheckPairs(state, recheck);
    endStage(state.timer, 'contacts');
    if (added === 0) break;
    // The same contacts, solved as finely as before, come to the same.
    finer = contacts.count === rows ? 2 * finer : 2 << (recheck >> 1);
    if (finer > FINEST || work > RECHECK_WORK) {
      if (settings.sweep) holdBack(state, dt);
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
      recheck = 0;
    }
    work += move(state, dt, finer);
  }
  solveAll(state);
  if (settings.rolling > 0) resistRolling(bodies, contacts, settings.rolling);
  endStage(state.timer, 'solve');
  return dt;
}

/**
 * Finds the islands anew, with what a recheck has found; returns how many bodies woke. What strikes sleepers is as fast as it
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

/** Lets the next solve be of those islands alone in which the last recheck changed something: the others stay as they are. */
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

/** Moves all bodies that are not done by `dt`, under contacts, joints and gravity; returns how many rows were solved, times substeps. */
function move(state: WorldState, dt: number, finer = 1): number {
  const { solver, bodies, contacts, joints, settings, solving, counters } = state;
  const work = solveStep(solver, bodies, contacts, joints, dt, settings.gravity, solving, finer);
  counters.solved += work;
  return work;
}
