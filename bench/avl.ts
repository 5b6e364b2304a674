// Table 1 and figure 7 of [Otaduy07]: a triceratops of three sizes is split in eleven steps, and its tree is kept up to
// date or built anew. Phases are timed apart, over many replays; the least is taken, and of processor time, because others
// use the machine too.

import { buildTree, rebuildTree, type TreeMesh } from '../src/hierarchy/build.ts';
import { createFloodWork, type FloodWork, reshapeTriangles } from '../src/hierarchy/flood.ts';
import { measureQuality, optimiseTree, optimiseVisited } from '../src/hierarchy/quality.ts';
import { refitInner, refitTouched } from '../src/hierarchy/refit.ts';
import type { Split } from '../src/hierarchy/split-range.ts';
import { createTree, reserveTree, type TriangleTree } from '../src/hierarchy/tree.ts';
import { floodCutTriangles, insertCutFaces, insertCutParts } from '../src/surface/cut-tree.ts';
import { cloneTree } from '../test/hierarchy/clone.ts';
import type { Bench, Report } from './bench.ts';
import { type Recorded, recordTriceratops } from './surface-steps.ts';

interface Paper {
  readonly triangles: number;
  readonly end: number;
  readonly changes: readonly [old: number, decomposed: number, crack: number];
  readonly times: readonly [replace: number, insert: number, refit: number, optimise: number, total: number];
  readonly midpoint: readonly [ms: number, speedup: number];
  readonly median: readonly [ms: number, speedup: number];
}

const TABLE: readonly Paper[] = [
  {
    triangles: 5660,
    end: 6702,
    changes: [16.27, 49, 62],
    times: [0.01, 0.09, 2.6, 4.08, 6.78],
    midpoint: [25.48, 3.76],
    median: [49.42, 7.28],
  },
  {
    triangles: 22640,
    end: 24672,
    changes: [29.73, 89.36, 125.09],
    times: [0.02, 0.18, 9.48, 15.99, 25.68],
    midpoint: [100.1, 3.9],
    median: [226.07, 8.8],
  },
  {
    triangles: 90560,
    end: 94560,
    changes: [57.45, 172.55, 248.55],
    times: [0.04, 1.4, 37.02, 62.27, 100.74],
    midpoint: [410.6, 4.08],
    median: [1491.59, 14.81],
  },
];

const PHASES = ['replace', 'insert', 'refit', 'optimise'] as const;

interface Way {
  readonly whole: boolean; // refit and optimise the whole tree, as the paper does
  readonly flood: boolean; // insert crack faces beside neighbours, as the paper does
  readonly optimise: boolean;
}

const OURS: Way = { whole: false, flood: false, optimise: true };

export const bench: Bench = {
  name: 'avl',
  answers: '[Otaduy07] table 1 and figure 7: a tree under a growing crack, kept balanced or built anew',
  run(report) {
    for (const paper of TABLE) {
      report.note(`splitting ${paper.triangles} triangles`);
      const recorded = recordTriceratops(paper.triangles);
      reportSize(report, paper, recorded);
      const replays = 40;
      reportTimes(report, paper, recorded, replays);
      if (paper === TABLE[2]) reportFigure(report, recorded);
    }
  },
};

function reportSize(report: Report, paper: Paper, { steps }: Recorded): void {
  const sum = [0, 0, 0];
  for (const { changes, triangleCount } of steps) {
    sum[0] += changes.reshapedCount;
    sum[1] += changes.reshapedCount + changes.decomposed;
    sum[2] += triangleCount - changes.first - changes.decomposed;
  }
  const [old, decomposed, crack] = sum.map((s) => s / steps.length);
  report.row({
    name: `${paper.triangles}: triangles at the end`,
    value: steps[steps.length - 1].triangleCount,
    unit: 'triangles',
    paper: paper.end,
    old,
    oldPaper: paper.changes[0],
    decomposed,
    decomposedPaper: paper.changes[1],
    crack,
    crackPaper: paper.changes[2],
  });
}

/** Milliseconds of processor time so far. */
function now(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Replays all steps; adds to `sum` what each phase took, and returns how many nodes were refitted. */
function replay(
  sum: Float64Array,
  tree: TriangleTree,
  recorded: Recorded,
  way: Way,
  work: FloodWork,
): number {
  let visited = 0;
  for (const cut of recorded.steps) {
    const t0 = now();
    reshapeTriangles(tree, cut, cut.changes.reshaped, cut.changes.reshapedCount);
    const t1 = now();
    if (way.flood) floodCutTriangles(tree, cut, cut, work);
    else insertCutParts(tree, cut, cut, work);
    const t2 = now();
    if (way.whole) refitInner(tree);
    else visited += refitTouched(tree);
    const t3 = now();
    if (way.optimise) way.whole ? optimiseTree(tree) : optimiseVisited(tree);
    const t4 = now();
    if (!way.flood) insertCutFaces(tree, cut, cut);
    const t5 = now();
    sum[0] += t1 - t0;
    sum[1] += t2 - t1 + (t5 - t4);
    sum[2] += t3 - t2;
    sum[3] += t4 - t3;
  }
  return visited;
}

/** Milliseconds a step of each phase, and of all: the least of several replays each. */
function timePhases(recorded: Recorded, way: Way, replays: number): { times: Float64Array; visited: number } {
  const start = buildTree(recorded.start);
  const work = createFloodWork();
  const times = new Float64Array(5).fill(Infinity);
  let visited = 0;
  for (let run = 0; run < replays; run++) {
    const tree = cloneTree(start);
    reserveTree(tree, 3 * start.nodeCount, 2 * start.leaf.length); // growing is not measured: it comes once a doubling
    const sum = new Float64Array(5);
    visited = replay(sum, tree, recorded, way, work);
    sum[4] = sum[0] + sum[1] + sum[2] + sum[3];
    for (let k = 0; k < 5; k++) times[k] = Math.min(times[k], sum[k] / recorded.steps.length);
  }
  return { times, visited: visited / recorded.steps.length };
}

/** Milliseconds to build anew: the mean over three of the steps, the least of several runs each. */
function timeRebuild(recorded: Recorded, split: Split): number {
  const tree = createTree(0);
  let sum = 0;
  const meshes: TreeMesh[] = [recorded.steps[0], recorded.steps[5], recorded.steps[10]];
  for (const mesh of meshes) {
    let least = Infinity;
    for (let run = 0; run < 7; run++) {
      const start = now();
      rebuildTree(tree, mesh, split);
      least = Math.min(least, now() - start);
    }
    sum += least / meshes.length;
  }
  return sum;
}

function reportTimes(report: Report, paper: Paper, recorded: Recorded, replays: number): void {
  const name = `${paper.triangles}`;
  const { times, visited } = timePhases(recorded, OURS, replays);
  PHASES.forEach((phase, k) => {
    report.row({ name: `${name}: ${phase}`, value: times[k], unit: 'ms a step', paper: paper.times[k] });
  });
  report.row({
    name: `${name}: total`,
    value: times[4],
    unit: 'ms a step',
    paper: paper.times[4],
    nodesVisited: visited,
  });
  const midpoint = timeRebuild(recorded, 'midpoint');
  const median = timeRebuild(recorded, 'median');
  const area = timeRebuild(recorded, 'area');
  for (const [split, ms, figures] of [
    ['midpoint', midpoint, paper.midpoint],
    ['median', median, paper.median],
  ] as const) {
    report.row({ name: `${name}: built anew by ${split}`, value: ms, unit: 'ms', paper: figures[0] });
    report.row({
      name: `${name}: speed-up over ${split}`,
      value: ms / times[4],
      unit: 'times',
      paper: figures[1],
      target: figures[1],
      atLeast: true,
    });
  }
  report.row({ name: `${name}: built anew by surface area`, value: area, unit: 'ms' });
  const theirs = timePhases(recorded, { whole: true, flood: true, optimise: true }, Math.ceil(replays / 5));
  report.row({
    name: `${name}: total as the paper does it, over the whole tree`,
    value: theirs.times[4],
    unit: 'ms a step',
    paper: paper.times[4],
    refit: theirs.times[2],
    optimise: theirs.times[3],
    speedupOverMidpoint: midpoint / theirs.times[4],
    speedupOverMedian: median / theirs.times[4],
  });
}

/** Figure 7: times, Q and depth, step by step. */
function reportFigure(report: Report, recorded: Recorded): void {
  const work = createFloodWork();
  const ways: [string, Way][] = [
    ['ours', OURS],
    ['flooding, optimised', { whole: false, flood: true, optimise: true }],
    ['flooding, not optimised', { whole: false, flood: true, optimise: false }],
  ];
  const trees = ways.map(() => buildTree(recorded.start));
  const last = recorded.steps.length - 1;
  recorded.steps.forEach((cut, k) => {
    const one = { start: recorded.start, steps: [cut] };
    const took = ways.map(([, way], w) => {
      const sum = new Float64Array(5);
      replay(sum, trees[w], one, way, work);
      return sum[0] + sum[1] + sum[2] + sum[3];
    });
    const median = timeOnce(cut, 'median');
    const midpoint = timeOnce(cut, 'midpoint');
    const [ours, flooded, plain] = trees.map((tree) => measureQuality(tree));
    report.row({
      name: `figure 7, step ${k + 1}: Q kept`,
      value: ours,
      unit: 'Q',
      qFlooded: flooded,
      qFloodedNotOptimised: plain,
      qMedian: measureQuality(median.tree),
      qMidpoint: measureQuality(midpoint.tree),
      ms: took[0],
      msMedian: median.ms,
      msMidpoint: midpoint.ms,
      depth: depthOf(trees[0]),
      depthMedian: depthOf(median.tree),
      depthMidpoint: depthOf(midpoint.tree),
    });
    if (k < last) return;
    report.row({
      name: 'figure 7: Q saved, of plain flooding',
      value: 100 * (1 - ours / plain),
      unit: '%',
      paper: 30,
      target: 30,
      atLeast: true,
      savedByPermutationsAlone: 100 * (1 - flooded / plain),
    });
  });
}

function timeOnce(mesh: TreeMesh, split: Split): { ms: number; tree: TriangleTree } {
  const start = now();
  const tree = buildTree(mesh, split);
  return { ms: now() - start, tree };
}

function depthOf(tree: TriangleTree): number {
  return tree.height[tree.root];
}
