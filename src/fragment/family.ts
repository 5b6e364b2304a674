// A family: the mutable state of one copy of a solid as it breaks. Every tet node carries the label of its fragment;
// every edge between two labels is cut once, at a fixed place, by one event. That is all: where the cracks run in a
// tet follows from the order of the events on its edges and from the places of the cuts (see cases.ts).
// In the spirit of [Glondu13, sec. 4.1], which stores a fragment a node and cuts on edges; the ordered events are ours.

import { InputError } from '../job/error.ts';
import { show } from '../job/format.ts';
import { growColumn } from '../math/columns.ts';
import type { FamilyTopology } from './topology.ts';

/** The fragments of a family, by label. Labels are never used again. Columns hold at least `count` entries. */
export interface FragmentTable {
  count: number;
  parent: Int32Array; // the fragment it broke from, −1 for the whole
  event: Int32Array; // the event that made it, −1 for the whole
  changed: Int32Array; // the last event that cut it, −1 if none: its shape is the same since
  start: Uint32Array; // its nodes are a run of Family.node
  nodeCount: Uint32Array;
  alive: Uint8Array; // 0 once removed
}

/** What happened, in order. Columns hold at least `count` entries. */
export interface EventTable {
  count: number;
  fragment: Int32Array; // the one that was cut; its largest piece keeps the label
  first: Int32Array; // label of the first new piece; the others follow
  pieces: Int32Array; // how many new pieces
}

/** One copy of a solid, whole or broken. Made by createFamily and restoreFamily alone. */
export interface Family {
  readonly topology: FamilyTopology;
  readonly label: Int32Array; // the fragment of each node
  readonly cutEvent: Int32Array; // the event that cut each edge, −1 if none
  readonly cutAt: Float64Array; // where, as a fraction in (0, 1) of the way from the lower node
  readonly cutCase: Uint8Array; // how each tet is divided: a case of cases.ts, 0 if not
  readonly cracked: Uint8Array; // 1 for nodes with a cut edge
  readonly node: Uint32Array; // nodes grouped by fragment, ascending in each group
  readonly fragments: FragmentTable;
  readonly events: EventTable;
  readonly meetings: Meetings;
}

/** Where the cracks of a face meet: such a face is never cut again, so its point is computed once. */
export interface Meetings {
  readonly place: Int32Array; // a face: where its point begins in `position`, 0 if it was not asked for yet
  count: number; // numbers in use
  position: Float64Array; // xyz each, from place 3 on
}

const CAPACITY = 16; // fragments and events to begin with; both grow when full

/** A whole copy: one fragment, label 0, without cuts. */
export function createFamily(topology: FamilyTopology): Family {
  const { nodeCount, edgeCount, faceCount, tetCount } = topology;
  const node = new Uint32Array(nodeCount);
  for (let i = 0; i < nodeCount; i++) node[i] = i;
  const family: Family = {
    topology,
    label: new Int32Array(nodeCount),
    cutEvent: new Int32Array(edgeCount).fill(-1),
    cutAt: new Float64Array(edgeCount),
    cutCase: new Uint8Array(tetCount),
    cracked: new Uint8Array(nodeCount),
    node,
    fragments: {
      count: 0,
      parent: new Int32Array(CAPACITY),
      event: new Int32Array(CAPACITY),
      changed: new Int32Array(CAPACITY),
      start: new Uint32Array(CAPACITY),
      nodeCount: new Uint32Array(CAPACITY),
      alive: new Uint8Array(CAPACITY),
    },
    events: {
      count: 0,
      fragment: new Int32Array(CAPACITY),
      first: new Int32Array(CAPACITY),
      pieces: new Int32Array(CAPACITY),
    },
    meetings: { place: new Int32Array(faceCount), count: 3, position: new Float64Array(0) },
  };
  addFragment(family.fragments, -1, -1, 0, nodeCount);
  return family;
}

/** Appends a fragment and returns its label. */
export function addFragment(
  table: FragmentTable,
  parent: number,
  event: number,
  start: number,
  nodeCount: number,
): number {
  const label = table.count;
  if (label === table.parent.length) {
    table.parent = growColumn(table.parent, label + 1);
    table.event = growColumn(table.event, label + 1);
    table.changed = growColumn(table.changed, label + 1);
    table.start = growColumn(table.start, label + 1);
    table.nodeCount = growColumn(table.nodeCount, label + 1);
    table.alive = growColumn(table.alive, label + 1);
  }
  table.parent[label] = parent;
  table.event[label] = event;
  table.changed[label] = event;
  table.start[label] = start;
  table.nodeCount[label] = nodeCount;
  table.alive[label] = 1;
  table.count = label + 1;
  return label;
}

/** Appends an event and returns its number. */
export function addEvent(table: EventTable, fragment: number, first: number, pieces: number): number {
  const event = table.count;
  if (event === table.fragment.length) {
    table.fragment = growColumn(table.fragment, event + 1);
    table.first = growColumn(table.first, event + 1);
    table.pieces = growColumn(table.pieces, event + 1);
  }
  table.fragment[event] = fragment;
  table.first[event] = first;
  table.pieces[event] = pieces;
  table.count = event + 1;
  return event;
}

/** Takes a fragment out of the world: it cannot be cut any more. Its faces stay as its neighbours' faces. */
export function removeFragment(family: Family, fragment: number): void {
  checkFragment(family, fragment);
  family.fragments.alive[fragment] = 0;
}

/** Throws unless the fragment exists and is alive. */
export function checkFragment(family: Family, fragment: number): void {
  const { count, alive } = family.fragments;
  if (!(Number.isInteger(fragment) && fragment >= 0 && fragment < count)) {
    throw new InputError(
      'bad-argument',
      `there is no fragment ${show(fragment)}: labels go from 0 to ${count - 1}`,
    );
  }
  if (alive[fragment] === 0) {
    throw new InputError('bad-argument', `fragment ${fragment} was removed: name one that is alive`);
  }
}
