// A second look: once the solver has moved all bodies, pairs that went far are looked at where they came to. What is
// too deep there, or crossed on the way, was not among the contacts of the step: it becomes one, all bodies go back,
// and the step is solved again. So nothing is put elsewhere than where the solver sends it, and momentum is kept; what no
// look is enough for stays where it was, holdBack.

import { copyPair, createPair, placePair } from '../contact/pair.ts';
import { queryPair } from '../contact/query.ts';
import { measureDrift } from '../contact/reuse.ts';
import { BODY_DYNAMIC } from '../dynamics/bodies.ts';
import { findPairs } from '../dynamics/broad-phase-pairs.ts';
import { insertContactRows } from '../dynamics/contact-rows.ts';
import { joinsWithout } from '../dynamics/joints.ts';
import { ROW_GAP, ROW_SIZE } from '../dynamics/solver.ts';
import { writeTouch } from '../dynamics/touch.ts';
import { KIND_PLANE } from '../field/analytic.ts';
import { createFrame, FRAME_SIZE, invertFrame, movePoint, relateFrames } from '../math/frame.ts';
import { createTouchWork, sweepColliders, type TouchOptions } from '../sweep/collider.ts';
import { createMotion, frameAt } from '../sweep/motion.ts';
import { type Before, CENTER, followBody, MOTION_SIZE, putBack } from './before.ts';
import { growBoxes } from './boxes.ts';
import { touchRows } from './collide.ts';
import { allowedDepth } from './depth.ts';
import { featureKey, findPair, type PairRecord, reservePair, takePair } from './pairs.ts';
import { areParted } from './parted.ts';
import { areFitting, areStrangers } from './siblings.ts';
import type { WorldState } from './state.ts';
import { addSwept } from './swept.ts';

const WIDE = 0.25; // of how far a pair moved: what is this close may be next
const ROWS = 4; // contacts that a look adds to a pair: the deepest, and those farthest from it
const SLOP = 0.05; // of the thinnest part: how far before touching a sweep says that bodies touch
const SINK = 0.25; // of the thinnest part: how deep what touches may go on the way: it is looked at where it comes to
const CHORD = 0.1; // of the thinnest part: how far chords may be from paths
const LARGE = 0.5; // radii of the smaller body
const PIECES = 64;
const ALIKE = 0.99; // cosine between normals that are the same, give or take

const aside = createPair(); // scratch: what a pair remembered before it was looked at
const passing = createPair(); // scratch: of a query on the way
const work = createTouchWork();
const asking: TouchOptions = { slop: 0, sink: 0, graze: 0, deep: 0, tolerance: 0, pieces: PIECES };
const motionA = createMotion(); // scratch: how two bodies went
const motionB = createMotion();
const thenA = createFrame(); // scratch: both before the step
const thenB = createFrame();
const nowA = createFrame(); // scratch: both where they are looked at
const nowB = createFrame();
const relative = createFrame();
const back = createFrame();
const center = new Float64Array(3); // scratch: the centre of the smaller body, in the frame of A
const drift = new Float64Array(1); // scratch: how far a pair has moved in the step
const time = new Float64Array(1); // scratch: when two bodies touch
const p = new Float64Array(9); // scratch: a contact's place, and where it was on A and on B before the step
const taken = new Int32Array(ROWS); // scratch: contacts of state.found that are added

/**
 * When the first of those bodies touch that go further in a substep than half of the smaller radius, if that is not right
 * at the beginning: the solver, which has contacts act over a substep, would not turn them as it should. 1 if none do.
 */
export function findTouch(state: WorldState): number {
  const { near, bodies, settings } = state;
  growNear(state);
  let first = 1;
  for (let k = 0; k < near.count; k++) {
    const pair = pairToLookAt(state, near.a[k], near.b[k]);
    if (pair === null) continue;
    const { a, b } = pair;
    const part = Math.min(state.thin[a], state.thin[b]);
    const size = LARGE * Math.min(bodies.radius[a], bodies.radius[b]);
    if (!(part < Infinity) || !setFrames(state, a, b, Math.max(0.5 * part, settings.substeps * size)))
      continue;
    if (!sweepPair(state, pair, part, 2 * SLOP, first) || time[0] * drift[0] <= size) continue;
    noteSweep(state, a, b, true);
    first = time[0];
  }
  return first;
}

/** Looks at all pairs that went far; returns how many contacts were added to the step, or held too little. */
export function lookAgain(state: WorldState, look: number): number {
  const { near } = state;
  growNear(state);
  let added = 0;
  for (let k = 0; k < near.count; k++) {
    const pair = pairToLookAt(state, near.a[k], near.b[k]);
    if (pair !== null) added += lookAtPair(state, pair, look, added);
  }
  return added;
}

/** Finds pairs anew where bodies were sent elsewhere than was expected. */
function growNear(state: WorldState): void {
  if (growBoxes(state)) findPairs(state.near, state.broad, state.bodies.awake);
}

/** The pair of two bodies that are close, null if they need not be looked at. */
function pairToLookAt(state: WorldState, a: number, b: number): PairRecord | null {
  const { bodies, joints, pairs } = state;
  if (bodies.kind[a] !== BODY_DYNAMIC && bodies.kind[b] !== BODY_DYNAMIC) return null;
  if (joints.slots.used > 0 && joinsWithout(joints, a, b)) return null;
  if (areStrangers(state, a, b) || areFitting(state, a, b)) return null;
  const pair = findPair(pairs, a, b) ?? takePair(pairs, a, b);
  pair.step = state.steps;
  return pair;
}

/**
 * After the last look: what would still cross on its way stays where it was, with the velocity that it has got. Where
 * everything was, nothing crosses; kinematic bodies go on.
 */
export function holdBack(state: WorldState): void {
  const { near, pairs, bodies, counters } = state;
  for (let held = 1; held > 0; ) {
    held = 0;
    for (let k = 0; k < near.count; k++) {
      const pair = findPair(pairs, near.a[k], near.b[k]);
      if (pair === null || pair.step !== state.steps) continue;
      const { a, b } = pair;
      const part = Math.min(state.thin[a], state.thin[b]);
      if (!(part < Infinity) || !setFrames(state, a, b, 0.5 * part) || areFitting(state, a, b)) continue;
      if (isStuck(state, pair, part) || !sweepPair(state, pair, part)) continue;
      for (const row of [a, b]) if (bodies.kind[row] === BODY_DYNAMIC && takeBack(state, row)) held++;
    }
    counters.held += held;
  }
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

function lookAtPair(state: WorldState, pair: PairRecord, look: number, before: number): number {
  const { bodies, settings } = state;
  const { a, b } = pair;
  const allowed = allowedDepth(state, a, b);
  // What is slow and still too deep after a few looks is left to the next step.
  if (!setFrames(state, a, b, allowed * (1 << look))) return 0;
  const part = Math.min(state.thin[a], state.thin[b]);
  if (settings.sweep && drift[0] > 0.5 * part && part < Infinity) {
    const crossed = lookOnTheWay(state, pair, part, look);
    if (crossed > 0) return crossed;
  }
  if (!settings.speculation) return 0;
  copyPair(aside, pair.state);
  const { sure, version } = pair;
  copyFrame(nowA, bodies.frame, a);
  copyFrame(nowB, bodies.frame, b);
  touchRows(state, pair);
  // Where contacts were added, rows of the solver are no longer those of the contacts; it looks closer anyway.
  const sunk = before > 0 || look > 1 ? 0 : countSunk(state, pair, allowed);
  const added = addRows(state, pair, -0.5 * allowed, Math.min(WIDE * drift[0], part), 0.5 * allowed) + sunk;
  if (added > 0) {
    copyPair(pair.state, aside);
    pair.sure = sure;
    pair.version = version;
  }
  return added;
}

/** How many contacts of the step the solver has let sink by more than is allowed: it must look closer. */
function countSunk({ solver, contacts }: WorldState, { first, count }: PairRecord, allowed: number): number {
  let sunk = 0;
  for (let i = first; i < first + count; i++) {
    const gap = solver.row[ROW_SIZE * i + ROW_GAP];
    if (gap < -allowed && gap < contacts.distance[i] - 0.5 * allowed) sunk++;
  }
  return sunk;
}

/** Sets frames of both bodies before the step and `drift`; returns whether that is more than `least`. */
function setFrames({ bodies, before }: WorldState, a: number, b: number, least: number): boolean {
  const { radius, local } = bodies;
  copyFrame(thenA, before.frame, a);
  copyFrame(thenB, before.frame, b);
  copyFrame(nowA, bodies.frame, a);
  copyFrame(nowB, bodies.frame, b);
  relateFrames(relative, thenA, thenB);
  const small = radius[a] < radius[b] ? a : b;
  if (small === a) for (let d = 0; d < 3; d++) center[d] = local[3 * a + d];
  else {
    invertFrame(back, nowA);
    movePoint(center, 0, nowB, local, 3 * b);
    movePoint(center, 0, back, center, 0);
  }
  measureDrift(drift, relative, nowA, nowB, center, 0, radius, small);
  return drift[0] > least;
}

/** Sweeps both bodies along their ways; if they touch, adds contacts at the place where they do. */
function lookOnTheWay(state: WorldState, pair: PairRecord, part: number, look: number): number {
  const { copy, label, query, found, bodies } = state;
  const { a, b } = pair;
  const touches = sweepPair(state, pair, part);
  if (touches || look === 0) noteSweep(state, a, b, touches);
  const A = copy[a];
  const B = copy[b];
  if (!touches || A === null || B === null) return 0;
  state.counters.stopped++;
  frameAt(nowA, motionA, time, 0);
  frameAt(nowB, motionB, time, 0);
  // What was stopped at one place may turn about it: each look sees further around.
  const { radius } = bodies;
  around[1] = part;
  around[2] = Math.min(radius[a], radius[b]);
  around[0] = Math.min(2 * asking.slop, around[2]);
  for (let wide = Math.min(look, 2); wide < 3; wide++) {
    const options = { ...state.asking, margin: around[wide], epsilon: 0.1 * asking.slop };
    copyPair(passing, pair.state);
    placePair(passing, thenA, thenB);
    queryPair(found, query, passing, A.collider, label[a], nowA, B.collider, label[b], nowB, options);
    const added = addRows(state, pair, around[wide], around[wide], asking.slop);
    if (added > 0) return added;
  }
  return isStuck(state, pair, part) ? 0 : 1; // all that is near holds it already: the solver must look closer
}

/** Whether two bodies were in each other when the step began: they part as the solver says. */
function isStuck({ contacts }: WorldState, { first, count }: PairRecord, part: number): boolean {
  const { distance, apart } = contacts;
  for (let i = first; i < first + count; i++) {
    const seen = apart[3 * i] === 0 && apart[3 * i + 1] === 0 && apart[3 * i + 2] === 0; // when it began
    if (seen && distance[i] < -SINK * part) return true;
  }
  return false;
}

const around = new Float64Array(3); // scratch: how far around a place on the way contacts are looked for

/** Whether two bodies touch on their ways up to a time, apart from what slides; sets `time` to when. */
function sweepPair(
  state: WorldState,
  { a, b, count }: PairRecord,
  part: number,
  slop = SLOP,
  until = 1,
): boolean {
  const { copy, label } = state;
  const A = copy[a]?.collider;
  const B = copy[b]?.collider;
  if (A === undefined || B === undefined) return false;
  if (A.kind === KIND_PLANE || B.kind === KIND_PLANE) return false; // there is no other side
  asking.slop = slop * part;
  asking.sink = SINK * part;
  asking.tolerance = CHORD * part;
  asking.graze = count > 0 ? SINK * part : 0; // what slides on something goes on
  asking.deep = part;
  if (areParted(state, a, b, state.before.frame, asking.slop)) return false;
  followBody(motionA, state, a, until);
  followBody(motionB, state, b, until);
  state.counters.sweeps++;
  if (!sweepColliders(time, work, A, label[a], motionA, B, label[b], motionB, asking)) return false;
  time[0] *= until;
  return true;
}

/** Keeps what a sweep looked at and found, of the body that went further. */
function noteSweep({ swept, bodies, before }: WorldState, a: number, b: number, touches: boolean): void {
  const flip = wayOf(bodies, before, b) > wayOf(bodies, before, a);
  const row = flip ? b : a;
  const k = addSwept(swept, row, flip ? a : b);
  swept.time[k] = touches ? time[0] : 1;
  for (let d = 0; d < 3; d++) {
    swept.from[3 * k + d] = before.motion[MOTION_SIZE * row + CENTER + d];
    swept.to[3 * k + d] = bodies.center[3 * row + d];
  }
}

/** The square of how far a centre went. */
function wayOf({ center }: WorldState['bodies'], { motion }: Before, row: number): number {
  let square = 0;
  for (let d = 0; d < 3; d++) {
    const x = center[3 * row + d] - motion[MOTION_SIZE * row + CENTER + d];
    square += x * x;
  }
  return square;
}

/**
 * Adds contacts of state.found, at nowA and nowB, to those of a pair: the deepest of what is none of them yet, give or
 * take `same`, if it is closer than `least`; and others closer than `wide`, far from each other. Returns how many.
 */
function addRows(state: WorldState, pair: PairRecord, least: number, wide: number, same: number): number {
  const { found, contacts, bodies } = state;
  const count = chooseRows(state, pair, least, wide, same);
  if (count === 0) return 0;
  const { a, b } = pair;
  if (pair.count === 0) {
    pair.first = contacts.count;
    if (!pair.touching) state.active.push(pair);
  }
  const first = pair.first + pair.count;
  insertContactRows(contacts, first, count);
  for (const other of state.active)
    if (other !== pair && other.first >= first && other.count > 0) other.first += count;
  reservePair(pair, pair.count + count);
  for (let k = 0; k < count; k++) {
    const i = taken[k];
    const row = first + k;
    contacts.distance[row] = placeFound(state, pair, i);
    contacts.bodyA[row] = a;
    contacts.bodyB[row] = b;
    contacts.friction[row] = Math.sqrt(bodies.friction[a] * bodies.friction[b]);
    contacts.restitution[row] = Math.max(bodies.restitution[a], bodies.restitution[b]);
    for (let d = 0; d < 3; d++) {
      contacts.normal[3 * row + d] = found.normal[3 * i + d];
      contacts.point[3 * row + d] = 0.5 * (p[3 + d] + p[6 + d]);
      contacts.apart[3 * row + d] = p[3 + d] - p[6 + d];
    }
    contacts.impulse.fill(0, 4 * row, 4 * row + 4);
    pair.key[pair.count + k] = featureKey(found.side[i], found.kind[i], found.index[i]);
    pair.impulse.fill(0, 4 * (pair.count + k), 4 * (pair.count + k) + 4);
  }
  pair.count += count;
  return count;
}

/** Sets p to the place of a contact of state.found and to where that was on A and B before the step; how far apart then. */
function placeFound(state: WorldState, { a, b }: PairRecord, i: number): number {
  const { found } = state;
  const half = (found.side[i] === 0 ? -0.5 : 0.5) * found.distance[i];
  for (let d = 0; d < 3; d++) p[d] = found.point[3 * i + d] + half * found.normal[3 * i + d];
  placeBefore(3, state, a, thenA, nowA);
  placeBefore(6, state, b, thenB, nowB);
  let gap = found.distance[i];
  for (let d = 0; d < 3; d++) gap += found.normal[3 * i + d] * (p[3 + d] - p[6 + d]);
  return gap;
}

/** Sets p[at…] to where p[0…2], a place where a body is touched at the frame `now`, was touched at `then`. */
function placeBefore(
  at: number,
  { bodies }: WorldState,
  row: number,
  then: Float64Array,
  now: Float64Array,
): void {
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 3; j++) {
      turn[3 * i + j] =
        now[3 * i] * then[3 * j] + now[3 * i + 1] * then[3 * j + 1] + now[3 * i + 2] * then[3 * j + 2];
    }
  }
  writeTouch(turn, 9, bodies.round[row], then, 0, turn, 0);
  movePoint(place, 0, now, bodies.local, 3 * row);
  movePoint(place, 3, then, bodies.local, 3 * row);
  const x = p[0] - place[0];
  const y = p[1] - place[1];
  const z = p[2] - place[2];
  for (let d = 0; d < 3; d++)
    p[at + d] = place[3 + d] + turn[9 + d] * x + turn[12 + d] * y + turn[15 + d] * z;
}

const turn = new Float64Array(18); // scratch: how a body has turned, and the places where it is touched
const place = new Float64Array(6); // scratch: its centre now and then

/** Sets `taken` to the contacts of state.found to add; returns how many. */
function chooseRows(state: WorldState, pair: PairRecord, least: number, wide: number, same: number): number {
  const { found } = state;
  let count = 0;
  while (count < ROWS) {
    let best = -1;
    let most = 0;
    for (let i = 0; i < found.count; i++) {
      if (!(found.distance[i] < (count === 0 ? least : wide))) continue;
      const worth = count === 0 ? least - found.distance[i] : farFrom(found, i, count);
      if (worth > most && !isKnown(state, pair, i, same)) {
        most = worth;
        best = i;
      }
    }
    if (best < 0) break;
    taken[count++] = best;
  }
  return count;
}

/** The square of how far a contact is from the closest of those taken. */
function farFrom({ point }: WorldState['found'], i: number, count: number): number {
  let least = Infinity;
  for (let k = 0; k < count; k++) {
    let square = 0;
    for (let d = 0; d < 3; d++) {
      const x = point[3 * i + d] - point[3 * taken[k] + d];
      square += x * x;
    }
    least = Math.min(least, square);
  }
  return least;
}

/**
 * Whether a contact of state.found is one of its pair's, the same feature against what is, give or take, the same plane;
 * or was as deep when the step began, and was left out.
 */
function isKnown(state: WorldState, pair: PairRecord, i: number, same: number): boolean {
  const { found, contacts } = state;
  const { key, first, count } = pair;
  const wanted = featureKey(found.side[i], found.kind[i], found.index[i]);
  const gap = placeFound(state, pair, i);
  if (gap < -2 * same) return true;
  for (let k = 0; k < count; k++) {
    if (key[k] !== wanted) continue;
    let along = 0;
    for (let d = 0; d < 3; d++) along += contacts.normal[3 * (first + k) + d] * found.normal[3 * i + d];
    if (along > ALIKE && Math.abs(gap - contacts.distance[first + k]) <= same) return true;
  }
  return false;
}

function copyFrame(out: Float64Array, from: Float64Array, row: number): void {
  for (let d = 0; d < FRAME_SIZE; d++) out[d] = from[FRAME_SIZE * row + d];
}
