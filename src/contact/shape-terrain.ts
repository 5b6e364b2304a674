// What is round against ground: the place that is closest, and each further face that it touches. A ball in a groove
// rests on both sides of it, though its centre is closest to one.

import { NEAR } from '../field/answer.ts';
import type { Terrain } from '../field/terrain.ts';
import { MOST_FACES } from '../field/terrain-faces.ts';
import { TERRAIN_ALIKE, TERRAIN_SAME } from './constants.ts';
import { FEATURE_POINT } from './contacts.ts';
import { measureCollider } from './measure.ts';

import type { PairState } from './pair.ts';
import { KEEP, type Pass, type Query, TAU } from './query.ts';
import { roundSize, takeRound } from './shape-features.ts';

const SLOTS = 16; // numbers that the contacts of a point may have: twice as many as there are, so that one is free

const faces = new Float64Array(4 * (MOST_FACES + 1)); // scratch: distances and normals, the closest place first

/**
 * Adds the contacts of point i of a sphere or capsule, at query.p, with ground: numbers 16i to 16i + 15, each kept from query
 * to query by its normal. Writes the distance of the point to measured[i], or less; returns whether it is one.
 */
export function touchRound(query: Query, pass: Pass, i: number, measured: Float64Array): boolean {
  const { options, pair, p, reach, found, limit, counters } = query;
  const { field, fieldLabel, sealed } = pass;
  const radius = pass.solid.size[roundSize(pass.solid.kind)];
  reach[0] = reach[1] = limit[KEEP] + radius;
  counters.points++;
  counters.calls++;
  const answer = measureCollider(found, field, fieldLabel, p, 0, reach, sealed);
  measured[i] = found[0];
  if (answer !== NEAR) return false;
  let count = 1;
  for (let d = 0; d < 4; d++) faces[d] = found[d];
  if (found[0] > 0) count = addFaces(field.terrain as Terrain, p, reach);
  let used = 0; // slots, as bits
  for (let k = 0; k < count && !query.done; k++) {
    const past = findSlot(pair, pass, i, k, used);
    const bar = past >= 0 && options.seeds ? limit[KEEP] : limit[TAU];
    if (!(faces[4 * k] - radius < bar)) continue;
    let slot = past >= 0 ? pair.last.index[past] - SLOTS * i : 0;
    if (past < 0) while ((used & (1 << slot)) !== 0 || isPast(pair, pass, SLOTS * i + slot)) slot++;
    used |= 1 << slot;
    for (let d = 0; d < 4; d++) found[d] = faces[4 * k + d];
    takeRound(query, pass, FEATURE_POINT, SLOTS * i + slot, past);
  }
  return true;
}

/** Adds to `faces` those that are turned away from the closest place; returns how many there are. */
function addFaces(terrain: Terrain, p: Float64Array, reach: Float64Array): number {
  const all = terrain.answers.faces(more, terrain, p, 0, reach);
  let count = 1;
  for (let k = 0; k < all; k++) {
    const dot = faces[1] * more[4 * k + 1] + faces[2] * more[4 * k + 2] + faces[3] * more[4 * k + 3];
    if (dot >= TERRAIN_ALIKE) continue;
    for (let d = 0; d < 4; d++) faces[4 * count + d] = more[4 * k + d];
    count++;
  }
  return count;
}

const more = new Float64Array(4 * MOST_FACES); // scratch: the faces that the ball touches

/** The last contact of point i whose normal is most like that of face k, −1 if there is none that is not used. */
function findSlot({ last }: PairState, pass: Pass, i: number, k: number, used: number): number {
  let best = -1;
  let most = -1;
  for (let n = 0; n < last.count; n++) {
    const slot = last.index[n] - SLOTS * i;
    if (last.side[n] !== pass.side || last.kind[n] !== FEATURE_POINT || slot < 0 || slot >= SLOTS) continue;
    if ((used & (1 << slot)) !== 0) continue;
    const dot =
      faces[4 * k + 1] * last.normal[3 * n] +
      faces[4 * k + 2] * last.normal[3 * n + 1] +
      faces[4 * k + 3] * last.normal[3 * n + 2];
    if (!(dot > TERRAIN_SAME && dot > most)) continue;
    most = dot;
    best = n;
  }
  return best;
}

/** Whether a number was that of one of the last contacts. */
function isPast({ last }: PairState, pass: Pass, index: number): boolean {
  for (let n = 0; n < last.count; n++) {
    if (last.index[n] === index && last.side[n] === pass.side && last.kind[n] === FEATURE_POINT) return true;
  }
  return false;
}
