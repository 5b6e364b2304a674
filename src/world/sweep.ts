// Nothing tunnels: what went so far in a collision step that it could have crossed the thinnest part of itself or of what
// it may have met is swept from where it was to where it is. What would have touched is put back to just before that; it
// keeps its velocity, less what it fell on for, and the next step finds the contact and solves it. Any way between both
// places will do: what does not cross along it is on the right side of everything.

import { isHeld } from '../contact/limits.ts';
import type { PairState } from '../contact/pair.ts';
import { BODY_DYNAMIC, BODY_KINEMATIC } from '../dynamics/bodies.ts';
import { setBox } from '../dynamics/broad-phase.ts';
import { createRowList, overlapBroad } from '../dynamics/broad-phase-overlap.ts';
import { joinsWithout } from '../dynamics/joints.ts';
import { growColumn } from '../math/columns.ts';
import { FRAME_SIZE } from '../math/frame.ts';
import { createTouchWork, sweepColliders, type TouchOptions } from '../sweep/collider.ts';
import { createMotion, type Motion } from '../sweep/motion.ts';
import { followBody } from './before.ts';
import { placeBox } from './boxes.ts';
import { thicknessOf } from './depth.ts';
import { findPair } from './pairs.ts';
import { areParted } from './parted.ts';
import { putBack } from './put-back.ts';
import { areFitting } from './siblings.ts';
import type { WorldState } from './state.ts';
import { addSwept } from './swept.ts';

const FAR = 1; // of the thinnest part: what goes further in a step is swept; half of it where contacts are not seen ahead
const SLOP = 0.05; // of the thinnest part: how far before touching bodies are stopped
const SINK = 0.25; // of the thinnest part: how deep what touches already may go
const DEEP = 0.5; // of the thinnest part: what is deeper in something is stuck there
const CHORD = 0.3; // of the thinnest part: how far chords may be from paths
const SURE = 0.004; // radii of the smaller body: contacts this close are no longer ahead
const PIECES = 64;
const FLYING = 4; // thinnest parts in a step: what is deep in something and faster is stopped all the same
const STUCK = 0.1; // of a step: what is stopped sooner has hardly moved
const PASSES = 4; // what stops may stop others; after that they stay where they were

let thin = new Float64Array(0); // scratch: the thinnest part of every body
let fast = new Int32Array(0); // scratch: rows that went far
let fastCount = 0;
let place = new Int32Array(0); // scratch: where a body is in `fast`, −1 if it is not
let moved = new Int32Array(0); // scratch: the pass after that in which a body was put back; 0 if it was not
let share = new Float64Array(0); // scratch: how much of the step a body has come
let goal = new Float64Array(0); // scratch: where its centre would have come, xyz
let now = 0; // the pass at hand
const rows = createRowList(); // scratch: what a body may have met
const box = new Float64Array(6); // scratch: where it was
const strayed = new Float64Array(1); // scratch: how far what is not fast may have gone
const work = createTouchWork();
const asking: TouchOptions = { slop: 0, sink: 0, graze: 0, deep: 0, tolerance: 0, pieces: PIECES };
const time = new Float64Array(1); // scratch: when two bodies touch
const near = new Float64Array(1); // scratch: contacts this close are no longer ahead
const a = createMotion(); // scratch: how they move
const b = createMotion();

/** Puts bodies that went through others back to before they touched. */
export function sweepBodies(state: WorldState, dt: number): void {
  const { settings, counters } = state;
  if (!settings.sweep) return;
  listFast(state);
  for (let k = 0; k < fastCount; k++) growBox(state, fast[k]);
  for (let pass = 0; fastCount > 0 && pass <= PASSES; pass++) {
    let stopped = 0;
    now = pass;
    for (let k = 0; k < fastCount; k++) stopped += sweepRow(state, fast[k], pass === PASSES, dt);
    counters.stopped += stopped;
    if (stopped === 0) return;
  }
}

/** Lists the bodies that, with another that comes towards them, may have gone too far. */
function listFast(state: WorldState): void {
  const { bodies, copy } = state;
  const { slots, awake } = bodies;
  thin = growColumn(thin, slots.count);
  fast = growColumn(fast, slots.count);
  place = growColumn(place, slots.count);
  moved = growColumn(moved, slots.count);
  share = growColumn(share, slots.count);
  goal = growColumn(goal, 3 * slots.count);
  place.fill(-1, 0, slots.count);
  moved.fill(0, 0, slots.count);
  share.fill(1, 0, slots.count);
  for (let i = 0; i < 3 * slots.count; i++) goal[i] = bodies.center[i];
  let least = Infinity;
  for (let row = 0; row < slots.count; row++) {
    if (slots.live[row] === 0 || copy[row] === null) continue;
    thin[row] = thicknessOf(state, row);
    if (thin[row] < least) least = thin[row];
  }
  strayed[0] = 0.5 * farOf(state, least);
  fastCount = 0;
  for (let row = 0; row < slots.count; row++) {
    if (slots.live[row] === 0 || awake[row] === 0 || copy[row] === null) continue;
    if (shiftOf(state, row, -1) > strayed[0]) addFast(row);
  }
}

function addFast(row: number): void {
  place[row] = fastCount;
  fast[fastCount++] = row;
}

/** How far bodies may go in a step without being swept. */
function farOf({ settings }: WorldState, part: number): number {
  return (settings.speculation ? FAR : 0.5 * FAR) * part;
}

/**
 * How far any point of a body went against another, or against the world (−1): at most the way of its centre and, for
 * each turn, as far as frames say that points at its radius go.
 */
function shiftOf({ bodies, before }: WorldState, row: number, other: number): number {
  const { frame: kept } = before;
  const { frame, local, radius } = bodies;
  const f = FRAME_SIZE * row;
  const g = FRAME_SIZE * other;
  const l = 3 * row;
  let way = 0;
  let turn = 0;
  for (let d = 0; d < 3; d++) {
    let x = frame[f + 9 + d] - kept[f + 9 + d];
    for (let e = 0; e < 3; e++) {
      const off = frame[f + 3 * d + e] - kept[f + 3 * d + e];
      x += off * local[l + e];
      turn += off * off;
    }
    if (other >= 0) {
      // The other's point at this centre moves along.
      x -= frame[g + 9 + d] - kept[g + 9 + d];
      for (let e = 0; e < 3; e++) x -= (frame[g + 3 * d + e] - kept[g + 3 * d + e]) * otherPlace[e];
    }
    way += x * x;
  }
  const reach = radius[row] === Infinity ? 0 : radius[row];
  return Math.sqrt(way) + Math.sqrt(turn) * reach;
}

const otherPlace = new Float64Array(3); // scratch: the centre of a body in the frame of another, before the step

/** Sets `box` to what the sphere of a body went through: what it met on the way overlaps with that. */
function boxWay({ bodies, before }: WorldState, row: number): void {
  const { frame: kept } = before;
  const { radius, center, local } = bodies;
  for (let d = 0; d < 3; d++) {
    const now = center[3 * row + d];
    let then = kept[FRAME_SIZE * row + 9 + d];
    for (let e = 0; e < 3; e++) then += kept[FRAME_SIZE * row + 3 * d + e] * local[3 * row + e];
    box[d] = Math.min(now, then) - radius[row];
    box[3 + d] = Math.max(now, then) + radius[row];
  }
}

/** Makes the box of a fast body hold the way that it went: the solver may have sent it elsewhere. */
function growBox(state: WorldState, row: number): void {
  const { broad, box: boxes, bodies } = state;
  const o = 6 * row;
  if (bodies.radius[row] === Infinity) return;
  placeBox(box, 0, state, row);
  let within = true; // as it was expected to be
  for (let d = 0; d < 3; d++) if (box[d] < boxes[o + d] || box[3 + d] > boxes[o + 3 + d]) within = false;
  if (within) return;
  boxWay(state, row);
  for (let d = 0; d < 3; d++) {
    boxes[o + d] = Math.min(boxes[o + d], box[d]);
    boxes[o + 3 + d] = Math.max(boxes[o + 3 + d], box[3 + d]);
  }
  setBox(broad, row, boxes, o);
}

/** Sweeps one body against all it may have met; returns how many bodies were put back. */
function sweepRow(state: WorldState, row: number, last: boolean, dt: number): number {
  const { bodies, broad } = state;
  if (bodies.radius[row] === Infinity) return 0;
  boxWay(state, row);
  // What is not fast has gone no further than this out of its own box.
  for (let d = 0; d < 3; d++) {
    box[d] -= strayed[0];
    box[3 + d] += strayed[0];
  }
  overlapBroad(rows, broad, box);
  let stopped = 0;
  for (let k = 0; k < rows.count; k++) {
    const other = rows.row[k];
    const meeting = isDone(row, other) ? APART : meet(state, row, other);
    if (meeting !== APART) stopped += sweepRows(state, row, other, meeting === HELD, last, dt);
  }
  return stopped;
}

/**
 * Whether two bodies need not be looked at in this pass: the other one is fast as well and has had its turn; or neither
 * was put back in the last pass or since.
 */
function isDone(row: number, other: number): boolean {
  if (other === row || (place[other] >= 0 && place[other] < place[row])) return true;
  return now > 0 && moved[row] < now && moved[other] < now;
}

const APART = 0; // they do not meet
const FREE = 1; // whatever touches stops them
const HELD = 2; // contacts hold them somewhere: what grazes there goes on, and other parts stop them

function meet(state: WorldState, row: number, other: number): number {
  const { broad, joints, copy, pairs, bodies } = state;
  const { group, mask } = broad;
  if ((group[row] & mask[other]) === 0 || (group[other] & mask[row]) === 0) return APART;
  if (bodies.kind[row] !== BODY_DYNAMIC && bodies.kind[other] !== BODY_DYNAMIC) return APART;
  const low = Math.min(row, other);
  const high = Math.max(row, other);
  if (joints.slots.used > 0 && joinsWithout(joints, low, high)) return APART;
  const pair = findPair(pairs, low, high);
  asking.deep = 0;
  if (pair === null || pair.count === 0) return FREE;
  const { last } = pair.state;
  for (let i = 0; i < last.count; i++) asking.deep = Math.max(asking.deep, -last.distance[i]);
  // What is closer than sweeps stop at is no longer ahead either: two that roll side by side would never move again.
  const stop = SLOP * Math.min(thin[row], thin[other]);
  near[0] = Math.max(stop, SURE * Math.min(bodies.radius[row], bodies.radius[other]));
  const held = isHeld(pair.state, near);
  // Pieces that still fit, and what is in each other already and does not fly, part as the solver says.
  if (held && (areFitting(state, low, high) || isStuck(state, pair.state, row, other))) return APART;
  return held || copy[row] === copy[other] ? HELD : FREE;
}

/** Whether a pair was deep in each other, and went no further than some of the thinnest parts. */
function isStuck(state: WorldState, { last }: PairState, row: number, other: number): boolean {
  const part = Math.min(thin[row], thin[other]);
  let deep = false;
  for (let i = 0; i < last.count && !deep; i++) deep = last.distance[i] < -DEEP * part;
  return deep && !(wentFar(state, row, other, FLYING * part) || wentFar(state, other, row, FLYING * part));
}

function sweepRows(
  state: WorldState,
  row: number,
  other: number,
  held: boolean,
  last: boolean,
  dt: number,
): number {
  const { copy, label, bodies } = state;
  const A = copy[row];
  const B = copy[other];
  if (A === null || B === null) return 0;
  const part = Math.min(thin[row], thin[other]);
  const far = farOf(state, part);
  if (!(part < Infinity) || !(wentFar(state, row, other, far) || wentFar(state, other, row, far))) return 0;
  if (!balls(state, row, other)) return 0;
  asking.slop = SLOP * part;
  asking.sink = SINK * part;
  asking.tolerance = CHORD * part;
  asking.graze = held ? asking.sink : 0;
  asking.deep = Math.min(asking.deep, DEEP * part);
  if (areParted(state, row, other, state.before.frame, asking.slop - asking.graze)) return 0;
  followBody(a, state, row);
  followBody(b, state, other);
  state.counters.sweeps++;
  const touches = sweepColliders(time, work, A.collider, label[row], a, B.collider, label[other], b, asking);
  if (touches && last) time[0] = 0;
  if (touches || now === 0) noteSweep(state, row, other, touches);
  if (!touches) return 0;
  if (held && time[0] < STUCK) calm(state, row, other);
  if (bodies.kind[row] === BODY_DYNAMIC) stopBody(state, row, other, a, b, dt);
  if (
    bodies.kind[other] === BODY_DYNAMIC &&
    (bodies.kind[row] !== BODY_DYNAMIC || shiftOf(state, other, -1) > far)
  ) {
    stopBody(state, other, row, b, a, dt);
  }
  return 1;
}

/** Puts a body back to when it touches another; what a kinematic one takes along may be what nobody has looked at yet. */
function stopBody(state: WorldState, row: number, other: number, own: Motion, its: Motion, dt: number): void {
  const along = state.bodies.kind[other] === BODY_KINEMATIC;
  putBack(state, row, other, own, its, time, along ? 0 : share[row] * (1 - time[0]) * dt);
  if (!along) share[row] *= time[0];
  moved[row] = now + 1;
  if (place[row] >= 0) return;
  addFast(row);
  growBox(state, row);
}

/**
 * Takes half of the velocity at which the centres of two bodies go against each other. What contacts hold, and what would
 * go deeper at once, is jammed: put back as fast as it is, it would be stopped again in every step.
 */
function calm({ bodies }: WorldState, row: number, other: number): void {
  const { velocity, inverseMass, awake } = bodies;
  const easeA = awake[row] === 0 ? 0 : inverseMass[row]; // what sleeps stays where it lies
  const easeB = awake[other] === 0 ? 0 : inverseMass[other];
  const sum = easeA + easeB;
  if (!(sum > 0)) return;
  for (let d = 0; d < 3; d++) {
    const half = (0.5 * (velocity[3 * row + d] - velocity[3 * other + d])) / sum;
    velocity[3 * row + d] -= easeA * half;
    velocity[3 * other + d] += easeB * half;
  }
}

/** Whether a fast body went further than `far` against another. */
function wentFar(state: WorldState, row: number, other: number, far: number): boolean {
  if (place[row] < 0) return false;
  placeIn(state, row, other);
  return shiftOf(state, row, other) > far;
}

/** Keeps what a sweep looked at and found. */
function noteSweep(
  { swept, bodies, before }: WorldState,
  row: number,
  other: number,
  touches: boolean,
): void {
  const { frame: kept } = before;
  const k = addSwept(swept, row, other);
  swept.time[k] = share[row] * (touches ? time[0] : 1);
  for (let d = 0; d < 3; d++) {
    let then = kept[FRAME_SIZE * row + 9 + d];
    for (let e = 0; e < 3; e++) then += kept[FRAME_SIZE * row + 3 * d + e] * bodies.local[3 * row + e];
    swept.from[3 * k + d] = then;
    swept.to[3 * k + d] = goal[3 * row + d];
  }
}

/** Whether the balls around two bodies come together, both centres on straight ways. */
function balls({ bodies, before }: WorldState, row: number, other: number): boolean {
  const { frame: kept } = before;
  const { radius, center, local } = bodies;
  const reach = radius[row] + radius[other];
  if (!(reach < Infinity)) return true;
  let apart = 0;
  let along = 0;
  let way = 0;
  for (let d = 0; d < 3; d++) {
    let then = kept[FRAME_SIZE * row + 9 + d] - kept[FRAME_SIZE * other + 9 + d];
    for (let e = 0; e < 3; e++) {
      then += kept[FRAME_SIZE * row + 3 * d + e] * local[3 * row + e];
      then -= kept[FRAME_SIZE * other + 3 * d + e] * local[3 * other + e];
    }
    const gone = center[3 * row + d] - center[3 * other + d] - then;
    apart += then * then;
    along += then * gone;
    way += gone * gone;
  }
  const t = way > 0 ? Math.max(0, Math.min(1, -along / way)) : 0;
  return apart + t * (2 * along + t * way) <= reach * reach;
}

/** Sets otherPlace to where the centre of `row` was in the frame of `other`. */
function placeIn({ bodies, before }: WorldState, row: number, other: number): void {
  const { frame: kept } = before;
  const f = FRAME_SIZE * row;
  const g = FRAME_SIZE * other;
  otherPlace.fill(0);
  for (let d = 0; d < 3; d++) {
    let x = kept[f + 9 + d] - kept[g + 9 + d];
    for (let e = 0; e < 3; e++) x += kept[f + 3 * d + e] * bodies.local[3 * row + e];
    for (let e = 0; e < 3; e++) otherPlace[e] += kept[g + 3 * d + e] * x;
  }
}
