// Local changes of a triangulation: a set of tets gives way to another that fills the same region. Flips are rare
// next to insertions (a few thousand a mesh), so one plain routine serves them all.

import { cornerOf } from '../delaunay/insert.ts';
import { freeSlot, INFINITE, reserveTets, type Triangulation, takeSlot } from '../delaunay/triangulation.ts';
import { TET_FACES } from '../tet-mesh.ts';

/** Longest ring of an edge that we look at; removing an edge costs the cube of it. */
export const MAX_RING = 16;

/** The tets about an edge, in turning order. */
export interface Ring {
  p: number; // the edge
  q: number;
  count: number; // tets, and points around
  readonly point: Int32Array; // tet i is (p, q, point i, point i+1), positive
  readonly tet: Int32Array;
}

export function createRing(): Ring {
  return { p: -1, q: -1, count: 0, point: new Int32Array(MAX_RING), tet: new Int32Array(MAX_RING) };
}

/** Collects the ring of the edge pq of tet t. False when it is longer than MAX_RING or reaches infinity. */
export function collectRing(ring: Ring, tri: Triangulation, t: number, p: number, q: number): boolean {
  const { tets, twins } = tri;
  ring.p = p;
  ring.q = q;
  ring.count = 0;
  const i = cornerOf(tets, t, p);
  const j = cornerOf(tets, t, q);
  // The other two corners, such that (p, q, u, v) is positive.
  const u0 = tets[4 * t + OTHERS[2 * (4 * i + j)]];
  let u = u0;
  let v = tets[4 * t + OTHERS[2 * (4 * i + j) + 1]];
  for (;;) {
    if (ring.count === MAX_RING || u === INFINITE) return false;
    ring.point[ring.count] = u;
    ring.tet[ring.count++] = t;
    if (v === u0) return true;
    const h = twins[4 * t + cornerOf(tets, t, u)]; // across face (p, q, v)
    t = h >> 2;
    u = v;
    v = tets[h];
  }
}

/** For corners i ≠ j, at 2·(4i + j): the corners k, l that make (i, j, k, l) an even permutation. */
const OTHERS = new Uint8Array(32);
for (let i = 0; i < 4; i++) {
  for (let k = 0; k < 3; k++) {
    // Face i is (j, k, l) counter-clockwise from outside: (i, j, k, l) is even.
    const j = TET_FACES[3 * i + k];
    OTHERS[2 * (4 * i + j)] = TET_FACES[3 * i + ((k + 1) % 3)];
    OTHERS[2 * (4 * i + j) + 1] = TET_FACES[3 * i + ((k + 2) % 3)];
  }
}

const MAX_FACES = 16 * MAX_RING;
const openKey = new Int32Array(3 * MAX_FACES); // scratch: points of faces that wait for their twin, ascending
const openHalf = new Int32Array(MAX_FACES); // scratch: the half-face that waits
let openCount = 0;

/** Tets made by the last replaceTets, and how many. */
export const made = new Int32Array(4 * MAX_RING);
export let madeCount = 0;

const undoQuads = new Int32Array(16 * MAX_RING); // scratch: corners of the tets last replaced
let undoCount = 0;
const redoQuads = new Int32Array(16 * MAX_RING); // scratch: a copy of undoQuads while it is used
const undoOld = new Int32Array(4 * MAX_RING); // scratch: a copy of `made` while they are undone

/**
 * Replaces the `oldCount` tets listed in `old` by `newCount` tets whose corners stand in `quads`. The new ones must
 * be positive and fill the same region. Their slots are written to `made`, their label is `label`.
 */
export function replaceTets(
  tri: Triangulation,
  old: Int32Array,
  oldCount: number,
  quads: Int32Array,
  newCount: number,
  label: number,
): void {
  reserveTets(tri, newCount);
  const { tets, twins, tetOf, mark } = tri;
  const stamp = ++tri.stamp;
  for (let i = 0; i < oldCount; i++) mark[old[i]] = stamp;
  openCount = 0;
  undoCount = oldCount;
  for (let i = 0; i < oldCount; i++) {
    for (let k = 0; k < 4; k++) undoQuads[4 * i + k] = tets[4 * old[i] + k];
    for (let f = 4 * old[i]; f < 4 * old[i] + 4; f++) {
      if (mark[twins[f] >> 2] !== stamp) openFace(tets, f, twins[f]);
    }
  }
  for (let i = 0; i < oldCount; i++) freeSlot(tri, old[i]);
  for (let i = 0; i < newCount; i++) {
    const t = takeSlot(tri);
    made[i] = t;
    tri.label[t] = label;
    mark[t] = 0;
    for (let k = 0; k < 4; k++) {
      const p = quads[4 * i + k];
      tets[4 * t + k] = p;
      if (p >= 0) tetOf[p] = t;
    }
    for (let f = 4 * t; f < 4 * t + 4; f++) closeFace(tets, twins, f);
  }
  if (openCount > 0) throw new Error('a flip does not fill the region of the tets it replaces');
  madeCount = newCount;
  tri.last = made[0];
}

/**
 * Takes the last replaceTets back, if nothing was changed since. Slots are freed and taken last in, first out, so
 * doing both in reverse puts every tet back into its old slot.
 */
export function undoReplace(tri: Triangulation): void {
  const label = tri.label[made[0]];
  for (let i = 0; i < madeCount; i++) undoOld[i] = made[madeCount - 1 - i];
  for (let i = 0; i < undoCount; i++) {
    for (let k = 0; k < 4; k++) redoQuads[4 * i + k] = undoQuads[4 * (undoCount - 1 - i) + k];
  }
  replaceTets(tri, undoOld, madeCount, redoQuads, undoCount, label);
}

const key = new Int32Array(3); // scratch: points of a face, ascending

function faceKey(tets: Int32Array, f: number): void {
  const first = f & ~3;
  const i = 3 * (f & 3);
  const a = tets[first + TET_FACES[i]];
  const b = tets[first + TET_FACES[i + 1]];
  const c = tets[first + TET_FACES[i + 2]];
  key[0] = Math.min(a, b, c);
  key[2] = Math.max(a, b, c);
  key[1] = a + b + c - key[0] - key[2];
}

function openFace(tets: Int32Array, f: number, half: number): void {
  faceKey(tets, f);
  addOpen(half);
}

function addOpen(half: number): void {
  openKey[3 * openCount] = key[0];
  openKey[3 * openCount + 1] = key[1];
  openKey[3 * openCount + 2] = key[2];
  openHalf[openCount++] = half;
}

function closeFace(tets: Int32Array, twins: Int32Array, f: number): void {
  faceKey(tets, f);
  for (let i = 0; i < openCount; i++) {
    if (openKey[3 * i] !== key[0] || openKey[3 * i + 1] !== key[1] || openKey[3 * i + 2] !== key[2]) continue;
    twins[f] = openHalf[i];
    twins[openHalf[i]] = f;
    openCount--;
    openHalf[i] = openHalf[openCount];
    for (let k = 0; k < 3; k++) openKey[3 * i + k] = openKey[3 * openCount + k];
    return;
  }
  addOpen(f);
}
