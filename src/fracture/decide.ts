// Whether a fragment breaks under the loads of a step, where the cracks begin, and what that takes. The answer says
// nothing of how it is cut: applyFracture does that, or the caller, along a pattern of its own.

import type { Family } from '../fragment/family.ts';
import type { Brittle } from './brittle.ts';
import { countPieces, cubeRoot, measureLimit, measureVolume } from './energy.ts';
import { LOAD_SIZE, sumEnergy } from './loads.ts';
import type { Material } from './material.ts';

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
  pieces: number; // about how many, all told
  absorbed: number; // share of the impulses that breaking takes; the rest goes on to the pieces
  readonly point: Float64Array; // where it is hit hardest, rest frame
}

export function createDecision(): Decision {
  return {
    breaks: false,
    load: 0,
    energy: 0,
    budget: 0,
    area: 0,
    pieces: 1,
    absorbed: 0,
    point: new Float64Array(3),
  };
}

const MAX_PIECES = 64;
const number = new Float64Array(2); // scratch: sums, volume, limits

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
  const strongest = sumEnergy(number, loads, count);
  out.energy = number[0];
  if (strongest < 0 || material.strength === Infinity) return false;
  for (let d = 0; d < 3; d++) out.point[d] = loads[LOAD_SIZE * strongest + d];
  measureVolume(number, family, fragment);
  const volume = number[0];
  const thickness = Math.min(brittle.thickness, cubeRoot(volume));
  measureLimit(number, material, volume, thickness);
  const left = 1 - Math.min(1, options.damage ?? 0);
  const needed = number[0] * left * left;
  out.load = needed > 0 ? Math.sqrt(out.energy / needed) : Infinity;
  out.budget = out.energy * number[1];
  out.area = out.budget / material.crackEnergy;
  out.pieces = Math.min(
    options.maxPieces ?? MAX_PIECES,
    Math.floor(countPieces(out.area, volume, thickness)),
  );
  if (!(out.load >= 1) || out.pieces < 2) return false;
  // A spring that gives way at this energy has taken that share of the impulse that stops what comes.
  const taken = Math.min(1, Math.max(needed, out.budget) / out.energy);
  out.absorbed = 1 - Math.sqrt(1 - taken);
  out.breaks = true;
  return true;
}

/** The damage after loads that did not break: grows with the square of how close they came, as the material says. */
export function addDamage(damage: number, material: Material, load: number): number {
  const close = Math.min(1, load);
  return Math.min(1, damage + material.damage * (1 - damage) * close * close);
}
