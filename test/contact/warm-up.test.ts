import { describe, expect, it } from 'vitest';
import { bake } from '../../src/bake/bake.ts';
import { createCollider } from '../../src/contact/collider.ts';
import { buildSolid } from '../../src/contact/solid.ts';
import { createBreakWork, updateCollider } from '../../src/contact/update.ts';
import { createWarmSolid } from '../../src/contact/warm-solid.ts';
import { warmUp } from '../../src/contact/warm-up.ts';
import { sampleField } from '../../src/field/sample.ts';
import { applyPattern } from '../../src/fragment/patterns.ts';
import { scatterSeeds } from '../../src/fragment/scatter.ts';
import { validateFamily } from '../../src/fragment/validate.ts';
import { createRandom, nextFloat } from '../../src/math/random.ts';
import { createBox } from '../../src/mesh/shapes/box.ts';
import { validateForest } from '../../src/tree/validate-forest.ts';

/** Every array and number below a record, by path. */
function flatten(value: unknown, path = '', out = new Map<string, unknown>()): Map<string, unknown> {
  if (value !== null && typeof value === 'object' && !ArrayBuffer.isView(value)) {
    for (const [key, part] of Object.entries(value)) flatten(part, `${path}.${key}`, out);
  } else out.set(path, ArrayBuffer.isView(value) ? (value as Float64Array).slice() : value);
  return out;
}

const TURN = [0.36, 0.48, -0.8, -0.8, 0.6, 0, 0.48, 0.64, 0.6];
const HALF = [0.5, 0.55, 0.45];

/** Signed distance to the turned box, with the rotation undone. */
function distanceBox(p: Float64Array, at: number): number {
  const over = HALF.map(
    (half, axis) =>
      Math.abs(TURN[axis] * p[at] + TURN[3 + axis] * p[at + 1] + TURN[6 + axis] * p[at + 2]) - half,
  );
  const out = Math.hypot(...over.map((x) => Math.max(0, x)));
  return out > 0 ? out : Math.max(...over);
}

describe('warmUp', () => {
  it('leaves the solid as it was', async () => {
    const solid = buildSolid(await bake(createBox({ size: [0.4, 0.3, 0.2], edge: 0.1 }), { spacing: 0.1 }));
    const before = flatten(solid);
    warmUp(solid);
    expect(flatten(solid)).toEqual(before);
    expect(before.size).toBeGreaterThan(30);
  });
});

describe('createWarmSolid', () => {
  it('is a box whose field and nodes are right', () => {
    const { topology, field, nodes } = createWarmSolid(5);
    expect(topology.volume).toBeCloseTo(8 * HALF[0] * HALF[1] * HALF[2], 12);
    expect(topology.tetCount).toBe(750);
    let wrong = 0;
    for (let i = 0; i < topology.nodeCount; i++) {
      const inside = i >= topology.surfaceCount;
      if (Math.abs(distanceBox(topology.positions, 3 * i) + nodes.distance[i]) > 1e-12) wrong++;
      if (inside !== nodes.distance[i] > 0.1) wrong++;
      // A step along the direction by the distance ends on the surface.
      const end = new Float64Array(3);
      for (let d = 0; d < 3; d++) {
        end[d] = topology.positions[3 * i + d] + nodes.distance[i] * nodes.direction[3 * i + d];
      }
      if (Math.abs(distanceBox(end, 0)) > 1e-12) wrong++;
    }
    expect(wrong).toBe(0);
    const random = createRandom(1);
    const p = new Float64Array(3);
    const out = new Float64Array(4);
    for (let k = 0; k < 2000; k++) {
      for (let d = 0; d < 3; d++) p[d] = 1.7 * (nextFloat(random) - 0.5);
      expect(sampleField(out, field, p, 0)).toBe(true);
      expect(Math.abs(out[0] - distanceBox(p, 0))).toBeLessThan(field.error);
    }
  });

  it('breaks as any solid does', () => {
    const solid = createWarmSolid(5);
    const work = createBreakWork(solid);
    const collider = createCollider(solid);
    if (collider.field === null || collider.forest === null) throw new Error('not a solid');
    const { family } = collider.field;
    const seeds = scatterSeeds(family, 0, { count: 20, seed: 1 });
    applyPattern(work.changes, family, 0, { kind: 'voronoi', seeds });
    updateCollider(work, collider);
    expect(family.fragments.count).toBeGreaterThan(15);
    validateFamily(family);
    validateForest(collider.forest, collider.position);
  });
});
