// Features that touch, from which contacts are chosen where there may be many: the deepest, then each time the one
// furthest from those before.

import { growColumn } from '../math/columns.ts';
import { STEADY } from './constants.ts';
import type { Pass, Query } from './query.ts';
import { takeContact } from './select.ts';

const MAX_PICKS = 512; // of them: further ones take the place of those that are furthest from touching

/** Made by createPicks alone. Columns are replaced when they grow. */
export interface Picks {
  count: number;
  kind: Uint8Array;
  index: Int32Array;
  past: Int32Array; // among the last contacts of the pair, −1 if none
  place: Float64Array; // xyz in the frame of the field
  found: Float64Array; // four a feature: distance and normal
  apart: Float64Array; // squared distance to the closest that was taken
}

export function createPicks(): Picks {
  return {
    count: 0,
    kind: new Uint8Array(0),
    index: new Int32Array(0),
    past: new Int32Array(0),
    place: new Float64Array(0),
    found: new Float64Array(0),
    apart: new Float64Array(0),
  };
}

/** Notes the feature at query.p with the distance and normal query.found. Allocates only to grow. */
export function notePick(picks: Picks, query: Query, kind: number, index: number, past: number): void {
  let row = picks.count;
  if (row === MAX_PICKS) {
    row = 0;
    for (let k = 1; k < MAX_PICKS; k++) if (picks.found[4 * k] > picks.found[4 * row]) row = k;
    if (!(query.found[0] < picks.found[4 * row])) return;
  } else picks.count++;
  picks.kind = growColumn(picks.kind, row + 1);
  picks.index = growColumn(picks.index, row + 1);
  picks.past = growColumn(picks.past, row + 1);
  picks.place = growColumn(picks.place, 3 * row + 3);
  picks.found = growColumn(picks.found, 4 * row + 4);
  picks.apart = growColumn(picks.apart, row + 1);
  picks.kind[row] = kind;
  picks.index[row] = index;
  picks.past[row] = past;
  for (let d = 0; d < 3; d++) picks.place[3 * row + d] = query.p[d];
  for (let d = 0; d < 4; d++) picks.found[4 * row + d] = query.found[d];
}

/** Makes contacts of at most `share` features. */
export function takePicks(query: Query, pass: Pass, picks: Picks, share: number): void {
  const { count, kind, index, past, place, found, apart } = picks;
  apart.fill(Infinity, 0, count);
  for (let n = 0; n < share && n < count && !query.done; n++) {
    let next = -1;
    for (let k = 0; k < count; k++) {
      if (apart[k] < 0) continue;
      const better = next < 0 || (n === 0 ? found[4 * k] < found[4 * next] : weigh(apart, past, k, next));
      if (better) next = k;
    }
    for (let d = 0; d < 3; d++) query.p[d] = place[3 * next + d];
    for (let d = 0; d < 4; d++) query.found[d] = found[4 * next + d];
    takeContact(query, pass, kind[next], index[next], index[next], past[next]);
    apart[next] = -1;
    for (let k = 0; k < count; k++) {
      const x = place[3 * k] - place[3 * next];
      const y = place[3 * k + 1] - place[3 * next + 1];
      const z = place[3 * k + 2] - place[3 * next + 2];
      apart[k] = Math.min(apart[k], x * x + y * y + z * z);
    }
  }
}

/** Whether feature k is further from what was taken than feature j. */
function weigh(apart: Float64Array, past: Int32Array, k: number, j: number): boolean {
  return (past[k] >= 0 ? STEADY : 1) * apart[k] > (past[j] >= 0 ? STEADY : 1) * apart[j];
}
