// How much a thing can take, by energy alone: the form for fragments, and for solids baked without modes. An impact
// brings energy; the share that bends the body instead of bruising it where it is hit must strain enough material to
// the strength, and must pay for the cracks. Only volume and thickness enter, so the mesh does not.

import type { Family } from '../fragment/family.ts';
import type { Material } from './material.ts';
import { setThirdRoot } from './modal/arithmetic.ts';

const FILL = 0.3; // of the strained material at the strength, on average: bending strains faces more than the middle
const BRUISE = 4; // energy that the place of the impact takes, over what bends the body, in a body as thick as wide
const SPREAD = 1250; // cubes of the thickness that an impact strains before the strength is reached: a disc of radius 20 t
const SPENT = 0.15; // share of what bends the body that goes into cracks

/** What measureLimit writes, in this order. */
export const LIMIT_SIZE = 5;

/**
 * Writes for a fragment of a body whose walls are as thick as out[0]: its volume (m³, by a quarter of the tets at each
 * node), its third root, its thickness, the energy of an impact that just breaks it (J), and the share of an impact's
 * energy that goes into cracks.
 */
export function measureLimit(
  out: Float64Array,
  { node, fragments, topology }: Family,
  fragment: number,
  material: Material,
): void {
  const start = fragments.start[fragment];
  const end = start + fragments.nodeCount[fragment];
  const { nodeVolume, nodeCount } = topology;
  let volume = end - start === nodeCount ? topology.volume : 0;
  if (volume === 0) for (let n = start; n < end; n++) volume += nodeVolume[node[n]];
  out[1] = volume;
  setThirdRoot(out, 1);
  const side = out[1];
  const thickness = Math.min(out[0], side);
  const slender = thickness / side;
  const bends = 1 / (1 + BRUISE * slender * slender);
  const strained = Math.min(volume, SPREAD * thickness * thickness * thickness);
  const { strength, young } = material;
  out[0] = volume;
  out[2] = thickness;
  out[3] = (FILL * strained * strength * strength) / (2 * young * bends);
  out[4] = SPENT * bends;
}

/** How many pieces cracks of an area make of a body: k³ cells have 3 (k − 1) walls of it, k² shards 2 (k − 1). */
export function countPieces(area: number, volume: number, side: number, thickness: number): number {
  if (thickness < 0.5 * side) {
    const k = 1 + area / (2 * Math.sqrt(thickness * volume));
    return k * k;
  }
  const k = 1 + area / (3 * side * side);
  return k * k * k;
}
