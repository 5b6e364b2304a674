// What the points of a collider feel in the field of another over a step [Xu14, sec. 4]: depth along the normal and the
// relative velocity, with their moments, integrated over the intervals of contact by the midpoint rule. Of wholes, pieces
// of pieces, shapes and ground; what stiffness and damping make of it is for the caller.

import { castCollider, RAY_SIZE } from '../contact/cast.ts';
import type { Collider } from '../contact/collider.ts';
import { measureCollider } from '../contact/measure.ts';
import { NEAR } from '../field/answer.ts';
import { growColumn } from '../math/columns.ts';
import { createFrame, movePoint, relateFrames, turnVector } from '../math/rigid.ts';
import { createMotion, frameAt, type Motion } from './motion.ts';
import { advanceSphere, clearsSegment } from './proof.ts';
import { placeShapePoint, shapePointCount } from './shape-points.ts';

/** How a body went through a step: its motion, and its velocities. Made by createCourse alone. */
export interface Course {
  readonly motion: Motion;
  readonly velocity: Float64Array; // m/s, of motion.local
  readonly spin: Float64Array; // rad/s
  readonly gain: Float64Array; // m/s: what the velocity is more than at the beginning
  readonly gainSpin: Float64Array; // rad/s: the same of the spin
}

export function createCourse(): Course {
  return {
    motion: createMotion(),
    velocity: new Float64Array(3),
    spin: new Float64Array(3),
    gain: new Float64Array(3),
    gainSpin: new Float64Array(3),
  };
}

/** Sums over the points of both bodies, as parts of the step. Made by createFeeling alone. */
interface Feeling {
  weight: number; // what to divide by where points share: their mean depths while in contact, added up
  deepest: number; // metres
  readonly spring: Float64Array; // depth along the normal that pushes A; its moment about A's centre; about B's
  readonly drag: Float64Array; // velocity of A against B; its moment about A's centre; about B's
  readonly place: Float64Array; // where, times depth; and the depth
}

export function createFeeling(): Feeling {
  return {
    weight: 0,
    deepest: 0,
    spring: new Float64Array(9),
    drag: new Float64Array(9),
    place: new Float64Array(4),
  };
}

export function clearFeeling(feeling: Feeling): void {
  feeling.weight = 0;
  feeling.deepest = 0;
  feeling.spring.fill(0);
  feeling.drag.fill(0);
  feeling.place.fill(0);
}

/** How to integrate. Plain, so that a world can change the step. */
export interface FeelOptions {
  samples: number; // of an interval
  shared: boolean; // whether samples count by how deep they are, so that points can share one stiffness
  euler: boolean; // velocities change evenly through the step, places by Euler steps; false: both go on evenly
  dt: number; // of the step, seconds
}

const STEPS = 64; // of a way, at most, to find where an interval ends
const HALVES = 5; // then of the last one
const DUST = 1e-6; // of the radius of what is felt: less deep is rounding, as of pieces that still fit
const SHARE = 1e-4; // of a ball's radius: how close to the beginning of its contact it is found

let stack = new Uint32Array(64); // scratch: nodes to visit
const segment = new Float64Array(7); // scratch: the way of a point in the frame of the field, and a radius
const ray = new Float64Array(RAY_SIZE); // scratch: what is left of that way
const reach = new Float64Array(2); // scratch: near and far of a question
const found = new Float64Array(4); // scratch: distance or time, and normal
const p = new Float64Array(3); // scratch: a point of the way
const feature = new Float64Array(4); // scratch: the point in its own frame, and the radius about it
const times = new Float64Array(2); // scratch: 0 and 1, or the time of a sample
const bent = createMotion(); // scratch: as much of a course as leads to a sample
const frames = [createFrame(), createFrame(), createFrame(), createFrame()]; // scratch: S and F, begin and end
const late = [createFrame(), createFrame(), createFrame()]; // scratch: both at a sample, and S as seen from F
const relative = [createFrame(), createFrame()]; // scratch: S as seen from F, begin and end
const normal = new Float64Array(3); // scratch: in the world, the way the point is pushed
const normals = new Float64Array(6); // scratch: begin and end
const place = new Float64Array(3); // scratch: of the point in the world
const places = new Float64Array(6);
const velocity = new Float64Array(3); // scratch: of the point against the field
const arms = new Float64Array(6); // scratch: from both centres to the point
const slop = { slop: 0 }; // scratch: of advanceSphere

/**
 * Adds what the points of fragment `label` of S, on its course s, feel in fragment `fieldLabel` of F, on its course f.
 * `sign` is 1 where S is body A of the feeling, −1 where it is B. With `sealed`, cracks still closed do not count. Paths
 * are straight where contacts are sought, as in the paper. Deterministic.
 */
export function feelCollider(
  out: Feeling,
  S: Collider,
  label: number,
  s: Course,
  F: Collider,
  fieldLabel: number,
  f: Course,
  sign: number,
  sealed: boolean,
  options: FeelOptions,
): void {
  times[0] = 0;
  times[1] = 1;
  for (let k = 0; k < 2; k++) {
    frameAt(frames[k], s.motion, times, k);
    frameAt(frames[2 + k], f.motion, times, k);
    relateFrames(relative[k], frames[k], frames[2 + k]);
  }
  const { forest, position, surfaceCount, baseCount } = S;
  if (forest === null) {
    const count = S.terrain === null ? shapePointCount(S) : 0; // ground brings no points
    for (let i = 0; i < count; i++) {
      placeShapePoint(feature, S, i);
      feelPoint(out, s, F, fieldLabel, f, sign, sealed, options);
    }
    return;
  }
  const { point, radius, firstChild, childCount } = forest;
  let size = 0;
  if (forest.root[label] >= 0) stack[size++] = forest.root[label];
  while (size > 0) {
    const node = stack[--size];
    const of = point[node];
    for (let d = 0; d < 3; d++) feature[d] = position[3 * of + d];
    const count = childCount[node];
    if (count === 0) {
      feature[3] = 0;
      if (of < surfaceCount || of >= baseCount) feelPoint(out, s, F, fieldLabel, f, sign, sealed, options);
      continue;
    }
    setSegment();
    segment[6] = radius[node];
    if (clearsSegment(F, fieldLabel, segment)) continue;
    if (stack.length < size + count) stack = growColumn(stack, 2 * (size + count));
    for (let c = 0; c < count; c++) stack[size++] = firstChild[node] + c;
  }
}

/** Sets `segment` to the way of `feature` in the frame of the field. */
function setSegment(): void {
  movePoint(segment, 0, relative[0], feature, 0);
  movePoint(segment, 3, relative[1], feature, 0);
}

/** Adds what one point feels: interval by interval. */
function feelPoint(
  out: Feeling,
  s: Course,
  F: Collider,
  label: number,
  f: Course,
  sign: number,
  sealed: boolean,
  options: FeelOptions,
): void {
  setSegment();
  const dx = segment[3] - segment[0];
  const dy = segment[4] - segment[1];
  const dz = segment[5] - segment[2];
  const length = Math.sqrt(dx * dx + dy * dy + dz * dz);
  reach[0] = feature[3];
  reach[1] = feature[3];
  for (let t = 0; t < 1; ) {
    let ahead = 0; // as far as it is deep, it stays in contact
    if (isInside(F, label, t, sealed)) ahead = (feature[3] - found[0]) / length;
    else {
      if (!(length > 0) || !findEntry(F, label, t)) break;
      t += found[0] * (1 - t);
    }
    const enter = t;
    let inside = t; // the last time at which it is known to be in contact
    while (inside < 1) {
      t = Math.min(1, inside + Math.max(1 / STEPS, ahead));
      if (!isInside(F, label, t, sealed)) break;
      inside = t;
      ahead = (feature[3] - found[0]) / length;
    }
    let leave = t;
    for (let k = 0; k < HALVES && inside < leave; k++) {
      const half = 0.5 * (inside + leave);
      if (isInside(F, label, half, sealed)) inside = half;
      else leave = half;
    }
    feelInterval(out, enter, leave, s, F, label, f, sign, sealed, options);
  }
}

/** Whether the point at a time of its way is in contact; then `found` says how. */
function isInside(F: Collider, label: number, t: number, sealed: boolean): boolean {
  for (let d = 0; d < 3; d++) p[d] = segment[d] + t * (segment[3 + d] - segment[d]);
  if (measureCollider(found, F, label, p, 0, reach, sealed) !== NEAR) return false;
  const least = F.radius < Infinity ? DUST * F.radius : 0;
  return found[0] < feature[3] - least;
}

/** Sets found[0] to when, of the way from time t on, the point comes into contact; false if it never does. */
function findEntry(F: Collider, label: number, t: number): boolean {
  for (let d = 0; d < 3; d++) {
    ray[d] = segment[d] + t * (segment[3 + d] - segment[d]);
    ray[3 + d] = feature[3] > 0 ? segment[3 + d] : segment[3 + d] - ray[d];
  }
  if (feature[3] > 0) {
    ray[6] = feature[3];
    slop.slop = SHARE * feature[3];
    return advanceSphere(found, F, label, ray, slop);
  }
  ray[6] = 1;
  return castCollider(found, F, label, ray);
}

/** Adds the samples of an interval. */
function feelInterval(
  out: Feeling,
  enter: number,
  leave: number,
  s: Course,
  F: Collider,
  label: number,
  f: Course,
  sign: number,
  sealed: boolean,
  { samples, shared, euler, dt }: FeelOptions,
): void {
  const wide = (leave - enter) / samples;
  const radius = feature[3];
  const a = sign > 0 ? s : f;
  const b = sign > 0 ? f : s;
  let sum = 0; // of depths
  for (let k = 0; k < samples; k++) {
    const t = enter + (k + 0.5) * wide;
    if (euler) {
      frameOfCourse(late[0], s, t, dt);
      frameOfCourse(late[1], f, t, dt);
      relateFrames(late[2], late[0], late[1]);
      movePoint(p, 0, late[2], feature, 0);
    } else for (let d = 0; d < 3; d++) p[d] = segment[d] + t * (segment[3 + d] - segment[d]);
    if (measureCollider(found, F, label, p, 0, reach, sealed) !== NEAR) continue;
    const depth = radius - found[0];
    if (!(depth > 0)) continue;
    for (let d = 0; d < 3; d++) p[d] -= radius * found[1 + d];
    if (euler) {
      movePoint(place, 0, late[1], p, 0);
      turnVector(normal, 0, late[1], found, 1);
    } else {
      for (let e = 0; e < 2; e++) {
        movePoint(places, 3 * e, frames[2 + e], p, 0);
        turnVector(normals, 3 * e, frames[2 + e], found, 1);
      }
      for (let d = 0; d < 3; d++) {
        place[d] = places[d] + t * (places[3 + d] - places[d]);
        normal[d] = normals[d] + t * (normals[3 + d] - normals[d]);
      }
    }
    velocity.fill(0);
    addVelocity(0, a, t, dt, euler, 1);
    addVelocity(3, b, t, dt, euler, -1);
    const part = shared ? wide * depth : wide;
    addMoments(out.spring, sign * part * depth, normal);
    addMoments(out.drag, part, velocity);
    sum += depth;
    for (let d = 0; d < 3; d++) out.place[d] += wide * depth * place[d];
    out.place[3] += wide * depth;
    if (depth > out.deepest) out.deepest = depth;
  }
  out.weight += sum / samples;
}

const LAST = Float64Array.of(1); // the end of a motion

/** Writes the frame of a body at time t of its course: one Euler step from its beginning, with the velocities of t. */
function frameOfCourse(out: Float64Array, { motion, gain, gainSpin }: Course, t: number, dt: number): void {
  const back = (1 - t) * dt;
  for (let d = 0; d < 3; d++) {
    bent.center[d] = motion.center[d];
    bent.shift[d] = t * (motion.shift[d] - back * gain[d]);
    bent.spin[d] = t * (motion.spin[d] - back * gainSpin[d]);
    bent.local[d] = motion.local[d];
  }
  for (let d = 0; d < 12; d++) bent.frame[d] = motion.frame[d];
  frameAt(out, bent, LAST, 0);
}

/** Sets arms[at…] to the way from a body's centre at time t to `place`, and adds its velocity there, or takes it away. */
function addVelocity(
  at: number,
  { motion, velocity: v, spin, gain, gainSpin }: Course,
  t: number,
  dt: number,
  euler: boolean,
  sign: number,
): void {
  const { center, shift } = motion;
  const back = euler ? 1 - t : 0; // of what the velocities gained
  for (let d = 0; d < 3; d++) arms[at + d] = place[d] - center[d] - t * (shift[d] - back * dt * gain[d]);
  const wx = spin[0] - back * gainSpin[0];
  const wy = spin[1] - back * gainSpin[1];
  const wz = spin[2] - back * gainSpin[2];
  const x = arms[at];
  const y = arms[at + 1];
  const z = arms[at + 2];
  velocity[0] += sign * (v[0] - back * gain[0] + wy * z - wz * y);
  velocity[1] += sign * (v[1] - back * gain[1] + wz * x - wx * z);
  velocity[2] += sign * (v[2] - back * gain[2] + wx * y - wy * x);
}

/** Adds a vector, times a factor, and its moments about both centres. */
function addMoments(out: Float64Array, factor: number, v: Float64Array): void {
  const x = factor * v[0];
  const y = factor * v[1];
  const z = factor * v[2];
  out[0] += x;
  out[1] += y;
  out[2] += z;
  for (let o = 0; o < 6; o += 3) {
    out[3 + o] += arms[o + 1] * z - arms[o + 2] * y;
    out[4 + o] += arms[o + 2] * x - arms[o] * z;
    out[5 + o] += arms[o] * y - arms[o + 1] * x;
  }
}
