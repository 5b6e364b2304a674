import { describe, expect, it } from 'vitest';
import { clearChanges, createChanges } from '../../src/fragment/changes.ts';
import { createFamily } from '../../src/fragment/family.ts';
import { replaySplit, type SplitRecord } from '../../src/fragment/record.ts';
import { splitFragment } from '../../src/fragment/split.ts';
import { createRandom, nextFloat } from '../../src/math/random.ts';
import { copyFamily } from './measure.ts';
import { setBumpy, topologyOf } from './solids.ts';

const topology = topologyOf('ball');
const changes = createChanges(topology);

describe('records of splits', () => {
  it('replay through JSON, bit for bit, also where small pieces joined others (seeds 1 to 6)', () => {
    for (let seed = 1; seed <= 6; seed++) {
      const family = createFamily(topology);
      const log: SplitRecord[] = [];
      const random = createRandom(seed);
      const phi = new Float64Array(topology.nodeCount);
      clearChanges(changes);
      for (let k = 0; k < 20; k++) {
        const fragment = family.label[Math.floor(nextFloat(random) * topology.nodeCount)];
        setBumpy(phi, family, fragment, random);
        for (let i = 0; i < phi.length; i++) phi[i] += 0.1 * (nextFloat(random) - 0.5); // makes specks
        splitFragment(changes, family, fragment, phi, { log, minNodes: seed });
      }
      expect(log.length).toBe(family.events.count);
      const again = createFamily(topology);
      clearChanges(changes);
      for (const record of JSON.parse(JSON.stringify(log))) replaySplit(changes, again, record);
      expect(copyFamily(again)).toEqual(copyFamily(family));
    }
  });

  it('that do not fit are refused, and nothing changes', () => {
    const family = createFamily(topology);
    const log: SplitRecord[] = [];
    const phi = Float64Array.from({ length: topology.nodeCount }, (_, i) => topology.positions[3 * i]);
    clearChanges(changes);
    splitFragment(changes, family, 0, phi, { log });
    const before = copyFamily(family);
    expect(() => replaySplit(changes, family, log[0])).toThrow('in the order they were made');
    const own = [...family.node.subarray(0, 2)];
    const bad: [SplitRecord, string][] = [
      [{ fragment: 9, node: own, phi: [1, -1] }, 'no fragment 9'],
      [{ fragment: 0, node: own, phi: [1] }, 'not as many values of phi as nodes'],
      [{ fragment: 0, node: [], phi: [] }, 'not as many values of phi as nodes'],
      [{ fragment: 0, node: [topology.nodeCount], phi: [1] }, 'not of fragment 0'],
      [{ fragment: 0, node: own, phi: [1, 0] }, 'it is no distance'],
      [{ fragment: 0, node: own, phi: [Number.NaN, 1] }, 'phi NaN'],
    ];
    for (const [record, message] of bad) expect(() => replaySplit(changes, family, record)).toThrow(message);
    expect(copyFamily(family)).toEqual(before);
    expect(changes.work.side.every((side) => side === 0)).toBe(true);
  });
});
