// Pieces that are too small, or too many, change sides, which joins them to everything around them.

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
  const { root, size, volume } = work;
  let left = count;
  let small = 0;
  for (let c = 0; c < count; c++) if (size[c] < minNodes || volume[c] < minVolume) small++;
  if (small === 0 || count < 2) return count;
  listNodes(work, family, start, end, count);
  for (let c = 0; c < count; c++) {
    if (root[c] !== c) continue;
    while (left > 1 && (size[c] < minNodes || volume[c] < minVolume)) {
      const joined = joinAround(work, family, c);
      if (joined === 0) break; // a loose part of the solid, with nothing around it
      left -= joined;
    }
  }
  return left;
}

/**
 * Lets components change sides, one after the other, until no more than `most` of the `left` are there. Next is always
 * one that takes no more of them away than are too many, or else the fewest; of these the one with the least volume, of
 * equals the lowest. Two stay at least: sides alternate, so one of n > 2 components that hang together touches n / 2
 * others at most, and of three one touches one. Returns how many are left: more than `most` only if the solid has
 * loose parts.
 */
export function limitComponents(
  work: SplitWork,
  family: Family,
  start: number,
  end: number,
  count: number,
  left: number,
  most: number,
): number {
  if (left <= most || most < 2) return left;
  listNodes(work, family, start, end, count);
  let few = left;
  while (few > most) {
    const next = findNext(work, family, count, few - most);
    if (next < 0) break;
    few -= joinAround(work, family, next);
  }
  return few;
}

/** The component that changes sides next where there are `over` too many; −1 if none touches another. */
function findNext(work: SplitWork, family: Family, count: number, over: number): number {
  const { root, volume, label } = work;
  let best = -1;
  let least = 0;
  for (let c = 0; c < count; c++) label[c] = -1;
  for (let c = 0; c < count; c++) {
    if (root[c] !== c) continue;
    const around = countAround(work, family, c);
    if (around === 0) continue;
    const taken = Math.max(around, over);
    if (best >= 0 && (taken > least || (taken === least && volume[c] >= volume[best]))) continue;
    best = c;
    least = taken;
  }
  return best;
}

/** How many components a component touches; marks them with it in `label`. */
function countAround(work: SplitWork, family: Family, c: number): number {
  const { nodeStart, nodeNeighbor } = family.topology;
  const { side, component, next, root, head, label } = work;
  let count = 0;
  for (let i = head[c]; i >= 0; i = next[i]) {
    for (let k = nodeStart[i]; k < nodeStart[i + 1]; k++) {
      const j = nodeNeighbor[k];
      if (side[j] === 0) continue;
      const other = findRoot(root, component[j]);
      if (other === c || label[other] === c) continue;
      label[other] = c;
      count++;
    }
  }
  return count;
}

/** Lets a component change its side, which joins all components around it to it; returns how many these are. */
function joinAround(work: SplitWork, family: Family, c: number): number {
  const { nodeStart, nodeNeighbor } = family.topology;
  const { side, component, next, root, head, tail, size, volume, sign } = work;
  const last = tail[c]; // nodes after it join during this pass
  let joined = 0;
  for (let i = head[c]; ; i = next[i]) {
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
      joined++;
    }
    if (i === last) break;
  }
  if (joined > 0) sign[c] = -sign[c];
  return joined;
}

/** Chains the nodes of every component. */
function listNodes(work: SplitWork, family: Family, start: number, end: number, count: number): void {
  const { node } = family;
  const { component, root, next, head, tail } = work;
  for (let c = 0; c < count; c++) head[c] = -1;
  for (let n = start; n < end; n++) {
    const i = node[n];
    const c = findRoot(root, component[i]);
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
