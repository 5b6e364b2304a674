// Nodes that are others than in the frame before: they hold triangles that no node held together then. Cuts, breaks,
// rotations and rebuilt subtrees all show this way, whatever made them.

import type { SurfaceRun, ViewedTree } from './run.ts';
import { type DrawnNode, drawBoxes, type SurfaceView } from './view.ts';

const MOST = 1500; // boxes to draw, the highest first

interface Kept {
  readonly frame: number;
  readonly keys: ReadonlySet<number>; // of inner nodes
  readonly changed: readonly DrawnNode[];
  readonly hasBefore: boolean; // the frame before was seen
}

const kept = new WeakMap<SurfaceRun, Kept>(); // of the last frame that was looked at

export const restructured: SurfaceView = {
  name: 'restructured',
  title: 'Restructured nodes',
  about:
    'Nodes over other triangles than in the frame before: made by a cut or break [Otaduy07, sec. 4], or built again where it pays [Heo10, sec. 5.4].',
  compute(run) {
    const { changed, keys, hasBefore } = follow(run);
    if (!hasBefore) return { note: `from frame ${run.frame + 1} on` };
    run.refresh();
    const { rebuilt } = run.figures;
    return {
      ...drawBoxes(changed.slice(0, MOST)),
      note: `${changed.length} of ${keys.size} nodes, ${rebuilt} ${rebuilt === 1 ? 'subtree' : 'subtrees'} built again`,
    };
  },
};

function follow(run: SurfaceRun): Kept {
  const before = kept.get(run);
  if (before !== undefined && before.frame === run.frame) return before;
  const hasBefore = before !== undefined && before.frame === run.frame - 1;
  const keys = new Set<number>();
  const changed: DrawnNode[] = [];
  for (const tree of run.trees) {
    const key = keysOf(tree);
    for (let node = 0; node < key.length; node++) {
      if (!(tree.height[node] > 0)) continue;
      keys.add(key[node]);
      if (hasBefore && !before.keys.has(key[node])) changed.push({ tree, node, hue: tree.height[node] });
    }
  }
  changed.sort((a, b) => b.hue - a.hue);
  const now = { frame: run.frame, keys, changed, hasBefore };
  kept.set(run, now);
  return now;
}

/** A number for the set of triangles below each node: sums, so that their order does not matter. */
function keysOf({ root, child, triangle, nodeCount }: ViewedTree): Float64Array {
  const low = new Uint32Array(nodeCount);
  const high = new Uint32Array(nodeCount);
  const order: number[] = root < 0 ? [] : [root];
  for (let i = 0; i < order.length; i++) {
    const node = order[i];
    if (child[2 * node] >= 0) order.push(child[2 * node], child[2 * node + 1]);
  }
  for (let i = order.length - 1; i >= 0; i--) {
    const node = order[i];
    const a = child[2 * node];
    const b = child[2 * node + 1];
    low[node] = a < 0 ? scatter(triangle[node] + 1) : low[a] + low[b];
    high[node] = a < 0 ? scatter(~triangle[node]) : high[a] + high[b];
  }
  return Float64Array.from(low, (x, node) => x + 2 ** 32 * (high[node] & 0x1fffff));
}

/** Mixes the bits of an integer. */
function scatter(x: number): number {
  const a = Math.imul(x ^ (x >>> 16), 0x85ebca6b);
  const b = Math.imul(a ^ (a >>> 13), 0xc2b2ae35);
  return (b ^ (b >>> 16)) >>> 0;
}
