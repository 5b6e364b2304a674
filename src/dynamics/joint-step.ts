// Joints in the substeps of a step: placed when it begins, then warm started, solved softly, moved on with the bodies and
// relaxed, like contacts. What a breakable joint can bear over a step is a budget of impulse: when that is used up it lets
// go at once, so that it never passes on more than it can bear.

import { growColumn } from '../math/columns.ts';
import { TWO_PI } from '../math/trig.ts';
import type { Bodies } from './bodies.ts';
import { JOINT_CYCLES, JOINT_DAMPING, JOINT_SPENT, JOINT_TREE_CYCLES } from './constants.ts';
import { projectHinge, solveMotor, solveStops } from './joint-axis.ts';
import { bookImpulse, factorBlock, isWithin, shrinkImpulse, solveBlock, sumImpulses } from './joint-block.ts';
import { solveRange, solveRod } from './joint-line.ts';
import { placeJoint, refreshJoint } from './joint-place.ts';
import { buildTree, factorTree, isFree, isInTree, solveTree } from './joint-tree.ts';
import {
  BUDGET,
  EQUATIONS,
  IMPULSE,
  LEFT,
  loadPair,
  pushPoint,
  pushTurn,
  RELEASE,
  RIGID,
  SNAPPED,
  SOFT,
  SPRING,
  STEP_ALL,
  soften,
  storePair,
  TOTAL,
  TREE,
  WORK_SIZE,
} from './joint-work.ts';
import { JOINT_DISTANCE, JOINT_DRAG, JOINT_HINGE, type Joints, LOAD_SIZE, REACTION_SIZE } from './joints.ts';
import type { Motion } from './motion.ts';
import { STEP_H, STEP_RATE } from './solver.ts';

const applied = new Float64Array(6); // scratch: linear and angular impulse of a joint in a substep

/**
 * Places the joints for a step of so many substeps, as long as `solving` says (solver.ts), once the rows of `motion` are
 * filled. Joints between bodies that do not give way (asleep, static) rest. Allocates only when there are more joints or
 * bodies than ever.
 */
export function prepareJoints(
  joints: Joints,
  bodies: Bodies,
  motion: Motion,
  solving: Float64Array,
  substeps: number,
): void {
  const { step, slots, bodyA, bodyB } = joints;
  step[STEP_H] = solving[STEP_H];
  step[STEP_RATE] = solving[STEP_RATE];
  step[STEP_ALL] = substeps * solving[STEP_H];
  step[SOFT] = TWO_PI * JOINT_CYCLES;
  step[SOFT + 1] = JOINT_DAMPING;
  soften(step, SOFT, step);
  step[TREE] = TWO_PI * JOINT_TREE_CYCLES;
  step[TREE + 1] = JOINT_DAMPING;
  soften(step, TREE, step);
  step[RELEASE] = step[TREE + 2] / step[TREE + 1];
  step[RIGID] = 0;
  step[RIGID + 1] = 1;
  step[RIGID + 2] = 0;
  joints.active = growColumn(joints.active, slots.count);
  joints.work = growColumn(joints.work, WORK_SIZE * slots.count);
  joints.strained = growColumn(joints.strained, slots.count);
  joints.activeCount = 0;
  for (let row = 0; row < slots.count; row++) {
    if (slots.live[row] === 0 || joints.broken[row] === 1) continue;
    if (!isFree(motion, bodyA[row]) && !isFree(motion, bodyB[row])) continue;
    joints.active[joints.activeCount++] = row;
    placeJoint(joints, row, bodies);
    beginWork(joints, row);
  }
  buildTree(joints, motion);
  refreshJoints(joints, motion, true);
}

/** Brings masses and errors up to date with the places of the bodies. */
function refreshJoints(joints: Joints, motion: Motion, anew: boolean): void {
  const { active, activeCount, work, bodyA, bodyB, kind } = joints;
  for (let i = 0; i < activeCount; i++) {
    const row = active[i];
    const o = WORK_SIZE * row;
    if (work[o + SNAPPED] === 1) continue;
    loadPair(motion, bodyA[row], bodyB[row]);
    refreshJoint(joints, row, motion);
    const n = EQUATIONS[kind[row]];
    if (n > 0 && !isInTree(joints.tree, row)) factorBlock(work, o, n);
  }
  factorTree(joints, motion, anew);
}

/** Impulses as the last step left them, nothing spent yet. */
function beginWork(joints: Joints, row: number): void {
  const { work, reaction, step } = joints;
  const o = WORK_SIZE * row;
  for (let i = 0; i < REACTION_SIZE; i++)
    work[o + IMPULSE + i] = step[STEP_H] * reaction[REACTION_SIZE * row + i];
  for (let i = 0; i < LOAD_SIZE; i++) work[o + TOTAL + i] = 0;
  work[o + BUDGET] = step[STEP_ALL] * joints.breakForce[row];
  work[o + BUDGET + 1] = step[STEP_ALL] * joints.breakTorque[row];
  work[o + SNAPPED] = 0;
  limitImpulses(joints, row);
  if (joints.hertz[row] > 0) {
    work[o + SPRING] = TWO_PI * joints.hertz[row] * step[STEP_H];
    work[o + SPRING + 1] = joints.damping[row];
    soften(work, o + SPRING, step);
  }
}

/** What is left for the next substep. */
function limitImpulses(joints: Joints, row: number): void {
  const { work, step } = joints;
  const o = WORK_SIZE * row;
  for (let part = 0; part < 2; part++) {
    const t = o + TOTAL + 3 * part;
    const spent = Math.sqrt(work[t] * work[t] + work[t + 1] * work[t + 1] + work[t + 2] * work[t + 2]);
    const budget = work[o + BUDGET + part];
    work[o + LEFT + part] = Math.max(0, budget - spent);
    if (spent >= (1 - JOINT_SPENT) * budget) work[o + SNAPPED] = 1;
  }
  if (joints.kind[row] === JOINT_DRAG) {
    work[o + LEFT] = Math.min(work[o + LEFT], step[STEP_H] * joints.strength[row]);
  }
}

/** Applies the impulses of the last substep again, at the start of a substep. */
export function warmJoints(joints: Joints, motion: Motion): void {
  for (let i = 0; i < joints.activeCount; i++) warmJoint(joints, joints.active[i], motion);
}

/** Applies the impulses that a joint has. */
export function warmJoint({ work, bodyA, bodyB, kind }: Joints, row: number, motion: Motion): void {
  const o = WORK_SIZE * row;
  if (work[o + SNAPPED] === 1) return;
  if (kind[row] === JOINT_HINGE) projectHinge(work, o);
  if (!isWithin(work, o)) shrinkImpulse(work, o);
  sumImpulses(applied, work, o, kind[row]);
  loadPair(motion, bodyA[row], bodyB[row]);
  pushPoint(work, o, applied, 0);
  pushTurn(applied, 3);
  storePair(motion, bodyA[row], bodyB[row]);
}

/**
 * Solves every joint once: `biased`, errors of place are undone softly too; else, after the bodies have moved, velocities
 * alone are mended.
 */
export function solveJoints(joints: Joints, motion: Motion, biased: boolean): void {
  if (!biased) refreshJoints(joints, motion, false);
  solveOnce(joints, motion, biased);
}

/** Mends velocities once more, of bodies that have not moved since the last time. */
export function relaxJoints(joints: Joints, motion: Motion): void {
  solveOnce(joints, motion, false);
}

/** Makes the impulses of a joint in this substep `share` of what they are. */
export function scaleJoint({ work }: Joints, row: number, share: number): void {
  const o = WORK_SIZE * row + IMPULSE;
  if (work[WORK_SIZE * row + SNAPPED] === 1) return;
  for (let i = 0; i < REACTION_SIZE; i++) work[o + i] *= share;
}

function solveOnce(joints: Joints, motion: Motion, biased: boolean): void {
  const { active, activeCount, work, bodyA, bodyB } = joints;
  for (let i = 0; i < activeCount; i++) {
    const row = active[i];
    if (work[WORK_SIZE * row + SNAPPED] === 1) continue;
    loadPair(motion, bodyA[row], bodyB[row]);
    solveJoint(joints, row, biased);
    storePair(motion, bodyA[row], bodyB[row]);
  }
  solveTree(joints, motion, biased ? TREE : RIGID, biased);
}

/** All of a joint that is solved alone; of one in a tree, what goes on about its axis. */
function solveJoint(joints: Joints, row: number, biased: boolean): void {
  const { work, step } = joints;
  const o = WORK_SIZE * row;
  const soft = biased ? SOFT : RIGID;
  const kind = joints.kind[row];
  if (kind === JOINT_DISTANCE) {
    if (joints.low[row] === joints.high[row]) solveRod(work, o, step, soft);
    else {
      if (joints.hertz[row] > 0) solveRod(work, o, work, o + SPRING);
      solveRange(work, o, step, biased);
    }
    return;
  }
  if (kind === JOINT_HINGE) {
    if (joints.strength[row] > 0) solveMotor(work, o, joints.speed, joints.strength, row, step);
    solveStops(work, o, step, biased);
  }
  if (kind === JOINT_DRAG) solveBlock(work, o, EQUATIONS[kind], work, o + SPRING, true);
  else if (!isInTree(joints.tree, row)) solveBlock(work, o, EQUATIONS[kind], step, soft, false);
}

/** Adds the impulses of a substep to those of the step; what has no budget left lets go. */
export function bookJoints(joints: Joints, motion: Motion): void {
  const { active, activeCount, work } = joints;
  let snapped = false;
  for (let i = 0; i < activeCount; i++) {
    const row = active[i];
    const o = WORK_SIZE * row;
    if (work[o + SNAPPED] === 1) continue;
    bookImpulse(work, o, joints.kind[row]);
    limitImpulses(joints, row);
    if (work[o + SNAPPED] === 1) snapped = true;
  }
  if (snapped) factorTree(joints, motion, true);
}

/** After the last substep: keeps impulses for the next step, measures the mean load of this one, and lists what broke. */
export function finishJoints(joints: Joints): void {
  const { active, activeCount, work, reaction, load, step } = joints;
  joints.broke = growColumn(joints.broke, activeCount);
  joints.brokeCount = 0;
  for (let i = 0; i < activeCount; i++) {
    const row = active[i];
    const o = WORK_SIZE * row;
    for (let k = 0; k < REACTION_SIZE; k++)
      reaction[REACTION_SIZE * row + k] = step[STEP_RATE] * work[o + IMPULSE + k];
    for (let k = 0; k < LOAD_SIZE; k++) load[LOAD_SIZE * row + k] = work[o + TOTAL + k] / step[STEP_ALL];
    if (work[o + SNAPPED] === 0) continue;
    joints.broken[row] = 1;
    joints.broke[joints.brokeCount++] = row;
  }
}
