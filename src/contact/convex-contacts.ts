// Contacts of two boxes or cylinders: where the faces that look at each other overlap, as seen along the direction in
// which the shapes are furthest apart. All contacts of a pair have that one normal, so boxes in a stack are pushed up,
// however close to its border a corner is: distances to the closest face would push it off sideways.

import { PARALLEL } from './constants.ts';
import { FEATURE_EDGE, FEATURE_POINT } from './contacts.ts';
import { AXIS_GAP, AXIS_SIZE, aimClosest, findConvexAxis } from './convex-axis.ts';
import {
  clipToFace,
  cornerCount,
  cornerIndex,
  createFace,
  FACE_DISC,
  FACE_LINE,
  type Face,
  flattenFace,
  fromFace,
  isOnFace,
  setFace,
  toFace,
  writeCorner,
} from './convex-face.ts';
import { addPlace, createPlaces, isAsDeep, takePlaces } from './convex-places.ts';

import { EPSILON, KEEP, type Pass, type Query, SLACK } from './query.ts';

const SUPPORT = 16; // index of the deepest point, where it is no corner of a face; corners have lower ones
// Indices of crossings: those of A's edges, of B's edges if A has none, of two rims, of two lines.
const OTHERS = 1024;
const RIMS = 2048;
const LINES = 2050;

const IDENTITY = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0);

const faceA = createFace(); // scratch: the face of A that looks at B
const faceB = createFace(); // scratch: that of B
const places = createPlaces(); // scratch: where they may touch
const axis = new Float64Array(AXIS_SIZE); // scratch: normal and gap
const turned = new Float64Array(3); // scratch: the way from A to B in the frame of A
const spare = new Float64Array(1); // scratch: ε
const enough = new Float64Array(1); // scratch: a gap at which there are no contacts
const ab = new Float64Array(4); // scratch: places of a face
const onA = new Float64Array(3); // scratch: a place of A seen along the normal
const onB = new Float64Array(3); // scratch: the place of B there
const part = new Float64Array(2); // scratch: parts of an edge
const clip = new Float64Array(2); // scratch: where outlines cross
const sides = new Int32Array(2); // scratch: see clipToFace

/**
 * Adds contacts of two boxes or cylinders, `wanted` at most, unless the query is in full. Without `both`, features of
 * B bring none. Expects the limits of the pass. Deterministic; allocates only to grow the list.
 */
export function touchConvex(query: Query, pass: Pass, wanted: number, both: boolean): void {
  const { pair, limit } = query;
  spare[0] = limit[EPSILON];
  enough[0] = limit[KEEP] + limit[SLACK];
  for (let d = 0; d < 3; d++) axis[d] = pair.axis.normal[d];
  const near = findConvexAxis(axis, pass.solid, pass.field, pass.frame, pair.axis.known, spare, enough);
  pair.axis.known = true;
  for (let d = 0; d < 3; d++) pair.axis.normal[d] = axis[d];
  if (!near) return;
  findPlaces(query, pass, both);
  if (places.count === 0) {
    // Apart along a face, yet not before it: corners or edges are closest. Or the direction is not quite the best.
    if (axis[AXIS_GAP] >= 0) {
      aimClosest(axis, pass.solid, pass.field, pass.frame);
      findPlaces(query, pass, both);
    }
  }
  if (!isAsDeep(places, axis, AXIS_GAP, spare)) addSupport(query);
  takePlaces(query, pass, places, query.full ? places.count : wanted);
}

/** Notes corners of both faces, and crossings of their outlines. */
function findPlaces(query: Query, pass: Pass, both: boolean): void {
  setFaces(pass);
  places.count = 0;
  tryCorners(query, faceA, faceB, 0);
  if (both) tryCorners(query, faceB, faceA, 1);
  cross(query);
}

function setFaces({ solid: A, field: B, frame }: Pass): void {
  const { axes } = places;
  const k = Math.abs(axis[0]) <= Math.abs(axis[1]) ? 0 : 1; // an axis not along the normal
  const e = (k + 1) % 3;
  const f = (k + 2) % 3;
  const length = Math.sqrt(axis[e] * axis[e] + axis[f] * axis[f]);
  axes[k] = 0;
  axes[e] = -axis[f] / length;
  axes[f] = axis[e] / length;
  for (let d = 0; d < 3; d++) {
    const i = (d + 1) % 3;
    const j = (d + 2) % 3;
    axes[3 + d] = axis[i] * axes[j] - axis[j] * axes[i];
    axes[6 + d] = axis[d];
    turned[d] = -(frame[d] * axis[0] + frame[3 + d] * axis[1] + frame[6 + d] * axis[2]);
  }
  setFace(faceA, A, turned);
  setFace(faceB, B, axis);
  flattenFace(faceA, frame, axes, spare);
  flattenFace(faceB, IDENTITY, axes, spare);
}

/** Corners of one face that lie before the other. */
function tryCorners(query: Query, own: Face, other: Face, side: number): void {
  const lines = own.form === FACE_LINE && other.form === FACE_LINE;
  if (other.form === FACE_LINE && !(lines && areParallel())) return;
  const mine = side === 0 ? onA : onB;
  const theirs = side === 0 ? onB : onA;
  for (let corner = 0; corner < cornerCount(own); corner++) {
    writeCorner(ab, 0, own, corner);
    fromFace(mine, 0, own, ab, 0);
    toFace(ab, 0, other, mine, 0);
    if (!isOnFace(other, ab, 0)) continue;
    fromFace(theirs, 0, other, ab, 0);
    addPlace(places, query, side, FEATURE_POINT, cornerIndex(own, corner), onA, onB);
  }
}

/** Whether two lines are side by side, as seen along the normal. */
function areParallel(): boolean {
  const a = faceA.flat;
  const b = faceB.flat;
  const det = a[3] * b[4] - a[4] * b[3];
  const product = (a[3] * a[3] + a[4] * a[4]) * (b[3] * b[3] + b[4] * b[4]);
  return !(det * det > PARALLEL * PARALLEL * product);
}

/** Where the outlines of the faces cross. */
function cross(query: Query): void {
  if (faceA.form === FACE_LINE && faceB.form === FACE_LINE) crossLines(query);
  else if (faceA.form !== FACE_DISC && faceB.form !== FACE_LINE) crossEdges(query, faceA, faceB, 0);
  else if (faceB.form !== FACE_DISC) crossEdges(query, faceB, faceA, 1);
  else crossDiscs(query);
}

/** Where the straight edges of a face, A's if `whose` is 0, go in and out of the other. */
function crossEdges(query: Query, own: Face, other: Face, whose: number): void {
  const mine = whose === 0 ? onA : onB;
  const theirs = whose === 0 ? onB : onA;
  const edges = own.form === FACE_LINE ? 1 : 4;
  for (let e = 0; e < edges; e++) {
    for (let end = 0; end < 2; end++) {
      writeCorner(clip, 0, own, (e + end) % 4);
      fromFace(mine, 0, own, clip, 0);
      toFace(ab, 2 * end, other, mine, 0);
    }
    if (!clipToFace(part, sides, other, ab, 0)) continue;
    for (let k = 0; k < 2; k++) {
      const t = part[k];
      if (!(t > 0 && t < 1)) continue;
      clip[0] = ab[0] + t * (ab[2] - ab[0]);
      clip[1] = ab[1] + t * (ab[3] - ab[1]);
      fromFace(theirs, 0, other, clip, 0);
      // The heights of an edge's places follow from its ends, also where its face is seen from the side.
      writeCorner(clip, 0, own, e);
      fromFace(mine, 0, own, clip, 0);
      const from = mine[2];
      writeCorner(clip, 0, own, (e + 1) % 4);
      fromFace(mine, 0, own, clip, 0);
      mine[2] = from + t * (mine[2] - from);
      mine[0] = theirs[0];
      mine[1] = theirs[1];
      const index = OTHERS * whose + (4 * own.index + e) * 32 + 4 * other.index + sides[k];
      addPlace(places, query, 0, FEATURE_EDGE, index, onA, onB);
    }
  }
}

/** Where two rims cross: as circles, which they are where their discs face each other. */
function crossDiscs(query: Query): void {
  const a = faceA.flat;
  const b = faceB.flat;
  const x = b[0] - a[0];
  const y = b[1] - a[1];
  const square = x * x + y * y;
  const rr = faceA.local[3] * faceA.local[3] + faceA.local[5] * faceA.local[5];
  const ss = faceB.local[3] * faceB.local[3] + faceB.local[5] * faceB.local[5];
  const along = (square + rr - ss) / (2 * square);
  const across = rr / square - along * along;
  if (!(square > 0 && across > 0)) return;
  for (let k = 0; k < 2; k++) {
    const off = k === 0 ? Math.sqrt(across) : -Math.sqrt(across);
    clip[0] = a[0] + along * x - off * y;
    clip[1] = a[1] + along * y + off * x;
    addClip(query, RIMS + k);
  }
}

/** Where two lines cross, unless they are side by side. */
function crossLines(query: Query): void {
  if (areParallel()) return;
  const a = faceA.flat;
  const b = faceB.flat;
  const det = a[3] * b[4] - a[4] * b[3];
  const x = b[0] - a[0];
  const y = b[1] - a[1];
  const s = (x * b[4] - y * b[3]) / det;
  const t = (x * a[4] - y * a[3]) / det;
  if (!(Math.abs(s) <= 1 + faceA.spare[0] && Math.abs(t) <= 1 + faceB.spare[0])) return;
  clip[0] = a[0] + s * a[3];
  clip[1] = a[1] + s * a[4];
  addClip(query, LINES);
}

/** Notes the place at `clip`, seen along the normal. */
function addClip(query: Query, index: number): void {
  toFace(ab, 0, faceA, clip, 0);
  fromFace(onA, 0, faceA, ab, 0);
  toFace(ab, 0, faceB, clip, 0);
  fromFace(onB, 0, faceB, ab, 0);
  addPlace(places, query, 0, FEATURE_EDGE, index, onA, onB);
}

/** Notes the corner of A that is closest to B, or deepest, where no faces are before each other. */
function addSupport(query: Query): void {
  let lowest = Infinity;
  let deepest = 0;
  for (let corner = 0; corner < cornerCount(faceA); corner++) {
    writeCorner(ab, 0, faceA, corner);
    fromFace(onA, 0, faceA, ab, 0);
    if (!(onA[2] < lowest)) continue;
    lowest = onA[2];
    deepest = corner;
  }
  writeCorner(ab, 0, faceA, deepest);
  fromFace(onA, 0, faceA, ab, 0);
  onB[2] = onA[2] - axis[AXIS_GAP];
  addPlace(places, query, 0, FEATURE_POINT, SUPPORT, onA, onB);
}
