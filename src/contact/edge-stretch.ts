// The stretch of an edge that lies along a field: what rests on an edge is borne at both ends of that. A single contact at the
// least of its distances would jump from end to end as the body tips, and let it rock for ever.

import { NEAR } from '../field/answer.ts';
import type { Collider } from './collider.ts';
import { EDGE_STRETCH } from './constants.ts';
import { along, ask, copy, found, setAlong, span } from './edge-place.ts';

/**
 * The stretch of an edge about its closest place, `least` as measureEdge writes it, along which the distance is no more than
 * `rise` above that, give or take an eighth of its length: writes both ends of it to `low` and `high`. False if it is no
 * longer than `short`. At most a dozen questions. Allocation-free.
 */
export function stretchEdge(
  low: Float64Array,
  high: Float64Array,
  collider: Collider,
  label: number,
  ends: Float64Array,
  at: number,
  sealed: boolean,
  least: Float64Array,
  rise: number,
  short: number,
): boolean {
  setAlong(ends, at);
  span[0] = span[1] = Math.max(0, least[0]) + along[3];
  followRise(low, collider, label, ends, at, sealed, least, rise, 0, short);
  followRise(high, collider, label, ends, at, sealed, least, rise, 1, short);
  return (high[4] - low[4]) * along[3] > short;
}

/** Sets `out` to how far from `least` towards an end of the edge, 0 or 1, the distance is no more than `rise` above it. */
function followRise(
  out: Float64Array,
  collider: Collider,
  label: number,
  ends: Float64Array,
  at: number,
  sealed: boolean,
  least: Float64Array,
  rise: number,
  end: number,
  short: number,
): void {
  copy(out, least);
  let above = end; // nearer than this it is not known to rise
  found[4] = end;
  for (let k = 0; k < EDGE_STRETCH; k++) {
    if (ask(collider, label, ends, at, sealed) === NEAR && found[0] <= least[0] + rise) {
      copy(out, found);
      if (above === end && k === 0) return;
    } else above = found[4];
    if (Math.abs(above - out[4]) * along[3] <= 0.25 * short) return;
    found[4] = 0.5 * (out[4] + above);
  }
}
