// Joints in columns: what ties two bodies, or a body and the world, and how much it bears. Anchors and axes are kept in
// the rest frames of the bodies, which do not change when a body splits: a joint then only changes its row.

import { growColumn } from '../math/columns.ts';
import { createTree, JOINT_STEP_SIZE, type JointTree } from './joint-work.ts';
import { createSlots, freeSlot, type Slots, takeSlot } from './slots.ts';

/** Nothing moves between the bodies. */
export const JOINT_FIXED = 0;
/** The anchors stay together. */
export const JOINT_BALL = 1;
/** The anchors and the axes stay together. */
export const JOINT_HINGE = 2;
/** The anchors stay within a range of distances; a spring may act too. */
export const JOINT_DISTANCE = 3;
/** A spring of limited force pulls the anchor of A to a place in the world. */
export const JOINT_DRAG = 4;

/** Numbers in a row of Joints.reaction and Joints.load. */
export const REACTION_SIZE = 9;
export const LOAD_SIZE = 6;

/** Columns by row; replaced when they grow. Made by createJoints alone. All but the last group are part of a snapshot. */
export interface Joints {
  readonly slots: Slots;
  kind: Uint8Array;
  bodyA: Int32Array; // rows of bodies; -1 where the row of the joint is not in use
  bodyB: Int32Array; // -1 for the world, too
  collide: Uint8Array; // 1 if the two bodies collide all the same
  broken: Uint8Array; // 1 for what broke and has not been removed yet; it holds nothing
  anchor: Float64Array; // six: in the rest frame of A, in that of B or in the world
  basis: Float64Array; // eight: quaternions xyzw, from the joint's axes to those of A and of B; a hinge turns about z
  low: Float64Array; // least angle of a hinge, least distance
  high: Float64Array; // the most; infinite for none
  half: Float64Array; // four, for the limits of a hinge: sine and cosine of half the least angle, of half the most
  hertz: Float64Array; // of the spring; 0 for none
  damping: Float64Array; // of the spring, as a ratio to critical
  length: Float64Array; // of the spring at rest
  speed: Float64Array; // that a motor aims at, rad/s
  strength: Float64Array; // torque that a motor has, force that a drag has
  breakForce: Float64Array; // N; infinite for what never breaks
  breakTorque: Float64Array; // N·m
  reaction: Float64Array; // nine, what holds A at the end of a step: force, torque, then along the line or about the axis drive, low, high
  load: Float64Array; // six: mean force and torque on A over the last step
  next: Int32Array; // two: the next joint of body A, of body B; see firstJoint
  // By row of body: its first joint, or -1.
  first: Int32Array;
  // Of the last step alone.
  broke: Int32Array; // rows that broke in it, ascending
  brokeCount: number;
  active: Int32Array; // rows that are being solved
  activeCount: number;
  strained: Uint8Array; // 1 for a joint that is further from where it should be than it pulls at once
  work: Float64Array; // joint-work.ts
  readonly step: Float64Array; // joint-work.ts
  readonly tree: JointTree;
}

export function createJoints(): Joints {
  return {
    slots: createSlots(),
    kind: new Uint8Array(0),
    bodyA: new Int32Array(0),
    bodyB: new Int32Array(0),
    collide: new Uint8Array(0),
    broken: new Uint8Array(0),
    anchor: new Float64Array(0),
    basis: new Float64Array(0),
    low: new Float64Array(0),
    high: new Float64Array(0),
    half: new Float64Array(0),
    hertz: new Float64Array(0),
    damping: new Float64Array(0),
    length: new Float64Array(0),
    speed: new Float64Array(0),
    strength: new Float64Array(0),
    breakForce: new Float64Array(0),
    breakTorque: new Float64Array(0),
    reaction: new Float64Array(0),
    load: new Float64Array(0),
    next: new Int32Array(0),
    first: new Int32Array(0),
    broke: new Int32Array(0),
    brokeCount: 0,
    active: new Int32Array(0),
    activeCount: 0,
    strained: new Uint8Array(0),
    work: new Float64Array(0),
    step: new Float64Array(JOINT_STEP_SIZE),
    tree: createTree(),
  };
}

/** A new row between two bodies, listed with both; its other columns are for the caller to fill. */
export function takeJoint(joints: Joints, rowA: number, rowB: number): number {
  const row = takeSlot(joints.slots);
  if (row >= joints.kind.length) growJoints(joints, row + 1);
  joints.broken[row] = 0;
  joints.reaction.fill(0, REACTION_SIZE * row, REACTION_SIZE * (row + 1));
  joints.load.fill(0, LOAD_SIZE * row, LOAD_SIZE * (row + 1));
  joints.bodyA[row] = rowA;
  joints.bodyB[row] = rowB;
  linkJoint(joints, row, 0);
  linkJoint(joints, row, 1);
  return row;
}

/** Gives a row back. The caller wakes the bodies. */
export function removeJoint(joints: Joints, row: number): void {
  unlinkJoint(joints, row, 0);
  unlinkJoint(joints, row, 1);
  joints.bodyA[row] = -1;
  joints.bodyB[row] = -1;
  freeSlot(joints.slots, row);
}

/** Ties side 0 (A) or 1 (B) of a joint to another body with the same rest frame: a fragment of the one it was tied to. */
export function moveJoint(joints: Joints, row: number, side: 0 | 1, body: number): void {
  unlinkJoint(joints, row, side);
  if (side === 0) joints.bodyA[row] = body;
  else joints.bodyB[row] = body;
  linkJoint(joints, row, side);
}

/** The first joint of a body, or -1; then nextJoint. Ascending, whatever came and went. */
export function firstJoint(joints: Joints, body: number): number {
  return body < joints.first.length ? joints.first[body] : -1;
}

/** The joint of a body after `row`, or -1. */
export function nextJoint(joints: Joints, row: number, body: number): number {
  return joints.next[2 * row + (joints.bodyA[row] === body ? 0 : 1)];
}

/** Lets a joint begin anew: what it bore does not hold any more. */
export function forgetReaction({ reaction, load }: Joints, row: number): void {
  reaction.fill(0, REACTION_SIZE * row, REACTION_SIZE * (row + 1));
  load.fill(0, LOAD_SIZE * row, LOAD_SIZE * (row + 1));
}

/** Whether two bodies are joined and, by that, do not collide. Costs as much as the fewer joints of the two. */
export function joinsWithout(joints: Joints, bodyA: number, bodyB: number): boolean {
  let a = firstJoint(joints, bodyA);
  let b = firstJoint(joints, bodyB);
  while (a >= 0 && b >= 0) {
    if (joins(joints, a, bodyB) || joins(joints, b, bodyA)) return true;
    a = nextJoint(joints, a, bodyA);
    b = nextJoint(joints, b, bodyB);
  }
  return false;
}

function joins(joints: Joints, row: number, body: number): boolean {
  return joints.collide[row] === 0 && (joints.bodyA[row] === body || joints.bodyB[row] === body);
}

/** Lists every joint with its bodies anew, after the columns were restored from a snapshot. */
export function relinkJoints(joints: Joints): void {
  joints.first.fill(-1);
  joints.next = growColumn(joints.next, 2 * joints.kind.length);
  for (let row = joints.slots.count - 1; row >= 0; row--) {
    if (joints.slots.live[row] === 0) continue;
    linkJoint(joints, row, 0);
    linkJoint(joints, row, 1);
  }
}

function bodyOf(joints: Joints, row: number, side: number): number {
  return side === 0 ? joints.bodyA[row] : joints.bodyB[row];
}

function linkJoint(joints: Joints, row: number, side: number): void {
  const body = bodyOf(joints, row, side);
  if (body < 0) return;
  joints.first = growColumn(joints.first, body + 1, -1);
  let before = -1;
  let after = joints.first[body];
  while (after >= 0 && after < row) {
    before = after;
    after = nextJoint(joints, after, body);
  }
  joints.next[2 * row + side] = after;
  relink(joints, body, before, row);
}

function unlinkJoint(joints: Joints, row: number, side: number): void {
  const body = bodyOf(joints, row, side);
  if (body < 0) return;
  let before = -1;
  for (let at = joints.first[body]; at !== row; at = nextJoint(joints, at, body)) before = at;
  relink(joints, body, before, joints.next[2 * row + side]);
}

/** Makes `after` follow `before` in the list of a body, or be its first. */
function relink(joints: Joints, body: number, before: number, after: number): void {
  if (before < 0) joints.first[body] = after;
  else joints.next[2 * before + (joints.bodyA[before] === body ? 0 : 1)] = after;
}

function growJoints(joints: Joints, rows: number): void {
  const size = Math.max(16, rows, Math.ceil(1.5 * joints.kind.length));
  joints.kind = growColumn(joints.kind, size);
  joints.bodyA = growColumn(joints.bodyA, size, -1);
  joints.bodyB = growColumn(joints.bodyB, size, -1);
  joints.collide = growColumn(joints.collide, size);
  joints.broken = growColumn(joints.broken, size);
  joints.anchor = growColumn(joints.anchor, 6 * size);
  joints.basis = growColumn(joints.basis, 8 * size);
  joints.low = growColumn(joints.low, size);
  joints.high = growColumn(joints.high, size);
  joints.half = growColumn(joints.half, 4 * size);
  joints.hertz = growColumn(joints.hertz, size);
  joints.damping = growColumn(joints.damping, size);
  joints.length = growColumn(joints.length, size);
  joints.speed = growColumn(joints.speed, size);
  joints.strength = growColumn(joints.strength, size);
  joints.breakForce = growColumn(joints.breakForce, size);
  joints.breakTorque = growColumn(joints.breakTorque, size);
  joints.reaction = growColumn(joints.reaction, REACTION_SIZE * size);
  joints.load = growColumn(joints.load, LOAD_SIZE * size);
  joints.next = growColumn(joints.next, 2 * size);
}
