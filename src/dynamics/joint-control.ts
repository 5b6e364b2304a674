// What a caller may ask of a joint, and change, while it is there.

import { refuse } from '../job/check.ts';
import { InputError } from '../job/error.ts';
import { FRAME_SIZE, movePoint } from '../math/rigid.ts';
import { atan2 } from '../math/trig.ts';
import type { Bodies } from './bodies.ts';
import { JOINT_DRAG, JOINT_HINGE, type Joints } from './joints.ts';

const point = new Float64Array(6); // scratch: both anchors in the world

/** Writes where the anchors of A and of B are in the world to out[0…5]. */
export function locateJoint(out: Float64Array, joints: Joints, bodies: Bodies, row: number): void {
  for (let side = 0; side < 2; side++) {
    const body = side === 0 ? joints.bodyA[row] : joints.bodyB[row];
    const at = 6 * row + 3 * side;
    if (body < 0) for (let d = 0; d < 3; d++) out[3 + d] = joints.anchor[at + d];
    else {
      const frame = bodies.frame.subarray(FRAME_SIZE * body, FRAME_SIZE * (body + 1));
      movePoint(out, 3 * side, frame, joints.anchor, at);
    }
  }
}

/** How far apart the anchors of a joint are. */
export function measureLength(joints: Joints, bodies: Bodies, row: number): number {
  locateJoint(point, joints, bodies, row);
  const x = point[0] - point[3];
  const y = point[1] - point[4];
  const z = point[2] - point[5];
  return Math.sqrt(x * x + y * y + z * z);
}

/** The angle in [−π, π] by which A has turned about the axis of a hinge against B, since the joint was made. */
export function measureAngle(joints: Joints, bodies: Bodies, row: number): number {
  const a = carryTurn(joints, bodies, joints.bodyA[row], 8 * row);
  const b = carryTurn(joints, bodies, joints.bodyB[row], 8 * row + 4);
  const sine = b[3] * a[2] - b[2] * a[3] - b[0] * a[1] + b[1] * a[0];
  const cosine = b[3] * a[3] + b[0] * a[0] + b[1] * a[1] + b[2] * a[2];
  return cosine < 0 ? 2 * atan2(-sine, -cosine) : 2 * atan2(sine, cosine);
}

/** The joint's axes as a body carries them: a quaternion. */
function carryTurn(joints: Joints, bodies: Bodies, body: number, at: number): number[] {
  const [x, y, z, w] = joints.basis.subarray(at, at + 4);
  if (body < 0) return [x, y, z, w];
  const [a, b, c, d] = bodies.turn.subarray(4 * body, 4 * body + 4);
  return [
    d * x + a * w + b * z - c * y,
    d * y + b * w + c * x - a * z,
    d * z + c * w + a * y - b * x,
    d * w - a * x - b * y - c * z,
  ];
}

/** Sets where a drag pulls to, in the world. The caller wakes the body. */
export function setTarget(joints: Joints, row: number, target: ArrayLike<number>): void {
  if (joints.kind[row] !== JOINT_DRAG) throw fail('the joint is no drag: only drags have a target');
  for (let d = 0; d < 3; d++) {
    if (!(Math.abs(target[d]) < 1e9))
      throw fail(`target is ${Array.from(target).join(', ')}: give three finite numbers`);
  }
  for (let d = 0; d < 3; d++) joints.anchor[6 * row + 3 + d] = target[d];
}

/** Sets speed (rad/s) and torque (N·m) of a hinge's motor; no torque, no motor. The caller wakes the bodies. */
export function setMotor(joints: Joints, row: number, speed: number, torque: number): void {
  if (joints.kind[row] !== JOINT_HINGE) throw fail('the joint is no hinge: only hinges have a motor');
  if (!(typeof speed === 'number' && Math.abs(speed) < 1e6))
    throw refuse('speed', speed, 'radians a second, from -1e6 to 1e6');
  if (!(torque >= 0)) throw fail(`torque is ${torque}: give a number from 0 up`);
  joints.speed[row] = speed;
  joints.strength[row] = torque;
  if (torque === 0) joints.reaction[9 * row + 6] = 0;
}

function fail(message: string): InputError {
  return new InputError('bad-argument', message);
}
