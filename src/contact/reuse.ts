// Contacts that go on without a query: while two bodies have hardly moved against each other, the features of the last
// query are the ones that matter, and their distances follow from the motion. What rests costs next to nothing.

import { createFrame, invertFrame, movePoint, relateFrames, turnVector } from '../math/rigid.ts';
import { type Contacts, reserveContacts } from './contacts.ts';
import type { PairState } from './pair.ts';

const now = createFrame(); // scratch: A as seen from B
const back = createFrame(); // scratch: B as seen from A, now or at the last query
const p = new Float64Array(6); // scratch: a point, and where it was
const HALF = Math.SQRT1_2;

/**
 * Writes to out[0] how far any point within `radius` of the point center[at…] of A has moved, as seen from B, since A was
 * at `frame` as seen from there: at most that.
 */
export function measureDrift(
  out: Float64Array,
  frame: Float64Array,
  frameA: Float64Array,
  frameB: Float64Array,
  center: Float64Array,
  at: number,
  radius: Float64Array,
  row: number,
): void {
  relateFrames(now, frameA, frameB);
  movePoint(p, 0, now, center, at);
  movePoint(p, 3, frame, center, at);
  const x = p[0] - p[3];
  const y = p[1] - p[4];
  const z = p[2] - p[5];
  let turn = 0; // square of the Frobenius norm of the difference: √2 times the largest shift of a unit vector
  for (let k = 0; k < 9; k++) turn += (now[k] - frame[k]) * (now[k] - frame[k]);
  out[0] = Math.sqrt(x * x + y * y + z * z) + HALF * Math.sqrt(turn) * radius[row];
}

/**
 * Writes to `out` the contacts of the last query of a pair, moved on to where the bodies are now: features with their
 * body, normals with the field's, distances along the normals. Exact to the square of the motion. Leaves the pair as it
 * is. Allocates only what grows.
 */
export function reuseContacts(
  out: Contacts,
  pair: PairState,
  frameA: Float64Array,
  frameB: Float64Array,
): void {
  const { last, frame } = pair;
  relateFrames(now, frameA, frameB);
  reserveContacts(out, last.count);
  out.count = last.count;
  for (let side = 0; side < 2; side++) {
    // Features of A: from B's frame at the query to A's, and from there to B's now; the other way round for B's.
    if (side === 0) invertFrame(back, frame);
    else invertFrame(back, now);
    const from = side === 0 ? back : frame;
    const to = side === 0 ? now : back;
    const world = side === 0 ? frameB : frameA;
    for (let i = 0; i < last.count; i++) {
      if (last.side[i] !== side) continue;
      movePoint(p, 0, from, last.point, 3 * i);
      movePoint(p, 0, to, p, 0);
      let gone = 0;
      for (let d = 0; d < 3; d++) gone += (p[d] - last.point[3 * i + d]) * last.normal[3 * i + d];
      out.side[i] = side;
      out.kind[i] = last.kind[i];
      out.index[i] = last.index[i];
      out.owner[i] = last.owner[i];
      out.distance[i] = last.distance[i] + gone;
      movePoint(out.point, 3 * i, world, p, 0);
      turnVector(out.normal, 3 * i, world, last.normal, 3 * i);
      if (side === 1) for (let d = 0; d < 3; d++) out.normal[3 * i + d] = -out.normal[3 * i + d];
    }
  }
}
