// What a query looks at in a tree: half-spaces as probes, for tests and benches.

import { nextFloat, type Random } from '../../src/math/random.ts';

/** What a forest and a tree as built have in common; only a forest knows what is exposed. */
export interface Nodes {
  readonly point: Uint32Array;
  readonly radius: Float32Array;
  readonly firstChild: Uint32Array;
  readonly childCount: Uint32Array;
  readonly exposed?: Uint8Array;
}

/**
 * Points looked at, and nodes, when a tree meets a half-space: a node is opened if its sphere reaches into it. With
 * `skip`, nodes that are not exposed are not even looked at.
 */
export function countVisits(
  nodes: Nodes,
  root: number,
  positions: Float64Array,
  plane: number[],
  skip: boolean,
): [number, number] {
  const { point, radius, firstChild, childCount, exposed } = nodes;
  const points = new Set<number>();
  let visited = 0;
  const stack = [root];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (skip && exposed?.[node] === 0) continue;
    const p = 3 * point[node];
    visited++;
    points.add(p);
    const d = plane[0] * positions[p] + plane[1] * positions[p + 1] + plane[2] * positions[p + 2] - plane[3];
    if (d > radius[node]) continue;
    for (let c = 0; c < childCount[node]; c++) stack.push(firstChild[node] + c);
  }
  return [points.size, visited];
}

/** Random half-spaces that reach up to a share of the points' extent into them: `n·x ≤ plane[3]`. */
export function scatterPlanes(
  random: Random,
  positions: Float64Array,
  count: number,
  share: number,
  points: ArrayLike<number> = Uint32Array.from({ length: positions.length / 3 }, (_, p) => p),
): number[][] {
  return Array.from({ length: count }, () => {
    const z = 2 * nextFloat(random) - 1;
    const angle = 2 * Math.PI * nextFloat(random);
    const r = Math.sqrt(1 - z * z);
    const [x, y] = [r * Math.cos(angle), r * Math.sin(angle)];
    let low = Number.POSITIVE_INFINITY;
    let high = Number.NEGATIVE_INFINITY;
    for (let i = 0; i < points.length; i++) {
      const p = 3 * points[i];
      const along = x * positions[p] + y * positions[p + 1] + z * positions[p + 2];
      low = Math.min(low, along);
      high = Math.max(high, along);
    }
    return [x, y, z, low + share * nextFloat(random) * (high - low)];
  });
}
