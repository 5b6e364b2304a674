// The closest and the furthest point below a run of nodes: spheres bound both, so few nodes are looked at. A split
// needs them for new representatives and their radii [Glondu13, sec. 6.2].

import { growColumn } from '../math/columns.ts';
import type { SphereForest } from './forest.ts';

/** Scratch of the searches. */
export interface SearchWork {
  stack: Uint32Array; // inner nodes still to look into
  reach: Float64Array; // the distance from the target to each of them
  readonly squared: Float64Array; // one number: the squared distance of the furthest point found
}

export function createSearchWork(): SearchWork {
  return { stack: new Uint32Array(0), reach: new Float64Array(0), squared: new Float64Array(1) };
}

// A sphere is passed over when the triangle inequality says so by more than this. Distances and radii are off by a
// few 2⁻⁵² of themselves, hence so are their sums.
const SLACK = 1 + 1e-12;

/**
 * Makes room to search trees of up to `points` points: the stack holds every inner node at most once, and these are
 * fewer than the leaves. To be called before a search.
 */
export function reserveSearch(work: SearchWork, points: number): void {
  work.stack = growColumn(work.stack, points);
  work.reach = growColumn(work.reach, points);
}

/**
 * The point closest to the point `target` among those below the run of `count` nodes from `first`; of equally close
 * ones the one of least rank. Exact, whatever the shape of the tree.
 */
export function closestBelow(
  work: SearchWork,
  forest: SphereForest,
  positions: Float64Array,
  first: number,
  count: number,
  target: number,
): number {
  const { point, radius, firstChild, childCount, rank } = forest;
  const { stack, reach } = work;
  const x = positions[3 * target];
  const y = positions[3 * target + 1];
  const z = positions[3 * target + 2];
  let best = point[first];
  let least = Number.POSITIVE_INFINITY; // squared
  let top = 0;
  for (let node = first, end = first + count; ; ) {
    for (; node < end; node++) {
      const p = point[node];
      const dx = positions[3 * p] - x;
      const dy = positions[3 * p + 1] - y;
      const dz = positions[3 * p + 2] - z;
      const d = dx * dx + dy * dy + dz * dz;
      if (d < least || (d === least && rank[p] < rank[best])) {
        least = d;
        best = p;
      }
      if (childCount[node] > 0) {
        stack[top] = node;
        reach[top++] = Math.sqrt(d);
      }
    }
    const distance = Math.sqrt(least);
    do {
      if (top === 0) return best;
      node = stack[--top];
    } while (reach[top] > (distance + radius[node]) * SLACK);
    end = firstChild[node] + childCount[node];
    node = firstChild[node];
  }
}

/**
 * Writes to work.squared the squared distance from the point `target` to the furthest point below the run of `count`
 * nodes from `first`. Exact, up to the rounding that storeRadius allows for.
 */
export function furthestBelow(
  work: SearchWork,
  forest: SphereForest,
  positions: Float64Array,
  first: number,
  count: number,
  target: number,
): void {
  const { point, radius, firstChild, childCount } = forest;
  const { stack, reach } = work;
  const x = positions[3 * target];
  const y = positions[3 * target + 1];
  const z = positions[3 * target + 2];
  let most = 0; // squared
  let top = 0;
  for (let node = first, end = first + count; ; ) {
    for (; node < end; node++) {
      const p = point[node];
      const dx = positions[3 * p] - x;
      const dy = positions[3 * p + 1] - y;
      const dz = positions[3 * p + 2] - z;
      const d = dx * dx + dy * dy + dz * dz;
      if (d > most) most = d;
      if (childCount[node] > 0) {
        stack[top] = node;
        reach[top++] = Math.sqrt(d);
      }
    }
    const distance = Math.sqrt(most);
    do {
      if (top === 0) {
        work.squared[0] = most;
        return;
      }
      node = stack[--top];
    } while ((reach[top] + radius[node]) * SLACK < distance);
    end = firstChild[node] + childCount[node];
    node = firstChild[node];
  }
}
