// Places where two faces lie before each other, from which the contacts of two shapes are chosen: see convex-contacts.ts.

import { SAME_PLACE, STEADY } from './constants.ts';
import { setContact } from './contacts.ts';
import { noteEntry } from './history.ts';
import { findPast } from './pair.ts';
import { EPSILON, growEntry, KEEP, type Pass, type Query, TAU } from './query.ts';

// Corners of two faces and crossings of their outlines: 4 + 4 + 8 at most.
const MAX_PLACES = 16;

/** Made by createPlaces alone. */
interface Places {
  count: number;
  readonly side: Uint8Array; // whose feature it is, as in Contacts
  readonly kind: Uint8Array;
  readonly index: Int32Array;
  readonly past: Int32Array; // among the last contacts of the pair, −1 if none
  readonly at: Float64Array; // as seen along the normal: across, across, height of the feature
  readonly gap: Float64Array; // between the faces
  readonly axes: Float64Array; // two directions across and the normal, from B to A, in the frame of B
}

export function createPlaces(): Places {
  return {
    count: 0,
    side: new Uint8Array(MAX_PLACES),
    kind: new Uint8Array(MAX_PLACES),
    index: new Int32Array(MAX_PLACES),
    past: new Int32Array(MAX_PLACES),
    at: new Float64Array(3 * MAX_PLACES),
    gap: new Float64Array(MAX_PLACES),
    axes: new Float64Array(9),
  };
}

/**
 * Notes a feature of A (side 0) or B at the place onA of A and onB of B, one above the other, unless it is too far from
 * the other shape for a contact or too close to a place already noted.
 */
export function addPlace(
  places: Places,
  query: Query,
  side: number,
  kind: number,
  index: number,
  onA: Float64Array,
  onB: Float64Array,
): void {
  const { pair } = query;
  const { at, count } = places;
  const { limit } = query;
  const gap = onA[2] - onB[2];
  const past = findPast(pair, side, kind, index);
  if (!(gap < (past >= 0 ? limit[KEEP] : limit[TAU])) || count === MAX_PLACES) return;
  const own = side === 0 ? onA : onB;
  const close = SAME_PLACE * limit[EPSILON];
  for (let i = 0; i < count; i++) {
    const x = at[3 * i] - own[0];
    const y = at[3 * i + 1] - own[1];
    if (x * x + y * y < close * close) return;
  }
  for (let d = 0; d < 3; d++) at[3 * count + d] = own[d];
  places.gap[count] = gap;
  places.side[count] = side;
  places.kind[count] = kind;
  places.index[count] = index;
  places.past[count] = past;
  places.count = count + 1;
}

/** Whether a place is as deep as gap[at], but for twice epsilon[0]. */
export function isAsDeep(places: Places, gap: Float64Array, at: number, epsilon: Float64Array): boolean {
  for (let i = 0; i < places.count; i++) if (places.gap[i] < gap[at] + 2 * epsilon[0]) return true;
  return false;
}

const order = new Int32Array(MAX_PLACES); // scratch: places, those that are contacts first
const apart = new Float64Array(1); // scratch: squared distance of a place to the closest that is a contact

/** Makes contacts of `wanted` places at most: of the deepest, then each time of the one furthest from those before. */
export function takePlaces(query: Query, pass: Pass, places: Places, wanted: number): void {
  const { count, past, gap } = places;
  for (let i = 0; i < count; i++) order[i] = i;
  for (let n = 0; n < count && n < wanted; n++) {
    let next = n;
    let most = -Infinity;
    for (let k = n; k < count; k++) {
      const i = order[k];
      if (n === 0) apart[0] = -gap[i];
      else measureApart(places, i, n);
      if (n > 0 && past[i] >= 0) apart[0] *= STEADY;
      if (!(apart[0] > most)) continue;
      most = apart[0];
      next = k;
    }
    const i = order[next];
    order[next] = order[n];
    order[n] = i;
    takePlace(query, pass, places, i);
  }
}

function measureApart({ at }: Places, i: number, taken: number): void {
  apart[0] = Infinity;
  for (let k = 0; k < taken; k++) {
    const j = order[k];
    const x = at[3 * i] - at[3 * j];
    const y = at[3 * i + 1] - at[3 * j + 1];
    apart[0] = Math.min(apart[0], x * x + y * y);
  }
}

/** Appends a place to the contacts, in the frame of the shape that it is a feature's place before. */
function takePlace(query: Query, { frame }: Pass, places: Places, i: number): void {
  const { out, p, found } = query;
  const { axes, at, side, kind, index } = places;
  for (let d = 0; d < 3; d++) {
    p[d] = at[3 * i] * axes[d] + at[3 * i + 1] * axes[3 + d] + at[3 * i + 2] * axes[6 + d];
    found[1 + d] = axes[6 + d];
  }
  found[0] = places.gap[i];
  if (side[i] === 1) {
    // A place of B, and the way out of A, as A sees them.
    const x = p[0] - frame[9];
    const y = p[1] - frame[10];
    const z = p[2] - frame[11];
    for (let k = 0; k < 3; k++) {
      p[k] = frame[k] * x + frame[3 + k] * y + frame[6 + k] * z;
      found[1 + k] = -(frame[k] * axes[6] + frame[3 + k] * axes[7] + frame[6 + k] * axes[8]);
    }
  }
  const row = out.count;
  growEntry(query, row + 1);
  noteEntry(query, row);
  setContact(out, row, side[i], kind[i], index[i], index[i], p, found);
}
