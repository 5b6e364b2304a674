// Contacts of two bodies that overlap a little are to push them apart the same way. Near a rim the closest surface of
// the other body may be the wrong side of it: then contacts push against each other, and bodies jam with a depth that
// nothing mends. Where a plane parts both hulls but for a small overlap, its normal is the way out for every contact.

import { movePoint } from '../math/frame.ts';
import { SPAN_B, SPAN_GAP } from './axis.ts';
import type { Contacts } from './contacts.ts';
import type { PairState } from './pair.ts';
import type { Way } from './work.ts';

const AGREE = 0.5; // cosine: normals within 60° of the way out are left as they are
const SMALL = 0.1; // of the smaller radius: hulls that overlap more are not parted by moving along one direction

const rest = new Float64Array(3); // scratch: where a feature is when its body is at rest
const way = new Float64Array(3); // scratch: the way out of the field's body, in its frame

/**
 * Turns overlapping contacts whose normals are against the direction that parts the hulls of A and B, where that is the
 * shorter way out: they get that direction, and the distance along it to the plane that the other body lies below, which its hull does not exceed. Contacts are in the
 * frames of the fields. Returns how many were turned. Allocation-free.
 */
export function agreeNormals(out: Contacts, pair: PairState, { solid: A, field: B, frame }: Way): number {
  const { known, normal, span } = pair.axis;
  if (!known || !(span[SPAN_GAP] > -SMALL * Math.min(A.radius, B.radius))) return 0;
  let turned = 0;
  for (let i = 0; i < out.count; i++) {
    const side = out.side[i];
    // Seen from A, B is on the other side, and A's own lowest place is the plane.
    for (let d = 0; d < 3; d++) {
      way[d] =
        side === 0
          ? normal[d]
          : -(frame[d] * normal[0] + frame[3 + d] * normal[1] + frame[6 + d] * normal[2]);
    }
    let along = 0;
    let height = 0;
    for (let d = 0; d < 3; d++) {
      along += way[d] * out.normal[3 * i + d];
      height += way[d] * out.point[3 * i + d];
    }
    if (along >= AGREE || out.distance[i] > 0) continue;
    // B's top is span[SPAN_B] along the normal; A's bottom is that plus the gap, and seen from A it is moved by the frame.
    let top = span[SPAN_B];
    if (side === 1) {
      top = -(span[SPAN_B] + span[SPAN_GAP]);
      for (let d = 0; d < 3; d++) top += normal[d] * frame[9 + d];
    }
    if (height - top < out.distance[i]) continue; // the closest surface is the shorter way out
    out.distance[i] = height - top;
    for (let d = 0; d < 3; d++) out.normal[3 * i + d] = way[d];
    turned++;
  }
  return turned;
}

/**
 * Fragments of one copy do not overlap at rest: a feature that has moved by m against the other fragment is no deeper in
 * it than m, whatever its field says of places where several cracks meet. Contacts are in the frames of the fields.
 */
export function boundDepths(out: Contacts, forward: Way, backward: Way): void {
  if (!forward.siblings) return;
  for (let i = 0; i < out.count; i++) {
    if (!(out.distance[i] < 0)) continue;
    // Seen from the body of the feature, the field's frame is the other way's.
    movePoint(rest, 0, out.side[i] === 0 ? backward.frame : forward.frame, out.point, 3 * i);
    let square = 0;
    for (let d = 0; d < 3; d++) square += (rest[d] - out.point[3 * i + d]) * (rest[d] - out.point[3 * i + d]);
    out.distance[i] = Math.max(out.distance[i], -Math.sqrt(square));
  }
}
