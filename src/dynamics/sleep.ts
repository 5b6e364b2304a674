// Sleep: an island in which nothing has moved for a while stops costing anything, and wakes as one.

import { growColumn } from '../math/columns.ts';
import { BODY_DYNAMIC, type Bodies } from './bodies.ts';
import { type Islands, reserveIslands } from './islands.ts';

/** Below which speed at its surface (m/s), and for how long (s), a body counts as at rest. */
export interface SleepOptions {
  readonly speed: number;
  readonly time: number; // infinite: nothing ever sleeps
}

export const SLEEP_DEFAULTS: SleepOptions = { speed: 0.01, time: 0.5 };

// `speed` holds for bodies from 5 cm to 3 m across. Beyond, it grows and shrinks with the size, down to a fifth: jitter
// comes from gravity and the substep, and does not shrink for ever.
const SMALL = 0.05;
const LARGE = 3;
const LEAST_SCALE = 0.2;

/**
 * After a step of `dt` seconds: counts for how long each awake body has hardly moved, and puts the islands to sleep in
 * which every body has for long enough. Needs the islands as buildIslands left them. Allocates nothing once columns have
 * grown.
 */
export function sleepIslands(islands: Islands, bodies: Bodies, dt: number, options: SleepOptions): void {
  const { start, member } = islands;
  for (let i = 0; i < islands.count; i++) {
    let ready = true;
    for (let k = start[i]; k < start[i + 1]; k++) {
      const row = member[k];
      bodies.rest[row] = isSlow(bodies, row, options) ? bodies.rest[row] + dt : 0;
      if (!(bodies.rest[row] >= options.time)) ready = false;
    }
    if (ready) putToSleep(islands, bodies, start[i], start[i + 1]);
  }
}

/** Whether no point within the body's radius is faster than allowed for its size. */
function isSlow(bodies: Bodies, row: number, options: SleepOptions): boolean {
  const { velocity, spin } = bodies;
  const v = 3 * row;
  const radius = bodies.radius[row];
  const size = 2 * radius;
  const scale = size > LARGE ? size / LARGE : Math.min(1, Math.max(LEAST_SCALE, size / SMALL));
  const straight =
    velocity[v] * velocity[v] + velocity[v + 1] * velocity[v + 1] + velocity[v + 2] * velocity[v + 2];
  const round = spin[v] * spin[v] + spin[v + 1] * spin[v + 1] + spin[v + 2] * spin[v + 2];
  return Math.sqrt(straight) + radius * Math.sqrt(round) < scale * options.speed;
}

function putToSleep(islands: Islands, bodies: Bodies, from: number, to: number): void {
  const { member, ring } = islands;
  islands.slept = growColumn(islands.slept, islands.sleptCount + to - from);
  for (let k = from; k < to; k++) {
    const row = member[k];
    ring[row] = k + 1 < to ? member[k + 1] : member[from];
    bodies.awake[row] = 0;
    for (let i = 3 * row; i < 3 * row + 3; i++) {
      bodies.velocity[i] = 0;
      bodies.spin[i] = 0;
    }
    islands.slept[islands.sleptCount++] = row;
  }
}

/**
 * Wakes a sleeping body and all that fell asleep with it; of an awake one, only the time at rest starts over. Nothing
 * happens to one that is not dynamic.
 */
export function wakeBody(islands: Islands, bodies: Bodies, row: number): void {
  if (bodies.kind[row] !== BODY_DYNAMIC) return;
  reserveIslands(islands, bodies);
  const { ring } = islands;
  bodies.rest[row] = 0;
  if (bodies.awake[row] === 1) return;
  let at = row;
  do {
    const next = ring[at];
    bodies.awake[at] = 1;
    bodies.rest[at] = 0;
    ring[at] = at;
    islands.woke = growColumn(islands.woke, islands.wokeCount + 1);
    islands.woke[islands.wokeCount++] = at;
    at = next;
  } while (at !== row);
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
