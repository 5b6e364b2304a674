// What counts in a query, in metres: how close a contact is, how deep none is left out, and how far apart speculative
// ones are.

import type { Collider } from './collider.ts';
import { EDGE_AHEAD, EPSILON_SHARE, ROUNDING, WATCH_APART, WATCH_SLACK } from './constants.ts';
import type { QueryOptions } from './options.ts';
import { APART, EPSILON, KEEP, type Pass, type QueryWork, REST, RIM, SLACK, TAU, WATCH } from './work.ts';

/** Sets work.limit for a pass. */
export function setLimits(work: QueryWork, pass: Pass, options: QueryOptions): void {
  const { solid, field, frame } = pass;
  const { limit } = work;
  const { forest } = solid;
  const root = forest === null ? -1 : forest.root[pass.label];
  let extent = forest === null || !(root >= 0) ? Math.min(solid.radius, field.radius) : forest.radius[root];
  for (let d = 0; d < 3; d++) {
    extent += Math.abs(frame[9 + d]);
    if (forest !== null && root >= 0) extent += Math.abs(solid.position[3 * forest.point[root] + d]);
  }
  const epsilon =
    options.epsilon >= 0 ? options.epsilon : EPSILON_SHARE * Math.min(solid.radius, field.radius);
  const hysteresis = options.hysteresis >= 0 ? options.hysteresis : epsilon;
  const tolerance = options.tolerance >= 0 ? options.tolerance : epsilon;
  limit[TAU] = Math.max(options.margin, tolerance);
  limit[EPSILON] = epsilon;
  limit[KEEP] = limit[TAU] + hysteresis;
  limit[REST] = tolerance + hysteresis;
  limit[SLACK] = ROUNDING * extent;
  const spread = limit[TAU] > limit[REST] + hysteresis && options.budget === 'adaptive';
  limit[WATCH] = spread ? limit[TAU] : -Infinity;
  writeExtent(0, solid, pass.label);
  writeExtent(1, field, pass.fieldLabel);
  const size = Math.min(extents[0], extents[1]);
  limit[RIM] = work.full ? Infinity : Math.max(limit[REST], EDGE_AHEAD * size);
  limit[APART] = size * Math.min(WATCH_APART, (WATCH_SLACK * size) / limit[TAU]);
}

const extents = new Float64Array(2); // scratch: of both fragments

/** Writes the radius of a sphere that holds a fragment, up to twice what is needed. */
function writeExtent(at: number, { forest, radius }: Collider, label: number): void {
  const root = forest === null ? -1 : forest.root[label];
  extents[at] = forest === null || !(root >= 0) ? 2 * radius : forest.radius[root];
}
