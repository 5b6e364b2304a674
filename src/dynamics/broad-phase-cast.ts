// The rows of a broad phase whose boxes a ray meets, one after the other by where it enters them. The caller asks the
// bodies themselves (contact/cast.ts), lowers the limit to the nearest hit, and is done when no row is left.

import { RAY_SIZE } from '../contact/cast.ts';
import { InputError } from '../job/error.ts';
import { growColumn } from '../math/columns.ts';
import type { BroadPhase } from './broad-phase.ts';
import { updateTree } from './broad-phase-build.ts';

/** Where a ray says how far it goes. */
const LIMIT = 6;

/** A ray under way. Columns are replaced when they grow. Made by createBroadCast alone, used again and again. */
interface BroadCast {
  broad: BroadPhase;
  readonly ray: Float64Array; // as castBroad takes it; ray[6] may be lowered on the way
  readonly entry: Float64Array; // [0]: where the ray enters the box of the row named last
  count: number; // of those waiting: a heap, the next first
  waiting: Int32Array; // a row, or −1 − node; equally far, nodes come before rows, lower rows before higher
  distance: Float64Array; // where the ray enters its box
}

export function createBroadCast(broad: BroadPhase): BroadCast {
  return {
    broad,
    ray: new Float64Array(RAY_SIZE),
    entry: new Float64Array(1),
    count: 0,
    waiting: new Int32Array(64),
    distance: new Float64Array(64),
  };
}

/**
 * Starts a cast of `ray`: origin xyz, direction xyz of any length, and how far it goes, in direction lengths, which may
 * be Infinity. nextRow then names the rows; boxes must stay as they are until it is done. Throws 'bad-argument' where
 * the ray is none. Filters play no part. Allocates only to grow.
 */
export function castBroad(cast: BroadCast, ray: Float64Array): void {
  checkRay(ray);
  const { broad } = cast;
  updateTree(broad);
  for (let k = 0; k < RAY_SIZE; k++) cast.ray[k] = ray[k];
  cast.count = 0;
  if (broad.nodeCount > 0) waitForNode(cast, 0);
  for (let k = 0; k < broad.endlessCount; k++) {
    const row = broad.endless[k];
    if (enterBox(cast.entry, cast.ray, broad.box, 6 * row)) push(cast, row);
  }
}

/**
 * The next row whose box the ray meets within cast.ray[6], −1 if there is none: by ascending entry, which is 0 for a box
 * that holds the origin and is left in cast.entry[0], then by ascending row. Conservative: a box missed by rounding
 * alone may be named. Allocates only to grow.
 */
export function nextRow(cast: BroadCast): number {
  const { ray, entry, distance } = cast;
  while (cast.count > 0 && distance[0] <= ray[LIMIT]) {
    const next = cast.waiting[0];
    const near = distance[0];
    pop(cast);
    if (next >= 0) {
      entry[0] = near;
      return next;
    }
    const node = -1 - next;
    waitForNode(cast, node + 1);
    waitForNode(cast, cast.broad.skip[node + 1]);
  }
  cast.count = 0;
  return -1;
}

/** Throws unless a ray is one. */
function checkRay(ray: Float64Array): void {
  if (ray.length !== RAY_SIZE) {
    throw new InputError(
      'bad-argument',
      `ray has ${ray.length} numbers: give ${RAY_SIZE}, an origin, a direction and how far it goes`,
    );
  }
  for (let k = 0; k < LIMIT; k++) {
    if (ray[k] - ray[k] === 0) continue;
    throw new InputError('bad-argument', `ray[${k}] is ${ray[k]}: give a finite origin and direction`);
  }
  if (ray[3] === 0 && ray[4] === 0 && ray[5] === 0) {
    throw new InputError('bad-argument', 'the direction of ray is 0: give one of any other length');
  }
  if (!(ray[LIMIT] >= 0)) {
    throw new InputError('bad-argument', `ray[6] is ${ray[LIMIT]}: give a length from 0 on, or Infinity`);
  }
}

/** Puts a node among those waiting if the ray meets it: a leaf as its row. */
function waitForNode(cast: BroadCast, node: number): void {
  const { nodeBox, skip, leafRow } = cast.broad;
  if (!enterBox(cast.entry, cast.ray, nodeBox, 6 * node)) return;
  if (skip[node] > node + 1) push(cast, -1 - node);
  else if (leafRow[node] >= 0) push(cast, leafRow[node]);
}

/** Whether a ray meets a box within its limit; where it enters goes to out[0]. */
function enterBox(out: Float64Array, ray: Float64Array, box: Float64Array, at: number): boolean {
  let enter = 0;
  let leave = ray[LIMIT];
  for (let d = 0; d < 3; d++) {
    const o = ray[d];
    const step = ray[3 + d];
    if (step === 0) {
      if (o < box[at + d] || o > box[at + 3 + d]) return false;
      continue;
    }
    const t0 = (box[at + d] - o) / step;
    const t1 = (box[at + 3 + d] - o) / step;
    enter = Math.max(enter, Math.min(t0, t1));
    leave = Math.min(leave, Math.max(t0, t1));
  }
  out[0] = enter;
  // Widened by rounding: (b − o)/d carries a relative error of 3·2⁻⁵³ at most.
  return enter <= leave * (1 + 1e-15) + 1e-300;
}

/** Whether what waits at i comes before what waits at j. */
function before({ distance, waiting }: BroadCast, i: number, j: number): boolean {
  return distance[i] < distance[j] || (distance[i] === distance[j] && waiting[i] < waiting[j]);
}

function swap({ distance, waiting }: BroadCast, i: number, j: number): void {
  const d = distance[i];
  const w = waiting[i];
  distance[i] = distance[j];
  waiting[i] = waiting[j];
  distance[j] = d;
  waiting[j] = w;
}

/** Adds a row or node, entered at cast.entry[0]. */
function push(cast: BroadCast, what: number): void {
  let i = cast.count++;
  cast.waiting = growColumn(cast.waiting, cast.count);
  cast.distance = growColumn(cast.distance, cast.waiting.length);
  cast.waiting[i] = what;
  cast.distance[i] = cast.entry[0];
  for (; i > 0 && before(cast, i, (i - 1) >> 1); i = (i - 1) >> 1) swap(cast, i, (i - 1) >> 1);
}

/** Takes the first one away. */
function pop(cast: BroadCast): void {
  const last = --cast.count;
  swap(cast, 0, last);
  for (let i = 0; 2 * i + 1 < last; ) {
    let child = 2 * i + 1;
    if (child + 1 < last && before(cast, child + 1, child)) child++;
    if (!before(cast, child, i)) break;
    swap(cast, i, child);
    i = child;
  }
}
