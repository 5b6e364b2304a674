// The query of [Glondu12, sec. 3, 5.3], as a baseline for benches and tests: the trees of a fragment as that paper leaves
// them (a forest), visited in plain breadth-first order. Once it has as many contacts as it was given, it goes on with a
// negative tolerance, and adds only what is deeper than ε.

import type { Collider } from '../../src/contact/collider.ts';
import { measureCollider } from '../../src/contact/measure.ts';
import { NEAR, OPEN } from '../../src/field/answer.ts';
import { movePoint } from '../../src/math/rigid.ts';
import type { EarlierForest } from '../tree/glondu12.ts';

/** The same trees in columns, so that the time of a query is not that of nested arrays. */
export interface EarlierTrees {
  readonly point: Uint32Array; // per node, in no order
  readonly radius: Float64Array;
  readonly start: Uint32Array; // runs of child
  readonly child: Uint32Array;
  readonly roots: Map<number, number[]>;
  readonly queue: Uint32Array;
  readonly seen: Uint8Array; // per point: 0 not measured, 1 too far, 2 may be close, 3 close
  readonly distance: Float64Array; // per point that is close
}

export function flattenEarlier(forest: EarlierForest, points: number): EarlierTrees {
  const count = forest.point.length;
  const start = new Uint32Array(count + 1);
  for (let n = 0; n < count; n++) start[n + 1] = start[n] + forest.children[n].length;
  return {
    point: Uint32Array.from(forest.point),
    radius: Float64Array.from(forest.radius),
    start,
    child: Uint32Array.from(forest.children.flat()),
    roots: forest.roots,
    queue: new Uint32Array(count),
    seen: new Uint8Array(points),
    distance: new Float64Array(points),
  };
}

const p = new Float64Array(3);
const found = new Float64Array(4);
const reach = new Float64Array(2);

/**
 * Writes to `out` the points of a fragment closer to B than tolerance, in the order they are found, until there are
 * `most`; from then on those deeper than `epsilon`, none if that is infinite. Returns how many points were measured.
 * `frame` is A as seen from B.
 */
export function queryEarlier(
  out: number[],
  trees: EarlierTrees,
  A: Collider,
  label: number,
  B: Collider,
  labelB: number,
  frame: Float64Array,
  tolerance: number,
  most: number,
  epsilon = Infinity,
): number {
  const { point, radius, start, child, queue, seen, distance } = trees;
  const { surfaceCount } = A;
  const baseCount = A.forest?.baseCount ?? 0;
  out.length = 0;
  if (most === 0 && epsilon === Infinity) return 0;
  seen.fill(0);
  let tail = 0;
  let measured = 0;
  let tau = most === 0 ? -epsilon : tolerance;
  for (const root of trees.roots.get(label) ?? []) queue[tail++] = root;
  for (let head = 0; head < tail; head++) {
    const node = queue[head];
    const q = point[node];
    if (seen[q] === 0 || (seen[q] === 2 && start[node + 1] > start[node])) {
      movePoint(p, 0, frame, A.position, 3 * q);
      reach[0] = Math.max(0, tau);
      reach[1] = Math.max(reach[0], radius[node] + tau);
      const answer = measureCollider(found, B, labelB, p, 0, reach, false);
      if (answer === NEAR) distance[q] = found[0];
      if (seen[q] === 0) {
        measured++;
        if (answer === NEAR && found[0] < tau && (q < surfaceCount || q >= baseCount)) {
          out.push(q);
          if (out.length === most) tau = -epsilon;
          if (tau === -Infinity) return measured;
        }
      }
      seen[q] = answer === NEAR ? 3 : answer === OPEN ? 2 : 1;
    }
    if (seen[q] === 1) continue; // a point that is clear of the field at one radius is so at every smaller one
    if (seen[q] === 3 && distance[q] >= radius[node] + tau) continue; // nothing below is close, or deep, enough
    for (let k = start[node]; k < start[node + 1]; k++) queue[tail++] = child[k];
  }
  return measured;
}
