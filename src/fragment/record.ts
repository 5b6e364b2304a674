// Splits as plain data: what happened, so that it can be stored, sent and made to happen again, bit for bit.

import { refuse } from '../job/check.ts';
import { InputError } from '../job/error.ts';
import { type Changes, checkChanges } from './changes.ts';
import { findRoot } from './components.ts';
import { checkFragment, type Family } from './family.ts';
import { divideFragment } from './split.ts';

/**
 * One split: the fragment and φ, as it was after clamping, at the ends of the edges that were cut and at one node of
 * each piece. Survives JSON.
 */
export interface SplitRecord {
  readonly fragment: number;
  readonly node: number[];
  readonly phi: number[];
}

/** The record of the split that has just been made. Signs are those after small pieces have joined others. */
export function recordSplit(changes: Changes, family: Family, fragment: number): SplitRecord {
  const { weight, component, root, sign } = changes.work;
  const { edgeNode } = family.topology;
  const event = family.events.count - 1;
  const nodes = new Set<number>();
  for (let k = changes.edgeCount - 1; k >= 0 && family.cutEvent[changes.edge[k]] === event; k--) {
    nodes.add(edgeNode[2 * changes.edge[k]]).add(edgeNode[2 * changes.edge[k] + 1]);
  }
  for (let k = 0; k < changes.pieceCount; k++) {
    nodes.add(family.node[family.fragments.start[changes.piece[k]]]);
  }
  const node = [...nodes].sort((a, b) => a - b);
  const phi = node.map((i) => sign[findRoot(root, component[i])] * weight[i]);
  return { fragment, node, phi };
}

/**
 * Makes a recorded split happen again, in a family in the state it was recorded in. Returns the number of new
 * fragments. Throws 'bad-argument', before it changes anything, when the record does not fit the fragment.
 */
export function replaySplit(changes: Changes, family: Family, record: SplitRecord): number {
  if (record === null || typeof record !== 'object') throw refuse('record', record, 'what log received');
  const { fragment } = record;
  checkFragment(family, fragment);
  checkRecord(family, record);
  checkChanges(changes, family);
  const { side, weight, list } = changes.work;
  const { label, topology } = family;
  const { nodeStart, nodeNeighbor } = topology;
  let depth = 0;
  record.node.forEach((i, k) => {
    side[i] = record.phi[k] < 0 ? -1 : 1;
    weight[i] = Math.abs(record.phi[k]);
    list[depth++] = i;
  });
  // No edge is cut at any other node, so it has the sign of its neighbours.
  while (depth > 0) {
    const i = list[--depth];
    for (let k = nodeStart[i]; k < nodeStart[i + 1]; k++) {
      const j = nodeNeighbor[k];
      if (side[j] !== 0 || label[j] !== fragment) continue;
      side[j] = side[i];
      weight[j] = 1;
      list[depth++] = j;
    }
  }
  return divideFragment(changes, family, fragment, 1, 0, Infinity);
}

const LEAST = 1e-9; // of the mean edge: phi is a distance, and clamped, so that cuts lie between nodes
const MOST = 1e9;

function checkRecord(family: Family, record: SplitRecord): void {
  const { fragment, node, phi } = record;
  const fits = Array.isArray(node) && Array.isArray(phi) && node.length > 0 && node.length === phi.length;
  if (!fits) {
    throw new InputError(
      'bad-argument',
      'record has no nodes, or not as many values of phi as nodes: give what log received',
    );
  }
  const scale = family.topology.meanScale;
  node.forEach((i, k) => {
    const weight = Math.abs(phi[k]) / scale;
    if (family.label[i] !== fragment) {
      throw new InputError(
        'bad-argument',
        `record names node ${i}, which is not of fragment ${fragment}: replay splits in the order they were made`,
      );
    }
    if (!(weight >= LEAST && weight <= MOST)) {
      throw new InputError('bad-argument', `record has phi ${phi[k]} at node ${i}: it is no distance`);
    }
  });
}
