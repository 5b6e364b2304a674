// Features keep to the side they came in by. Deep inside, the closest surface may be another: past the middle of a thin
// wall it is the far side, near the rim of a table it is the rim. So a feature remembers where it was last close to the
// surface, and its normal there; if the closest surface turns away from that, its depth is measured back along the way
// it came. [Glondu13] takes the closest surface always; this is ours.

import { NEAR } from '../field/answer.ts';
import { movePoint } from '../math/rigid.ts';
import {
  ENTRY_OPPOSITE,
  ENTRY_SHALLOW,
  ENTRY_SLID,
  ENTRY_STEPS,
  ENTRY_TURN,
  ENTRY_UNEVEN,
} from './constants.ts';
import { measureCollider } from './measure.ts';
import type { PairState } from './pair.ts';
import { EPSILON, type Pass, type Query, SLACK } from './query.ts';

const came = new Float64Array(3); // scratch: outward normal of the side that a feature came in by
const from = new Float64Array(3); // scratch: where it came in
const old = new Float64Array(3); // scratch: where it was at the last query
const place = new Float64Array(3); // scratch: a place on a march
const here = new Float64Array(4); // scratch: distance and normal there
const reach = new Float64Array(2); // scratch: near and far of a measurement

/**
 * Looks at the feature at query.p with the distance and normal query.found, about to be contact number `row`. If it is
 * deep inside and its closest surface is not on the side it came in by, replaces distance and normal by those of that
 * side. `past` is its place among the pair's last contacts, −1 if none: then its way since the last query tells, or the
 * closest of those contacts. Remembers its side for the next query in query.entry. Allocation-free.
 */
export function keepSide(query: Query, pass: Pass, past: number, row: number): void {
  const { pair, found, limit, entry } = query;
  const deep = found[0] < -ENTRY_SHALLOW * limit[EPSILON];
  if (deep && (recall(pair, past) || findEntry(query, pass) || findNeighbor(query, pass))) {
    const along = found[1] * came[0] + found[2] * came[1] + found[3] * came[2];
    const same = along >= ENTRY_TURN;
    if (same || leaveAlong(query, pass, along < ENTRY_OPPOSITE)) {
      if (!same) query.counters.turned++;
      for (let d = 0; d < 3; d++) {
        entry[6 * row + d] = from[d];
        entry[6 * row + 3 + d] = came[d];
      }
      return;
    }
  }
  noteEntry(query, row);
}

/** Notes for a contact that its feature came in where the surface is closest. */
export function noteEntry(query: Query, row: number): void {
  const { p, found, entry } = query;
  for (let d = 0; d < 3; d++) {
    entry[6 * row + d] = p[d] - found[0] * found[1 + d];
    entry[6 * row + 3 + d] = found[1 + d];
  }
}

/** Where the feature came in as the last query knew it. False if it was no contact then. */
function recall(pair: PairState, past: number): boolean {
  if (past < 0) return false;
  const { entry } = pair;
  for (let d = 0; d < 3; d++) {
    from[d] = entry[6 * past + d];
    came[d] = entry[6 * past + 3 + d];
  }
  return true;
}

/**
 * Finds where the feature came in since the last query. Its way is taken as straight. False if that is not known, or if
 * it was deep inside already.
 */
function findEntry(query: Query, pass: Pass): boolean {
  if (!pass.known) return false;
  const { frame, before, field, fieldLabel, sealed } = pass;
  const { p, found, limit } = query;
  const x = p[0] - frame[9];
  const y = p[1] - frame[10];
  const z = p[2] - frame[11];
  for (let d = 0; d < 3; d++) old[d] = frame[d] * x + frame[3 + d] * y + frame[6 + d] * z;
  movePoint(old, 0, before, old, 0);
  const dx = p[0] - old[0];
  const dy = p[1] - old[1];
  const dz = p[2] - old[2];
  const length = Math.sqrt(dx * dx + dy * dy + dz * dz);
  const least = 0.25 * limit[EPSILON];
  reach[0] = reach[1] = length + limit[SLACK]; // p is inside, so nothing on the way is further than this
  for (let step = 0, t = 0; step < ENTRY_STEPS && t < length; step++) {
    for (let d = 0; d < 3; d++) place[d] = old[d] + (t / length) * (p[d] - old[d]);
    const answer = measureCollider(here, field, fieldLabel, place, 0, reach, sealed);
    if (step === 0 && answer === NEAR && here[0] < -ENTRY_SHALLOW * limit[EPSILON]) return false;
    if (answer === NEAR && here[1] * found[1] + here[2] * found[2] + here[3] * found[3] >= ENTRY_TURN) {
      // The way begins on the side that is closest now: no need to go on.
      for (let d = 0; d < 3; d++) {
        from[d] = p[d] - found[0] * found[1 + d];
        came[d] = found[1 + d];
      }
      return true;
    }
    if (answer === NEAR && here[0] <= least) {
      for (let d = 0; d < 3; d++) {
        from[d] = place[d];
        came[d] = here[1 + d];
      }
      return true;
    }
    t += answer === NEAR ? here[0] : length / 16;
  }
  return false;
}

/** Where the pair's last contact on this side came in that is closest to the feature. False if there is none. */
function findNeighbor(query: Query, pass: Pass): boolean {
  const { pair } = query;
  const { count, side, point } = pair.last;
  const { p } = query;
  let closest = -1;
  let least = Infinity;
  for (let i = 0; i < count; i++) {
    if (side[i] !== pass.side) continue;
    const x = point[3 * i] - p[0];
    const y = point[3 * i + 1] - p[1];
    const z = point[3 * i + 2] - p[2];
    const square = x * x + y * y + z * z;
    if (square >= least) continue;
    least = square;
    closest = i;
  }
  return recall(pair, closest);
}

/**
 * Marches from the feature along `came` to where it leaves the solid, by the distance at each step, and writes to
 * query.found the normal there and the depth below the surface's plane there. False, and nothing written, if the way out
 * is not about as long as the way in: then the feature has moved along the surface to another side.
 */
function leaveAlong(query: Query, pass: Pass, opposite: boolean): boolean {
  const { field, fieldLabel, sealed } = pass;
  const { p, found, limit } = query;
  const least = 0.25 * limit[EPSILON] + limit[SLACK];
  const deep = (from[0] - p[0]) * came[0] + (from[1] - p[1]) * came[1] + (from[2] - p[2]) * came[2];
  const spare = 4 * limit[EPSILON];
  if (!opposite && deep > ENTRY_SLID * -found[0] + spare) return false; // it has slid along the closest surface
  const furthest = (1 + ENTRY_UNEVEN) * deep + spare;
  reach[0] = reach[1] = 4 * least;
  let t = 0;
  let answer = NEAR;
  for (let step = 0; ; step++) {
    if (step === ENTRY_STEPS || !(t <= furthest)) return false;
    for (let d = 0; d < 3; d++) place[d] = p[d] + t * came[d];
    answer = measureCollider(here, field, fieldLabel, place, 0, reach, sealed);
    if (answer !== NEAR || here[0] >= 0) break;
    t += Math.max(-here[0], least);
  }
  if (t < (1 - ENTRY_UNEVEN) * deep - spare) return false;
  const along = answer === NEAR ? here[1] * came[0] + here[2] * came[1] + here[3] * came[2] : 0;
  const met = along > 0.5; // else the normal there is no help
  found[0] = met ? here[0] - t * along : -t;
  for (let d = 0; d < 3; d++) found[1 + d] = met ? here[1 + d] : came[d];
  return true;
}
