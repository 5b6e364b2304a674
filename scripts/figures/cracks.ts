// docs/figures/cracks.webp: a blow, the stress it makes, and the pieces, for things that fall from two heights.

import { fallOn } from '../../bench/falls.ts';
import { applyFracture } from '../../src/fracture/apply.ts';
import { createDecision, decideFracture } from '../../src/fracture/decide.ts';
import { principal, sumStress } from '../../src/fracture/modal/stress.ts';
import { createChanges } from '../../src/fragment/changes.ts';
import { createFamily } from '../../src/fragment/family.ts';
import { boundsOf, count, type Panel, type Picture } from './panel.ts';
import { drawSurface, type Ringing, ringSubject, stressColor } from './ringing.ts';
import { drawFragment } from './subject.ts';

const APART = 0.5; // how far pieces are moved, in their distance from the middle

interface Fall {
  readonly down: number[]; // in the rest frame
  readonly from: number[]; // where it is looked at from
  readonly heights: readonly [number, number]; // metres
}

/** Stress and pieces of a fall from two heights. */
function drawFall(subject: Ringing, { down, from, heights }: Fall): Panel[] {
  const { brittle, material, name } = subject;
  const { topology, modal, center } = brittle;
  if (modal === null) throw new Error(`${name} has no modes`);
  const decision = createDecision();
  const panels: Panel[] = [];
  for (const height of heights) {
    const family = createFamily(topology);
    const loads = fallOn(brittle, material.density, height, down);
    const options = { dt: 1 / 60, maxPieces: 200 };
    if (!decideFracture(decision, brittle, family, 0, material, loads, 1, options)) {
      throw new Error(`${name} survives ${height} m: load ${decision.load}`);
    }
    if (panels.length === 0) {
      const corner = new Float64Array(6 * modal.mesh.corners);
      const tension = new Float64Array(modal.mesh.corners);
      sumStress(corner, modal, decision.swing, material);
      for (let i = 0; i < tension.length; i++) principal(tension, i, corner, 6 * i);
      const at = (i: number) =>
        [0, 1, 2, 3].reduce((sum, c) => {
          const node = modal.mesh.tets.indices[4 * modal.tet[i] + c];
          return sum + modal.weight[4 * i + c] * tension[node];
        }, 0);
      panels.push({
        title: `${name}: tension`,
        detail: `up to ${Math.round(decision.stress / 1e6)} MPa, strength ${Math.round(material.strength / 1e6)} MPa`,
        bounds: boundsOf(topology.positions),
        view: { from, floor: null },
        meshes: [
          drawSurface(subject, topology.positions, (i) => stressColor(Math.max(0, at(i)) / decision.stress)),
        ],
        spheres: [
          { center: [...decision.point], radius: [0.03 * brittle.size], color: 0x222222, glow: true },
        ],
      });
    }
    applyFracture(createChanges(topology), brittle, family, 0, decision, 1, { minNodes: 3 });
    const pieces = Array.from({ length: family.fragments.count }, (_, label) => {
      const start = family.fragments.start[label];
      const end = start + family.fragments.nodeCount[label];
      const shift = [0, 0, 0];
      for (let n = start; n < end; n++) {
        for (let d = 0; d < 3; d++)
          shift[d] += (APART * (topology.positions[3 * family.node[n] + d] - center[d])) / (end - start);
      }
      return drawFragment({ family }, label, shift);
    });
    panels.push({
      title: `from ${height} m`,
      detail: `${count(decision.energy < 10 ? Math.round(10 * decision.energy) / 10 : Math.round(decision.energy))} J, ${pieces.length} pieces`,
      bounds: boundsOf(pieces.flatMap((mesh) => mesh.positions)),
      view: { from, floor: null },
      meshes: pieces,
    });
  }
  return panels;
}

export async function drawCracks(): Promise<Picture> {
  const [glass, plate, bunny] = await Promise.all(['glass', 'plate', 'bunny'].map(ringSubject));
  return {
    panels: [
      ...drawFall(glass, { down: [0.75, 0.66, 0], from: [0.5, 0.5, 1], heights: [0.5, 1.5] }),
      ...drawFall(plate, { down: [1, 0, 0], from: [0.3, 0.9, 0.8], heights: [0.8, 2] }),
      ...drawFall(bunny, { down: [0, -1, 0], from: [0.42, 0.3, 1], heights: [1.5, 5] }),
    ],
    columns: 3,
    width: 414,
    height: 380,
  };
}
