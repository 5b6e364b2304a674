// The engine compiles what runs often. Without a warm-up the first fracture of a program meets cold code and takes ten
// times as long as the next ones; so break something at load, where nobody watches.

import { extractFragment } from '../fragment/extract.ts';
import { createFragmentMesh } from '../fragment/fragment-mesh.ts';
import { MASS_SIZE, measureMass } from '../fragment/mass.ts';
import { applyPattern } from '../fragment/patterns.ts';
import { scatterSeeds } from '../fragment/scatter.ts';
import { createCollider } from './collider.ts';
import type { Solid } from './solid.ts';
import { createBreakWork, updateCollider } from './update.ts';

const ROUNDS = 6;
const CELLS = 12;

/**
 * Breaks copies of a solid and throws them away, so that the engine has compiled cutting, fields, trees, mass and
 * geometry before the first fracture. Takes some tens of milliseconds; call it once after loading. Changes nothing.
 */
export function warmUp(solid: Solid): void {
  const work = createBreakWork(solid);
  const mesh = createFragmentMesh();
  const mass = new Float64Array(MASS_SIZE);
  for (let round = 0; round < ROUNDS; round++) {
    const collider = createCollider(solid);
    if (collider.field === null) return;
    const { family } = collider.field;
    const seeds = scatterSeeds(family, 0, { count: CELLS, seed: round });
    applyPattern(work.changes, family, 0, { kind: 'voronoi', seeds });
    updateCollider(work, collider);
    for (let label = 0; label < family.fragments.count; label++) {
      extractFragment(mesh, family, label);
      measureMass(mass, 0, mesh);
    }
  }
}
