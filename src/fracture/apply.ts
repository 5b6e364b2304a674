// Cuts a fragment as a decision says: radial shards of a flat plate that is struck across, Voronoi cells around the
// impact of everything else.

import type { Changes } from '../fragment/changes.ts';
import type { Family } from '../fragment/family.ts';
import { applyPattern, type Pattern } from '../fragment/patterns.ts';
import { createRadial } from '../fragment/radial.ts';
import { scatterSeeds } from '../fragment/scatter.ts';
import type { SplitOptions } from '../fragment/split.ts';
import type { Brittle } from './brittle.ts';
import type { Decision } from './decide.ts';
import { cubeRoot } from './energy.ts';

/**
 * Breaks a fragment as decided. Returns the number of new fragments; `changes` collects what changed. `seed` is of the
 * random numbers. Deterministic.
 */
export function applyFracture(
  changes: Changes,
  brittle: Brittle,
  family: Family,
  fragment: number,
  decision: Decision,
  seed: number,
  options?: SplitOptions,
): number {
  return applyPattern(
    changes,
    family,
    fragment,
    choosePattern(brittle, family, fragment, decision, seed),
    options,
  );
}

const SHARDS = 6; // fewer pieces make no star
const INSIDE = 0.5; // of the way from the middle of a plate to its end: stars begin there, not at the rim

/** The pattern that applyFracture would break along. */
export function choosePattern(
  brittle: Brittle,
  family: Family,
  fragment: number,
  decision: Decision,
  seed: number,
): Pattern {
  const { axis, center, topology } = brittle;
  const count = Math.max(2, decision.pieces);
  const point = [...decision.point];
  const whole = family.fragments.nodeCount[fragment] === topology.nodeCount;
  const size = farthest(topology.positions, center);
  if (axis !== null && whole && count >= SHARDS && distance(center, point) < INSIDE * size) {
    const rays = Math.max(3, Math.min(16, Math.round(1.6 * Math.sqrt(count))));
    const rings = Math.max(0, Math.round(count / rays) - 1);
    return createRadial({
      center: point,
      axis,
      radius: farthest(topology.positions, point),
      rays,
      rings,
      seed,
    });
  }
  const radius = 0.5 * cubeRoot(topology.volume);
  const seeds = scatterSeeds(family, fragment, { count, seed, impact: { point, radius } });
  return { kind: 'voronoi', seeds, axis };
}

function distance(a: readonly number[], b: readonly number[]): number {
  const [x, y, z] = [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
  return Math.sqrt(x * x + y * y + z * z);
}

function farthest(positions: Float64Array, [x, y, z]: readonly number[]): number {
  let square = 0;
  for (let i = 0; i < positions.length; i += 3) {
    const dx = positions[i] - x;
    const dy = positions[i + 1] - y;
    const dz = positions[i + 2] - z;
    square = Math.max(square, dx * dx + dy * dy + dz * dz);
  }
  return Math.sqrt(square);
}
