import { describe, expect, it } from 'vitest';
import { clearChanges, createChanges } from '../../src/fragment/changes.ts';
import { createFamily, type Family, removeFragment } from '../../src/fragment/family.ts';
import { splitFragment } from '../../src/fragment/split.ts';
import { encodeFamily, type FamilyState, restoreFamily } from '../../src/fragment/state.ts';
import { createRandom, nextFloat } from '../../src/math/random.ts';
import { copyFamily } from './measure.ts';
import { cutAtRandom, setBumpy, topologyOf } from './solids.ts';

const topology = topologyOf('crate');

function goOn(family: Family, seed: number): void {
  const random = createRandom(seed);
  const changes = createChanges(topology);
  const phi = new Float64Array(topology.nodeCount);
  for (let k = 0; k < 8; k++) {
    const fragment = family.label[Math.floor(nextFloat(random) * topology.nodeCount)];
    setBumpy(phi, family, fragment, random);
    clearChanges(changes);
    splitFragment(changes, family, fragment, phi);
  }
}

describe('the state of a family', () => {
  it('restores and goes on bit for bit (seeds 1 to 5)', () => {
    for (let seed = 1; seed <= 5; seed++) {
      const family = cutAtRandom(topology, 10, seed);
      removeFragment(family, 1);
      const state = encodeFamily(family);
      const restored = restoreFamily(topology, structuredClone(state));
      expect(copyFamily(restored)).toEqual(copyFamily(family));
      for (const f of [family, restored]) f.fragments.alive[1] = 1;
      goOn(family, seed);
      goOn(restored, seed);
      expect(copyFamily(restored)).toEqual(copyFamily(family));
      expect(encodeFamily(restoreFamily(topology, state))).toEqual(state); // untouched by what came after
    }
  });

  it('of a whole copy restores', () => {
    const family = createFamily(topology);
    expect(copyFamily(restoreFamily(topology, encodeFamily(family)))).toEqual(copyFamily(family));
  });

  it('that is damaged is refused, whatever was damaged', () => {
    const state = encodeFamily(cutAtRandom(topology, 10, 1));
    const other = encodeFamily(cutAtRandom(topologyOf('ball'), 10, 1));
    expect(() => restoreFamily(topology, other)).toThrow('the state does not fit the solid');
    const damage = (change: (copy: FamilyState) => Partial<FamilyState> | undefined) => {
      const copy = structuredClone(state);
      const changed = change(copy);
      expect(() => restoreFamily(topology, { ...copy, ...changed })).toThrow(
        'the state does not fit the solid',
      );
    };
    damage((s) => void (s.label[0] = -1));
    damage((s) => void (s.label[0] = s.parent.length));
    damage((s) => void (s.label[0] = (s.label[0] + 1) % s.parent.length));
    damage((s) => void (s.cutEdge[0] = topology.edgeCount));
    damage((s) => void (s.cutEvent[3] = 0x7ffffff0));
    damage((s) => void (s.cutAt[3] = 1));
    damage((s) => void (s.cutAt[3] = Number.NaN));
    damage((s) => ({ cutAt: s.cutAt.slice(1) }));
    damage((s) => ({ cutEdge: s.cutEdge.slice(1), cutEvent: s.cutEvent.slice(1), cutAt: s.cutAt.slice(1) }));
    damage((s) => ({ parent: s.parent.slice(0, -1) }));
    damage((s) => void (s.parent[3] = 3));
    damage((s) => void (s.event[3] = -1));
    damage((s) => void (s.changed[2] = 1000));
    damage((s) => void (s.eventFirst[2] = 1));
    damage((s) => void (s.eventPieces[2] = 0));
    damage((s) => void (s.eventFragment[2] = 1000));
  });
});
