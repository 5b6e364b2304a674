// Pieces that are too small change sides, which joins them to everything around them.

import type { SplitWork } from './changes.ts';
import { findRoot } from './components.ts';
import type { Family } from './family.ts';

/**
 * Lets every component with fewer than `minNodes` nodes or less than `minVolume` change its side, which joins it to
 * all components around it, until none is small or one is left. Returns how many are left; `root` tells which.
 */
export function mergeComponents(
  work: SplitWork,
  family: Family,
  start: number,
  end: number,
  count: number,
  minNodes: number,
  minVolume: number,
): number {
  const { nodeStart, nodeNeighbor } = family.topology;
  const { side, component, next, root, head, tail, size, volume, sign } = work;
  let left = count;
  let small = 0;
  for (let c = 0; c < count; c++) if (size[c] < minNodes || volume[c] < minVolume) small++;
  if (small === 0 || count < 2) return count;
  listNodes(work, family, start, end, count);
  for (let c = 0; c < count; c++) {
    if (root[c] !== c) continue;
    while (left > 1 && (size[c] < minNodes || volume[c] < minVolume)) {
      const before = left;
      const last = tail[c]; // nodes after it join during this pass
      let i = head[c];
      for (;;) {
        for (let k = nodeStart[i]; k < nodeStart[i + 1]; k++) {
          const j = nodeNeighbor[k];
          if (side[j] === 0) continue;
          const other = findRoot(root, component[j]);
          if (other === c) continue;
          root[other] = c;
          next[tail[c]] = head[other];
          tail[c] = tail[other];
          size[c] += size[other];
          volume[c] += volume[other];
          left--;
        }
        if (i === last) break;
        i = next[i];
      }
      if (left === before) break; // a loose part of the solid, with nothing around it
      sign[c] = -sign[c];
    }
  }
  return left;
}

/** Chains the nodes of every component. */
function listNodes(work: SplitWork, family: Family, start: number, end: number, count: number): void {
  const { node } = family;
  const { component, next, head, tail } = work;
  for (let c = 0; c < count; c++) head[c] = -1;
  for (let n = start; n < end; n++) {
    const i = node[n];
    const c = component[i];
    if (head[c] < 0) head[c] = i;
    else next[tail[c]] = i;
    tail[c] = i;
    next[i] = -1;
  }
}

/** Whether components are left on both sides. Loose parts of one solid may all be on one: then nothing is cut. */
export function hasBothSides(work: SplitWork, count: number): boolean {
  const { root, sign } = work;
  let seen = 0;
  for (let c = 0; c < count; c++) if (root[c] === c) seen |= sign[c] < 0 ? 1 : 2;
  return seen === 3;
}
