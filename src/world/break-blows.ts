// Blows: what struck bodies that can break in a collision step, in their rest frames. Only what is sudden counts: the
// impulse beyond that with which a contact went into the step, so that a load at rest breaks nothing.

import { BODY_DYNAMIC } from '../dynamics/bodies.ts';
import { growColumn } from '../math/columns.ts';
import { BLOW_LEAST, BLOW_LIGHT, BREAK_NODES, BREAK_PAUSE } from './constants.ts';
import type { Pair } from './pairs.ts';
import { CENTER, MOTION_SIZE, TURN } from './saved-step.ts';
import type { WorldState } from './state.ts';

/** Columns by blow; those of one body need not follow each other. Made by createBlows alone. */
export interface Blows {
  count: number;
  row: Int32Array; // the body that was struck
  by: Int32Array; // the body that struck it
  point: Float64Array; // xyz, rest frame of the body
  normal: Float64Array; // xyz, the way the body is pushed, rest frame
  impulse: Float64Array; // xyz on the body, N·s, rest frame
  speed: Float64Array; // at which both came together, m/s
}

export function createBlows(): Blows {
  return {
    count: 0,
    row: new Int32Array(0),
    by: new Int32Array(0),
    point: new Float64Array(0),
    normal: new Float64Array(0),
    impulse: new Float64Array(0),
    speed: new Float64Array(0),
  };
}

function reserveBlows(blows: Blows, least: number): void {
  if (blows.row.length >= least) return;
  blows.row = growColumn(blows.row, least);
  const size = blows.row.length;
  blows.by = growColumn(blows.by, size);
  blows.point = growColumn(blows.point, 3 * size);
  blows.normal = growColumn(blows.normal, 3 * size);
  blows.impulse = growColumn(blows.impulse, 3 * size);
  blows.speed = growColumn(blows.speed, size);
}

let sum = new Float64Array(0); // scratch: per row, by how much its blows would change its speed

/**
 * Lists the blows of the collision step that was just solved, before the pairs take over its impulses, and the bodies
 * that they may break, ascending. Allocates nothing while nothing breaks, once there is room.
 */
export function gatherBlows(state: WorldState, struck: number[]): void {
  const { active, bodies, breaking } = state;
  const { blows } = breaking;
  blows.count = 0;
  struck.length = 0;
  if (!breaking.any) return;
  sum = growColumn(sum, bodies.slots.count);
  sum.fill(0, 0, bodies.slots.count);
  for (let k = 0; k < active.length; k++) {
    const pair = active[k];
    if (pair.count === 0) continue;
    if (canBreak(state, pair.a)) strike(state, pair, pair.a, pair.b);
    if (canBreak(state, pair.b)) strike(state, pair, pair.b, pair.a);
  }
  for (let row = 0; row < bodies.slots.count; row++) if (sum[row] >= BLOW_LEAST) struck.push(row);
}

/** The blows of one pair on one of its bodies. */
function strike(state: WorldState, pair: Pair, row: number, by: number): void {
  const { contacts, bodies, breaking, settings } = state;
  const { total, normal, point, apart, distance } = contacts;
  const { blows } = breaking;
  const { first, count, impulse } = pair;
  const ease = bodies.inverseMass[row];
  const sign = row === pair.a ? 1 : -1;
  const { motion: kept } = state.before;
  for (let k = 0; k < count; k++) {
    const i = first + k;
    const sudden = total[4 * i] - settings.substeps * impulse[4 * k];
    if (!(sudden * ease > BLOW_LIGHT)) continue;
    sum[row] += sudden * ease;
    const n = blows.count++;
    reserveBlows(blows, blows.count);
    const share = (sign * sudden) / total[4 * i];
    let gap = distance[i]; // where both touch, and where that was on either when the step began
    for (let d = 0; d < 3; d++) gap -= normal[3 * i + d] * apart[3 * i + d];
    for (let d = 0; d < 3; d++) {
      axis[d] = sign * normal[3 * i + d];
      push[d] = share * (total[4 * i] * normal[3 * i + d] + total[4 * i + 1 + d]);
      place[d] = point[3 * i + d] + 0.5 * (sign * apart[3 * i + d] + gap * axis[d]);
      place[d] -= kept[MOTION_SIZE * row + CENTER + d];
    }
    blows.row[n] = row;
    blows.by[n] = by;
    blows.speed[n] = Math.max(0, -contacts.approach[i]);
    turnBack(blows.point, 3 * n, kept, MOTION_SIZE * row + TURN, place);
    for (let d = 0; d < 3; d++) blows.point[3 * n + d] += bodies.local[3 * row + d];
    turnBack(blows.normal, 3 * n, kept, MOTION_SIZE * row + TURN, axis);
    turnBack(blows.impulse, 3 * n, kept, MOTION_SIZE * row + TURN, push);
  }
}

const axis = new Float64Array(3); // scratch: the way a body is pushed
const push = new Float64Array(3); // scratch: the impulse on it
const place = new Float64Array(3); // scratch: where, from its centre

/** Writes the vector v, turned back by the quaternion q[from…], to out[at…]. */
function turnBack(out: Float64Array, at: number, q: Float64Array, from: number, v: Float64Array): void {
  const x = -q[from];
  const y = -q[from + 1];
  const z = -q[from + 2];
  const w = q[from + 3];
  const tx = 2 * (y * v[2] - z * v[1]);
  const ty = 2 * (z * v[0] - x * v[2]);
  const tz = 2 * (x * v[1] - y * v[0]);
  out[at] = v[0] + w * tx + (y * tz - z * ty);
  out[at + 1] = v[1] + w * ty + (z * tx - x * tz);
  out[at + 2] = v[2] + w * tz + (x * ty - y * tx);
}

// Which bodies can break: made of a material that can, free to move, and not too small.

/** Whether a blow could break a body at all. */
export function canBreak(state: WorldState, row: number): boolean {
  const { bodies, instance, label, settings, born, time } = state;
  const of = instance[row];
  if (of === null || of.material === null || of.material.strength === Infinity) return false;
  if (of.collider.field === null || bodies.kind[row] !== BODY_DYNAMIC) return false;
  if (time - born[row] < BREAK_PAUSE) return false;
  if (2 * bodies.radius[row] < settings.smallestFragment) return false;
  return of.collider.field.family.fragments.nodeCount[label[row]] >= BREAK_NODES;
}
