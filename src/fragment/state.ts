// The state of a family as plain data, to store it, send it or go back to it. What follows from it is rebuilt: a
// restored family goes on bit for bit as the one it was taken from.

import { InputError } from '../job/error.ts';
import { classifyTet } from './cases.ts';
import { addEvent, addFragment, createFamily, type Family } from './family.ts';
import type { FamilyTopology } from './topology.ts';
import { validateFamily } from './validate.ts';

/** A family without what follows from it. Only typed arrays, one copy each. */
export interface FamilyState {
  readonly label: Int32Array; // a node
  readonly cutEdge: Uint32Array; // the cut edges, ascending
  readonly cutEvent: Int32Array; // of each of them
  readonly cutAt: Float64Array;
  readonly parent: Int32Array; // a fragment
  readonly event: Int32Array;
  readonly changed: Int32Array;
  readonly alive: Uint8Array;
  readonly eventFragment: Int32Array; // an event
  readonly eventFirst: Int32Array;
  readonly eventPieces: Int32Array;
}

/** A copy of the state of a family. */
export function encodeFamily(family: Family): FamilyState {
  const { cutEvent, cutAt, fragments, events } = family;
  let count = 0;
  for (let e = 0; e < cutEvent.length; e++) if (cutEvent[e] >= 0) count++;
  const cutEdge = new Uint32Array(count);
  for (let e = 0, n = 0; e < cutEvent.length; e++) if (cutEvent[e] >= 0) cutEdge[n++] = e;
  const event = new Int32Array(count);
  const at = new Float64Array(count);
  for (let n = 0; n < count; n++) {
    event[n] = cutEvent[cutEdge[n]];
    at[n] = cutAt[cutEdge[n]];
  }
  return {
    label: family.label.slice(),
    cutEdge,
    cutEvent: event,
    cutAt: at,
    parent: fragments.parent.slice(0, fragments.count),
    event: fragments.event.slice(0, fragments.count),
    changed: fragments.changed.slice(0, fragments.count),
    alive: fragments.alive.slice(0, fragments.count),
    eventFragment: events.fragment.slice(0, events.count),
    eventFirst: events.first.slice(0, events.count),
    eventPieces: events.pieces.slice(0, events.count),
  };
}

/** A family in a stored state. Throws 'bad-argument' when the state is not one of this solid. */
export function restoreFamily(topology: FamilyTopology, state: FamilyState): Family {
  const family = createFamily(topology);
  const { label, cutEvent, cutAt, cutCase, cracked, fragments, events } = family;
  const { edgeNode, edgeCount, tetEdge } = topology;
  if (state.label.length !== label.length) {
    refuse(`it has ${state.label.length} labels, the solid ${label.length} nodes`);
  }
  const cuts = state.cutEdge.length;
  if (state.cutEvent.length !== cuts || state.cutAt.length !== cuts)
    refuse('its cuts have different lengths');
  label.set(state.label);
  for (let n = 0; n < cuts; n++) {
    const e = state.cutEdge[n];
    if (e >= edgeCount) refuse(`it cuts edge ${e} of ${edgeCount}`);
    cutEvent[e] = state.cutEvent[n];
    cutAt[e] = state.cutAt[n];
    cracked[edgeNode[2 * e]] = 1;
    cracked[edgeNode[2 * e + 1]] = 1;
  }
  for (let t = 0; t < cutCase.length; t++) cutCase[t] = classifyTet(cutEvent, tetEdge, 6 * t);
  fragments.count = 0;
  const starts = countNodes(state.label, state.parent.length);
  for (let f = 0; f < state.parent.length; f++) {
    addFragment(fragments, state.parent[f], state.event[f], starts[f], starts[f + 1] - starts[f]);
    fragments.changed[f] = state.changed[f];
    fragments.alive[f] = state.alive[f];
  }
  for (let i = 0; i < label.length; i++) family.node[starts[label[i]]++] = i;
  for (let v = 0; v < state.eventFragment.length; v++) {
    addEvent(events, state.eventFragment[v], state.eventFirst[v], state.eventPieces[v]);
  }
  try {
    validateFamily(family);
  } catch (error) {
    refuse((error as Error).message);
  }
  return family;
}

/** Where the run of each fragment starts when nodes are grouped by label. */
function countNodes(label: Int32Array, fragments: number): Uint32Array {
  const start = new Uint32Array(fragments + 1);
  for (let i = 0; i < label.length; i++) {
    if (!(label[i] >= 0 && label[i] < fragments)) refuse(`node ${i} has label ${label[i]} of ${fragments}`);
    start[label[i] + 1]++;
  }
  for (let f = 0; f < fragments; f++) start[f + 1] += start[f];
  return start;
}

function refuse(why: string): never {
  throw new InputError('bad-argument', `the state does not fit the solid: ${why}`);
}
