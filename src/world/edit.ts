// What callers do to bodies between steps: push, blast, place, take away.

import { releaseQuery, trimQuery } from '../contact/query.ts';
import { trimBreakWork } from '../contact/update.ts';
import { BODY_DYNAMIC, BODY_STATIC, placeBody, removeBody } from '../dynamics/bodies.ts';
import { removeBox } from '../dynamics/broad-phase.ts';
import { firstJoint, forgetReaction, nextJoint } from '../dynamics/joints.ts';
import { forgetBody, wakeBody } from '../dynamics/sleep.ts';
import { removeFragment } from '../fragment/family.ts';
import { above0 } from '../job/check.ts';
import { InputError } from '../job/error.ts';
import { checkMovable, enterBody, keepPose, moveOrigin, weighBody } from './add.ts';
import { checkNumbers, checkPush, isPlace, isSpeed, setRotation, type Vector } from './check.ts';
import { ROOMY } from './constants.ts';
import { dropJoints } from './joining.ts';
import { type BodyKind, readKind } from './options.ts';
import { freePair, pairsOf } from './pairs.ts';
import { openSeam } from './siblings.ts';
import type { WorldState } from './state.ts';

const turn = new Float64Array(4); // scratch: a checked rotation
const push = new Float64Array(3); // scratch: an impulse
const place = new Float64Array(3); // scratch: where it acts

/** Pushes a dynamic body by an impulse, N·s, at a point of the world, or at its centre of mass. */
export function pushBody(state: WorldState, row: number, impulse: Vector, point: Vector | undefined): void {
  checkNumbers('impulse', impulse, 3);
  if (point !== undefined) isPlace('point', point);
  checkDynamic(state, row, 'pushed');
  const { bodies } = state;
  for (let d = 0; d < 3; d++) {
    push[d] = impulse[d];
    place[d] = point === undefined ? bodies.center[3 * row + d] : point[d];
  }
  setKick(state, row);
  checkPush('impulse', impulse, speedAfter(state, row));
  applyKick(state, row);
}

const kick = new Float64Array(6); // scratch: by how much velocity and spin of a body change

/** Sets `kick` to what `push` at `place` does to a body. */
function setKick({ bodies }: WorldState, row: number): void {
  const { center, frame, inverseMass, inverseInertia } = bodies;
  const [px, py, pz] = push;
  const rx = place[0] - center[3 * row];
  const ry = place[1] - center[3 * row + 1];
  const rz = place[2] - center[3 * row + 2];
  for (let d = 0; d < 3; d++) kick[d] = inverseMass[row] * push[d];
  // The moment along the rest axes, where the inertia is known; then back to the world's.
  const mx = ry * pz - rz * py;
  const my = rz * px - rx * pz;
  const mz = rx * py - ry * px;
  const f = 12 * row;
  const ax = frame[f] * mx + frame[f + 3] * my + frame[f + 6] * mz;
  const ay = frame[f + 1] * mx + frame[f + 4] * my + frame[f + 7] * mz;
  const az = frame[f + 2] * mx + frame[f + 5] * my + frame[f + 8] * mz;
  const i = 6 * row;
  const bx = inverseInertia[i] * ax + inverseInertia[i + 3] * ay + inverseInertia[i + 5] * az;
  const by = inverseInertia[i + 3] * ax + inverseInertia[i + 1] * ay + inverseInertia[i + 4] * az;
  const bz = inverseInertia[i + 5] * ax + inverseInertia[i + 4] * ay + inverseInertia[i + 2] * az;
  for (let d = 0; d < 3; d++) {
    kick[3 + d] = frame[f + 3 * d] * bx + frame[f + 3 * d + 1] * by + frame[f + 3 * d + 2] * bz;
  }
}

/** The largest component of the motion that a body has after `kick`; NaN if one is. */
function speedAfter({ bodies }: WorldState, row: number): number {
  let most = 0;
  for (let d = 0; d < 3; d++) {
    most = Math.max(most, Math.abs(bodies.velocity[3 * row + d] + kick[d]));
    most = Math.max(most, Math.abs(bodies.spin[3 * row + d] + kick[3 + d]));
  }
  return most;
}

function applyKick({ bodies, islands }: WorldState, row: number): void {
  for (let d = 0; d < 3; d++) {
    bodies.velocity[3 * row + d] += kick[d];
    bodies.spin[3 * row + d] += kick[3 + d];
  }
  wakeBody(islands, bodies, row);
}

const isAbove0 = above0();

/**
 * Blasts everything dynamic within `radius` of a point away from it. `strength` is the impulse on each square metre
 * that faces the blast, N·s/m², at the point itself; it falls to nothing at the radius, in a straight line. Returns how
 * many bodies it moved. A body is taken as a sphere of its radius.
 */
export function blast(state: WorldState, point: Vector, strength: number, radius: number): number {
  isPlace('point', point);
  isAbove0('strength', strength);
  isAbove0('radius', radius);
  blastAll(state, point, strength, radius, false);
  return blastAll(state, point, strength, radius, true);
}

/** Blasts all bodies, or only sees whether none gets too fast; returns how many. */
function blastAll(
  state: WorldState,
  point: Vector,
  strength: number,
  radius: number,
  apply: boolean,
): number {
  const { bodies } = state;
  let moved = 0;
  for (let row = 0; row < bodies.slots.count; row++) {
    if (bodies.slots.live[row] === 0 || bodies.kind[row] !== BODY_DYNAMIC) continue;
    let square = 0;
    for (let d = 0; d < 3; d++) {
      place[d] = bodies.center[3 * row + d];
      push[d] = place[d] - point[d];
      square += push[d] * push[d];
    }
    const far = Math.sqrt(square);
    const gap = Math.max(0, far - bodies.radius[row]);
    if (gap >= radius) continue;
    const area = Math.PI * bodies.radius[row] * bodies.radius[row];
    const size = strength * area * (1 - gap / radius);
    for (let d = 0; d < 3; d++) push[d] = far > 0 ? (size * push[d]) / far : d === 1 ? size : 0;
    setKick(state, row);
    if (apply) applyKick(state, row);
    else checkPush('strength', strength, speedAfter(state, row));
    moved++;
  }
  return moved;
}

function checkDynamic({ bodies }: WorldState, row: number, what: string): void {
  if (bodies.kind[row] === BODY_DYNAMIC) return;
  throw new InputError(
    'bad-argument',
    `body is ${bodies.kind[row] === BODY_STATIC ? 'static' : 'kinematic'}: only dynamic bodies can be ${what}`,
  );
}

/** Gives a body that moves a velocity and, if said, a spin. */
export function setMotion(state: WorldState, row: number, velocity: Vector, spin: Vector | undefined): void {
  isSpeed('velocity', velocity);
  if (spin !== undefined) isSpeed('spin', spin);
  const { bodies, islands } = state;
  if (bodies.kind[row] === BODY_STATIC) {
    throw new InputError('bad-argument', 'body is static: make it kinematic or dynamic to move it');
  }
  for (let d = 0; d < 3; d++) {
    bodies.velocity[3 * row + d] = velocity[d];
    if (spin !== undefined) bodies.spin[3 * row + d] = spin[d];
  }
  wakeBody(islands, bodies, row);
}

/** Puts a body elsewhere, at once: what it remembers of its neighbours is forgotten. */
export function placeBodyAt(
  state: WorldState,
  row: number,
  position: Vector,
  rotation: Vector | undefined,
): void {
  isPlace('position', position);
  const { bodies, islands } = state;
  if (rotation !== undefined) {
    setRotation(turn, 0, 'rotation', rotation);
    for (let d = 0; d < 4; d++) bodies.turn[4 * row + d] = turn[d];
  }
  wakeNeighbors(state, row);
  wakeBody(islands, bodies, row);
  moveOrigin(state, row, position);
  openSeam(state, row);
  forgetPairs(state, row);
  enterBody(state, row);
  keepPose(state, row);
}

/** Makes a body static, kinematic or dynamic. */
export function setKind(state: WorldState, row: number, kind: BodyKind): void {
  const number = readKind(kind);
  const { bodies, islands, joints } = state;
  if (bodies.kind[row] === number) return;
  if (number !== BODY_STATIC) checkMovable(state, row);
  wakeNeighbors(state, row);
  forgetBody(islands, bodies, row);
  bodies.kind[row] = number;
  for (let j = firstJoint(joints, row); j >= 0; j = nextJoint(joints, j, row)) forgetReaction(joints, j);
  if (number !== BODY_DYNAMIC) {
    bodies.velocity.fill(0, 3 * row, 3 * row + 3);
    bodies.spin.fill(0, 3 * row, 3 * row + 3);
  }
  bodies.awake[row] = number === BODY_STATIC ? 0 : 1;
  bodies.rest[row] = 0;
  weighBody(state, row);
  for (let d = 0; d < 3; d++) {
    const f = 12 * row + 3 * d;
    let x = bodies.frame[12 * row + 9 + d];
    for (let e = 0; e < 3; e++) x += bodies.frame[f + e] * bodies.local[3 * row + e];
    bodies.center[3 * row + d] = x;
  }
  placeBody(bodies, row);
  enterBody(state, row);
}

/** Takes a body out of the world, with its joints. Its fragment is gone from its instance for good. */
export function dropBody(state: WorldState, row: number): void {
  const { bodies, broad, islands, label } = state;
  wakeNeighbors(state, row);
  dropJoints(state, row);
  forgetBody(islands, bodies, row);
  forgetPairs(state, row);
  const instance = state.instance[row];
  if (instance !== null) {
    instance.row[label[row]] = -1;
    if (instance.collider.field !== null) {
      if (!instance.shared) removeFragment(instance.collider.field.family, label[row]);
      instance.log.push(label[row]);
      instance.version++;
      state.left = true;
    }
  }
  state.instance[row] = null;
  releaseQuery(state.query);
  removeBox(broad, row);
  removeBody(bodies, row);
}

/** Gives back what queries and cuts needed for solids that have left, if that is much more than what is left needs. */
export function trimWorks(state: WorldState): void {
  if (!state.left) return;
  state.left = false;
  let nodes = 0;
  for (const instance of state.instance) {
    const forest = instance === null ? null : instance.collider.forest;
    if (forest !== null) nodes = Math.max(nodes, forest.nodeCount);
  }
  state.query = trimQuery(state.query, nodes, ROOMY);
  for (const work of state.works.bySolid.values()) trimBreakWork(work, nodes, ROOMY);
}

/** Wakes what rests on or against a body, or hangs on it. */
function wakeNeighbors({ pairs, bodies, islands, joints }: WorldState, row: number): void {
  for (let j = firstJoint(joints, row); j >= 0; j = nextJoint(joints, j, row)) {
    const other = joints.bodyA[j] === row ? joints.bodyB[j] : joints.bodyA[j];
    if (other >= 0) wakeBody(islands, bodies, other);
  }
  for (const { a, b } of pairsOf(pairs, row)) wakeBody(islands, bodies, a === row ? b : a);
}

function forgetPairs({ pairs }: WorldState, row: number): void {
  for (const pair of pairsOf(pairs, row)) freePair(pairs, pair);
}
