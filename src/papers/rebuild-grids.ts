// Depths of fragments by a distance grid of each, built anew when it breaks: the exact field that [Glondu13, sec. 7.3]
// compares its update with. It takes many times as long, and nothing but that comparison needs it.

import { buildGridField } from '../field/build.ts';
import { extractShape } from '../fragment/extract.ts';
import type { FragmentField } from '../fragment/fragment-field.ts';
import { createFragmentMesh, toTriangleMesh } from '../fragment/fragment-mesh.ts';
import { finishWork } from '../job/work.ts';

const mesh = createFragmentMesh(); // scratch: the surface of a fragment

/** Gives fragments grids of their own, with the cells of the whole's; depths are asked of these from here on. */
export function rebuildGrids(field: FragmentField, fragments: readonly number[]): void {
  const { own, family, grid } = field;
  while (own.length < family.fragments.count) own.push(null);
  for (const fragment of fragments) {
    extractShape(mesh, family, fragment);
    own[fragment] = finishWork(buildGridField(toTriangleMesh(mesh), { cell: grid.cell }));
  }
}
