// In place of the update, all of it anew: the exact field and the trees that [Glondu13, sec. 7.3] compares with. Given to
// a world or to createBreakWork, so that whoever does not compare does not load it. It takes many times as long.

import type { Collider } from '../contact/collider.ts';
import type { BreakWork } from '../contact/update.ts';
import { buildGridField } from '../field/build.ts';
import { createFragmentMesh, extractShape, toTriangleMesh } from '../fragment/extract.ts';
import type { FragmentField } from '../fragment/fragment-field.ts';
import { finishWork } from '../job/work.ts';
import { growColumn } from '../math/columns.ts';
import { buildSphereTree } from '../tree/build.ts';
import { removeTree, type SphereForest } from '../tree/forest.ts';
import { addPoints } from '../tree/insert.ts';
import { orderPoints } from '../tree/order.ts';
import { runRoom, takeRun } from '../tree/runs.ts';

/** Builds the trees and the depths of all fragments that a fracture changed anew. */
export function rebuildFragments({ changes, base }: BreakWork, collider: Collider, count: number): void {
  const { field, forest, position } = collider;
  if (field === null || forest === null) return;
  const { parent, parentCount, fragment, fragmentCount } = changes;
  const labels = [...parent.subarray(0, parentCount), ...fragment.subarray(0, fragmentCount)];
  rebuildTrees(forest, position, field.family.label, labels, base, count);
  rebuildGrids(field, labels);
}

const mesh = createFragmentMesh(); // scratch: the surface of a fragment

/** Gives fragments grids of their own, with the cells of the whole's; depths are asked of these from here on. */
function rebuildGrids(field: FragmentField, fragments: readonly number[]): void {
  const { own, family, grid } = field;
  while (own.length < family.fragments.count) own.push(null);
  for (const fragment of fragments) {
    extractShape(mesh, family, fragment);
    own[fragment] = finishWork(buildGridField(toTriangleMesh(mesh), { cell: grid.cell }));
  }
}

/**
 * Replaces the trees of some fragments. `label` says for every point of the whole where it belongs now, `base` what each
 * of `count` new points goes with, as for insertPoints. Points inside that nothing goes with are in no tree from here
 * on, so splitTrees can no longer be used. Deterministic; allocates.
 */
function rebuildTrees(
  forest: SphereForest,
  positions: Float64Array,
  label: Int32Array,
  fragments: readonly number[],
  base: Uint32Array,
  count: number,
): void {
  addPoints(forest, base, count);
  forest.root = growColumn(forest.root, 1 + Math.max(-1, ...fragments), -1);
  for (const fragment of fragments) if (forest.root[fragment] >= 0) removeTree(forest, fragment);
  const points = new Map<number, number[]>(fragments.map((fragment) => [fragment, []]));
  const { follower, surfaceCount, baseCount } = forest;
  for (let p = 0; p < baseCount; p++) {
    const list = points.get(label[p]);
    if (list === undefined || (p >= surfaceCount && follower[p] < 0)) continue;
    for (let q = p; q >= 0; q = follower[q]) list.push(q);
  }
  for (const [fragment, list] of points) if (list.length > 0) plantTree(forest, positions, fragment, list);
}

/** Builds a tree over some points and puts its nodes into the pool. */
function plantTree(forest: SphereForest, positions: Float64Array, fragment: number, points: number[]): void {
  const own = new Float64Array(3 * points.length);
  for (let k = 0; k < own.length; k++) own[k] = positions[3 * points[Math.floor(k / 3)] + (k % 3)];
  const tree = finishWork(buildSphereTree(own, orderPoints(own)));
  const at = new Int32Array(tree.count); // where each node went: parents stand before children
  at[0] = takeRun(forest, 1);
  forest.root[fragment] = at[0];
  for (let node = 0; node < tree.count; node++) {
    const to = at[node];
    const count = tree.childCount[node];
    const p = points[tree.point[node]];
    const first = count > 0 ? takeRun(forest, count) : 0; // may replace the columns
    forest.point[to] = p;
    forest.radius[to] = tree.radius[node];
    forest.firstChild[to] = first;
    forest.childCount[to] = count;
    forest.room[to] = count > 0 ? runRoom(count) : 0;
    forest.parent[to] = node === 0 ? -1 : at[tree.parent[node]];
    forest.exposed[to] = 1;
    for (let c = 0; c < count; c++) at[tree.firstChild[node] + c] = first + c;
    if (count > 0) continue;
    forest.leaf[p] = to;
    forest.fragment[p] = fragment;
  }
}
