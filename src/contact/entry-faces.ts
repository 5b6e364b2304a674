// Siblings that part: what of one can have come into the other? At rest they do not overlap. A feature at x that has moved
// straight by t, and is now in the other or within τ of it, has come in through one of its faces; that face turns
// against the way, n·t ≤ τ, and lies along it. Such faces are entry faces. Along a crack that opens there are hardly any, so
// most of the pieces cannot touch, though they are closer than their points are to each other. In a convex whole the way
// between two fragments never leaves it, so that only faces of cracks are entry faces.

import { growColumn } from '../math/columns.ts';
import type { SphereForest } from '../tree/forest.ts';
import { type Pass, type Query, SLACK, TAU } from './query.ts';
import { FACE_SIZE, GROUP_SIZE, updateShell } from './shell.ts';

/** Entry faces that are worth a list. */
const MAX_FACES = 512;
/** Entry faces of both bodies, multiplied, that are worth being compared. */
const MAX_FACE_PAIRS = 1 << 15;
const ROUND = 1e-6; // more than faces and normals lose as floats, in radii
/** Numbers an entry face: the centre of a sphere that holds it, its radius, its normal n and n·centre. */
const ENTRY_SIZE = 8;

// What is known of the motion, in EntryFaces.limit.
const CLOSE = 0; // how close counts, with rounding
const MOVED = 1; // how far any feature has moved at most
const SPIN = 2; // how much further a feature at distance 1 moves
const FLOOR = 3; // no way of a feature passes below this, along the normal of the plane between both

/** The entry faces of a pass. Made by createEntryFaces alone. */
export interface EntryFaces {
  count: number; // −1 if not known
  readonly limit: Float64Array;
  readonly row: Float64Array; // ENTRY_SIZE an entry face
}

export function createEntryFaces(): EntryFaces {
  return { count: -1, limit: new Float64Array(4), row: new Float64Array(ENTRY_SIZE * MAX_FACES) };
}

/**
 * Lists the entry faces of the field's fragment for the features of its sibling. Where the bodies have hardly moved, or far, or
 * there are too many entry faces, it lists none and says so: −1. No feature is closer than the tolerance if there are none.
 * Expects the limits of the pass. Never errs. Allocates only to grow.
 */
export function findEntryFaces(query: Query, pass: Pass): void {
  const { shell, field, forest } = pass.field;
  const { entryFaces, frame, label, fieldLabel } = pass;
  entryFaces.count = -1;
  if (!pass.siblings || shell === null || field === null || forest === null) return;
  if (!setMotion(query, pass, forest)) return;
  updateShell(query.shell, shell, field, forest, pass.field.known);
  const { first, bound } = shell;
  const { box } = field;
  const { limit } = entryFaces;
  const reach = limit[MOVED] + limit[CLOSE];
  entryFaces.count = 0;
  for (let g = first[fieldLabel]; g < first[fieldLabel + 1]; g++) {
    const o = GROUP_SIZE * g;
    const x = bound[o];
    const y = bound[o + 1];
    const z = bound[o + 2];
    const span = bound[o + 3] + reach;
    const b = 6 * label;
    if (x + span < box[b] || y + span < box[b + 1] || z + span < box[b + 2]) continue;
    if (x - span > box[b + 3] || y - span > box[b + 4] || z - span > box[b + 5]) continue;
    const tx = frame[0] * x + frame[1] * y + frame[2] * z + frame[9] - x;
    const ty = frame[3] * x + frame[4] * y + frame[5] * z + frame[10] - y;
    const tz = frame[6] * x + frame[7] * y + frame[8] * z + frame[11] - z;
    const along = bound[o + 4] * tx + bound[o + 5] * ty + bound[o + 6] * tz;
    const off = bound[o + 7] * Math.sqrt(tx * tx + ty * ty + tz * tz);
    if (along - off - limit[SPIN] * span > limit[CLOSE]) continue;
    if (listGroup(pass, g)) continue;
    entryFaces.count = -1;
    return;
  }
}

/** Measures the motion since the break; false if it is too little or too much for entry faces to tell anything. */
function setMotion(query: Query, pass: Pass, forest: SphereForest): boolean {
  const { frame, plane, entryFaces } = pass;
  const { position, radius } = pass.solid;
  const { limit } = entryFaces;
  const root = forest.root[pass.label];
  const o = 3 * forest.point[root];
  let square = 0;
  let rise = 0;
  for (let d = 0; d < 3; d++) {
    const turned =
      frame[3 * d] * position[o] + frame[3 * d + 1] * position[o + 1] + frame[3 * d + 2] * position[o + 2];
    const t = turned + frame[9 + d] - position[o + d];
    square += t * t;
    rise += plane[d] * t;
  }
  const far = forest.radius[root];
  const turn = pass.spin[0] * far;
  const moved = Math.sqrt(square);
  limit[MOVED] = moved + turn;
  limit[CLOSE] = Math.max(0, query.limit[TAU]) + query.limit[SLACK] + ROUND * radius; // what is deep came in, too
  limit[SPIN] = pass.spin[0];
  // Now the features are above plane[3] + gap; before, they were so much higher or lower, and never lower on their way.
  const low = plane[3] < Infinity ? plane[3] + pass.gap[0] : -Infinity; // there may be no plane
  limit[FLOOR] = low - Math.max(0, rise + turn) - limit[CLOSE];
  return moved - turn > limit[CLOSE] && limit[MOVED] < far;
}

/** Adds the entry faces of a group to the list; false if it grows too long. */
function listGroup(pass: Pass, g: number): boolean {
  const { shell, field } = pass.field;
  if (shell === null || field === null) return false;
  const { face, faceStart } = shell;
  const { frame, plane, label, entryFaces } = pass;
  const { limit, row } = entryFaces;
  const { box } = field;
  const tau = limit[CLOSE];
  const spin = limit[SPIN];
  const reach = limit[MOVED] + tau;
  const floor = limit[FLOOR];
  const b = 6 * label;
  const end = FACE_SIZE * faceStart[g + 1];
  for (let f = FACE_SIZE * faceStart[g]; f < end; f += FACE_SIZE) {
    const x = face[f];
    const y = face[f + 1];
    const z = face[f + 2];
    const span = face[f + 3] + reach;
    const tx = frame[0] * x + frame[1] * y + frame[2] * z + frame[9] - x;
    const ty = frame[3] * x + frame[4] * y + frame[5] * z + frame[10] - y;
    const tz = frame[6] * x + frame[7] * y + frame[8] * z + frame[11] - z;
    if (face[f + 4] * tx + face[f + 5] * ty + face[f + 6] * tz - spin * span > tau) continue;
    if (plane[0] * x + plane[1] * y + plane[2] * z + face[f + 3] < floor) continue;
    if (x + span < box[b] || y + span < box[b + 1] || z + span < box[b + 2]) continue;
    if (x - span > box[b + 3] || y - span > box[b + 4] || z - span > box[b + 5]) continue;
    if (entryFaces.count === MAX_FACES) return false;
    const o = ENTRY_SIZE * entryFaces.count++;
    for (let k = 0; k < 7; k++) row[o + k] = face[f + k];
    row[o + 7] = face[f + 4] * x + face[f + 5] * y + face[f + 6] * z;
  }
  return true;
}

const marked = new Uint8Array(2 * MAX_FACES); // scratch: entry faces that are matched, of the one pass and of the other

/**
 * Leaves out entry faces that none of the other body's leads to. What comes from one body into the other has left the first
 * through a face that turns along its way; seen from the other body that is an entry face too. Expects the faces of both passes.
 */
export function matchEntryFaces(forward: Pass, backward: Pass): void {
  const to = forward.entryFaces;
  const from = backward.entryFaces;
  if (to.count < 0 || from.count < 0 || to.count * from.count > MAX_FACE_PAIRS) return;
  marked.fill(0, 0, to.count);
  marked.fill(0, MAX_FACES, MAX_FACES + from.count);
  for (let k = 0; k < from.count; k++) matchEntry(forward, from, k);
  keepMarked(to, 0);
  keepMarked(from, MAX_FACES);
}

function keepMarked(entryFaces: EntryFaces, mark: number): void {
  let count = 0;
  for (let k = 0; k < entryFaces.count; k++) {
    if (marked[mark + k] === 0) continue;
    if (count < k) entryFaces.row.copyWithin(ENTRY_SIZE * count, ENTRY_SIZE * k, ENTRY_SIZE * (k + 1));
    count++;
  }
  entryFaces.count = count;
}

/** Marks the entry faces of a pass that are led to from a face of the features' body, its k-th, and this face if there is one. */
function matchEntry({ frame, entryFaces }: Pass, from: EntryFaces, k: number): void {
  const { row: to, limit, count } = entryFaces;
  const { row } = from;
  const z = ENTRY_SIZE * k;
  const cx = row[z];
  const cy = row[z + 1];
  const cz = row[z + 2];
  const mx = row[z + 4];
  const my = row[z + 5];
  const mz = row[z + 6];
  const tx = frame[0] * cx + frame[1] * cy + frame[2] * cz + frame[9] - cx;
  const ty = frame[3] * cx + frame[4] * cy + frame[5] * cz + frame[10] - cy;
  const tz = frame[6] * cx + frame[7] * cy + frame[8] * cz + frame[11] - cz;
  const scale = 1 / (tx * tx + ty * ty + tz * tz);
  const ahead = mx * tx + my * ty + mz * tz;
  const slack = limit[CLOSE] + limit[SPIN] * (row[z + 3] + limit[MOVED] + limit[CLOSE]);
  for (let j = 0, y = 0; j < count; j++, y += ENTRY_SIZE) {
    const dx = to[y] - cx;
    const dy = to[y + 1] - cy;
    const dz = to[y + 2] - cz;
    const s = Math.min(1, Math.max(0, (tx * dx + ty * dy + tz * dz) * scale));
    const ex = dx - s * tx;
    const ey = dy - s * ty;
    const ez = dz - s * tz;
    const reach = row[z + 3] + to[y + 3] + slack;
    if (ex * ex + ey * ey + ez * ez > reach * reach) continue;
    const nx = to[y + 4];
    const ny = to[y + 5];
    const nz = to[y + 6];
    const turn = nx * mx + ny * my + nz * mz;
    const tilt = Math.sqrt(Math.max(0, 1 - turn * turn)) + ROUND; // half-width along the other's normal, in radii
    // The face is not all behind the entry face at first, nor all in front of it in the end.
    const wide = tilt * row[z + 3] + slack;
    const front = -(nx * dx + ny * dy + nz * dz);
    if (front < -wide || front + nx * tx + ny * ty + nz * tz > wide) continue;
    // The entry face is not all behind the face, nor so far in front of it that the way ends before.
    const open = tilt * to[y + 3] + slack;
    const beyond = mx * dx + my * dy + mz * dz;
    if (beyond < -open || beyond - ahead > open) continue;
    marked[j] = 1;
    marked[MAX_FACES + k] = 1;
  }
}

/**
 * Lists, of the entry faces that query.entryFace names from `start` on, `count` of them, those through which something within
 * query.span of a feature's place, now in query.p and at rest from position[at…], can have come: its way goes by them, and
 * from their front to their back. The list is put behind all others; returns its length. Never leaves one out.
 * Allocates only to grow.
 */
export function passEntryFaces(query: Query, pass: Pass, at: number, start: number, count: number): number {
  if (query.entryFace.length < query.entryFaceEnd + count)
    query.entryFace = growColumn(query.entryFace, query.entryFaceEnd + count);
  const { entryFace, p, span, entryFaceEnd } = query;
  const { row, limit } = pass.entryFaces;
  const { position } = pass.solid;
  const x = position[at];
  const y = position[at + 1];
  const z = position[at + 2];
  const tx = p[0] - x;
  const ty = p[1] - y;
  const tz = p[2] - z;
  const square = tx * tx + ty * ty + tz * tz;
  const scale = square > 0 ? 1 / square : 0;
  const near = span[0] * (1 + limit[SPIN]) + limit[CLOSE];
  let passed = 0;
  for (let k = start; k < start + count; k++) {
    const o = entryFace[k];
    const dx = row[o] - x;
    const dy = row[o + 1] - y;
    const dz = row[o + 2] - z;
    const s = Math.min(1, Math.max(0, (tx * dx + ty * dy + tz * dz) * scale));
    const ex = dx - s * tx;
    const ey = dy - s * ty;
    const ez = dz - s * tz;
    const reach = near + row[o + 3];
    if (ex * ex + ey * ey + ez * ez > reach * reach) continue;
    const front = -(row[o + 4] * dx + row[o + 5] * dy + row[o + 6] * dz);
    if (front < -near) continue; // behind it from the beginning
    if (front + row[o + 4] * tx + row[o + 5] * ty + row[o + 6] * tz > near) continue; // in front of it to the end
    entryFace[entryFaceEnd + passed++] = o;
  }
  return passed;
}

/** Makes a list of all entry faces of a pass, the first of query.entryFace. */
export function beginEntryFaces(query: Query, { entryFaces }: Pass): void {
  query.entryFaceEnd = Math.max(0, entryFaces.count);
  for (let k = 0; k < entryFaces.count; k++) query.entryFace[k] = ENTRY_SIZE * k;
}

/**
 * Whether no part of an edge can have come through one of the entry faces that query.entryFace names from `start` on: its `ends` now,
 * and at rest in rest[at…]. What holds for both ends holds between them. Never errs. Allocation-free.
 */
export function isShutOut(
  query: Query,
  pass: Pass,
  ends: Float64Array,
  rest: Float64Array,
  at: number,
  start: number,
  count: number,
): boolean {
  const { entryFace } = query;
  const { row, limit } = pass.entryFaces;
  const near = limit[CLOSE];
  const ux = rest[at + 3] - rest[at];
  const uy = rest[at + 4] - rest[at + 1];
  const uz = rest[at + 5] - rest[at + 2];
  const tx = ends[0] - rest[at];
  const ty = ends[1] - rest[at + 1];
  const tz = ends[2] - rest[at + 2];
  const half = 0.5 * Math.sqrt(ux * ux + uy * uy + uz * uz);
  const turn = 2 * limit[SPIN] * half;
  // All ways from it stay within this of the way of its middle, and this close to the plane of its first end's way.
  const span = half + turn + near;
  const flat = turn + near;
  const square = tx * tx + ty * ty + tz * tz;
  const along = square > 0 ? 1 / square : 0;
  let px = uy * tz - uz * ty;
  let py = uz * tx - ux * tz;
  let pz = ux * ty - uy * tx;
  const length = Math.sqrt(px * px + py * py + pz * pz);
  const scale = length > 0 ? 1 / length : 0;
  px *= scale;
  py *= scale;
  pz *= scale;
  for (let k = start; k < start + count; k++) {
    const o = entryFace[k];
    const x = row[o] - rest[at];
    const y = row[o + 1] - rest[at + 1];
    const z = row[o + 2] - rest[at + 2];
    const off = px * x + py * y + pz * z;
    if (Math.abs(off) > row[o + 3] + flat) continue;
    let mx = x - 0.5 * ux;
    let my = y - 0.5 * uy;
    let mz = z - 0.5 * uz;
    const s = Math.min(1, Math.max(0, (mx * tx + my * ty + mz * tz) * along));
    mx -= s * tx;
    my -= s * ty;
    mz -= s * tz;
    const reach = span + row[o + 3];
    if (mx * mx + my * my + mz * mz > reach * reach) continue;
    const nx = row[o + 4];
    const ny = row[o + 5];
    const nz = row[o + 6];
    const front0 = -(nx * x + ny * y + nz * z);
    const front1 = front0 + nx * ux + ny * uy + nz * uz;
    if (front0 < -near && front1 < -near) continue;
    const back0 = nx * ends[0] + ny * ends[1] + nz * ends[2] - row[o + 7];
    const back1 = nx * ends[3] + ny * ends[4] + nz * ends[5] - row[o + 7];
    if (back0 > near && back1 > near) continue;
    return false;
  }
  return true;
}
