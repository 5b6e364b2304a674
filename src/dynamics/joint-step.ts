// Joints in the substeps of a step: placed when it begins, then warm started, solved softly, moved on with the bodies and
// relaxed, like contacts. What a breakable joint can bear over a step is a budget of impulse: when that is used up it lets
// go at once, so that it never passes on more than it can bear.

import { growColumn } from '../math/columns.ts';
import { TWO_PI } from '../math/trig.ts';
import type { Bodies } from './bodies.ts';
import { solveRange, solveRod } from './joint-line.ts';
import { placeJoint, refreshJoint } from './joint-place.ts';
import { solvePoint } from './joint-point.ts';
import { projectHinge, solveHinge, solveMotor, solveStops, solveTurn } from './joint-turn.ts';
import {
  AXIS,
  BUDGET,
  DRIVE,
  HIGH,
  IMPULSE,
  LEFT,
  LOW,
  loadPair,
  pushPoint,
  pushTurn,
  RIGID,
  SNAPPED,
  SOFT,
  SPRING,
  STEP_ALL,
  STEP_H,
  STEP_RATE,
  soften,
  storePair,
  TOTAL,
  WORK_SIZE,
} from './joint-work.ts';
import {
  JOINT_BALL,
  JOINT_DISTANCE,
  JOINT_DRAG,
  JOINT_FIXED,
  JOINT_HINGE,
  type Joints,
  LOAD_SIZE,
  REACTION_SIZE,
} from './joints.ts';
import { EASE_SIZE, type Motion } from './motion.ts';

// Stiffness of what should not give way: oscillations a substep, more than those of contacts, and damping ratio.
const CYCLES = 0.25;
const DAMPING = 2;

/** A budget counts as used up when no more than this share is left: rounding. */
const SPENT = 1e-9;

const applied = new Float64Array(6); // scratch: linear and angular impulse of a joint in a substep

/**
 * Places the joints for a step of so many substeps of h, once the rows of `motion` are filled. Joints between bodies that
 * do not give way (asleep, static) rest. Allocates only when there are more joints than ever.
 */
export function prepareJoints(
  joints: Joints,
  bodies: Bodies,
  motion: Motion,
  h: number,
  substeps: number,
): void {
  const { step, slots, bodyA, bodyB } = joints;
  step[STEP_H] = h;
  step[STEP_RATE] = 1 / h;
  step[STEP_ALL] = h * substeps;
  soften(step, SOFT, TWO_PI * CYCLES, DAMPING, 1 / h);
  step[RIGID] = 0;
  step[RIGID + 1] = 1;
  step[RIGID + 2] = 0;
  joints.active = growColumn(joints.active, slots.count);
  joints.work = growColumn(joints.work, WORK_SIZE * slots.count);
  joints.activeCount = 0;
  for (let row = 0; row < slots.count; row++) {
    if (slots.live[row] === 0 || joints.broken[row] === 1) continue;
    if (!isFree(motion, bodyA[row]) && !isFree(motion, bodyB[row])) continue;
    joints.active[joints.activeCount++] = row;
    placeJoint(joints, row, bodies);
    beginWork(joints, row);
    loadPair(motion, bodyA[row], bodyB[row]);
    refreshJoint(joints, row, motion);
  }
}

function isFree(motion: Motion, body: number): boolean {
  return body >= 0 && motion.ease[EASE_SIZE * body] > 0;
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
    soften(work, o + SPRING, TWO_PI * joints.hertz[row] * step[STEP_H], joints.damping[row], step[STEP_RATE]);
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
    if (spent >= (1 - SPENT) * budget) work[o + SNAPPED] = 1;
  }
  if (joints.kind[row] === JOINT_DRAG) {
    work[o + LEFT] = Math.min(work[o + LEFT], step[STEP_H] * joints.strength[row]);
  }
}

/** Applies the impulses of the last substep again, at the start of a substep. */
export function warmJoints(joints: Joints, motion: Motion): void {
  const { active, activeCount, work, bodyA, bodyB } = joints;
  for (let i = 0; i < activeCount; i++) {
    const row = active[i];
    const o = WORK_SIZE * row;
    if (work[o + SNAPPED] === 1) continue;
    if (joints.kind[row] === JOINT_HINGE) projectHinge(work, o);
    sumImpulses(joints, row);
    loadPair(motion, bodyA[row], bodyB[row]);
    pushPoint(work, o, applied, 0);
    pushTurn(applied, 3);
    storePair(motion, bodyA[row], bodyB[row]);
  }
}

/** Writes what a joint does to A in this substep to `applied`. */
function sumImpulses(joints: Joints, row: number): void {
  const { work, kind } = joints;
  const o = WORK_SIZE * row;
  const along = work[o + DRIVE] + work[o + LOW] - work[o + HIGH];
  const line = kind[row] === JOINT_DISTANCE ? along : 0;
  const axis = kind[row] === JOINT_HINGE ? along : 0;
  for (let d = 0; d < 3; d++) {
    applied[d] = work[o + IMPULSE + d] + line * work[o + AXIS + d];
    applied[3 + d] = work[o + IMPULSE + 3 + d] + axis * work[o + AXIS + d];
  }
}

/**
 * Solves every joint once: `biased`, errors of place are undone softly too; else, after the bodies have moved, velocities
 * alone are mended, and what the joint has done in this substep is counted.
 */
export function solveJoints(joints: Joints, motion: Motion, biased: boolean): void {
  const { active, activeCount, work, bodyA, bodyB } = joints;
  for (let i = 0; i < activeCount; i++) {
    const row = active[i];
    if (work[WORK_SIZE * row + SNAPPED] === 1) continue;
    loadPair(motion, bodyA[row], bodyB[row]);
    if (!biased) refreshJoint(joints, row, motion);
    solveJoint(joints, row, biased);
    storePair(motion, bodyA[row], bodyB[row]);
    if (!biased) bookImpulses(joints, row);
  }
}

function solveJoint(joints: Joints, row: number, biased: boolean): void {
  const { work, step } = joints;
  const o = WORK_SIZE * row;
  const soft = biased ? SOFT : RIGID;
  switch (joints.kind[row]) {
    case JOINT_FIXED:
      solveTurn(work, o, step, soft);
      solvePoint(work, o, step, soft);
      break;
    case JOINT_BALL:
      solvePoint(work, o, step, soft);
      break;
    case JOINT_HINGE:
      if (joints.strength[row] > 0) solveMotor(work, o, joints.speed, joints.strength, row, step);
      solveStops(work, o, step, biased);
      solveHinge(work, o, step, soft);
      solvePoint(work, o, step, soft);
      break;
    case JOINT_DISTANCE:
      if (joints.low[row] === joints.high[row]) solveRod(work, o, step, soft);
      else {
        if (joints.hertz[row] > 0) solveRod(work, o, work, o + SPRING);
        solveRange(work, o, step, biased);
      }
      break;
    default:
      solvePoint(work, o, work, o + SPRING);
  }
}

/** Adds the impulses of a substep to those of the step, and lets go when no budget is left. */
function bookImpulses(joints: Joints, row: number): void {
  const { work } = joints;
  const o = WORK_SIZE * row;
  sumImpulses(joints, row);
  for (let d = 0; d < LOAD_SIZE; d++) work[o + TOTAL + d] += applied[d];
  limitImpulses(joints, row);
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
