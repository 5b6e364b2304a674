// The first contacts of siblings that have hardly moved: points of the crack between them, each time the one furthest
// from those taken, which is the order that the traversal of the trees aims at, without the way down from their roots.

import { NEAR } from '../field/answer.ts';
import { growColumn } from '../math/columns.ts';
import { CRACK_POINTS } from './constants.ts';
import { type Contacts, FEATURE_POINT } from './contacts.ts';
import { measurePoint, placeFeature } from './measure.ts';
import { EPSILON, type Pass, type Query, TAU } from './query.ts';
import { takeContact } from './select.ts';
import { FACE_SIZE, findGroup, type Shell, updateShell } from './shell.ts';

const ON_FACE = 1e-5; // of the radius: more than faces lose as floats
const normal = new Float64Array(3); // scratch: of the crack at a point
let away = new Float64Array(0); // scratch: by point of the group, the squared distance to those taken; −1 if taken itself

/**
 * Whether two fragments of one copy that have a crack in common lie as they broke, up to ε. Expects the limits of the
 * pass. Allocates only to grow.
 */
export function areJustBroken(query: Query, pass: Pass): boolean {
  const { frame, label, fieldLabel } = pass;
  const { position, shell, field, forest, known } = pass.solid;
  if (!pass.siblings || shell === null || field === null || forest === null) return false;
  const root = forest.root[label];
  const o = 3 * forest.point[root];
  let square = 0;
  for (let d = 0; d < 3; d++) {
    const turned =
      frame[3 * d] * position[o] + frame[3 * d + 1] * position[o + 1] + frame[3 * d + 2] * position[o + 2];
    const moved = turned + frame[9 + d] - position[o + d];
    square += moved * moved;
  }
  if (!(Math.sqrt(square) + pass.spin[0] * forest.radius[root] < query.limit[EPSILON])) return false;
  updateShell(query.shell, shell, field, forest, known);
  return findGroup(shell, label, fieldLabel) >= 0;
}

/**
 * Takes points of the common crack of siblings until there are as many contacts as wanted, or one is not close enough:
 * then the traversal goes on. Nothing happens unless they have just broken. Allocates only to grow.
 */
export function takeCrackContacts(query: Query, pass: Pass): void {
  const { out } = query;
  const { shell } = pass.solid;
  if (!pass.justBroken || shell === null || !(query.share > out.count - query.first)) return;
  const group = findGroup(shell, pass.label, pass.fieldLabel);
  if (group < 0) return;
  const { point } = shell;
  const { reach, limit } = query;
  const { position } = pass.solid;
  const start = shell.pointStart[group];
  const count = shell.pointStart[group + 1] - start;
  const share = query.manifold ? Math.min(query.share, CRACK_POINTS) : query.share;
  let next = beginSpread(out, position, point, start, count);
  while (next >= 0 && !query.done && out.count - query.first < share) {
    const p = point[start + next];
    reach[0] = reach[1] = Math.max(0, limit[TAU]);
    if (query.pointEpoch[p] !== query.epoch) {
      if (!(query.manifold && faceCrack(query, pass, shell, p)) && measurePoint(query, pass, p) !== NEAR)
        return;
      if (!(query.found[0] < limit[TAU])) return;
      takeContact(query, pass, FEATURE_POINT, p, p, query.past[p]);
    }
    next = spread(position, point, start, count, next);
  }
  if (query.manifold) query.done = true; // those bound the crack, and lie as they broke
}

/**
 * Measures a point of the common crack against the crack, along the normal there; false if it is on none of its faces. On
 * the rim the old surface is as close: its normal would hold the point in the crack like a bolt.
 */
function faceCrack(query: Query, pass: Pass, shell: Shell, point: number): boolean {
  const { found, p } = query;
  const { face, faceStart } = shell;
  const { position, radius } = pass.solid;
  const group = findGroup(shell, pass.fieldLabel, pass.label);
  if (group < 0) return false;
  const x = position[3 * point];
  const y = position[3 * point + 1];
  const z = position[3 * point + 2];
  normal.fill(0);
  let on = 0; // faces with the point
  for (let f = FACE_SIZE * faceStart[group]; f < FACE_SIZE * faceStart[group + 1]; f += FACE_SIZE) {
    const dx = x - face[f];
    const dy = y - face[f + 1];
    const dz = z - face[f + 2];
    if (dx * dx + dy * dy + dz * dz > face[f + 3] * face[f + 3]) continue;
    const off = dx * face[f + 4] + dy * face[f + 5] + dz * face[f + 6];
    if (Math.abs(off) > ON_FACE * radius) continue;
    on++;
    for (let d = 0; d < 3; d++) normal[d] += face[f + 4 + d];
  }
  const length = Math.sqrt(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]);
  if (on === 0 || !(length > 0)) return false;
  placeFeature(query, pass, point);
  query.counters.points++;
  query.pointEpoch[point] = query.epoch;
  query.near[point] = 1;
  found[0] = 0;
  for (let d = 0; d < 3; d++) {
    found[1 + d] = normal[d] / length;
    found[0] += (p[d] - position[3 * point + d]) * found[1 + d];
  }
  query.lower[point] = found[0];
  return true;
}

/** Measures how far the points of a group are from all contacts so far, both passes; returns the one to begin with. */
function beginSpread(
  out: Contacts,
  position: Float64Array,
  point: Int32Array,
  start: number,
  count: number,
): number {
  if (count === 0) return -1;
  away = growColumn(away, count);
  away.fill(Infinity, 0, count);
  let next = 0;
  for (let i = 0; i < out.count; i++) next = keepAway(position, point, start, count, 3 * out.owner[i]);
  if (out.count > 0) return next;
  // The furthest from any of them is at one end.
  next = keepAway(position, point, start, count, 3 * point[start]);
  away.fill(Infinity, 0, count);
  return next;
}

/** Takes a point of the group and returns the one that is furthest from all taken, −1 if none is left. */
function spread(
  position: Float64Array,
  point: Int32Array,
  start: number,
  count: number,
  taken: number,
): number {
  const next = keepAway(position, point, start, count, 3 * point[start + taken]);
  return away[next] > 0 ? next : -1;
}

/** Notes the distances from position[at…] where they are the least; returns the point furthest from all so far. */
function keepAway(
  position: Float64Array,
  point: Int32Array,
  start: number,
  count: number,
  at: number,
): number {
  const x = position[at];
  const y = position[at + 1];
  const z = position[at + 2];
  let furthest = 0;
  let most = -1;
  for (let k = 0; k < count; k++) {
    const o = 3 * point[start + k];
    const dx = position[o] - x;
    const dy = position[o + 1] - y;
    const dz = position[o + 2] - z;
    const square = Math.min(away[k], dx * dx + dy * dy + dz * dz);
    away[k] = square;
    if (!(square > most)) continue;
    most = square;
    furthest = k;
  }
  return furthest;
}
