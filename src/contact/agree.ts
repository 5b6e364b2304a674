// Contacts of two bodies that overlap a little are to push them apart the same way. Near a rim the closest surface of
// the other body may be the wrong side of it: then contacts push against each other, and bodies jam with a depth that
// nothing mends. Where a plane parts both hulls but for a small overlap, its normal is the way out for every contact.

import { movePoint } from '../math/rigid.ts';
import { SPAN_B, SPAN_GAP, tryAxis } from './axis.ts';
import {
  AGREE_AGAINST,
  AGREE_DEEP,
  AGREE_OVERLAP,
  AGREE_SAME,
  AGREE_TRIES,
  AGREE_WITH,
  JAM_DEEP,
  JAM_FREE,
  JAM_OPPOSED,
} from './constants.ts';
import type { Contacts } from './contacts.ts';
import type { PairState } from './pair.ts';
import { EPSILON, type Pass, type Query } from './query.ts';

const rest = new Float64Array(3); // scratch: where a feature is when its body is at rest
const exit = new Float64Array(3); // scratch: the way out of the field's body, in its frame

/**
 * Turns overlapping contacts whose normals are against the direction that parts the hulls of A and B: they get that
 * direction, and the distance along it to the plane that the other body lies below, which its hull does not exceed. Of
 * those that are not deep, only where that is the shorter way out, or where they push the other way although the hulls
 * overlap deeply. Where contacts are deep, their own normals are tried as directions first. Contacts are in the frames of
 * the fields. Allocation-free.
 */
export function agreeNormals({ limit, out, pair }: Query, forward: Pass): void {
  const { solid: A, field: B, frame } = forward;
  if (!pair.axis.known) return;
  const deep = -AGREE_DEEP * limit[EPSILON];
  const most = AGREE_OVERLAP * Math.min(A.radius, B.radius);
  tryDeepest(out, pair, forward, deep);
  const { normal, span } = pair.axis;
  if (!(span[SPAN_GAP] > -most)) return;
  let depth = 0;
  for (let i = 0; i < out.count; i++) depth = Math.max(depth, -out.distance[i]);
  // Hulls that overlap by much more than anything is deep do so because the bodies are hollow there.
  if (-span[SPAN_GAP] > 2 * (depth + limit[EPSILON])) return;
  for (let i = 0; i < out.count; i++) {
    const side = out.side[i];
    // Seen from A, B is on the other side, and A's own lowest place is the plane.
    for (let d = 0; d < 3; d++) {
      exit[d] =
        side === 0
          ? normal[d]
          : -(frame[d] * normal[0] + frame[3 + d] * normal[1] + frame[6 + d] * normal[2]);
    }
    let along = 0;
    let height = 0;
    for (let d = 0; d < 3; d++) {
      along += exit[d] * out.normal[3 * i + d];
      height += exit[d] * out.point[3 * i + d];
    }
    if (along >= AGREE_WITH || out.distance[i] > 0) continue;
    // B's top is span[SPAN_B] along the normal; A's bottom is that plus the gap, and seen from A it is moved by the frame.
    let top = span[SPAN_B];
    if (side === 1) {
      top = -(span[SPAN_B] + span[SPAN_GAP]);
      for (let d = 0; d < 3; d++) top += normal[d] * frame[9 + d];
    }
    const against = along < AGREE_AGAINST && span[SPAN_GAP] < deep; // past the middle of a thin body
    if (!against && out.distance[i] > deep && height - top < out.distance[i]) continue;
    out.distance[i] = height - top;
    for (let d = 0; d < 3; d++) out.normal[3 * i + d] = exit[d];
  }
}

/**
 * Frees bodies that are stuck in each other: where deep contacts push against each other, nothing moves, however deep they
 * are. Then all that overlap push along the direction in which the hulls overlap least, or close to it, from the query on
 * that finds it so until nothing deep pushes against anything; without `jams` of the options, only those that were stuck
 * before. Contacts are in the frames of the fields. Allocation-free.
 */
export function freeJam({ limit, out, pair, options }: Query, forward: Pass): void {
  const { axis } = pair;
  let depth = 0;
  for (let i = 0; i < out.count; i++) depth = Math.max(depth, -out.distance[i]);
  if (!pair.jammed && !options.jams) return;
  const deep = (pair.jammed ? JAM_FREE : JAM_DEEP) * limit[EPSILON];
  pair.jammed = axis.known && depth > deep && pushApart(out, forward, 0.5 * deep);
  if (!pair.jammed) return;
  const { normal } = axis;
  const { frame } = forward;
  for (let i = 0; i < out.count; i++) {
    if (out.distance[i] > 0) continue;
    setOut(exit, out, i, frame);
    if (exit[0] * normal[0] + exit[1] * normal[1] + exit[2] * normal[2] >= AGREE_WITH) continue;
    for (let d = 0; d < 3; d++) {
      out.normal[3 * i + d] =
        out.side[i] === 0
          ? normal[d]
          : -(frame[d] * normal[0] + frame[3 + d] * normal[1] + frame[6 + d] * normal[2]);
    }
  }
}

/** Whether two contacts deeper than `deep` push against each other. */
function pushApart(out: Contacts, { frame }: Pass, deep: number): boolean {
  for (let i = 0; i < out.count; i++) {
    if (!(out.distance[i] < -deep)) continue;
    setOut(exit, out, i, frame);
    for (let j = 0; j < i; j++) {
      if (!(out.distance[j] < -deep)) continue;
      setOut(rest, out, j, frame);
      if (exit[0] * rest[0] + exit[1] * rest[1] + exit[2] * rest[2] < JAM_OPPOSED) return true;
    }
  }
  return false;
}

/** Writes the way out of B that a contact shows, in the frame of B. */
function setOut(to: Float64Array, { side, normal }: Contacts, i: number, frame: Float64Array): void {
  const x = normal[3 * i];
  const y = normal[3 * i + 1];
  const z = normal[3 * i + 2];
  for (let d = 0; d < 3; d++) {
    const r = 3 * d;
    to[d] = side[i] === 0 ? normal[3 * i + d] : -(frame[r] * x + frame[r + 1] * y + frame[r + 2] * z);
  }
}

/** Tries the normals of deep contacts as directions that part the hulls, as long as they differ. */
function tryDeepest(out: Contacts, pair: PairState, forward: Pass, deep: number): void {
  const { frame } = forward;
  let tried = 0;
  for (let i = 0; i < out.count && tried < AGREE_TRIES; i++) {
    if (!(out.distance[i] < deep)) continue;
    setOut(exit, out, i, frame);
    const { normal } = pair.axis;
    if (exit[0] * normal[0] + exit[1] * normal[1] + exit[2] * normal[2] > AGREE_SAME) continue;
    tryAxis(pair.axis, exit, forward);
    tried++;
  }
}

/**
 * Fragments of one copy do not overlap at rest: a feature that has moved by m against the other fragment is no deeper in
 * it than m, whatever its field says of places where several cracks meet. Contacts are in the frames of the fields.
 */
export function boundDepths(out: Contacts, forward: Pass, backward: Pass): void {
  if (!forward.siblings) return;
  for (let i = 0; i < out.count; i++) {
    if (!(out.distance[i] < 0)) continue;
    // Seen from the body of the feature, the field's frame is that of the other pass.
    movePoint(rest, 0, out.side[i] === 0 ? backward.frame : forward.frame, out.point, 3 * i);
    let square = 0;
    for (let d = 0; d < 3; d++) square += (rest[d] - out.point[3 * i + d]) * (rest[d] - out.point[3 * i + d]);
    out.distance[i] = Math.max(out.distance[i], -Math.sqrt(square));
  }
}
