// The exact diameter of a point set: the pair that opens the maximum-distance order [Glondu13, sec. 5.1].
// The paper compares all pairs; here pairs of boxes are descended together and dropped when no pair of their
// points can beat the best one known.

import type { Work } from '../job/work.ts';
import type { PointBoxes } from './point-boxes.ts';

/** What a search did: boxes or pairs of boxes bounded, points or pairs of points measured. */
export interface SearchCounters {
  boxes: number;
  points: number;
}

const SLICE = 1 << 20; // distances measured, boxes counting 8, between two yields

// The bound by reflection (see boundPair) is rounded: with every |p - c| ≤ R its absolute error stays below
// 200 × 2⁻⁵³ R² < 3e-14 R², and the radii given to it reach R² between them. 1e-13 covers it.
const REFLECTION_SLACK = 1 + 1e-13;

interface Descent {
  readonly boxes: PointBoxes;
  readonly center: Float64Array; // c, about which boxes are reflected
  readonly reach: Float64Array; // per node, the largest |p - c|²
  readonly stack: Uint32Array; // pairs of nodes of equal depth still to look at
  top: number;
  best: number; // squared length of the best pair
  low: number; // the best pair, low < high
  high: number;
}

/**
 * Writes to `out` the furthest pair of points, in index order; among equally far pairs the lexicographically
 * smallest. Exact: the pair that comparing all pairs by dx*dx + dy*dy + dz*dz in doubles would find.
 * Needs two points or more.
 */
export function* findDiameter(out: Uint32Array, boxes: PointBoxes, counters: SearchCounters): Work<void> {
  const descent = createDescent(boxes);
  guessPair(descent, counters);
  while (descent.top > 0) {
    descendPairs(descent, counters);
    yield 0.5; // how much is left is not known
  }
  out[0] = descent.low;
  out[1] = descent.high;
}

function createDescent(boxes: PointBoxes): Descent {
  const { leaves, start, coordinate, box } = boxes;
  const center = new Float64Array(3);
  for (let a = 0; a < 3; a++) center[a] = 0.5 * box[6 + a] + 0.5 * box[9 + a];
  const reach = new Float64Array(2 * leaves);
  for (let leaf = 0; leaf < leaves; leaf++) {
    let most = 0;
    for (let i = start[leaf]; i < start[leaf + 1]; i++) {
      const x = coordinate[3 * i] - center[0];
      const y = coordinate[3 * i + 1] - center[1];
      const z = coordinate[3 * i + 2] - center[2];
      const d = x * x + y * y + z * z;
      if (d > most) most = d;
    }
    reach[leaves + leaf] = most;
  }
  for (let k = leaves - 1; k >= 1; k--) reach[k] = Math.max(reach[2 * k], reach[2 * k + 1]);
  // A pair taken off puts on at most four, of the next depth: three more a level, and leaves stand at most
  // 28 levels deep (2³² points), so 3 × 28 + 1 pairs are the most that wait.
  const stack = new Uint32Array(2 * 96);
  stack[0] = 1;
  stack[1] = 1;
  return { boxes, center, reach, stack, top: 1, best: -1, low: 0, high: 1 };
}

/** A long pair to start from: from a point to the furthest one, from there again, until it stops growing. */
function guessPair(descent: Descent, counters: SearchCounters): void {
  const { index, coordinate, count } = descent.boxes;
  let from = 0;
  for (let round = 0; round < 8; round++) {
    const x = coordinate[3 * from];
    const y = coordinate[3 * from + 1];
    const z = coordinate[3 * from + 2];
    let far = from === 0 ? 1 : 0;
    let most = -1;
    for (let i = 0; i < count; i++) {
      if (i === from) continue;
      const dx = coordinate[3 * i] - x;
      const dy = coordinate[3 * i + 1] - y;
      const dz = coordinate[3 * i + 2] - z;
      const d = dx * dx + dy * dy + dz * dz;
      if (d > most) {
        most = d;
        far = i;
      }
    }
    counters.points += count - 1;
    if (most <= descent.best) return;
    descent.best = most;
    descent.low = Math.min(index[from], index[far]);
    descent.high = Math.max(index[from], index[far]);
    from = far;
  }
}

/** Looks at waiting pairs of boxes for one slice of work. */
function descendPairs(descent: Descent, counters: SearchCounters): void {
  const { stack } = descent;
  const { leaves } = descent.boxes;
  const before = counters.points + 8 * counters.boxes;
  while (descent.top > 0 && counters.points + 8 * counters.boxes - before < SLICE) {
    const at = 2 * --descent.top;
    const a = stack[at];
    const b = stack[at + 1];
    counters.boxes++;
    if (!mayBeat(descent, a, b)) continue;
    if (a >= leaves) {
      counters.points += comparePoints(descent, a, b);
      continue;
    }
    let put = at;
    stack[put++] = 2 * a;
    stack[put++] = 2 * b;
    stack[put++] = 2 * a + 1;
    stack[put++] = 2 * b + 1;
    stack[put++] = 2 * a;
    stack[put++] = 2 * b + 1;
    if (a !== b) {
      stack[put++] = 2 * a + 1;
      stack[put++] = 2 * b;
    }
    descent.top = put / 2;
  }
}

/**
 * Whether some pair with one point in box a and one in box b may be better than the best. Two upper bounds on
 * the squared distance; a pair of boxes goes when either is too small.
 *
 * 1. The furthest corners. Rounding is monotone and the terms are summed in the same order as for points, so
 *    the rounded bound is never below the rounded distance: equality is meaningful, and then the smallest
 *    index pair the boxes could offer decides.
 * 2. Reflection: |p - q|² = 2|p - c|² + 2|q - c|² - |(p - c) + (q - c)|², and the last term is at least the
 *    squared gap between box a and the mirror image of box b in c. On a sphere, where nearly all points have a
 *    partner almost as far as the diameter, only boxes that face each other survive this one.
 */
function mayBeat(descent: Descent, a: number, b: number): boolean {
  const { boxes, center, reach, best } = descent;
  const { box, first } = boxes;
  const s = 6 * a;
  const t = 6 * b;
  const x = Math.max(box[s + 3] - box[t], box[t + 3] - box[s]);
  const y = Math.max(box[s + 4] - box[t + 1], box[t + 4] - box[s + 1]);
  const z = Math.max(box[s + 5] - box[t + 2], box[t + 5] - box[s + 2]);
  const corner = x * x + y * y + z * z;
  if (corner < best) return false;
  if (corner === best) {
    const low = Math.min(first[a], first[b]);
    const high = a === b ? low + 1 : Math.max(first[a], first[b]);
    if (low > descent.low || (low === descent.low && high >= descent.high)) return false;
  }
  let gap = 0;
  for (let d = 0; d < 3; d++) {
    const c = center[d];
    const above = box[s + d] - c + (box[t + d] - c);
    const below = box[s + 3 + d] - c + (box[t + 3 + d] - c);
    const g = above > 0 ? above : Math.min(below, 0);
    gap += g * g;
  }
  // Written so that an overflow to infinity minus infinity drops nothing.
  return !((2 * reach[a] + 2 * reach[b]) * REFLECTION_SLACK - gap < best);
}

/** Compares the points of two leaves; returns how many pairs were measured. */
function comparePoints(descent: Descent, a: number, b: number): number {
  const { leaves, start, index, coordinate } = descent.boxes;
  const fromB = start[b - leaves];
  const toB = start[b - leaves + 1];
  const toA = start[a - leaves + 1];
  let { best, low, high } = descent;
  let measured = 0;
  for (let i = start[a - leaves]; i < toA; i++) {
    const x = coordinate[3 * i];
    const y = coordinate[3 * i + 1];
    const z = coordinate[3 * i + 2];
    for (let j = a === b ? i + 1 : fromB; j < toB; j++) {
      const dx = coordinate[3 * j] - x;
      const dy = coordinate[3 * j + 1] - y;
      const dz = coordinate[3 * j + 2] - z;
      const d = dx * dx + dy * dy + dz * dz;
      measured++;
      if (d < best) continue;
      const p = Math.min(index[i], index[j]);
      const q = Math.max(index[i], index[j]);
      if (d > best || p < low || (p === low && q < high)) {
        best = d;
        low = p;
        high = q;
      }
    }
  }
  descent.best = best;
  descent.low = low;
  descent.high = high;
  return measured;
}
