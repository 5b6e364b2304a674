// Contacts and joints take energy from bodies that hang together and never give them any: of all impulses that push, those
// that leave the least energy of motion are the right ones, and no impulse at all is among them. Each pass over contacts and
// joints that leaves overlaps alone lowers that energy. So where a substep ends with more than it began with, because
// overlaps were pushed out or old impulses do not fit any more, passes go on. Bounces give back what was taken at most.

import { SETTLE_GAIN, SETTLE_PASSES, SETTLE_SPEED } from './constants.ts';
import { relaxJoints } from './joint-step.ts';
import { isFree } from './joint-tree.ts';
import { JOINT_DRAG, type Joints } from './joints.ts';
import { EASE_SIZE, SPIN, STATE_SIZE } from './motion.ts';
import { solveGround } from './solve-ground.ts';
import { solvePairs } from './solve-pairs.ts';
import { BLOCK_SIZE, type Solver } from './solver.ts';

/** Finds which bodies hang together, by contacts or joints; what is driven from outside may gain energy. */
export function groupBodies(solver: Solver, joints: Joints | null): void {
  const { active, activeCount, group, driven, taken, calm, slack, pair, pairCount, motion } = solver;
  for (let i = 0; i < activeCount; i++) {
    const row = active[i];
    group[row] = row;
    driven[row] = 0;
    taken[row] = 0;
    calm[row] = 0;
    slack[row] = 0;
  }
  for (let block = 0; block < pairCount; block++) {
    const at = BLOCK_SIZE * block;
    uniteBodies(solver, pair[at + 2], pair[at + 3]);
  }
  if (joints !== null) {
    const { active: rows, activeCount: count, bodyA, bodyB, kind, strength, hertz } = joints;
    for (let i = 0; i < count; i++) {
      const row = rows[i];
      const a = bodyA[row];
      const b = bodyB[row];
      if (b >= 0) uniteBodies(solver, a, b);
      if (kind[row] !== JOINT_DRAG && !(strength[row] > 0) && !(hertz[row] > 0)) continue;
      driven[isFree(motion, a) ? a : b] = 1;
    }
  }
  for (let i = 0; i < activeCount; i++) {
    const row = active[i];
    group[row] = group[group[row]]; // the root is the lowest row, and has been seen
    if (driven[row] === 1) driven[group[row]] = 1;
    if (isFree(motion, row))
      slack[group[row]] += (SETTLE_SPEED * SETTLE_SPEED) / motion.ease[EASE_SIZE * row];
  }
}

/** Lets two bodies be of one group; a body that does not give way, and moves, drives the other. */
function uniteBodies({ group, driven, motion, active, activeCount }: Solver, a: number, b: number): void {
  const freeA = isFree(motion, a);
  const freeB = isFree(motion, b);
  if (freeA && freeB) {
    const rootA = findRoot(group, a);
    const rootB = findRoot(group, b);
    group[Math.max(rootA, rootB)] = Math.min(rootA, rootB);
  } else if (isActive(active, activeCount, freeA ? b : a)) driven[freeA ? a : b] = 1;
}

function findRoot(group: Int32Array, row: number): number {
  while (group[row] !== row) {
    group[row] = group[group[row]];
    row = group[row];
  }
  return row;
}

/** Whether a row is among those that move, which ascend. */
function isActive(active: Int32Array, count: number, row: number): boolean {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (active[middle] < row) low = middle + 1;
    else high = middle;
  }
  return low < count && active[low] === row;
}

/** Notes the energy that groups have before contacts and joints push them in a substep. */
export function noteEnergy(solver: Solver): void {
  writeEnergies(solver.free, solver);
}

/** Relaxes contacts and joints of groups that have gained energy in this substep until they have not. */
export function settle(solver: Solver, joints: Joints | null): void {
  const { active, activeCount, group, calm, free, energy, taken } = solver;
  writeEnergies(energy, solver);
  for (let pass = 0; pass < SETTLE_PASSES && calmDown(solver) > 0; pass++) {
    if (joints !== null) relaxJoints(joints, solver.motion);
    solvePairs(solver, true);
    solveGround(solver, true);
    writeEnergies(energy, solver);
  }
  for (let i = 0; i < activeCount; i++) {
    const row = active[i];
    calm[row] = 0;
    if (group[row] === row) taken[row] += free[row] - energy[row];
  }
}

/** Leaves groups alone that have gained nothing; returns how many are left. */
function calmDown({ active, activeCount, group, driven, calm, slack, free, energy }: Solver): number {
  let left = 0;
  for (let i = 0; i < activeCount; i++) {
    const row = active[i];
    if (group[row] !== row) continue;
    const gains = driven[row] === 0 && energy[row] > (1 + SETTLE_GAIN) * free[row] + slack[row];
    calm[row] = gains ? 0 : 1;
    if (gains) left++;
  }
  return left;
}

/** Writes to out[…], by group, twice the energy of motion of its bodies, as contacts see them. */
function writeEnergies(out: Float64Array, { active, activeCount, group, inertia, motion }: Solver): void {
  const { state, ease } = motion;
  for (let i = 0; i < activeCount; i++) {
    const row = active[i];
    if (group[row] === row) out[row] = 0; // the lowest of its group comes first
    const inverse = ease[EASE_SIZE * row];
    if (inverse === 0) continue;
    const o = STATE_SIZE * row;
    const t = 6 * row;
    const vx = state[o];
    const vy = state[o + 1];
    const vz = state[o + 2];
    const x = state[o + SPIN];
    const y = state[o + SPIN + 1];
    const z = state[o + SPIN + 2];
    out[group[row]] +=
      (vx * vx + vy * vy + vz * vz) / inverse +
      (inertia[t] * x * x + inertia[t + 1] * y * y + inertia[t + 2] * z * z) +
      2 * (inertia[t + 3] * x * y + inertia[t + 4] * y * z + inertia[t + 5] * z * x);
  }
}
