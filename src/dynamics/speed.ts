// How fast a body is at its surface, and what counts as rest.

import type { Bodies } from './bodies.ts';
import { REST_LARGE, REST_LEAST, REST_SMALL } from './constants.ts';

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
