// Which bodies hang together in the solver, by contacts or joints, and which of them something drives from outside or holds
// that does not give way: groups whose energy is watched (energy.ts).

import { SETTLE_SPEED } from './constants.ts';
import { isFree } from './joint-tree.ts';
import { JOINT_DRAG, type Joints } from './joints.ts';
import { EASE_SIZE, type Motion, SPIN, STATE_SIZE, VELOCITY } from './motion.ts';
import { BLOCK_SIZE, type Solver } from './solver.ts';

/** Finds which bodies hang together, by contacts or joints; what is driven from outside may gain energy. */
export function groupBodies(solver: Solver, joints: Joints | null): void {
  const {
    active,
    activeCount,
    group,
    driven,
    anchored,
    taken,
    calm,
    slack,
    pair,
    pairCount,
    ground,
    groundCount,
    motion,
  } = solver;
  for (let i = 0; i < activeCount; i++) {
    const row = active[i];
    group[row] = row;
    driven[row] = 0;
    anchored[row] = 0;
    taken[row] = 0;
    calm[row] = 0;
    slack[row] = 0;
  }
  for (let block = 0; block < pairCount; block++) {
    const at = BLOCK_SIZE * block;
    uniteBodies(solver, pair[at + 2], pair[at + 3]);
    calm[pair[at + 2]] = calm[pair[at + 3]] = 1; // for now: what touches something may be pushed out of it
  }
  for (let block = 0; block < groundCount; block++) {
    const row = ground[BLOCK_SIZE * block + 2];
    calm[row] = anchored[row] = 1;
  }
  if (joints !== null) {
    const { active: rows, activeCount: count, bodyA, bodyB, kind, strength, hertz } = joints;
    for (let i = 0; i < count; i++) {
      const row = rows[i];
      const a = bodyA[row];
      const b = bodyB[row];
      if (b >= 0) uniteBodies(solver, a, b);
      if (!isFree(motion, a)) anchored[b] = 1;
      else if (!isFree(motion, b)) anchored[a] = 1;
      if (kind[row] !== JOINT_DRAG && !(strength[row] > 0) && !(hertz[row] > 0)) continue;
      driven[isFree(motion, a) ? a : b] = 1;
    }
  }
  for (let i = 0; i < activeCount; i++) {
    const row = active[i];
    group[row] = group[group[row]]; // the root is the lowest row, and has been seen
    if (driven[row] === 1) driven[group[row]] = 1;
    if (anchored[row] === 1) anchored[group[row]] = 1;
    if (calm[row] === 1 && isFree(motion, row))
      slack[group[row]] += (SETTLE_SPEED * SETTLE_SPEED) / motion.ease[EASE_SIZE * row];
    calm[row] = 0;
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
  } else if (isActive(active, activeCount, freeA ? b : a) && moves(motion, freeA ? b : a))
    driven[freeA ? a : b] = 1;
}

/** Whether a body has a velocity or a spin. */
function moves({ state }: Motion, row: number): boolean {
  const o = STATE_SIZE * row;
  for (let d = 0; d < 3; d++) if (state[o + VELOCITY + d] !== 0 || state[o + SPIN + d] !== 0) return true;
  return false;
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
