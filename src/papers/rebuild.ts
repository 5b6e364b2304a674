// In place of the update, all of it anew: the exact field and the trees that [Glondu13, sec. 7.3] compares with. Given to
// a world or to createBreakWork, so that whoever does not compare does not load it.

import type { Collider } from '../contact/collider.ts';
import type { BreakWork } from '../contact/update.ts';
import { rebuildGrids } from './rebuild-grids.ts';
import { rebuildTrees } from './rebuild-trees.ts';

/** Builds the trees and the depths of all fragments that a fracture changed anew. */
export function rebuildFragments({ changes, base }: BreakWork, collider: Collider, count: number): void {
  const { field, forest, position } = collider;
  if (field === null || forest === null) return;
  const { parent, parentCount, fragment, fragmentCount } = changes;
  const labels = [...parent.subarray(0, parentCount), ...fragment.subarray(0, fragmentCount)];
  rebuildTrees(forest, position, field.family.label, labels, base, count);
  rebuildGrids(field, labels);
}
