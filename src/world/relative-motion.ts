// How two bodies went against each other in a step: where both were and are, how far that is, and what was in the way.

import { measureDrift } from '../contact/pair.ts';
import { KIND_PLANE } from '../field/analytic.ts';
import { createFrame, FRAME_SIZE, invertFrame, movePoint, relateFrames } from '../math/rigid.ts';
import { createTouchWork, sweepColliders, type TouchOptions } from '../sweep/collider.ts';
import { createMotion, frameAt, type Motion } from '../sweep/motion.ts';
import { CHORD, CHORDS, FLYING, PLACES, PLACES_APART, SINK, SLOP, STUCK } from './constants.ts';
import type { Pair } from './pairs.ts';
import { CENTER, followBody, MOTION_SIZE, type SavedStep } from './saved-step.ts';
import { areSeparated, areSeparatedAt } from './separation.ts';
import { haveGone } from './siblings.ts';
import type { WorldState } from './state.ts';
import { addSwept } from './swept.ts';

/** Made by createRelativeMotion alone. */
export interface RelativeMotion {
  readonly thenA: Float64Array; // frames of both before the step
  readonly thenB: Float64Array;
  readonly nowA: Float64Array; // and where they are looked at
  readonly nowB: Float64Array;
  readonly drift: Float64Array; // how far any point of the smaller went, at most
  readonly time: Float64Array; // when they touch, if they do
  readonly motionA: Motion; // how they went
  readonly motionB: Motion;
}

export function createRelativeMotion(): RelativeMotion {
  return {
    thenA: createFrame(),
    thenB: createFrame(),
    nowA: createFrame(),
    nowB: createFrame(),
    drift: new Float64Array(1),
    time: new Float64Array(1),
    motionA: createMotion(),
    motionB: createMotion(),
  };
}

const work = createTouchWork();
const asking: TouchOptions = { slop: 0, sink: 0, graze: 0, deep: 0, tolerance: 0, pieces: CHORDS };
const relative = createFrame(); // scratch: A as seen from B before the step
const back = createFrame(); // scratch: the world as seen from A
const center = new Float64Array(3); // scratch: the centre of the smaller body, in the frame of A

/** Sets the frames of both bodies before the step and now, and the drift; returns whether that is more than `least`. */
export function setRelativeMotion(
  moved: RelativeMotion,
  state: WorldState,
  a: number,
  b: number,
  least: number,
): boolean {
  const { bodies, before } = state;
  const { thenA, thenB, nowA, nowB, drift } = moved;
  const { radius, local } = bodies;
  copyFrame(thenA, before.frame, a);
  copyFrame(thenB, before.frame, b);
  lookNow(moved, state, a, b);
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

/**
 * At how many places two bodies must be looked at that nothing crosses unseen, the last one where they came to: no further
 * apart than half of the thinnest part, or all of it where contacts hold them. Above PLACES, a sweep finds the one.
 */
export function countPlaces(
  moved: RelativeMotion,
  state: WorldState,
  { a, b, count }: Pair,
  thickness: number,
): number {
  const { drift, motionA, motionB } = moved;
  const apart = (count > 0 ? 1 : PLACES_APART) * thickness;
  // Seen from what spins, what comes from afar may end close to where it began.
  const way = count > 0 ? drift[0] : Math.max(drift[0], wayBetween(state, a, b));
  const places = Math.min(PLACES + 1, Math.ceil(way / apart)); // as many as loops can count
  if (!(places > 1)) return 1;
  if (isPlane(state, a) || isPlane(state, b)) return 1; // there is no other side
  if (areApart(state, a, b) || areSeparated(state, a, b, state.before.frame, -SINK * thickness)) return 1;
  if (areInterlocked(state, a, b)) return 1; // they fly apart; contacts hold them
  followBody(motionA, state, a);
  followBody(motionB, state, b);
  return places;
}

/** How far the centre of one body went as seen from that of the other, which does not turn. */
function wayBetween({ bodies, before }: WorldState, a: number, b: number): number {
  const { center } = bodies;
  const { motion } = before;
  let square = 0;
  for (let d = 0; d < 3; d++) {
    const x = motion[MOTION_SIZE * a + CENTER + d] - motion[MOTION_SIZE * b + CENTER + d];
    const y = center[3 * a + d] - center[3 * b + d] - x;
    square += y * y;
  }
  return Math.sqrt(square);
}

/** Whether the balls about two bodies, whose centres go straight, never meet. */
function areApart({ bodies, before }: WorldState, a: number, b: number): boolean {
  const { center, radius } = bodies;
  const { motion } = before;
  let from = 0; // squares of how far apart the centres were, and of how far they moved, and the product of both
  let moved = 0;
  let along = 0;
  for (let d = 0; d < 3; d++) {
    const x = motion[MOTION_SIZE * a + CENTER + d] - motion[MOTION_SIZE * b + CENTER + d];
    const y = center[3 * a + d] - center[3 * b + d] - x;
    from += x * x;
    moved += y * y;
    along += x * y;
  }
  const t = moved > 0 ? Math.min(1, Math.max(0, -along / moved)) : 0;
  const reach = radius[a] + radius[b];
  return from + t * (2 * along + t * moved) > reach * reach;
}

/**
 * Whether two bodies are pieces of one instance that lay in each other's cracks when the step began: they had not moved by
 * the radius of the smaller since they broke, and no plane parted them.
 */
export function areInterlocked(state: WorldState, a: number, b: number): boolean {
  const { instance, bodies, before } = state;
  if (instance[a] !== instance[b] || haveGone(bodies, before.frame, a, b, 1)) return false;
  return !areSeparatedAt(state, a, b, before.frame, 0);
}

function isPlane({ instance }: WorldState, row: number): boolean {
  return instance[row]?.collider.kind === KIND_PLANE;
}

/** Sets where both bodies are looked at: at a time of their ways, 1 where they came to. */
export function placeAt(moved: RelativeMotion, state: WorldState, { a, b }: Pair, time: number): void {
  const { nowA, nowB, motionA, motionB } = moved;
  if (time === 1) lookNow(moved, state, a, b);
  else {
    moved.time[0] = time;
    frameAt(nowA, motionA, moved.time, 0);
    frameAt(nowB, motionB, moved.time, 0);
  }
}

function lookNow({ nowA, nowB }: RelativeMotion, { bodies }: WorldState, a: number, b: number): void {
  copyFrame(nowA, bodies.frame, a);
  copyFrame(nowB, bodies.frame, b);
}

/** Whether two bodies touch on their ways up to a time, apart from what slides; sets moved.time to when. */
export function sweepPair(
  moved: RelativeMotion,
  state: WorldState,
  { a, b, count }: Pair,
  thickness: number,
  slop = SLOP,
  until = 1,
): boolean {
  const { instance, label } = state;
  const { time, motionA, motionB } = moved;
  const A = instance[a]?.collider;
  const B = instance[b]?.collider;
  if (A === undefined || B === undefined) return false;
  if (isPlane(state, a) || isPlane(state, b)) return false; // there is no other side
  asking.slop = slop * thickness;
  asking.sink = SINK * thickness;
  asking.tolerance = CHORD * thickness;
  asking.graze = count > 0 ? SINK * thickness : 0; // what slides on something goes on
  asking.deep = thickness;
  if (areSeparated(state, a, b, state.before.frame, asking.slop)) return false;
  followBody(motionA, state, a, until);
  followBody(motionB, state, b, until);
  state.counters.sweeps++;
  if (!sweepColliders(time, work, A, label[a], motionA, B, label[b], motionB, asking)) return false;
  time[0] *= until;
  return true;
}

/** Keeps what a sweep looked at and found, of the body that went further. */
export function noteSweep(
  { time }: RelativeMotion,
  { swept, bodies, before }: WorldState,
  a: number,
  b: number,
  touches: boolean,
): void {
  const flip = distanceOf(bodies, before, b) > distanceOf(bodies, before, a);
  const row = flip ? b : a;
  const k = addSwept(swept, row, flip ? a : b);
  swept.time[k] = touches ? time[0] : 1;
  for (let d = 0; d < 3; d++) {
    swept.from[3 * k + d] = before.motion[MOTION_SIZE * row + CENTER + d];
    swept.to[3 * k + d] = bodies.center[3 * row + d];
  }
}

/** The square of how far a centre went. */
function distanceOf({ center }: WorldState['bodies'], { motion }: SavedStep, row: number): number {
  let square = 0;
  for (let d = 0; d < 3; d++) {
    const x = center[3 * row + d] - motion[MOTION_SIZE * row + CENTER + d];
    square += x * x;
  }
  return square;
}

/**
 * Whether two bodies part as the solver says, whatever sweeps find: they were in each other when the step began, or they
 * touched and did not go far.
 */
export function isStuck(
  { drift }: RelativeMotion,
  { contacts }: WorldState,
  { first, count }: Pair,
  thickness: number,
): boolean {
  const { distance, apart } = contacts;
  for (let i = first; i < first + count; i++) {
    const seen = apart[3 * i] === 0 && apart[3 * i + 1] === 0 && apart[3 * i + 2] === 0; // when it began
    if (seen && (distance[i] < -STUCK * thickness || drift[0] <= FLYING * thickness)) return true;
  }
  return false;
}

function copyFrame(out: Float64Array, from: Float64Array, row: number): void {
  for (let d = 0; d < FRAME_SIZE; d++) out[d] = from[FRAME_SIZE * row + d];
}
