// Rigid bodies under penalty forces [Xu14, sec. 4]: what moves, what is felt, and the symplectic Euler step. Stands alone:
// points, tree and field are all a body needs to meet another, and forces of one step act in the next.

import type { FieldOctree } from '../field/octree.ts';
import { InputError } from '../job/error.ts';
import {
  createFrame,
  invertFrame,
  movePoint,
  multiplyQuaternions,
  setFrame,
  turnVector,
} from '../math/rigid.ts';
import { cos, sin } from '../math/trig.ts';
import { createMotion, type Motion } from '../sweep/motion.ts';
import type { SphereNodes } from './tree-field.ts';

/** What a penalty body is made of. Inertia is xx yy zz xy yz zx about `local`, along the axes of the points. */
export interface PenaltyParts {
  readonly nodes: SphereNodes;
  readonly root: number;
  readonly position: Float64Array; // of the points
  readonly octree: FieldOctree;
  readonly mass: number; // kg; Infinity: it does not move
  readonly inertia: ArrayLike<number>;
  readonly local: ArrayLike<number>; // centre of mass
}

/** Made by createPenaltyBody alone. */
export interface PenaltyBody extends PenaltyParts {
  readonly local: Float64Array;
  readonly inertia: Float64Array;
  readonly inverseInertia: Float64Array;
  readonly pose: Float64Array; // x y z of the centre of mass, quaternion xyzw
  readonly velocity: Float64Array;
  readonly spin: Float64Array; // in the world
  readonly force: Float64Array; // F*, to act in the next step
  readonly torque: Float64Array; // τ*
  readonly motion: Motion; // over the last step
}

/** A body at rest, its centre of mass at the origin. */
export function createPenaltyBody(parts: PenaltyParts): PenaltyBody {
  const { mass } = parts;
  if (!(mass > 0))
    throw new InputError('bad-argument', `mass is ${mass}: give kilograms above 0, or Infinity`);
  const inertia = Float64Array.from(parts.inertia);
  return {
    ...parts,
    local: Float64Array.from(parts.local),
    inertia,
    inverseInertia: invertTensor(inertia),
    pose: Float64Array.of(0, 0, 0, 0, 0, 0, 1),
    velocity: new Float64Array(3),
    spin: new Float64Array(3),
    force: new Float64Array(3),
    torque: new Float64Array(3),
    motion: createMotion(),
  };
}

function invertTensor(t: Float64Array): Float64Array {
  const [xx, yy, zz, xy, yz, zx] = t;
  const a = yy * zz - yz * yz;
  const b = zx * yz - xy * zz;
  const c = xy * yz - zx * yy;
  const scale = 1 / (xx * a + xy * b + zx * c);
  return Float64Array.of(a, xx * zz - zx * zx, xx * yy - xy * xy, b, xy * zx - xx * yz, c).map(
    (x) => x * scale,
  );
}

const frame = createFrame(); // scratch: of a body, about its centre of mass
const back = createFrame(); // scratch: its inverse
const moment = new Float64Array(3); // scratch: in the body's own axes
const turning = new Float64Array(3);
const start = new Float64Array(7); // scratch: a pose

/** Sets where the motion of a body over the next step begins. */
function beginMotion({ pose, motion, local }: PenaltyBody): void {
  start.set(pose);
  setFrame(frame, start, 0);
  for (let d = 0; d < 3; d++) motion.center[d] = pose[d];
  motion.frame.set(frame);
  movePoint(moment, 0, frame, local, 0);
  for (let d = 0; d < 3; d++) {
    motion.frame[9 + d] = 2 * frame[9 + d] - moment[d];
    motion.local[d] = local[d];
  }
}

/** Sets the motion of a body to that of the next `dt` seconds, if only gravity acts. */
export function predictBody(body: PenaltyBody, gravity: ArrayLike<number>, dt: number): void {
  const { motion, velocity, spin, mass } = body;
  beginMotion(body);
  for (let d = 0; d < 3; d++) {
    motion.shift[d] = dt * (velocity[d] + (mass < Infinity ? dt * gravity[d] : 0));
    motion.spin[d] = dt * spin[d];
  }
}

/**
 * Advances a body by `dt` seconds under F*, τ* and gravity: first its velocity, then its pose. Sets its motion over the
 * step and forgets the forces.
 */
export function advanceBody(body: PenaltyBody, gravity: ArrayLike<number>, dt: number): void {
  const { pose, velocity, spin, force, torque, motion, mass } = body;
  beginMotion(body);
  if (mass < Infinity) {
    for (let d = 0; d < 3; d++) velocity[d] += dt * (force[d] / mass + gravity[d]);
    turnOn(body, dt);
  }
  for (let d = 0; d < 3; d++) {
    motion.shift[d] = dt * velocity[d];
    motion.spin[d] = dt * spin[d];
    pose[d] += motion.shift[d];
  }
  turnPose(pose, motion.spin);
  force.fill(0);
  torque.fill(0);
}

/** Lets torques and the body's own spin change its spin: ω += dt·I⁻¹(τ − ω × Iω), along the body's axes. */
function turnOn({ spin, torque, inertia: i, inverseInertia: j }: PenaltyBody, dt: number): void {
  frame.fill(0, 9);
  invertFrame(back, frame);
  turnVector(moment, 0, back, torque, 0);
  turnVector(turning, 0, back, spin, 0);
  const [x, y, z] = turning;
  const hx = i[0] * x + i[3] * y + i[5] * z;
  const hy = i[3] * x + i[1] * y + i[4] * z;
  const hz = i[5] * x + i[4] * y + i[2] * z;
  const mx = moment[0] - (y * hz - z * hy);
  const my = moment[1] - (z * hx - x * hz);
  const mz = moment[2] - (x * hy - y * hx);
  turning[0] = x + dt * (j[0] * mx + j[3] * my + j[5] * mz);
  turning[1] = y + dt * (j[3] * mx + j[1] * my + j[4] * mz);
  turning[2] = z + dt * (j[5] * mx + j[4] * my + j[2] * mz);
  turnVector(spin, 0, frame, turning, 0);
}

const turn = new Float64Array(4); // scratch: a quaternion

/** Turns the quaternion of a pose by a rotation vector. */
function turnPose(pose: Float64Array, by: Float64Array): void {
  const angle = Math.sqrt(by[0] * by[0] + by[1] * by[1] + by[2] * by[2]);
  if (angle === 0) return;
  const s = sin(0.5 * angle) / angle;
  for (let d = 0; d < 3; d++) turn[d] = s * by[d];
  turn[3] = cos(0.5 * angle);
  multiplyQuaternions(pose, 3, turn, 0, pose, 3);
}
