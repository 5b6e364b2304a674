// Contacts that are found late: after the solver has moved all bodies, where they came to or on their way there. They are
// laid out as they would have been when the step began.

import { ROUND_NOT } from '../dynamics/bodies.ts';
import { insertContactRows } from '../dynamics/contact-rows.ts';
import { writeTouch } from '../dynamics/turning.ts';
import { movePoint } from '../math/rigid.ts';
import { LATE_ALIKE, LATE_ROWS } from './constants.ts';
import { featureKey, type Pair, reservePair } from './pairs.ts';
import type { RelativeMotion } from './relative-motion.ts';
import type { WorldState } from './state.ts';

const p = new Float64Array(6); // scratch: where a contact was on A and on B before the step
const taken = new Int32Array(LATE_ROWS); // scratch: contacts of state.found that are added

/**
 * Adds contacts of state.found, at moved.nowA and moved.nowB, to those of a pair: the deepest of what is none of them yet,
 * give or take `same`, if it is closer than `least`; and others closer than `wide`, far from each other. Returns how many.
 */
export function addLateContacts(
  moved: RelativeMotion,
  state: WorldState,
  pair: Pair,
  least: number,
  wide: number,
  same: number,
): number {
  const { found, contacts, bodies } = state;
  const count = chooseRows(moved, state, pair, least, wide, same);
  if (count === 0) return 0;
  const { a, b } = pair;
  if (pair.count === 0) {
    pair.first = contacts.count;
    if (!state.active.includes(pair)) state.active.push(pair);
  }
  const first = pair.first + pair.count;
  insertContactRows(contacts, first, count);
  for (const other of state.active)
    if (other !== pair && other.first >= first && other.count > 0) other.first += count;
  reservePair(pair, pair.count + count);
  for (let k = 0; k < count; k++) {
    const i = taken[k];
    const row = first + k;
    contacts.distance[row] = placeFound(moved, state, pair, i);
    contacts.bodyA[row] = a;
    contacts.bodyB[row] = b;
    contacts.friction[row] = Math.sqrt(bodies.friction[a] * bodies.friction[b]);
    contacts.restitution[row] = Math.max(bodies.restitution[a], bodies.restitution[b]);
    for (let d = 0; d < 3; d++) {
      contacts.normal[3 * row + d] = found.normal[3 * i + d];
      contacts.point[3 * row + d] = 0.5 * (p[d] + p[3 + d]);
      contacts.apart[3 * row + d] = p[d] - p[3 + d];
    }
    contacts.impulse.fill(0, 4 * row, 4 * row + 4);
    contacts.total.fill(0, 4 * row, 4 * row + 4);
    contacts.gap[row] = contacts.distance[row];
    contacts.approach[row] = 0;
    pair.key[pair.count + k] = featureKey(found.side[i], found.kind[i], found.index[i]);
    pair.impulse.fill(0, 4 * (pair.count + k), 4 * (pair.count + k) + 4);
    pair.place.fill(0, 6 * (pair.count + k), 6 * (pair.count + k) + 6);
  }
  pair.count += count;
  return count;
}

/** Sets p to where a contact of state.found was on A and on B before the step; returns how far apart they were then. */
function placeFound(moved: RelativeMotion, state: WorldState, { a, b }: Pair, i: number): number {
  const { side, distance, point, normal } = state.found;
  for (let d = 0; d < 3; d++) {
    axis[d] = normal[3 * i + d];
    spot[d] = point[3 * i + d] + (side[i] === 0 ? 0 : distance[i]) * axis[d];
  }
  placeBefore(0, state, a, 1, moved.thenA, moved.nowA);
  for (let d = 0; d < 3; d++) spot[d] -= distance[i] * axis[d];
  placeBefore(3, state, b, -1, moved.thenB, moved.nowB);
  let gap = 0;
  for (let d = 0; d < 3; d++) gap += axis[d] * (p[d] - p[3 + d]);
  return gap;
}

/** Sets p[at…] to where `spot`, a place on the surface of a body at the frame `now`, was touched at `then`. */
function placeBefore(
  at: number,
  { bodies }: WorldState,
  row: number,
  sign: number,
  then: Float64Array,
  now: Float64Array,
): void {
  const core = sign * bodies.rounding[row]; // along the normal, from the surface
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 3; j++) {
      turn[3 * i + j] =
        now[3 * i] * then[3 * j] + now[3 * i + 1] * then[3 * j + 1] + now[3 * i + 2] * then[3 * j + 2];
    }
  }
  writeTouch(turn, 9, core === 0 ? bodies.round[row] : ROUND_NOT, then, 0, turn, 0);
  movePoint(place, 0, now, bodies.local, 3 * row);
  movePoint(place, 3, then, bodies.local, 3 * row);
  const x = spot[0] + core * axis[0] - place[0];
  const y = spot[1] + core * axis[1] - place[1];
  const z = spot[2] + core * axis[2] - place[2];
  for (let d = 0; d < 3; d++) {
    const then = place[3 + d] + turn[9 + d] * x + turn[12 + d] * y + turn[15 + d] * z;
    p[at + d] = then - core * axis[d];
  }
}

const axis = new Float64Array(3); // scratch: the normal of a contact
const spot = new Float64Array(3); // scratch: where a body is touched
const turn = new Float64Array(18); // scratch: how a body has turned, and the places where it is touched
const place = new Float64Array(6); // scratch: its centre now and then

/** Sets `taken` to the contacts of state.found to add; returns how many. */
function chooseRows(
  moved: RelativeMotion,
  state: WorldState,
  pair: Pair,
  least: number,
  wide: number,
  same: number,
): number {
  const { found } = state;
  let count = 0;
  while (count < LATE_ROWS) {
    let best = -1;
    let most = 0;
    for (let i = 0; i < found.count; i++) {
      if (!(found.distance[i] < (count === 0 ? least : wide))) continue;
      const worth = count === 0 ? least - found.distance[i] : farFrom(found, i, count);
      if (worth > most && !isKnown(moved, state, pair, i, same)) {
        most = worth;
        best = i;
      }
    }
    if (best < 0) break;
    taken[count++] = best;
  }
  return count;
}

/** The square of how far a contact is from the closest of those taken. */
function farFrom({ point }: WorldState['found'], i: number, count: number): number {
  let least = Infinity;
  for (let k = 0; k < count; k++) {
    let square = 0;
    for (let d = 0; d < 3; d++) {
      const x = point[3 * i + d] - point[3 * taken[k] + d];
      square += x * x;
    }
    least = Math.min(least, square);
  }
  return least;
}

/**
 * Whether a contact of state.found is one of its pair's, the same feature against what is, give or take, the same plane;
 * or was as deep when the step began, and was left out.
 */
function isKnown(moved: RelativeMotion, state: WorldState, pair: Pair, i: number, same: number): boolean {
  const { found, contacts } = state;
  const { key, first, count } = pair;
  const wanted = featureKey(found.side[i], found.kind[i], found.index[i]);
  const gap = placeFound(moved, state, pair, i);
  if (gap < -2 * same) return true;
  for (let k = 0; k < count; k++) {
    if (key[k] !== wanted) continue;
    let along = 0;
    for (let d = 0; d < 3; d++) along += contacts.normal[3 * (first + k) + d] * found.normal[3 * i + d];
    if (along > LATE_ALIKE && Math.abs(gap - contacts.distance[first + k]) <= same) return true;
  }
  return false;
}
