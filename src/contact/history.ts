// Thin solids: inside a plate the closest surface may be the wrong one. A feature that was pushed past the middle of a
// wall would be pushed out on the other side. So a feature inside keeps to the side it came from: its own normal of
// the last query tells, or its way since then, or the pair's closest contact then. [Glondu13] does not say; ours.

import { NEAR } from '../field/answer.ts';
import { movePoint } from '../math/frame.ts';
import { measureCollider } from './measure.ts';
import type { PairState } from './pair.ts';
import { EPSILON, type QueryWork, SLACK, type Way } from './work.ts';

const FLIP = -0.25; // cosine: 104°. Clear of right-angled edges, where the closest face changes for good reason
const STEPS = 64; // of a march; one through a wall of 1000 ε takes about 25, for steps double and halve
const SHALLOW = 2; // in ε: so close to the surface the closest side is the right one

const came = new Float64Array(3); // scratch: outward normal of the side that a feature came from
const old = new Float64Array(3); // scratch: where it was at the last query
const at = new Float64Array(3); // scratch: a place on the march
const here = new Float64Array(4); // scratch: distance and normal there
const reach = new Float64Array(2); // scratch: near and far of a measurement

/**
 * Gives the feature at work.p, inside with the distance and normal work.found, those of the side it came from if its
 * closest surface is not on that side; else leaves them as they are. `past` is its place among the pair's last contacts,
 * −1 if none. Allocation-free.
 */
export function turnBack(work: QueryWork, pair: PairState, way: Way, past: number): void {
  if (past >= 0) {
    for (let d = 0; d < 3; d++) came[d] = pair.last.normal[3 * past + d];
  } else if (!findEntry(work, way) && !findNeighbor(work, pair, way)) return;
  const { found } = work;
  if (found[1] * came[0] + found[2] * came[1] + found[3] * came[2] >= FLIP) return;
  if (leaveAlong(work, way)) work.counters.turned++;
}

/**
 * Finds the normal where the feature came in since the last query, to `came`. False if it is not known, or if the
 * feature was deep inside already. A point moves with the body; its way is taken as straight.
 */
function findEntry(work: QueryWork, way: Way): boolean {
  if (!way.known) return false;
  const { frame, before, field, fieldLabel, sealed } = way;
  const { p, found, limit } = work;
  const x = p[0] - frame[9];
  const y = p[1] - frame[10];
  const z = p[2] - frame[11];
  for (let d = 0; d < 3; d++) old[d] = frame[d] * x + frame[3 + d] * y + frame[6 + d] * z;
  movePoint(old, 0, before, old, 0);
  const dx = p[0] - old[0];
  const dy = p[1] - old[1];
  const dz = p[2] - old[2];
  const length = Math.sqrt(dx * dx + dy * dy + dz * dz);
  reach[0] = reach[1] = length + limit[SLACK]; // p is inside, so `old` is no further than this
  let answer = measureCollider(here, field, fieldLabel, old, 0, reach, sealed);
  if (answer === NEAR) {
    if (here[0] < -SHALLOW * limit[EPSILON]) return false;
    const agree = here[1] * found[1] + here[2] * found[2] + here[3] * found[3] >= FLIP;
    if (agree || here[0] <= 0) {
      setCame(here, 1);
      return true;
    }
  }
  const least = 0.25 * limit[EPSILON];
  for (let step = 0, t = 0; step < STEPS; step++) {
    if (answer === NEAR && here[0] <= least) {
      setCame(here, 1);
      return true;
    }
    t += answer === NEAR ? Math.max(here[0], least) : length / 16;
    if (!(t < length)) break;
    for (let d = 0; d < 3; d++) at[d] = old[d] + (t / length) * (p[d] - old[d]);
    answer = measureCollider(here, field, fieldLabel, at, 0, reach, sealed);
  }
  if (!(length > 0)) return false;
  came[0] = -dx / length;
  came[1] = -dy / length;
  came[2] = -dz / length;
  return true;
}

function setCame(n: Float64Array, from: number): void {
  for (let d = 0; d < 3; d++) came[d] = n[from + d];
}

/** Takes the normal of the pair's last contact on this side that is closest to the feature. False if there is none. */
function findNeighbor(work: QueryWork, pair: PairState, way: Way): boolean {
  const { count, side, point, normal } = pair.last;
  const { p } = work;
  let closest = -1;
  let least = Infinity;
  for (let i = 0; i < count; i++) {
    if (side[i] !== way.side) continue;
    const x = point[3 * i] - p[0];
    const y = point[3 * i + 1] - p[1];
    const z = point[3 * i + 2] - p[2];
    const square = x * x + y * y + z * z;
    if (square >= least) continue;
    least = square;
    closest = i;
  }
  if (closest < 0) return false;
  setCame(normal, 3 * closest);
  return true;
}

/**
 * Marches from the feature along `came` to where it leaves the solid, by the distance at each step, and writes to
 * work.found the normal there and the depth below the surface's plane there. False, and nothing written, if no way out
 * is found.
 */
function leaveAlong(work: QueryWork, way: Way): boolean {
  const { field, fieldLabel, sealed } = way;
  const { p, found, limit } = work;
  const least = 0.25 * limit[EPSILON] + limit[SLACK];
  const furthest = 2 * field.radius;
  reach[0] = reach[1] = 4 * least;
  let t = 0;
  let answer = NEAR;
  for (let step = 0; ; step++) {
    if (step === STEPS || !(t < furthest)) return false;
    for (let d = 0; d < 3; d++) at[d] = p[d] + t * came[d];
    answer = measureCollider(here, field, fieldLabel, at, 0, reach, sealed);
    if (answer !== NEAR || here[0] >= 0) break;
    t += Math.max(-here[0], least);
  }
  let along = answer === NEAR ? here[1] * came[0] + here[2] * came[1] + here[3] * came[2] : 0;
  if (along > 0.5) t -= here[0] / along;
  else along = 0;
  found[0] = along > 0 ? -t * along : -t;
  for (let d = 0; d < 3; d++) found[1 + d] = along > 0 ? here[1 + d] : came[d];
  return true;
}
