// Bodies in motion, in columns: where each is, how it moves, how hard it is to move. A body turns about its centre of
// mass; its frame is that of the solid's rest shape, which colliders are asked in.

import { growColumn } from '../math/columns.ts';
import { FRAME_SIZE, writeRotation } from '../math/rigid.ts';
import { createSlots, freeSlot, type Slots, takeSlot } from './slots.ts';

/** Never moves. */
export const BODY_STATIC = 0;
/** Moves as it is told, whatever it meets. */
export const BODY_KINEMATIC = 1;
/** Moves by forces. */
export const BODY_DYNAMIC = 2;

/** What of a body is round: nothing, what goes about the y axis at rest (capsules, cylinders), or all of it (balls). */
export const ROUND_NOT = 0;
export const ROUND_AXIS = 1;
export const ROUND_ALL = 2;

/** Columns by row; replaced when they grow. Made by createBodies alone. */
export interface Bodies {
  readonly slots: Slots;
  kind: Uint8Array; // BODY_STATIC, BODY_KINEMATIC or BODY_DYNAMIC
  awake: Uint8Array; // 1 for a body that is not asleep; static ones are always asleep
  rest: Float64Array; // seconds for which it has hardly moved
  load: Float64Array; // m/s², how much the strongest of its contacts of late would speed it up at that point; burden.ts
  center: Float64Array; // xyz of the centre of mass in the world
  turn: Float64Array; // quaternion xyzw: from the rest axes to the world's
  velocity: Float64Array; // xyz of the centre of mass
  spin: Float64Array; // xyz, angular velocity along the world's axes
  inverseMass: Float64Array; // 0 unless dynamic
  inertia: Float64Array; // xx yy zz xy yz zx about the centre, along the rest axes; 0 unless dynamic
  inverseInertia: Float64Array; // its inverse, in the same order; 0 unless dynamic
  local: Float64Array; // xyz of the centre of mass in the rest frame
  frame: Float64Array; // twelve numbers, math/rigid.ts: from the rest frame to the world; see placeBody
  radius: Float64Array; // of the sphere about the centre that holds the body; infinite for a plane
  thin: Float64Array; // its thinnest part; infinite for what has none
  rounding: Float64Array; // how far its surface is from its core, on all sides: the radius of a ball or a capsule, else 0
  round: Uint8Array; // ROUND_NOT, ROUND_AXIS or ROUND_ALL: where it is, it is touched at the same place however it turns
  friction: Float64Array;
  restitution: Float64Array;
}

export function createBodies(): Bodies {
  return {
    slots: createSlots(),
    kind: new Uint8Array(0),
    awake: new Uint8Array(0),
    rest: new Float64Array(0),
    load: new Float64Array(0),
    center: new Float64Array(0),
    turn: new Float64Array(0),
    velocity: new Float64Array(0),
    spin: new Float64Array(0),
    inverseMass: new Float64Array(0),
    inertia: new Float64Array(0),
    inverseInertia: new Float64Array(0),
    local: new Float64Array(0),
    frame: new Float64Array(0),
    radius: new Float64Array(0),
    thin: new Float64Array(0),
    rounding: new Float64Array(0),
    round: new Uint8Array(0),
    friction: new Float64Array(0),
    restitution: new Float64Array(0),
  };
}

/** A new row: static, at the origin, at rest. Its columns are for the caller to fill; then placeBody. */
export function addBody(bodies: Bodies): number {
  const row = takeSlot(bodies.slots);
  if (row >= bodies.kind.length) growBodies(bodies, row + 1);
  bodies.kind[row] = BODY_STATIC;
  bodies.awake[row] = 0;
  bodies.rest[row] = 0;
  bodies.load[row] = 0;
  bodies.inverseMass[row] = 0;
  bodies.radius[row] = 0;
  bodies.thin[row] = Infinity;
  bodies.rounding[row] = 0;
  bodies.round[row] = ROUND_NOT;
  bodies.friction[row] = 0;
  bodies.restitution[row] = 0;
  for (const column of [bodies.center, bodies.velocity, bodies.spin, bodies.local]) {
    column.fill(0, 3 * row, 3 * row + 3);
  }
  bodies.inertia.fill(0, 6 * row, 6 * row + 6);
  bodies.inverseInertia.fill(0, 6 * row, 6 * row + 6);
  bodies.turn.fill(0, 4 * row, 4 * row + 3);
  bodies.turn[4 * row + 3] = 1;
  placeBody(bodies, row);
  return row;
}

/** Gives a row back. */
export function removeBody(bodies: Bodies, row: number): void {
  freeSlot(bodies.slots, row);
  bodies.awake[row] = 0;
}

function growBodies(bodies: Bodies, rows: number): void {
  const size = Math.max(64, rows, Math.ceil(1.5 * bodies.kind.length));
  bodies.kind = growColumn(bodies.kind, size);
  bodies.awake = growColumn(bodies.awake, size);
  bodies.rest = growColumn(bodies.rest, size);
  bodies.load = growColumn(bodies.load, size);
  bodies.center = growColumn(bodies.center, 3 * size);
  bodies.turn = growColumn(bodies.turn, 4 * size);
  bodies.velocity = growColumn(bodies.velocity, 3 * size);
  bodies.spin = growColumn(bodies.spin, 3 * size);
  bodies.inverseMass = growColumn(bodies.inverseMass, size);
  bodies.inertia = growColumn(bodies.inertia, 6 * size);
  bodies.inverseInertia = growColumn(bodies.inverseInertia, 6 * size);
  bodies.local = growColumn(bodies.local, 3 * size);
  bodies.frame = growColumn(bodies.frame, FRAME_SIZE * size);
  bodies.radius = growColumn(bodies.radius, size);
  bodies.thin = growColumn(bodies.thin, size);
  bodies.rounding = growColumn(bodies.rounding, size);
  bodies.round = growColumn(bodies.round, size);
  bodies.friction = growColumn(bodies.friction, size);
  bodies.restitution = growColumn(bodies.restitution, size);
}

/** Makes the frame of a body follow from its centre and turn, which must be of unit length up to rounding. */
export function placeBody(bodies: Bodies, row: number): void {
  const { center, turn, local, frame } = bodies;
  const f = FRAME_SIZE * row;
  writeRotation(frame, f, turn, 4 * row);
  const lx = local[3 * row];
  const ly = local[3 * row + 1];
  const lz = local[3 * row + 2];
  for (let d = 0; d < 3; d++) {
    const r = f + 3 * d;
    frame[f + 9 + d] = center[3 * row + d] - (frame[r] * lx + frame[r + 1] * ly + frame[r + 2] * lz);
  }
}
