import { describe, expect, it } from 'vitest';
import { clearChanges, createChanges } from '../../src/fragment/changes.ts';
import { createFragmentMesh, extractShape } from '../../src/fragment/extract.ts';
import { createFamily, type Family } from '../../src/fragment/family.ts';
import { locateInTet } from '../../src/fragment/locate.ts';
import {
  createOccupancy,
  type Occupancy,
  occupies,
  resetOccupancy,
  updateOccupancy,
} from '../../src/fragment/occupancy.ts';
import { splitFragment } from '../../src/fragment/split.ts';
import { buildTetGrid, locateTet, type TetGrid } from '../../src/fragment/tet-grid.ts';
import { createRandom, nextFloat, type Random } from '../../src/math/random.ts';
import { findGarbage } from '../support/allocation.ts';
import { distanceBrute } from '../support/brute.ts';
import { occupiesEight } from './locators.ts';
import { cutAtRandom, setBumpy, topologyOf } from './solids.ts';

/** The labels in every cell of every level, from nothing but the tets of the finest cells. */
function gatherBrute(occupancy: Occupancy, family: Family): Set<number>[] {
  const { grid, levelCount, size, start } = occupancy;
  const { tetNode, tetCount } = family.topology;
  const cells = Array.from({ length: start[levelCount] }, () => new Set<number>());
  for (let t = 0; t < tetCount; t++) {
    const labels = [0, 1, 2, 3].map((c) => family.label[tetNode[4 * t + c]] % 256);
    for (const cell of grid.tetCell.subarray(grid.tetStart[t], grid.tetStart[t + 1])) {
      const x = cell % size[0];
      const y = Math.floor(cell / size[0]) % size[1];
      const z = Math.floor(cell / size[0] / size[1]);
      for (let l = 0; l < levelCount; l++) {
        const [nx, ny] = size.subarray(3 * l, 3 * l + 2);
        for (const f of labels) cells[start[l] + (x >> l) + nx * ((y >> l) + ny * (z >> l))].add(f);
      }
    }
  }
  return cells;
}

/** How many cells differ from what brute force says. */
function countWrong(occupancy: Occupancy, family: Family): number {
  const { words, bits } = occupancy;
  let wrong = 0;
  gatherBrute(occupancy, family).forEach((labels, c) => {
    const expected = new Int32Array(words);
    for (const f of labels) expected[(f >> 5) % words] |= 1 << (f & 31);
    for (let w = 0; w < words; w++) if (bits[c * words + w] !== expected[w]) wrong++;
  });
  return wrong;
}

interface Verdict {
  near: number; // times that the fragment had a part within r
  missed: number; // of these, denied
  far: number; // times that it had none
  kept: number; // of these, not denied
  keptByEight: number; // nor denied in the paper's way
}

const p = new Float64Array(3);
const reach = new Float64Array(2);
const bary = new Float64Array(4);

/** Random balls near the solid against the surfaces of some fragments. */
function judge(
  occupancy: Occupancy,
  family: Family,
  labels: number[],
  count: number,
  random: Random,
): Verdict {
  const { grid } = occupancy;
  const verdict = { near: 0, missed: 0, far: 0, kept: 0, keptByEight: 0 };
  const mesh = createFragmentMesh();
  for (const label of labels) {
    extractShape(mesh, family, label);
    const shape = {
      positions: mesh.positions.slice(0, 3 * mesh.vertexCount),
      indices: mesh.indices.slice(0, 3 * mesh.triangleCount),
    };
    for (let k = 0; k < count; k++) {
      for (let d = 0; d < 3; d++) {
        p[d] = grid.origin[d] + grid.cell * (grid.size[d] * (1.2 * nextFloat(random) - 0.1));
      }
      const tet = locateTet(bary, grid, p, 0);
      const inside = tet >= 0 && locateInTet(family, tet, bary, 0) === label;
      const distance = inside ? 0 : distanceBrute(shape, [p[0], p[1], p[2]]);
      // Radii of all sizes, and the very distance: the hardest case.
      reach[0] = 0;
      reach[1] = k % 3 === 0 ? distance : grid.cell * 2 ** (8 * nextFloat(random) - 4);
      const near = distance <= reach[1];
      const yes = occupies(occupancy, label, p, 0, reach, 1);
      if (near) verdict.near++;
      else verdict.far++;
      if (near && !yes) verdict.missed++;
      if (!near && yes) verdict.kept++;
      if (!near && occupiesEight(occupancy, label, p, 0, reach[1])) verdict.keptByEight++;
    }
  }
  return verdict;
}

/** Cuts on, with one update a cut, or one for several. */
function cutOn(
  grid: TetGrid,
  cuts: number,
  each: number,
  seed: number,
  look: (occupancy: Occupancy, family: Family) => void,
): void {
  const { topology } = grid;
  const family = createFamily(topology);
  const changes = createChanges(topology);
  const occupancy = createOccupancy(grid, family);
  const random = createRandom(seed);
  const phi = new Float64Array(topology.nodeCount);
  for (let k = 1; k <= cuts; k++) {
    const fragment = family.label[Math.floor(nextFloat(random) * topology.nodeCount)];
    setBumpy(phi, family, fragment, random);
    splitFragment(changes, family, fragment, phi);
    if (k % each !== 0) continue;
    updateOccupancy(occupancy, family, changes);
    clearChanges(changes);
    look(occupancy, family);
  }
}

describe('occupancy', () => {
  it('is nothing while the family is whole, and never denies then', () => {
    const topology = topologyOf('ball');
    const occupancy = createOccupancy(buildTetGrid(topology), createFamily(topology));
    expect([occupancy.words, occupancy.bits.length]).toEqual([0, 0]);
    reach[1] = 0.01;
    expect(occupies(occupancy, 0, Float64Array.of(9, 9, 9), 0, reach, 1)).toBe(true);
  });

  it('has the bits of brute force after every update (crate, 24 cuts, seeds 1 and 2)', () => {
    const grid = buildTetGrid(topologyOf('crate'));
    for (const [each, seed] of [
      [1, 1],
      [4, 2],
    ]) {
      let looks = 0;
      cutOn(grid, 24, each, seed, (occupancy, family) => {
        if (looks++ % 3 === 0) expect(countWrong(occupancy, family)).toBe(0);
      });
      expect(looks).toBe(24 / each);
    }
  });

  it('grows from one word to eight, and shares bits above 256 fragments (ball, 420 cuts, seed 3)', () => {
    const grid = buildTetGrid(topologyOf('ball'));
    const seen = new Set<number>();
    let most = 0;
    cutOn(grid, 420, 1, 3, (occupancy, family) => {
      const first = !seen.has(occupancy.words);
      seen.add(occupancy.words);
      most = family.fragments.count;
      expect(occupancy.words).toBe(most <= 32 ? 1 : most <= 64 ? 2 : most <= 128 ? 4 : 8);
      if (first || most % 100 === 0) expect(countWrong(occupancy, family)).toBe(0);
    });
    expect([...seen]).toEqual([1, 2, 4, 8]);
    expect(most).toBeGreaterThan(300);
  });

  it('is the same when made anew, empty when the family is whole again, and right for another (seed 4)', () => {
    const topology = topologyOf('crate');
    const grid = buildTetGrid(topology);
    cutOn(grid, 20, 5, 4, (occupancy, family) => {
      const anew = createOccupancy(grid, family);
      expect(Buffer.compare(Buffer.from(anew.bits.buffer), Buffer.from(occupancy.bits.buffer))).toBe(0);
      resetOccupancy(anew, createFamily(topology));
      expect(anew.words).toBe(0);
      const other = cutAtRandom(topology, 7, family.fragments.count);
      resetOccupancy(anew, other); // nothing of what was broken before stays
      expect(countWrong(anew, other)).toBe(0);
    });
  });

  it('touches only the cells of what changed (slab, a corner cut off, seed 5)', () => {
    const topology = topologyOf('slab');
    const grid = buildTetGrid(topology);
    const family = cutAtRandom(topology, 12, 5);
    const changes = createChanges(topology);
    const occupancy = createOccupancy(grid, family);
    const smallest = [...family.fragments.nodeCount.subarray(0, family.fragments.count)];
    const small = smallest.indexOf(Math.min(...smallest.filter((n) => n > 6)));
    const phi = new Float64Array(topology.nodeCount);
    setBumpy(phi, family, small, createRandom(6));
    const before = occupancy.bits.slice();
    occupancy.bits.fill(1 << 31); // what is not touched shows it
    splitFragment(changes, family, small, phi);
    updateOccupancy(occupancy, family, changes);
    let touched = 0;
    for (let c = 0; c < grid.cellCount; c++) if (occupancy.bits[c] !== 1 << 31) touched++;
    expect(touched).toBeGreaterThan(0);
    expect(touched).toBeLessThan(0.2 * grid.cellCount);
    occupancy.bits.set(before);
    updateOccupancy(occupancy, family, changes);
    expect(countWrong(occupancy, family)).toBe(0);
  });
});

// Share of balls without a part of the fragment that are kept; may only go down.
const KEPT = { crate: 0.28, ball: 0.235 };

describe('occupies against the surfaces of fragments', () => {
  it('never denies a part within r (crate, 20 cuts, seed 7; ball, 60 cuts, seed 8)', () => {
    for (const [name, cuts, seed] of [
      ['crate', 20, 7],
      ['ball', 60, 8],
    ] as const) {
      const family = cutAtRandom(topologyOf(name), cuts, seed);
      const occupancy = createOccupancy(buildTetGrid(family.topology), family);
      const labels = Array.from({ length: family.fragments.count }, (_, f) => f);
      const few = labels.filter((f) => f % Math.ceil(labels.length / 14) === 0);
      const verdict = judge(occupancy, family, few, 250, createRandom(seed));
      expect(verdict.missed).toBe(0);
      expect(verdict.near).toBeGreaterThan(500);
      expect(verdict.far).toBeGreaterThan(500);
      expect(verdict.kept / verdict.far).toBeLessThan(KEPT[name]);
      expect(verdict.kept).toBeLessThan(0.85 * verdict.keptByEight);
    }
  });

  it('nor after breaks of fragments of fragments, followed locally (slab, 40 cuts, seed 9)', () => {
    const grid = buildTetGrid(topologyOf('slab'));
    let looks = 0;
    cutOn(grid, 40, 8, 9, (occupancy, family) => {
      looks++;
      const last = family.fragments.count - 1;
      const verdict = judge(occupancy, family, [0, last >> 1, last], 150, createRandom(looks));
      expect(verdict.missed).toBe(0);
      expect(verdict.near).toBeGreaterThan(100);
    });
    expect(looks).toBe(5);
  });

  it('denies what is far from the grid, and nothing of a ball beyond all cells', () => {
    const family = cutAtRandom(topologyOf('ball'), 5, 10);
    const occupancy = createOccupancy(buildTetGrid(family.topology), family);
    const at = (x: number, r: number) => {
      reach[1] = r;
      return occupies(occupancy, 0, Float64Array.of(x, 0, 0), 0, reach, 1);
    };
    expect(at(1e6, 0.01)).toBe(false);
    expect(at(-1e6, 0.3)).toBe(false);
    expect(at(1e6, 1e7)).toBe(true);
    expect(at(0, Infinity)).toBe(true);
  });

  it('allocates nothing, nor does an update without new words', () => {
    const topology = topologyOf('crate');
    const grid = buildTetGrid(topology);
    const family = cutAtRandom(topology, 20, 11);
    const changes = createChanges(topology);
    const phi = new Float64Array(topology.nodeCount);
    setBumpy(phi, family, 0, createRandom(1));
    splitFragment(changes, family, 0, phi);
    const occupancy = createOccupancy(grid, family);
    const random = createRandom(12);
    const points = Float64Array.from({ length: 3000 }, () => nextFloat(random) - 0.5);
    reach[0] = 0.03;
    reach[1] = 0.2;
    const ask = () => {
      for (let at = 0; at < 3000; at += 3) occupies(occupancy, at % 20, points, at, reach, at & 1);
    };
    expect(findGarbage(1000, ask)).toEqual([]);
    const update = () => {
      for (let k = 0; k < 20; k++) updateOccupancy(occupancy, family, changes);
    };
    expect(findGarbage(20, update)).toEqual([]);
  });
});
