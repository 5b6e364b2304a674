// How far a fragment reaches along a direction, exactly: its outermost point, found in its sphere tree by leaving the
// spheres that do not reach beyond the best so far. A few dozen products; no field is asked.

import { growColumn } from '../math/columns.ts';
import type { SphereForest } from '../tree/forest.ts';

let stack = new Int32Array(256); // scratch: nodes to look at; grows to the largest forest

/**
 * Writes to out[to] the most that n·x is, for x any point in the tree of a fragment, and returns that point. `n` is of
 * unit length at most; `hint` is a point that may be near it, of any fragment, or −1. All of the fragment lies
 * below, for the corners of fragments are points of their trees. Deterministic; allocates only to grow.
 */
export function findSupport(
  out: Float64Array,
  to: number,
  forest: SphereForest,
  position: Float64Array,
  label: number,
  n: Float64Array,
  hint: number,
): number {
  const { point, radius, firstChild, childCount, fragment } = forest;
  if (stack.length < forest.nodeCount) stack = growColumn(stack, forest.nodeCount);
  const nodes = stack;
  const x = n[0];
  const y = n[1];
  const z = n[2];
  let best = -Infinity;
  let furthest = -1;
  if (hint >= 0 && hint < forest.pointCount && fragment[hint] === label) {
    furthest = hint;
    best = x * position[3 * hint] + y * position[3 * hint + 1] + z * position[3 * hint + 2];
  }
  nodes[0] = forest.root[label];
  for (let count = 1; count > 0; ) {
    const node = nodes[--count];
    const p = point[node];
    const height = x * position[3 * p] + y * position[3 * p + 1] + z * position[3 * p + 2];
    if (height + radius[node] <= best) continue;
    if (height > best) {
      best = height;
      furthest = p;
    }
    const end = firstChild[node] + childCount[node];
    for (let child = firstChild[node]; child < end; child++) nodes[count++] = child;
  }
  out[to] = best;
  return furthest;
}
