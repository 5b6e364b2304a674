// A direction that parts two fragments, or nearly does: the cheapest proof that they do not touch, or not deeper than
// some depth. If the hull of B lies below the plane n·x = s, every point is at least n·x − s away from B, and none is
// deeper in B than s − n·x. For convex shards this alone ends most queries; others prune by it. The search for the
// direction is a walk along the difference of the hulls, from the last step's direction.

import type { SphereForest } from '../tree/forest.ts';
import type { Collider } from './collider.ts';

const TRIES = 8; // directions tried from scratch

/** The best direction known of a pair. Made by createAxis alone. */
export interface Axis {
  known: boolean; // whether `normal` means anything
  readonly normal: Float64Array; // unit, in the frame of B, from B to A
  readonly span: Float64Array; // of A: its least n·x, of B: its largest, both in the frame of B; then A's less B's
}

export const SPAN_A = 0;
export const SPAN_B = 1;
export const SPAN_GAP = 2;

export function createAxis(): Axis {
  return { known: false, normal: new Float64Array(3), span: new Float64Array(3) };
}

const turned = new Float64Array(3); // scratch: a direction in the frame of A
const trial = new Float64Array(3); // scratch: the direction at hand
const measured = new Float64Array(3); // scratch: its span
const between = new Float64Array(3); // scratch: from the point of B furthest along it to that of A least along it
const least = new Float64Array(3); // scratch: the latter

/**
 * Looks for a direction along which fragment `labelA` of A, seen from B through `frame`, lies clear of fragment `labelB`
 * of B by more than enough[0]; stops when it has one. Else `axis` holds the best it found. A direction from the last
 * step is tried first, and if the fragments overlap by no more than enough[1] along it, no other. Both must be solids.
 * Deterministic; allocation-free.
 */
export function findAxis(
  axis: Axis,
  A: Collider,
  labelA: number,
  B: Collider,
  labelB: number,
  frame: Float64Array,
  enough: Float64Array,
): void {
  const fresh = !axis.known;
  if (fresh) startAxis(trial, A, labelA, B, labelB, frame);
  else trial.set(axis.normal);
  axis.known = false;
  for (let k = 0; k < TRIES; k++) {
    measureAxis(measured, trial, A, labelA, B, labelB, frame);
    keepAxis(axis, measured, trial);
    if (measured[SPAN_GAP] > enough[0] || (k === 0 && !fresh && measured[SPAN_GAP] >= -enough[1])) return;
    if (!turnAxis(measured)) return;
  }
}

/** Takes the direction normal[at…] for a pair if it parts the fragments better than the one it has. */
export function tryAxis(
  axis: Axis,
  normal: Float64Array,
  A: Collider,
  labelA: number,
  B: Collider,
  labelB: number,
  frame: Float64Array,
): void {
  const length = Math.sqrt(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]);
  if (!(length > 0)) return;
  for (let d = 0; d < 3; d++) trial[d] = normal[d] / length;
  measureAxis(measured, trial, A, labelA, B, labelB, frame);
  keepAxis(axis, measured, trial);
}

function keepAxis(axis: Axis, found: Float64Array, normal: Float64Array): void {
  if (axis.known && !(found[SPAN_GAP] > axis.span[SPAN_GAP])) return;
  axis.known = true;
  axis.normal.set(normal);
  axis.span.set(found);
}

/** From the root point of B to that of A. */
function startAxis(
  out: Float64Array,
  A: Collider,
  labelA: number,
  B: Collider,
  labelB: number,
  frame: Float64Array,
): void {
  const a = 3 * rootPoint(A, labelA);
  const b = 3 * rootPoint(B, labelB);
  let square = 0;
  for (let d = 0; d < 3; d++) {
    const x =
      frame[3 * d] * A.position[a] +
      frame[3 * d + 1] * A.position[a + 1] +
      frame[3 * d + 2] * A.position[a + 2] +
      frame[9 + d];
    out[d] = x - B.position[b + d];
    square += out[d] * out[d];
  }
  const scale = square > 0 ? 1 / Math.sqrt(square) : 0;
  for (let d = 0; d < 3; d++) out[d] *= scale;
  if (!(square > 0)) out[1] = 1;
}

function rootPoint({ forest }: Collider, label: number): number {
  return forest === null ? 0 : forest.point[forest.root[label]];
}

/** Writes the span along a direction, and in `between` how the two furthest points lie. */
function measureAxis(
  out: Float64Array,
  normal: Float64Array,
  A: Collider,
  labelA: number,
  B: Collider,
  labelB: number,
  frame: Float64Array,
): void {
  if (A.forest === null || B.forest === null) return;
  for (let d = 0; d < 3; d++) {
    turned[d] = -(normal[0] * frame[d] + normal[1] * frame[3 + d] + normal[2] * frame[6 + d]);
  }
  const a = 3 * furthestPoint(A.forest, A.position, labelA, turned);
  const b = 3 * furthestPoint(B.forest, B.position, labelB, normal);
  for (let d = 0; d < 3; d++) {
    least[d] =
      frame[3 * d] * A.position[a] +
      frame[3 * d + 1] * A.position[a + 1] +
      frame[3 * d + 2] * A.position[a + 2] +
      frame[9 + d];
    between[d] = least[d] - B.position[b + d];
  }
  out[SPAN_A] = normal[0] * least[0] + normal[1] * least[1] + normal[2] * least[2];
  out[SPAN_B] = normal[0] * B.position[b] + normal[1] * B.position[b + 1] + normal[2] * B.position[b + 2];
  out[SPAN_GAP] = out[SPAN_A] - out[SPAN_B];
}

/**
 * The next direction: mirrored at the plane across `between`, as a separating vector must have it on its side
 * (after Chung and Wang). False if there is nowhere to go.
 */
function turnAxis(span: Float64Array): boolean {
  const square = between[0] * between[0] + between[1] * between[1] + between[2] * between[2];
  if (!(square > 0)) return false;
  const twice = (2 * span[SPAN_GAP]) / square;
  let length = 0;
  for (let d = 0; d < 3; d++) {
    trial[d] -= twice * between[d];
    length += trial[d] * trial[d];
  }
  if (!(length > 0)) return false;
  const scale = 1 / Math.sqrt(length);
  for (let d = 0; d < 3; d++) trial[d] *= scale;
  return true;
}

let stack = new Int32Array(256); // scratch: nodes to look into; grows

/** The point of a fragment's tree on its surface that is furthest along n. Looks only where spheres reach further. */
export function furthestPoint(
  forest: SphereForest,
  position: Float64Array,
  label: number,
  n: Float64Array,
): number {
  const { point, radius, firstChild, childCount, exposed, surfaceCount, baseCount } = forest;
  const nx = n[0];
  const ny = n[1];
  const nz = n[2];
  let best = -1;
  let furthest = -Infinity;
  let depth = 0;
  stack[depth++] = forest.root[label];
  while (depth > 0) {
    const node = stack[--depth];
    const p = point[node];
    const along = nx * position[3 * p] + ny * position[3 * p + 1] + nz * position[3 * p + 2];
    if (!(along + radius[node] > furthest)) continue;
    if (along > furthest && (p < surfaceCount || p >= baseCount)) {
      furthest = along;
      best = p;
    }
    const count = childCount[node];
    if (depth + count > stack.length) stack = grow(stack, depth + count);
    const first = firstChild[node];
    let top = -1; // of the children, the one to look into first: that whose centre is furthest
    let topAlong = -Infinity;
    for (let c = first; c < first + count; c++) {
      if (exposed[c] === 0) continue;
      const q = 3 * point[c];
      const reach = nx * position[q] + ny * position[q + 1] + nz * position[q + 2];
      if (!(reach + radius[c] > furthest)) continue;
      if (reach > topAlong) {
        if (top >= 0) stack[depth++] = top;
        topAlong = reach;
        top = c;
      } else stack[depth++] = c;
    }
    if (top >= 0) stack[depth++] = top;
  }
  return best;
}

function grow(column: Int32Array, least: number): Int32Array<ArrayBuffer> {
  const wide = new Int32Array(2 * least);
  wide.set(column);
  return wide;
}
