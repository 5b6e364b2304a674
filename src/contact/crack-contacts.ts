// The first contacts of siblings that have hardly moved: points of the crack between them, each time the one furthest
// from those taken, which is the order that the traversal of the trees aims at, without the way down from their roots.

import { NEAR } from '../field/answer.ts';
import { growColumn } from '../math/columns.ts';
import { type Contacts, FEATURE_POINT } from './contacts.ts';
import { measurePoint } from './measure.ts';
import { EPSILON, type Pass, type Query, TAU } from './query.ts';
import { takeContact } from './select.ts';
import { findGroup, updateShell } from './shell.ts';

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
  let next = beginSpread(out, position, point, start, count);
  while (next >= 0 && !query.done && out.count - query.first < query.share) {
    const p = point[start + next];
    reach[0] = reach[1] = Math.max(0, limit[TAU]);
    if (query.pointEpoch[p] !== query.epoch) {
      if (measurePoint(query, pass, p) !== NEAR) return;
      if (!(query.found[0] < limit[TAU])) return;
      takeContact(query, pass, FEATURE_POINT, p, p, query.past[p]);
    }
    next = spread(position, point, start, count, next);
  }
}

/** Measures how far the points of a group are from all contacts so far, both passes; returns the one to begin with. */
export function beginSpread(
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
export function spread(
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
