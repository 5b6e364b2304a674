// Cuts a fragment as a decision says: cracks that follow the stress where the modes decided, radial shards of a flat
// plate that is struck inside its rim, Voronoi cells around the impact of everything else.

import type { Changes } from '../fragment/changes.ts';
import type { Family } from '../fragment/family.ts';
import { applyPattern, type Pattern } from '../fragment/patterns.ts';
import { createRadial } from '../fragment/radial.ts';
import { scatterSeeds } from '../fragment/scatter.ts';
import type { SplitOptions } from '../fragment/split.ts';
import { type Brittle, findSize } from './brittle.ts';
import { STAR_INSIDE, STAR_PIECES } from './constants.ts';
import type { Decision } from './decide.ts';
import { crackBody } from './modal/crack-body.ts';

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
  const { material, modal, swing, strength, area, pieces, point } = decision;
  const flat = brittle.axis !== null && isInside(brittle, decision);
  if (modal && material !== null && !flat) {
    const order = { swing, material, strength, area, pieces: Math.max(2, pieces), point, seed };
    const made = crackBody(changes, brittle, family, fragment, order, options);
    if (made > 0 || pieces < 2) return made;
  }
  return applyPattern(
    changes,
    family,
    fragment,
    choosePattern(brittle, family, fragment, decision, seed),
    options,
  );
}

/** The pattern that applyFracture would break along. */
export function choosePattern(
  brittle: Brittle,
  family: Family,
  fragment: number,
  decision: Decision,
  seed: number,
): Pattern {
  const { axis, reach, topology } = brittle;
  const count = Math.max(2, decision.pieces);
  const point = [...decision.point];
  const whole = family.fragments.nodeCount[fragment] === topology.nodeCount;
  if (axis !== null && whole && count >= STAR_PIECES && isInside(brittle, decision)) {
    const rays = Math.max(3, Math.min(16, Math.round(1.6 * Math.sqrt(count))));
    const rings = Math.max(0, Math.round(count / rays) - 1);
    return createRadial({
      center: point,
      axis,
      radius: findSize(topology.positions, point),
      rays,
      rings,
      seed,
    });
  }
  const seeds = scatterSeeds(family, fragment, { count, seed, impact: { point, radius: reach } });
  return { kind: 'voronoi', seeds, axis };
}

/** Whether a plate is struck far enough from its rim. */
function isInside({ center, size }: Brittle, { point }: Decision): boolean {
  const [x, y, z] = [point[0] - center[0], point[1] - center[1], point[2] - center[2]];
  return Math.sqrt(x * x + y * y + z * z) < STAR_INSIDE * size;
}
