// What a snapshot holds must be what a world can be in. A checksum catches accidents; these checks are for one that was
// forged: rows and labels that exist, rings that close, numbers that are numbers and of a size that steps can go on from.
// What is odd but possible is let through: it is no more than a caller could have done.

import { KIND_TERRAIN } from '../contact/collider.ts';
import { FEATURE_STRETCH } from '../contact/contacts.ts';
import { BODY_DYNAMIC, BODY_STATIC } from '../dynamics/bodies.ts';
import { LEAST_HERTZ } from '../dynamics/joint-spec.ts';
import { JOINT_DRAG } from '../dynamics/joints.ts';
import { LOAD_SIZE } from '../fracture/loads.ts';
import { weighBody } from './add.ts';
import { altered } from './bytes.ts';
import { BREAK_WAITS, FASTEST } from './constants.ts';
import type { Pair } from './pairs.ts';
import type { WorldState } from './state.ts';

const FAR = 1e12; // metres: beyond what any world comes to, and far from where squares overflow
const FAST = 2 * FASTEST; // m/s and rad/s
const PUSH = 1e3; // m/s: that what rests may be pushed by in a step
const SUDDEN = 1e4; // 1/s: what stops in less is no force but a blow
const LARGE = 1e30; // forces, times and the like

/** Throws unless entries [from, to) of a column are within ±most. Infinite ones pass if `endless`. */
function bound(what: string, column: ArrayLike<number>, from: number, to: number, most: number): void {
  for (let i = from; i < to; i++) {
    if (!(column[i] >= -most && column[i] <= most)) throw altered(`${what} is ${column[i]}`);
  }
}

/** Throws unless a quaternion or a direction is of unit length. */
function unit(what: string, column: ArrayLike<number>, from: number, count: number): void {
  let square = 0;
  for (let i = from; i < from + count; i++) square += column[i] * column[i];
  if (!(Math.abs(square - 1) < 1e-6)) throw altered(`${what} is of length ${Math.sqrt(square)}`);
}

/** Throws unless all bodies can be stepped. */
export function validateBodies(state: WorldState): void {
  const { bodies, islands } = state;
  const { slots } = bodies;
  bound('a time', [state.steps, state.time, state.spare], 0, 3, LARGE);
  if (!(state.steps >= 0 && state.time >= 0 && state.spare >= 0 && state.spare <= 1)) {
    throw altered('a time is below 0');
  }
  bound('a substep', [state.substep], 0, 1, 1);
  if (!(state.substep >= 0 && state.solver.substepRate[0] >= 0 && state.solver.substepRate[0] <= 1e6)) {
    throw altered('a substep is below 0');
  }
  for (let k = 0; k < islands.wokeCount; k++) {
    if (!(slots.live[islands.woke[k]] === 1)) throw altered('something woke that is not there');
  }
  const joined = new Uint8Array(slots.count);
  for (let row = 0; row < slots.count; row++) {
    const next = islands.ring[row];
    if (!(next >= 0 && next < slots.count && joined[next] === 0))
      throw altered('sleepers form no closed ring');
    joined[next] = 1;
    if (next !== row && (bodies.awake[row] !== 0 || slots.live[row] === 0))
      throw altered('a ring of sleepers holds something else');
    if (slots.live[row] === 1) validateBody(state, row);
  }
}

function validateBody(state: WorldState, row: number): void {
  const { bodies } = state;
  const { kind, awake } = bodies;
  const of = state.instance[row];
  if (of === null || kind[row] > BODY_DYNAMIC || awake[row] > 1) {
    throw altered('a body is of no kind');
  }
  if (kind[row] === BODY_STATIC && awake[row] !== 0) throw altered('a static body is awake');
  const { kind: shape, size, field } = of.collider;
  const endless = shape === KIND_TERRAIN || (field === null && size.length === 0); // ground has no end
  if (endless && kind[row] !== BODY_STATIC) throw altered('ground moves');
  bound('a place', bodies.center, 3 * row, 3 * row + 3, FAR);
  bound('a velocity', bodies.velocity, 3 * row, 3 * row + 3, FAST);
  bound('a spin', bodies.spin, 3 * row, 3 * row + 3, FAST);
  unit('a rotation', bodies.turn, 4 * row, 4);
  validateWeight(state, row);
  validateFrame(state, row);
  for (const [what, column, most] of [
    ['a rest', bodies.rest, LARGE],
    ['a load', bodies.load, FAR],
    ['a friction', bodies.friction, LARGE],
    ['a restitution', bodies.restitution, 1],
    ['damage', state.damage, 1],
    ['a fading', state.fading, LARGE],
  ] as const) {
    if (!(column[row] >= 0 && column[row] <= most)) throw altered(`${what} is ${column[row]}`);
  }
  if (!(state.born[row] <= state.time)) throw altered('a body is of later on');
  bound('a pose', state.poses, 7 * row, 7 * row + 7, FAR);
  bound('a pose', state.previousPoses, 7 * row, 7 * row + 7, FAR);
  for (let d = 6 * row; d < 6 * row + 3; d++) {
    const [low, high] = [state.box[d], state.box[d + 3]];
    if (!(low <= high) || !(endless || (low >= -FAR && high <= FAR))) throw altered('a box has no inside');
  }
}

/** Mass, box and what else follows from the fragment and its density must be what they come to. */
function validateWeight(state: WorldState, row: number): void {
  const { bodies } = state;
  const derived: [ArrayLike<number>, number][] = [
    [bodies.inverseMass, 1],
    [bodies.inertia, 6],
    [bodies.inverseInertia, 6],
    [bodies.local, 3],
    [bodies.radius, 1],
    [bodies.rounding, 1],
    [bodies.round, 1],
    [state.restBox, 6],
    [bodies.thin, 1],
    [state.crackArea, 1],
  ];
  const told = derived.map(([column, size]) =>
    Array.from({ length: size }, (_, d) => column[size * row + d]),
  );
  for (const column of [bodies.rounding, bodies.round, state.crackArea]) column[row] = 0; // of some that is all
  weighBody(state, row);
  derived.forEach(([column, size], k) => {
    for (let d = 0; d < size; d++)
      if (column[size * row + d] !== told[k][d]) throw altered('a body weighs something else');
  });
}

/** A frame follows from the turn and the centre. */
function validateFrame({ bodies }: WorldState, row: number): void {
  const { frame, turn, center, local } = bodies;
  const [x, y, z, w] = turn.subarray(4 * row, 4 * row + 4);
  const rows = [
    [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
    [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
    [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
  ];
  for (let d = 0; d < 3; d++) {
    let at = center[3 * row + d];
    for (let e = 0; e < 3; e++) {
      if (!(Math.abs(frame[12 * row + 3 * d + e] - rows[d][e]) < 1e-6)) throw altered('a frame is turned');
      at -= rows[d][e] * local[3 * row + e];
    }
    const size = 1 + Math.abs(at) + Math.abs(local[3 * row + d]) + Math.abs(center[3 * row + d]);
    if (!(Math.abs(frame[12 * row + 9 + d] - at) < 1e-6 * size)) throw altered('a frame is elsewhere');
  }
}

/** Throws unless blows that wait are blows. */
export function validateWaiting(waiting: unknown): void {
  if (!Array.isArray(waiting)) throw altered('it lacks the blows that wait');
  for (const one of waiting) {
    const { body, by, loads, waited } = one ?? {};
    if (!Number.isInteger(body) || !Number.isInteger(by) || !Array.isArray(loads))
      throw altered('a blow is none');
    if (!(Number.isInteger(waited) && waited >= 0 && waited <= BREAK_WAITS))
      throw altered('a blow is too late');
    if (loads.length % LOAD_SIZE !== 0) throw altered('a blow is cut off');
    for (const x of loads)
      if (!(typeof x === 'number' && Math.abs(x) <= LARGE)) throw altered('a blow is none');
  }
}

/** Throws unless what pairs remember are numbers. Features that their bodies do not have, queries pass over. */
export function validatePairs(state: WorldState): void {
  const most = (PUSH + speedOf(state)) * massOf(state);
  for (const pair of state.pairs.list) if (pair.live) validatePair(state, pair, most);
}

function validatePair(state: WorldState, pair: Pair, most: number): void {
  const { last, axis, entry, count } = pair;
  const now = [pair.step, pair.version, pair.sure, pair.wanted];
  bound('what a pair knows', now, 0, 4, Number.MAX_SAFE_INTEGER);
  if (!(Number.isInteger(pair.step) && pair.step <= state.steps && pair.sure >= 0 && pair.wanted >= 0))
    throw altered('a pair was last looked at later on');
  if (!(Number.isInteger(pair.wanted) && pair.wanted <= 4096)) throw altered('a pair wants too much');
  bound('an impulse', pair.impulse, 0, 4 * count, most);
  bound('a place', pair.place, 0, 6 * count, FAR);
  for (let i = 0; i < count; i++) if (pair.key[i] < 0) throw altered('a contact is of no feature');
  if (pair.known) bound('a frame', pair.frame, 0, 12, FAR);
  if (axis.known) {
    bound('an axis', axis.normal, 0, 3, 1 + 1e-6);
    bound('an axis', axis.span, 0, 3, LARGE);
    bound('an axis', axis.frame, 0, 12, FAR);
  }
  for (let i = 0; i < last.count; i++) {
    const { side, kind, index, owner } = last;
    if (side[i] > 1 || kind[i] > FEATURE_STRETCH) throw altered('a contact is of no side');
    if (index[i] < 0 || owner[i] < -1) throw altered('a contact is of no feature');
    unit('a normal', last.normal, 3 * i, 3);
  }
  bound('a contact', last.point, 0, 3 * last.count, FAR);
  bound('a depth', last.distance, 0, last.count, FAR);
  bound('an entry', entry, 0, 6 * last.count, FAR);
}

/** The mass of all that moves: nothing pushes harder than all of it at once. */
function massOf({ bodies }: WorldState): number {
  const { slots, inverseMass } = bodies;
  let mass = 0;
  for (let row = 0; row < slots.count; row++)
    if (slots.live[row] === 1 && inverseMass[row] > 0) mass += 1 / inverseMass[row];
  return mass;
}

/** The fastest that anything is, along an axis or about one. */
function speedOf({ bodies }: WorldState): number {
  let speed = 0;
  for (let i = 0; i < 3 * bodies.slots.count; i++)
    speed = Math.max(speed, Math.abs(bodies.velocity[i]), Math.abs(bodies.spin[i]));
  return speed;
}

/** Throws unless all joints hold bodies that are there, by numbers. */
export function validateJoints(state: WorldState): void {
  const { joints, bodies } = state;
  const { slots } = joints;
  const most = SUDDEN * FAST * massOf(state);
  const known = (row: number) => row >= 0 && row < bodies.slots.count && bodies.slots.live[row] === 1;
  for (let j = 0; j < slots.count; j++) {
    const [a, b] = [joints.bodyA[j], joints.bodyB[j]];
    if (slots.live[j] === 0) {
      if (a !== -1 || b !== -1) throw altered('a joint that is gone holds something');
      continue;
    }
    if (!known(a) || (b !== -1 && !known(b)) || a === b || joints.kind[j] > JOINT_DRAG)
      throw altered('a joint holds what is not there');
    if (joints.broken[j] > 1 || joints.collide[j] > 1) throw altered('a joint is neither whole nor broken');
    bound('an anchor', joints.anchor, 6 * j, 6 * j + 6, FAR);
    unit('a basis', joints.basis, 8 * j, 4);
    unit('a basis', joints.basis, 8 * j + 4, 4);
    unit('a limit', joints.half, 4 * j, 2);
    unit('a limit', joints.half, 4 * j + 2, 2);
    bound('a reaction', joints.reaction, 9 * j, 9 * j + 9, most);
    bound('a load', joints.load, 6 * j, 6 * j + 6, most);
    bound('a speed', joints.speed, j, j + 1, 1e6);
    bound('a length', joints.length, j, j + 1, FAR);
    if (joints.hertz[j] > 0 && joints.hertz[j] < LEAST_HERTZ) throw altered('a spring is too soft');
    if (!(joints.low[j] <= joints.high[j])) throw altered('limits of a joint are exchanged');
    for (const [column, most] of [
      [joints.hertz, 1e6],
      [joints.damping, 1e6],
      [joints.strength, Infinity],
      [joints.breakForce, Infinity],
      [joints.breakTorque, Infinity],
    ] as const) {
      if (!(column[j] >= 0 && column[j] <= most)) throw altered(`a joint has ${column[j]}`);
    }
  }
}
