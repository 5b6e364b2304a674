// Continuous penalty forces [Xu14, sec. 4]: what points feel in a field is integrated over the intervals in which they
// are in contact, and its mean over the step acts. The discrete form, forces at the end of the step alone, is here too,
// for comparison. Signs as they must be: the force pushes along the field's gradient, and damping
// opposes the relative velocity.

import { sampleGradient } from '../field/sample.ts';
import { createFrame, movePoint, relateFrames, turnVector } from '../math/rigid.ts';
import { createMotion, cutMotion, frameAt } from '../sweep/motion.ts';
import { advanceBody, type PenaltyBody, predictBody } from './penalty-body.ts';
import {
  createHits,
  createSweepOptions,
  createSweepWork,
  type SweepHits,
  type SweepWork,
  sweepPoints,
  sweepTree,
} from './tree-field.ts';

/** Made by createPenaltyOptions alone. */
export interface PenaltyOptions {
  readonly stiffness: number; // of each point, N/m
  readonly damping: number; // of each point, N·s/m
  readonly forces: 'predicted' | 'continuous' | 'discrete'; // over the step to come; over the last, as in the paper; at its end
  readonly samples: number; // of an interval, by the midpoint rule; 20 in the paper
  readonly search: 'tree' | 'points'; // all points one by one: for comparison
  readonly gravity: readonly [number, number, number];
  readonly ground: boolean; // whether everything below y = 0 is solid
}

export function createPenaltyOptions(choice: Partial<PenaltyOptions>): PenaltyOptions {
  return {
    stiffness: 1000,
    damping: 0.1,
    forces: 'predicted',
    samples: 20,
    search: 'tree',
    gravity: [0, -9.81, 0],
    ground: false,
    ...choice,
  };
}

/** Room for a scene of penalty bodies, and what its last step met. Made by createPenaltyWork alone. */
export interface PenaltyWork {
  readonly sweep: SweepWork;
  readonly hits: SweepHits;
  readonly clock: (() => number) | null; // tells how long pairs were searched; steers nothing
  contacts: number; // of the last step
  deepest: number; // metres, of all points that were sampled in the last step
  searching: number; // by the clock, summed
}

export function createPenaltyWork(clock: (() => number) | null = null): PenaltyWork {
  return { sweep: createSweepWork(), hits: createHits(), clock, contacts: 0, deepest: 0, searching: 0 };
}

const straight = createSweepOptions({ tolerance: Infinity });
const LAST = Float64Array.of(1, 1); // a motion cut to its end
const ends = [createMotion(), createMotion()]; // scratch: bodies at the end of a step
const times = new Float64Array(2); // scratch
const frames = [createFrame(), createFrame(), createFrame(), createFrame()]; // scratch: A and B, begin and end
const relative = [createFrame(), createFrame()]; // scratch: A as seen from B, begin and end
const p0 = new Float64Array(3); // scratch: a point in the field's frame, begin and end
const p1 = new Float64Array(3);
const p = new Float64Array(3); // scratch: between them
const found = new Float64Array(4); // scratch: distance and gradient
const normal = new Float64Array(3); // scratch: in the world
const place = new Float64Array(3); // scratch: of the point, in the world

/**
 * Advances bodies by `dt` seconds. Every pair is swept, both ways, and what its points feel is integrated. In the paper
 * that is what they felt over the last step, and acts in the next: a delay of half a step, which feeds in energy. 'predicted'
 * sweeps the way that bodies would go, and what they would feel along it acts at once, which takes energy out.
 */
export function stepPenalty(
  bodies: readonly PenaltyBody[],
  work: PenaltyWork,
  options: PenaltyOptions,
  dt: number,
): void {
  const predicted = options.forces === 'predicted';
  for (const body of bodies) {
    if (predicted) predictBody(body, options.gravity, dt);
    else advanceBody(body, options.gravity, dt);
  }
  work.contacts = 0;
  work.deepest = 0;
  for (const a of bodies) {
    for (const b of bodies)
      if (a !== b && (a.mass < Infinity || b.mass < Infinity)) addPenalty(a, b, work, options);
    if (options.ground && a.mass < Infinity) feelGround(a, work, options);
  }
  if (predicted) for (const body of bodies) advanceBody(body, options.gravity, dt);
}

/** Adds what the points of A feel in the field of B to the forces on both. */
function addPenalty(a: PenaltyBody, b: PenaltyBody, work: PenaltyWork, options: PenaltyOptions): void {
  const { hits } = work;
  const discrete = options.forces === 'discrete';
  cutMotion(ends[0], a.motion, LAST);
  cutMotion(ends[1], b.motion, LAST);
  const ma = discrete ? ends[0] : a.motion;
  const mb = discrete ? ends[1] : b.motion;
  const start = work.clock === null ? 0 : work.clock();
  const search = options.search === 'tree' ? sweepTree : sweepPoints;
  search(hits, work.sweep, a.nodes, a.root, a.position, b.octree, ma, mb, straight);
  if (work.clock !== null) work.searching += work.clock() - start;
  if (hits.count === 0) return;
  times[0] = 0;
  times[1] = 1;
  for (let k = 0; k < 2; k++) {
    frameAt(frames[k], a.motion, times, k);
    frameAt(frames[2 + k], b.motion, times, k);
    relateFrames(relative[k], frames[k], frames[2 + k]);
  }
  const samples = discrete ? 1 : options.samples;
  for (let i = 0; i < hits.count; i++) {
    movePoint(p0, 0, relative[0], a.position, 3 * hits.point[i]);
    movePoint(p1, 0, relative[1], a.position, 3 * hits.point[i]);
    const enter = discrete ? 0 : hits.enter[i];
    const wide = discrete ? 1 : (hits.leave[i] - enter) / samples;
    for (let s = 0; s < samples; s++) {
      const t = discrete ? 1 : enter + (s + 0.5) * wide;
      for (let d = 0; d < 3; d++) p[d] = p0[d] + t * (p1[d] - p0[d]);
      sampleGradient(found, b.octree.field, p, 0);
      if (!(found[0] < 0)) continue;
      const length = Math.sqrt(found[1] * found[1] + found[2] * found[2] + found[3] * found[3]);
      if (!(length > 0)) continue;
      for (let d = 0; d < 3; d++) normal[d] = found[1 + d] / length;
      const of = t < 0.5 ? 2 : 3; // B turns little in a step
      movePoint(place, 0, frames[of], p, 0);
      turnVector(normal, 0, frames[of], normal, 0);
      if (of === 2) for (let d = 0; d < 3; d++) place[d] += t * b.motion.shift[d];
      else for (let d = 0; d < 3; d++) place[d] -= (1 - t) * b.motion.shift[d];
      push(a, b, t, wide, options, work);
    }
  }
  work.contacts += hits.count;
}

/** Adds the force at `place`, with `normal` and found[0], for a part of the step, to both bodies; B null is the ground. */
function push(
  a: PenaltyBody,
  b: PenaltyBody | null,
  t: number,
  part: number,
  { stiffness, damping }: PenaltyOptions,
  work: PenaltyWork,
): void {
  work.deepest = Math.max(work.deepest, -found[0]);
  const [ax, ay, az] = arm(a, t);
  const [wx, wy, wz] = a.spin;
  let vx = a.velocity[0] + wy * az - wz * ay;
  let vy = a.velocity[1] + wz * ax - wx * az;
  let vz = a.velocity[2] + wx * ay - wy * ax;
  if (b !== null) {
    const [bx, by, bz] = arm(b, t);
    const [ux, uy, uz] = b.spin;
    vx -= b.velocity[0] + uy * bz - uz * by;
    vy -= b.velocity[1] + uz * bx - ux * bz;
    vz -= b.velocity[2] + ux * by - uy * bx;
  }
  const size = -stiffness * found[0];
  const fx = part * (size * normal[0] - damping * vx);
  const fy = part * (size * normal[1] - damping * vy);
  const fz = part * (size * normal[2] - damping * vz);
  a.force[0] += fx;
  a.force[1] += fy;
  a.force[2] += fz;
  a.torque[0] += ay * fz - az * fy;
  a.torque[1] += az * fx - ax * fz;
  a.torque[2] += ax * fy - ay * fx;
  if (b === null) return;
  const [bx, by, bz] = arm(b, t);
  b.force[0] -= fx;
  b.force[1] -= fy;
  b.force[2] -= fz;
  b.torque[0] -= by * fz - bz * fy;
  b.torque[1] -= bz * fx - bx * fz;
  b.torque[2] -= bx * fy - by * fx;
}

/** From a body's centre of mass at time t to `place`. */
function arm({ motion }: PenaltyBody, t: number): [number, number, number] {
  const { center, shift } = motion;
  return [
    place[0] - center[0] - t * shift[0],
    place[1] - center[1] - t * shift[1],
    place[2] - center[2] - t * shift[2],
  ];
}

const queue: number[] = []; // scratch: nodes

/** The same for the ground, φ = y: spheres that stay above it are skipped. */
function feelGround(a: PenaltyBody, work: PenaltyWork, options: PenaltyOptions): void {
  const { nodes, root, position, motion } = a;
  const discrete = options.forces === 'discrete';
  times[0] = 0;
  times[1] = 1;
  frameAt(frames[0], motion, times, 0);
  frameAt(frames[1], motion, times, 1);
  normal[0] = 0;
  normal[1] = 1;
  normal[2] = 0;
  queue.length = 0;
  queue.push(root);
  for (let node = queue.pop(); node !== undefined; node = queue.pop()) {
    const at = 3 * nodes.point[node];
    movePoint(p0, 0, frames[0], position, at);
    movePoint(p1, 0, frames[1], position, at);
    const low = discrete ? p1[1] : Math.min(p0[1], p1[1]);
    if (low >= nodes.radius[node]) continue;
    const count = nodes.childCount[node];
    for (let c = 0; c < count; c++) queue.push(nodes.firstChild[node] + c);
    if (count > 0 || !(low < 0)) continue;
    const cross = p0[1] / (p0[1] - p1[1]);
    const enter = p0[1] < 0 ? 0 : cross;
    const leave = p1[1] < 0 ? 1 : cross;
    const samples = discrete ? 1 : options.samples;
    const wide = discrete ? 1 : (leave - enter) / samples;
    work.contacts++;
    for (let s = 0; s < samples; s++) {
      const t = discrete ? 1 : enter + (s + 0.5) * wide;
      for (let d = 0; d < 3; d++) place[d] = p0[d] + t * (p1[d] - p0[d]);
      found[0] = place[1];
      if (found[0] < 0) push(a, null, t, wide, options, work);
    }
  }
}
