// The workspace of splitting: made once, used for any number of forests, grown as they need it.

import { growColumn } from '../math/columns.ts';
import { type ArrangeWork, createArrangeWork, growArrange } from './arrange.ts';
import { createSearchWork, reserveSearch, type SearchWork } from './search.ts';

/** What a split did, for benches. */
interface SplitCounters {
  visited: number; // nodes above points that moved
  split: number; // of these, nodes with several fragments below
  copies: number; // nodes made
}

/** Scratch of splitTrees; all is written anew in every call, except that stamps must be older than its epoch. */
export interface SplitWork {
  movedCount: number;
  moved: Uint32Array; // points that change fragment
  before: Int32Array; // the fragment each of them leaves
  epoch: number;
  mark: Uint32Array; // per node: the epoch if points below it move
  pending: Uint32Array; // per marked node: affected children that are still to be split
  loose: Int32Array; // per marked node that has been split: the first of the nodes that came loose from it
  next: Int32Array; // per loose node: the next of them
  visit: number;
  labelVisit: Uint32Array; // per fragment: the visit if the node at hand has children of it
  labelGroup: Int32Array; // per such fragment: its group
  itemNode: Uint32Array; // the children of the node at hand and what came loose from them
  itemNext: Int32Array; // per item: the next of its group
  groupCount: number;
  groupLabel: Int32Array;
  groupSize: Uint32Array;
  groupFirst: Int32Array; // per group: its items
  groupLast: Int32Array;
  readonly arrange: ArrangeWork;
  readonly search: SearchWork;
  readonly counters: SplitCounters;
}

export function createSplitWork(): SplitWork {
  return {
    movedCount: 0,
    moved: new Uint32Array(0),
    before: new Int32Array(0),
    epoch: 0,
    mark: new Uint32Array(0),
    pending: new Uint32Array(0),
    loose: new Int32Array(0),
    next: new Int32Array(0),
    visit: 0,
    labelVisit: new Uint32Array(0),
    labelGroup: new Int32Array(0),
    itemNode: new Uint32Array(0),
    itemNext: new Int32Array(0),
    groupCount: 0,
    groupLabel: new Int32Array(0),
    groupSize: new Uint32Array(0),
    groupFirst: new Int32Array(0),
    groupLast: new Int32Array(0),
    arrange: createArrangeWork(),
    search: createSearchWork(),
    counters: { visited: 0, split: 0, copies: 0 },
  };
}

/** Begins a split in a forest of `nodes` nodes and `points` points, with the points that move listed already. */
export function beginSplit(work: SplitWork, nodes: number, points: number): void {
  work.mark = growColumn(work.mark, nodes);
  work.pending = growColumn(work.pending, nodes);
  work.loose = growColumn(work.loose, nodes);
  work.next = growColumn(work.next, nodes);
  // The items of a node are its children and loose trees, and every loose tree has a point that moves.
  const items = nodes + work.movedCount;
  if (work.itemNode.length < items) {
    work.itemNode = growColumn(work.itemNode, items);
    work.itemNext = growColumn(work.itemNext, items);
    work.groupLabel = growColumn(work.groupLabel, items);
    work.groupSize = growColumn(work.groupSize, items);
    work.groupFirst = growColumn(work.groupFirst, items);
    work.groupLast = growColumn(work.groupLast, items);
  }
  growArrange(work.arrange, items);
  reserveSearch(work.search, points);
  if (work.epoch === 0xffffffff) {
    work.mark.fill(0);
    work.epoch = 0;
  }
  work.epoch++;
  if (work.visit >= 0x7fffffff) {
    work.labelVisit.fill(0);
    work.visit = 0;
  }
  work.counters.visited = 0;
  work.counters.split = 0;
  work.counters.copies = 0;
}
