// A ball on a plate cracked it in concentric rings: cracks began where the tension was below the strength, at the rim,
// and turned towards the stress with every tet they passed, however small, so that they curled along the rim.

import { describe, expect, it } from 'vitest';
import { loadPaperModel } from '../../bench/models.ts';
import { bake } from '../../src/bake/bake.ts';
import { applyFracture } from '../../src/fracture/apply.ts';
import { buildBrittle } from '../../src/fracture/brittle.ts';
import { createDecision, decideFracture } from '../../src/fracture/decide.ts';
import { materials } from '../../src/fracture/material.ts';
import { createChanges } from '../../src/fragment/changes.ts';
import { createFamily } from '../../src/fragment/family.ts';
import { buildFamilyTopology } from '../../src/fragment/index.ts';

const RADIUS = 0.13; // of the plate
const { mesh, spacing, interior } = loadPaperModel('plate');
const asset = await bake(mesh, { spacing, interior, material: materials.ceramic });
const topology = buildFamilyTopology(asset);
const brittle = buildBrittle(topology, asset.thickness, asset.modes);

describe('a ball that falls on a plate', () => {
  for (const [x, z, impulse, speed] of [
    [0.03, 0.02, 4.34, 2.42],
    [0.03, 0.02, 3, 3],
    [0, 0, 3, 3],
    [-0.06, -0.04, 5, 5],
  ]) {
    it(`at ${x}, ${z} with ${impulse} N·s makes cracks that run to the rim, and no rings`, () => {
      const family = createFamily(topology);
      const decision = createDecision();
      const loads = Float64Array.of(x, 0.0104, z, 0, -impulse, 0, speed);
      const options = { dt: 1 / 60, maxPieces: 11 };
      expect(decideFracture(decision, brittle, family, 0, materials.ceramic, loads, 1, options)).toBe(true);
      expect(decision.modal).toBe(true);
      applyFracture(createChanges(topology), brittle, family, 0, decision, 1, { minNodes: 3 });
      expect(family.fragments.count).toBeGreaterThan(4);
      expect(family.fragments.count).toBeLessThan(14);
      const reach = new Map<number, [number, number]>(); // of each piece, how far from the middle it begins and ends
      for (let i = 0; i < topology.nodeCount; i++) {
        const r = Math.hypot(topology.positions[3 * i], topology.positions[3 * i + 2]) / RADIUS;
        const [from, to] = reach.get(family.label[i]) ?? [1, 0];
        reach.set(family.label[i], [Math.min(from, r), Math.max(to, r)]);
      }
      const rim = [...reach.values()].filter(([, to]) => to > 0.95);
      expect(rim.length).toBeGreaterThan(3); // cracks that end there part it
      expect(rim.filter(([from]) => from > 0.75).length).toBeLessThanOrEqual(1); // strips of a ring
    });
  }
});
