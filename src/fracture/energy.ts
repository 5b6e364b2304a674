// How much a thing can take, by energy alone: the form for fragments, and for solids baked without modes. An impact
// brings energy; the share that bends the body instead of bruising it where it is hit must strain enough material to
// the strength, and must pay for the cracks. Only volume and thickness enter, so the mesh does not.

import type { Family } from '../fragment/family.ts';
import type { Material } from './material.ts';

const FILL = 0.3; // of the strained material at the strength, on average: bending strains faces more than the middle
const BRUISE = 4; // energy that the place of the impact takes, over what bends the body, in a body as thick as wide
const SPREAD = 1250; // cubes of the thickness that an impact strains before the strength is reached: a disc of radius 20 t
const SPENT = 0.15; // share of what bends the body that goes into cracks

/** The volume of a fragment, m³, by a quarter of the tets at each of its nodes; to out[0]. */
export function measureVolume(
  out: Float64Array,
  { node, fragments, topology }: Family,
  fragment: number,
): void {
  const start = fragments.start[fragment];
  const end = start + fragments.nodeCount[fragment];
  const { nodeVolume } = topology;
  let volume = 0;
  for (let n = start; n < end; n++) volume += nodeVolume[node[n]];
  out[0] = volume;
}

/**
 * Writes for a body of `volume` and `thickness`: to out[0] the energy of an impact, J, that just breaks it, and to
 * out[1] the share of an impact's energy that goes into cracks.
 */
export function measureLimit(out: Float64Array, material: Material, volume: number, thickness: number): void {
  const side = cubeRoot(volume);
  const slender = Math.min(1, thickness / side);
  const bends = 1 / (1 + BRUISE * slender * slender);
  const strained = Math.min(volume, SPREAD * thickness * thickness * thickness);
  const { strength, young } = material;
  out[0] = (FILL * strained * strength * strength) / (2 * young * bends);
  out[1] = SPENT * bends;
}

/** How many pieces cracks of an area make of a body: k³ cells have 3 (k − 1) walls of it, k² shards 2 (k − 1). */
export function countPieces(area: number, volume: number, thickness: number): number {
  const side = cubeRoot(volume);
  if (thickness < 0.5 * side) {
    const k = 1 + area / (2 * Math.sqrt(thickness * volume));
    return k * k;
  }
  const k = 1 + area / (3 * side * side);
  return k * k * k;
}

/** The third root of a number from 0 up, by Newton's steps. */
export function cubeRoot(x: number): number {
  if (!(x > 0)) return 0;
  let y = Math.max(1, x); // from above: each step goes down
  for (let i = 0; i < 400; i++) {
    const next = (2 * y + x / (y * y)) / 3;
    if (!(next < y)) break;
    y = next;
  }
  return y;
}
