// The sphere tree of a fragment against the field of another, breadth-first and by maximum distance [Glondu13,
// sec. 5.3, algorithm 1]. The printed algorithm is corrected: it would stop after the first level with children, count
// a point again at each of its nodes, and cull contacts that are within a positive tolerance.

import { NEAR } from '../field/answer.ts';
import type { Rims } from '../fragment/rims.ts';
import { growColumn } from '../math/columns.ts';
import { onSurface, type SphereForest } from '../tree/forest.ts';
import { SPREAD_CLOSE } from './constants.ts';
import { FEATURE_POINT } from './contacts.ts';
import { spheresOf } from './edge-reach.ts';
import { passEntryFaces } from './entry-faces.ts';
import { mayReach, measurePoint, placeFeature } from './measure.ts';
import { EPSILON, type Pass, type Query, SLACK, TAU, WATCH } from './query.ts';
import { isUnwatched, takeContact } from './select.ts';
import { isSeparated } from './separation.ts';
import { noteEdges, noteOpenEdges } from './touch-edges.ts';

/**
 * Adds the points of a fragment that are closer to a field than the tolerance, until query.done or none is left. Nodes
 * of different parents come before siblings, so the first contacts are far apart. Never passes over a point whose true
 * distance is within the tolerance: a sphere is left only where the field is proven to be further away than its radius
 * and the tolerance. Each point is measured as a contact once. With `rims`, spheres reach as far as the edges of their
 * points do, and edges that may touch are noted for touchEdges. Allocation-free.
 */
export function traverseTree(query: Query, pass: Pass, forest: SphereForest, rims: Rims | null): void {
  const { firstChild, childCount, exposed } = forest;
  const { cursor, limit, counters } = query;
  const { frame, plane } = pass;
  let { queue, next } = query;
  // The plane that parts the fragments as the tree sees it: what is clearly above it is passed over, as visitNode would.
  const sphere = planeSpheres(pass, forest);
  const packed = sphere.length > 0;
  const nx = plane[0] * frame[0] + plane[1] * frame[3] + plane[2] * frame[6];
  const ny = plane[0] * frame[1] + plane[1] * frame[4] + plane[2] * frame[7];
  const nz = plane[0] * frame[2] + plane[1] * frame[5] + plane[2] * frame[8];
  const floor = plane[3] - plane[0] * frame[9] - plane[1] * frame[10] - plane[2] * frame[11];
  const floorAt = floor + limit[SLACK] + PLANE_ROUND * (pass.solid.radius + Math.abs(floor));
  queue[0] = forest.root[pass.label];
  for (let level = 1; level > 0; ) {
    let count = level; // the nodes behind `level` are back for another child
    let below = 0;
    for (let h = 0; h < count; h++) {
      const node = queue[h];
      if (h < level) {
        if (packed) {
          const o = 4 * node;
          const above = nx * sphere[o] + ny * sphere[o + 1] + nz * sphere[o + 2] - sphere[o + 3] - floorAt;
          if (above > limit[TAU] && above > limit[WATCH]) {
            counters.nodes++;
            continue;
          }
        }
        const open = visitNode(query, pass, forest, rims, node);
        if (query.done) return;
        if (!open) continue;
        cursor[node] = nextExposed(exposed, firstChild[node], firstChild[node] + childCount[node]);
      }
      const end = firstChild[node] + childCount[node];
      let child = cursor[node];
      if (child >= end) continue;
      if (query.plain) {
        for (; child < end; child = nextExposed(exposed, child + 1, end)) next[below++] = child;
        continue;
      }
      next[below++] = child;
      cursor[node] = nextExposed(exposed, child + 1, end);
      if (cursor[node] < end) queue[count++] = node;
    }
    level = below;
    const swap = queue;
    queue = next;
    next = swap;
  }
}

/** Relative: more than rounding adds to a height above a plane. */
const PLANE_ROUND = 1e-9;
const NONE = new Float64Array(0);

/** The packed spheres of a whole that a plane parts from the field; none where there is no such plane, or for pieces. */
function planeSpheres({ plane, solid }: Pass, forest: SphereForest): Float64Array {
  const { edgeReach, field, position } = solid;
  if (!(plane[3] < Infinity) || edgeReach === null || field === null || field.family.events.count > 0)
    return NONE;
  return spheresOf(edgeReach, forest, position);
}

/** The first node from `node` on with something below it that can touch, or `end`. */
function nextExposed(exposed: Uint8Array, node: number, end: number): number {
  while (node < end && exposed[node] === 0) node++;
  return node;
}

/** Looks at a node: makes a contact of its point at first sight, and tells whether to look below. */
function visitNode(query: Query, pass: Pass, forest: SphereForest, rims: Rims | null, node: number): boolean {
  const { pointEpoch, lower, limit, reach } = query;
  const point = forest.point[node];
  const leaf = forest.childCount[node] === 0;
  const radius = forest.radius[node];
  const { edgeReach } = query;
  const span = rims === null || edgeReach === null ? radius : Math.max(radius, edgeReach.reach[node]);
  query.counters.nodes++;
  query.span[0] = span;
  placeFeature(query, pass, point);
  const tau = limit[TAU];
  const loose = limit[WATCH] > tau && query.out.count < query.cap;
  if (loose) limit[TAU] = limit[WATCH]; // what is parted by that is parted by less
  const parted = isSeparated(query, pass, 3 * point);
  limit[TAU] = tau;
  if (parted) return false;
  let bar = tau;
  if (loose) {
    if (isUnwatched(query)) bar = limit[WATCH];
    else if (isSeparated(query, pass, 3 * point)) return false;
  }
  if (pass.entryFaces.count >= 0) {
    if (!enter(query, pass, forest, node)) return false;
    if (leaf && rims !== null)
      noteOpenEdges(query, pass, rims, point, query.entryFaceFirst[node], query.entryFaceLength[node]);
    // Where the point itself cannot touch, something else of its sphere may.
    if (pointEpoch[point] === query.epoch || !enterAlone(query, pass, node, point)) return !leaf;
  }
  const far = span + bar + limit[SLACK];
  reach[0] = Math.max(0, bar);
  reach[1] = Math.max(reach[0], far);
  if (pointEpoch[point] !== query.epoch) {
    const answer = measurePoint(query, pass, point);
    const touches = answer === NEAR && query.found[0] < bar && onSurface(forest, point);
    if (touches && !mustWait(query, pass, forest, node)) {
      takeContact(query, pass, FEATURE_POINT, point, point, query.past[point]);
    }
  } else if (!leaf) return mayReach(query, pass, point);
  if (leaf && rims !== null && pass.entryFaces.count < 0) noteEdges(query, pass, rims, point);
  return !leaf && lower[point] < far;
}

/** Whether anything of a node may have come through an entry face of those that its parent's may have; notes which. */
function enter(query: Query, pass: Pass, forest: SphereForest, node: number): boolean {
  const { entryFaceFirst, entryFaceLength } = query;
  const above = forest.parent[node];
  const start = above < 0 ? 0 : entryFaceFirst[above];
  const count = above < 0 ? pass.entryFaces.count : entryFaceLength[above];
  const passed = passEntryFaces(query, pass, 3 * forest.point[node], start, count);
  entryFaceFirst[node] = query.entryFaceEnd;
  entryFaceLength[node] = passed;
  query.entryFaceEnd += passed;
  return passed > 0;
}

/** The same for the point of a leaf alone, without its edges. */
function enterAlone(query: Query, pass: Pass, node: number, point: number): boolean {
  query.span[0] = 0;
  return passEntryFaces(query, pass, 3 * point, query.entryFaceFirst[node], query.entryFaceLength[node]) > 0;
}

// Keeps the first contacts of a query apart. Nodes of one parent lie within its sphere, so where the traversal has few
// parents left, contacts would come in bunches. A point that is close to a contact, for the size of the sphere it came
// from, waits; those that waited longest apart from all others fill up what the traversal leaves.

const MAX_WAITING = 64; // points that may wait; more would not be further apart

const gap = new Float64Array(1); // scratch: a squared distance

/** Whether a point that could be a contact is close to one for where it stands in the tree; then it waits. */
export function mustWait(query: Query, pass: Pass, forest: SphereForest, node: number): boolean {
  const { out } = query;
  if (
    query.full ||
    query.manifold ||
    query.plain ||
    out.count === query.first ||
    out.count - query.first >= query.share
  )
    return false;
  if (query.waitCount === MAX_WAITING || query.found[0] < -query.limit[EPSILON]) return false; // deep ones are always contacts
  const above = forest.parent[node];
  if (above < 0) return false;
  const close = SPREAD_CLOSE * forest.radius[above];
  measureGap(query, pass, forest.point[node]);
  if (gap[0] >= close * close) return false;
  if (query.wait.length <= query.waitCount) query.wait = growColumn(query.wait, MAX_WAITING);
  query.wait[query.waitCount++] = forest.point[node];
  return true;
}

/** Takes points that waited while contacts are wanted, each time the one furthest from all contacts. */
export function takeWaiting(query: Query, pass: Pass): void {
  const { out, wait, reach, limit } = query;
  // While some contacts are speculative, closer ones still take their place.
  while (query.waitCount > 0 && !query.done && (out.count - query.first < query.share || query.worst >= 0)) {
    let best = 0;
    let furthest = -1;
    for (let k = 0; k < query.waitCount; k++) {
      measureGap(query, pass, wait[k]);
      if (!(gap[0] > furthest)) continue;
      furthest = gap[0];
      best = k;
    }
    const point = wait[best];
    wait[best] = wait[--query.waitCount];
    reach[0] = reach[1] = Math.max(0, limit[TAU]);
    if (measurePoint(query, pass, point) !== NEAR || !(query.found[0] < limit[TAU])) continue;
    takeContact(query, pass, FEATURE_POINT, point, point, query.past[point]);
  }
}

/** Writes the squared distance of a point to the closest point that is a contact of this pass, at rest. */
function measureGap(query: Query, pass: Pass, point: number): void {
  const { out } = query;
  const { position } = pass.solid;
  const { kind, index } = out;
  let least = Infinity;
  for (let i = query.first; i < out.count; i++) {
    if (kind[i] !== FEATURE_POINT) continue;
    const x = position[3 * index[i]] - position[3 * point];
    const y = position[3 * index[i] + 1] - position[3 * point + 1];
    const z = position[3 * index[i] + 2] - position[3 * point + 2];
    least = Math.min(least, x * x + y * y + z * z);
  }
  gap[0] = least;
}
