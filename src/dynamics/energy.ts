// Contacts and joints take energy from bodies that hang together and give them next to none in a substep, SETTLE_GAIN of what
// they have, or up to what SETTLE_SPEED is of all of them that touch something; what a spring or a moving body drives is left
// out. Of all impulses that push, those that leave the least energy of motion are the right ones, and no impulse at all is among
// them. Each pass over contacts and joints that leaves overlaps alone lowers that energy. So where old impulses, applied again,
// give far more, they shrink to the share that leaves the least. Where a substep ends with more than it began with, because
// overlaps were pushed out, passes go on; where these come to nothing, as between rows that push against each other, all
// impulses of a group shrink in the same way. Bounces give back what was taken at most.

import { growColumn } from '../math/columns.ts';
import { BRAKE_GAIN, SETTLE_GAIN, SETTLE_PASSES, WARM_GAIN } from './constants.ts';
import { relaxJoints, scaleJoint, warmJoint } from './joint-step.ts';
import { isFree } from './joint-tree.ts';
import type { Joints } from './joints.ts';
import { EASE_SIZE, FLIGHT, SPIN, STATE_SIZE, VELOCITY } from './motion.ts';
import { solveGround, warmGround } from './solve-ground.ts';
import { solvePairs, warmPairs } from './solve-pairs.ts';
import {
  BLOCK_SIZE,
  MOMENTUM_SIZE,
  PATCH_FORCE,
  PATCH_SIZE,
  ROW_IMPULSE,
  ROW_SIZE,
  type Solver,
} from './solver.ts';

/**
 * Notes the angular momentum of bodies before contacts and joints push them in a substep, and the energy of their spin; their
 * velocity is noted already.
 */
export function noteMomentum(solver: Solver): void {
  const { active, activeCount, turning, spinning, swung, motion } = solver;
  const { state } = motion;
  for (let i = 0; i < activeCount; i++) {
    const row = active[i];
    const t = 3 * row;
    const o = STATE_SIZE * row + SPIN;
    writeMomentum(turning, t, solver, row);
    spinning[row] = turning[t] * state[o] + turning[t + 1] * state[o + 1] + turning[t + 2] * state[o + 2];
    swung[row] = 0;
  }
}

/** Writes the angular momentum of a body that contacts and joints may have pushed since it was booked; spin.ts. */
function writeMomentum(
  out: Float64Array,
  to: number,
  { inertia, momentum, slow, motion }: Solver,
  row: number,
): void {
  const o = STATE_SIZE * row + SPIN;
  const m = MOMENTUM_SIZE * row;
  const t = 6 * row;
  const booked = slow[row] === 0 ? 1 : 0; // of a slow body, other numbers are there
  const x = motion.state[o] - booked * momentum[m + 3];
  const y = motion.state[o + 1] - booked * momentum[m + 4];
  const z = motion.state[o + 2] - booked * momentum[m + 5];
  out[to] = booked * momentum[m] + inertia[t] * x + inertia[t + 3] * y + inertia[t + 5] * z;
  out[to + 1] = booked * momentum[m + 1] + inertia[t + 3] * x + inertia[t + 1] * y + inertia[t + 4] * z;
  out[to + 2] = booked * momentum[m + 2] + inertia[t + 5] * x + inertia[t + 4] * y + inertia[t + 2] * z;
}

/** Takes back of old impulses, just applied again, what gives groups much more energy than they had: these do not fit any more. */
export function limitWarm(solver: Solver, joints: Joints | null): void {
  const { active, activeCount, calm, free, energy } = solver;
  writeEnergies(free, solver, true);
  writeEnergies(energy, solver, false);
  if (calmDown(solver, WARM_GAIN) > 0) shareImpulses(solver, joints, true);
  for (let i = 0; i < activeCount; i++) calm[active[i]] = 0;
}

/** Relaxes contacts and joints of groups that have gained energy in this substep until they have not. */
export function settle(solver: Solver, joints: Joints | null): void {
  const { active, activeCount, group, calm, free, swung, energy, taken } = solver;
  writeEnergies(free, solver, true);
  writeEnergies(energy, solver, false);
  noteSwung(solver);
  for (let pass = 0; pass < SETTLE_PASSES && calmDown(solver, SETTLE_GAIN) > 0; pass++) {
    if (joints !== null) relaxJoints(joints, solver.motion);
    solvePairs(solver, true);
    solveGround(solver, true);
    writeEnergies(energy, solver, false);
  }
  if (calmDown(solver, SETTLE_GAIN) > 0) {
    if (shareImpulses(solver, joints, false) > 0) shrinkImpulses(solver, joints);
    writeEnergies(energy, solver, false);
    if (calmDown(solver, BRAKE_GAIN) > 0) brakeTurned(solver);
  }
  for (let i = 0; i < activeCount; i++) {
    const row = active[i];
    calm[row] = 0;
    if (group[row] === row) taken[row] += free[row] + swung[row] - energy[row];
  }
}

/**
 * Sets how much more than `free` groups had. What was pushed has turned another way than it would have: with the angular
 * momentum that it had, turned as it is now, it may have far more energy than it had, or less.
 */
function noteSwung(solver: Solver): void {
  const { active, activeCount, group, motion, turned, turning, spinning, swung } = solver;
  const { ease } = motion;
  for (let i = 0; i < activeCount; i++) {
    const row = active[i];
    if (turned[row] === 0) continue;
    const t = 3 * row;
    writeMomentum(turn, 0, solver, row);
    if (turn[0] === turning[t] && turn[1] === turning[t + 1] && turn[2] === turning[t + 2]) continue; // free
    const e = EASE_SIZE * row;
    const x = turning[t];
    const y = turning[t + 1];
    const z = turning[t + 2];
    swung[group[row]] +=
      spinning[row] -
      (ease[e + 1] * x * x + ease[e + 2] * y * y + ease[e + 3] * z * z) -
      2 * (ease[e + 4] * x * y + ease[e + 5] * y * z + ease[e + 6] * z * x);
  }
}

/**
 * Takes what groups that are not calm still have too much from the spin of what has turned: no impulse gave it, so that
 * taking back impulses does not mend it. As in free turning, at the cost of angular momentum.
 */
function brakeTurned(solver: Solver): void {
  const { active, activeCount, group, calm, motion, turned, free, swung, energy } = solver;
  const { state } = motion;
  square = growColumn(square, calm.length);
  for (let i = 0; i < activeCount; i++) square[active[i]] = 0;
  for (let i = 0; i < activeCount; i++) {
    const row = active[i];
    if (turned[row] === 0 || calm[group[row]] === 1) continue;
    const o = STATE_SIZE * row + SPIN;
    writeMomentum(turn, 0, solver, row);
    square[group[row]] += turn[0] * state[o] + turn[1] * state[o + 1] + turn[2] * state[o + 2];
  }
  for (let i = 0; i < activeCount; i++) {
    const row = active[i];
    const at = group[row];
    if (turned[row] === 0 || calm[at] === 1) continue;
    const keep = Math.sqrt(Math.max(0, 1 - (energy[at] - free[at] - swung[at]) / square[at]));
    const o = STATE_SIZE * row + SPIN;
    for (let d = 0; d < 3; d++) state[o + d] *= keep;
  }
  writeEnergies(energy, solver, false);
}

/** Leaves groups alone that have gained no more than a share; returns how many are left. */
function calmDown(
  { active, activeCount, group, driven, calm, slack, free, swung, energy }: Solver,
  share: number,
): number {
  let left = 0;
  for (let i = 0; i < activeCount; i++) {
    const row = active[i];
    if (group[row] !== row) continue;
    const gains =
      driven[row] === 0 && energy[row] > Math.max((1 + share) * (free[row] + swung[row]), slack[row]);
    calm[row] = gains ? 0 : 1;
    if (gains) left++;
  }
  return left;
}

let along: Float64Array = new Float64Array(0); // scratch: per group, what its motion and its impulses have in common
let square: Float64Array = new Float64Array(0); // scratch: per group, twice the energy of its impulses alone
let share: Float64Array = new Float64Array(0); // scratch: per group, what its impulses are multiplied by
const turn = new Float64Array(3); // scratch: angular momentum of a body

/**
 * Makes what bodies of groups that are not calm were given in this substep the share of itself that leaves the least energy,
 * no more than they had before. Where bodies have moved since, that keeps momentum, but not all angular momentum: so only of
 * groups that something holds which does not give way, unless told that none have. Returns how many groups are left.
 */
function shareImpulses(solver: Solver, joints: Joints | null, unmoved: boolean): number {
  const { active, activeCount, group, calm, anchored, motion, free, energy } = solver;
  const { state, ease } = motion;
  square = growColumn(square, calm.length);
  share = growColumn(share, calm.length);
  for (let i = 0; i < activeCount; i++) {
    const row = active[i];
    square[row] = 0;
    share[row] = 1;
  }
  for (let i = 0; i < activeCount; i++) {
    const row = active[i];
    const at = group[row];
    if (calm[at] === 1 || !(unmoved || anchored[at] === 1) || !isFree(motion, row)) continue;
    const o = STATE_SIZE * row;
    const e = EASE_SIZE * row;
    writeGiven(solver, row);
    for (let d = 0; d < 3; d++) {
      const given = state[o + d] - state[o + FLIGHT + d];
      square[at] += (given * given) / ease[e] + turn[d] * spun[d];
    }
  }
  let left = 0;
  for (let i = 0; i < activeCount; i++) {
    const at = active[i];
    if (group[at] !== at || calm[at] === 1) continue;
    // energy + (1 − s) (free − energy − square) + … is least where its slope is none
    if (unmoved || anchored[at] === 1)
      share[at] = Math.max(0, 0.5 * (1 - (energy[at] - free[at]) / square[at]));
    else left++;
  }
  for (let i = 0; i < activeCount; i++) {
    const row = active[i];
    const s = share[group[row]];
    if (s === 1 || !isFree(motion, row)) continue;
    const o = STATE_SIZE * row;
    writeGiven(solver, row);
    for (let d = 0; d < 3; d++) {
      state[o + d] = state[o + FLIGHT + d] + s * (state[o + d] - state[o + FLIGHT + d]);
      state[o + SPIN + d] -= (1 - s) * spun[d];
    }
  }
  scaleImpulses(solver, joints);
  for (let i = 0; i < activeCount; i++) if (unmoved || anchored[group[active[i]]] === 1) calm[active[i]] = 1;
  return left;
}

const spun = new Float64Array(3); // scratch: the spin that a body was given

/** Sets `turn` to the angular momentum that contacts and joints gave a body in this substep, and `spun` to its spin. */
function writeGiven(solver: Solver, row: number): void {
  const { motion, turning } = solver;
  const { ease } = motion;
  const e = EASE_SIZE * row + 1;
  writeMomentum(turn, 0, solver, row);
  for (let d = 0; d < 3; d++) turn[d] -= turning[3 * row + d];
  const x = turn[0];
  const y = turn[1];
  const z = turn[2];
  spun[0] = ease[e] * x + ease[e + 3] * y + ease[e + 5] * z;
  spun[1] = ease[e + 3] * x + ease[e + 1] * y + ease[e + 4] * z;
  spun[2] = ease[e + 5] * x + ease[e + 4] * y + ease[e + 2] * z;
}

/**
 * Makes the impulses of groups that are not calm the share of themselves that leaves the least energy. What is taken back is
 * taken back where bodies touch and are joined now: momentum and angular momentum are kept.
 */
function shrinkImpulses(solver: Solver, joints: Joints | null): void {
  const { active, activeCount, group, calm, motion, turning, inertia } = solver;
  const { state, ease } = motion;
  along = growColumn(along, calm.length);
  square = growColumn(square, calm.length);
  share = growColumn(share, calm.length);
  for (let i = 0; i < activeCount; i++) {
    const row = active[i];
    const o = STATE_SIZE * row;
    along[row] = 0;
    square[row] = 0;
    share[row] = -1;
    for (let d = 0; d < 3; d++) {
      state[o + FLIGHT + d] = state[o + d]; // neither is needed any more in this substep
      turning[3 * row + d] = state[o + SPIN + d];
    }
  }
  scaleImpulses(solver, joints); // the other way
  warmPairs(solver);
  warmGround(solver);
  if (joints !== null) {
    for (let i = 0; i < joints.activeCount; i++)
      if (calm[groupOf(solver, joints, joints.active[i])] === 0) warmJoint(joints, joints.active[i], motion);
  }
  for (let i = 0; i < activeCount; i++) {
    const row = active[i];
    const at = group[row];
    if (calm[at] === 1 || !isFree(motion, row)) continue;
    const o = STATE_SIZE * row;
    const t = 6 * row;
    for (let d = 0; d < 3; d++) {
      state[o + d] = state[o + FLIGHT + d] - state[o + d]; // what impulses have given
      state[o + SPIN + d] = turning[3 * row + d] - state[o + SPIN + d];
    }
    const x = state[o + SPIN];
    const y = state[o + SPIN + 1];
    const z = state[o + SPIN + 2];
    turn[0] = inertia[t] * x + inertia[t + 3] * y + inertia[t + 5] * z;
    turn[1] = inertia[t + 3] * x + inertia[t + 1] * y + inertia[t + 4] * z;
    turn[2] = inertia[t + 5] * x + inertia[t + 4] * y + inertia[t + 2] * z;
    for (let d = 0; d < 3; d++) {
      const mass = 1 / ease[EASE_SIZE * row];
      along[at] += mass * state[o + d] * state[o + FLIGHT + d] + turn[d] * turning[3 * row + d];
      square[at] += mass * state[o + d] * state[o + d] + turn[d] * state[o + SPIN + d];
    }
  }
  for (let i = 0; i < activeCount; i++) {
    const row = active[i];
    const at = group[row];
    if (at === row) {
      square[at] = along[at] > 0 ? Math.min(1, along[at] / square[at]) : 0; // the share that goes
      share[at] = square[at] - 1;
    }
    if (calm[at] === 1 || !isFree(motion, row)) continue;
    const o = STATE_SIZE * row;
    for (let d = 0; d < 3; d++) {
      state[o + d] = state[o + FLIGHT + d] - square[at] * state[o + d];
      state[o + SPIN + d] = turning[3 * row + d] - square[at] * state[o + SPIN + d];
    }
  }
  scaleImpulses(solver, joints);
}

/** Multiplies the impulses of groups that are not calm by share[…]. */
function scaleImpulses(solver: Solver, joints: Joints | null): void {
  const { row, patch, pair, pairCount, ground, groundCount, group, calm } = solver;
  for (let block = 0; block < pairCount + groundCount; block++) {
    const of = block < pairCount ? pair : ground;
    const at = BLOCK_SIZE * (block < pairCount ? block : block - pairCount);
    const root = group[of[at + 2]];
    if (calm[root] === 1) continue;
    for (let i = of[at]; i < of[at + 1]; i++) row[ROW_SIZE * i + ROW_IMPULSE] *= share[root];
    for (let k = of[at + 4]; k < of[at + 5]; k++)
      for (let d = 0; d < 4; d++) patch[PATCH_SIZE * k + PATCH_FORCE + d] *= share[root];
  }
  if (joints === null) return;
  for (let i = 0; i < joints.activeCount; i++) {
    const root = groupOf(solver, joints, joints.active[i]);
    if (calm[root] === 0) scaleJoint(joints, joints.active[i], share[root]);
  }
}

function groupOf({ group, motion }: Solver, { bodyA, bodyB }: Joints, joint: number): number {
  return group[isFree(motion, bodyA[joint]) ? bodyA[joint] : bodyB[joint]];
}

/** Writes to out[…], by group, twice the energy of motion of its bodies, as contacts see them now; if `free`, of what they had before these pushed them. */
function writeEnergies(out: Float64Array, solver: Solver, free: boolean): void {
  const { active, activeCount, group, motion, turning } = solver;
  const { state, ease } = motion;
  for (let i = 0; i < activeCount; i++) {
    const row = active[i];
    if (group[row] === row) out[row] = 0; // the lowest of its group comes first
    const e = EASE_SIZE * row;
    if (ease[e] === 0) continue;
    const o = STATE_SIZE * row + (free ? FLIGHT : VELOCITY);
    if (free) for (let d = 0; d < 3; d++) turn[d] = turning[3 * row + d];
    else writeMomentum(turn, 0, solver, row);
    const vx = state[o];
    const vy = state[o + 1];
    const vz = state[o + 2];
    const x = turn[0];
    const y = turn[1];
    const z = turn[2];
    out[group[row]] +=
      (vx * vx + vy * vy + vz * vz) / ease[e] +
      (ease[e + 1] * x * x + ease[e + 2] * y * y + ease[e + 3] * z * z) +
      2 * (ease[e + 4] * x * y + ease[e + 5] * y * z + ease[e + 6] * z * x);
  }
}
