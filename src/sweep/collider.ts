// When two colliders first touch over a step: wholes, pieces of pieces, shapes and ground alike. Points of each are cast
// along their chords against the other, spheres of trees are skipped where the other is proven to be clear of them, and
// a sphere within each body is swept, so that nothing passes between the points.

import type { Collider } from '../contact/collider.ts';
import { measureCollider } from '../contact/measure.ts';
import { roundSize } from '../contact/shape-features.ts';
import { KIND_BOX, KIND_CAPSULE, KIND_CYLINDER, KIND_SPHERE } from '../field/analytic.ts';
import { NEAR } from '../field/answer.ts';
import { ENTRY_SIZE, SWEPT_SIZE } from '../fragment/face-tree-sweep.ts';
import { growColumn } from '../math/columns.ts';
import { movePoint } from '../math/rigid.ts';
import type { SphereForest } from '../tree/forest.ts';
import { advanceSphere, clearsWay, enterCollider } from './advancement.ts';
import { createChords, cutChords, measureArm, placeChord, turnOf } from './chords.ts';
import { MAX_CAPSULE_BALLS, MAX_CORNERS, MAX_LIFTS, SHORTEST_WINDOW, STUCK_SHARE } from './constants.ts';
import { createMotion, cutMotion, type Motion } from './motion.ts';

/** What a sweep of two colliders is told; metres. Plain, so that a world can change it from pair to pair. */
export interface TouchOptions {
  slop: number; // bodies touch once they are this close; what is closer at the beginning touches already
  sink: number; // how deep what touches already may go
  graze: number; // how deep what comes to touch may go along the normal there: of bodies that slide on each other, else 0
  deep: number; // how deep they may be in each other at the beginning: what is deeper goes on unseen
  tolerance: number; // how far chords may be from paths
  pieces: number; // most chords
}

/** Room for sweeps of colliders, made once. */
export interface TouchWork {
  stack: Uint32Array; // nodes to visit
  readonly counters: { chords: number; nodes: number; points: number };
}

export function createTouchWork(): TouchWork {
  return { stack: new Uint32Array(64), counters: { chords: 0, nodes: 0, points: 0 } };
}

const chords = createChords(); // scratch
const arm = new Float64Array(1); // scratch: how far a body reaches from what moves straight
const best = new Float64Array(1); // scratch: the first time so far
const limit = new Float64Array(1); // scratch: the same along the chord
const segment = new Float64Array(SWEPT_SIZE); // scratch: the way of a point in the frame of the field, a radius, …
const ray = new Float64Array(ENTRY_SIZE); // scratch: that way as a ray
const found = new Float64Array(4); // scratch: distance or time, and normal
const reach = new Float64Array(2); // scratch: near and far of a question
const place = new Float64Array(4); // scratch: a point of a shape, and its radius
const turning = new Float64Array(1); // scratch: how ways differ along the chord, a metre that points are apart
const within = new Float64Array(1); // scratch: how deep points may be when it begins
const behind = new Float64Array(1); // scratch: how far behind a face what is outside may seem to be

/**
 * Writes to out[0] the time at which fragment labelA of A, moving as `a`, first comes within options.slop of fragment
 * labelB of B, moving as `b`; false if they never do within the step. Parts that are closer than that at the beginning
 * count once they are deeper than options.sink along the normal that they have then, and what comes to touch once it goes
 * on to be deeper than options.graze. Deterministic.
 */
export function sweepColliders(
  out: Float64Array,
  work: TouchWork,
  A: Collider,
  labelA: number,
  a: Motion,
  B: Collider,
  labelB: number,
  b: Motion,
  options: TouchOptions,
): boolean {
  const flip = !(armOf(A, labelA, a) <= armOf(B, labelB, b));
  const small = flip ? B : A;
  const label = flip ? labelB : labelA;
  const ball = armOf(small, label, flip ? b : a);
  if (!(ball < Infinity)) return false; // two grounds
  window[0] = 0;
  while (nextWindow(flip ? b : a, flip ? A : B, flip ? labelA : labelB, flip ? a : b, ball, options)) {
    cutMotion(partA, a, window);
    cutMotion(partB, b, window);
    best[0] = 1;
    sweepWay(work, A, labelA, partA, B, labelB, partB, options);
    sweepWay(work, B, labelB, partB, A, labelA, partA, options);
    if (best[0] < 1) {
      out[0] = window[0] + best[0] * (window[1] - window[0]);
      return true;
    }
    window[0] = window[1];
  }
  return false;
}

const way = new Float64Array(ENTRY_SIZE); // scratch: what is left of a ray
const window = new Float64Array(2); // scratch: one of them
const partA = createMotion(); // scratch: how bodies move in it
const partB = createMotion();
const middleWay = createChords(); // scratch: of the centre of the smaller body
const middle = new Float64Array(1); // scratch: the reach of that centre alone

/** How far a body reaches from what moves straight. */
function armOf(S: Collider, label: number, s: Motion): number {
  const { forest } = S;
  if (S.terrain !== null || S.radius === Infinity) return Infinity;
  if (forest === null) {
    const { local } = s;
    return S.radius + Math.sqrt(local[0] * local[0] + local[1] * local[1] + local[2] * local[2]);
  }
  if (forest.root[label] < 0) return Infinity;
  measureArm(arm, forest, forest.root[label], S.position, s);
  return arm[0];
}

/**
 * Sets `window` to when, from window[0] on, the ball about the smaller body s first meets F, and as long after that as it
 * takes to go on by a few of its radii. False if it meets nothing any more. All else need not be looked at.
 */
function nextWindow(
  s: Motion,
  F: Collider,
  label: number,
  f: Motion,
  ball: number,
  options: TouchOptions,
): boolean {
  middle[0] = 0;
  cutChords(middleWay, s, f, middle, options.tolerance, options.pieces);
  const { span, begin, end, error, count } = middleWay;
  let length = 0;
  for (let k = 0; k < count; k++) {
    placeChord(middleWay, s, f, k);
    movePoint(segment, 0, begin, s.local, 0);
    movePoint(segment, 3, end, s.local, 0);
    const x = segment[3] - segment[0];
    const y = segment[4] - segment[1];
    const z = segment[5] - segment[2];
    length = Math.max(length, count * Math.sqrt(x * x + y * y + z * z));
    if (!(span[1] > window[0])) continue;
    const from = Math.max(0, (window[0] - span[0]) / (span[1] - span[0]));
    for (let d = 0; d < 3; d++) segment[d] += from * (segment[3 + d] - segment[d]);
    segment[6] = ball + options.slop + error[0];
    if (!advanceSphere(found, F, label, segment, options)) continue;
    window[0] = span[0] + (from + (1 - from) * found[0]) * (span[1] - span[0]);
    window[1] = Math.min(1, window[0] + Math.max(SHORTEST_WINDOW, (4 * ball) / length));
    return true;
  }
  return false;
}

/** Lowers `best` to when a feature of S first touches F. */
function sweepWay(
  work: TouchWork,
  S: Collider,
  label: number,
  s: Motion,
  F: Collider,
  fieldLabel: number,
  f: Motion,
  options: TouchOptions,
): void {
  const { forest } = S;
  const root = forest === null ? -1 : forest.root[label];
  arm[0] = armOf(S, label, s);
  if (!(arm[0] < Infinity)) return; // ground brings no points
  let core = 0; // radius of the sphere about `local` that is inside
  if (forest !== null) {
    reach.fill(0);
    if (measureCollider(found, S, label, s.local, 0, reach, false) === NEAR)
      core = Math.max(0, -0.5 * found[0]);
  }
  cutChords(chords, s, f, arm, options.tolerance, options.pieces);
  behind[0] = F.field !== null && F.field.family.events.count === 0 ? F.field.grid.error : 0; // a whole's is a grid's
  way[7] = behind[0];
  const { span } = chords;
  for (let k = 0; k < chords.count; k++) {
    placeChord(chords, s, f, k);
    if (!(span[0] < best[0])) return;
    turning[0] = turnOf(chords);
    within[0] = options.deep + (k > 0 || window[0] > 0 ? Math.max(options.graze, options.sink) : 0);
    within[0] += behind[0];
    work.counters.chords++;
    limit[0] = Math.min(1, (best[0] - span[0]) / (span[1] - span[0]));
    if (forest === null) sweepShape(work, S, F, fieldLabel, options);
    else {
      if (core > 0) sweepSphere(work, s.local, core, F, fieldLabel, options);
      walkTree(work, forest, root, S, F, fieldLabel, options);
    }
  }
}

/** The features of a shape: its points, with their balls, and the ball within a box or cylinder. */
function sweepShape(work: TouchWork, S: Collider, F: Collider, label: number, options: TouchOptions): void {
  const { kind, size } = S;
  place.fill(0);
  if (kind === KIND_BOX) sweepSphere(work, place, Math.min(size[0], size[1], size[2]), F, label, options);
  if (kind === KIND_CYLINDER) sweepSphere(work, place, Math.min(size[0], size[1]), F, label, options);
  const count = shapePointCount(S);
  for (let i = 0; i < count; i++) {
    placeShapePoint(place, S, i);
    if (place[3] > 0) sweepSphere(work, place, place[3], F, label, options);
    else sweepPoint(work, place, 0, F, label, options);
  }
}

function walkTree(
  work: TouchWork,
  forest: SphereForest,
  root: number,
  S: Collider,
  F: Collider,
  label: number,
  options: TouchOptions,
): void {
  const { point, radius, firstChild, childCount, exposed } = forest;
  const { position, surfaceCount, baseCount } = S;
  work.stack[0] = root;
  for (let size = 1; size > 0; ) {
    const node = work.stack[--size];
    if (exposed[node] === 0) continue; // nothing below is on the surface
    const of = point[node];
    if (childCount[node] === 0) {
      if (of < surfaceCount || of >= baseCount) sweepPoint(work, position, 3 * of, F, label, options);
      continue;
    }
    work.counters.nodes++;
    setSegment(position, 3 * of);
    segment[6] = radius[node] + options.slop + (F.field === null ? chords.error[0] : 0); // walls are entered along chords
    segment[7] = turning[0] * radius[node];
    segment[8] = within[0];
    if (clearsWay(F, label, segment)) continue;
    const first = firstChild[node];
    const count = childCount[node];
    if (work.stack.length < size + count) work.stack = growColumn(work.stack, 2 * (size + count));
    for (let c = 0; c < count; c++) work.stack[size++] = first + c;
  }
}

/** Sets `segment` to the way of the point p[at…] along the chord, up to the first time so far. */
function setSegment(p: Float64Array, at: number): void {
  const { begin, end } = chords;
  movePoint(segment, 0, begin, p, at);
  movePoint(segment, 3, end, p, at);
  const t = limit[0];
  if (t < 1) for (let d = 0; d < 3; d++) segment[3 + d] = segment[d] + t * (segment[3 + d] - segment[d]);
}

/** Notes a time along the segment, 0 to 1. */
function take(t: number): void {
  const { span } = chords;
  limit[0] *= Math.max(0, t);
  best[0] = span[0] + limit[0] * (span[1] - span[0]);
}

/** What touches at the beginning, with `found` for its centre: it may go `sink` deep along its normal. */
function sinkSegment(radius: number, options: TouchOptions): void {
  let along = 0;
  for (let d = 0; d < 3; d++) along -= found[1 + d] * (segment[3 + d] - segment[d]);
  const { sink } = options;
  const room = Math.max(sink + found[0] - radius, STUCK_SHARE * sink);
  if (along > room) take(room / along);
}

function sweepPoint(
  work: TouchWork,
  p: Float64Array,
  at: number,
  F: Collider,
  label: number,
  options: TouchOptions,
): void {
  const { slop, graze } = options;
  if (limit[0] === 0) return;
  work.counters.points++;
  setSegment(p, at);
  let square = 0;
  for (let d = 0; d < 3; d++) {
    ray[d] = segment[d];
    ray[3 + d] = segment[3 + d] - segment[d];
    square += ray[3 + d] * ray[3 + d];
  }
  if (!(square > 0)) return;
  ray[6] = 1;
  ray[7] = within[0];
  if (F.field !== null && !enterCollider(found, F, label, ray)) return; // most do not
  reach[0] = slop;
  reach[1] = slop;
  const near = measureCollider(found, F, label, segment, 0, reach, false) === NEAR;
  if (near && graze === 0) {
    sinkSegment(0, options);
    return;
  }
  ray[7] = behind[0];
  const lift = near && found[0] < 0 ? slop - found[0] : 0; // what is in already goes on from outside
  if (lift > 0) for (let d = 0; d < 3; d++) ray[d] += lift * found[1 + d];
  if (graze > 0) castGrazing(F, label, options);
  else if (enterCollider(found, F, label, ray)) take(found[0] - slop / Math.sqrt(square));
}

/**
 * The same for a point that may graze: what enters a little is lifted out along the normal of the closest face, and goes
 * on from there, until it has been lifted by more than it may.
 */
function castGrazing(F: Collider, label: number, { slop, graze }: TouchOptions): void {
  const length = Math.sqrt(ray[3] * ray[3] + ray[4] * ray[4] + ray[5] * ray[5]);
  const further = (0.5 * graze) / length; // where depth is measured, after entering
  let lifted = 0;
  for (let d = 0; d < 3; d++) way[3 + d] = ray[3 + d];
  let lifts = 0;
  for (let t = 0, k = 0; t < 1; k++) {
    for (let d = 0; d < 3; d++) way[d] = ray[d] + t * ray[3 + d];
    way[6] = 1 - t;
    if (!enterCollider(found, F, label, way)) return;
    const hit = t + found[0];
    t = Math.min(1, hit + further);
    for (let d = 0; d < 3; d++) place[d] = ray[d] + t * ray[3 + d];
    reach.fill(0);
    const inside = measureCollider(found, F, label, place, 0, reach, false) === NEAR;
    if (!inside && k < MAX_CORNERS) continue; // across a corner
    const depth = Math.max(0, -found[0]) + slop;
    lifted += depth;
    if (!inside || lifted > graze || ++lifts > MAX_LIFTS) {
      take(hit - slop / length);
      return;
    }
    for (let d = 0; d < 3; d++) ray[d] += depth * found[1 + d];
    t = hit;
  }
}

function sweepSphere(
  work: TouchWork,
  p: Float64Array,
  size: number,
  F: Collider,
  label: number,
  options: TouchOptions,
): void {
  const radius = size - options.graze; // what is smaller by that touches where it is as deep
  if (limit[0] === 0 || !(radius > 0)) return;
  work.counters.points++;
  setSegment(p, 0);
  reach[0] = radius + options.slop;
  reach[1] = reach[0];
  segment[6] = reach[0];
  segment[7] = 0;
  segment[8] = within[0];
  if (F.field !== null && clearsWay(F, label, segment)) return;
  if (measureCollider(found, F, label, segment, 0, reach, false) === NEAR) {
    sinkSegment(radius, options);
    return;
  }
  segment[6] = radius;
  if (advanceSphere(found, F, label, segment, options)) take(found[0]);
}

// The points that shapes bring to sweeps: centres of balls, along a capsule as many as it takes, corners of a box, places
// on the rims of a cylinder.

/** How many points a shape has. */
function shapePointCount({ kind, size }: Collider): number {
  if (kind === KIND_CAPSULE) return Math.min(MAX_CAPSULE_BALLS, 1 + Math.ceil((2 * size[0]) / size[1]));
  if (kind === KIND_BOX || kind === KIND_CYLINDER) return 8;
  return kind === KIND_SPHERE ? 1 : 0;
}

/** Writes point i of a shape to out[0..2], and the radius of the ball about it to out[3]. */
function placeShapePoint(out: Float64Array, shape: Collider, i: number): void {
  const { kind, size } = shape;
  out.fill(0);
  const round = roundSize(kind);
  if (round >= 0) out[3] = size[round];
  if (kind === KIND_CAPSULE) {
    const last = shapePointCount(shape) - 1;
    if (last > 0) out[1] = size[0] * ((2 * i) / last - 1);
  } else if (kind === KIND_BOX) {
    for (let d = 0; d < 3; d++) out[d] = (i >> d) & 1 ? size[d] : -size[d];
  } else if (kind === KIND_CYLINDER) {
    out[0] = i & 1 ? 0 : i & 2 ? -size[1] : size[1];
    out[1] = i & 4 ? size[0] : -size[0];
    out[2] = i & 1 ? (i & 2 ? -size[1] : size[1]) : 0;
  }
}
