// Bowyer–Watson insertion: walk to the new point, collect the tets whose circumsphere contains it (the cavity), and
// join the point to the cavity's boundary. Exact signs and the symbolic perturbation make the cavity a ball that is
// star-shaped around the point whatever the input, so nothing has to be repaired afterwards.
// Slow siblings: test/mesh/delaunay.test.ts and delaunay-among.test.ts.

import { orientSign } from '../../geometry/orientation.ts';
import { TET_EDGES, TET_FACES } from '../tet-mesh.ts';
import { inspherePerturbed } from './predicates.ts';
import { freeSlot, INFINITE, reserveTets, type Triangulation, takeSlot } from './triangulation.ts';

let cavity = new Int32Array(1024); // scratch: tets of the cavity, also the queue that finds them
let rim = new Int32Array(1024); // scratch: half-faces of cavity tets whose twin lies outside the cavity

/**
 * A tet to start from: the finite tet that contains point p (boundary included), or a ghost whose hull face p lies
 * strictly beyond. The walk crosses any face that has p beyond it, which in a Delaunay triangulation comes to an end.
 */
function locatePoint(tri: Triangulation, p: number): number {
  const { points, tets, twins } = tri;
  let t = tri.last;
  for (let i = 0; i < 4; i++) if (tets[4 * t + i] === INFINITE) t = twins[4 * t + i] >> 2;
  let from = -1; // the face we came in through
  walk: for (;;) {
    for (let i = 0; i < 4; i++) {
      if (i === from) continue;
      const a = tets[4 * t + TET_FACES[3 * i]];
      const b = tets[4 * t + TET_FACES[3 * i + 1]];
      const c = tets[4 * t + TET_FACES[3 * i + 2]];
      if (orientSign(points, a, b, c, p) <= 0) continue;
      const h = twins[4 * t + i];
      t = h >> 2;
      from = h & 3;
      if (tets[h] === INFINITE) return t;
      continue walk;
    }
    return t;
  }
}

/** True when point p is in the (perturbed) circumsphere of tet t; for a ghost, beyond its hull face. */
function conflicts(tri: Triangulation, t: number, p: number): boolean {
  const { points, tets, twins } = tri;
  const a = tets[4 * t];
  const b = tets[4 * t + 1];
  const c = tets[4 * t + 2];
  const d = tets[4 * t + 3];
  if (a >= 0 && b >= 0 && c >= 0 && d >= 0) return inspherePerturbed(points, a, b, c, d, p) > 0;
  let side: number;
  let i: number;
  if (a < 0) {
    side = orientSign(points, p, b, c, d);
    i = 0;
  } else if (b < 0) {
    side = orientSign(points, a, p, c, d);
    i = 1;
  } else if (c < 0) {
    side = orientSign(points, a, b, p, d);
    i = 2;
  } else {
    side = orientSign(points, a, b, c, p);
    i = 3;
  }
  // In the hull face's plane the question is the face's circumcircle, which the finite tet's sphere cuts out.
  return side === 0 ? conflicts(tri, twins[4 * t + i] >> 2, p) : side > 0;
}

/** Inserts point p. Returns p, or the point at the same place that is in already. */
export function insertPoint(tri: Triangulation, p: number): number {
  const start = locatePoint(tri, p);
  const same = samePoint(tri, start, p);
  if (same >= 0) return same;
  const cavityCount = findCavity(tri, start, p);
  const rimCount = findRim(tri, cavityCount);
  reserveTets(tri, rimCount);
  fillCavity(tri, rimCount, p);
  for (let i = 0; i < cavityCount; i++) freeSlot(tri, cavity[i]);
  return p;
}

/** What an insertion among edges and faces that must stay has to spare. */
interface Kept {
  face(a: number, b: number, c: number): boolean;
  edge(a: number, b: number): boolean;
}

/**
 * Inserts point p into a triangulation that is Delaunay no more: `start` is a closed tet that contains p. Tets give way
 * as in insertPoint, but none beyond a face that is kept, none that p does not see in full, and none whose loss would
 * take a kept edge or a point with it. False, with nothing changed, where p lies on a point, on a face or edge that is
 * kept, or on the hull.
 */
export function insertAmong(tri: Triangulation, start: number, p: number, kept: Kept): boolean {
  const base = findContaining(tri, start, p, kept);
  if (base === 0) return false;
  const barred = new Set<number>(); // tets that must stay
  for (;;) {
    const count = growCavity(tri, base, p, kept, barred);
    const rimCount = findRim(tri, count);
    const bars = barred.size;
    barHidden(tri, base, rimCount, p, barred);
    if (barred.size === bars && count > base) barLosing(tri, base, count, rimCount, kept, barred);
    if (barred.size > bars) continue;
    reserveTets(tri, rimCount);
    fillCavity(tri, rimCount, p);
    for (let i = 0; i < count; i++) freeSlot(tri, cavity[i]);
    return true;
  }
}

/** Collects in `cavity` the tets that contain p: one, those beside a face, or those about an edge. 0 when they must stay. */
function findContaining(tri: Triangulation, start: number, p: number, kept: Kept): number {
  const { points, tets, twins, mark } = tri;
  const stamp = ++tri.stamp;
  cavity[0] = start;
  mark[start] = stamp;
  let count = 1;
  for (let i = 0; i < count; i++) {
    const t = cavity[i];
    if (count + 4 > cavity.length) cavity = grow(cavity);
    const on: number[] = []; // faces of t that p lies on
    for (let k = 0; k < 4; k++) {
      const a = tets[4 * t + TET_FACES[3 * k]];
      const b = tets[4 * t + TET_FACES[3 * k + 1]];
      const c = tets[4 * t + TET_FACES[3 * k + 2]];
      if (a < 0 || b < 0 || c < 0) return 0;
      if (orientSign(points, a, b, c, p) !== 0) continue;
      if (kept.face(a, b, c)) return 0;
      on.push(k);
      const next = twins[4 * t + k] >> 2;
      if (mark[next] === stamp) continue;
      mark[next] = stamp;
      cavity[count++] = next;
    }
    if (on.length > 2) return 0;
    if (on.length === 2) {
      const [k, l] = [0, 1, 2, 3].filter((c) => !on.includes(c));
      if (kept.edge(tets[4 * t + k], tets[4 * t + l])) return 0;
    }
  }
  return count;
}

/** Adds to the `base` tets of the cavity those around them whose circumsphere contains p. */
function growCavity(tri: Triangulation, base: number, p: number, kept: Kept, barred: Set<number>): number {
  const { tets, twins, mark } = tri;
  const inside = ++tri.stamp;
  for (let i = 0; i < base; i++) mark[cavity[i]] = inside;
  let count = base;
  for (let i = 0; i < count && count < MAX_AMONG; i++) {
    const t = cavity[i];
    if (count + 4 > cavity.length) cavity = grow(cavity);
    for (let f = 4 * t; f < 4 * t + 4; f++) {
      const next = twins[f] >> 2;
      if (mark[next] === inside || barred.has(next)) continue;
      const k = 3 * (f & 3);
      const a = tets[4 * t + TET_FACES[k]];
      const b = tets[4 * t + TET_FACES[k + 1]];
      const c = tets[4 * t + TET_FACES[k + 2]];
      if (tets[twins[f]] === INFINITE || !conflicts(tri, next, p) || kept.face(a, b, c)) {
        barred.add(next);
        continue;
      }
      mark[next] = inside;
      cavity[count++] = next;
    }
  }
  return count;
}

const MAX_AMONG = 200; // tets of a cavity: enough for fair tets, and a bound where they are not

/** Bars the tets with a face on the rim that p does not see from inside. */
function barHidden(tri: Triangulation, base: number, rimCount: number, p: number, barred: Set<number>): void {
  const { points, tets } = tri;
  for (let r = 0; r < rimCount; r++) {
    const f = rim[r];
    const k = 3 * (f & 3);
    const a = tets[(f & ~3) + TET_FACES[k]];
    const b = tets[(f & ~3) + TET_FACES[k + 1]];
    const c = tets[(f & ~3) + TET_FACES[k + 2]];
    if (orientSign(points, a, b, c, p) < 0) continue;
    for (let i = 0; i < base; i++) if (cavity[i] === f >> 2) return; // it contains p, so rounding is no excuse: not reached
    barred.add(f >> 2);
  }
}

/** Bars a tet of each edge that is kept, or whose end is a point, but that is not on the rim. */
function barLosing(
  tri: Triangulation,
  base: number,
  count: number,
  rimCount: number,
  kept: Kept,
  barred: Set<number>,
): void {
  const { tets } = tri;
  const points = new Set<number>();
  const edges = new Set<number>();
  const key = (a: number, b: number) => Math.min(a, b) * 0x4000000 + Math.max(a, b);
  for (let r = 0; r < rimCount; r++) {
    const f = rim[r];
    for (let k = 0; k < 3; k++) {
      const a = tets[(f & ~3) + TET_FACES[3 * (f & 3) + k]];
      points.add(a);
      edges.add(key(a, tets[(f & ~3) + TET_FACES[3 * (f & 3) + ((k + 1) % 3)]]));
    }
  }
  for (let i = base; i < count; i++) {
    const first = 4 * cavity[i];
    for (let e = 0; e < 12; e += 2) {
      const a = tets[first + TET_EDGES[e]];
      const b = tets[first + TET_EDGES[e + 1]];
      const loses = !points.has(a) || !points.has(b) || (!edges.has(key(a, b)) && kept.edge(a, b));
      if (!loses) continue;
      barred.add(cavity[i]);
      break;
    }
  }
}

/** The corner of t at the coordinates of p, or −1. A closed tet that contains a point's twin has it as a corner. */
function samePoint(tri: Triangulation, t: number, p: number): number {
  const { points, tets } = tri;
  for (let i = 0; i < 4; i++) {
    const q = tets[4 * t + i];
    if (
      q >= 0 &&
      points[3 * q] === points[3 * p] &&
      points[3 * q + 1] === points[3 * p + 1] &&
      points[3 * q + 2] === points[3 * p + 2]
    ) {
      return q;
    }
  }
  return -1;
}

/** Collects in `cavity` the tets in conflict with p, from one of them outward; returns how many. */
function findCavity(tri: Triangulation, start: number, p: number): number {
  const { twins, mark } = tri;
  const inside = ++tri.stamp;
  cavity[0] = start;
  mark[start] = inside;
  let count = 1;
  for (let i = 0; i < count; i++) {
    const t = cavity[i];
    if (count + 4 > cavity.length) cavity = grow(cavity);
    for (let f = 4 * t; f < 4 * t + 4; f++) {
      const next = twins[f] >> 2;
      const m = mark[next];
      if (m === inside || m === -inside) continue;
      if (conflicts(tri, next, p)) {
        mark[next] = inside;
        cavity[count++] = next;
      } else {
        mark[next] = -inside; // tested, outside
      }
    }
  }
  return count;
}

/** Collects in `rim` the cavity's boundary half-faces; returns how many. */
function findRim(tri: Triangulation, cavityCount: number): number {
  const { twins, mark, stamp } = tri;
  let count = 0;
  for (let i = 0; i < cavityCount; i++) {
    if (count + 4 > rim.length) rim = grow(rim);
    const first = 4 * cavity[i];
    for (let f = first; f < first + 4; f++) if (mark[twins[f] >> 2] !== stamp) rim[count++] = f;
  }
  return count;
}

/**
 * Makes a tet of p and each rim face. Twins of rim half-faces are overwritten by ~(new tet): turning about an edge
 * through the cavity's old tets, from the one rim face at that edge to the other, then finds the new neighbour.
 */
function fillCavity(tri: Triangulation, rimCount: number, p: number): void {
  const { tets, twins, tetOf } = tri;
  for (let r = 0; r < rimCount; r++) {
    const f = rim[r];
    const first = f & ~3;
    const corner = 3 * (f & 3);
    const n = takeSlot(tri);
    const a = tets[first + TET_FACES[corner]];
    const b = tets[first + TET_FACES[corner + 1]];
    const c = tets[first + TET_FACES[corner + 2]];
    tets[4 * n] = p;
    tets[4 * n + 1] = a;
    tets[4 * n + 2] = b;
    tets[4 * n + 3] = c;
    const outer = twins[f];
    twins[4 * n] = outer;
    twins[outer] = 4 * n;
    twins[4 * n + 1] = twins[4 * n + 2] = twins[4 * n + 3] = -1;
    twins[f] = ~n;
    if (a >= 0) tetOf[a] = n;
    if (b >= 0) tetOf[b] = n;
    if (c >= 0) tetOf[c] = n;
    tri.last = n;
  }
  tetOf[p] = tri.last;
  for (let r = 0; r < rimCount; r++) {
    const f = rim[r];
    const n = ~twins[f];
    for (let i = 1; i < 4; i++) {
      if (twins[4 * n + i] >= 0) continue;
      // The face of n opposite its corner i holds p and the rim edge opposite that corner.
      let pivot = tets[4 * n + i];
      let ahead = tets[f]; // the corner that comes after the pivot as we turn about the edge
      let t = f >> 2;
      for (;;) {
        const h = twins[4 * t + cornerOf(tets, t, pivot)];
        if (h < 0) {
          const m = ~h;
          const j = cornerOf(tets, m, ahead);
          twins[4 * n + i] = 4 * m + j;
          twins[4 * m + j] = 4 * n + i;
          break;
        }
        t = h >> 2;
        pivot = ahead;
        ahead = tets[h];
      }
    }
  }
}

/** Which corner of t is point p; p must be one. */
export function cornerOf(tets: Int32Array, t: number, p: number): number {
  const i = 4 * t;
  return tets[i] === p ? 0 : tets[i + 1] === p ? 1 : tets[i + 2] === p ? 2 : 3;
}

function grow(array: Int32Array): Int32Array<ArrayBuffer> {
  const bigger = new Int32Array(2 * array.length);
  bigger.set(array);
  return bigger;
}

/** Sets up the first tet, from four points of positive orientation, with its four ghosts. */
export function insertFirstTet(tri: Triangulation, a: number, b: number, c: number, d: number): void {
  reserveTets(tri, 5);
  const { tets, twins, tetOf } = tri;
  const t = takeSlot(tri);
  tets.set([a, b, c, d], 4 * t);
  for (let i = 0; i < 4; i++) {
    const g = takeSlot(tri);
    for (let k = 0; k < 3; k++) tets[4 * g + k] = tets[4 * t + TET_FACES[3 * i + k]];
    tets[4 * g + 3] = INFINITE;
    twins[4 * t + i] = 4 * g + 3;
    twins[4 * g + 3] = 4 * t + i;
    tetOf[tets[4 * t + i]] = t;
  }
  // Ghost g lies beyond face g−1; its face opposite a hull point q is shared with
  // the ghost beyond the face opposite q.
  for (let g = 1; g < 5; g++) {
    for (let k = 0; k < 3; k++) {
      const missing = tets[4 * g + k]; // opposite this corner lies the ghost beyond the face opposite it
      const other = 1 + cornerOf(tets, t, missing);
      const apex = tets[4 * t + g - 1]; // the tet corner that ghost g does not have, and `other` does
      twins[4 * g + k] = 4 * other + cornerOf(tets, other, apex);
    }
  }
  tri.last = t;
}
