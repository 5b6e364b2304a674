import { describe, expect, it } from 'vitest';
import { buildTetGrid, locateTet, type TetGrid } from '../../src/fragment/tet-grid.ts';
import { buildFamilyTopology, type FamilyTopology } from '../../src/fragment/topology.ts';
import { createRandom, nextFloat, type Random } from '../../src/math/random.ts';
import { findGarbage } from '../support/allocation.ts';
import {
  buildKdTree,
  countCandidates,
  createWalk,
  depthIn,
  locateAll,
  locateByTree,
  locateByWalk,
} from './locators.ts';
import { createSolid, topologyOf } from './solids.ts';

const bary = new Float64Array(4);

/** The box of the solid, a tenth larger. */
function boxOf({ positions }: FamilyTopology): { low: number[]; size: number[] } {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  positions.forEach((x, i) => {
    low[i % 3] = Math.min(low[i % 3], x);
    high[i % 3] = Math.max(high[i % 3], x);
  });
  return {
    low: low.map((l, d) => l - 0.05 * (high[d] - l)),
    size: low.map((l, d) => 1.1 * (high[d] - l)),
  };
}

function scatter(topology: FamilyTopology, count: number, random: Random): Float64Array {
  const { low, size } = boxOf(topology);
  return Float64Array.from({ length: 3 * count }, (_, i) => low[i % 3] + nextFloat(random) * size[i % 3]);
}

/** Points of tets with a number of their coordinates 0: inside, on faces, on edges, at nodes. */
function scatterWithin(topology: FamilyTopology, count: number, zeros: number, random: Random): Float64Array {
  const { positions, tetNode, tetCount } = topology;
  const out = new Float64Array(3 * count);
  for (let i = 0; i < count; i++) {
    const t = Math.floor(nextFloat(random) * tetCount);
    const weight = [0, 1, 2, 3].map((c) => (c < zeros ? 0 : -Math.log(1 - nextFloat(random))));
    const turn = Math.floor(nextFloat(random) * 4);
    const sum = weight.reduce((s, w) => s + w);
    for (let d = 0; d < 3; d++) {
      if (zeros === 3) out[3 * i + d] = positions[3 * tetNode[4 * t + turn] + d];
      else {
        weight.forEach((w, c) => {
          out[3 * i + d] += (w / sum) * positions[3 * tetNode[4 * t + ((c + turn) % 4)] + d];
        });
      }
    }
  }
  return out;
}

/** Four points almost in a plane, `h` thick, and the two tets on either side: five tets, one a sliver. */
function createSliver(h: number, shift: number): FamilyTopology {
  const corners = [-1, 0, 0, 1, 0, 0, 0, -1, h, 0, 1, h, 0, 0, 1.5, 0, 0, -1.5];
  const faces = [
    [0, 1, 2, 3],
    [0, 2, 3, 4],
    [1, 2, 3, 4],
    [0, 1, 2, 5],
    [0, 1, 3, 5],
  ];
  return buildFamilyTopology(
    createSolid(
      corners.map((x) => x + shift),
      faces.flat(),
    ),
  );
}

interface Score {
  held: number; // points in the solid, exactly
  missed: number; // of these, not found
  false: number; // found, but not in the solid
  wrong: number; // found in a tet that does not hold the point, though another does: beyond rounding
}

function judge(grid: TetGrid, points: Float64Array, rounding = 1e-9): Score {
  const score = { held: 0, missed: 0, false: 0, wrong: 0 };
  for (let at = 0; at < points.length; at += 3) {
    const exact = locateAll(grid.topology, points, at);
    const found = locateTet(bary, grid, points, at);
    if (exact.length > 0) score.held++;
    if (exact.length > 0 && found < 0) score.missed++;
    if (exact.length === 0 && found >= 0) score.false++;
    if (exact.length > 0 && found >= 0 && !exact.includes(found) && Math.min(...bary) < -rounding)
      score.wrong++;
  }
  return score;
}

describe('locateTet against all tets in turn', () => {
  for (const name of ['ball', 'crate', 'slab'] as const) {
    it(`finds every point of the solid and none outside (${name}, seed 1)`, () => {
      const topology = topologyOf(name);
      const grid = buildTetGrid(topology);
      const score = judge(grid, scatter(topology, 1500, createRandom(1)));
      expect(score.held).toBeGreaterThan(300);
      expect(score).toMatchObject({ missed: 0, false: 0, wrong: 0 });
    });
  }

  it('finds points on faces, on edges and at nodes (ball, crate, seed 2)', () => {
    for (const name of ['ball', 'crate'] as const) {
      const topology = topologyOf(name);
      const grid = buildTetGrid(topology);
      const random = createRandom(2);
      for (const zeros of [0, 1, 2, 3]) {
        const points = scatterWithin(topology, 2000, zeros, random);
        let missed = 0; // rounding may put points of the boundary outside: by less than the slack
        for (let at = 0; at < points.length; at += 3) if (locateTet(bary, grid, points, at) < 0) missed++;
        expect(missed).toBe(0);
      }
    }
  });

  it('finds points beside and in slivers down to 1e-15 of their length (seed 3)', () => {
    for (const h of [1e-1, 1e-3, 1e-5, 1e-7, 1e-9, 1e-11, 1e-13, 1e-15]) {
      const topology = createSliver(h, 0);
      const grid = buildTetGrid(topology);
      const random = createRandom(3);
      const points = new Float64Array(3 * 600);
      for (let i = 0; i < 600; i++) {
        points[3 * i] = 2 * nextFloat(random) - 1;
        points[3 * i + 1] = 2 * nextFloat(random) - 1;
        points[3 * i + 2] = h * (1.5 * nextFloat(random) - 0.25);
      }
      const score = judge(grid, points, 1); // in a sliver, coordinates mean little
      expect(score.held).toBeGreaterThan(100);
      expect(score).toMatchObject({ missed: 0, false: 0 });
    }
  });

  it('finds nodes of a solid far from the origin, and nothing a millionth of its size beyond (seed 4)', () => {
    for (const h of [0.3, 1e-4]) {
      const topology = createSliver(h, 1000);
      const grid = buildTetGrid(topology);
      for (let i = 0; i < topology.nodeCount; i++) {
        expect(locateTet(bary, grid, topology.positions, 3 * i)).toBeGreaterThanOrEqual(0);
      }
      const apex = Float64Array.of(1000, 1000, 1001.5 + 1e-6);
      expect(locateTet(bary, grid, apex, 0)).toBe(-1);
    }
  });

  it('does so for every size of cells (crate, seed 5)', () => {
    const topology = topologyOf('crate');
    for (const cells of [0.05, 0.4, 1, 3, 8]) {
      const score = judge(buildTetGrid(topology, cells), scatter(topology, 400, createRandom(5)));
      expect(score.held).toBeGreaterThan(100);
      expect(score).toMatchObject({ missed: 0, false: 0, wrong: 0 });
    }
  });
});

describe('locateTet', () => {
  it('writes coordinates that give the point back (bunny, seed 6)', () => {
    const topology = topologyOf('bunny');
    const grid = buildTetGrid(topology);
    const points = scatterWithin(topology, 3000, 0, createRandom(6));
    const { positions, tetNode } = topology;
    let worst = 0;
    for (let at = 0; at < points.length; at += 3) {
      const tet = locateTet(bary, grid, points, at);
      for (let d = 0; d < 3; d++) {
        let x = 0;
        for (let c = 0; c < 4; c++) x += bary[c] * positions[3 * tetNode[4 * tet + c] + d];
        worst = Math.max(worst, Math.abs(x - points[at + d]));
      }
    }
    expect(worst).toBeLessThan(1e-10 * topology.meanScale);
  });

  it('gives the same tet and coordinates whatever tet was found before (ball, 4,000 places, seed 6)', () => {
    const topology = topologyOf('ball');
    const grid = buildTetGrid(topology);
    const random = createRandom(6);
    const { positions: x, tetNode, tetCount } = topology;
    const p = new Float64Array(3);
    const other = new Float64Array(4);
    let wrong = 0;
    for (let k = 0; k < 4000; k++) {
      // At a node, on an edge, on a face, within a tet, and just beside all of these.
      const tet = Math.floor(nextFloat(random) * tetCount);
      const corners = 1 + (k % 4);
      for (let d = 0; d < 3; d++) {
        p[d] = 0;
        for (let c = 0; c < corners; c++) p[d] += x[3 * tetNode[4 * tet + c] + d] / corners;
        p[d] += (k % 3 === 0 ? 0 : k % 3 === 1 ? 1e-12 : 1e-4) * (nextFloat(random) - 0.5);
      }
      grid.last[0] = 0;
      const found = locateTet(bary, grid, p, 0);
      for (const last of [tet, Math.max(0, found), Math.floor(nextFloat(random) * tetCount)]) {
        grid.last[0] = last;
        if (locateTet(other, grid, p, 0) !== found) wrong++;
        if (found >= 0 && other.some((b, c) => b !== bary[c])) wrong++;
      }
    }
    expect(wrong).toBe(0);
  });

  it('takes of all tets at a node the deepest, and the same one whatever came before (ball)', () => {
    const topology = topologyOf('ball');
    const { positions: x, nodeCount, tetNode, cornerStart, corner } = topology;
    const grid = buildTetGrid(topology);
    const first = Array.from({ length: nodeCount }, (_, i) => locateTet(bary, grid, x, 3 * i));
    let wrong = 0;
    for (let i = nodeCount - 1; i >= 0; i--) {
      if (locateTet(bary, grid, x, 3 * i) !== first[i]) wrong++;
      if (!tetNode.subarray(4 * first[i], 4 * first[i] + 4).includes(i)) wrong++;
      const found = Math.min(...bary);
      for (let k = cornerStart[i]; k < cornerStart[i + 1]; k++) {
        if (depthIn(grid, corner[k] >> 2, x, 3 * i) > found) wrong++;
      }
    }
    expect(wrong).toBe(0);
  });

  it('says −1 to what is no place', () => {
    const grid = buildTetGrid(topologyOf('ball'));
    for (const x of [Number.NaN, Infinity, -Infinity, 1e300, 4e9, -4e9]) {
      expect(locateTet(bary, grid, Float64Array.of(x, 0, 0), 0)).toBe(-1);
      expect(locateTet(bary, grid, Float64Array.of(0, 0, x), 0)).toBe(-1);
    }
  });

  it('agrees with a k-d tree and with a walk (bunny, seed 8)', () => {
    const topology = topologyOf('bunny');
    const grid = buildTetGrid(topology);
    const tree = buildKdTree(grid);
    const walk = createWalk(grid, tree);
    const points = scatter(topology, 5000, createRandom(8));
    let inside = 0;
    let apart = 0;
    for (let at = 0; at < points.length; at += 3) {
      const found = locateTet(bary, grid, points, at);
      if (found >= 0) inside++;
      if (locateByTree(bary, tree, points, at) !== found) apart++;
      if (locateByWalk(bary, walk, points, at) !== found) apart++;
    }
    expect(apart).toBe(0);
    expect(inside).toBeGreaterThan(1000);
    expect(walk.falls).toBeLessThan(points.length / 3);
  });

  it('allocates nothing', () => {
    const topology = topologyOf('bunny');
    const grid = buildTetGrid(topology);
    const points = scatter(topology, 1000, createRandom(9));
    const job = () => {
      for (let at = 0; at < points.length; at += 3) locateTet(bary, grid, points, at);
    };
    expect(findGarbage(1000, job)).toEqual([]);
  });
});

/** What is left of a polygon where `height` is at least 0. */
function clipPolygon(polygon: number[][], height: (p: number[]) => number): number[][] {
  return polygon.flatMap((p, k) => {
    const q = polygon[(k + 1) % polygon.length];
    const hp = height(p);
    const hq = height(q);
    const out = hp >= 0 ? [p] : [];
    if (hp * hq < 0) out.push(p.map((x, d) => x + (hp / (hp - hq)) * (q[d] - x)));
    return out;
  });
}

/** Whether a tet meets a box grown by `margin`: a face of it does when clipped, or it holds the box's corner. */
function meets(grid: TetGrid, tet: number, cell: number, margin: number): boolean {
  const { topology, size, origin, cell: side } = grid;
  const { positions, tetNode } = topology;
  const index = [cell % size[0], Math.floor(cell / size[0]) % size[1], Math.floor(cell / size[0] / size[1])];
  const low = index.map((i, d) => origin[d] + i * side - margin);
  const high = index.map((i, d) => origin[d] + (i + 1) * side + margin);
  const corners = [0, 1, 2, 3].map((c) => [
    ...positions.subarray(3 * tetNode[4 * tet + c], 3 * tetNode[4 * tet + c] + 3),
  ]);
  for (const face of [0, 1, 2, 3]) {
    let polygon = corners.filter((_, c) => c !== face);
    for (let d = 0; d < 3; d++) {
      polygon = clipPolygon(polygon, (p) => p[d] - low[d]);
      polygon = clipPolygon(polygon, (p) => high[d] - p[d]);
    }
    if (polygon.length > 0) return true;
  }
  return locateAll(topology, low, 0).includes(tet);
}

describe('the lists of a tet grid', () => {
  it('hold every tet that overlaps a cell and hardly another (ball, and crate in cells of all sizes)', () => {
    const cases = [
      [topologyOf('ball'), 2],
      [topologyOf('crate'), 3],
      [topologyOf('crate'), 0.7],
      [createSliver(1e-5, 3), 6],
    ] as const;
    for (const [topology, cells] of cases) {
      const grid = buildTetGrid(topology, cells);
      const { size, cellStart, cellTet, tetStart, tetCell } = grid;
      let missed = 0;
      let listed = 0;
      let spare = 0;
      for (let t = 0; t < topology.tetCount; t += topology.tetCount > 100 ? 41 : 1) {
        const cellsOf = new Set(tetCell.subarray(tetStart[t], tetStart[t + 1]));
        const low = [Infinity, Infinity, Infinity];
        const high = [-Infinity, -Infinity, -Infinity];
        for (let c = 0; c < 12; c++) {
          const x = topology.positions[3 * topology.tetNode[4 * t + Math.floor(c / 3)] + (c % 3)];
          const i = Math.floor((x - grid.origin[c % 3]) * grid.inverse);
          low[c % 3] = Math.min(low[c % 3], Math.max(0, i - 1));
          high[c % 3] = Math.max(high[c % 3], Math.min(size[c % 3] - 1, i + 1));
        }
        for (let z = low[2]; z <= high[2]; z++) {
          for (let y = low[1]; y <= high[1]; y++) {
            for (let x = low[0]; x <= high[0]; x++) {
              const cell = x + size[0] * (y + size[1] * z);
              if (cellsOf.has(cell)) {
                listed++;
                if (!meets(grid, t, cell, 1e-5 * grid.cell)) spare++;
                cellsOf.delete(cell);
              } else if (meets(grid, t, cell, -1e-12 * grid.cell)) missed++;
            }
          }
        }
        expect(cellsOf.size).toBe(0); // nothing beyond the box
      }
      expect(listed).toBeGreaterThan(20);
      expect([missed, spare]).toEqual([0, 0]);
      // Both directions of the relation are the same pairs.
      const pairs = new Set<number>();
      for (let t = 0; t < topology.tetCount; t++) {
        for (let k = tetStart[t]; k < tetStart[t + 1]; k++) pairs.add(tetCell[k] * topology.tetCount + t);
      }
      expect(cellTet.length).toBe(pairs.size);
      for (let c = 0; c < grid.cellCount; c++) {
        for (let k = cellStart[c]; k < cellStart[c + 1]; k++)
          pairs.delete(c * topology.tetCount + cellTet[k]);
      }
      expect(pairs.size).toBe(0);
    }
  });

  it('are short: at most 6.5 candidates looked at for a point of the bunny (seed 10)', () => {
    const topology = topologyOf('bunny');
    const grid = buildTetGrid(topology);
    const points = scatterWithin(topology, 2000, 0, createRandom(10));
    let looked = 0;
    for (let at = 0; at < points.length; at += 3) {
      looked += countCandidates(grid, points, at, locateTet(bary, grid, points, at));
    }
    expect(looked / 2000).toBeLessThan(6.5);
    expect(grid.cellCount).toBeLessThan(8 * topology.tetCount + 65);
  });
});
