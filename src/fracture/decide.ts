// Whether a fragment breaks under the loads of a step, where the cracks begin, and what that takes. Two limits are
// looked at, and the one that is reached first decides: the energy that strains the surroundings of the impact, and, for
// a solid that is still whole and has modes, the stress of its bending. How it is cut is applyFracture's matter, or the
// caller's, along a pattern of its own.

import type { Family } from '../fragment/family.ts';
import type { Brittle } from './brittle.ts';
import {
  BRUISE_ENERGY,
  CRACK_SHARE,
  MAX_MODES,
  MAX_PIECES,
  MODAL_CRACK_SHARE,
  STRAINED_CUBES,
  STRAINED_FILL,
} from './constants.ts';
import { LOAD_SIZE, sumEnergy } from './loads.ts';
import type { Material } from './material.ts';
import { setThirdRoot } from './modal/arithmetic.ts';
import { respond, SETUP_SIZE } from './modal/respond.ts';
import { measureStress } from './modal/stress.ts';

export interface FractureOptions {
  readonly dt: number; // seconds that the impulses of the loads took, a step
  readonly damage?: number; // done before, 0: none, 1: nothing holds any more; default 0
  readonly maxPieces?: number; // that one fracture makes, default 64
}

/** The answer to loads. Made by createDecision, written by decideFracture. */
export interface Decision {
  breaks: boolean;
  load: number; // over what the fragment can take: from 1 on it breaks
  energy: number; // that the impacts bring, J
  budget: number; // that cracks may take of it, J
  area: number; // of crack that this pays for, m²
  pieces: number; // about how many, all told; with `modal` it may be that nothing comes off, at 1
  absorbed: number; // share of the impulses that breaking takes; the rest goes on to the pieces
  modal: boolean; // whether the stress of its modes suffices
  bending: number; // energy of its modes, J; 0 where they were not asked
  stress: number; // the tension of its modes that counts, Pa; 0 where the modes were not asked
  strength: number; // the tension at which cracks begin, less the damage that was done, Pa
  material: Material | null; // that was asked about
  readonly point: Float64Array; // where it is hit hardest, rest frame
  readonly swing: Float64Array; // of its modes, for applyFracture
}

const LIMIT_SIZE = 5; // numbers that measureLimit writes
const number = new Float64Array(LIMIT_SIZE); // scratch: what measureLimit writes
const setup = new Float64Array(SETUP_SIZE); // scratch: what respond is told
const sum = new Float64Array(1); // scratch: an energy, or a stress

export function createDecision(): Decision {
  return {
    breaks: false,
    load: 0,
    energy: 0,
    budget: 0,
    area: 0,
    pieces: 1,
    absorbed: 0,
    modal: false,
    bending: 0,
    stress: 0,
    strength: 0,
    material: null,
    point: new Float64Array(3),
    swing: new Float64Array(MAX_MODES),
  };
}

/**
 * Decides whether a fragment breaks. `loads` holds `count` loads of LOAD_SIZE numbers. Returns and notes in `out` what
 * comes of it; out.load and out.energy are set also when nothing breaks. Deterministic; allocates nothing.
 */
export function decideFracture(
  out: Decision,
  brittle: Brittle,
  family: Family,
  fragment: number,
  material: Material,
  loads: Float64Array,
  count: number,
  options: FractureOptions,
): boolean {
  out.breaks = false;
  out.load = 0;
  out.budget = 0;
  out.area = 0;
  out.pieces = 1;
  out.absorbed = 0;
  out.modal = false;
  out.bending = 0;
  out.stress = 0;
  out.strength = 0;
  out.material = material;
  out.energy = 0;
  if (count === 0 || material.strength === Infinity) return false;
  const strongest = sumEnergy(sum, loads, count);
  out.energy = sum[0];
  for (let d = 0; d < 3; d++) out.point[d] = loads[LOAD_SIZE * strongest + d];
  number[0] = brittle.thickness;
  measureLimit(number, family, fragment, material);
  const needed = number[3];
  const left = Math.max(1e-6, 1 - (options.damage ?? 0));
  out.load = Math.sqrt(out.energy / needed) / left;
  setup[0] = number[1];
  setup[1] = options.dt;
  out.strength = left * material.strength;
  setup[2] = out.strength;
  askModes(out, brittle, family, fragment, material, loads, count);
  if (!(out.load >= 1)) return false;
  const bending = out.modal ? MODAL_CRACK_SHARE * out.bending : 0; // steady loads bring no energy: what bends the body pays
  const share = number[4];
  out.budget = Math.max(share * out.energy, bending);
  out.area = out.budget / material.crackEnergy;
  const pieces = Math.floor(countPieces(out.area, number[0], number[1], number[2]));
  out.pieces = Math.min(options.maxPieces ?? MAX_PIECES, pieces);
  if (out.pieces < 2 && !out.modal) return false; // what bends most may break off at little cost: the cut will show
  // A spring that gives way at this energy has taken that share of the impulse that stops what comes.
  const taken = Math.max(1 / (out.load * out.load), share);
  out.absorbed = 1 - Math.sqrt(1 - Math.min(1, taken));
  out.breaks = true;
  return true;
}

/** Raises out.load to the stress of the modes over the strength, for a solid that is whole and has modes. */
function askModes(
  out: Decision,
  { modal, response, topology }: Brittle,
  { fragments }: Family,
  fragment: number,
  material: Material,
  loads: Float64Array,
  count: number,
): void {
  if (modal === null || response === null || fragments.nodeCount[fragment] < topology.nodeCount) return;
  if (material.damage > 0) setup[2] *= 0.2; // below a fifth, blows leave no damage to speak of
  respond(response, modal, material, setup, loads, count);
  if (response.energy === 0) return;
  measureStress(sum, modal, response.swing, material);
  out.stress = sum[0];
  out.bending = response.energy;
  const load = sum[0] / out.strength;
  out.load = Math.max(load, out.load);
  out.modal = load >= 1;
  for (let k = 0; k < modal.count; k++) out.swing[k] = response.swing[k];
}

/** The damage after loads that did not break: grows with the square of how close they came, as the material says. */
export function addDamage(damage: number, material: Material, load: number): number {
  const close = Math.min(1, load);
  return Math.min(1, damage + material.damage * (1 - damage) * close * close);
}

// How much a thing can take, by energy alone: the form for fragments, and for solids baked without modes. An impact
// brings energy; the share that bends the body instead of bruising it where it is hit must strain enough material to
// the strength, and must pay for the cracks. Only volume and thickness enter, so the mesh does not.

/**
 * Writes for a fragment of a body whose walls are as thick as out[0]: its volume (m³, by a quarter of the tets at each
 * node), its third root, its thickness, the energy of an impact that just breaks it (J), and the share of an impact's
 * energy that goes into cracks.
 */
function measureLimit(
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
  const bends = 1 / (1 + BRUISE_ENERGY * slender * slender);
  const strained = Math.min(volume, STRAINED_CUBES * thickness * thickness * thickness);
  const { strength, young } = material;
  out[0] = volume;
  out[2] = thickness;
  out[3] = (STRAINED_FILL * strained * strength * strength) / (2 * young * bends);
  out[4] = CRACK_SHARE * bends;
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
