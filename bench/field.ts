// The "Field accuracy" line: 100 random fractures of bunny, plate and brick, in many pieces, by the closest face and by
// the paper's means, against the exact surfaces of the fragments; and what an update of the field costs.

import { type Changes, clearChanges, createChanges } from '../src/fragment/changes.ts';
import { createFamily, type Family } from '../src/fragment/family.ts';
import {
  createFragmentField,
  type FragmentField,
  updateFragmentField,
} from '../src/fragment/fragment-field.ts';
import { measureFragment } from '../src/fragment/measure.ts';
import { createOccupancy, updateOccupancy } from '../src/fragment/occupancy.ts';
import { splitFragment } from '../src/fragment/split.ts';
import { finishWork } from '../src/job/work.ts';
import { createRandom, nextFloat, type Random } from '../src/math/random.ts';
import { tetrahedralise } from '../src/mesh/tetrahedralise/tetrahedralise.ts';
import { meanForm } from '../src/papers/mean-form.ts';
import type { MeanFront } from '../src/papers/mean-front.ts';
import {
  closestOfShape,
  drawInside,
  largest,
  type Ready,
  readySolid,
  type Shape,
  shapeOf,
  shatter,
} from '../test/fragment/field-oracle.ts';
import { setBumpy } from '../test/fragment/solids.ts';
import { type Bench, measure, type Report } from './bench.ts';
import { loadPaperModels } from './models.ts';

const POINTS = 600; // a fracture
const FRACTURES: readonly (readonly [model: number, cells: number, pieces: number, count: number])[] = [
  [0, 64, 9, 8],
  [0, 64, 30, 8],
  [0, 64, 119, 8],
  [0, 64, 400, 8],
  [1, 256, 9, 9],
  [1, 256, 30, 9],
  [1, 256, 119, 9],
  [1, 256, 400, 9],
  [2, 64, 9, 16],
  [2, 64, 30, 16],
];

export const bench: Bench = {
  name: 'field',
  answers:
    'accuracy of the fragment field [Glondu13, sec. 4] and the cost of its update, ours beside the paper’s form',
  async run(report) {
    const models = loadPaperModels();
    const ready = new Map<number, Ready>();
    const sums = { closest: createTally(), mean: createTally() };
    for (const [model, cells, pieces, count] of FRACTURES) {
      const { name, mesh, spacing, interior } = models[model];
      report.note(`${count} fractures of the ${name} into ${pieces}`);
      const parts = ready.get(model) ?? prepare(mesh, spacing, interior, cells);
      ready.set(model, parts);
      const ours = createTally();
      const theirs = createTally();
      for (let k = 0; k < count; k++) studyFracture(ours, theirs, parts, pieces, k);
      reportTally(report, `${name}, ${pieces} pieces`, ours, theirs);
      addTally(sums.closest, ours);
      addTally(sums.mean, theirs);
    }
    reportSums(report, sums.closest, sums.mean);
    const bunny = ready.get(0) as Ready;
    for (const form of Object.keys(FORMS)) await report.timed(() => measureUpdates(report, bunny, form));
    await report.timed(() => measureQueries(report, bunny));
  },
};

function prepare(
  mesh: Parameters<typeof tetrahedralise>[0],
  spacing: number,
  interior: number,
  cells: number,
): Ready {
  const { solid, failure } = finishWork(tetrahedralise(mesh, { spacing, interior }));
  if (!solid) throw new Error(failure.message);
  return readySolid(solid, cells);
}

/** What was found at some points. */
interface Tally {
  fractures: number;
  points: number;
  wrong: number; // signs
  negative: number; // depths
  readonly error: number[]; // of depths, in mean edges
  near: number; // points within half an edge of the surface
  aimed: number; // of these, with a direction within 30° of exact
  steps: number; // points from which a tenth of an edge was gone inward
  deeper: number; // of these, where the depth grew
}

function createTally(): Tally {
  return {
    fractures: 0,
    points: 0,
    wrong: 0,
    negative: 0,
    error: [],
    near: 0,
    aimed: 0,
    steps: 0,
    deeper: 0,
  };
}

function addTally(sum: Tally, tally: Tally): void {
  for (const e of tally.error) sum.error.push(e);
  for (const key of [
    'fractures',
    'points',
    'wrong',
    'negative',
    'near',
    'aimed',
    'steps',
    'deeper',
  ] as const) {
    sum[key] += tally[key];
  }
}

const nothing = new Float64Array(2); // near and far: inside or not

/** Breaks a copy and asks both forms at the same points: even ones around seeds, odd ones by bumpy cuts in two goes. */
function studyFracture(ours: Tally, theirs: Tally, parts: Ready, pieces: number, seed: number): void {
  const family = createFamily(parts.topology);
  const changes = createChanges(parts.topology);
  const closest = createFragmentField(parts, family);
  const mean = createFragmentField(parts, family, { form: meanForm });
  const update = () => {
    updateFragmentField(closest, changes);
    updateFragmentField(mean, changes);
    clearChanges(changes);
  };
  const random = createRandom(1000 + seed);
  if (seed % 2 === 0) shatter(changes, family, 0, pieces, seed + 1);
  else {
    cutBumpy(changes, family, Math.ceil(pieces / 2), random);
    update();
    cutBumpy(changes, family, pieces, random);
  }
  update();
  const shapes = Array.from({ length: family.fragments.count }, (_, f) => shapeOf(family, f));
  const draw = drawInside(family, random);
  const p = new Float64Array(3);
  for (let k = 0; k < POINTS; k++) {
    const label = draw(p);
    const other = Math.floor(nextFloat(random) * family.fragments.count);
    askPoint(ours, closest, shapes[label], label, other, p);
    askPoint(theirs, mean, shapes[label], label, other, p);
  }
  ours.fractures++;
  theirs.fractures++;
}

function cutBumpy(changes: Changes, family: Family, pieces: number, random: Random): void {
  const phi = new Float64Array(family.topology.nodeCount);
  for (let tries = 0; family.fragments.count < pieces && tries < 20 * pieces; tries++) {
    const label = family.label[Math.floor(nextFloat(random) * family.topology.nodeCount)];
    setBumpy(phi, family, label, random);
    splitFragment(changes, family, label, phi);
  }
}

const out = new Float64Array(4);
const inner = new Float64Array(4);
const exact = new Float64Array(4);
const q = new Float64Array(3);

function askPoint(
  tally: Tally,
  field: FragmentField,
  shape: Shape,
  label: number,
  other: number,
  p: Float64Array,
): void {
  const edge = field.family.topology.meanScale;
  tally.points++;
  if (other !== label && measureFragment(out, field, other, p, 0, nothing, false) === 2) tally.wrong++;
  if (measureFragment(out, field, label, p, 0, nothing, false) !== 2) {
    tally.wrong++;
    return;
  }
  closestOfShape(exact, shape, p);
  if (out[0] > 0) tally.negative++;
  tally.error.push(Math.abs(-out[0] - exact[0]) / edge);
  if (exact[0] < 0.5 * edge && exact[0] > 1e-9 * edge) {
    let along = 0;
    for (let d = 0; d < 3; d++) along += ((exact[1 + d] - p[d]) / exact[0]) * out[1 + d];
    tally.near++;
    if (along > Math.cos(Math.PI / 6)) tally.aimed++;
  }
  // Inward along the exact direction, as long as the surface point behind stays the closest: to half the way across.
  if (!(exact[0] > 0.05 * edge && exact[0] < 0.5 * edge)) return;
  for (let d = 0; d < 3; d++) q[d] = p[d] - (0.1 * edge * (exact[1 + d] - p[d])) / exact[0];
  if (measureFragment(inner, field, label, q, 0, nothing, false) !== 2) return;
  const before = exact[0];
  closestOfShape(exact, shape, q);
  if (exact[0] < before + 0.09 * edge) return;
  tally.steps++;
  if (inner[0] < out[0]) tally.deeper++;
}

function quantile(list: number[], share: number): number {
  const sorted = [...list].sort((a, b) => a - b);
  const x = sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
  return Math.round(x * 1e6) / 1e6; // of edges, of milliseconds: below that is rounding
}

function reportTally(report: Report, name: string, ours: Tally, theirs: Tally): void {
  report.row({
    name: `${name}: directions within 30°`,
    value: (100 * ours.aimed) / ours.near,
    unit: '%',
    target: 95,
    atLeast: true,
    paperForm: (100 * theirs.aimed) / theirs.near,
    points: ours.near,
  });
  report.row({
    name: `${name}: depth error, median`,
    value: quantile(ours.error, 0.5),
    unit: 'edges',
    target: 0.03,
    p95: quantile(ours.error, 0.95),
    max: quantile(ours.error, 1),
    paperForm: quantile(theirs.error, 0.5),
    paperFormP95: quantile(theirs.error, 0.95),
    points: ours.points,
  });
}

function reportSums(report: Report, ours: Tally, theirs: Tally): void {
  const { points, fractures } = ours;
  report.row({
    name: 'signs wrong',
    value: ours.wrong,
    unit: '',
    target: 0,
    paperForm: theirs.wrong,
    points,
    fractures,
  });
  report.row({
    name: 'negative depths',
    value: ours.negative,
    unit: '',
    target: 0,
    paperForm: theirs.negative,
  });
  report.row({
    name: 'deeper a tenth of an edge further in',
    value: (100 * ours.deeper) / ours.steps,
    unit: '%',
    target: 99,
    atLeast: true,
    paperForm: (100 * theirs.deeper) / theirs.steps,
    steps: ours.steps,
  });
}

const FORMS: Record<string, typeof meanForm | null> = { closest: null, mean: meanForm };

function measureUpdates(report: Report, parts: Ready, name: string): void {
  const { topology } = parts;
  const changes = createChanges(topology);
  const form = FORMS[name];
  report.note(`updates, form ${name}`);
  const times: number[] = [];
  const grids: number[] = [];
  const small: number[] = [];
  let counters: Record<string, number> = {};
  let smallCounters: Record<string, number> = {};
  for (let k = 0; k < 100; k++) {
    const family = createFamily(topology);
    const field = createFragmentField(parts, family, { form });
    const occupancy = createOccupancy(parts.tetGrid, family);
    clearChanges(changes);
    shatter(changes, family, 0, 28, 3);
    let start = performance.now();
    updateOccupancy(occupancy, family, changes);
    grids.push(performance.now() - start);
    start = performance.now();
    updateFragmentField(field, changes);
    times.push(performance.now() - start);
    counters = countUpdate(field, changes, 0);
    clearChanges(changes);
    shatter(changes, family, largest(family), 8, 5);
    const made = field.faces.count;
    start = performance.now();
    updateFragmentField(field, changes);
    small.push(performance.now() - start);
    smallCounters = countUpdate(field, changes, made);
  }
  const warm = times.slice(40);
  const warmSmall = small.slice(40);
  const warmGrids = grids.slice(40);
  report.row({
    name: `update, bunny into 31, form ${name}`,
    value: quantile(warm, 0.5),
    unit: 'ms',
    ...(form === null ? { target: 2 } : {}),
    min: Math.min(...warm),
    ...counters,
  });
  report.row({
    name: `occupancy of it, bunny into 31, form ${name}`,
    value: quantile(warmGrids, 0.5),
    unit: 'ms',
    min: Math.min(...warmGrids),
  });
  report.row({
    name: `update, one of 31 into 8, form ${name}`,
    value: quantile(warmSmall, 0.5),
    unit: 'ms',
    min: Math.min(...warmSmall),
    ...smallCounters,
  });
}

function countUpdate(field: FragmentField, changes: Changes, made: number): Record<string, number> {
  const visits = field.form === null ? field.front.visits : (field.known as MeanFront).visits;
  return { tets: changes.tetCount, polygons: field.faces.count - made, visits, tests: field.front.tests };
}

/** Time a point: in its own fragment (a depth), in another and half an edge near, and far away. */
function measureQueries(report: Report, parts: Ready): void {
  const family = createFamily(parts.topology);
  const changes = createChanges(parts.topology);
  const closest = createFragmentField(parts, family);
  const mean = createFragmentField(parts, family, { form: meanForm });
  shatter(changes, family, 0, 28, 3);
  updateFragmentField(closest, changes);
  updateFragmentField(mean, changes);
  const count = 4000;
  const p = new Float64Array(3 * count);
  const label = new Int32Array(count);
  const draw = drawInside(family, createRandom(4));
  for (let k = 0; k < count; k++) label[k] = draw(p.subarray(3 * k, 3 * k + 3));
  const fragments = family.fragments.count;
  const edge = parts.topology.meanScale;
  const ask = (name: string, field: FragmentField, shift: number, reach: Float64Array) => {
    field.counter.fill(0);
    const job = () => {
      let near = 0;
      for (let k = 0; k < count; k++) {
        const asked = (label[k] + shift) % fragments;
        if (measureFragment(out, field, asked, p, 3 * k, reach, false) === 2) near++;
      }
      return near;
    };
    const { median, min, result } = measure(job, { runs: 25, warm: 10 });
    const per = 35 * count;
    report.row({
      name,
      value: (1e6 * median) / count,
      unit: 'ns',
      min: (1e6 * min) / count,
      near: result / count,
      tets: field.counter[0] / per,
      faceTests: field.counter[1] / per,
      triangleTests: field.counter[2] / per,
    });
  };
  ask('query inside', closest, 0, nothing);
  ask('query inside, paper’s form', mean, 0, nothing);
  ask('query of another fragment, reach half an edge', closest, 1, Float64Array.of(0.5 * edge, 0.5 * edge));
}
