// What solving a joint works on: a row of numbers a joint, filled each step, and the two bodies copied out of Motion, so
// that the world, which has no row there, is a body like any other.

import { EASE_SIZE, type Motion, SPIN, STATE_SIZE, VELOCITY } from './motion.ts';
import { STEP_RATE } from './solver.ts';

/** Numbers in a row of Joints.work, and their places. */
export const WORK_SIZE = 108;
export const IMPULSE = 0; // of this substep: linear xyz, angular xyz
export const DRIVE = 6; // along the line or about the axis: spring or motor, then the limits
export const LOW = 7;
export const HIGH = 8;
export const TOTAL = 9; // linear xyz, angular xyz, of the substeps done
export const BUDGET = 15; // linear and angular impulse that a step can have before the joint breaks
export const LEFT = 17; // what is left of it for this substep
export const SNAPPED = 19; // 1 when nothing is left
export const SPRING = 20; // its softness
export const ARM_A0 = 23; // from the centre of A to its anchor when the step began
export const ARM_B0 = 26;
export const GAP0 = 29; // from the centre of B to that of A then
export const TURN_A0 = 32; // the joint's axes as those of A carry them, a quaternion, then
export const TURN_B0 = 36;
// As the bodies stand now:
export const ARM_A = 40;
export const ARM_B = 43;
export const ERROR = 46; // from the anchor of B to that of A; or how much too long a distance is
export const TWIST = 49; // rotation vector by which A is turned too far against B
export const SIDES = 52; // two directions across the axis
export const AXIS = 58; // of a hinge; from the anchor of B to that of A for a distance
export const AXIAL = 61; // mass along the line, inertia about the axis
export const GAPS = 62; // how far the lower limit is, and the upper; negative beyond; infinite for none
export const WRONG = 64; // six: velocities of the equations that should not be
export const GIVE = 70; // softness of places and of turns, in a tree
export const FACTOR = 72; // impulses of the equations per velocity: joint-matrix.ts

/** How many equations each kind has besides those along a line or about an axis. */
export const EQUATIONS = Uint8Array.of(6, 3, 5, 0, 3);

/**
 * Places in Joints.step, after those of the substep in solver.ts: length of the step; softness of joints that are solved alone, and of none;
 * rate of those that are solved in trees, and how soft they are against what they weigh.
 */
export const STEP_ALL = 2;
export const SOFT = 3;
export const RIGID = 6;
export const TREE = 9;
export const RELEASE = 12;
export const JOINT_STEP_SIZE = 13;

/** Joints that are solved together: joint-tree.ts. Made by createTree alone; columns are replaced when they grow. Holds nothing from one step to the next. */
export interface JointTree {
  count: number;
  order: Int32Array; // rows of joints, each after the one that leads to it from the root
  side: Uint8Array; // by joint: the side towards the root
  parent: Int32Array; // by joint: the node there
  child: Int32Array; // by joint: the node at the other side; -1 where that does not give way
  nodes: number;
  body: Int32Array; // by node
  root: Uint8Array; // by node: 1 for the first of a tree
  matrix: Float64Array; // by node: mass with all that hangs on it, then its inverse
  mass: Float64Array; // by node: mass, inertia xx yy zz xy yz zx
  force: Float64Array; // by node, six: impulse from what hangs on it
  change: Float64Array; // by node, six: change of velocity and spin
  turn: Float64Array; // by node: quaternion, as it was when factored
  still: Float64Array; // by node: how far it may turn from there, in radians
  node: Int32Array; // by body: or -1
}

export function createTree(): JointTree {
  return {
    count: 0,
    order: new Int32Array(0),
    side: new Uint8Array(0),
    parent: new Int32Array(0),
    child: new Int32Array(0),
    nodes: 0,
    body: new Int32Array(0),
    root: new Uint8Array(0),
    matrix: new Float64Array(0),
    mass: new Float64Array(0),
    force: new Float64Array(0),
    change: new Float64Array(0),
    turn: new Float64Array(0),
    still: new Float64Array(0),
    node: new Int32Array(0),
  };
}

/** Velocity and spin of A, then of B; see loadPair. */
export const moving = new Float64Array(12);
/** Rows of Motion.ease of A, then of B. */
export const ease = new Float64Array(2 * EASE_SIZE);

/** Copies two bodies out; a row of -1 is the world. */
export function loadPair(motion: Motion, rowA: number, rowB: number): void {
  loadBody(motion, rowA, 0);
  loadBody(motion, rowB, 1);
}

function loadBody(motion: Motion, row: number, side: number): void {
  const v = 6 * side;
  const e = EASE_SIZE * side;
  if (row < 0) {
    moving.fill(0, v, v + 6);
    ease.fill(0, e, e + EASE_SIZE);
    return;
  }
  const s = STATE_SIZE * row;
  for (let i = 0; i < 3; i++) {
    moving[v + i] = motion.state[s + VELOCITY + i];
    moving[v + 3 + i] = motion.state[s + SPIN + i];
  }
  for (let i = 0; i < EASE_SIZE; i++) ease[e + i] = motion.ease[EASE_SIZE * row + i];
}

/** Writes the velocities of both back. */
export function storePair(motion: Motion, rowA: number, rowB: number): void {
  storeBody(motion.state, rowA, 0);
  if (rowB >= 0) storeBody(motion.state, rowB, 1);
}

function storeBody(state: Float64Array, row: number, side: number): void {
  const s = STATE_SIZE * row;
  const v = 6 * side;
  for (let i = 0; i < 3; i++) {
    state[s + VELOCITY + i] = moving[v + i];
    state[s + SPIN + i] = moving[v + 3 + i];
  }
}

const torque = new Float64Array(3); // scratch: angular impulse on a body

/** An impulse p[at…] on A at its anchor, and its opposite on B. */
export function pushPoint(work: Float64Array, o: number, p: Float64Array, at: number): void {
  for (let side = 0; side < 2; side++) {
    const sign = side === 0 ? 1 : -1;
    const x = sign * p[at];
    const y = sign * p[at + 1];
    const z = sign * p[at + 2];
    const m = ease[EASE_SIZE * side];
    const v = 6 * side;
    const r = o + (side === 0 ? ARM_A : ARM_B);
    moving[v] += m * x;
    moving[v + 1] += m * y;
    moving[v + 2] += m * z;
    torque[0] = work[r + 1] * z - work[r + 2] * y;
    torque[1] = work[r + 2] * x - work[r] * z;
    torque[2] = work[r] * y - work[r + 1] * x;
    spinBody(side);
  }
}

/** An angular impulse p[at…] on A, and its opposite on B. */
export function pushTurn(p: Float64Array, at: number): void {
  for (let d = 0; d < 3; d++) torque[d] = p[at + d];
  spinBody(0);
  for (let d = 0; d < 3; d++) torque[d] = -p[at + d];
  spinBody(1);
}

function spinBody(side: number): void {
  const w = 6 * side + 3;
  const e = EASE_SIZE * side + 1;
  const x = torque[0];
  const y = torque[1];
  const z = torque[2];
  moving[w] += ease[e] * x + ease[e + 3] * y + ease[e + 5] * z;
  moving[w + 1] += ease[e + 3] * x + ease[e + 1] * y + ease[e + 4] * z;
  moving[w + 2] += ease[e + 5] * x + ease[e + 4] * y + ease[e + 2] * z;
}

/**
 * Replaces radians a substep, at out[at], and damping ratio, behind it, by the softness of such a spring: rate at which an
 * error is undone (1/s), share of the impulse that is applied, share of the old impulse that is let go; stable for any of
 * them [Catto24].
 */
export function soften(out: Float64Array, at: number, step: Float64Array): void {
  const omega = out[at];
  const a = 2 * out[at + 1] + omega;
  const b = omega * a;
  out[at] = (omega * step[STEP_RATE]) / a;
  out[at + 1] = b / (1 + b);
  out[at + 2] = 1 / (1 + b);
}

/** Shortens the vector v[at…] to `most` if it is longer. */
export function clampVector(v: Float64Array, at: number, most: Float64Array, of: number): void {
  const square = v[at] * v[at] + v[at + 1] * v[at + 1] + v[at + 2] * v[at + 2];
  if (!(square > most[of] * most[of])) return;
  const s = most[of] / Math.sqrt(square);
  v[at] *= s;
  v[at + 1] *= s;
  v[at + 2] *= s;
}
