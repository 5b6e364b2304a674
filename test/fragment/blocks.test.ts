// Breaking into cells in one go against doing it split by split.

import { describe, expect, it } from 'vitest';
import { splitBlocks } from '../../src/fragment/blocks.ts';
import { type CellField, splitCells, splitInTurn } from '../../src/fragment/cells.ts';
import { type Changes, createChanges } from '../../src/fragment/changes.ts';
import { createFamily, type Family } from '../../src/fragment/family.ts';
import { applyPattern } from '../../src/fragment/patterns.ts';
import type { SplitRecord } from '../../src/fragment/record.ts';
import { scatterSeeds } from '../../src/fragment/scatter.ts';
import type { SplitOptions } from '../../src/fragment/split.ts';
import { buildFamilyTopology, type FamilyTopology } from '../../src/fragment/topology.ts';
import { validateFamily } from '../../src/fragment/validate.ts';
import { createVoronoi } from '../../src/fragment/voronoi.ts';
import { createRandom, nextFloat } from '../../src/math/random.ts';
import { copyFamily } from './measure.ts';
import { createSolid, cutAtRandom, topologyOf } from './solids.ts';

/** What a record of changes says, in the order of its lists. */
function summarise(changes: Changes): unknown {
  const { nodeCount, edgeCount, tetCount, fragmentCount, parentCount } = changes;
  return {
    node: changes.node.slice(0, nodeCount),
    before: changes.before.slice(0, nodeCount),
    edges: changes.edge.slice(0, edgeCount),
    tets: changes.tet.slice(0, tetCount),
    fragments: changes.fragment.slice(0, fragmentCount),
    parents: changes.parent.slice(0, parentCount),
  };
}

function compare(
  topology: FamilyTopology,
  make: () => Family,
  fragment: number,
  field: () => CellField,
  options: SplitOptions = {},
): Family {
  const [fast, slow] = [splitBlocks, splitInTurn].map((split) => {
    const changes = createChanges(topology);
    const family = make();
    const log: SplitRecord[] = [];
    const pieces = split(changes, family, fragment, field(), { ...options, log });
    return {
      family,
      state: copyFamily(family),
      log,
      pieces,
      changes: summarise(changes),
      work: changes.work,
    };
  });
  expect(fast.state).toEqual(slow.state);
  expect(fast.log).toEqual(slow.log);
  expect(fast.pieces).toEqual(slow.pieces);
  expect(fast.changes).toEqual(slow.changes);
  expect(fast.work.cell.every((cell) => cell === -1)).toBe(true);
  validateFamily(fast.family);
  return fast.family;
}

describe('splitBlocks', () => {
  for (const [name, count, seed] of [
    ['ball', 2, 1],
    ['ball', 40, 2],
    ['crate', 9, 3],
    ['crate', 33, 4],
    ['bunny', 30, 5],
    ['bunny', 120, 6],
  ] as const) {
    it(`breaks a ${name} around ${count} seeds as split by split, bit for bit (seed ${seed})`, () => {
      const topology = topologyOf(name);
      const point = [...topology.positions.subarray(30, 33)];
      const impact = seed % 2 ? null : { point, radius: 3 * topology.meanScale };
      const seeds = scatterSeeds(createFamily(topology), 0, { count, seed, impact });
      const make = () => createFamily(topology);
      const family = compare(topology, make, 0, () => createVoronoi(topology, { kind: 'voronoi', seeds }));
      expect(family.fragments.count).toBeGreaterThan(count / 2);
    });
  }

  it('breaks fragments of fragments, columns and coincident seeds as split by split (seeds 1 to 8)', () => {
    const topology = topologyOf('crate');
    for (let seed = 1; seed <= 8; seed++) {
      const make = () => cutAtRandom(topology, 5, seed);
      const fragment = seed % make().fragments.count;
      const seeds = scatterSeeds(make(), fragment, { count: 7, seed });
      seeds.push(...seeds.slice(0, 6));
      const axis = seed % 2 ? null : [1, 2, 3];
      compare(topology, make, fragment, () => createVoronoi(topology, { kind: 'voronoi', seeds, axis }));
    }
  });

  it('leaves small pieces to the plain form, and does all else, bit for bit (seeds 1 to 12)', () => {
    const topology = topologyOf('ball');
    let [here, there] = [0, 0];
    for (let seed = 1; seed <= 12; seed++) {
      const options = { minNodes: 3, minVolume: (seed % 2 ? 1e-4 : 2e-2) * topology.volume };
      const make = () => createFamily(topology);
      const seeds = scatterSeeds(make(), 0, { count: 3 + 2 * seed, seed });
      const field = () => createVoronoi(topology, { kind: 'voronoi', seeds });
      const family = make();
      const before = copyFamily(family);
      const pieces = splitBlocks(createChanges(topology), family, 0, field(), options);
      if (pieces === null) {
        expect(copyFamily(family)).toEqual(before);
        splitInTurn(createChanges(topology), family, 0, field(), options);
        const bare = make();
        splitInTurn(createChanges(topology), bare, 0, field());
        expect(copyFamily(family)).not.toEqual(copyFamily(bare)); // some did join others
        there++;
      } else {
        compare(topology, make, 0, field, options);
        here++;
      }
    }
    expect(Math.min(here, there)).toBeGreaterThan(1);
  });

  it('is left out, with nothing changed, where it does not apply', () => {
    const topology = topologyOf('ball');
    const changes = createChanges(topology);
    const family = createFamily(topology);
    const before = copyFamily(family);
    const seeds = scatterSeeds(family, 0, { count: 5 });
    const field = createVoronoi(topology, { kind: 'voronoi', seeds });
    expect(splitBlocks(changes, family, 0, field, { minNodes: topology.nodeCount })).toBe(null);
    expect(splitBlocks(changes, family, 0, field, { minVolume: topology.volume })).toBe(null);
    expect(splitBlocks(changes, family, 0, { count: 2, setPhi: field.setPhi })).toBe(null);
    const random = createRandom(1);
    const noise: CellField = {
      count: 300,
      setPhi: () => {},
      setCells(cell, node) {
        for (const i of node) cell[i] = Math.floor(300 * nextFloat(random));
      },
    };
    expect(splitBlocks(changes, family, 0, noise)).toBe(null);
    expect(copyFamily(family)).toEqual(before);
    expect(changes.work.cell.every((cell) => cell === -1)).toBe(true);
    // Loose parts are for the plain form.
    const corner = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1];
    const pair = buildFamilyTopology(
      createSolid([...corner, ...corner.map((x) => x + 3)], [0, 1, 2, 3, 4, 5, 6, 7]),
    );
    const loose = createFamily(pair);
    const both = createVoronoi(pair, { kind: 'voronoi', seeds: [0, 0, 0, 3, 3, 3] });
    expect(splitBlocks(createChanges(pair), loose, 0, both)).toBe(null);
    expect(splitCells(createChanges(pair), loose, 0, both).length).toBe(2);
    validateFamily(loose);
  });

  it('breaks by labels in clumps as split by split (seeds 1 to 3)', () => {
    const topology = topologyOf('ball');
    const { positions, nodeCount } = topology;
    for (let seed = 1; seed <= 3; seed++) {
      const labels = Array.from({ length: nodeCount }, (_, i) => {
        const [x, y, z] = positions.subarray(3 * i);
        return Math.floor(seed + 2 * x) * 10 + (Math.hypot(x, y - 0.1, z) > 0.3 ? seed : 0);
      });
      const [fast, slow] = [1, 0].map((fastest) => {
        const family = createFamily(topology);
        const log: SplitRecord[] = [];
        // A volume above zero that every piece has rules the fast way out and merges nothing.
        applyPattern(
          createChanges(topology),
          family,
          0,
          { kind: 'labels', labels },
          { log, minVolume: fastest ? 0 : 1e-12 },
        );
        return { state: copyFamily(family), log };
      });
      expect(fast).toEqual(slow);
      expect(fast.log.length).toBeGreaterThan(1);
    }
  });
});
