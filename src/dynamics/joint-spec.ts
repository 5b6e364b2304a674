// A joint as the caller describes it, checked, and turned into a row.

import { checkNumbers, oneOf, refuse, refuseName, show } from '../job/check.ts';
import { InputError } from '../job/error.ts';
import { FRAME_SIZE } from '../math/rigid.ts';
import { cos, PI, sin } from '../math/trig.ts';
import { BODY_DYNAMIC, type Bodies } from './bodies.ts';
import {
  JOINT_BALL,
  JOINT_DISTANCE,
  JOINT_DRAG,
  JOINT_FIXED,
  JOINT_HINGE,
  type Joints,
  takeJoint,
} from './joints.ts';

export type JointKind = 'fixed' | 'ball' | 'hinge' | 'distance' | 'drag';

/** Places and directions are in the world, as the bodies stand when the joint is made. */
export interface JointSpec {
  readonly kind: JointKind;
  readonly bodyA: number; // row
  readonly bodyB?: number; // row; -1, the default, for the world
  readonly anchor: ArrayLike<number>; // of both bodies, or of A alone
  readonly anchorB?: ArrayLike<number>; // distance: of B; drag: where to pull to; default `anchor`
  readonly axis?: ArrayLike<number>; // hinge: of any length
  readonly lower?: number; // hinge: least and most angle that A has turned about the axis against B, from −π to π
  readonly upper?: number;
  readonly motorSpeed?: number; // hinge: of A against B, rad/s
  readonly motorTorque?: number; // hinge: most that the motor has, N·m; 0 for none
  readonly min?: number; // distance: without min, max and hertz it is a rod as long as it is now
  readonly max?: number;
  readonly length?: number; // distance: of the spring at rest; default as it is now
  readonly hertz?: number; // distance, drag: of the spring
  readonly damping?: number; // distance, drag: of the spring; 1 is critical
  readonly maxForce?: number; // drag: N; default 1000 m/s² for the mass of A
  readonly breakForce?: number; // N, as a mean over a step
  readonly breakTorque?: number; // fixed, hinge: N·m
  readonly collide?: boolean; // whether the two bodies collide all the same; default not
}

const kinds: Record<JointKind, number> = {
  fixed: JOINT_FIXED,
  ball: JOINT_BALL,
  hinge: JOINT_HINGE,
  distance: JOINT_DISTANCE,
  drag: JOINT_DRAG,
};

const isKind = oneOf(...Object.keys(kinds));
const FARTHEST = 1e7; // metres
/** Softer springs do nothing that is seen, and their stiffness runs out of digits. */
export const LEAST_HERTZ = 1e-3;

const common = ['kind', 'bodyA', 'bodyB', 'anchor', 'breakForce', 'collide'];
const own: Record<JointKind, string[]> = {
  fixed: ['breakTorque'],
  ball: [],
  hinge: ['axis', 'lower', 'upper', 'motorSpeed', 'motorTorque', 'breakTorque'],
  distance: ['anchorB', 'min', 'max', 'length', 'hertz', 'damping'],
  drag: ['anchorB', 'hertz', 'damping', 'maxForce'],
};

/** Adds a joint; returns its row. The caller wakes the bodies. Throws 'bad-argument' before anything has changed. */
export function addJoint(joints: Joints, bodies: Bodies, spec: JointSpec): number {
  const columns = readSpec(bodies, spec);
  const row = takeJoint(joints, spec.bodyA, spec.bodyB ?? -1);
  joints.kind[row] = kinds[spec.kind];
  joints.collide[row] = spec.collide === true ? 1 : 0;
  joints.low[row] = columns.low;
  joints.high[row] = columns.high;
  joints.hertz[row] = columns.hertz;
  joints.damping[row] = columns.damping;
  joints.length[row] = columns.length;
  joints.speed[row] = spec.motorSpeed ?? 0;
  joints.strength[row] = columns.strength;
  joints.breakForce[row] = spec.breakForce ?? Infinity;
  joints.breakTorque[row] = spec.breakTorque ?? Infinity;
  for (let side = 0; side < 2; side++) {
    const angle =
      spec.kind !== 'hinge' ? 0 : 0.5 * Math.max(-PI, Math.min(PI, side === 0 ? columns.low : columns.high));
    joints.half[4 * row + 2 * side] = sin(angle);
    joints.half[4 * row + 2 * side + 1] = cos(angle);
  }
  const turn = spec.axis === undefined ? [0, 0, 0, 1] : turnTo(spec.axis);
  setEnd(joints, bodies, row, 0, spec.anchor, turn);
  setEnd(joints, bodies, row, 1, spec.anchorB ?? spec.anchor, turn);
  return row;
}

interface Columns {
  low: number;
  high: number;
  hertz: number;
  damping: number;
  length: number;
  strength: number;
}

function readSpec(bodies: Bodies, spec: JointSpec): Columns {
  isKind('kind', spec.kind);
  const given = Object.entries(spec).filter(([, value]) => value !== undefined);
  for (const [name] of given) {
    if (common.includes(name) || own[spec.kind].includes(name)) continue;
    throw refuseName(`a ${spec.kind} joint`, name, [...common, ...own[spec.kind]]);
  }
  if (spec.collide !== undefined && typeof spec.collide !== 'boolean')
    throw refuse('collide', spec.collide, 'true or false');
  checkBodies(bodies, spec);
  checkPoint('anchor', spec.anchor);
  if (spec.anchorB !== undefined) checkPoint('anchorB', spec.anchorB);
  checkRange('breakForce', spec.breakForce, 0, Infinity, true);
  checkRange('breakTorque', spec.breakTorque, 0, Infinity, true);
  checkRange('damping', spec.damping, 0, 1e6, false);
  checkRange('hertz', spec.hertz, LEAST_HERTZ, 1e6, false);
  checkRange('maxForce', spec.maxForce, 0, Infinity, true);
  const columns = {
    low: -Infinity,
    high: Infinity,
    hertz: 0,
    damping: spec.damping ?? 1,
    length: 0,
    strength: 0,
  };
  if (spec.kind === 'hinge') readHinge(columns, spec);
  if (spec.kind === 'distance') readDistance(columns, spec);
  if (spec.kind === 'drag') {
    columns.hertz = spec.hertz ?? 5;
    columns.strength = spec.maxForce ?? 1000 / bodies.inverseMass[spec.bodyA];
  }
  return columns;
}

function readHinge(columns: Columns, spec: JointSpec): void {
  const axis = spec.axis ?? [0, 0, 0];
  checkPoint('axis', axis);
  if (!(squareOf(axis) > 0)) throw fail('axis is missing or of no length: give the direction to turn about');
  checkRange('lower', spec.lower, -PI, PI, false);
  checkRange('upper', spec.upper, -PI, PI, false);
  checkRange('motorSpeed', spec.motorSpeed, -1e6, 1e6, false);
  checkRange('motorTorque', spec.motorTorque, 0, Infinity, false);
  columns.low = spec.lower ?? -Infinity;
  columns.high = spec.upper ?? Infinity;
  columns.strength = spec.motorTorque ?? 0;
  if (columns.low > columns.high) {
    throw fail(`lower is ${spec.lower} and upper ${spec.upper}: give the smaller angle as lower`);
  }
}

function readDistance(columns: Columns, spec: JointSpec): void {
  const b = spec.anchorB ?? spec.anchor;
  const now = Math.sqrt(squareOf([0, 1, 2].map((d) => spec.anchor[d] - b[d])));
  checkRange('min', spec.min, 0, 1e9, false);
  checkRange('max', spec.max, 0, Infinity, true);
  checkRange('length', spec.length, 0, 1e9, false);
  const rod = spec.min === undefined && spec.max === undefined && spec.hertz === undefined;
  if (spec.hertz === undefined && (spec.length ?? spec.damping) !== undefined) {
    throw fail('length and damping are those of a spring: give hertz too, or min and max instead');
  }
  columns.low = spec.min ?? (rod ? now : 0);
  columns.high = spec.max ?? (rod ? now : Infinity);
  columns.hertz = spec.hertz ?? 0;
  columns.length = spec.length ?? now;
  if (columns.low > columns.high)
    throw fail(`min is ${spec.min} and max ${spec.max}: give the smaller as min`);
  if (columns.high === 0)
    throw fail('anchor and anchorB are in one place: give a ball joint, or a max above 0');
}

function checkBodies(bodies: Bodies, spec: JointSpec): void {
  const { slots, kind } = bodies;
  const { bodyA, bodyB = -1 } = spec;
  const known = (row: number) =>
    Number.isInteger(row) && row >= 0 && row < slots.count && slots.live[row] === 1;
  if (!known(bodyA)) throw fail(`bodyA is ${bodyA}: give a body that is there`);
  if (bodyB !== -1 && !known(bodyB))
    throw fail(`bodyB is ${bodyB}: give a body that is there, or none for the world`);
  if (bodyA === bodyB)
    throw fail('bodyA and bodyB are the same body: give two, or leave bodyB out for the world');
  if (spec.kind === 'drag' && bodyB !== -1)
    throw fail('bodyB is given: a drag pulls to a place in the world, leave it out');
  if (
    kind[bodyA] !== BODY_DYNAMIC &&
    (bodyB === -1 || spec.kind === 'drag' || kind[bodyB] !== BODY_DYNAMIC)
  ) {
    throw fail('bodyA and bodyB are not moved by forces: one of them must be dynamic');
  }
}

function checkPoint(name: string, p: ArrayLike<number>): void {
  checkNumbers(name, p, 3, FARTHEST);
}

function checkRange(name: string, x: number | undefined, least: number, most: number, above: boolean): void {
  const inside = typeof x === 'number' && x >= least && x <= most && !(above && x === least);
  if (x === undefined || inside) return;
  throw fail(
    `${name} is ${show(x)}: give a number ${above ? 'above' : 'from'} ${least} ${most < Infinity ? `to ${most}` : 'up'}`,
  );
}

function fail(message: string): InputError {
  return new InputError('bad-argument', message);
}

function squareOf(p: ArrayLike<number>): number {
  return p[0] * p[0] + p[1] * p[1] + p[2] * p[2];
}

/** A quaternion that takes z to a direction. */
function turnTo(axis: ArrayLike<number>): number[] {
  const length = Math.sqrt(squareOf(axis));
  const [x, y, z] = [axis[0] / length, axis[1] / length, axis[2] / length];
  const turn = z < 0 ? [1 - z, 0, x, -y] : [-y, x, 0, 1 + z]; // the long way round where the short one is unsure
  const size = Math.sqrt(turn.reduce((sum, q) => sum + q * q, 0));
  return turn.map((q) => q / size);
}

/** Writes anchor and axes of one side in the rest frame of its body, or as they are for the world. */
function setEnd(
  joints: Joints,
  bodies: Bodies,
  row: number,
  side: number,
  anchor: ArrayLike<number>,
  turn: number[],
): void {
  const body = side === 0 ? joints.bodyA[row] : joints.bodyB[row];
  const at = 6 * row + 3 * side;
  const to = 8 * row + 4 * side;
  if (body < 0) {
    joints.anchor.set([anchor[0], anchor[1], anchor[2]], at);
    joints.basis.set(turn, to);
    return;
  }
  const f = bodies.frame.subarray(FRAME_SIZE * body, FRAME_SIZE * (body + 1));
  const p = [anchor[0] - f[9], anchor[1] - f[10], anchor[2] - f[11]];
  for (let d = 0; d < 3; d++) joints.anchor[at + d] = f[d] * p[0] + f[3 + d] * p[1] + f[6 + d] * p[2];
  // The conjugate of the body's turn, times the joint's.
  const [a, b, c, d] = bodies.turn.subarray(4 * body, 4 * body + 4);
  const [x, y, z, w] = turn;
  joints.basis[to] = d * x - a * w - b * z + c * y;
  joints.basis[to + 1] = d * y - b * w - c * x + a * z;
  joints.basis[to + 2] = d * z - c * w - a * y + b * x;
  joints.basis[to + 3] = d * w + a * x + b * y + c * z;
}
