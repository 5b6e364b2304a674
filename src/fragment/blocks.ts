// Breaking a fragment into cells in one go. The nodes of a cell that hang together form a block; whole blocks move
// from piece to piece while the cells are halved, so all splits can be played through on the few blocks, and nodes,
// edges and tets are touched once instead of once a split. The result is that of splitting in turn, bit for bit.

import { cutBlocks } from './block-cuts.ts';
import type { CellField, CellPiece } from './cells.ts';
import { type Changes, checkChanges, noteFragment, noteParent, type SplitWork } from './changes.ts';
import { findRoot, joinRoots } from './components.ts';
import { MAX_BLOCKS } from './constants.ts';
import { addEvent, addFragment, checkFragment, type Family } from './family.ts';
import { readClamp, readMost, type SplitOptions, updateTets } from './split.ts';

/** Blocks and what borders on what. */
export interface Blocks {
  readonly count: number;
  readonly cell: number[];
  readonly size: number[]; // nodes
  readonly volume: number[]; // of its nodes
  readonly lowest: number[]; // node; blocks are numbered by it
  readonly touch: Uint8Array; // 1 for pairs with an edge between them, at count·a + b
  readonly crossings: number; // edges between blocks, in SplitWork.crossing
}

/** What the splits make of the blocks. */
export interface Splits {
  readonly label: Int32Array; // a block: the fragment that it is part of in the end
  readonly left: Int32Array; // a block: the split in which it left the fragment, −1 if it stays
  readonly event: Int32Array; // a pair of blocks, at count·a + b: the event that parts them, −1 if none
  readonly played: Played[];
}

/** One split as it was played through. */
export interface Played {
  readonly event: number;
  readonly fragment: number;
  readonly from: number;
  readonly mid: number;
  readonly to: number;
  readonly lowest: number[]; // node of each piece
}

/**
 * Splits a fragment into cells, or returns null, with nothing changed, where this way is not open: the field does
 * not tell cells, there are small pieces to be merged, the solid has loose parts, or there are very many blocks, or more
 * than the options allow pieces.
 */
export function splitBlocks(
  changes: Changes,
  family: Family,
  fragment: number,
  field: CellField,
  options: SplitOptions = {},
): CellPiece[] | null {
  if (!field.setCells || !family.topology.connected) return null;
  checkFragment(family, fragment);
  checkChanges(changes, family);
  const clamp = readClamp(options);
  const most = readMost(options);
  const { work } = changes;
  const { node, fragments } = family;
  const start = fragments.start[fragment];
  const own = node.subarray(start, start + fragments.nodeCount[fragment]);
  field.setCells(work.cell, own);
  const blocks = findBlocks(work, family, own, Math.min(MAX_BLOCKS, most));
  const plan = blocks && planSplits(field.count, blocks, options.minNodes ?? 1, options.minVolume ?? 0);
  if (blocks === null || plan === null) {
    clearCells(work, own);
    return null;
  }
  const splits: Splits = {
    label: new Int32Array(blocks.count).fill(fragment),
    left: new Int32Array(blocks.count).fill(-1),
    event: new Int32Array(blocks.count * blocks.count).fill(-1),
    played: [],
  };
  const pieces = playSplits(changes, family, fragment, field.count, blocks, plan, splits);
  const firstEdge = changes.edgeCount;
  cutBlocks(changes, family, field, blocks, splits, clamp, options);
  moveBlocks(changes, family, fragment, own, blocks, splits);
  updateTets(changes, family, firstEdge);
  clearCells(work, own);
  changes.pieceCount = 0;
  return pieces;
}

function clearCells(work: SplitWork, own: Uint32Array): void {
  const { cell } = work;
  for (let n = 0; n < own.length; n++) cell[own[n]] = -1;
}

/** Joins nodes of one cell over edges, lists the edges between cells, numbers the blocks. Null if more than `most`. */
function findBlocks(work: SplitWork, family: Family, own: Uint32Array, most: number): Blocks | null {
  const crossings = joinCells(work, family, own);
  const { cell: cellOf, component, parent, crossing } = work;
  const { nodeVolume } = family.topology;
  const cell: number[] = [];
  const size: number[] = [];
  const volume: number[] = [];
  const lowest: number[] = [];
  for (let n = 0; n < own.length; n++) {
    const i = own[n];
    if (parent[i] === i) {
      component[i] = cell.length;
      cell.push(cellOf[i]);
      size.push(1);
      volume.push(nodeVolume[i]);
      lowest.push(i);
      if (cell.length > most) return null;
    } else {
      component[i] = component[parent[i]]; // lower, so numbered already; and of the same block
      size[component[i]]++;
      volume[component[i]] += nodeVolume[i];
    }
  }
  const count = cell.length;
  const touch = new Uint8Array(count * count);
  const { edgeNode } = family.topology;
  for (let k = 0; k < crossings; k++) {
    const a = component[edgeNode[2 * crossing[k]]];
    const b = component[edgeNode[2 * crossing[k] + 1]];
    touch[count * a + b] = 1;
    touch[count * b + a] = 1;
  }
  return { count, cell, size, volume, lowest, touch, crossings };
}

function joinCells(work: SplitWork, family: Family, own: Uint32Array): number {
  const { upStart, edgeNode } = family.topology;
  const { cell, parent, crossing } = work;
  let crossings = 0;
  for (let n = 0; n < own.length; n++) parent[own[n]] = own[n];
  for (let n = 0; n < own.length; n++) {
    const i = own[n];
    const mine = cell[i];
    let top = findRoot(parent, i);
    for (let e = upStart[i], stop = upStart[i + 1]; e < stop; e++) {
      const j = edgeNode[2 * e + 1];
      const other = cell[j];
      if (other !== mine) {
        if (other >= 0) crossing[crossings++] = e;
        continue;
      }
      if (parent[j] === top) continue;
      top = joinRoots(parent, top, findRoot(parent, j));
    }
  }
  return crossings;
}

/** Plays the splits through on the blocks as planned: adds events and fragments, fills `splits`. Returns the pieces. */
function playSplits(
  changes: Changes,
  family: Family,
  fragment: number,
  cells: number,
  blocks: Blocks,
  plan: number[][][],
  { label, left, event: eventOf, played }: Splits,
): CellPiece[] {
  const { fragments, events } = family;
  const done: CellPiece[] = [];
  const open = [{ fragment, from: 0, to: cells }];
  let taken = 0;
  for (let piece = open.pop(); piece !== undefined; piece = open.pop()) {
    const { from, to } = piece;
    if (to - from < 2) {
      done.push({ fragment: piece.fragment, cell: from });
      continue;
    }
    const mid = (from + to) >> 1;
    const groups = plan[taken++];
    if (groups.length > 1) {
      const event = addEvent(events, piece.fragment, fragments.count, groups.length - 1);
      for (let g = 1; g < groups.length; g++) {
        const made = addFragment(fragments, piece.fragment, event, 0, 0);
        noteFragment(changes, made);
        for (const b of groups[g]) {
          if (label[b] === fragment) left[b] = played.length;
          label[b] = made;
        }
      }
      fragments.changed[piece.fragment] = event;
      noteParent(changes, piece.fragment);
      partGroups(eventOf, groups, blocks.count, event);
      const lowest = groups.map((group) => blocks.lowest[group[0]]);
      played.push({ event, fragment: piece.fragment, from, mid, to, lowest });
    }
    for (const group of groups) {
      const first = blocks.cell[group[0]] < mid;
      open.push({ fragment: label[group[0]], from: first ? from : mid, to: first ? mid : to });
    }
  }
  return done;
}

/** Notes the event that parts the blocks of different groups. */
function partGroups(eventOf: Int32Array, groups: number[][], count: number, event: number): void {
  for (const one of groups) {
    for (const other of groups) {
      if (one === other) continue;
      for (const a of one) for (const b of other) eventOf[count * a + b] = event;
    }
  }
}

/** Labels the nodes, groups them by fragment, ascending in each, and notes those that left it, split by split. */
function moveBlocks(
  changes: Changes,
  family: Family,
  fragment: number,
  own: Uint32Array,
  blocks: Blocks,
  { label, left, played }: Splits,
): void {
  const { node: changed, before, work } = changes;
  const { component, list, nodeStamp, epoch } = work;
  const { fragments } = family;
  const start = fragments.start[fragment];
  const splits = played.length;
  const order = [...new Set(label)].sort((a, b) => a - b);
  const next = new Uint32Array(fragments.count); // place of the next node, by label
  for (const f of order) fragments.nodeCount[f] = 0;
  for (let b = 0; b < blocks.count; b++) fragments.nodeCount[label[b]] += blocks.size[b];
  for (let k = 0, place = 0; k < order.length; k++) {
    fragments.start[order[k]] = start + place;
    next[order[k]] = place;
    place += fragments.nodeCount[order[k]];
  }
  const noted = new Uint32Array(splits + 1); // place of the next node that is noted, by split; the last is their number
  for (let n = 0; n < own.length; n++) {
    const split = left[component[own[n]]];
    if (split >= 0 && nodeStamp[own[n]] !== epoch) noted[split + 1]++;
  }
  for (let k = 0; k < splits; k++) noted[k + 1] += noted[k];
  const all = noted[splits];
  for (let n = 0; n < own.length; n++) {
    const i = own[n];
    const b = component[i];
    list[next[label[b]]++] = i;
    if (left[b] < 0) continue;
    family.label[i] = label[b];
    if (nodeStamp[i] === epoch) continue;
    nodeStamp[i] = epoch;
    const at = changes.nodeCount + noted[left[b]]++;
    changed[at] = i;
    before[at] = fragment;
  }
  changes.nodeCount += all;
  for (let n = 0; n < own.length; n++) own[n] = list[n];
}

// Which blocks each split of a fragment into cells parts from which, before anything is cut.

const SLACK = 1 + 1e-9; // more than the sums of volumes are off by

/**
 * What each split makes of its blocks, the largest piece first, in the order in which pieces are taken from the stack.
 * Null if one of them is too small, or may be: then small ones join others, and blocks come apart.
 */
function planSplits(cells: number, blocks: Blocks, minNodes: number, minVolume: number): number[][][] | null {
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
