import { describe, expect, it } from 'vitest';
import { clearChanges, createChanges } from '../../src/fragment/changes.ts';
import { createFamily, removeFragment } from '../../src/fragment/family.ts';
import { replaySplit, type SplitRecord } from '../../src/fragment/record.ts';
import { splitFragment } from '../../src/fragment/split.ts';
import { buildFamilyTopology } from '../../src/fragment/topology.ts';
import { validateFamily } from '../../src/fragment/validate.ts';
import { createRandom, nextFloat } from '../../src/math/random.ts';
import { copyFamily } from './measure.ts';
import { createSolid, cutAtRandom, setBumpy, topologyOf } from './solids.ts';

const topology = topologyOf('ball');
const { nodeCount, positions } = topology;
const changes = createChanges(topology);

/** φ = x − offset. */
const plane = (offset: number, axis = 0) =>
  Float64Array.from({ length: nodeCount }, (_, i) => positions[3 * i + axis] - offset);

function fresh() {
  clearChanges(changes);
  return createFamily(topology);
}

describe('splitFragment', () => {
  it('labels nodes by the sign of φ, cuts edges where φ is zero, and keeps the label on the largest piece', () => {
    const family = fresh();
    const phi = plane(0.2);
    expect(splitFragment(changes, family, 0, phi, { clamp: 1e-9 })).toBe(1);
    validateFamily(family);
    for (let i = 0; i < nodeCount; i++) expect(family.label[i]).toBe(phi[i] < 0 ? 0 : 1);
    expect(family.fragments.nodeCount[0]).toBeGreaterThan(family.fragments.nodeCount[1]);
    let cut = 0;
    let worst = 0;
    for (let e = 0; e < topology.edgeCount; e++) {
      if (family.cutEvent[e] < 0) continue;
      const [a, b] = topology.edgeNode.subarray(2 * e);
      const x = positions[3 * a] + family.cutAt[e] * (positions[3 * b] - positions[3 * a]);
      worst = Math.max(worst, Math.abs(x - 0.2));
      cut++;
    }
    expect(worst).toBeLessThan(1e-9);
    expect(cut).toBe(changes.edgeCount);
    expect([...changes.piece.subarray(0, changes.pieceCount)]).toEqual([0, 1]);
    expect([...changes.side.subarray(0, changes.pieceCount)]).toEqual([-1, 1]);
  });

  it('keeps cuts away from nodes by the clamp', () => {
    const family = fresh();
    splitFragment(changes, family, 0, plane(positions[0])); // right through node 0
    const { scale, reach, edgeNode } = topology;
    for (let e = 0; e < topology.edgeCount; e++) {
      if (family.cutEvent[e] < 0) continue;
      const least = (i: number) => (0.04 * scale[i]) / (0.04 * scale[i] + Math.max(...reach));
      expect(family.cutAt[e]).toBeGreaterThan(least(edgeNode[2 * e]));
      expect(1 - family.cutAt[e]).toBeGreaterThan(least(edgeNode[2 * e + 1]));
    }
  });

  it('does nothing for φ of one sign, all zero or negative zero', () => {
    const family = fresh();
    const before = copyFamily(family);
    for (const [value, side] of [
      [1, 1],
      [-1, -1],
      [0, 1],
      [-0, 1],
    ]) {
      expect(splitFragment(changes, family, 0, new Float64Array(nodeCount).fill(value))).toBe(0);
      expect([changes.pieceCount, changes.piece[0], changes.side[0]]).toEqual([1, 0, side]);
    }
    expect(copyFamily(family)).toEqual(before);
    expect([changes.nodeCount, changes.edgeCount, changes.tetCount, changes.fragmentCount]).toEqual([
      0, 0, 0, 0,
    ]);
    expect(changes.parentCount).toBe(0);
  });

  it('takes zeros at nodes as positive', () => {
    const family = fresh();
    const phi = Float64Array.from({ length: nodeCount }, (_, i) => (positions[3 * i] > 0 ? 0 : -1));
    expect(splitFragment(changes, family, 0, phi)).toBe(1);
    validateFamily(family);
    for (let i = 0; i < nodeCount; i++) {
      expect(changes.side[family.label[i] === changes.piece[0] ? 0 : 1]).toBe(phi[i] < 0 ? -1 : 1);
    }
  });

  it('refuses φ that is not finite and leaves everything as it was', () => {
    const family = cutAtRandom(topology, 3, 5);
    const before = copyFamily(family);
    clearChanges(changes);
    for (const bad of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]) {
      const phi = plane(0);
      phi[family.node[family.fragments.start[2] + 1]] = bad;
      expect(() => splitFragment(changes, family, 2, phi)).toThrow(/phi is .* at node/);
    }
    expect(copyFamily(family)).toEqual(before);
    expect(changes.work.side.every((side) => side === 0)).toBe(true);
  });

  it('reads φ only at the fragment’s own nodes', () => {
    const family = cutAtRandom(topology, 3, 5);
    clearChanges(changes);
    const phi = plane(0, 1).map((x, i) => (family.label[i] === 0 ? x : Number.NaN));
    expect(splitFragment(changes, family, 0, phi)).toBeGreaterThan(0);
    validateFamily(family);
  });

  it('bears φ that is no distance at all: noise, huge, tiny, steps (seeds 1 to 30)', () => {
    for (let seed = 1; seed <= 30; seed++) {
      const random = createRandom(seed);
      const family = fresh();
      const size = 10 ** Math.round(40 * nextFloat(random) - 20);
      for (let k = 0; k < 4; k++) {
        const phi = Float64Array.from({ length: nodeCount }, () => size * (nextFloat(random) - 0.5) ** 3);
        splitFragment(changes, family, Math.floor(nextFloat(random) * family.fragments.count), phi);
      }
      validateFamily(family);
      expect(family.fragments.count).toBeGreaterThan(1);
    }
  });

  it('refuses fragments that do not exist or were removed, φ of another solid, and a clamp out of range', () => {
    const family = fresh();
    const phi = plane(0);
    expect(() => splitFragment(changes, family, 1, phi)).toThrow('labels go from 0 to 0');
    expect(() => splitFragment(changes, family, 0.5, phi)).toThrow('there is no fragment 0.5');
    expect(() => splitFragment(changes, family, 0, new Float64Array(5))).toThrow('give one for each');
    expect(() => splitFragment(changes, family, 0, phi, { clamp: 0 })).toThrow('clamp is 0');
    splitFragment(changes, family, 0, phi);
    removeFragment(family, 1);
    expect(() => splitFragment(changes, family, 1, phi)).toThrow('fragment 1 was removed');
    expect(() => removeFragment(family, 1)).toThrow('fragment 1 was removed');
    expect(() => splitFragment(changes, createFamily(topology), 0, phi)).toThrow('clearChanges first');
    const other = createChanges(topologyOf('crate'));
    expect(() => splitFragment(other, family, 0, phi)).toThrow('another solid');
  });
});

describe('pieces that are too many', () => {
  it('join others until maxPieces are left, two at least; records know of it (seeds 1 to 8)', () => {
    let reached = 0;
    for (let seed = 1; seed <= 8; seed++) {
      const random = createRandom(seed);
      const phi = Float64Array.from({ length: nodeCount }, () => nextFloat(random) - 0.6 * nextFloat(random));
      const minNodes = 1 + (seed % 2);
      const free = fresh();
      const made = splitFragment(changes, free, 0, phi, { minNodes });
      expect(made).toBeGreaterThan(1);
      for (const maxPieces of [1, 2, 3, 4, 6, made, made + 1, 100]) {
        const family = fresh();
        const log: SplitRecord[] = [];
        const pieces = 1 + splitFragment(changes, family, 0, phi, { minNodes, maxPieces, log });
        expect(pieces).toBeLessThanOrEqual(maxPieces);
        expect(pieces).toBeGreaterThanOrEqual(Math.min(2, maxPieces));
        if (pieces === Math.min(maxPieces, made + 1)) reached++;
        validateFamily(family);
        if (made < maxPieces) expect(copyFamily(family)).toEqual(copyFamily(free));
        const again = fresh();
        for (const record of log) replaySplit(changes, again, record);
        expect(copyFamily(again)).toEqual(copyFamily(family));
      }
    }
    expect(reached).toBeGreaterThan(55); // of 64: in the others one joins several at once
  });

  it('are the smallest: what joins is no larger than what stays', () => {
    const family = fresh();
    const phi = Float64Array.from({ length: nodeCount }, (_, i) => {
      const x = positions[3 * i];
      return x > 0.3 ? x - 0.3 : x < -0.1 ? -0.1 - x : -Math.min(0.3 - x, x + 0.1); // a slab between two caps
    });
    expect(splitFragment(changes, family, 0, phi, { maxPieces: 2 })).toBe(1);
    for (let i = 0; i < nodeCount; i++) {
      const cap = positions[3 * i] < -0.1;
      expect(family.label[i] === family.label[0]).toBe(cap === positions[0] < -0.1);
    }
  });

  it('all stay together where the solid has more loose parts than that', () => {
    const corners = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1];
    const three = buildFamilyTopology(
      createSolid(
        [0, 2, 4].flatMap((dx) => corners.map((x, k) => (k % 3 === 0 ? x + dx : x))),
        Array.from({ length: 12 }, (_, i) => i),
      ),
    );
    const record = createChanges(three);
    const x = Float64Array.from({ length: three.nodeCount }, (_, i) => three.positions[3 * i] - 0.5);
    for (const [maxPieces, made] of [
      [2, 0],
      [3, 2],
      [4, 3],
    ]) {
      const family = createFamily(three);
      clearChanges(record);
      expect(splitFragment(record, family, 0, x, { maxPieces })).toBe(made);
      validateFamily(family);
    }
  });

  it('are refused below one', () => {
    for (const maxPieces of [0, Number.NaN]) {
      expect(() => splitFragment(changes, fresh(), 0, plane(0), { maxPieces })).toThrow(/maxPieces is/);
    }
  });
});

describe('pieces that are too small', () => {
  /** Positive around some nodes, negative elsewhere: one little piece at each. */
  function specks(count: number, radius: number): Float64Array {
    return Float64Array.from({ length: nodeCount }, (_, i) => {
      let near = Infinity;
      for (let k = 0; k < count; k++) {
        const c = 3 * Math.floor((k * nodeCount) / count);
        near = Math.min(near, Math.hypot(...[0, 1, 2].map((d) => positions[3 * i + d] - positions[c + d])));
      }
      return radius - near;
    });
  }

  it('join what is around them: by nodes', () => {
    const phi = specks(5, 0.1);
    const family = fresh();
    expect(splitFragment(changes, family, 0, phi)).toBe(5);
    const sizes = [...family.fragments.nodeCount.subarray(1, 6)];
    for (let least = 1; least < 40; least++) {
      const again = fresh();
      const large = sizes.filter((size) => size >= least).length;
      expect(splitFragment(changes, again, 0, phi, { minNodes: least })).toBe(large);
      validateFamily(again);
    }
  });

  it('join what is around them: by volume', () => {
    const phi = specks(5, 0.1);
    const family = fresh();
    splitFragment(changes, family, 0, phi);
    const volume = new Float64Array(6);
    for (let i = 0; i < nodeCount; i++) volume[family.label[i]] += topology.nodeVolume[i];
    const sorted = [...volume].sort((a, b) => a - b);
    for (let k = 0; k < 5; k++) {
      const minVolume = (sorted[k] + sorted[k + 1]) / 2;
      expect(splitFragment(changes, fresh(), 0, phi, { minVolume })).toBe(4 - k);
    }
  });

  it('join whatever the noise: none is left that is too small, unless it is all there is (seeds 1 to 20)', () => {
    for (let seed = 1; seed <= 20; seed++) {
      const random = createRandom(seed);
      const family = fresh();
      const phi = Float64Array.from({ length: nodeCount }, () => nextFloat(random) - 0.6 * nextFloat(random));
      const minNodes = 2 + (seed % 7);
      splitFragment(changes, family, 0, phi, { minNodes });
      validateFamily(family);
      const { count, nodeCount: sizes } = family.fragments;
      for (let f = 0; f < count; f++) expect(sizes[f]).toBeGreaterThanOrEqual(minNodes);
    }
  });
});

describe('changes', () => {
  it('collects all splits since it was cleared, each node, edge and tet once (seed 3)', () => {
    const family = cutAtRandom(topology, 4, 3);
    const before = copyFamily(family) as { label: Int32Array; cutEvent: Int32Array; cutCase: Uint8Array };
    const count = family.fragments.count;
    const events = family.events.count;
    const random = createRandom(3);
    const phi = new Float64Array(nodeCount);
    clearChanges(changes);
    for (let k = 0; k < 12; k++) {
      const fragment = Math.floor(nextFloat(random) * family.fragments.count);
      setBumpy(phi, family, fragment, random);
      splitFragment(changes, family, fragment, phi);
    }
    const sorted = (list: ArrayLike<number>, n: number) =>
      Array.from(list)
        .slice(0, n)
        .sort((a, b) => a - b);
    const where = (n: number, changed: (i: number) => boolean) =>
      Array.from({ length: n }, (_, i) => i).filter(changed);
    expect(sorted(changes.node, changes.nodeCount)).toEqual(
      where(nodeCount, (i) => family.label[i] !== before.label[i]),
    );
    for (let k = 0; k < changes.nodeCount; k++) expect(changes.before[k]).toBe(before.label[changes.node[k]]);
    expect(sorted(changes.edge, changes.edgeCount)).toEqual(
      where(topology.edgeCount, (e) => family.cutEvent[e] !== before.cutEvent[e]),
    );
    expect(sorted(changes.tet, changes.tetCount)).toEqual(
      where(topology.tetCount, (t) => family.cutCase[t] !== before.cutCase[t]),
    );
    expect(sorted(changes.fragment, changes.fragmentCount)).toEqual(
      where(family.fragments.count, (f) => f >= count),
    );
    expect(sorted(changes.parent, changes.parentCount)).toEqual(
      where(family.fragments.count, (f) =>
        family.events.fragment.subarray(events, family.events.count).includes(f),
      ),
    );
    clearChanges(changes);
    expect([changes.nodeCount, changes.edgeCount, changes.tetCount, changes.fragmentCount]).toEqual([
      0, 0, 0, 0,
    ]);
  });
});

describe('a solid of two parts that do not touch', () => {
  const corner = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1];
  const pair = createSolid(
    [...corner, ...corner.map((x, k) => x + (k % 3 === 0 ? 3 : 0))],
    [0, 1, 2, 3, 4, 5, 6, 7],
  );
  const both = buildFamilyTopology(pair);

  it('is one fragment until something cuts it; then the parts are apart', () => {
    const family = createFamily(both);
    const record = createChanges(both);
    const x = (offset: number) => Float64Array.from({ length: 8 }, (_, i) => both.positions[3 * i] - offset);
    expect(splitFragment(record, family, 0, x(-1))).toBe(0);
    validateFamily(family);
    expect(splitFragment(record, family, 0, x(2))).toBe(1); // between them
    validateFamily(family);
    const again = createFamily(both);
    clearChanges(record);
    expect(splitFragment(record, again, 0, x(0.5))).toBe(2);
    validateFamily(again);
    const merged = createFamily(both);
    clearChanges(record);
    expect(splitFragment(record, merged, 0, x(0.5), { minNodes: 5 })).toBe(0);
    validateFamily(merged);
  });

  it('is replayed', () => {
    const record = createChanges(both);
    const log: SplitRecord[] = [];
    const phi = Float64Array.of(-1, 1, -1, -1, 1, 1, 1, 1);
    const family = createFamily(both);
    splitFragment(record, family, 0, phi, { log });
    clearChanges(record);
    const again = createFamily(both);
    replaySplit(record, again, log[0]);
    expect(copyFamily(again)).toEqual(copyFamily(family));
  });
});
