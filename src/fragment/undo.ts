// Taking splits back: a fracture whose pieces are too many is cut again, with fewer.

import { classifyTet } from './cases.ts';
import { type Changes, clearChanges } from './changes.ts';
import type { Family } from './family.ts';

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
