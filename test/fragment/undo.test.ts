import { describe, expect, it } from 'vitest';
import { clearChanges, createChanges, undoSplits } from '../../src/fragment/changes.ts';
import { applyPattern, type Pattern } from '../../src/fragment/patterns.ts';
import { createRadial } from '../../src/fragment/radial.ts';
import { scatterSeeds } from '../../src/fragment/scatter.ts';
import { validateFamily } from '../../src/fragment/validate.ts';
import { copyFamily } from './measure.ts';
import { cutAtRandom, topologyOf } from './solids.ts';

const topology = topologyOf('slab');
const changes = createChanges(topology);

describe('undoSplits', () => {
  it('takes all splits since clearChanges back, bit for bit, and what follows is as it was (seeds 1 to 10)', () => {
    for (let seed = 1; seed <= 10; seed++) {
      const family = cutAtRandom(topology, seed % 4, seed); // whole, or broken before
      const before = copyFamily(family);
      const cells: Pattern = { kind: 'voronoi', seeds: scatterSeeds(family, 0, { count: 9, seed }) };
      const rays = createRadial({ center: [0.1, 0, 0], axis: [0, 1, 0], radius: 0.5, rays: 5, seed });
      const cut = () => {
        clearChanges(changes);
        const last = family.fragments.count - 1;
        let made = applyPattern(changes, family, 0, cells, { minNodes: seed % 2 === 0 ? 1 : 4 });
        made += applyPattern(changes, family, last, rays); // the same fragment again, or another one
        return made;
      };
      expect(cut()).toBeGreaterThan(8);
      const after = copyFamily(family);
      undoSplits(changes, family);
      validateFamily(family);
      expect(copyFamily(family)).toEqual(before);
      expect([changes.family, changes.nodeCount, changes.edgeCount, changes.fragmentCount]).toEqual([
        null,
        0,
        0,
        0,
      ]);
      cut();
      expect(copyFamily(family)).toEqual(after);
    }
  });

  it('does nothing where nothing was split', () => {
    const family = cutAtRandom(topology, 2, 1);
    const before = copyFamily(family);
    clearChanges(changes);
    applyPattern(changes, family, 0, { kind: 'slice', normal: [0, 1, 0], offset: 5 });
    undoSplits(changes, family);
    expect(copyFamily(family)).toEqual(before);
    expect(changes.family).toBe(null);
  });
});
