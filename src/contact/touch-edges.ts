// Sharp edges as features of contact queries: two solids can cross edge to edge while no point of either is in the
// other. Edges hang on points of the sphere tree; what the traversal finds near the field is tested when it is over.
// Not in [Glondu13], which tests points alone.

import { NEAR } from '../field/answer.ts';
import type { Rims } from '../fragment/rims.ts';
import { movePoint } from '../math/frame.ts';
import type { SphereForest } from '../tree/forest.ts';
import { type Contacts, FEATURE_EDGE } from './contacts.ts';
import { EDGE_SIZE, measureEdge } from './edge.ts';
import { measurePoint } from './measure-point.ts';
import type { PairState } from './pair.ts';
import { takeContact } from './select.ts';
import { EPSILON, KEEP, type QueryWork, SLACK, TAU, type Way } from './work.ts';

const SAME = 0.05; // of an edge's reach: contacts this close to an end of it are at that end

const ends = new Float64Array(6); // scratch: both ends of an edge in the frame of the field
const least = new Float64Array(EDGE_SIZE); // scratch: what measureEdge writes

/** Notes for touchEdges the edges of a point that may be closer to the field than the tolerance. */
export function noteEdges(work: QueryWork, way: Way, rims: Rims, point: number): void {
  if (point >= rims.first.length || rims.first[point] < 0) return;
  const { near, lower, limit, reach, edge, edgeEpoch, epoch } = work;
  const close = limit[TAU] + limit[SLACK];
  let longest = 0;
  for (let slot = rims.first[point]; slot >= 0; slot = rims.next[slot]) {
    longest = Math.max(longest, rims.reach[slot]);
  }
  if (near[point] === 0 && lower[point] < longest + close) {
    reach[0] = Math.max(0, limit[TAU]);
    reach[1] = Math.max(reach[0], longest + close);
    measurePoint(work, way, point);
  }
  for (let slot = rims.first[point]; slot >= 0; slot = rims.next[slot]) {
    if (edgeEpoch[slot] === epoch || !(lower[point] < rims.reach[slot] + close)) continue;
    edgeEpoch[slot] = epoch;
    edge[work.edgeCount++] = slot;
  }
}

/** Tests the noted edges in the order they were found, until work.done. Allocation-free. */
export function touchEdges(out: Contacts, work: QueryWork, pair: PairState, way: Way, rims: Rims): void {
  const { limit, reach, edge } = work;
  for (let k = 0; k < work.edgeCount && !work.done; k++) {
    const slot = edge[k];
    reach[0] = reach[1] = Math.max(0, limit[TAU]);
    if (!measureSlot(work, way, rims, slot) || !(least[0] < limit[TAU])) continue;
    takeEdge(out, work, pair, way, rims, slot, findPast(pair, way, rims.index[slot]));
  }
}

/** Takes an edge that was a contact at the last query if it still is, or is a little further away. */
export function keepEdge(
  out: Contacts,
  work: QueryWork,
  pair: PairState,
  way: Way,
  forest: SphereForest,
  rims: Rims,
  past: number,
): void {
  const { index, owner } = pair.last;
  const { reach, limit, edgeEpoch, epoch } = work;
  if (!(owner[past] < rims.first.length) || forest.fragment[owner[past]] !== way.label) return;
  let slot = rims.first[owner[past]];
  while (slot >= 0 && rims.index[slot] !== index[past]) slot = rims.next[slot];
  if (slot < 0 || edgeEpoch[slot] === epoch) return;
  edgeEpoch[slot] = epoch;
  reach[0] = reach[1] = limit[KEEP];
  if (measureSlot(work, way, rims, slot)) takeEdge(out, work, pair, way, rims, slot, past);
}

/** Measures the edge in a slot within work.reach, to `least`; tells whether it is NEAR. */
function measureSlot(work: QueryWork, way: Way, rims: Rims, slot: number): boolean {
  movePoint(ends, 0, way.frame, rims.end, 6 * slot);
  movePoint(ends, 3, way.frame, rims.end, 6 * slot + 3);
  work.counters.edges++;
  return measureEdge(least, way.field, way.fieldLabel, ends, 0, work.reach, way.sealed) === NEAR;
}

/** Makes a contact of the edge just measured, unless one at an end of it is about as deep. */
function takeEdge(
  out: Contacts,
  work: QueryWork,
  pair: PairState,
  way: Way,
  rims: Rims,
  slot: number,
  past: number,
): void {
  if (isCovered(out, work, rims.reach[slot])) return;
  const { p, found } = work;
  for (let d = 0; d < 4; d++) found[d] = least[d];
  for (let d = 0; d < 3; d++) p[d] = ends[d] + least[4] * (ends[3 + d] - ends[d]);
  takeContact(out, work, pair, way, FEATURE_EDGE, rims.index[slot], rims.owner[slot], past);
}

/**
 * Whether a contact of this way stands at an end of the edge just measured and is no more than ε less deep than the
 * edge. Then the edge says nothing new: its least distance is at that end, or it lies flat.
 */
function isCovered(out: Contacts, work: QueryWork, reach: number): boolean {
  const { point, distance } = out;
  const enough = least[0] + work.limit[EPSILON];
  const close = SAME * SAME * reach * reach;
  for (let i = work.first; i < out.count; i++) {
    if (distance[i] > enough) continue;
    for (let end = 0; end < 6; end += 3) {
      const x = point[3 * i] - ends[end];
      const y = point[3 * i + 1] - ends[end + 1];
      const z = point[3 * i + 2] - ends[end + 2];
      if (x * x + y * y + z * z <= close) return true;
    }
  }
  return false;
}

/** The place of an edge among the last contacts of its way, −1 if none. */
function findPast(pair: PairState, way: Way, index: number): number {
  const { last } = pair;
  for (let i = 0; i < last.count; i++) {
    if (last.side[i] === way.side && last.kind[i] === FEATURE_EDGE && last.index[i] === index) return i;
  }
  return -1;
}
