// Sharp edges as features of contact queries: two solids can cross edge to edge while no point of either is in the
// other. Edges hang on points of the sphere tree; what the traversal finds near the field is tested when it is over.
// Not in [Glondu13], which tests points alone.

import { NEAR } from '../field/answer.ts';
import type { Rims } from '../fragment/rims.ts';
import { growColumn } from '../math/columns.ts';
import { movePoint } from '../math/rigid.ts';
import type { SphereForest } from '../tree/forest.ts';
import { EDGE_END, ENOUGH_CONTACTS, PATCH_IDLE, PATCH_TIGHT, SAME_PLACE } from './constants.ts';
import { FEATURE_EDGE, FEATURE_STRETCH } from './contacts.ts';
import { followEdge, measureDeepEdge, measureEdge } from './edge.ts';
import { EDGE_SIZE } from './edge-place.ts';
import { stretchEdge } from './edge-stretch.ts';
import { isShutOut } from './entry-faces.ts';
import { isShut } from './facing.ts';
import { mayReach } from './measure.ts';
import { findPast, type PairState } from './pair.ts';
import { EPSILON, KEEP, type Pass, type Query, REST, RIM, SLACK, setLimits, TAU } from './query.ts';
import { takeContact } from './select.ts';
import { isEdgeSeparated } from './separation.ts';

const ends = new Float64Array(6); // scratch: both ends of an edge in the frame of the field
const least = new Float64Array(EDGE_SIZE); // scratch: what measureEdge writes
const deepest = new Float64Array(1); // scratch: the least distance of the contacts at the ends of an edge
const within = new Float64Array(1); // scratch: an edge closer than this is a contact

/** Notes for touchEdges the edges of the point in query.p that may be closer to the field than the tolerance. */
export function noteEdges(query: Query, pass: Pass, rims: Rims, point: number): void {
  if (point >= rims.first.length || rims.first[point] < 0) return;
  const { lower, limit, reach, edge, edgeEpoch, epoch } = query;
  const close = Math.min(limit[TAU], limit[RIM]) + limit[SLACK];
  let longest = 0;
  for (let slot = rims.first[point]; slot >= 0; slot = rims.next[slot]) {
    longest = Math.max(longest, rims.reach[slot]);
  }
  reach[1] = longest + close;
  if (!mayReach(query, pass, point)) return;
  for (let slot = rims.first[point]; slot >= 0; slot = rims.next[slot]) {
    if (edgeEpoch[slot] === epoch || !(lower[point] < rims.reach[slot] + close)) continue;
    edgeEpoch[slot] = epoch;
    edge[query.edgeCount++] = slot;
  }
}

/** The same where entry faces are known, of which query.entryFace names those of the point's leaf: they tell of each edge. */
export function noteOpenEdges(
  query: Query,
  pass: Pass,
  rims: Rims,
  point: number,
  start: number,
  count: number,
): void {
  if (point >= rims.first.length) return;
  const { edge, edgeEpoch, epoch } = query;
  for (let slot = rims.first[point]; slot >= 0; slot = rims.next[slot]) {
    if (edgeEpoch[slot] === epoch) continue;
    edgeEpoch[slot] = epoch;
    movePoint(ends, 0, pass.frame, rims.end, 6 * slot);
    movePoint(ends, 3, pass.frame, rims.end, 6 * slot + 3);
    if (!isShutOut(query, pass, ends, rims.end, 6 * slot, start, count)) edge[query.edgeCount++] = slot;
  }
}

/**
 * Tests the noted edges in the order they were found, until query.done. Where there are contacts enough to hold a body,
 * only edges deeper than ε are new ones. Of a manifold, those that bore something of late stay while they are near: a body
 * that stands on one would sink until it is found again, and rock for ever. Allocation-free.
 */
export function touchEdges(query: Query, pass: Pass, rims: Rims): void {
  const { pair, limit, edge } = query;
  for (let k = 0; k < query.edgeCount && !query.done; k++) {
    const slot = edge[k];
    const past = findPast(pair, pass.side, FEATURE_EDGE, rims.index[slot]);
    const bore = query.manifold && (bears(pair, past) || bears(pair, pastStretch(pair, pass, rims, slot)));
    within[0] = Math.min(limit[TAU], !bore && isHeld(query) ? -limit[EPSILON] : limit[RIM]);
    touchEdge(query, pass, rims, slot, past, bore);
  }
}

/** Whether one of the last contacts bore something of late. */
function bears({ idle }: PairState, past: number): boolean {
  return past >= 0 && idle[past] <= PATCH_IDLE;
}

/** The place among the last contacts of the other end of the stretch that an edge lay along, −1 if that was none of them. */
function pastStretch(pair: PairState, { side }: Pass, rims: Rims, slot: number): number {
  return findPast(pair, side, FEATURE_STRETCH, rims.index[slot]);
}

/** Keeps the noted edges of a pass for touchKeptEdges. Allocates only to grow. */
export function keepEdges(query: Query, pass: Pass): void {
  if (pass.edge.length < query.edgeCount) pass.edge = growColumn(pass.edge, query.edgeCount);
  for (let k = 0; k < query.edgeCount; k++) pass.edge[k] = query.edge[k];
  pass.edgeCount = query.edgeCount;
}

/** The same as touchEdges, once the points of both passes are known: where these hold, an edge must be deep to count. */
export function touchKeptEdges(query: Query, pass: Pass): void {
  const { rims } = pass.solid;
  if (rims === null || pass.edgeCount === 0) return;
  setLimits(query, pass);
  query.first = 0;
  query.done = false;
  query.edgeCount = pass.edgeCount;
  for (let k = 0; k < pass.edgeCount; k++) query.edge[k] = pass.edge[k];
  touchEdges(query, pass, rims);
}

/** Takes an edge that was a contact at the last query if it still is, or is a little further away. */
export function keepEdge(query: Query, pass: Pass, forest: SphereForest, rims: Rims, past: number): void {
  const { out, pair } = query;
  const { index, owner } = pair.last;
  const { limit, edgeEpoch, epoch } = query;
  if (!(owner[past] < rims.first.length) || forest.fragment[owner[past]] !== pass.label) return;
  let slot = rims.first[owner[past]];
  while (slot >= 0 && rims.index[slot] !== index[past]) slot = rims.next[slot];
  if (slot < 0 || edgeEpoch[slot] === epoch) return;
  edgeEpoch[slot] = epoch;
  within[0] = Math.min(out.count - query.first < query.share ? limit[KEEP] : limit[TAU], limit[RIM]);
  touchEdge(query, pass, rims, slot, findPast(pair, pass.side, FEATURE_EDGE, index[past]), false);
}

/**
 * Makes a contact of the edge in a slot if it is closer than within[0] and says something new: more than ε deeper than a
 * contact at either end, unless it bore something. An edge that lies flat does not, nor one that is deepest at its end;
 * one whose ends both touch may still dip between them, where it crosses another.
 */
function touchEdge(query: Query, pass: Pass, rims: Rims, slot: number, past: number, bore: boolean): void {
  const { pair, limit, reach } = query;
  if (!query.full && isShut(pass, rims, rims.index[slot])) return;
  movePoint(ends, 0, pass.frame, rims.end, 6 * slot);
  movePoint(ends, 3, pass.frame, rims.end, 6 * slot + 3);
  if (isEdgeSeparated(query, pass, ends, rims.end, 6 * slot, within)) return;
  scanEnds(query, pass, rims, slot);
  query.counters.edges++;
  reach[1] = Math.max(0, within[0]);
  if (!bore) within[0] = Math.min(within[0], deepest[0] - limit[EPSILON]);
  reach[0] = query.full ? reach[1] : within[0];
  const { field, fieldLabel, sealed } = pass;
  const followed = pass.known && !query.full && setPlace(pair, pass, rims, slot, past);
  const answer = followed
    ? followEdge(least, field, fieldLabel, ends, 0, reach, sealed, place)
    : within[0] < 0 && !query.full
      ? measureDeepEdge(least, field, fieldLabel, ends, 0, reach, sealed)
      : measureEdge(least, field, fieldLabel, ends, 0, reach, sealed, query.full);
  if (answer !== NEAR || !(least[0] < within[0])) return;
  const long = query.manifold && Math.abs(least[0]) <= limit[EPSILON] && stretch(query, pass);
  takeEdge(query, pass, rims, slot, FEATURE_EDGE, long ? low : least, past);
  if (!long || query.done) return;
  takeEdge(query, pass, rims, slot, FEATURE_STRETCH, high, pastStretch(pair, pass, rims, slot));
}

const low = new Float64Array(EDGE_SIZE); // scratch: as `least`, at the ends of a stretch that lies along the field
const high = new Float64Array(EDGE_SIZE);

/** Whether the edge of `ends` lies along the field about its closest place: then what it bears, it bears at both ends of that. */
function stretch({ limit }: Query, { field, fieldLabel, sealed }: Pass): boolean {
  const rise = PATCH_TIGHT * limit[EPSILON];
  return stretchEdge(low, high, field, fieldLabel, ends, 0, sealed, least, rise, SAME_PLACE * limit[EPSILON]);
}

/** Makes a contact of a place of the edge of `ends`. */
function takeEdge(
  query: Query,
  pass: Pass,
  rims: Rims,
  slot: number,
  kind: number,
  at: Float64Array,
  past: number,
): void {
  const { p, found } = query;
  for (let d = 0; d < 4; d++) found[d] = at[d];
  for (let d = 0; d < 3; d++) p[d] = ends[d] + at[4] * (ends[3 + d] - ends[d]);
  takeContact(query, pass, kind, rims.index[slot], rims.owner[slot], past);
}

const place = new Float64Array(1); // scratch: where along an edge it was a contact, from 0 to 1
const old = new Float64Array(6); // scratch: its ends at the last query

/** Sets `place` to where an edge was a contact, the middle of a stretch; false if it was none, or has no length. */
function setPlace(pair: PairState, pass: Pass, rims: Rims, slot: number, past: number): boolean {
  const { point } = pair.last;
  const other = pastStretch(pair, pass, rims, slot);
  if (past < 0 && other < 0) return false;
  const one = past < 0 ? other : past;
  const two = other < 0 ? past : other;
  movePoint(old, 0, pass.before, rims.end, 6 * slot);
  movePoint(old, 3, pass.before, rims.end, 6 * slot + 3);
  let along = 0;
  let square = 0;
  for (let d = 0; d < 3; d++) {
    along += (0.5 * (point[3 * one + d] + point[3 * two + d]) - old[d]) * (old[3 + d] - old[d]);
    square += (old[3 + d] - old[d]) * (old[3 + d] - old[d]);
  }
  if (!(square > 0)) return false;
  place[0] = Math.min(1, Math.max(0, along / square));
  return true;
}

/** Writes the least distance of the contacts of this pass at either of the two `ends` to `deepest`. */
function scanEnds(query: Query, pass: Pass, rims: Rims, slot: number): void {
  const { out } = query;
  const { side, point, distance } = out;
  const close = EDGE_END * EDGE_END * rims.reach[slot] * rims.reach[slot];
  deepest[0] = Infinity;
  for (let i = query.first; i < out.count; i++) {
    if (side[i] !== pass.side || distance[i] >= deepest[0]) continue;
    for (let end = 0; end < 2; end++) {
      const x = point[3 * i] - ends[3 * end];
      const y = point[3 * i + 1] - ends[3 * end + 1];
      const z = point[3 * i + 2] - ends[3 * end + 2];
      if (x * x + y * y + z * z <= close) deepest[0] = distance[i];
    }
  }
}

/**
 * Whether contacts that are not speculative suffice to hold a body; not where all contacts are wanted. Of a manifold, those
 * that bear as soon as they are asked to: what stood on two corners and an edge would tip until another corner is down.
 */
function isHeld(query: Query): boolean {
  const { out, limit } = query;
  const { distance, count } = out;
  const bar = query.manifold ? PATCH_TIGHT * limit[EPSILON] : limit[REST];
  let held = 0;
  for (let i = 0; i < count && held < ENOUGH_CONTACTS; i++) if (distance[i] <= bar) held++;
  return held === ENOUGH_CONTACTS && !query.full;
}
