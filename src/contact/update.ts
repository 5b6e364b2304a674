// Bringing a collider up to date after its family was split: distances, trees, new points on the cracks, edges. All
// splits of one fracture share one update [Glondu13, sec. 4.2, 6.2, 6.3].

import { type Changes, clearChanges, createChanges } from '../fragment/changes.ts';
import type { Family } from '../fragment/family.ts';
import { updateBareField } from '../fragment/fragment-field.ts';
import { applyPattern, type Pattern } from '../fragment/patterns.ts';
import { updateRims } from '../fragment/rims.ts';
import type { SplitOptions } from '../fragment/split.ts';
import { InputError } from '../job/error.ts';
import { insertPoints } from '../tree/insert.ts';
import { representSurface } from '../tree/represent.ts';
import { reserveNodes } from '../tree/runs.ts';
import { splitTrees } from '../tree/split.ts';
import { createSplitWork, type SplitWork } from '../tree/split-work.ts';
import type { Collider } from './collider.ts';
import { placeCrackPoints } from './crack-points.ts';
import { reserveEdgeReach, updateEdgeReach } from './edge-reach.ts';
import { updateKdop, widenKdop, writeBox } from './kdop.ts';
import type { Solid } from './solid.ts';

/** The workspace of breaking: made once a solid, used for all its copies. Split with its `changes`, then update. */
export interface BreakWork {
  readonly changes: Changes;
  split: SplitWork; // replaced when it is trimmed
  base: Uint32Array; // per new point of the trees, the node that it goes with
  readonly rebuild: Rebuild | null; // instead of the update; null: trees are split, depths updated
}

/** What may be done in place of the update of trees and depths: rebuildFragments. `count` points are new. */
export type Rebuild = (query: BreakWork, collider: Collider, count: number) => void;

export function createBreakWork(solid: Solid, rebuild: Rebuild | null = null): BreakWork {
  const { topology } = solid;
  return {
    changes: createChanges(topology),
    split: createSplitWork(),
    base: new Uint32Array(2 * topology.edgeCount), // grows where cracks meet: see crack-points.ts
    rebuild,
  };
}

/** Begins anew with the scratch of splits if that is `most` times as large as forests of so many nodes need. */
export function trimBreakWork(work: BreakWork, nodes: number, most: number): void {
  if (work.split.mark.length > most * nodes) work.split = createSplitWork();
}

/** The family of a copy of a solid: its labels, cuts and fragments. Throws for a shape. */
export function familyOf(collider: Collider): Family {
  if (collider.field !== null) return collider.field.family;
  throw new InputError(
    'bad-argument',
    'collider is a shape: only a solid, made by createCollider, has a family',
  );
}

/**
 * Breaks a fragment along a pattern and brings the collider up to date; returns the number of new fragments. For
 * several fragments in one go, apply patterns to familyOf(collider) with work.changes, then updateCollider once.
 */
export function breakFragment(
  query: BreakWork,
  collider: Collider,
  fragment: number,
  pattern: Pattern,
  options?: SplitOptions,
): number {
  const made = applyPattern(query.changes, familyOf(collider), fragment, pattern, options);
  updateCollider(query, collider);
  return made;
}

/**
 * Brings field, trees and edges of a collider up to date with the splits noted in work.changes, and clears these.
 * The cost grows with the fragments that were cut: of what keeps a label, the tree is walked as far as it can touch. What
 * queries alone need of them (faceTreeOf, updateShell, hullOf) is made when they first ask, and may cost more than the
 * update. Deterministic. Allocates only what grows.
 */
export function updateCollider(query: BreakWork, collider: Collider): void {
  const { changes } = query;
  const { field, forest, rims, edgeReach, kdop } = collider;
  if (field === null || forest === null || rims === null || edgeReach === null || kdop === null) {
    throw new InputError('bad-argument', 'collider is a shape: only a solid, made by createCollider, breaks');
  }
  if (changes.family === null && collider.known === field.family.fragments.count) return;
  if (changes.family !== null && changes.family !== field.family) {
    throw new InputError('bad-argument', 'work.changes holds splits of another copy: update that one first');
  }
  const { fragments } = field.family;
  if (collider.known + changes.fragmentCount !== fragments.count) {
    throw new InputError(
      'bad-argument',
      `the copy has ${fragments.count} fragments, of which ${collider.known + changes.fragmentCount} are known: split it with query.changes alone, and update before these are cleared`,
    );
  }
  collider.known = fragments.count;
  updateBareField(field, changes); // boxes follow from the k-DOP
  const first = forest.pointCount;
  const count = placeCrackPoints(query, collider, field.family, first);
  if (query.rebuild !== null) query.rebuild(query, collider, count);
  else {
    reserveNodes(forest, forest.nodeCount + Math.ceil(1.6 * count)); // once for split and insertion, nearly always
    splitTrees(query.split, forest, collider.position, changes.node, changes.nodeCount, field.family.label);
    insertPoints(forest, collider.position, query.base, count);
  }
  updateRims(rims, field.family, changes, field.faces);
  reserveEdgeReach(edgeReach, forest);
  const { parent, parentCount, fragment, fragmentCount } = changes;
  for (let k = 0; k < parentCount; k++) finishTree(collider, parent[k], first);
  for (let k = 0; k < fragmentCount; k++) finishTree(collider, fragment[k], first);
  widenKdop(kdop, forest, collider.position, first);
  for (let k = 0; k < parentCount; k++) writeBox(field.box, kdop, parent[k]);
  for (let k = 0; k < fragmentCount; k++) writeBox(field.box, kdop, fragment[k]);
  clearChanges(changes);
}

/** What a tree needs once its points and edges are in place; points from `first` on are new. */
function finishTree(
  { field, forest, rims, edgeReach, kdop, position }: Collider,
  label: number,
  first: number,
): void {
  if (field === null || forest === null || rims === null || edgeReach === null || kdop === null) return;
  representSurface(forest, position, label, edgeReach.reach);
  updateEdgeReach(edgeReach, forest, rims, field.family, position, label);
  updateKdop(kdop, forest, field.family, position, label, first);
}
