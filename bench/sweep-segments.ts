// [Xu14] Tables 1 and 2: a million random segments in the bunny's box against its surface, from cell to cell, by the
// octree and by steps as long as the distance; what the octree takes in time and memory. Our grids hold a band around
// the surface, the paper's are dense: what dense ones take is in bench grid-field, and rows of the band have no figure of
// the paper beside them.

import { buildGridField } from '../src/field/build.ts';
import { fieldBytes, type GridField } from '../src/field/grid-field.ts';
import { buildOctree, type FieldOctree, octreeBytes } from '../src/field/octree.ts';
import { finishWork } from '../src/job/work.ts';
import { createRandom, nextFloat } from '../src/math/random.ts';
import type { TriangleMesh } from '../src/mesh/triangle-mesh.ts';
import { SEGMENT_SIZE, segmentCounters, sweepFirst, sweepSegment } from '../src/papers/segment.ts';
import { walkCells, walkCounters, walkDistance } from '../test/papers/walks.ts';
import { type Bench, measure, type Report } from './bench.ts';
import { loadBunny } from './models.ts';
import { ratioOf, summarise, type Turns, timeOf } from './turns.ts';

const MILLION = 1_000_000;
const BATCH = 10_000;
const FEW = 9; // batches that slower walks take; gains are of these

interface Size {
  readonly cells: number;
  readonly octree: [seconds: number, megabytes: number]; // the paper's
  readonly uniform: number; // seconds a million, the paper's
  readonly paper: number; // with the octree
  readonly faster: number; // wanted of the first hit
}

const SIZES: Size[] = [
  { cells: 128, octree: [0.01, 34.2], uniform: 12.7, paper: 12.0, faster: 10 },
  { cells: 256, octree: [0.09, 273.6], uniform: 38.8, paper: 13.1, faster: 10 },
  { cells: 512, octree: [0.65, 2140], uniform: 97.2, paper: 15.4, faster: 6 },
  { cells: 1024, octree: [4.88, 17100], uniform: 274.3, paper: 21.4, faster: 6 },
];
const LARGE = 1024;
const INTERVALS = 5; // times faster than the paper's octree, wanted of all intervals
const SHARE = 0.4; // of the band's bytes

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

interface Raced extends Turns {
  readonly found: number; // hits or intervals in all batches
}

/** Walks the same batches, each batch by all of them in turn; times are seconds, as for a million. */
function race(batches: number, walks: Walk[]): Raced[] {
  const times: number[][] = walks.map(() => []);
  const found = walks.map(() => 0);
  for (let b = -1; b < batches; b++) {
    const from = Math.max(0, b) * BATCH;
    for (const [w, walk] of walks.entries()) {
      let sum = 0;
      const ms = timeOf(() => {
        for (let i = from; i < from + BATCH; i++) sum += walk(SEGMENT_SIZE * i);
      });
      if (b < 0) continue; // to warm up
      times[w].push((ms / 1000) * (MILLION / BATCH));
      found[w] += sum;
    }
  }
  return times.map((list, w) => ({ ...summarise(list), found: found[w] }));
}

const out = new Float64Array(256);

async function runSize(report: Report, mesh: TriangleMesh, box: number[], size: Size): Promise<void> {
  const { cells, octree: paperOctree, uniform, paper, faster } = size;
  const name = `${cells}³`;
  report.note(`${name}: building`);
  const runs = cells === LARGE ? 1 : 5; // the largest takes longer than ten seconds
  const field = await report.timed(() => {
    const { median, min, result } = measure(
      () => finishWork(buildGridField(mesh, { cells, box, limit: Infinity })),
      { runs, warm: runs > 1 ? 1 : 0 },
    );
    report.row({
      name: `${name}: grid in a band, built`,
      value: median / 1000,
      unit: 's',
      min: min / 1000,
      turns: runs,
      bricks: result.base.length,
    });
    return result;
  });
  report.row({ name: `${name}: grid in a band, memory`, value: fieldBytes(field) / 1e6, unit: 'MB' });
  const octree = await report.timed(() => {
    const { median, min, result } = measure(() => buildOctree(field));
    report.row({
      name: `${name}: octree, built`,
      value: median / 1000,
      unit: 's',
      min: min / 1000,
      paper: paperOctree[0],
    });
    return result;
  });
  report.row({
    name: `${name}: octree, memory`,
    value: octreeBytes(octree) / 1e6,
    unit: 'MB',
    paper: paperOctree[1],
  });
  report.row({
    name: `${name}: octree, memory over that of the band`,
    value: octreeBytes(octree) / fieldBytes(field),
    unit: '',
    target: SHARE,
  });
  const segments = scatterSegments(box, MILLION);
  for (const first of [true, false]) {
    await compareWalks(
      report,
      field,
      octree,
      segments,
      first,
      name,
      uniform,
      paper,
      first ? faster : INTERVALS,
    );
  }
}

async function compareWalks(
  report: Report,
  field: GridField,
  octree: FieldOctree,
  segments: Float64Array,
  first: boolean,
  name: string,
  uniform: number,
  paper: number,
  faster: number,
): Promise<void> {
  const what = first ? 'first hit' : 'all intervals';
  report.note(`${name}: ${what}`);
  const byOctree: Walk = first
    ? (at) => Number(sweepFirst(out, octree, segments, at))
    : (at) => sweepSegment(out, octree, segments, at);
  const byDistance: Walk = (at) => walkDistance(out, field, segments, at, first);
  const byCell: Walk = (at) => walkCells(out, field, segments, at, first, 'exact');
  await report.timed(() => {
    Object.assign(segmentCounters, { blocks: 0, cells: 0, cubics: 0 });
    const [whole] = race(MILLION / BATCH, [byOctree]);
    const walked = MILLION + BATCH; // with those that warmed it up
    report.row({
      name: `${name}: ${what}, octree`,
      value: whole.median,
      unit: 's/million',
      paper,
      target: paper / faster,
      min: whole.min,
      found: whole.found,
      blocks: segmentCounters.blocks / walked,
      cells: segmentCounters.cells / walked,
      cubics: segmentCounters.cubics / walked,
    });
  });
  const plain = await report.timed(() => {
    Object.assign(walkCounters, { steps: 0, cells: 0, cubics: 0 });
    const [ours, steps, cells] = race(FEW, [byOctree, byDistance, byCell]);
    report.row({
      name: `${name}: ${what}, by the distance`,
      value: steps.median,
      unit: 's/million',
      found: steps.found,
      steps: walkCounters.steps / (1 + FEW) / BATCH,
    });
    report.row({
      name: `${name}: ${what}, from cell to cell`,
      value: cells.median,
      unit: 's/million',
      paper: uniform,
      found: cells.found,
    });
    report.row({
      name: `${name}: ${what}, the octree's gain over cell to cell`,
      value: ratioOf(cells, ours),
      unit: 'times',
      paper: uniform / paper,
    });
    report.row({
      name: `${name}: ${what}, the octree's gain over the distance`,
      value: ratioOf(steps, ours),
      unit: 'times',
    });
    return cells;
  });
  if (first) return;
  const rough = race(FEW, [(at) => walkCells(out, field, segments, at, false, 'bisection')])[0];
  report.row({
    name: `${name}: intervals that five bisections miss`,
    value: plain.found - rough.found,
    unit: 'intervals',
    of: plain.found,
  });
}

export const bench: Bench = {
  name: 'sweep-segments',
  answers: '[Xu14] Tables 1 and 2: a million random segments against the bunny; --large for 1024³',
  async run(report, flags) {
    report.note('decimating the bunny');
    const mesh = loadBunny({ vertices: 777 });
    const box = surround(mesh);
    for (const size of SIZES) {
      if (size.cells === LARGE && !flags.large) continue;
      await runSize(report, mesh, box, size);
    }
  },
};
