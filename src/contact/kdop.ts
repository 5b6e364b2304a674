// A k-DOP holds a fragment: slabs between two planes each, across thirteen directions (three axes, six diagonals of faces,
// four of the cube). They bound how far the fragment reaches along any direction at the cost of a few products, because
// every direction is a sum of three of the thirteen that are close to it. Much tighter than the box alone for shards.

import type { Family } from '../fragment/family.ts';
import { growColumn } from '../math/columns.ts';
import type { SphereForest } from '../tree/forest.ts';

/** Directions, not of unit length. */
export const KDOP_DIRECTIONS: readonly (readonly [number, number, number])[] = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
  [1, 1, 0],
  [1, -1, 0],
  [1, 0, 1],
  [1, 0, -1],
  [0, 1, 1],
  [0, 1, -1],
  [1, 1, 1],
  [1, 1, -1],
  [1, -1, 1],
  [1, -1, -1],
];
const SLABS = KDOP_DIRECTIONS.length;

/** What makes a direction one of unit length. */
export function slabScale(k: number): number {
  return k < 3 ? 1 : k < 9 ? Math.SQRT1_2 : 0.5773502691896258;
}

/** Numbers a fragment: least and largest along each direction. */
const SLAB_SIZE = 2 * SLABS;

/** The k-DOPs of the fragments of a collider. */
export interface Kdop {
  span: Float64Array; // SLAB_SIZE a label; replaced when it grows
}

export function createKdop(): Kdop {
  return { span: new Float64Array(0) };
}

/**
 * Measures the k-DOP of a fragment anew, from all points on its surface before point `first`: those from there on, which
 * are new, follow in one go (widenKdop). Allocates only to grow.
 */
export function updateKdop(
  kdop: Kdop,
  forest: SphereForest,
  family: Family,
  position: Float64Array,
  label: number,
  first = forest.pointCount,
): void {
  const o = SLAB_SIZE * label;
  if (kdop.span.length < o + SLAB_SIZE) kdop.span = growColumn(kdop.span, 2 * o + SLAB_SIZE);
  const { span } = kdop;
  for (let k = 0; k < SLAB_SIZE; k += 2) {
    span[o + k] = Infinity;
    span[o + k + 1] = -Infinity;
  }
  const { follower, surfaceCount, baseCount } = forest;
  const { fragments, node } = family;
  const end = fragments.start[label] + fragments.nodeCount[label];
  for (let n = fragments.start[label]; n < end; n++) {
    if (node[n] < surfaceCount) widen(span, o, position, 3 * node[n]);
  }
  if (first === baseCount) return; // no older points
  for (let n = fragments.start[label]; n < end; n++) {
    for (let p = follower[node[n]]; p >= 0; p = follower[p]) {
      if (p < first) widen(span, o, position, 3 * p);
    }
  }
}

/** Widens the k-DOPs of fragments to hold their points from point `first` on. */
export function widenKdop(kdop: Kdop, forest: SphereForest, position: Float64Array, first: number): void {
  const { span } = kdop;
  const { fragment, pointCount } = forest;
  for (let p = first; p < pointCount; p++) widen(span, SLAB_SIZE * fragment[p], position, 3 * p);
}

function widen(span: Float64Array, o: number, position: Float64Array, at: number): void {
  const x = position[at];
  const y = position[at + 1];
  const z = position[at + 2];
  cover(span, o, x);
  cover(span, o + 2, y);
  cover(span, o + 4, z);
  const sum = x + y;
  const rest = x - y;
  cover(span, o + 6, sum);
  cover(span, o + 8, rest);
  cover(span, o + 10, x + z);
  cover(span, o + 12, x - z);
  cover(span, o + 14, y + z);
  cover(span, o + 16, y - z);
  cover(span, o + 18, sum + z);
  cover(span, o + 20, sum - z);
  cover(span, o + 22, rest + z);
  cover(span, o + 24, rest - z);
}

/** Small enough to be inlined, so nothing is boxed. */
function cover(span: Float64Array, at: number, d: number): void {
  if (d < span[at]) span[at] = d;
  if (d > span[at + 1]) span[at + 1] = d;
}

/** Writes the box of a fragment, min xyz then max xyz, to its place in `box`: its first three slabs. */
export function writeBox(box: Float64Array, kdop: Kdop, label: number): void {
  const { span } = kdop;
  for (let d = 0; d < 3; d++) {
    box[6 * label + d] = span[SLAB_SIZE * label + 2 * d];
    box[6 * label + 3 + d] = span[SLAB_SIZE * label + 2 * d + 1];
  }
}

/** The middle of the box of a fragment along axis d. */
export function middleOf({ span }: Kdop, label: number, d: number): number {
  const o = SLAB_SIZE * label + 2 * d;
  return 0.5 * (span[o] + span[o + 1]);
}

const FACE_SLAB = Uint8Array.of(0, 3, 5, 3, 0, 7, 5, 7, 0); // slab of the diagonal between axes a and b, at 3·a + b

/**
 * Writes to out[to] a number that n·x exceeds nowhere in the fragment, up to rounding. With a, b, c the axes by falling
 * |n|, n is |n_a| − |n_b| times the axis a, |n_b| − |n_c| times the diagonal of a and b, and |n_c| times that of all
 * three, each with the signs of n; and what bounds the terms bounds the sum. Allocation-free.
 */
export function reachAlong(out: Float64Array, to: number, kdop: Kdop, label: number, n: Float64Array): void {
  const { span } = kdop;
  const o = SLAB_SIZE * label;
  const x = Math.abs(n[0]);
  const y = Math.abs(n[1]);
  const z = Math.abs(n[2]);
  const a = x >= y ? (x >= z ? 0 : 2) : y >= z ? 1 : 2;
  const c = z <= y ? (z <= x ? 2 : 0) : y <= x ? 1 : 0;
  const b = 3 - a - c;
  const na = Math.abs(n[a]);
  const nb = Math.abs(n[b]);
  const nc = Math.abs(n[c]);
  const up = n[a] < 0 ? 0 : 1;
  const axis = span[o + 2 * a + up];
  // Diagonals point up along their lower axis.
  const low = Math.min(a, b);
  const flat = o + 2 * (FACE_SLAB[3 * a + b] + (n[a] < 0 === n[b] < 0 ? 0 : 1));
  const upLow = n[low] < 0 ? 0 : 1;
  const face = span[flat + upLow];
  const turn = (n[0] < 0 === n[1] < 0 ? 0 : 2) + (n[0] < 0 === n[2] < 0 ? 0 : 1);
  const upX = n[0] < 0 ? 0 : 1;
  const cube = span[o + 2 * (9 + turn) + upX];
  out[to] =
    (na - nb) * (up === 1 ? axis : -axis) +
    (nb - nc) * (upLow === 1 ? face : -face) +
    nc * (upX === 1 ? cube : -cube);
}
