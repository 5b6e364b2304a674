// What splits changed, so that fields, trees and grids can follow locally: all splits of one fracture are noted in
// one record and share one update. It is also the workspace of splitting: made once a solid, used for all its copies.

import { InputError } from '../job/error.ts';
import { growColumn } from '../math/columns.ts';
import { classifyTet } from './cases.ts';
import type { Family } from './family.ts';
import type { FamilyTopology } from './topology.ts';

/** The changes since clearChanges, each once, and the pieces of the last split. Lists hold `…Count` entries. */
export interface Changes {
  readonly topology: FamilyTopology;
  family: Family | null; // whose changes they are, null while empty
  nodeCount: number;
  readonly node: Uint32Array; // nodes whose label changed
  readonly before: Int32Array; // the label each of them had at first
  edgeCount: number;
  readonly edge: Uint32Array; // edges newly cut
  tetCount: number;
  readonly tet: Uint32Array; // tets with an edge newly cut
  fragmentCount: number;
  fragment: Int32Array; // new fragments
  parentCount: number;
  parent: Int32Array; // fragments that were cut and go on as their largest piece
  pieceCount: number;
  piece: Int32Array; // fragments that the last split left of its fragment, the one that kept the label first
  side: Int8Array; // the side of φ each of them is on: 1 or −1
  readonly work: SplitWork;
}

/** Scratch of splitting. `side`, `cell` and the stamps carry over, everything else is written anew by each split. */
export interface SplitWork {
  epoch: number; // of the record; a node or tet stamped with it is listed
  readonly nodeStamp: Uint32Array;
  readonly tetStamp: Uint32Array;
  round: number; // of the split; a tet stamped with it needs its case anew
  readonly tetRound: Uint32Array;
  parentEpoch: Uint32Array; // a fragment stamped with the epoch is listed as parent
  readonly side: Int8Array; // 1 or −1 for the nodes of the fragment being cut, 0 for all others, always
  readonly cell: Int32Array; // the cell of the nodes being cut into cells, −1 for all others, always
  readonly weight: Float64Array; // |φ| after clamping
  readonly component: Int32Array; // the component of each node being cut
  readonly parent: Int32Array; // a lower node of the same component, or the node itself; −1 off the frontier
  readonly list: Uint32Array; // nodes: of the frontier, in their new order, or a stack
  readonly next: Int32Array; // the next node of the same component, −1 at the end; only where pieces are merged
  readonly crossing: Uint32Array; // edges of the fragment whose ends are on different sides
  readonly touched: Uint32Array; // tets with an edge cut by this split
  readonly root: Int32Array; // by component: another one that it joined, or itself
  readonly head: Int32Array; // first node of its chain
  readonly tail: Int32Array; // last
  readonly size: Uint32Array; // nodes
  readonly volume: Float64Array; // of its nodes
  readonly sign: Int8Array; // side
  readonly label: Int32Array; // label after the split
  readonly cursor: Uint32Array; // place for its next node
  readonly phi: Float64Array; // one a node, for callers that compute φ
}

const CAPACITY = 16; // fragments to begin with

/** An empty record with its workspace. */
export function createChanges(topology: FamilyTopology): Changes {
  const { nodeCount, edgeCount, tetCount } = topology;
  return {
    topology,
    family: null,
    nodeCount: 0,
    node: new Uint32Array(nodeCount),
    before: new Int32Array(nodeCount),
    edgeCount: 0,
    edge: new Uint32Array(edgeCount), // an edge is cut once, so this suffices for a family's whole life
    tetCount: 0,
    tet: new Uint32Array(tetCount),
    fragmentCount: 0,
    fragment: new Int32Array(CAPACITY),
    parentCount: 0,
    parent: new Int32Array(CAPACITY),
    pieceCount: 0,
    piece: new Int32Array(CAPACITY),
    side: new Int8Array(CAPACITY),
    work: {
      epoch: 1,
      nodeStamp: new Uint32Array(nodeCount),
      tetStamp: new Uint32Array(tetCount),
      round: 0,
      tetRound: new Uint32Array(tetCount),
      parentEpoch: new Uint32Array(CAPACITY),
      side: new Int8Array(nodeCount),
      cell: new Int32Array(nodeCount).fill(-1),
      weight: new Float64Array(nodeCount),
      component: new Int32Array(nodeCount),
      parent: new Int32Array(nodeCount),
      list: new Uint32Array(nodeCount),
      next: new Int32Array(nodeCount),
      crossing: new Uint32Array(edgeCount),
      touched: new Uint32Array(tetCount),
      root: new Int32Array(nodeCount),
      head: new Int32Array(nodeCount),
      tail: new Int32Array(nodeCount),
      size: new Uint32Array(nodeCount),
      volume: new Float64Array(nodeCount),
      sign: new Int8Array(nodeCount),
      label: new Int32Array(nodeCount),
      cursor: new Uint32Array(nodeCount),
      phi: new Float64Array(nodeCount),
    },
  };
}

/** Empties the record: what is split from here on belongs to the next update. */
export function clearChanges(changes: Changes): void {
  changes.family = null;
  changes.nodeCount = 0;
  changes.edgeCount = 0;
  changes.tetCount = 0;
  changes.fragmentCount = 0;
  changes.parentCount = 0;
  changes.pieceCount = 0;
  const { work } = changes;
  if (work.epoch === 0xffffffff) {
    work.nodeStamp.fill(0);
    work.tetStamp.fill(0);
    work.parentEpoch.fill(0);
    work.epoch = 0;
  }
  work.epoch++;
}

/** Throws unless the record may take changes of this family. */
export function checkChanges(changes: Changes, family: Family): void {
  if (changes.topology !== family.topology) {
    throw new InputError(
      'bad-argument',
      'changes was made for another solid: createChanges(family.topology)',
    );
  }
  if (changes.family !== null && changes.family !== family) {
    throw new InputError('bad-argument', 'changes holds those of another family: clearChanges first');
  }
  changes.family = family;
}

/** Notes a piece of the split under way. */
export function notePiece(changes: Changes, fragment: number, side: number): void {
  if (changes.pieceCount === changes.piece.length) {
    changes.piece = growColumn(changes.piece, changes.pieceCount + 1);
    changes.side = growColumn(changes.side, changes.pieceCount + 1);
  }
  changes.piece[changes.pieceCount] = fragment;
  changes.side[changes.pieceCount++] = side;
}

/** Notes a new fragment. */
export function noteFragment(changes: Changes, fragment: number): void {
  if (changes.fragmentCount === changes.fragment.length)
    changes.fragment = growColumn(changes.fragment, changes.fragmentCount + 1);
  changes.fragment[changes.fragmentCount++] = fragment;
}

/** Notes a fragment that was cut and keeps its label. */
export function noteParent(changes: Changes, fragment: number): void {
  const { work } = changes;
  if (fragment >= work.parentEpoch.length) work.parentEpoch = growColumn(work.parentEpoch, fragment + 1);
  if (work.parentEpoch[fragment] === work.epoch) return;
  work.parentEpoch[fragment] = work.epoch;
  if (changes.parentCount === changes.parent.length)
    changes.parent = growColumn(changes.parent, changes.parentCount + 1);
  changes.parent[changes.parentCount++] = fragment;
}

// Taking splits back: a fracture whose pieces are too many is cut again, with fewer.

/**
 * Takes back all splits noted in `changes`, and clears it: the family is as it was, bit for bit. Only until something
 * else has followed them: fields, trees and points of surfaces do not go back. The cost grows with what was cut.
 */
export function undoSplits(changes: Changes, family: Family): void {
  const { fragmentCount, fragment } = changes;
  if (fragmentCount > 0) {
    const first = fragment[0]; // fragments and events are numbered in the order in which they are made
    const { fragments, events } = family;
    joinCuts(changes, family);
    moveBack(changes, family);
    events.count = fragments.event[first];
    fragments.count = first;
    for (let k = 0; k < changes.parentCount; k++) {
      if (changes.parent[k] < first) gatherNodes(family, changes.parent[k]);
    }
    unmark(changes, family);
  }
  clearChanges(changes);
}

function joinCuts({ edge, edgeCount, tet, tetCount }: Changes, family: Family): void {
  const { cutEvent, cutAt, cutCase, topology } = family;
  for (let k = 0; k < edgeCount; k++) {
    cutEvent[edge[k]] = -1;
    cutAt[edge[k]] = 0;
  }
  for (let k = 0; k < tetCount; k++) cutCase[tet[k]] = classifyTet(cutEvent, topology.tetEdge, 6 * tet[k]);
}

/** Gives the nodes back to the fragments that they left. */
function moveBack({ node, before, nodeCount }: Changes, { label, fragments }: Family): void {
  for (let k = 0; k < nodeCount; k++) {
    label[node[k]] = before[k];
    fragments.nodeCount[before[k]]++;
  }
}

/** Makes the run of a fragment ascend again: its pieces share it, in any order. Finds the last event that cut it. */
function gatherNodes({ node, fragments, events }: Family, fragment: number): void {
  const start = fragments.start[fragment];
  node.subarray(start, start + fragments.nodeCount[fragment]).sort();
  let event = events.count - 1;
  while (event >= 0 && events.fragment[event] !== fragment) event--;
  fragments.changed[fragment] = Math.max(event, fragments.event[fragment]);
}

/** Takes the mark of cracks from nodes that have no cut edge any more: those whose neighbours have their label. */
function unmark({ edge, edgeCount }: Changes, { cracked, label, topology }: Family): void {
  const { edgeNode, nodeStart, nodeNeighbor } = topology;
  for (let k = 0; k < 2 * edgeCount; k++) {
    const i = edgeNode[2 * edge[k >> 1] + (k & 1)];
    cracked[i] = 0;
    for (let n = nodeStart[i]; n < nodeStart[i + 1]; n++)
      if (label[nodeNeighbor[n]] !== label[i]) cracked[i] = 1;
  }
}
