// Colliders follow their families.

import { describe, expect, it } from 'vitest';
import { bake } from '../../src/bake/bake.ts';
import { createCollider } from '../../src/contact/collider.ts';
import { createShape, type ShapeName } from '../../src/contact/shape.ts';
import { buildSolid } from '../../src/contact/solid.ts';
import { breakFragment, createBreakWork, familyOf, updateCollider } from '../../src/contact/update.ts';
import { createFamily } from '../../src/fragment/family.ts';
import { applyPattern } from '../../src/fragment/patterns.ts';
import { scatterSeeds } from '../../src/fragment/scatter.ts';
import { validateFamily } from '../../src/fragment/validate.ts';
import * as shapes from '../../src/mesh/shapes/index.ts';
import { validateForest } from '../../src/tree/validate-forest.ts';

const solid = buildSolid(
  await bake(shapes.createBox({ size: [0.3, 0.2, 0.1] }), { spacing: 0.06, cells: 16 }),
);

const slice = (x: number) => ({ kind: 'slice', normal: [1, 0.2, 0.1], offset: x }) as const;

function forestOf(collider: ReturnType<typeof createCollider>) {
  if (collider.forest === null) throw new Error('not a solid');
  return collider.forest;
}

describe('breakFragment', () => {
  it('cuts, and brings trees and field up to date', () => {
    const copy = createCollider(solid);
    const work = createBreakWork(solid);
    const seeds = scatterSeeds(familyOf(copy), 0, { count: 7, seed: 1 });
    const made = breakFragment(work, copy, 0, { kind: 'voronoi', seeds });
    expect(made).toBeGreaterThan(4);
    const { fragments } = familyOf(copy);
    validateFamily(familyOf(copy));
    validateForest(forestOf(copy), copy.position);
    for (let label = 0; label < fragments.count; label++) {
      expect(forestOf(copy).root[label], `fragment ${label} has a tree`).toBeGreaterThanOrEqual(0);
    }
    expect(work.changes.family, 'changes are taken').toBe(null);
  });

  it('that cuts nothing changes nothing', () => {
    const copy = createCollider(solid);
    const before = structuredClone(forestOf(copy));
    expect(breakFragment(createBreakWork(solid), copy, 0, slice(9))).toBe(0);
    expect(forestOf(copy)).toEqual(before);
  });

  it('other copies of the solid stay whole', () => {
    const other = createCollider(solid);
    const before = structuredClone([other.forest, other.field?.box, other.position]);
    breakFragment(createBreakWork(solid), createCollider(solid), 0, slice(0));
    expect([other.forest, other.field?.box, other.position]).toEqual(before);
    const fresh = createCollider(solid);
    expect([fresh.forest, fresh.field?.box, fresh.position]).toEqual(before);
  });
});

describe('updateCollider', () => {
  it('takes all splits of a fracture at once, and gives the points that one by one gives', () => {
    const once = createCollider(solid);
    const turns = createCollider(solid);
    const work = createBreakWork(solid);
    for (const x of [-0.05, 0.05]) applyPattern(work.changes, familyOf(once), 0, slice(x));
    updateCollider(work, once);
    for (const x of [-0.05, 0.05]) breakFragment(work, turns, 0, slice(x));
    expect(familyOf(once).label).toEqual(familyOf(turns).label);
    validateForest(forestOf(once), once.position);
    const list = (copy: typeof once) =>
      Array.from({ length: forestOf(copy).pointCount }, (_, p) =>
        [forestOf(copy).fragment[p], ...copy.position.subarray(3 * p, 3 * p + 3)].join(),
      ).sort();
    expect(list(once)).toEqual(list(turns));
  });

  it('refuses shapes and the changes of others', () => {
    const work = createBreakWork(solid);
    const ground = createShape('plane');
    expect(() => updateCollider(work, ground)).toThrow(/shape/);
    expect(() => familyOf(ground)).toThrow(/shape/);
    const copy = createCollider(solid);
    applyPattern(work.changes, createFamily(solid.topology), 0, slice(0));
    expect(() => updateCollider(work, copy)).toThrow(/another copy/);
    expect(() => createShape('cone' as ShapeName)).toThrow(/name is 'cone': give 'plane', 'box'/);
  });
});
