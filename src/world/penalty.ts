// Penalty forces instead of a solver [Xu14, sec. 4]: what the points of two bodies felt in each other over a collision step
// becomes forces and torques that act in the next one. The paper gives every point a stiffness. So does who says one; else
// a pair has one, shared by its points as they are deep, and a body lies equally deep whatever the density of its points.

import { reserveContactRows } from '../dynamics/contact-rows.ts';
import { joinsWithout } from '../dynamics/joints.ts';
import { growColumn } from '../math/columns.ts';
import {
  type Course,
  clearFeeling,
  createCourse,
  createFeeling,
  type FeelOptions,
  feelCollider,
} from '../sweep/feel.ts';
import { featureKey, findPair, type Pair, reservePair, takePair } from './pairs.ts';
import { followBody, MOTION_SIZE, SPIN, VELOCITY } from './saved-step.ts';
import { areStrangers } from './siblings.ts';
import { FORCE_SIZE, type WorldState } from './state.ts';

const PUSH_SIZE = 9; // of a pair: the force on A, its torque on A, and on B

const STIFFNESS = 0.1; // κ: of the mass that two bodies have against each other, over the square of the step
const DAMPING = 1.5; // ρ: steps times the stiffness; half a step of it is used up, for forces act that late
// With one point of a body, z² − (2 − κ/2 − ρκ)z + 1 + κ/2 − ρκ has its roots in the unit circle if ½ < ρ and ρκ < 2. A
// corner of a plate is seven times as easy to move as the plate: κ and ρ hold there too.

const a = createCourse(); // scratch: how two bodies went
const b = createCourse();
const feeling = createFeeling(); // scratch: what they felt
const asking: FeelOptions = { samples: 0, shared: true, euler: false, dt: 0 };
let pushes = new Float64Array(0); // scratch: by touching pair
let partners = new Int32Array(0); // scratch: by row, how many bodies it touches
const moment = new Float64Array(3); // scratch: along the rest axes
const gain = new Float64Array(3); // scratch: the same of a spin

/** Lets the forces on all bodies that are awake act for `dt` seconds, and forgets them. */
export function actForces(state: WorldState, dt: number): void {
  const { slots, awake } = state.bodies;
  for (let row = 0; row < slots.count; row++) {
    if (slots.live[row] === 1 && awake[row] === 1) actForce(state, row, dt);
  }
}

/** The same for one body. */
export function actForce({ bodies, force }: WorldState, row: number, dt: number): void {
  const { velocity, spin, frame, inverseMass, inverseInertia: j } = bodies;
  const o = FORCE_SIZE * row;
  const f = 12 * row;
  const i = 6 * row;
  for (let d = 0; d < 3; d++) {
    velocity[3 * row + d] += dt * inverseMass[row] * force[o + d];
    moment[d] =
      frame[f + d] * force[o + 3] + frame[f + 3 + d] * force[o + 4] + frame[f + 6 + d] * force[o + 5];
  }
  const x = moment[0];
  const y = moment[1];
  const z = moment[2];
  gain[0] = j[i] * x + j[i + 3] * y + j[i + 5] * z;
  gain[1] = j[i + 3] * x + j[i + 1] * y + j[i + 4] * z;
  gain[2] = j[i + 5] * x + j[i + 4] * y + j[i + 2] * z;
  for (let d = 0; d < 3; d++) {
    const r = f + 3 * d;
    spin[3 * row + d] += dt * (frame[r] * gain[0] + frame[r + 1] * gain[1] + frame[r + 2] * gain[2]);
  }
  force.fill(0, o, o + FORCE_SIZE);
}

/**
 * Finds what all pairs that are close felt in the collision step of `dt` seconds that has just been made; sets the forces
 * of the next, and writes a row a pair that touches to state.contacts.
 */
export function findForces(state: WorldState, dt: number): void {
  const { near, pairs, contacts, active, joints, bodies, settings, counters } = state;
  contacts.count = 0;
  active.length = 0;
  partners = growColumn(partners, bodies.slots.count);
  partners.fill(0, 0, bodies.slots.count);
  asking.samples = settings.penalty.samples;
  asking.shared = settings.penalty.stiffness === null;
  asking.euler = settings.penalty.path === 'euler';
  asking.dt = dt;
  let touching = 0;
  for (let k = 0; k < near.count; k++) {
    const rowA = near.a[k];
    const rowB = near.b[k];
    if (joints.slots.used > 0 && joinsWithout(joints, rowA, rowB)) continue;
    if (bodies.inverseMass[rowA] + bodies.inverseMass[rowB] === 0) continue; // no force moves either
    counters.pairs++;
    let pair = findPair(pairs, rowA, rowB);
    const felt = !areStrangers(state, rowA, rowB) && feelPair(state, rowA, rowB);
    if (pair === null && !felt) continue;
    pair ??= takePair(pairs, rowA, rowB);
    pair.step = state.steps;
    pair.count = 0;
    if (felt) {
      keepPush(state, pair, touching++, dt);
      partners[rowA]++;
      partners[rowB]++;
    }
    if (felt || pair.touching) active.push(pair);
  }
  let of = 0;
  for (let k = 0; k < active.length; k++) if (active[k].count > 0) addPush(state, active[k], of++);
}

/** Sets `feeling` to what two bodies felt; false if they did not touch. */
function feelPair(state: WorldState, rowA: number, rowB: number): boolean {
  const { copy, label, counters } = state;
  const A = copy[rowA];
  const B = copy[rowB];
  if (A === null || B === null) return false;
  clearFeeling(feeling);
  setCourse(a, state, rowA);
  setCourse(b, state, rowB);
  counters.queries++;
  const together = A.collider.field;
  const sealed = !(
    together !== null &&
    A === B &&
    together.group[label[rowA]] === together.group[label[rowB]]
  );
  feelCollider(feeling, A.collider, label[rowA], a, B.collider, label[rowB], b, 1, sealed, asking);
  feelCollider(feeling, B.collider, label[rowB], b, A.collider, label[rowA], a, -1, sealed, asking);
  return feeling.deepest > 0;
}

/** Sets how a body went through the collision step. */
function setCourse(out: Course, state: WorldState, row: number): void {
  const { velocity, spin, awake } = state.bodies;
  const { motion: before } = state.before;
  const o = MOTION_SIZE * row;
  followBody(out.motion, state, row);
  for (let d = 0; d < 3; d++) {
    const moves = awake[row] === 1;
    out.velocity[d] = moves ? velocity[3 * row + d] : 0;
    out.spin[d] = moves ? spin[3 * row + d] : 0;
    out.gain[d] = moves ? out.velocity[d] - before[o + VELOCITY + d] : 0;
    out.gainSpin[d] = moves ? out.spin[d] - before[o + SPIN + d] : 0;
  }
}

/** Makes forces of `feeling`, and a row of contacts. */
function keepPush(state: WorldState, pair: Pair, at: number, dt: number): void {
  const { bodies, contacts, settings } = state;
  const { spring, drag, place, weight } = feeling;
  const { stiffness, damping } = settings.penalty;
  const share = asking.shared ? 1 / weight : 1;
  const mass = 1 / (bodies.inverseMass[pair.a] + bodies.inverseMass[pair.b]);
  const k = stiffness ?? (STIFFNESS * mass) / (dt * dt);
  const c = damping ?? DAMPING * k * dt;
  pushes = growColumn(pushes, PUSH_SIZE * (at + 1));
  const o = PUSH_SIZE * at;
  for (let d = 0; d < PUSH_SIZE; d++) pushes[o + d] = share * (k * spring[d] - c * drag[d]);
  const row = contacts.count++;
  reserveContactRows(contacts, contacts.count);
  const size = Math.sqrt(spring[0] * spring[0] + spring[1] * spring[1] + spring[2] * spring[2]);
  contacts.bodyA[row] = pair.a;
  contacts.bodyB[row] = pair.b;
  contacts.distance[row] = -feeling.deepest;
  contacts.friction[row] = 0;
  contacts.restitution[row] = 0;
  for (let d = 0; d < 3; d++) {
    contacts.normal[3 * row + d] = size > 0 ? spring[d] / size : d === 1 ? 1 : 0;
    contacts.point[3 * row + d] = place[d] / place[3];
  }
  pair.first = row;
  pair.count = 1;
  reservePair(pair, 1);
  pair.key[0] = featureKey(0, 0, 0);
}

/** Adds the forces of a pair to both bodies: as they are, or what a body can bear shared among all it touches. */
function addPush(state: WorldState, pair: Pair, at: number): void {
  const { force, contacts, substep: dt } = state;
  const { inverseMass } = state.bodies;
  const share = asking.shared ? 2 / Math.max(2, partnersOf(state, pair.a), partnersOf(state, pair.b)) : 1;
  const p = PUSH_SIZE * at;
  const A = FORCE_SIZE * pair.a;
  const B = FORCE_SIZE * pair.b;
  const row = pair.first;
  let along = 0;
  for (let d = 0; d < 3; d++) {
    const push = share * pushes[p + d];
    if (inverseMass[pair.a] > 0) {
      force[A + d] += push;
      force[A + 3 + d] += share * pushes[p + 3 + d];
    }
    if (inverseMass[pair.b] > 0) {
      force[B + d] -= push;
      force[B + 3 + d] -= share * pushes[p + 6 + d];
    }
    along += push * contacts.normal[3 * row + d];
    contacts.impulse[4 * row + 1 + d] = dt * push;
  }
  contacts.impulse[4 * row] = dt * along;
  for (let d = 0; d < 3; d++) contacts.impulse[4 * row + 1 + d] -= dt * along * contacts.normal[3 * row + d];
  for (let d = 0; d < 4; d++) {
    contacts.total[4 * row + d] = contacts.impulse[4 * row + d];
    pair.impulse[d] = contacts.impulse[4 * row + d];
  }
}

/** How many bodies one touches; what forces do not move bears any number. */
function partnersOf({ bodies }: WorldState, row: number): number {
  return bodies.inverseMass[row] > 0 ? partners[row] : 1;
}
