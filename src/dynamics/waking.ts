// What wakes sleepers: what pushes, what they are joined with, and what may strike them in the step to come, directly or
// through others that are awake. Whatever moves too little for that lies against them as against something static.

import { growColumn } from '../math/columns.ts';
import { BODY_DYNAMIC, BODY_KINEMATIC, type Bodies } from './bodies.ts';
import { REST_LARGE, REST_LEAST, REST_SMALL, WAKE_HARD, WAKE_LEAST } from './constants.ts';
import type { Islands, Links } from './islands.ts';

/** Whether a row is of a dynamic body; -1 is not. */
export function isDynamic(bodies: Bodies, row: number): boolean {
  return row >= 0 && bodies.kind[row] === BODY_DYNAMIC && bodies.slots.live[row] === 1;
}

/** Wakes what links wake, as buildIslands says; those that woke are listed in the order of their rows. */
export function wakeLinked(islands: Islands, bodies: Bodies, touches: Links, joined: Links): void {
  const before = islands.wokeCount;
  while (stirLinks(islands, bodies, joined, true));
  stirLinks(islands, bodies, touches, false);
  spreadSpeed(islands, bodies, touches);
  strikeLinks(islands, bodies, touches, WAKE_HARD);
  strikeLinks(islands, bodies, touches, 1);
  if (islands.wokeCount > before) islands.woke.subarray(before, islands.wokeCount).sort();
}

/**
 * Wakes the rings of sleepers that are linked with a moving kinematic body, which also keeps what it meets from resting;
 * with `joined`, of those linked with anything awake. Returns whether any woke.
 */
function stirLinks(
  islands: Islands,
  bodies: Bodies,
  { a: linkA, b: linkB, count }: Links,
  joined: boolean,
): boolean {
  const before = islands.wokeCount;
  for (let i = 0; i < count; i++) {
    for (let side = 0; side < 2; side++) {
      const row = side === 0 ? linkA[i] : linkB[i];
      const by = side === 0 ? linkB[i] : linkA[i];
      if (!isDynamic(bodies, row)) continue;
      const pushed = isMover(bodies, by);
      if (pushed) bodies.rest[row] = 0;
      if (bodies.awake[row] === 0 && (pushed || (joined && isAwake(bodies, by)))) {
        wakeRing(islands, bodies, row);
      }
    }
  }
  return islands.wokeCount > before;
}

/**
 * Sets islands.speed of what is awake, how fast it is or may become in a step because of others, and islands.push, the
 * least inverse mass of all that may drive it. A body that is struck takes the share m / (m + own mass) of the speed of
 * what strikes it, m being the mass that drives that: a hammer on a crumb strikes like a hammer. Both only ever go one
 * way, so the order of the links does not matter.
 */
function spreadSpeed({ speed, push }: Islands, bodies: Bodies, { a: linkA, b: linkB, count }: Links): void {
  const { inverseMass } = bodies;
  for (let row = 0; row < bodies.slots.count; row++) {
    speed[row] = 0;
    push[row] = inverseMass[row];
    if (isAwake(bodies, row)) writeSpeed(speed, row, bodies, row);
  }
  for (let more = true; more; ) {
    more = false;
    for (let i = 0; i < count; i++) {
      for (let side = 0; side < 2; side++) {
        const row = side === 0 ? linkA[i] : linkB[i];
        const by = side === 0 ? linkB[i] : linkA[i];
        if (!isAwake(bodies, row) || !isAwake(bodies, by)) continue;
        const blow = (speed[by] * inverseMass[row]) / (inverseMass[row] + push[by]);
        if (!(blow >= WAKE_LEAST)) continue;
        if (blow > speed[row] || push[by] < push[row]) more = true;
        if (blow > speed[row]) speed[row] = blow;
        if (push[by] < push[row]) push[row] = push[by];
      }
    }
  }
}

const blow = new Float64Array(1); // scratch: how fast a sleeper may become

/** Wakes sleepers that may become `times` as fast as what rests: alone if that is 1, else with their ring. */
function strikeLinks(
  islands: Islands,
  bodies: Bodies,
  { a: linkA, b: linkB, count }: Links,
  times: number,
): void {
  const { speed, push } = islands;
  const { inverseMass, awake } = bodies;
  for (let i = 0; i < count; i++) {
    for (let side = 0; side < 2; side++) {
      const row = side === 0 ? linkA[i] : linkB[i];
      const by = side === 0 ? linkB[i] : linkA[i];
      if (!isDynamic(bodies, row) || awake[row] === 1 || !isAwake(bodies, by)) continue;
      blow[0] = (speed[by] * inverseMass[row]) / (push[by] + inverseMass[row]);
      if (isRest(blow, 0, bodies, row, SLEEP_DEFAULTS, times)) continue;
      if (times === 1) wakeAlone(islands, bodies, row);
      else wakeRing(islands, bodies, row);
    }
  }
}

/** Whether a body is dynamic and awake. */
function isAwake(bodies: Bodies, row: number): boolean {
  return isDynamic(bodies, row) && bodies.awake[row] === 1;
}

/** Whether a body is kinematic and moves. */
function isMover(bodies: Bodies, row: number): boolean {
  if (row < 0 || bodies.kind[row] !== BODY_KINEMATIC || bodies.slots.live[row] === 0) return false;
  const { velocity, spin } = bodies;
  for (let i = 3 * row; i < 3 * row + 3; i++) if (velocity[i] !== 0 || spin[i] !== 0) return true;
  return false;
}

/** Wakes a sleeping body and all of its ring. */
export function wakeRing(islands: Islands, bodies: Bodies, row: number): void {
  const { ring } = islands;
  let at = row;
  do {
    const next = ring[at];
    wake(islands, bodies, at);
    at = next;
  } while (at !== row);
}

/** Wakes a sleeping body; the others of its ring sleep on. */
export function wakeAlone(islands: Islands, bodies: Bodies, row: number): void {
  const { ring } = islands;
  let before = row;
  while (ring[before] !== row) before = ring[before];
  ring[before] = ring[row];
  wake(islands, bodies, row);
}

function wake(islands: Islands, bodies: Bodies, row: number): void {
  islands.ring[row] = row;
  bodies.awake[row] = 1;
  bodies.rest[row] = 0;
  islands.woke = growColumn(islands.woke, islands.wokeCount + 1);
  islands.woke[islands.wokeCount++] = row;
}

// How fast a body is at its surface, and what counts as rest.

/** Below which speed at its surface (m/s), and for how long (s), a body counts as at rest. */
export interface SleepOptions {
  readonly speed: number;
  readonly time: number; // infinite: nothing ever sleeps
}

export const SLEEP_DEFAULTS: SleepOptions = { speed: 0.01, time: 0.5 };

const own = new Float64Array(1); // scratch: the speed of a body

/** Writes the speed of the fastest point within a body's radius to out[at]. */
export function writeSpeed(
  out: Float64Array,
  at: number,
  { velocity, spin, radius }: Bodies,
  row: number,
): void {
  const v = 3 * row;
  const straight =
    velocity[v] * velocity[v] + velocity[v + 1] * velocity[v + 1] + velocity[v + 2] * velocity[v + 2];
  const round = spin[v] * spin[v] + spin[v + 1] * spin[v + 1] + spin[v + 2] * spin[v + 2];
  out[at] = Math.sqrt(straight) + radius[row] * Math.sqrt(round);
}

/** Whether speed[at] is below `times` the speed of rest of a body, for its size. */
export function isRest(
  speed: Float64Array,
  at: number,
  { radius }: Bodies,
  row: number,
  options: SleepOptions,
  times: number,
): boolean {
  const size = 2 * radius[row];
  const scale = size > REST_LARGE ? size / REST_LARGE : Math.min(1, Math.max(REST_LEAST, size / REST_SMALL));
  return speed[at] < times * scale * options.speed;
}

/** Whether a body moves as slowly as what rests. */
export function isSlow(bodies: Bodies, row: number, options: SleepOptions): boolean {
  writeSpeed(own, 0, bodies, row);
  return isRest(own, 0, bodies, row, options, 1);
}
