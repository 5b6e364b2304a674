// Which way to find the tet of a point is fastest: a grid of candidates, a k-d tree as in [Glondu13, sec. 4.3], or a walk
// from the last tet. And what the occupancy of fragments costs to follow a break and to ask [Glondu13, sec. 4.5].

import { clearChanges, createChanges } from '../src/fragment/changes.ts';
import { createFamily, type Family } from '../src/fragment/family.ts';
import { createOccupancy, type Occupancy, occupies, updateOccupancy } from '../src/fragment/occupancy.ts';
import { applyPattern } from '../src/fragment/patterns.ts';
import { scatterSeeds } from '../src/fragment/scatter.ts';
import { encodeFamily, restoreFamily } from '../src/fragment/state.ts';
import { buildTetGrid, locateTet, type TetGrid } from '../src/fragment/tet-grid.ts';
import { buildFamilyTopology, type FamilyTopology } from '../src/fragment/topology.ts';
import { finishWork } from '../src/job/work.ts';
import { createRandom, nextFloat, type Random } from '../src/math/random.ts';
import { createFrame, movePoint, setFrame } from '../src/math/rigid.ts';
import { tetrahedralise } from '../src/mesh/tetrahedralise/tetrahedralise.ts';
import { orderPoints } from '../src/tree/order.ts';
import {
  buildKdTree,
  countCandidates,
  createWalk,
  type KdTree,
  locateByTree,
  locateByWalk,
  occupiesEight,
  type Walk,
} from '../test/fragment/locators.ts';
import { type Bench, measure, medianOf, type Report } from './bench.ts';
import { loadPaperModels } from './models.ts';

const POINTS = 10000;
const RUNS = 40; // short ones, turn by turn
const WARM = 5; // of these before

export const bench: Bench = {
  name: 'locate',
  answers:
    'the tet of a point by grid, k-d tree and walk (decision 10); the occupancy of fragments, its update and queries',
  async run(report) {
    const models = loadPaperModels();
    for (const name of ['bunny', 'plate', 'piggy bank']) {
      const model = models.find((m) => m.name === name) as (typeof models)[0];
      report.note(`filling the ${name} with tets`);
      const { mesh, spacing, interior } = model;
      const { solid } = finishWork(tetrahedralise(mesh, { spacing, interior }));
      if (!solid) throw new Error(`the ${name} could not be filled`);
      const topology = buildFamilyTopology(solid);
      const grid = await measureBuild(report, name, topology);
      await measureWays(report, name, grid);
      if (name !== 'bunny') continue;
      await measureSizes(report, name, topology);
      await measureOccupancy(report, grid);
    }
  },
};

async function measureBuild(report: Report, name: string, topology: FamilyTopology): Promise<TetGrid> {
  const start = performance.now();
  const grid = buildTetGrid(topology);
  const first = performance.now() - start;
  if (name === 'bunny') {
    report.row({
      name: `${name}: build the grid, cold engine`,
      value: first,
      unit: 'ms',
      target: 60,
      cold: true,
    });
  }
  await report.timed(() => {
    const { median, min } = measure(() => buildTetGrid(topology), { runs: 9, warm: 2 });
    report.row({
      name: `${name}: build the grid`,
      value: median,
      unit: 'ms',
      min,
      tets: topology.tetCount,
      cells: grid.cellCount,
      entries: grid.cellTet.length,
      listMegabytes: (grid.cellStart.byteLength + grid.cellTet.byteLength) / 1e6,
      reverseMegabytes: (grid.tetStart.byteLength + grid.tetCell.byteLength) / 1e6,
      tetMegabytes: (grid.affine.byteLength + grid.slack.byteLength) / 1e6,
    });
  });
  return grid;
}

function pointIn(out: Float64Array, at: number, grid: TetGrid, random: Random): void {
  for (let d = 0; d < 3; d++) {
    out[at + d] = grid.origin[d] + nextFloat(random) * grid.size[d] * grid.cell;
  }
}

const bary = new Float64Array(4);

/** Points of the solid's box, in the solid or beside it. */
function scatter(grid: TetGrid, inside: boolean, random: Random): Float64Array {
  const out = new Float64Array(3 * POINTS);
  for (let i = 0; i < POINTS; ) {
    pointIn(out, 3 * i, grid, random);
    if (locateTet(bary, grid, out, 3 * i) >= 0 === inside) i++;
  }
  return out;
}

/** A path through the solid: each point a tenth of an edge from the last one. */
function stroll(grid: TetGrid, random: Random): Float64Array {
  const out = scatter(grid, true, random);
  const step = 0.1 * grid.topology.meanScale;
  for (let i = 1; i < POINTS; ) {
    for (let d = 0; d < 3; d++) out[3 * i + d] = out[3 * i - 3 + d] + step * (2 * nextFloat(random) - 1);
    if (locateTet(bary, grid, out, 3 * i) >= 0) i++;
  }
  return out;
}

/** Points of a second copy that reaches into this one, as its sphere tree visits them, pose after pose. */
function visit(grid: TetGrid, random: Random): Float64Array {
  const { positions, surfaceCount } = grid.topology;
  const surface = positions.slice(0, 3 * surfaceCount);
  const order = orderPoints(surface);
  const out = new Float64Array(3 * POINTS);
  const pose = new Float64Array(7);
  const frame = createFrame();
  let count = 0;
  while (count < POINTS) {
    for (let d = 0; d < 3; d++) {
      pose[d] = 0.6 * (nextFloat(random) - 0.5) * grid.size[d] * grid.cell;
    }
    const turn = [0, 1, 2, 3].map(() => nextFloat(random) - 0.5);
    const length = Math.hypot(...turn);
    for (let k = 0; k < 4; k++) pose[3 + k] = turn[k] / length;
    setFrame(frame, pose, 0);
    for (let k = 0; k < order.length && count < POINTS; k++) {
      movePoint(out, 3 * count, frame, surface, 3 * order[k]);
      const boxed = [0, 1, 2].every((d) => {
        const c = (out[3 * count + d] - grid.origin[d]) * grid.inverse;
        return c >= 0 && c < grid.size[d];
      });
      if (boxed) count++;
    }
  }
  return out;
}

function runGrid(grid: TetGrid, points: Float64Array): number {
  let found = 0;
  for (let at = 0; at < points.length; at += 3) if (locateTet(bary, grid, points, at) >= 0) found++;
  return found;
}

function runTree(tree: KdTree, points: Float64Array): number {
  let found = 0;
  for (let at = 0; at < points.length; at += 3) if (locateByTree(bary, tree, points, at) >= 0) found++;
  return found;
}

function runWalk(walk: Walk, points: Float64Array): number {
  let found = 0;
  for (let at = 0; at < points.length; at += 3) if (locateByWalk(bary, walk, points, at) >= 0) found++;
  return found;
}

/** Nanoseconds a point: the median of many runs, jobs taking turns. */
function race(jobs: (() => number)[]): number[] {
  const times = jobs.map((): number[] => []);
  for (let run = 0; run < WARM + RUNS; run++) {
    jobs.forEach((job, k) => {
      const start = performance.now();
      job();
      if (run >= WARM) times[k].push((1e6 * (performance.now() - start)) / POINTS);
    });
  }
  return times.map(medianOf);
}

async function measureWays(report: Report, name: string, grid: TetGrid): Promise<void> {
  const tree = await report.timed(() => {
    const { median, result } = measure(() => buildKdTree(grid));
    const { axis, split, child, list } = result;
    report.row({
      name: `${name}: build the k-d tree`,
      value: median,
      unit: 'ms',
      nodes: axis.length,
      bytes: axis.byteLength + split.byteLength + child.byteLength + list.byteLength,
    });
    return result;
  });
  const walk = createWalk(grid, tree);
  const random = createRandom(1);
  const sets: [string, Float64Array][] = [
    ['inside', scatter(grid, true, random)],
    ['outside', scatter(grid, false, random)],
    ['along a path', stroll(grid, random)],
    ['points of a tree', visit(grid, random)],
  ];
  for (const [where, points] of sets) {
    report.note(`${name}: ${where}`);
    let candidates = 0;
    for (let at = 0; at < points.length; at += 3) {
      candidates += countCandidates(grid, points, at, locateTet(bary, grid, points, at));
    }
    walk.steps = walk.falls = 0;
    const found = runWalk(walk, points);
    const steps = walk.steps / POINTS;
    const fallsPerCent = (100 * walk.falls) / POINTS;
    await report.timed(() => {
      const [byGrid, byTree, byWalk] = race([
        () => runGrid(grid, points),
        () => runTree(tree, points),
        () => runWalk(walk, points),
      ]);
      const of = `${name}: ${where}`;
      report.row({
        name: `${of}, grid`,
        value: byGrid,
        unit: 'ns',
        candidates: candidates / POINTS,
        inside: found / POINTS,
      });
      report.row({ name: `${of}, k-d tree`, value: byTree, unit: 'ns', ratio: byTree / byGrid });
      report.row({
        name: `${of}, walk`,
        value: byWalk,
        unit: 'ns',
        ratio: byWalk / byGrid,
        steps,
        fallsPerCent,
      });
    });
  }
}

async function measureSizes(report: Report, name: string, topology: FamilyTopology): Promise<void> {
  const sizes = [1, 1.5, 2, 3];
  const grids = sizes.map((cells) => buildTetGrid(topology, cells));
  const random = createRandom(2);
  const inside = scatter(grids[0], true, random);
  const outside = scatter(grids[0], false, random);
  for (const [where, points] of [
    ['inside', inside],
    ['outside', outside],
  ] as const) {
    await report.timed(() => {
      const times = race(grids.map((grid) => () => runGrid(grid, points)));
      grids.forEach((grid, k) => {
        report.row({
          name: `${name}: ${sizes[k]} cells an edge, ${where}`,
          value: times[k],
          unit: 'ns',
          cells: grid.cellCount,
          entries: grid.cellTet.length,
        });
      });
    });
  }
}

async function measureOccupancy(report: Report, grid: TetGrid): Promise<void> {
  const { topology } = grid;
  const whole = createFamily(topology);
  const changes = createChanges(topology);
  const family = createFamily(topology);
  const seeds = scatterSeeds(whole, 0, { count: 28, seed: 3 });
  applyPattern(changes, family, 0, { kind: 'voronoi', seeds });
  const occupancy = createOccupancy(grid, whole);
  const cold = performance.now();
  updateOccupancy(occupancy, family, changes);
  const first = performance.now() - cold;
  report.row({ name: 'occupancy: first update, cold engine', value: first, unit: 'ms', cold: true });
  const update = (n: number, make: () => Occupancy, of: Family) => {
    const times: number[] = [];
    for (let k = 0; k < n; k++) {
      const into = make();
      const start = performance.now();
      updateOccupancy(into, of, changes);
      times.push(performance.now() - start);
    }
    times.sort((a, b) => a - b);
    return { value: times[n >> 1], min: times[0] };
  };
  await report.timed(() => {
    report.row({
      name: 'occupancy: update, bunny breaks into 31',
      ...update(200, () => occupancy, family),
      unit: 'ms',
      target: 0.5,
      fragments: family.fragments.count,
      cells: occupancy.start[occupancy.levelCount],
      levels: occupancy.levelCount,
      megabytes: occupancy.bits.byteLength / 1e6,
    });
    report.row({
      name: 'occupancy: the same with its first bytes',
      ...update(60, () => createOccupancy(grid, whole), family),
      unit: 'ms',
    });
  });
  await report.timed(() => measureQueries(report, occupancy, family));

  const again = restoreFamily(topology, encodeFamily(family));
  clearChanges(changes);
  const small = { kind: 'voronoi' as const, seeds: scatterSeeds(again, 5, { count: 4, seed: 5 }) };
  applyPattern(changes, again, 5, small);
  await report.timed(() => {
    report.row({
      name: 'occupancy: update, one of 31 breaks into 4',
      ...update(200, () => occupancy, again),
      unit: 'ms',
      nodesChanged: changes.nodeCount,
      fragments: again.fragments.count,
    });
  });
}

function measureQueries(report: Report, occupancy: Occupancy, family: Family): void {
  const { grid } = occupancy;
  const random = createRandom(3);
  const points = new Float64Array(3 * POINTS);
  const reach = new Float64Array(POINTS);
  const label = new Int32Array(POINTS);
  for (let i = 0; i < POINTS; i++) {
    pointIn(points, 3 * i, grid, random);
    reach[i] = grid.cell * 2 ** (5 * nextFloat(random) - 2);
    label[i] = Math.floor(nextFloat(random) * family.fragments.count);
  }
  let yes = 0;
  const ask = () => {
    yes = 0;
    for (let i = 0; i < POINTS; i++) if (occupies(occupancy, label[i], points, 3 * i, reach, i)) yes++;
    return yes;
  };
  const [value] = race([ask]);
  let yesByEight = 0;
  for (let i = 0; i < POINTS; i++) {
    if (occupiesEight(occupancy, label[i], points, 3 * i, reach[i])) yesByEight++;
  }
  report.row({
    name: 'occupancy: query',
    value,
    unit: 'ns',
    target: 40,
    keptPerCent: (100 * yes) / POINTS,
    keptPerCentByEight: (100 * yesByEight) / POINTS, // eight cells at least twice as wide as the ball
  });
}
