// Joints of a world's bodies: made by ids, moved to the piece that holds their anchor when a body splits, and told of
// when they give way.

import { measureCollider } from '../contact/measure.ts';
import { setMotor, setTarget } from '../dynamics/joint-control.ts';
import { addJoint, type JointSpec } from '../dynamics/joint-spec.ts';
import { firstJoint, type Joints, moveJoint, nextJoint, removeJoint } from '../dynamics/joints.ts';
import { wakeBody } from '../dynamics/sleep.ts';
import { idOf, rowOf } from '../dynamics/slots.ts';
import { NEAR } from '../field/answer.ts';
import { checkOwn, checkRecord } from '../job/check.ts';
import { InputError } from '../job/error.ts';
import { type Reader, readColumn, readSlots, type Writer, writeColumn, writeSlots } from './bytes.ts';
import { isPlace, type Vector } from './check.ts';
import { LONGEST_ARM } from './constants.ts';
import type { WorldState } from './state.ts';

/** A joint between bodies by id; see JointSpec for what each kind takes. Without bodyB it is to the world: an anchor. */
export type JointOptions = JointSpec;

/** Joins bodies by their ids; returns the joint's id. */
export function joinBodies(state: WorldState, options: JointOptions): number {
  const { joints, bodies, islands } = state;
  checkRecord('joint', options, [], "an object such as { kind: 'ball', bodyA, anchor }");
  checkOwn('joint', options);
  const rowA = rowOf(bodies.slots, options.bodyA, 'body');
  const rowB =
    options.bodyB === undefined || options.bodyB === -1 ? -1 : rowOf(bodies.slots, options.bodyB, 'body');
  checkArm(state, 'anchor', rowA, options.anchor);
  if (rowB >= 0)
    checkArm(
      state,
      options.anchorB === undefined ? 'anchor' : 'anchorB',
      rowB,
      options.anchorB ?? options.anchor,
    );
  const row = addJoint(joints, bodies, { ...options, bodyA: rowA, bodyB: rowB });
  wakeBody(islands, bodies, rowA);
  if (rowB >= 0) wakeBody(islands, bodies, rowB);
  return idOf(joints.slots, row);
}

/** Throws where an arm is so long that its end answers a push far more than the body does. */
function checkArm({ bodies }: WorldState, name: string, row: number, anchor: Vector): void {
  let square = 0;
  for (let d = 0; d < 3; d++) {
    const x = anchor?.[d];
    if (typeof x !== 'number') return; // it is no place, as addJoint tells
    const way = x - bodies.center[3 * row + d];
    square += way * way;
  }
  const away = Math.sqrt(square);
  const most = LONGEST_ARM * bodies.radius[row];
  if (!(away > most)) return;
  throw new InputError(
    'bad-argument',
    `${name} is ${away} m from the centre of a body of radius ${bodies.radius[row]} m: give a place within ${most} m, or join it by a distance`,
  );
}

export function unjoinBodies(state: WorldState, joint: number): void {
  dropJoint(state, rowOf(state.joints.slots, joint, 'joint'));
}

/** Moves the place that a drag joint pulls to. */
export function aimJoint({ joints, bodies, islands }: WorldState, joint: number, point: Vector): void {
  isPlace('point', point);
  const row = rowOf(joints.slots, joint, 'joint');
  setTarget(joints, row, point);
  wakeBody(islands, bodies, joints.bodyA[row]);
}

/** Sets the speed of a hinge's motor. */
export function turnJoint({ joints, bodies, islands }: WorldState, joint: number, speed: number): void {
  const row = rowOf(joints.slots, joint, 'joint');
  setMotor(joints, row, speed, joints.strength[row]);
  wakeBody(islands, bodies, joints.bodyA[row]);
  if (joints.bodyB[row] >= 0) wakeBody(islands, bodies, joints.bodyB[row]);
}

/** Joints that broke in the collision step become events, and go. */
export function breakJoints(state: WorldState): void {
  const { joints } = state;
  for (let k = 0; k < joints.brokeCount; k++) letGo(state, joints.broke[k]);
  joints.brokeCount = 0;
}

/** Tells of a joint that gives way, and takes it away. */
function letGo(state: WorldState, row: number): void {
  const { joints, bodies, events } = state;
  const [fx, fy, fz, tx, ty, tz] = joints.load.subarray(6 * row, 6 * row + 6);
  const rowB = joints.bodyB[row];
  events.joints.push({
    joint: idOf(joints.slots, row),
    bodyA: idOf(bodies.slots, joints.bodyA[row]),
    bodyB: rowB < 0 ? -1 : idOf(bodies.slots, rowB),
    force: Math.sqrt(fx * fx + fy * fy + fz * fz),
    torque: Math.sqrt(tx * tx + ty * ty + tz * tz),
  });
  dropJoint(state, row);
}

/** Takes a joint away and wakes what it held. */
function dropJoint({ joints, bodies, islands }: WorldState, row: number): void {
  const { bodyA, bodyB } = joints;
  const rows = [bodyA[row], bodyB[row]];
  removeJoint(joints, row);
  for (const body of rows) if (body >= 0) wakeBody(islands, bodies, body);
}

/** Takes all joints of a body away. */
export function dropJoints(state: WorldState, body: number): void {
  for (let row = firstJoint(state.joints, body); row >= 0; row = firstJoint(state.joints, body)) {
    dropJoint(state, row);
  }
}

const place = new Float64Array(3); // scratch: an anchor in the rest frame
const reach = new Float64Array(2); // scratch: how far to look
const found = new Float64Array(4); // scratch: a distance and a normal
const nearest = new Float64Array(1); // scratch: how far an anchor is from the piece that is closest

/**
 * After a body has split into itself and `pieces`, ties each of its joints to the one that is closest to the anchor. A
 * joint whose anchor is further from that than it is wide lets go, and is told of: a whole can be held from afar, a crumb
 * would swing about on an arm that nobody sees.
 */
export function moveJoints(state: WorldState, body: number, pieces: readonly number[]): void {
  const { joints } = state;
  for (let row = firstJoint(joints, body); row >= 0; ) {
    const next = nextJoint(joints, row, body);
    const side = joints.bodyA[row] === body ? 0 : 1;
    const best = closestPiece(state, joints, row, side, [body, ...pieces]);
    if (best !== body) moveJoint(joints, row, side, best);
    if (nearest[0] > 2 * state.bodies.radius[best]) letGo(state, row);
    row = next;
  }
}

function closestPiece(state: WorldState, joints: Joints, row: number, side: 0 | 1, pieces: number[]): number {
  for (let d = 0; d < 3; d++) place[d] = joints.anchor[6 * row + 3 * side + d];
  let best = pieces[0];
  let least = Infinity;
  const close = closestNode(state, pieces); // only pieces that come as close are measured, which for a new one is dear
  for (const piece of pieces) {
    const instance = state.instance[piece];
    if (instance === null) continue;
    reach[0] = reach[1] = Math.min(
      1.01 * reachOf(state, piece),
      1.01 * close + 1e-9 * state.bodies.radius[piece],
    );
    const answer = measureCollider(found, instance.collider, state.label[piece], place, 0, reach, false);
    // Far from a piece its distance may not be known: then that of its centre stands for it.
    const far = answer === NEAR ? found[0] : reachOf(state, piece);
    if (far >= least) continue;
    least = far;
    best = piece;
  }
  nearest[0] = least;
  return best;
}

/** From `place` to the closest node of pieces. */
function closestNode(state: WorldState, pieces: number[]): number {
  let square = Infinity;
  for (const piece of pieces) {
    const family = state.instance[piece]?.collider.field?.family;
    if (family === undefined) continue;
    const { positions } = family.topology;
    const start = family.fragments.start[state.label[piece]];
    const end = start + family.fragments.nodeCount[state.label[piece]];
    for (let n = start; n < end; n++) {
      const o = 3 * family.node[n];
      const x = positions[o] - place[0];
      const y = positions[o + 1] - place[1];
      const z = positions[o + 2] - place[2];
      square = Math.min(square, x * x + y * y + z * z);
    }
  }
  return Math.sqrt(square);
}

/** How far the furthest place of a body can be from `place`. */
function reachOf({ bodies }: WorldState, row: number): number {
  let square = 0;
  for (let d = 0; d < 3; d++)
    square += (place[d] - bodies.local[3 * row + d]) * (place[d] - bodies.local[3 * row + d]);
  return Math.sqrt(square) + bodies.radius[row];
}

/** The columns that a snapshot holds, with their numbers a row: all that prepareJoints does not make. */
const COLUMNS = [
  { name: 'kind', size: 1 },
  { name: 'bodyA', size: 1 },
  { name: 'bodyB', size: 1 },
  { name: 'collide', size: 1 },
  { name: 'broken', size: 1 },
  { name: 'anchor', size: 6 },
  { name: 'basis', size: 8 },
  { name: 'low', size: 1 },
  { name: 'high', size: 1 },
  { name: 'half', size: 4 },
  { name: 'hertz', size: 1 },
  { name: 'damping', size: 1 },
  { name: 'length', size: 1 },
  { name: 'speed', size: 1 },
  { name: 'strength', size: 1 },
  { name: 'breakForce', size: 1 },
  { name: 'breakTorque', size: 1 },
  { name: 'reaction', size: 9 },
  { name: 'load', size: 6 },
] as const;

export function writeJoints(writer: Writer, joints: Joints): void {
  writeSlots(writer, joints.slots);
  for (const { name, size } of COLUMNS) writeColumn(writer, joints[name], size * joints.slots.count);
}

export function readJoints(reader: Reader, joints: Joints): void {
  readSlots(reader, joints.slots);
  const columns = joints as unknown as Record<string, Float64Array>;
  for (const { name, size } of COLUMNS)
    columns[name] = readColumn(reader, columns[name], size * joints.slots.count);
}
