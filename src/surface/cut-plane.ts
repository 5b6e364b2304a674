// A crack that grows through a closed mesh along a plane [Otaduy07, sec. 4.1]. All of its faces are planned at once, as a
// triangulation of the section; each step then opens those that the front has passed. Where the front stops, both sides
// of the crack meet in it, so the mesh is closed at every step; when all is open, it has come apart.

import { InputError } from '../job/error.ts';
import { nextHalf } from '../mesh/topology.ts';
import {
  addTriangle,
  addVertex,
  beginStep,
  type CutMesh,
  endStep,
  findHalf,
  pairHalves,
  splitEdge,
} from './cut-mesh.ts';
import { traceSection } from './cut-section.ts';

export interface PlaneCut {
  readonly normal: readonly [number, number, number]; // of the plane; any length
  readonly offset: number; // normal · x on it
  readonly along: readonly [number, number, number]; // where the front moves; the length counts
  readonly piece?: number; // which piece of the mesh is cut; default 0
  readonly spacing?: number; // edges of crack faces inside; default: as long as the edges that are cut, on average
}

/** A cut under way. Points are those of the section: first where edges are cut, then inner ones. */
export interface PlaneCrack {
  readonly triangles: Int32Array; // three points each, seen against the normal
  readonly neighbor: Int32Array; // the side across each side, −1 at the surface
  readonly at: Float64Array; // a point: xyz
  readonly edge: Int32Array; // a cut edge: its vertex below the plane, its vertex above
  readonly above: Int32Array; // a point: its vertex on the side of the normal, −1 before it is needed
  readonly below: Int32Array; // its vertex on the other side; the same until the crack is open all around it
  readonly closed: Int32Array; // a point: triangles around it that are not open yet
  readonly face: Int32Array; // a triangle: its face in the mesh on the side of the normal; the next one is the other
  readonly order: Int32Array; // triangles by when the front has passed them
  readonly passed: Float64Array; // when that is, in the same order
  readonly piece: number;
  opened: number; // how many of them are open
  readonly from: number; // where the front begins and ends
  readonly to: number;
}

/** Plans a cut of one piece. Throws where the plane misses it. The mesh is not changed yet. */
export function planCut(cut: CutMesh, plane: PlaneCut): PlaneCrack {
  const { normal, along, piece = 0 } = plane;
  const length = Math.sqrt(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]);
  if (!(length > 0 && length < Infinity)) {
    throw new InputError('bad-argument', `normal is ${normal.join(', ')}: give a direction`);
  }
  const unit = normal.map((x) => x / length);
  const section = traceSection(cut, unit, plane.offset / length, piece, plane.spacing);
  if (section === null) throw new InputError('bad-argument', `the plane misses piece ${piece}: move it`);
  const { triangles, neighbor, at, edge } = section;
  const points = at.length / 3;
  const count = triangles.length / 3;
  const when = new Float64Array(points);
  let [from, to] = [Infinity, -Infinity];
  for (let p = 0; p < points; p++) {
    when[p] = along[0] * at[3 * p] + along[1] * at[3 * p + 1] + along[2] * at[3 * p + 2];
    from = Math.min(from, when[p]);
    to = Math.max(to, when[p]);
  }
  const time = new Float64Array(count);
  const closed = new Int32Array(points);
  for (let t = 0; t < count; t++) {
    time[t] = Math.max(when[triangles[3 * t]], when[triangles[3 * t + 1]], when[triangles[3 * t + 2]]);
    for (let i = 0; i < 3; i++) closed[triangles[3 * t + i]]++;
  }
  const order = Int32Array.from(time.keys()).sort((s, t) => time[s] - time[t] || s - t);
  return {
    triangles,
    neighbor,
    at,
    edge,
    above: new Int32Array(points).fill(-1),
    below: new Int32Array(points).fill(-1),
    closed,
    face: new Int32Array(count).fill(-1),
    order,
    passed: Float64Array.from(order, (t) => time[t]),
    piece,
    opened: 0,
    from,
    to,
  };
}

/**
 * Moves the front to `front` (between crack.from and crack.to): opens all faces that it has passed and returns how many
 * of them are new; cut.changes lists what happened. A step that opens nothing changes nothing. True of the mesh before
 * and after: it is closed. When crack.opened is all, labelPieces names the pieces.
 */
export function advanceCut(cut: CutMesh, crack: PlaneCrack, front: number): number {
  const { triangles, neighbor, order, passed, closed, above, below, face } = crack;
  const first = crack.opened;
  let end = first;
  while (end < order.length && passed[end] <= front) end++;
  beginStep(cut);
  for (let k = first; k < end; k++) {
    for (let i = 0; i < 3; i++) makeVertex(cut, crack, triangles[3 * order[k] + i]);
  }
  // Where faces will meet the surface, looked up while no face is joined to anything yet.
  const meets: number[] = [];
  for (let k = first; k < end; k++) {
    for (let side = 3 * order[k]; side < 3 * order[k] + 3; side++) {
      if (neighbor[side] >= 0) continue;
      meets.push(findHalf(cut, above[triangles[nextHalf(side)]], above[triangles[side]]));
    }
  }
  for (let k = first; k < end; k++) {
    const t = order[k];
    const [a, b, c] = [triangles[3 * t], triangles[3 * t + 1], triangles[3 * t + 2]];
    face[t] = addTriangle(cut, above[a], above[b], above[c], crack.piece);
    addTriangle(cut, below[a], below[c], below[b], crack.piece);
    for (let i = 0; i < 3; i++) pairHalves(cut, 3 * face[t] + i, 3 * face[t] + 3 + ((5 - i) % 3));
  }
  let met = 0;
  for (let k = first; k < end; k++) {
    for (let side = 3 * order[k]; side < 3 * order[k] + 3; side++) {
      if (neighbor[side] >= 0) joinFaces(cut, crack, side, neighbor[side]);
      else joinSurface(cut, crack, side, meets[met++]);
    }
  }
  for (let k = first; k < end; k++) {
    for (let i = 0; i < 3; i++) {
      const p = triangles[3 * order[k] + i];
      if (--closed[p] === 0) divideVertex(cut, crack, p, order[k], i);
    }
  }
  crack.opened = end;
  endStep(cut);
  return end - first;
}

/** The vertex of a point: an edge of the mesh is split there, or it is a new one inside. */
function makeVertex(cut: CutMesh, { at, edge, above, below }: PlaneCrack, p: number): void {
  if (above[p] >= 0) return;
  above[p] =
    2 * p < edge.length
      ? splitEdge(cut, findHalf(cut, edge[2 * p], edge[2 * p + 1]), at, 3 * p)
      : addVertex(cut, at, 3 * p);
  below[p] = above[p];
}

/** Joins both faces of a triangle to those across one of its sides, if they are open. If not, the front is here. */
function joinFaces(cut: CutMesh, { face }: PlaneCrack, side: number, across: number): void {
  if (face[Math.floor(across / 3)] < 0) return; // both faces are joined to each other already
  pairHalves(cut, halfOf(face, side, true), halfOf(face, across, true));
  pairHalves(cut, halfOf(face, side, false), halfOf(face, across, false));
}

/** Joins both faces of a triangle to the surface: g is the half-edge there above the plane, its twin the one below. */
function joinSurface(cut: CutMesh, { face }: PlaneCrack, side: number, g: number): void {
  const h = cut.twin[g];
  pairHalves(cut, halfOf(face, side, true), g);
  pairHalves(cut, halfOf(face, side, false), h);
}

/** The half-edge of a side of a section triangle in its face above or below the plane. */
function halfOf(face: Int32Array, side: number, upper: boolean): number {
  const f = 3 * face[Math.floor(side / 3)];
  return upper ? f + (side % 3) : f + 3 + ((5 - (side % 3)) % 3);
}

/** The crack is open all around point p: its vertex becomes two, the new one below. */
function divideVertex(
  cut: CutMesh,
  { face, above, below }: PlaneCrack,
  p: number,
  t: number,
  i: number,
): void {
  const v = addVertex(cut, cut.positions, 3 * above[p]);
  below[p] = v;
  // Corner i of the upper face is corner (3 − i) mod 3 of the lower one.
  const start = 3 * face[t] + 3 + ((3 - i) % 3);
  let h = start;
  do {
    cut.indices[h] = v;
    h = cut.twin[nextHalf(nextHalf(h))];
  } while (h !== start);
  cut.half[v] = start;
  cut.half[above[p]] = 3 * face[t] + i;
}
