// Sleep: an island, or a part of one, in which nothing has moved for a while stops costing anything. The rest of the island
// lies against it as against something static, until something moves there.

import { growColumn } from '../math/columns.ts';
import { BODY_DYNAMIC, type Bodies } from './bodies.ts';
import { type Islands, joinRings, type Links, reserveIslands } from './islands.ts';
import { isDynamic, isSlow, type SleepOptions, wakeRing } from './waking.ts';

/**
 * After a step of `dt` seconds: counts for how long each awake body has hardly moved, and puts the islands to sleep in
 * which every body has for long enough. In others those bodies fall asleep that have, with all that they touch; what has
 * joints does not, before its island does. Takes the links that the islands were built by, and the islands as buildIslands
 * left them. Allocates nothing once columns have grown.
 */
export function sleepIslands(
  islands: Islands,
  bodies: Bodies,
  dt: number,
  options: SleepOptions,
  touches: Links,
  joined: Links,
): void {
  const { start, member, bound } = islands;
  const { rest } = bodies;
  const before = islands.sleptCount;
  bound.fill(0, 0, bodies.slots.count);
  for (let i = 0; i < islands.count; i++) {
    for (let k = start[i]; k < start[i + 1]; k++) {
      const row = member[k];
      rest[row] = isSlow(bodies, row, options) ? rest[row] + dt : 0;
      if (!(rest[row] >= options.time)) bound[row] = 1;
    }
  }
  for (let i = 0; i < islands.count; i++) {
    let ready = true;
    for (let k = start[i]; k < start[i + 1] && ready; k++) ready = bound[member[k]] === 0;
    if (!ready) continue;
    for (let k = start[i]; k < start[i + 1]; k++) putToSleep(islands, bodies, member[k]);
  }
  bindLinks(bound, bodies, touches, options);
  bindJoints(bound, bodies, joined);
  for (let k = 0; k < start[islands.count]; k++) {
    const row = member[k];
    if (bodies.awake[row] === 1 && bound[row] === 0) putToSleep(islands, bodies, row);
  }
  if (islands.sleptCount === before) return;
  joinRings(islands, bodies, touches, joined);
}

/** Keeps awake what touches something that has not rested for long enough. */
function bindLinks(
  bound: Uint8Array,
  bodies: Bodies,
  { a: linkA, b: linkB, count }: Links,
  options: SleepOptions,
): void {
  for (let i = 0; i < count; i++) {
    const a = linkA[i];
    const b = linkB[i];
    if (isRestless(bodies, a, options) && b >= 0) bound[b] = 1;
    if (isRestless(bodies, b, options) && a >= 0) bound[a] = 1;
  }
}

function isRestless(bodies: Bodies, row: number, { time }: SleepOptions): boolean {
  return isDynamic(bodies, row) && bodies.awake[row] === 1 && !(bodies.rest[row] >= time);
}

function bindJoints(bound: Uint8Array, bodies: Bodies, { a: linkA, b: linkB, count }: Links): void {
  for (let i = 0; i < count; i++) {
    if (isDynamic(bodies, linkA[i])) bound[linkA[i]] = 1;
    if (isDynamic(bodies, linkB[i])) bound[linkB[i]] = 1;
  }
}

function putToSleep(islands: Islands, bodies: Bodies, row: number): void {
  islands.slept = growColumn(islands.slept, islands.sleptCount + 1);
  bodies.awake[row] = 0;
  for (let i = 3 * row; i < 3 * row + 3; i++) {
    bodies.velocity[i] = 0;
    bodies.spin[i] = 0;
  }
  islands.slept[islands.sleptCount++] = row;
}

/**
 * Wakes a sleeping body and all that sleeps around it; of an awake one, only the time at rest starts over. Nothing
 * happens to one that is not dynamic.
 */
export function wakeBody(islands: Islands, bodies: Bodies, row: number): void {
  if (bodies.kind[row] !== BODY_DYNAMIC) return;
  reserveIslands(islands, bodies);
  bodies.rest[row] = 0;
  if (bodies.awake[row] === 0) wakeRing(islands, bodies, row);
}

/** To be called before a body is removed or changes its kind: wakes its island and drops it from the news. */
export function forgetBody(islands: Islands, bodies: Bodies, row: number): void {
  wakeBody(islands, bodies, row);
  islands.wokeCount = dropRow(islands.woke, islands.wokeCount, row);
  islands.sleptCount = dropRow(islands.slept, islands.sleptCount, row);
}

/** Empties the lists of who woke and who fell asleep, once they have been told. */
export function clearNews(islands: Islands): void {
  islands.wokeCount = 0;
  islands.sleptCount = 0;
}

function dropRow(list: Int32Array, count: number, row: number): number {
  let kept = 0;
  for (let i = 0; i < count; i++) if (list[i] !== row) list[kept++] = list[i];
  return kept;
}
