// Rechecks: once the solver has moved all bodies, pairs that went far are looked at where they came to. What is
// too deep there, or crossed on the way, was not among the contacts of the step: it becomes one, the bodies of its island
// go back, and these are solved again. So nothing is put elsewhere than where the solver sends it, and momentum is kept;
// what no recheck is enough for stays where it was: holdBack.

import { hullOf } from '../contact/collider.ts';
import { deepestOf } from '../contact/contacts.ts';
import { placePair, resetPair } from '../contact/pair.ts';
import { queryPair } from '../contact/query-pair.ts';
import { findSupport } from '../contact/support.ts';
import { BODY_DYNAMIC } from '../dynamics/bodies.ts';
import { findPairs } from '../dynamics/broad-phase-pairs.ts';
import { joinsWithout } from '../dynamics/joints.ts';
import { growColumn } from '../math/columns.ts';
import { FRAME_SIZE } from '../math/rigid.ts';
import { frameAt } from '../sweep/motion.ts';
import { growBoxes } from './broad-phase.ts';
import {
  FAST_RADII,
  GRIPPED_REACH,
  GRIPPED_TURN,
  INTERLOCKED_RECHECKS,
  NEXT_WIDTH,
  PLACES,
  SINK,
  SLOP,
} from './constants.ts';
import { allowedDepth } from './depth.ts';
import { addLateContacts } from './late-contacts.ts';
import { touchAt } from './narrow-phase.ts';
import { copyMemory, createRecord, findPair, type Pair, takePair } from './pairs.ts';
import {
  areInterlocked,
  countPlaces,
  createRelativeMotion,
  isStuck,
  noteSweep,
  placeAt,
  setRelativeMotion,
  sweepPair,
} from './relative-motion.ts';
import { putBack } from './saved-step.ts';
import { areFitting, areStrangers } from './siblings.ts';
import type { WorldState } from './state.ts';

const moved = createRelativeMotion(); // scratch: how a pair went
const aside = createRecord(); // scratch: what a pair remembered before it was looked at
const ended = createRecord(); // scratch: what it remembers where it came to
const passing = createRecord(); // scratch: of a query on the way

/**
 * When the first of those bodies touch that go further in a substep than half of the smaller radius, if that is not right
 * at the beginning: the solver, which has contacts act over a substep, would not turn them as it should. Or when the first
 * have turned far that grip each other. 1 if none do.
 */
export function findImpact(state: WorldState): number {
  const { near, bodies, settings } = state;
  growNear(state);
  let first = 1;
  for (let k = 0; k < near.count; k++) {
    if (state.instance[near.a[k]] === state.instance[near.b[k]]) continue; // pieces that fly apart
    const pair = pairToCheck(state, near.a[k], near.b[k]);
    if (pair === null) continue;
    const { a, b } = pair;
    first = Math.min(first, gripTime(state, pair));
    const thickness = Math.min(state.bodies.thin[a], state.bodies.thin[b]);
    const size = FAST_RADII * Math.min(bodies.radius[a], bodies.radius[b]);
    if (
      !(thickness < Infinity) ||
      !setRelativeMotion(moved, state, a, b, Math.max(0.5 * thickness, settings.substeps * size))
    )
      continue;
    if (!sweepPair(moved, state, pair, thickness, 2 * SLOP, first) || moved.time[0] * moved.drift[0] <= size)
      continue;
    noteSweep(moved, state, a, b, true);
    first = moved.time[0];
  }
  return first;
}

/**
 * When two bodies have turned against each other by as much as planes can follow, if one reaches far into the other, as a bolt
 * does into its nut, or a ring into the next; 1 if they do not turn so far.
 */
function gripTime(state: WorldState, pair: Pair): number {
  const { a, b, count } = pair;
  if (count === 0) return 1;
  const turned = turnedBy(state, a, b);
  return turned > GRIPPED_TURN && isEntered(state, pair) ? GRIPPED_TURN / turned : 1;
}

/** Whether the smaller of two bodies is touched where its hull goes on far beyond, the way that its surface faces there. */
function isEntered(
  { bodies, before, instance, label, contacts }: WorldState,
  { a, b, first, count }: Pair,
): boolean {
  const small = bodies.radius[a] < bodies.radius[b] ? a : b;
  const collider = instance[small]?.collider;
  if (collider === undefined || collider.forest === null) return false;
  const hull = hullOf(collider, label[small]);
  const sign = small === a ? -1 : 1; // normals point to A
  const f = FRAME_SIZE * small;
  for (let i = 3 * first; i < 3 * (first + count); i += 3) {
    outward.fill(0);
    let at = 0;
    for (let d = 0; d < 3; d++) {
      const n = sign * contacts.normal[i + d];
      at += n * (contacts.point[i + d] - before.frame[f + 9 + d]);
      for (let e = 0; e < 3; e++) outward[e] += before.frame[f + 3 * d + e] * n;
    }
    findSupport(farthest, 0, hull, outward, -1);
    if (farthest[0] - at > GRIPPED_REACH * bodies.radius[small]) return true;
  }
  return false;
}

const outward = new Float64Array(3); // scratch: out of the smaller body where it is touched, as it is at rest
const farthest = new Float64Array(1); // scratch: how far its hull reaches that way

/** By how much two bodies have turned against each other in this step, in radians, up to its cube; by their spins where that is more. */
function turnedBy(state: WorldState, a: number, b: number): number {
  const { bodies, before, substep, solving } = state;
  const { frame, spin } = bodies;
  let square = 0;
  let speed = 0;
  for (let d = 0; d < 3; d++) {
    const faster = spin[3 * a + d] - spin[3 * b + d];
    speed += faster * faster;
  }
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 3; j++) {
      let turned = 0; // column i of A by column j of B, now less then
      for (let d = 0; d < 9; d += 3) {
        turned += frame[FRAME_SIZE * a + d + i] * frame[FRAME_SIZE * b + d + j];
        turned -= before.frame[FRAME_SIZE * a + d + i] * before.frame[FRAME_SIZE * b + d + j];
      }
      square += turned * turned;
    }
  }
  return Math.max(Math.sqrt(0.5 * square), Math.sqrt(speed) * substep * solving.substeps);
}

/** Looks at all pairs that went far; returns how many contacts were added to the step, or held too little. */
export function recheckPairs(state: WorldState, recheck: number): number {
  const { near, before, bodies } = state;
  growNear(state);
  before.changed = growColumn(before.changed, bodies.slots.count);
  before.changed.fill(0);
  let added = 0;
  for (let k = 0; k < near.count; k++) {
    const a = near.a[k];
    const b = near.b[k];
    if (recheck > 0 && !isSolved(state, a) && !isSolved(state, b)) continue; // as they were at the last recheck
    const pair = pairToCheck(state, a, b);
    if (pair === null) continue;
    const more = recheckPair(state, pair, recheck);
    if (more === 0) continue;
    before.changed[a] = 1;
    before.changed[b] = 1;
    added += more;
  }
  return added;
}

/** Whether a body was part of the last solve. */
function isSolved({ bodies, solver }: WorldState, row: number): boolean {
  return bodies.kind[row] === BODY_DYNAMIC && bodies.awake[row] === 1 && solver.done[row] === 0;
}

/** Finds pairs anew where bodies were sent elsewhere than was expected. */
function growNear(state: WorldState): void {
  if (growBoxes(state)) findPairs(state.near, state.broad, state.bodies.awake);
}

/** The pair of two bodies that are close, null if they need not be looked at. */
function pairToCheck(state: WorldState, a: number, b: number): Pair | null {
  const { bodies, joints, pairs, contacts } = state;
  if (bodies.kind[a] !== BODY_DYNAMIC && bodies.kind[b] !== BODY_DYNAMIC) return null;
  if (joints.slots.used > 0 && joinsWithout(joints, a, b)) return null;
  if (areStrangers(state, a, b) || areFitting(state, a, b)) return null;
  const pair = findPair(pairs, a, b) ?? takePair(pairs, a, b);
  const { first } = pair;
  // Of a pair that is close only since it was sent here, the rows are gone.
  if (first >= contacts.count || contacts.bodyA[first] !== a || contacts.bodyB[first] !== b) pair.count = 0;
  pair.step = state.steps;
  return pair;
}

function recheckPair(state: WorldState, pair: Pair, recheck: number): number {
  const { settings } = state;
  const { a, b } = pair;
  const allowed = allowedDepth(state, a, b);
  const slow = allowed * (1 << recheck); // what is slow and still too deep after a few rechecks is left to the next step
  if (!setRelativeMotion(moved, state, a, b, slow)) return 0;
  const thickness = Math.min(state.bodies.thin[a], state.bodies.thin[b]);
  const deep = recheck >= INTERLOCKED_RECHECKS && areInterlocked(state, a, b) ? SINK * thickness : allowed;
  const places = settings.sweep ? countPlaces(moved, state, pair, thickness) : 1;
  if (places > PLACES) {
    const crossed = checkOnTheWay(state, pair, thickness, recheck);
    if (crossed > 0) return crossed;
  }
  copyMemory(aside, pair);
  const wide = Math.min(NEXT_WIDTH * moved.drift[0], thickness);
  let added = 0;
  let deepest = 0;
  if (settings.speculation) {
    placeAt(moved, state, pair, 1);
    touchAt(state, pair, moved.nowA, moved.nowB, 0.5 * slow, recheck > 0 ? 0.5 * deep : 0);
    added =
      countSunk(state, pair, deep) + addLateContacts(moved, state, pair, -0.5 * deep, wide, 0.5 * allowed);
    deepest = deepestOf(state.found);
  }
  // What holds it where it comes to may hold it on its way: that is looked at only once nothing is missed at its end.
  if (places > 1 && places <= PLACES && added === 0) {
    copyMemory(ended, pair);
    copyMemory(pair, aside);
    for (let k = 1; k < places && added === 0; k++) {
      placeAt(moved, state, pair, k / places);
      touchAt(state, pair, moved.nowA, moved.nowB, 0.5 * slow, 0.5 * deep);
      added = addLateContacts(moved, state, pair, -0.5 * deep, wide, 0.5 * allowed);
      if (added > 0) state.counters.stopped++;
      deepest = Math.min(deepest, deepestOf(state.found));
    }
    copyMemory(pair, ended);
  }
  // All that is there holds it already, and too little.
  if (settings.sweep && deepest < -SINK * thickness && added === 0 && !isStuck(moved, state, pair, thickness))
    added = 1;
  if (added > 0 || !settings.speculation) copyMemory(pair, aside);
  return added;
}

/** How many contacts of the step the solver has let sink by more than is allowed: it must look closer. */
function countSunk({ contacts }: WorldState, { first, count }: Pair, allowed: number): number {
  const { gap, distance } = contacts;
  let sunk = 0;
  for (let i = first; i < first + count; i++) {
    if (gap[i] < -allowed && gap[i] < distance[i] - 0.5 * allowed) sunk++;
  }
  return sunk;
}

/** Sweeps both bodies along their ways; if they touch, adds contacts at the place where they do. */
function checkOnTheWay(state: WorldState, pair: Pair, thickness: number, recheck: number): number {
  const { instance, label, query, found, bodies, asking } = state;
  const { a, b } = pair;
  const touches = sweepPair(moved, state, pair, thickness);
  if (touches || recheck === 0) noteSweep(moved, state, a, b, touches);
  const A = instance[a];
  const B = instance[b];
  if (!touches || A === null || B === null) return 0;
  state.counters.stopped++;
  const { thenA, thenB, nowA, nowB } = moved;
  const slop = SLOP * thickness;
  frameAt(nowA, moved.motionA, moved.time, 0);
  frameAt(nowB, moved.motionB, moved.time, 0);
  // What was stopped at one place may turn about it: each recheck sees further around.
  const { radius } = bodies;
  around[1] = thickness;
  around[2] = Math.min(radius[a], radius[b]);
  around[0] = Math.min(2 * slop, around[2]);
  for (let wide = Math.min(recheck, 2); wide < 3; wide++) {
    asking.margin = around[wide];
    asking.epsilon = 0.1 * slop;
    asking.edges = true;
    asking.thin = true;
    asking.jams = false;
    copyMemory(passing, pair);
    placePair(passing, thenA, thenB);
    queryPair(found, query, passing, A.collider, label[a], nowA, B.collider, label[b], nowB, asking);
    const added = addLateContacts(moved, state, pair, around[wide], around[wide], slop);
    if (added > 0) return added;
  }
  return isStuck(moved, state, pair, thickness) ? 0 : 1; // all that is near holds it already: the solver must look closer
}

const around = new Float64Array(3); // scratch: how far around a place on the way contacts are looked for

// After the last recheck: what would still cross on its way stays where it was, with the velocity that it has got, but for
// that of a fall that it has not made. Where everything was, nothing crosses.

/** Holds back for `dt` what would still cross on its way, and what crosses that which is held; kinematic bodies go on. */
export function holdBack(state: WorldState, dt: number): void {
  const { near, pairs, bodies, counters, before } = state;
  const { changed } = before;
  changed.fill(0);
  for (let held = 1, round = 1; held > 0; round++) {
    held = 0;
    for (let k = 0; k < near.count; k++) {
      const pair = findPair(pairs, near.a[k], near.b[k]);
      if (pair === null || pair.step !== state.steps) continue;
      const { a, b } = pair;
      if (round > 1 && changed[a] < round - 1 && changed[b] < round - 1) continue; // both as they were seen last
      const thickness = Math.min(state.bodies.thin[a], state.bodies.thin[b]);
      if (
        !(thickness < Infinity) ||
        !setRelativeMotion(moved, state, a, b, 0.5 * thickness) ||
        areFitting(state, a, b)
      )
        continue;
      if (isStuck(moved, state, pair, thickness) || !crosses(state, pair, thickness)) continue;
      for (const row of [a, b]) {
        if (bodies.kind[row] !== BODY_DYNAMIC || !takeBack(state, row)) continue;
        forgetWays(state, row);
        takeFall(state, row, dt);
        changed[row] = round;
        held++;
      }
    }
    counters.held += held;
  }
}

/** Lets the pairs of a body forget where the last recheck saw them, and how they came there. */
function forgetWays({ pairs, bodies, steps }: WorldState, row: number): void {
  const { frame } = bodies;
  for (const pair of pairs.of[row]) {
    if (pair.step !== steps) continue;
    resetPair(pair);
    placePair(pair, rowOf(frame, pair.a), rowOf(frame, pair.b));
    pair.sure = 0;
  }
}

function rowOf(frame: Float64Array, row: number): Float64Array {
  return frame.subarray(FRAME_SIZE * row, FRAME_SIZE * (row + 1));
}

/** Whether two bodies are too deep in each other somewhere on their ways. */
function crosses(state: WorldState, pair: Pair, thickness: number): boolean {
  const { found } = state;
  const places = countPlaces(moved, state, pair, thickness);
  if (places > PLACES && sweepPair(moved, state, pair, thickness)) return true;
  copyMemory(aside, pair);
  let deepest = 0;
  for (let k = places > PLACES ? places : 1; k <= places; k++) {
    placeAt(moved, state, pair, k / places);
    touchAt(state, pair, moved.nowA, moved.nowB, 0, 0.5 * allowedDepth(state, pair.a, pair.b));
    deepest = Math.min(deepest, deepestOf(found));
  }
  copyMemory(pair, aside);
  return deepest < -SINK * thickness;
}

/** Takes from a body that falls what it has gained in `dt`, no more than all of its fall. */
function takeFall({ bodies, settings }: WorldState, row: number, dt: number): void {
  const { velocity } = bodies;
  const { gravity } = settings;
  let along = 0;
  let square = 0;
  for (let d = 0; d < 3; d++) {
    along += velocity[3 * row + d] * gravity[d];
    square += gravity[d] * gravity[d];
  }
  if (!(along > 0)) return;
  const time = Math.min(dt, along / square);
  for (let d = 0; d < 3; d++) velocity[3 * row + d] -= time * gravity[d];
}

/** Puts a body back where it was, spinning about its own axes as it does; returns whether it had gone elsewhere. */
function takeBack(state: WorldState, row: number): boolean {
  const { bodies, before } = state;
  const { spin, frame } = bodies;
  const f = FRAME_SIZE * row;
  turned.fill(0);
  for (let i = 0; i < 3; i++) {
    for (let d = 0; d < 3; d++)
      own[d] =
        frame[f + d] * spin[3 * row] +
        frame[f + 3 + d] * spin[3 * row + 1] +
        frame[f + 6 + d] * spin[3 * row + 2];
    for (let d = 0; d < 3; d++) turned[i] += before.frame[f + 3 * i + d] * own[d];
  }
  if (!putBack(state, row)) return false;
  for (let d = 0; d < 3; d++) spin[3 * row + d] = turned[d];
  return true;
}

const own = new Float64Array(3); // scratch: a spin in a body's own frame
const turned = new Float64Array(3); // scratch: the same in the world, as the body was turned before
