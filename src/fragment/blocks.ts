// Breaking a fragment into cells in one go. The nodes of a cell that hang together form a block; whole blocks move
// from piece to piece while the cells are halved, so all splits can be played through on the few blocks, and nodes,
// edges and tets are touched once instead of once a split. The result is that of splitting in turn, bit for bit.

import { cutBlocks } from './block-cuts.ts';
import type { CellField, CellPiece } from './cells.ts';
import { type Changes, checkChanges, noteFragment, noteParent, type SplitWork } from './changes.ts';
import { findRoot } from './components.ts';
import { updateTets } from './divide.ts';
import { addEvent, addFragment, checkFragment, type Family } from './family.ts';
import { readClamp, type SplitOptions } from './split.ts';

const MOST_BLOCKS = 256; // tables have a place for every pair

/** Blocks and what borders on what. */
export interface Blocks {
  readonly count: number;
  readonly cell: number[];
  readonly size: number[]; // nodes
  readonly lowest: number[]; // node; blocks are numbered by it
  readonly touch: Uint8Array; // 1 for pairs with an edge between them, at count·a + b
  readonly crossings: number; // edges between blocks, in SplitWork.crossing
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
 * not tell cells, small pieces have to be merged, the solid has loose parts, or there are very many blocks.
 */
export function splitBlocks(
  changes: Changes,
  family: Family,
  fragment: number,
  field: CellField,
  options: SplitOptions = {},
): CellPiece[] | null {
  const merging = (options.minNodes ?? 1) > 1 || (options.minVolume ?? 0) > 0;
  if (!field.setCells || merging || !family.topology.connected) return null;
  checkFragment(family, fragment);
  checkChanges(changes, family);
  const clamp = readClamp(options);
  const { work } = changes;
  const { node, fragments } = family;
  const start = fragments.start[fragment];
  const own = node.subarray(start, start + fragments.nodeCount[fragment]);
  field.setCells(work.cell, own);
  const blocks = findBlocks(work, family, own);
  if (blocks === null) {
    clearCells(work, own);
    return null;
  }
  const label = new Int32Array(blocks.count).fill(fragment);
  const parting = new Int32Array(blocks.count * blocks.count).fill(-1);
  const played: Played[] = [];
  const pieces = playSplits(changes, family, fragment, field.count, blocks, label, parting, played);
  const firstEdge = changes.edgeCount;
  cutBlocks(changes, family, field, blocks, parting, played, clamp, options);
  moveBlocks(changes, family, fragment, start, own, blocks, label);
  updateTets(changes, family, firstEdge);
  clearCells(work, own);
  changes.pieceCount = 0;
  return pieces;
}

function clearCells(work: SplitWork, own: Uint32Array): void {
  const { cell } = work;
  for (let n = 0; n < own.length; n++) cell[own[n]] = -1;
}

/** Joins nodes of one cell over edges, lists the edges between cells, numbers the blocks. Null if there are many. */
function findBlocks(work: SplitWork, family: Family, own: Uint32Array): Blocks | null {
  const crossings = joinCells(work, family, own);
  const { cell: cellOf, component, link, crossing } = work;
  const cell: number[] = [];
  const size: number[] = [];
  const lowest: number[] = [];
  for (let n = 0; n < own.length; n++) {
    const i = own[n];
    if (link[i] === i) {
      component[i] = cell.length;
      cell.push(cellOf[i]);
      size.push(1);
      lowest.push(i);
      if (cell.length > MOST_BLOCKS) return null;
    } else {
      component[i] = component[link[i]]; // lower, so numbered already; and of the same block
      size[component[i]]++;
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
  return { count, cell, size, lowest, touch, crossings };
}

function joinCells(work: SplitWork, family: Family, own: Uint32Array): number {
  const { upStart, edgeNode } = family.topology;
  const { cell, link, crossing } = work;
  let crossings = 0;
  for (let n = 0; n < own.length; n++) link[own[n]] = own[n];
  for (let n = 0; n < own.length; n++) {
    const i = own[n];
    const mine = cell[i];
    let top = findRoot(link, i);
    for (let e = upStart[i], stop = upStart[i + 1]; e < stop; e++) {
      const j = edgeNode[2 * e + 1];
      const other = cell[j];
      if (other !== mine) {
        if (other >= 0) crossing[crossings++] = e;
        continue;
      }
      if (link[j] === top) continue;
      const r = findRoot(link, j);
      if (r < top) {
        link[top] = r;
        top = r;
      } else if (r > top) {
        link[r] = top;
      }
    }
  }
  return crossings;
}

/**
 * Plays the splits through on the blocks: adds events and fragments, sets the label of every block, the event that
 * parts each pair and the list of splits. Returns the pieces.
 */
function playSplits(
  changes: Changes,
  family: Family,
  fragment: number,
  cells: number,
  blocks: Blocks,
  label: Int32Array,
  parting: Int32Array,
  played: Played[],
): CellPiece[] {
  const { fragments, events } = family;
  const done: CellPiece[] = [];
  const all = Array.from({ length: blocks.count }, (_, b) => b);
  const open = [{ fragment, from: 0, to: cells, own: all }];
  for (let piece = open.pop(); piece !== undefined; piece = open.pop()) {
    const { from, to, own } = piece;
    if (to - from < 2) {
      done.push({ fragment: piece.fragment, cell: from });
      continue;
    }
    const mid = (from + to) >> 1;
    const inFirst = (b: number) => blocks.cell[b] < mid;
    const groups = groupBlocks(own, blocks, inFirst);
    if (groups.length > 1) {
      const event = addEvent(events, piece.fragment, fragments.count, groups.length - 1);
      moveLargestFirst(groups, blocks);
      groups.forEach((group, g) => {
        if (g === 0) return;
        const made = addFragment(fragments, piece.fragment, event, 0, 0);
        noteFragment(changes, made);
        for (const b of group) label[b] = made;
      });
      fragments.changed[piece.fragment] = event;
      noteParent(changes, piece.fragment);
      for (const a of own) {
        for (const b of own) if (label[a] !== label[b]) parting[blocks.count * a + b] = event;
      }
      const lowest = groups.map((group) => blocks.lowest[group[0]]);
      played.push({ event, fragment: piece.fragment, from, mid, to, lowest });
    }
    for (const group of groups) {
      const first = inFirst(group[0]);
      open.push({ fragment: label[group[0]], from: first ? from : mid, to: first ? mid : to, own: group });
    }
  }
  return done;
}

/** Sets of blocks on the same side that hang together, each ascending, by lowest block. */
function groupBlocks(own: number[], blocks: Blocks, inFirst: (b: number) => boolean): number[][] {
  const groups: number[][] = [];
  const free = new Set(own);
  for (const seed of own) {
    if (!free.delete(seed)) continue;
    const group = [seed];
    for (let k = 0; k < group.length; k++) {
      for (const b of free) {
        if (blocks.touch[blocks.count * group[k] + b] === 0 || inFirst(b) !== inFirst(seed)) continue;
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
  const nodes = groups.map((group) => group.reduce((sum, b) => sum + blocks.size[b], 0));
  const [kept] = groups.splice(nodes.indexOf(Math.max(...nodes)), 1);
  groups.unshift(kept);
}

/** Labels the nodes and groups them by fragment, ascending in each. */
function moveBlocks(
  changes: Changes,
  family: Family,
  fragment: number,
  start: number,
  own: Uint32Array,
  blocks: Blocks,
  label: Int32Array,
): void {
  const { node: changed, before, work } = changes;
  const { component, list, nodeStamp, epoch } = work;
  const { fragments } = family;
  const cursor = new Uint32Array(blocks.count);
  const order = [...new Set(label)].sort((a, b) => a - b);
  let place = 0;
  for (const f of order) {
    fragments.start[f] = start + place;
    fragments.nodeCount[f] = 0;
    for (let b = 0; b < blocks.count; b++) if (label[b] === f) fragments.nodeCount[f] += blocks.size[b];
    place += fragments.nodeCount[f];
  }
  for (let b = 0; b < blocks.count; b++) cursor[b] = order.indexOf(label[b]);
  const next = Uint32Array.from(order, (f) => fragments.start[f] - start);
  let count = changes.nodeCount;
  for (let n = 0; n < own.length; n++) {
    const i = own[n];
    const b = component[i];
    list[next[cursor[b]]++] = i;
    if (label[b] === fragment) continue;
    if (nodeStamp[i] !== epoch) {
      nodeStamp[i] = epoch;
      changed[count] = i;
      before[count++] = fragment;
    }
    family.label[i] = label[b];
  }
  changes.nodeCount = count;
  for (let n = 0; n < own.length; n++) own[n] = list[n];
}
