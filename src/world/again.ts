// A second look: once the solver has moved all bodies, pairs that went far are looked at where they came to. What is
// too deep there, or crossed on the way, was not among the contacts of the step: it becomes one, all bodies go back,
// and the step is solved again. So nothing is ever put elsewhere than where the solver sends it, and momentum is kept.

import { copyPair, createPair, placePair } from '../contact/pair.ts';
import { queryPair } from '../contact/query.ts';
import { measureDrift } from '../contact/reuse.ts';
import { BODY_DYNAMIC } from '../dynamics/bodies.ts';
import { insertContactRows } from '../dynamics/contact-rows.ts';
import { joinsWithout } from '../dynamics/joints.ts';
import { writeTouch } from '../dynamics/touch.ts';
import { createFrame, FRAME_SIZE, invertFrame, movePoint, relateFrames } from '../math/frame.ts';
import { createTouchWork, sweepColliders, type TouchOptions } from '../sweep/collider.ts';
import { createMotion, frameAt } from '../sweep/motion.ts';
import { followBody } from './before.ts';
import { touchRows } from './collide.ts';
import { allowedDepth, thicknessOf } from './depth.ts';
import { featureKey, findPair, type PairRecord, reservePair } from './pairs.ts';
import { areParted } from './parted.ts';
import { areFitting, areStrangers } from './siblings.ts';
import type { WorldState } from './state.ts';

const ROWS = 4; // contacts that a look adds to a pair: the deepest, and those farthest from it
const SLOP = 0.05; // of the thinnest part: how far before touching a sweep says that bodies touch
const CHORD = 0.1; // of the thinnest part: how far chords may be from paths
const PIECES = 64;

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
let taken = new Int32Array(ROWS); // scratch: contacts of state.found that are added

/** Looks at all pairs that went far; returns how many contacts were added to the step, or held too little. */
export function lookAgain(state: WorldState, look: number): number {
  const { near, pairs, bodies, joints } = state;
  const edges = joints.slots.used > 0;
  let added = 0;
  for (let k = 0; k < near.count; k++) {
    const a = near.a[k];
    const b = near.b[k];
    if (bodies.kind[a] !== BODY_DYNAMIC && bodies.kind[b] !== BODY_DYNAMIC) continue;
    if (edges && joinsWithout(joints, a, b)) continue;
    const pair = findPair(pairs, a, b);
    if (pair === null || areStrangers(state, a, b) || areFitting(state, a, b)) continue;
    added += lookAtPair(state, pair, look);
  }
  return added;
}

function lookAtPair(state: WorldState, pair: PairRecord, look: number): number {
  const { bodies } = state;
  const { a, b } = pair;
  const allowed = allowedDepth(state, a, b);
  if (!setFrames(state, a, b, allowed)) return 0;
  const part = Math.min(thicknessOf(state, a), thicknessOf(state, b));
  if (drift[0] > 0.5 * part && part < Infinity) {
    const crossed = lookOnTheWay(state, pair, part, look);
    if (crossed > 0) return crossed;
  }
  copyPair(aside, pair.state);
  const { sure, version } = pair;
  copyFrame(nowA, bodies.frame, a);
  copyFrame(nowB, bodies.frame, b);
  touchRows(state, pair);
  const added = addRows(state, pair, -0.5 * allowed) + countSunk(state, pair, allowed);
  if (added > 0) {
    copyPair(pair.state, aside);
    pair.sure = sure;
    pair.version = version;
  }
  return added;
}

/** How many contacts of the step the solver has let sink by more than is allowed: it must look closer. */
function countSunk(
  { found, contacts }: WorldState,
  { key, first, count }: PairRecord,
  allowed: number,
): number {
  let sunk = 0;
  for (let i = 0; i < found.count; i++) {
    if (!(found.distance[i] < -allowed)) continue;
    const wanted = featureKey(found.side[i], found.kind[i], found.index[i]);
    for (let k = 0; k < count; k++) {
      if (key[k] === wanted && found.distance[i] < contacts.distance[first + k] - 0.5 * allowed) sunk++;
    }
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
  const { copy, label, query, found } = state;
  const { a, b } = pair;
  const A = copy[a];
  const B = copy[b];
  if (A === null || B === null) return 0;
  asking.slop = SLOP * part;
  asking.sink = SLOP * part;
  asking.tolerance = CHORD * part;
  asking.graze = SLOP * part;
  asking.deep = part;
  if (areParted(state, a, b, state.before.frame, asking.slop)) return 0;
  followBody(motionA, state, a);
  followBody(motionB, state, b);
  state.counters.sweeps++;
  if (!sweepColliders(time, work, A.collider, label[a], motionA, B.collider, label[b], motionB, asking))
    return 0;
  frameAt(nowA, motionA, time, 0);
  frameAt(nowB, motionB, time, 0);
  copyPair(passing, pair.state);
  placePair(passing, thenA, thenB);
  const { radius } = state.bodies;
  // What was stopped at one place may turn about it: each look sees further around.
  const margin = look === 0 ? 2 * asking.slop : look === 1 ? part : Math.min(radius[a], radius[b]);
  const options = { ...state.asking, margin, epsilon: 0.1 * asking.slop };
  queryPair(found, query, passing, A.collider, label[a], nowA, B.collider, label[b], nowB, options);
  return addRows(state, pair, margin);
}

/**
 * Adds contacts of state.found, at nowA and nowB, to those of a pair: of features that are none yet and closer than `least`
 * the deepest, and some far from it. Returns how many.
 */
function addRows(state: WorldState, pair: PairRecord, least: number): number {
  const { found, contacts, bodies } = state;
  const count = chooseRows(state, pair, least);
  if (count === 0) return 0;
  const { a, b } = pair;
  if (pair.count === 0) {
    pair.first = contacts.count;
    if (!state.active.includes(pair)) state.active.push(pair);
  }
  const first = pair.first + pair.count;
  insertContactRows(contacts, first, count);
  for (const other of state.active)
    if (other !== pair && other.first >= first && other.count > 0) other.first += count;
  reservePair(pair, pair.count + count);
  const { point, apart, normal, distance } = contacts;
  for (let k = 0; k < count; k++) {
    const i = taken[k];
    const row = first + k;
    const half = (found.side[i] === 0 ? -0.5 : 0.5) * found.distance[i];
    for (let d = 0; d < 3; d++) p[d] = found.point[3 * i + d] + half * found.normal[3 * i + d];
    placeBefore(3, state, a, thenA, nowA);
    placeBefore(6, state, b, thenB, nowB);
    contacts.bodyA[row] = a;
    contacts.bodyB[row] = b;
    contacts.friction[row] = Math.sqrt(bodies.friction[a] * bodies.friction[b]);
    contacts.restitution[row] = Math.max(bodies.restitution[a], bodies.restitution[b]);
    let gap = found.distance[i];
    for (let d = 0; d < 3; d++) {
      normal[3 * row + d] = found.normal[3 * i + d];
      point[3 * row + d] = 0.5 * (p[3 + d] + p[6 + d]);
      apart[3 * row + d] = p[3 + d] - p[6 + d];
      gap += found.normal[3 * i + d] * apart[3 * row + d];
    }
    distance[row] = gap;
    contacts.impulse.fill(0, 4 * row, 4 * row + 4);
    pair.key[pair.count + k] = featureKey(found.side[i], found.kind[i], found.index[i]);
    pair.impulse.fill(0, 4 * (pair.count + k), 4 * (pair.count + k) + 4);
  }
  pair.count += count;
  return count;
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
function chooseRows({ found }: WorldState, pair: PairRecord, least: number): number {
  let count = 0;
  if (taken.length < ROWS) taken = new Int32Array(ROWS);
  while (count < ROWS) {
    let best = -1;
    let most = -Infinity;
    for (let i = 0; i < found.count; i++) {
      if (!(found.distance[i] < least) || isHeld(found, pair, i)) continue;
      let worth = -found.distance[i];
      if (count > 0) {
        worth = Infinity;
        for (let k = 0; k < count; k++) {
          let square = 0;
          for (let d = 0; d < 3; d++) {
            const x = found.point[3 * i + d] - found.point[3 * taken[k] + d];
            square += x * x;
          }
          worth = Math.min(worth, square);
        }
        if (worth === 0) continue;
      }
      if (worth > most) {
        most = worth;
        best = i;
      }
    }
    if (best < 0) return count;
    taken[count++] = best;
  }
  return count;
}

/** Whether a contact of state.found is one of its pair's already. */
function isHeld(found: WorldState['found'], { key, count }: PairRecord, i: number): boolean {
  const wanted = featureKey(found.side[i], found.kind[i], found.index[i]);
  for (let k = 0; k < count; k++) if (key[k] === wanted) return true;
  return false;
}

function copyFrame(out: Float64Array, from: Float64Array, row: number): void {
  for (let d = 0; d < FRAME_SIZE; d++) out[d] = from[FRAME_SIZE * row + d];
}
