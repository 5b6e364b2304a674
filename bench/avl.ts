// Table 1 and figure 7 of [Otaduy07]: a triceratops of three sizes is split in eleven steps, and its tree is kept up to
// date or built anew. Phases are timed apart; updates and builds take turns, and medians of these count.

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
import { ratioOf, summarise, timeOf } from './turns.ts';

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
  async run(report) {
    for (const paper of TABLE) {
      report.note(`splitting ${paper.triangles} triangles`);
      const recorded = recordTriceratops(paper.triangles);
      reportSize(report, paper, recorded);
      await reportTimes(report, paper, recorded);
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

/** Replays all steps; adds to `sum` what each phase took. */
function replay(sum: Float64Array, tree: TriangleTree, recorded: Recorded, way: Way, work: FloodWork): void {
  for (const cut of recorded.steps) {
    const t0 = performance.now();
    reshapeTriangles(tree, cut, cut.changes.reshaped, cut.changes.reshapedCount);
    const t1 = performance.now();
    if (way.flood) floodCutTriangles(tree, cut, cut, work);
    else insertCutParts(tree, cut, cut, work);
    const t2 = performance.now();
    if (way.whole) refitInner(tree);
    else refitTouched(tree);
    const t3 = performance.now();
    if (way.optimise) way.whole ? optimiseTree(tree) : optimiseVisited(tree);
    const t4 = performance.now();
    if (!way.flood) insertCutFaces(tree, cut, cut);
    const t5 = performance.now();
    sum[0] += t1 - t0;
    sum[1] += t2 - t1 + (t5 - t4);
    sum[2] += t3 - t2;
    sum[3] += t4 - t3;
  }
}

/** Milliseconds a step of each phase, and of all, of one replay. */
function timePhases(recorded: Recorded, start: TriangleTree, way: Way, work: FloodWork): Float64Array {
  const tree = cloneTree(start);
  reserveTree(tree, 3 * start.nodeCount, 2 * start.leaf.length); // growing is not measured: it comes once a doubling
  const sum = new Float64Array(5);
  replay(sum, tree, recorded, way, work);
  sum[4] = sum[0] + sum[1] + sum[2] + sum[3];
  return sum.map((ms) => ms / recorded.steps.length);
}

/** Milliseconds to build anew, the mean over three of the steps. */
function timeRebuild({ steps }: Recorded, tree: TriangleTree, split: Split): number {
  const meshes: TreeMesh[] = [steps[0], steps[5], steps[10]];
  const build = () => {
    for (const mesh of meshes) rebuildTree(tree, mesh, split);
  };
  return timeOf(build) / meshes.length;
}

const TURNS = 11;
const WARM = 4;
const SPLITS = ['midpoint', 'median', 'area'] as const;
const WHOLE: Way = { whole: true, flood: true, optimise: true };

async function reportTimes(report: Report, paper: Paper, recorded: Recorded): Promise<void> {
  const name = `${paper.triangles}`;
  const start = buildTree(recorded.start);
  const work = createFloodWork();
  const spare = createTree(0);
  await report.timed(() => {
    const ours: number[][] = [[], [], [], [], []];
    const whole: number[][] = [[], [], [], [], []];
    const built: number[][] = SPLITS.map(() => []);
    for (let turn = -WARM; turn < TURNS; turn++) {
      const phases = timePhases(recorded, start, OURS, work);
      const theirs = timePhases(recorded, start, WHOLE, work);
      const builds = SPLITS.map((split) => timeRebuild(recorded, spare, split));
      if (turn < 0) continue;
      for (const [k, list] of ours.entries()) list.push(phases[k]);
      for (const [k, list] of whole.entries()) list.push(theirs[k]);
      for (const [k, list] of built.entries()) list.push(builds[k]);
    }
    const [replace, insert, refit, optimise, total] = ours.map(summarise);
    [replace, insert, refit, optimise].forEach(({ median, min }, k) => {
      report.row({
        name: `${name}: ${PHASES[k]}`,
        value: median,
        unit: 'ms a step',
        paper: paper.times[k],
        min,
      });
    });
    report.row({
      name: `${name}: total`,
      value: total.median,
      unit: 'ms a step',
      paper: paper.times[4],
      min: total.min,
    });
    const builds = built.map(summarise);
    const everything = summarise(whole[4]);
    report.row({
      name: `${name}: total as the paper does it, over the whole tree`,
      value: everything.median,
      unit: 'ms a step',
      paper: paper.times[4],
      refit: summarise(whole[2]).median,
      optimise: summarise(whole[3]).median,
    });
    SPLITS.forEach((split, k) => {
      const figures = split === 'area' ? undefined : paper[split];
      report.row({
        name: `${name}: built anew by ${split}`,
        value: builds[k].median,
        unit: 'ms',
        ...(figures ? { paper: figures[0] } : {}),
      });
      if (!figures) return;
      report.row({
        name: `${name}: speed-up over ${split}`,
        value: ratioOf(builds[k], total),
        unit: 'times',
        paper: figures[1],
        target: figures[1],
        atLeast: true,
      });
      report.row({
        name: `${name}: speed-up over ${split}, over the whole tree`,
        value: ratioOf(builds[k], everything),
        unit: 'times',
        paper: figures[1],
      });
    });
  });
}

/** Figure 7: Q and depth, step by step. */
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
    for (const [w, [, way]] of ways.entries()) replay(new Float64Array(5), trees[w], one, way, work);
    const median = buildTree(cut, 'median');
    const midpoint = buildTree(cut, 'midpoint');
    const [ours, flooded, plain] = trees.map((tree) => measureQuality(tree));
    report.row({
      name: `figure 7, step ${k + 1}: Q kept`,
      value: ours,
      unit: 'Q',
      qFlooded: flooded,
      qFloodedNotOptimised: plain,
      qMedian: measureQuality(median),
      qMidpoint: measureQuality(midpoint),
      depth: depthOf(trees[0]),
      depthMedian: depthOf(median),
      depthMidpoint: depthOf(midpoint),
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

function depthOf(tree: TriangleTree): number {
  return tree.height[tree.root];
}
