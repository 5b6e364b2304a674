// What a sweep gives: points, and when they are in contact.

import { growColumn } from '../math/columns.ts';

/** Contacts of points over a step, by row; columns are replaced when they grow. Made by createHits alone. */
export interface SweepHits {
  count: number;
  point: Uint32Array; // of the tree
  enter: Float64Array; // times, 0 at the beginning of the step and 1 at its end
  leave: Float64Array;
}

export function createHits(room = 64): SweepHits {
  return {
    count: 0,
    point: new Uint32Array(room),
    enter: new Float64Array(room),
    leave: new Float64Array(room),
  };
}

/** Makes room for one more row. */
export function reserveHit(hits: SweepHits): void {
  if (hits.count < hits.point.length) return;
  const size = 2 * hits.count + 64;
  hits.point = growColumn(hits.point, size);
  hits.enter = growColumn(hits.enter, size);
  hits.leave = growColumn(hits.leave, size);
}
