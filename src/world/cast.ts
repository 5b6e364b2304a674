// Asking a world what is where: along a ray, and around a point.

import { castCollider, localRay, RAY_SIZE } from '../contact/cast.ts';
import { measureCollider } from '../contact/measure.ts';
import { castBroad, createBroadCast, nextRow } from '../dynamics/broad-phase-cast.ts';
import { createRowList, overlapBroad } from '../dynamics/broad-phase-overlap.ts';
import { idOf } from '../dynamics/slots.ts';
import { NEAR } from '../field/answer.ts';
import { above0, type Checks, checkOptions, isBits } from '../job/check.ts';
import { readDirection } from '../job/error.ts';
import { isPlace, type Vector } from './check.ts';
import { FARTHEST } from './constants.ts';
import type { WorldState } from './state.ts';

/** Which bodies a ray or an overlap asks for. */
export interface QueryFilter {
  /** How far a ray reaches, in metres; default Infinity. Not for overlap. */
  readonly distance?: number;
  /** Bits of the groups to look at; default all. */
  readonly groups?: number;
}

const FILTER: Checks<QueryFilter> = { distance: above0(Infinity, ' m'), groups: isBits };
const isRadius = above0(2 * FARTHEST, ' m');

/** What a ray meets first. */
export interface RayHit {
  /** Id. */
  readonly body: number;
  /** Metres; 0 from inside a body. */
  readonly distance: number;
  /** Where it was hit, in the world. */
  readonly point: readonly number[];
  /** Of unit length, out of the body. */
  readonly normal: readonly number[];
}

/** The first body along a ray, null if there is none. Exact for shapes, wholes and pieces. */
export function castWorld(
  state: WorldState,
  origin: Vector,
  direction: Vector,
  options: QueryFilter,
): RayHit | null {
  isPlace('origin', origin);
  const along = readDirection('direction', direction);
  checkOptions('options', options, FILTER);
  const { distance = Infinity, groups = 0xffffffff } = options;
  const ray = new Float64Array(RAY_SIZE);
  for (let d = 0; d < 3; d++) {
    ray[d] = origin[d];
    ray[3 + d] = along[d];
  }
  ray[6] = distance;
  const cast = createBroadCast(state.broad);
  castBroad(cast, ray);
  const own = new Float64Array(RAY_SIZE);
  const found = new Float64Array(4);
  let best = -1;
  const normal = [0, 0, 0];
  for (let row = nextRow(cast); row >= 0; row = nextRow(cast)) {
    const instance = state.instance[row];
    if (instance === null || (state.group[row] & groups) === 0) continue;
    const frame = state.bodies.frame.subarray(12 * row, 12 * row + 12);
    localRay(own, frame, cast.ray);
    if (!castCollider(found, instance.collider, state.label[row], own)) continue;
    best = row;
    cast.ray[6] = found[0];
    for (let d = 0; d < 3; d++) {
      normal[d] = frame[3 * d] * found[1] + frame[3 * d + 1] * found[2] + frame[3 * d + 2] * found[3];
    }
  }
  if (best < 0) return null;
  const far = cast.ray[6];
  const point = [0, 1, 2].map((d) => ray[d] + far * ray[3 + d]);
  return { body: idOf(state.bodies.slots, best), distance: far, point, normal };
}

/** The ids of the bodies that are within `radius` of a point, or hold it, by their places in `poses`. */
export function overlapWorld(
  state: WorldState,
  center: Vector,
  radius: number,
  options: QueryFilter,
): number[] {
  isPlace('center', center);
  isRadius('radius', radius);
  checkOptions('options', options, FILTER);
  const { groups = 0xffffffff } = options;
  const box = Float64Array.from([0, 1, 2, 3, 4, 5], (d) => center[d % 3] + (d < 3 ? -radius : radius));
  const rows = createRowList();
  overlapBroad(rows, state.broad, box);
  const found = new Float64Array(4);
  const reach = Float64Array.of(radius, radius);
  const p = new Float64Array(3);
  const ids: number[] = [];
  for (let k = 0; k < rows.count; k++) {
    const row = rows.row[k];
    const instance = state.instance[row];
    if (instance === null || (state.group[row] & groups) === 0) continue;
    const f = 12 * row;
    const { frame } = state.bodies;
    const [x, y, z] = [0, 1, 2].map((d) => center[d] - frame[f + 9 + d]);
    for (let d = 0; d < 3; d++) p[d] = frame[f + d] * x + frame[f + 3 + d] * y + frame[f + 6 + d] * z;
    const answer = measureCollider(found, instance.collider, state.label[row], p, 0, reach, false);
    if (answer === NEAR) ids.push(idOf(state.bodies.slots, row));
  }
  return ids;
}
