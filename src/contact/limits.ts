// What counts in a query, in metres: how close a contact is, how deep none is left out, how far apart speculative ones
// are; and how much a query may look at.

import type { Collider } from './collider.ts';
import { ALL, type QueryOptions } from './options.ts';
import type { PairState } from './pair.ts';
import { APART, EPSILON, KEEP, type QueryWork, REST, RIM, SLACK, TAU, WATCH, type Way } from './work.ts';

const SHARE = 0.002; // ε in radii [Glondu13, sec. 5.2]
// How far apart speculative contacts may be to stand for each other, in the extent of the smaller fragment: at most WIDE,
// and what lies between them is off by about SLACKNESS at the end of the step.
const WIDE = 0.35;
const SLACKNESS = 0.04;
const RIM_REACH = 0.03; // of that extent: how far ahead edges are looked for, while points are as far as asked
const HELD = 3; // contacts that hold two bodies apart
const ROUNDING = 1e-14; // of coordinates, relative to the largest one: a few dozen roundings

/** Sets work.limit for a way. */
export function setLimits(work: QueryWork, way: Way, options: QueryOptions): void {
  const { solid, field, frame } = way;
  const { limit } = work;
  const { forest } = solid;
  const root = forest === null ? -1 : forest.root[way.label];
  let extent = forest === null || !(root >= 0) ? Math.min(solid.radius, field.radius) : forest.radius[root];
  for (let d = 0; d < 3; d++) {
    extent += Math.abs(frame[9 + d]);
    if (forest !== null && root >= 0) extent += Math.abs(solid.position[3 * forest.point[root] + d]);
  }
  writeEpsilon(deep, options, solid, field);
  const epsilon = deep[0];
  const hysteresis = options.hysteresis >= 0 ? options.hysteresis : epsilon;
  const tolerance = options.tolerance >= 0 ? options.tolerance : epsilon;
  limit[TAU] = Math.max(options.margin, tolerance);
  limit[EPSILON] = epsilon;
  limit[KEEP] = limit[TAU] + hysteresis;
  limit[REST] = tolerance + hysteresis;
  limit[SLACK] = ROUNDING * extent;
  limit[WATCH] =
    limit[TAU] > limit[REST] + hysteresis &&
    options.budget === 'adaptive' &&
    !(work.brief && effortOf(way, options) < ALL)
      ? limit[TAU]
      : -Infinity;
  writeExtent(0, solid, way.label);
  writeExtent(1, field, way.fieldLabel);
  const size = Math.min(extents[0], extents[1]);
  limit[RIM] = work.full ? Infinity : Math.max(limit[REST], RIM_REACH * size);
  limit[APART] = size * Math.min(WIDE, (SLACKNESS * size) / limit[TAU]);
}

const deep = new Float64Array(1); // scratch: ε

/** Writes the depth from which on no contact is left out. */
export function writeEpsilon(out: Float64Array, { epsilon }: QueryOptions, A: Collider, B: Collider): void {
  out[0] = epsilon >= 0 ? epsilon : SHARE * Math.min(A.radius, B.radius);
}

const extents = new Float64Array(2); // scratch: of both fragments

/** Writes the radius of a sphere that holds a fragment, up to twice what is needed. */
function writeExtent(at: number, { forest, radius }: Collider, label: number): void {
  const root = forest === null ? -1 : forest.root[label];
  extents[at] = forest === null || !(root >= 0) ? 2 * radius : forest.radius[root];
}

/** Spheres that a way may look at: all of them where the field is quick to ask. */
export function effortOf({ field }: Way, { effort }: QueryOptions): number {
  const broken = field.field !== null && field.field.family.events.count > 0;
  return broken ? effort : ALL;
}

/** Whether enough of the last contacts of a pair were closer than near[0] to hold it: no longer speculative. */
export function isHeld({ last }: PairState, near: Float64Array): boolean {
  let held = 0;
  for (let i = 0; i < last.count; i++) if (last.distance[i] <= near[0]) held++;
  return held >= HELD;
}
