// The scene of [Xu14] table 4 and figure 6: a model dropped onto a fixed copy of itself that stands on the ground.

import { computeMass } from '../src/mesh/mass.ts';
import { createPenaltyBody, type PenaltyBody } from '../src/papers/penalty-body.ts';
import type { SweepModel } from './sweep-models.ts';

const DENSITY = 1000; // kg/m³

/** The fixed copy, and the one that falls from `gap` metres above it. */
export function dropScene(model: SweepModel, gap: number): [fixed: PenaltyBody, falling: PenaltyBody] {
  const { tree, position, octree, box, mesh } = model;
  const { volume, centroid, inertia } = computeMass(mesh);
  const parts = {
    nodes: tree,
    root: 0,
    position,
    octree,
    inertia: inertia.map((x) => DENSITY * x),
    local: centroid,
  };
  const fixed = createPenaltyBody({ ...parts, mass: Infinity });
  const falling = createPenaltyBody({ ...parts, mass: DENSITY * Math.abs(volume) });
  const height = box[4] - box[1];
  fixed.pose.set([0, centroid[1] - box[1], 0]);
  falling.pose.set([0.15 * height, centroid[1] - box[1] + height + gap, 0.05 * height]);
  return [fixed, falling];
}
