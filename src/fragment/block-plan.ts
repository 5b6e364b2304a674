// Which blocks each split of a fragment into cells parts from which, before anything is cut.

import type { Blocks } from './blocks.ts';

const SLACK = 1 + 1e-9; // more than the sums of volumes are off by

/**
 * What each split makes of its blocks, the largest piece first, in the order in which pieces are taken from the stack.
 * Null if one of them is too small, or may be: then small ones join others, and blocks come apart.
 */
export function planSplits(
  cells: number,
  blocks: Blocks,
  minNodes: number,
  minVolume: number,
): number[][][] | null {
  const plan: number[][][] = [];
  const open = [{ from: 0, to: cells, own: Array.from({ length: blocks.count }, (_, b) => b) }];
  for (let piece = open.pop(); piece !== undefined; piece = open.pop()) {
    const { from, to, own } = piece;
    if (to - from < 2) continue;
    const mid = (from + to) >> 1;
    const groups = groupBlocks(own, blocks, mid);
    if (groups.length > 1) {
      for (const group of groups) {
        if (sumOver(group, blocks.size) < minNodes) return null;
        if (sumOver(group, blocks.volume) < SLACK * minVolume) return null;
      }
      moveLargestFirst(groups, blocks);
    }
    plan.push(groups);
    for (const group of groups) {
      const first = blocks.cell[group[0]] < mid;
      open.push({ from: first ? from : mid, to: first ? mid : to, own: group });
    }
  }
  return plan;
}

/** Sets of blocks that hang together, in cells before `mid` or from it on; each ascending, by lowest block. */
function groupBlocks(own: number[], { cell, touch, count }: Blocks, mid: number): number[][] {
  const groups: number[][] = [];
  const free = new Set(own);
  for (const seed of own) {
    if (!free.delete(seed)) continue;
    const group = [seed];
    for (let k = 0; k < group.length; k++) {
      for (const b of free) {
        if (touch[count * group[k] + b] === 0 || cell[b] < mid !== cell[seed] < mid) continue;
        free.delete(b);
        group.push(b);
      }
    }
    groups.push(group.sort((a, b) => a - b));
  }
  return groups;
}

/** The group with the most nodes goes first, of equals the one with the lowest node; the others keep their order. */
function moveLargestFirst(groups: number[][], blocks: Blocks): void {
  const nodes = groups.map((group) => sumOver(group, blocks.size));
  const [kept] = groups.splice(nodes.indexOf(Math.max(...nodes)), 1);
  groups.unshift(kept);
}

function sumOver(group: number[], column: number[]): number {
  let sum = 0;
  for (const b of group) sum += column[b];
  return sum;
}
