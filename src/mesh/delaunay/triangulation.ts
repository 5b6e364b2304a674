// A triangulation of space in flat, growing arrays: tets as four points, faces linked to their twins, and one point
// at infinity, so that the hull's faces have tets outside them too ("ghosts") and no face is without a twin.
// Shared by the Delaunay kernel, which inserts points, and by boundary recovery, which flips.

/** The point at infinity, as a corner of a ghost. */
export const INFINITE = -1;

/** First corner of a slot that holds no tet. */
export const DEAD = -2;

/** Made by createTriangulation alone; arrays are replaced when they grow, so read them anew after an insertion. */
export interface Triangulation {
  points: Float64Array; // xyz a point, with room to grow
  pointCount: number;
  tetOf: Int32Array; // a tet of each point, or −1 while the point is not in
  tets: Int32Array; // four points a tet, positively oriented (see TetMesh)
  twins: Int32Array; // half-face 4·t + i lies opposite corner i of t; its twin is the same face in the next tet
  mark: Int32Array; // stamps a tet
  label: Uint8Array; // what a tet is to the caller; 0 for a new one
  stamp: number; // last stamp given out
  slots: number; // slots of `tets` ever used; those with tets[4·t] === DEAD are free
  free: number; // first free slot, or −1; the next is in tets[4·t + 1]
  last: number; // a live tet near the last insertion
}

/** An empty triangulation over a copy of `positions`; its points are not in it yet. */
export function createTriangulation(positions: Float64Array): Triangulation {
  const pointCount = positions.length / 3;
  const room = pointCount + 64;
  const points = new Float64Array(3 * room);
  points.set(positions);
  const capacity = 8 * room; // about 6.7 tets a point, plus ghosts
  return {
    points,
    pointCount,
    tetOf: new Int32Array(room).fill(-1),
    tets: new Int32Array(4 * capacity).fill(DEAD),
    twins: new Int32Array(4 * capacity).fill(-1),
    mark: new Int32Array(capacity),
    label: new Uint8Array(capacity),
    stamp: 0,
    slots: 0,
    free: -1,
    last: -1,
  };
}

/** A copy that shares nothing with the original. */
export function copyTriangulation(tri: Triangulation): Triangulation {
  return {
    points: tri.points.slice(),
    pointCount: tri.pointCount,
    tetOf: tri.tetOf.slice(),
    tets: tri.tets.slice(),
    twins: tri.twins.slice(),
    mark: new Int32Array(tri.mark.length),
    label: tri.label.slice(),
    stamp: 0,
    slots: tri.slots,
    free: tri.free,
    last: tri.last,
  };
}

/** Adds a point's coordinates, without inserting it; returns its index. */
export function addPoint(tri: Triangulation, px: number, py: number, pz: number): number {
  const p = tri.pointCount++;
  if (3 * p + 3 > tri.points.length) {
    const points = new Float64Array(2 * tri.points.length);
    points.set(tri.points);
    tri.points = points;
    const tetOf = new Int32Array(2 * tri.tetOf.length).fill(-1);
    tetOf.set(tri.tetOf);
    tri.tetOf = tetOf;
  }
  tri.points[3 * p] = px;
  tri.points[3 * p + 1] = py;
  tri.points[3 * p + 2] = pz;
  return p;
}

/** Makes room for `count` more tets. */
export function reserveTets(tri: Triangulation, count: number): void {
  if (4 * (tri.slots + count) <= tri.tets.length) return;
  const capacity = Math.max(2 * (tri.tets.length >> 2), tri.slots + count);
  const tets = new Int32Array(4 * capacity).fill(DEAD);
  tets.set(tri.tets);
  tri.tets = tets;
  const twins = new Int32Array(4 * capacity).fill(-1);
  twins.set(tri.twins);
  tri.twins = twins;
  const mark = new Int32Array(capacity);
  mark.set(tri.mark);
  tri.mark = mark;
  const label = new Uint8Array(capacity);
  label.set(tri.label);
  tri.label = label;
}

/** Takes a free slot; call reserveTets first. */
export function takeSlot(tri: Triangulation): number {
  const t = tri.free;
  if (t < 0) return tri.slots++;
  tri.free = tri.tets[4 * t + 1];
  tri.label[t] = 0;
  return t;
}

/** Gives a tet's slot back. */
export function freeSlot(tri: Triangulation, t: number): void {
  tri.tets[4 * t] = DEAD;
  tri.tets[4 * t + 1] = tri.free;
  tri.free = t;
}

/** True for a tet with a corner at infinity. */
export function isGhost(tets: Int32Array, t: number): boolean {
  const i = 4 * t;
  return (
    tets[i] === INFINITE || tets[i + 1] === INFINITE || tets[i + 2] === INFINITE || tets[i + 3] === INFINITE
  );
}

/** The finite tets, four points each, in the order of slots. */
export function collectTets(tri: Triangulation): Uint32Array {
  const { tets, slots } = tri;
  const out = new Uint32Array(4 * slots);
  let n = 0;
  for (let t = 0; t < slots; t++) {
    if (tets[4 * t] === DEAD || isGhost(tets, t)) continue;
    for (let i = 0; i < 4; i++) out[n++] = tets[4 * t + i];
  }
  return out.slice(0, n);
}
