// [Xu14] Tables 1 and 2: a million random segments in the bunny's box against its surface, from cell to cell, by the
// octree and by steps as long as the distance; what the octree takes in time and memory.

import { buildGridField } from '../src/field/build.ts';
import { fieldBytes, type GridField } from '../src/field/grid-field.ts';
import { buildOctree, type FieldOctree, octreeBytes } from '../src/field/octree.ts';
import { finishWork } from '../src/job/work.ts';
import { createRandom, nextFloat } from '../src/math/random.ts';
import type { TriangleMesh } from '../src/mesh/triangle-mesh.ts';
import { SEGMENT_SIZE, segmentCounters, sweepFirst, sweepSegment } from '../src/sweep/segment.ts';
import { walkCells, walkCounters, walkDistance } from '../test/sweep/walks.ts';
import { type Bench, measure, type Report } from './bench.ts';
import { loadBunny } from './models.ts';

const MILLION = 1_000_000;
const BATCH = 10_000;
const FEW = 9; // batches that slower walks take; gains are of these

interface Size {
  readonly cells: number;
  readonly grid: [seconds: number, megabytes: number]; // the paper's
  readonly octree: [seconds: number, megabytes: number];
  readonly uniform: number; // seconds a million, the paper's
  readonly paper: number; // with the octree
  readonly faster: number; // wanted of the first hit
}

const SIZES: Size[] = [
  { cells: 128, grid: [1.9, 8.2], octree: [0.01, 34.2], uniform: 12.7, paper: 12.0, faster: 10 },
  { cells: 256, grid: [6.8, 64.8], octree: [0.09, 273.6], uniform: 38.8, paper: 13.1, faster: 10 },
  { cells: 512, grid: [45.6, 518], octree: [0.65, 2140], uniform: 97.2, paper: 15.4, faster: 6 },
  { cells: 1024, grid: [347, 4100], octree: [4.88, 17100], uniform: 274.3, paper: 21.4, faster: 6 },
];
const LARGE = 1024;
const INTERVALS = 5; // times faster than the paper's octree, wanted of all intervals
const SHARE = 0.4; // of the grid's bytes

/** A cube around a mesh, a tenth larger than its longest side: the paper's box. */
function surround({ positions }: TriangleMesh): number[] {
  const min = [Infinity, Infinity, Infinity];
  const max = [-Infinity, -Infinity, -Infinity];
  positions.forEach((x, i) => {
    min[i % 3] = Math.min(min[i % 3], x);
    max[i % 3] = Math.max(max[i % 3], x);
  });
  const half = 0.55 * Math.max(...max.map((high, d) => high - min[d]));
  const middle = max.map((high, d) => (high + min[d]) / 2);
  return [...middle.map((x) => x - half), ...middle.map((x) => x + half)];
}

function scatterSegments(box: number[], count: number): Float64Array {
  const random = createRandom(14);
  const list = new Float64Array(SEGMENT_SIZE * count);
  for (let i = 0; i < list.length; i++) {
    const d = i % SEGMENT_SIZE;
    list[i] = d === 6 ? 0 : box[d % 3] + nextFloat(random) * (box[3 + (d % 3)] - box[d % 3]);
  }
  return list;
}

type Walk = (at: number) => number; // returns hits or intervals

interface Timed {
  readonly times: number[]; // a batch: seconds of processor time, as for a million
  readonly found: number; // hits or intervals in all batches
}

/** Times walks over the same batches, each batch by all of them in turn, so that what disturbs one disturbs the others. */
function race(batches: number, walks: Walk[]): Timed[] {
  const results = walks.map(() => ({ times: [] as number[], found: 0 }));
  for (let b = -1; b < batches; b++) {
    const from = Math.max(0, b) * BATCH;
    for (const [w, walk] of walks.entries()) {
      let sum = 0;
      const start = process.cpuUsage().user;
      for (let i = from; i < from + BATCH; i++) sum += walk(SEGMENT_SIZE * i);
      if (b < 0) continue; // to warm up
      results[w].times.push(((process.cpuUsage().user - start) / 1e6) * (MILLION / BATCH));
      results[w].found += sum;
    }
  }
  return results;
}

/** The median of ratios, batch by batch. */
function ratio(a: Timed, b: Timed): number {
  return median(a.times.map((seconds, i) => seconds / b.times[i]));
}

function median(values: number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1];
}

const out = new Float64Array(256);

function runSize(report: Report, mesh: TriangleMesh, box: number[], size: Size): void {
  const { cells, grid, octree: paperOctree, uniform, paper, faster } = size;
  const name = `${cells}³`;
  report.note(`${name}: building`);
  const start = performance.now();
  const field = finishWork(buildGridField(mesh, { cells, box, limit: Infinity }));
  const built = (performance.now() - start) / 1000;
  const { min, result: octree } = measure(() => buildOctree(field), { runs: 3 });
  report.row({
    name: `${name}: grid, built`,
    value: built,
    unit: 's',
    paper: grid[0],
    bricks: field.base.length,
  });
  report.row({ name: `${name}: grid, memory`, value: fieldBytes(field) / 1e6, unit: 'MB', paper: grid[1] });
  report.row({ name: `${name}: octree, built`, value: min / 1000, unit: 's', paper: paperOctree[0] });
  report.row({
    name: `${name}: octree, memory`,
    value: octreeBytes(octree) / fieldBytes(field),
    unit: 'of grid',
    paper: paperOctree[1] / grid[1],
    target: SHARE,
    megabytes: octreeBytes(octree) / 1e6,
    paperMegabytes: paperOctree[1],
  });
  const segments = scatterSegments(box, MILLION);
  for (const first of [true, false]) {
    compareWalks(report, field, octree, segments, first, name, uniform, paper, first ? faster : INTERVALS);
  }
}

function compareWalks(
  report: Report,
  field: GridField,
  octree: FieldOctree,
  segments: Float64Array,
  first: boolean,
  name: string,
  uniform: number,
  paper: number,
  faster: number,
): void {
  const what = first ? 'first hit' : 'all intervals';
  report.note(`${name}: ${what}`);
  const byOctree: Walk = first
    ? (at) => Number(sweepFirst(out, octree, segments, at))
    : (at) => sweepSegment(out, octree, segments, at);
  const byDistance: Walk = (at) => walkDistance(out, field, segments, at, first);
  const byCell: Walk = (at) => walkCells(out, field, segments, at, first, 'exact');
  Object.assign(segmentCounters, { blocks: 0, cells: 0, cubics: 0 });
  const [whole] = race(MILLION / BATCH, [byOctree]);
  const walked = MILLION + BATCH; // with those that warmed it up
  report.row({
    name: `${name}: ${what}, octree`,
    value: median(whole.times),
    unit: 's/million',
    paper,
    target: paper / faster,
    least: Math.min(...whole.times),
    found: whole.found,
    blocks: segmentCounters.blocks / walked,
    cells: segmentCounters.cells / walked,
    cubics: segmentCounters.cubics / walked,
  });
  Object.assign(walkCounters, { steps: 0, cells: 0, cubics: 0 });
  const [ours, steps, plain] = race(FEW, [byOctree, byDistance, byCell]);
  report.row({
    name: `${name}: ${what}, by the distance`,
    value: median(steps.times),
    unit: 's/million',
    found: steps.found,
    steps: walkCounters.steps / (1 + FEW) / BATCH,
  });
  report.row({
    name: `${name}: ${what}, from cell to cell`,
    value: median(plain.times),
    unit: 's/million',
    paper: uniform,
    found: plain.found,
  });
  report.row({
    name: `${name}: ${what}, the octree's gain over cell to cell`,
    value: ratio(plain, ours),
    unit: 'times',
    paper: uniform / paper,
    overTheDistance: ratio(steps, ours),
  });
  if (first) return;
  const [rough] = race(FEW, [(at) => walkCells(out, field, segments, at, false, 'bisection')]);
  report.row({
    name: `${name}: ${what}, the same, five bisections`,
    value: median(rough.times),
    unit: 's/million',
    missedIntervals: plain.found - rough.found,
    of: plain.found,
  });
}

export const bench: Bench = {
  name: 'sweep-segments',
  answers: '[Xu14] Tables 1 and 2: a million random segments against the bunny; --large for 1024³',
  run(report, flags) {
    report.note('decimating the bunny');
    const mesh = loadBunny({ vertices: 777 });
    const box = surround(mesh);
    for (const size of SIZES) {
      if (size.cells === LARGE && !flags.large) continue;
      runSize(report, mesh, box, size);
    }
  },
};
