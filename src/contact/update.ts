// Bringing a collider up to date after its family was split: distances, trees, new points on the cracks, edges. All
// splits of one fracture share one update [Glondu13, sec. 4.2, 6.2, 6.3].

import { type Changes, clearChanges, createChanges } from '../fragment/changes.ts';
import type { Family } from '../fragment/family.ts';
import { updateFragmentField } from '../fragment/fragment-field.ts';
import { placeEdge } from '../fragment/points.ts';
import { updateRims } from '../fragment/rims.ts';
import { InputError } from '../job/error.ts';
import { insertPoints } from '../tree/insert.ts';
import { splitTrees } from '../tree/split.ts';
import { createSplitWork, type SplitWork } from '../tree/split-work.ts';
import type { Collider } from './collider.ts';
import type { Solid } from './solid.ts';

/** The workspace of breaking: made once a solid, used for all its copies. Split with its `changes`, then update. */
export interface BreakWork {
  readonly changes: Changes;
  readonly split: SplitWork;
  readonly base: Uint32Array; // per new point of the trees, the node that it goes with
}

export function createBreakWork(solid: Solid): BreakWork {
  const { topology } = solid;
  return {
    changes: createChanges(topology),
    split: createSplitWork(),
    base: new Uint32Array(2 * topology.edgeCount), // an edge is cut once and makes two points
  };
}

/**
 * Brings field, trees and edges of a collider up to date with the splits noted in work.changes, and clears these.
 * The cost grows with what changed, not with the solid. Deterministic. Allocates only what grows.
 */
export function updateCollider(work: BreakWork, collider: Collider): void {
  const { changes } = work;
  const { field, forest, rims } = collider;
  if (field === null || forest === null || rims === null) {
    throw new InputError('bad-argument', 'collider is a shape: only a solid, made by createCollider, breaks');
  }
  if (changes.family === null) return;
  if (changes.family !== field.family) {
    throw new InputError('bad-argument', 'work.changes holds splits of another copy: update that one first');
  }
  updateFragmentField(field, changes);
  const count = placeNewPoints(work, collider, field.family, forest.pointCount);
  splitTrees(work.split, forest, collider.position, changes.node, changes.nodeCount, field.family.label);
  insertPoints(forest, collider.position, work.base, count);
  updateRims(rims, field.family, changes);
  clearChanges(changes);
}

/** Two points for each newly cut edge, one for each side, from `first` on; returns their number. */
function placeNewPoints(work: BreakWork, collider: Collider, family: Family, first: number): number {
  const { changes, base } = work;
  const { edgeNode } = family.topology;
  const need = 3 * (first + 2 * changes.edgeCount);
  if (collider.position.length < need) {
    const wide = new Float64Array(Math.max(need, Math.ceil(1.5 * collider.position.length)));
    wide.set(collider.position);
    collider.position = wide;
  }
  const { position } = collider;
  for (let k = 0; k < changes.edgeCount; k++) {
    const edge = changes.edge[k];
    const at = 3 * (first + 2 * k);
    placeEdge(position, at, family, edge);
    position[at + 3] = position[at];
    position[at + 4] = position[at + 1];
    position[at + 5] = position[at + 2];
    base[2 * k] = edgeNode[2 * edge];
    base[2 * k + 1] = edgeNode[2 * edge + 1];
  }
  return 2 * changes.edgeCount;
}
