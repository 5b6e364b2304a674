// Joints solved together: fixed joints, balls and hinges whose bodies hang together like a tree are solved all at once and
// exactly, from the leaves to the root and back [Baraff96], in time that grows with their number. One after the other, a
// chain with a heavy end or a long beam would give way far too much. Joints that close a loop are left out.

import { growColumn } from '../math/columns.ts';
import { invertTensor } from '../math/rigid.ts';
import { JOINT_OFF, JOINT_TURNED } from './constants.ts';
import {
  addGive,
  addHold,
  applyJoint,
  bookImpulse,
  invertMatrix,
  limitBlock,
  MATRIX_SIZE,
  measureBlock,
  multiplyMatrix,
  pushBlock,
  spreadJoint,
} from './joint-block.ts';
import {
  ARM_A,
  ARM_B,
  EQUATIONS,
  FACTOR,
  GIVE,
  IMPULSE,
  type JointTree,
  LEFT,
  loadPair,
  RELEASE,
  SIDES,
  SNAPPED,
  storePair,
  WORK_SIZE,
  WRONG,
} from './joint-work.ts';
import { firstJoint, JOINT_DISTANCE, JOINT_DRAG, type Joints, nextJoint } from './joints.ts';
import { EASE_SIZE, INVERSE_INERTIA, type Motion, QUATERNION, STATE_SIZE } from './motion.ts';

/** What JointTree.child says of a joint that is not in the tree. */
const UNSEEN = -2;
const OUTSIDE = -3;

const vector = new Float64Array(6); // scratch: impulses or velocities of a body
const rows = new Float64Array(6); // scratch: velocities or impulses of a joint's equations
const wrong = new Float64Array(6); // scratch: velocities of the equations to bring about

/** Finds the trees among the active joints. Deterministic: by rows. */
export function buildTree(joints: Joints, motion: Motion): void {
  const { tree, active, activeCount, kind, bodyA, bodyB } = joints;
  reserveTree(joints, motion);
  const { node, child } = tree;
  tree.count = 0;
  tree.nodes = 0;
  node.fill(-1);
  child.fill(OUTSIDE);
  for (let i = 0; i < activeCount; i++) {
    const row = active[i];
    if (kind[row] !== JOINT_DISTANCE && kind[row] !== JOINT_DRAG) child[row] = UNSEEN;
  }
  for (let i = 0; i < activeCount; i++) {
    const row = active[i];
    if (child[row] === UNSEEN) growTree(joints, motion, isFree(motion, bodyA[row]) ? bodyA[row] : bodyB[row]);
  }
}

/** Whether a joint is solved with its tree. */
export function isInTree(tree: JointTree, row: number): boolean {
  return tree.child[row] > OUTSIDE;
}

function reserveTree({ tree, slots }: Joints, motion: Motion): void {
  const bodies = motion.ease.length / EASE_SIZE;
  tree.order = growColumn(tree.order, slots.count);
  tree.side = growColumn(tree.side, slots.count);
  tree.parent = growColumn(tree.parent, slots.count);
  tree.child = growColumn(tree.child, slots.count);
  tree.node = growColumn(tree.node, bodies);
  const nodes = Math.min(bodies, 2 * slots.count);
  tree.body = growColumn(tree.body, nodes);
  tree.root = growColumn(tree.root, nodes);
  tree.matrix = growColumn(tree.matrix, MATRIX_SIZE * nodes);
  tree.mass = growColumn(tree.mass, 7 * nodes);
  tree.force = growColumn(tree.force, 6 * nodes);
  tree.change = growColumn(tree.change, 6 * nodes);
  tree.turn = growColumn(tree.turn, 4 * nodes);
  tree.still = growColumn(tree.still, nodes);
}

/** Whether a body gives way. */
export function isFree(motion: Motion, body: number): boolean {
  return body >= 0 && motion.ease[EASE_SIZE * body] > 0;
}

/** Adds everything that hangs on a body, breadth first. */
function growTree(joints: Joints, motion: Motion, root: number): void {
  const { tree, bodyA, bodyB } = joints;
  const { order, side, parent, child, body, node } = tree;
  let at = addNode(tree, root);
  tree.root[at] = 1;
  for (; at < tree.nodes; at++) {
    for (let row = firstJoint(joints, body[at]); row >= 0; row = nextJoint(joints, row, body[at])) {
      if (child[row] !== UNSEEN) continue;
      const other = bodyA[row] === body[at] ? bodyB[row] : bodyA[row];
      const free = isFree(motion, other);
      if (free && node[other] >= 0) {
        child[row] = OUTSIDE;
        continue;
      }
      child[row] = free ? addNode(tree, other) : -1;
      parent[row] = at;
      side[row] = bodyA[row] === body[at] ? 0 : 1;
      order[tree.count++] = row;
    }
  }
}

function addNode(tree: JointTree, body: number): number {
  const at = tree.nodes++;
  tree.body[at] = body;
  tree.node[body] = at;
  tree.root[at] = 0;
  return at;
}

/**
 * Factors all equations of the trees, as the bodies stand now. What has let go is left out. When no body has turned by
 * more than a little since the last time, the old factors do, unless `anew`.
 */
export function factorTree(joints: Joints, motion: Motion, anew: boolean): void {
  const { tree, work, kind } = joints;
  const { matrix } = tree;
  if (!hasTurned(tree, motion.state) && !anew) return;
  for (let at = 0; at < tree.nodes; at++) weighNode(tree, at, motion);
  for (let i = 0; i < tree.count; i++) reachOut(joints, tree.order[i], motion);
  for (let i = tree.count - 1; i >= 0; i--) {
    const row = tree.order[i];
    const o = WORK_SIZE * row;
    const n = EQUATIONS[kind[row]];
    const child = tree.child[row];
    const side = tree.side[row];
    if (child >= 0) invertMatrix(matrix, MATRIX_SIZE * child, 6);
    if (work[o + SNAPPED] === 1) continue;
    softenJoint(joints, row);
    if (child >= 0) addGive(work, o, n, 1 - side, matrix, MATRIX_SIZE * child);
    invertMatrix(work, o + FACTOR, n);
    addHold(matrix, MATRIX_SIZE * tree.parent[row], work, o, n, side);
  }
  for (let at = 0; at < tree.nodes; at++) if (tree.root[at] === 1) invertMatrix(matrix, MATRIX_SIZE * at, 6);
}

/** Whether a body has turned by more than it may since its tree was factored. */
function hasTurned({ nodes, body, turn, still }: JointTree, state: Float64Array): boolean {
  for (let at = 0; at < nodes; at++) {
    const q = STATE_SIZE * body[at] + QUATERNION;
    const t = 4 * at;
    const cosine =
      state[q] * turn[t] +
      state[q + 1] * turn[t + 1] +
      state[q + 2] * turn[t + 2] +
      state[q + 3] * turn[t + 3];
    if (cosine * cosine < 1 - 0.25 * still[at] * still[at]) return true;
  }
  return false;
}

/** Lets the bodies of a joint turn the less before their tree is factored anew, the longer their arms are. */
function reachOut({ tree, work }: Joints, row: number, { ease }: Motion): void {
  for (let end = 0; end < 2; end++) {
    const at = end === 0 ? tree.parent[row] : tree.child[row];
    if (at < 0) continue;
    const side = end === 0 ? tree.side[row] : 1 - tree.side[row];
    const r = WORK_SIZE * row + (side === 0 ? ARM_A : ARM_B);
    const e = EASE_SIZE * tree.body[at];
    const square = work[r] * work[r] + work[r + 1] * work[r + 1] + work[r + 2] * work[r + 2];
    const times = (square * (ease[e + 1] + ease[e + 2] + ease[e + 3])) / ease[e]; // as easily turned as moved, at most
    if (times * tree.still[at] > JOINT_OFF) tree.still[at] = JOINT_OFF / times;
  }
}

/** Begins the matrix of a joint with its softness: alike in all directions, by the mass and mean inertia of its bodies. */
function softenJoint(joints: Joints, row: number): void {
  const { work, step, tree } = joints;
  const { mass } = tree;
  const o = WORK_SIZE * row;
  let point = 0;
  let turn = 0;
  for (let end = 0; end < 2; end++) {
    const at = end === 0 ? tree.parent[row] : tree.child[row];
    if (at < 0) continue;
    point += 1 / mass[7 * at];
    turn += 3 / (mass[7 * at + 1] + mass[7 * at + 2] + mass[7 * at + 3]);
  }
  work[o + GIVE] = step[RELEASE] * point;
  work[o + GIVE + 1] = step[RELEASE] * turn;
  work.fill(0, o + FACTOR, o + FACTOR + MATRIX_SIZE);
  for (let j = 0; j < 6; j++) work[o + FACTOR + 7 * j] = work[o + GIVE + (j < 3 ? 0 : 1)];
}

/** Begins the matrix of a node with what its body weighs, as it is turned now. */
function weighNode(
  { matrix, mass, body, turn, still }: JointTree,
  at: number,
  { state, ease }: Motion,
): void {
  const m = MATRIX_SIZE * at;
  still[at] = JOINT_TURNED;
  for (let d = 0; d < 4; d++) turn[4 * at + d] = state[STATE_SIZE * body[at] + QUATERNION + d];
  mass[7 * at] = 1 / ease[EASE_SIZE * body[at]];
  invertTensor(mass, 7 * at + 1, ease, EASE_SIZE * body[at] + INVERSE_INERTIA);
  matrix.fill(0, m, m + MATRIX_SIZE);
  for (let d = 0; d < 3; d++) {
    matrix[m + 7 * d] = mass[7 * at];
    matrix[m + 21 + 7 * d] = mass[7 * at + 1 + d];
  }
  matrix[m + 22] = matrix[m + 27] = mass[7 * at + 4];
  matrix[m + 29] = matrix[m + 34] = mass[7 * at + 5];
  matrix[m + 23] = matrix[m + 33] = mass[7 * at + 6];
}

/**
 * Solves all joints of the trees at once. `soft` is where in Joints.step the rate is at which errors of place are undone;
 * `biased` lets go of some of the old impulse, as softness needs. What would have to bear more than it can does what it can
 * and lets go, and the others are solved without it: each for itself, or with impulses that rely on it, they would drive
 * their bodies. Ends, since each round but the last takes a joint away.
 */
export function solveTree(joints: Joints, motion: Motion, soft: number, biased: boolean): void {
  const { tree, work } = joints;
  for (;;) {
    setImpulses(joints, motion, soft, biased);
    const weakest = findWeakest(joints);
    if (weakest < 0) break;
    pushJoint(joints, weakest, motion);
    bookImpulse(work, WORK_SIZE * weakest, joints.kind[weakest]);
    work[WORK_SIZE * weakest + SNAPPED] = 1;
    factorTree(joints, motion, true);
  }
  for (let i = 0; i < tree.count; i++) pushJoint(joints, tree.order[i], motion);
}

/** From the roots to the leaves: writes the impulses of the equations to WRONG. */
function setImpulses(joints: Joints, motion: Motion, soft: number, biased: boolean): void {
  const { tree, work, kind } = joints;
  gatherForces(joints, motion, soft, biased);
  for (let at = 0; at < tree.nodes; at++) if (tree.root[at] === 1) moveNode(tree, at);
  for (let i = 0; i < tree.count; i++) {
    const row = tree.order[i];
    const o = WORK_SIZE * row;
    const n = EQUATIONS[kind[row]];
    const child = tree.child[row];
    const side = tree.side[row];
    if (work[o + SNAPPED] === 1) {
      if (child >= 0) moveNode(tree, child);
      continue;
    }
    applyJoint(rows, work, o, n, side, tree.change, 6 * tree.parent[row]);
    for (let j = 0; j < n; j++) wrong[j] = -work[o + WRONG + j] - rows[j];
    multiplyMatrix(work, o + WRONG, work, o + FACTOR, n, wrong, 0);
    if (child < 0) continue;
    spreadJoint(vector, work, o, n, 1 - side, work, o + WRONG);
    for (let d = 0; d < 6; d++) tree.force[6 * child + d] += vector[d];
    moveNode(tree, child);
  }
}

const share = new Float64Array(1); // scratch: of its impulses, how much a joint can bear

/** The joint that can bear the least of its impulses, or -1 if all can bear all. */
function findWeakest({ tree, work, kind }: Joints): number {
  let weakest = -1;
  let least = 1;
  for (let i = 0; i < tree.count; i++) {
    const row = tree.order[i];
    const o = WORK_SIZE * row;
    if (work[o + SNAPPED] === 1 || !isBreakable(work, o)) continue;
    limitBlock(share, work, o, EQUATIONS[kind[row]], work, o + WRONG);
    if (share[0] >= least) continue;
    least = share[0];
    weakest = row;
  }
  return weakest;
}

function isBreakable(work: Float64Array, o: number): boolean {
  return work[o + LEFT] < Infinity || work[o + LEFT + 1] < Infinity;
}

/** Applies the impulses at WRONG. */
function pushJoint({ work, kind, bodyA, bodyB }: Joints, row: number, motion: Motion): void {
  const o = WORK_SIZE * row;
  if (work[o + SNAPPED] === 1) return;
  loadPair(motion, bodyA[row], bodyB[row]);
  pushBlock(work, o, EQUATIONS[kind[row]], work, o + WRONG);
  storePair(motion, bodyA[row], bodyB[row]);
}

/** The change of velocity that its force makes of a node. */
function moveNode({ matrix, force, change }: JointTree, at: number): void {
  multiplyMatrix(change, 6 * at, matrix, MATRIX_SIZE * at, 6, force, 6 * at);
}

/** From the leaves to the roots: what is wrong at each joint, and the forces that it leaves to the node before. */
function gatherForces(joints: Joints, motion: Motion, soft: number, biased: boolean): void {
  const { tree, work, kind, bodyA, bodyB, step } = joints;
  tree.force.fill(0, 0, 6 * tree.nodes);
  for (let i = tree.count - 1; i >= 0; i--) {
    const row = tree.order[i];
    const o = WORK_SIZE * row;
    const n = EQUATIONS[kind[row]];
    const child = tree.child[row];
    if (work[o + SNAPPED] === 1) continue;
    loadPair(motion, bodyA[row], bodyB[row]);
    measureBlock(rows, work, o, n, step, soft);
    for (let j = 0; j < n; j++) work[o + WRONG + j] = rows[j];
    if (biased) releaseImpulse(work, o, n);
    if (child >= 0) {
      moveNode(tree, child);
      applyJoint(rows, work, o, n, 1 - tree.side[row], tree.change, 6 * child);
      for (let j = 0; j < n; j++) work[o + WRONG + j] += rows[j];
    }
    for (let j = 0; j < n; j++) wrong[j] = -work[o + WRONG + j];
    multiplyMatrix(rows, 0, work, o + FACTOR, n, wrong, 0);
    spreadJoint(vector, work, o, n, tree.side[row], rows, 0);
    for (let d = 0; d < 6; d++) tree.force[6 * tree.parent[row] + d] += vector[d];
  }
}

/** Adds what the softness makes of the impulse that a joint has already. */
function releaseImpulse(work: Float64Array, o: number, n: number): void {
  const p = o + IMPULSE;
  for (let d = 0; d < 3; d++) work[o + WRONG + d] += work[o + GIVE] * work[p + d];
  for (let j = 3; j < n; j++) {
    const u = o + SIDES + 3 * (j - 3);
    const along = work[p + 3] * work[u] + work[p + 4] * work[u + 1] + work[p + 5] * work[u + 2];
    work[o + WRONG + j] += work[o + GIVE + 1] * along;
  }
}
