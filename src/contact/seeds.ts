// Contacts of the last query come first in the next: what rests keeps them, and they remember which side they came from.

import { NEAR } from '../field/answer.ts';
import type { Rims } from '../fragment/rims.ts';
import { growColumn } from '../math/columns.ts';
import { onSurface, type SphereForest } from '../tree/forest.ts';
import { FEATURE_POINT } from './contacts.ts';
import { measurePoint } from './measure.ts';
import type { PairState } from './pair.ts';
import { KEEP, type Pass, type Query, TAU } from './query.ts';
import { takeContact } from './select.ts';
import { keepEdge } from './touch-edges.ts';

/** Notes for each point of a pass where it stands among the last contacts, or forgets it again. */
export function markPast(query: Query, pass: Pass, mark: boolean): void {
  const { pair } = query;
  const { count, side, kind, index } = pair.last;
  for (let i = 0; i < count; i++) {
    if (side[i] !== pass.side || kind[i] !== FEATURE_POINT) continue;
    if (index[i] < query.past.length) query.past[index[i]] = mark ? i : -1;
  }
}

/**
 * Takes the last contacts that are still close enough: a little further away than new ones, so that none flickers. With
 * a hard budget at most half of the share, or a bad choice would stay for ever. Where there are more than the share, those
 * that are far apart come first.
 */
export function takeSeeds(query: Query, pass: Pass, forest: SphereForest, rims: Rims | null): void {
  const { out, pair } = query;
  const { kind } = pair.last;
  const count = listSeeds(pair, pass);
  if (query.hard) sortSeeds(pair, count);
  else if (count > query.share) spreadSeeds(pair, count);
  for (let k = 0; k < count && !query.done; k++) {
    const i = seed[k];
    if (query.hard && 2 * (out.count - query.first) >= query.share) return;
    if (kind[i] === FEATURE_POINT) keepPoint(query, pass, forest, i);
    else if (rims !== null) keepEdge(query, pass, forest, rims, i);
  }
}

let seed = new Int32Array(64); // scratch: places of the features of a pass among the last contacts
let away = new Float64Array(64); // scratch: of each, the squared distance to those before it

/** Writes a pass's places among the last contacts to `seed`; returns how many. */
function listSeeds({ last }: PairState, pass: Pass): number {
  let count = 0;
  seed = growColumn(seed, last.count);
  for (let i = 0; i < last.count; i++) if (last.side[i] === pass.side) seed[count++] = i;
  return count;
}

/** Puts seeds in the order of their last distances, the deepest first. */
function sortSeeds({ last }: PairState, count: number): void {
  const { distance } = last;
  for (let k = 1; k < count; k++) {
    const taken = seed[k];
    let j = k;
    for (; j > 0 && distance[seed[j - 1]] > distance[taken]; j--) seed[j] = seed[j - 1];
    seed[j] = taken;
  }
}

/** Puts seeds in an order in which the first ones are far apart: what is given up holds nothing that they do not. */
function spreadSeeds({ last }: PairState, count: number): void {
  const { point } = last;
  away = growColumn(away, count);
  away.fill(Infinity, 0, count);
  for (let k = 1; k < count; k++) {
    const o = 3 * seed[k - 1];
    let best = k;
    for (let j = k; j < count; j++) {
      const q = 3 * seed[j];
      const x = point[q] - point[o];
      const y = point[q + 1] - point[o + 1];
      const z = point[q + 2] - point[o + 2];
      away[j] = Math.min(away[j], x * x + y * y + z * z);
      if (away[j] > away[best]) best = j;
    }
    const taken = seed[best];
    seed[best] = seed[k];
    away[best] = away[k];
    seed[k] = taken;
  }
}

function keepPoint(query: Query, pass: Pass, forest: SphereForest, past: number): void {
  const { pair, reach, limit } = query;
  const point = pair.last.index[past];
  if (!(point < forest.pointCount) || forest.fragment[point] !== pass.label || !onSurface(forest, point))
    return;
  reach[0] = reach[1] = limit[KEEP];
  if (measurePoint(query, pass, point) === NEAR && isWanted(query))
    takeContact(query, pass, FEATURE_POINT, point, point, past);
}

/** Whether the last contact in query.found is wanted again: beyond the share, only if it is closer than others, or deep. */
function isWanted({ first, share, limit, found, out }: Query): boolean {
  return out.count - first < share || found[0] < limit[TAU];
}
