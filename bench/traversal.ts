// How the contacts of a small budget are chosen ([Glondu13] fig. 6): trees split and visited by maximum distance against
// those of [Glondu12], forests visited in plain breadth-first order. Both ask the same field. Neighbours: fragments where
// they broke, of two copies that broke alike, so that a query knows nothing of their crack and goes through the tree.
// Settled: pieces lying on the ground. Siblings of one copy take contacts from the list of their crack's points instead
// and visit no tree; they have a row of their own.

import { type Collider, createCollider } from '../src/contact/collider.ts';
import { createContacts } from '../src/contact/contacts.ts';
import { createQueryOptions } from '../src/contact/options.ts';
import { createPair, resetPair } from '../src/contact/pair.ts';
import { createQuery } from '../src/contact/query.ts';
import { queryContacts } from '../src/contact/query-pair.ts';
import { createShape } from '../src/contact/shape.ts';
import { createFrame } from '../src/math/rigid.ts';
import * as shapes from '../src/mesh/shapes/index.ts';
import { type EarlierTrees, flattenEarlier, queryEarlier } from '../test/contact/glondu12.ts';
import { splitEarlier } from '../test/tree/glondu12.ts';
import { type Bench, medianOf, type Report } from './bench.ts';
import { loadBunny } from './models.ts';
import { type Model, prepareModel, shatter } from './pieces.ts';

const FEW = 8; // contacts of a pair [Glondu13, sec. 5.2]
const TURNS = 25;
const WARM = 50; // turns that compile

/** One fragment's points against another collider. */
interface Case {
  readonly label: number;
  readonly field: Collider;
  readonly fieldLabel: number;
  readonly frame: Float64Array;
}

interface Sum {
  points: number;
  least: number; // distance of the two closest contacts, in extents of all contacts
  extent: number; // of the contacts, in extents of all
  cases: number;
}

const work = createQuery();
const out = createContacts(64);
const full = createQueryOptions({ budget: 'full', edges: false, thin: false });
const hard = createQueryOptions({ budget: 'hard', contacts: FEW, edges: false, seeds: false, thin: false });

/** A broken copy, and its trees as [Glondu12] leaves them. */
interface Broken {
  readonly collider: Collider;
  readonly earlier: EarlierTrees;
}

function breakModel(model: Model, pieces: number): Broken {
  const collider = createCollider(model.solid);
  shatter(model, collider, 0, pieces, 1);
  if (collider.field === null || collider.forest === null) throw new Error('not a solid');
  const base = model.work.base.slice(0, collider.forest.pointCount - collider.forest.baseCount);
  const forest = splitEarlier(model.solid.tree, collider.position, collider.field.family.label, base);
  return { collider, earlier: flattenEarlier(forest, collider.forest.pointCount) };
}

/** Ways with more contacts than the budget, so that there is something to choose. */
function keepRich(collider: Collider, cases: Case[]): Case[] {
  return cases.filter(({ label, field, fieldLabel, frame }) => {
    return queryContacts(out, work, createPair(), collider, label, field, fieldLabel, frame, full) >= 3 * FEW;
  });
}

/** Smallest distance and largest of some points of a collider. */
function measureSpread(collider: Collider, points: number[]): { least: number; extent: number } {
  let least = Infinity;
  let extent = 0;
  for (let i = 0; i < points.length; i++) {
    for (let j = 0; j < i; j++) {
      const d = Math.hypot(
        ...[0, 1, 2].map((k) => collider.position[3 * points[i] + k] - collider.position[3 * points[j] + k]),
      );
      least = Math.min(least, d);
      extent = Math.max(extent, d);
    }
  }
  return { least, extent };
}

function add(sum: Sum, collider: Collider, chosen: number[], extent: number, points: number): void {
  const spread = measureSpread(collider, chosen);
  sum.points += points;
  sum.least += spread.least / extent;
  sum.extent += spread.extent / extent;
  sum.cases++;
}

function compare(
  report: Report,
  name: string,
  collider: Collider,
  earlier: EarlierTrees,
  cases: Case[],
): Promise<void> {
  const ours: Sum = { points: 0, least: 0, extent: 0, cases: 0 };
  const theirs: Sum = { ...ours };
  const found: number[] = [];
  const tolerance = 0.002 * collider.radius;
  let spheres = 0;
  for (const { label, field, fieldLabel, frame } of cases) {
    const all = queryContacts(out, work, createPair(), collider, label, field, fieldLabel, frame, full);
    const { extent } = measureSpread(collider, [...out.index.subarray(0, all)]);
    if (!(extent > 0)) continue;
    work.counters.points = 0;
    work.counters.nodes = 0;
    queryContacts(out, work, createPair(), collider, label, field, fieldLabel, frame, hard);
    if (work.counters.nodes === 0) throw new Error(`${name}: a way visited no sphere`);
    spheres += work.counters.nodes;
    add(ours, collider, [...out.index.subarray(0, out.count)], extent, work.counters.points);
    const measured = queryEarlier(found, earlier, collider, label, field, fieldLabel, frame, tolerance, FEW);
    add(theirs, collider, found, extent, measured);
  }
  const rows: [string, (s: Sum) => number, boolean][] = [
    ['points measured', (s) => s.points / s.cases, false],
    ['closest two contacts, of the extent', (s) => s.least / s.cases, true],
    ['extent of the contacts, of the extent of all', (s) => s.extent / s.cases, true],
  ];
  for (const [what, pick, atLeast] of rows) {
    report.row({
      name: `${name}: ${what}`,
      value: pick(ours),
      unit: '',
      target: pick(theirs),
      atLeast,
      earlier: pick(theirs),
      ways: ours.cases,
      spheres: spheres / ours.cases,
    });
  }
  return report.timed(() => race(report, name, collider, earlier, cases, tolerance));
}

/** Times of both, in turns. */
function race(
  report: Report,
  name: string,
  collider: Collider,
  earlier: EarlierTrees,
  cases: Case[],
  tolerance: number,
): void {
  const found: number[] = [];
  const ours: number[] = [];
  const theirs: number[] = [];
  const pair = createPair();
  for (let turn = 0; turn < WARM + TURNS; turn++) {
    const start = performance.now();
    for (const { label, field, fieldLabel, frame } of cases) {
      resetPair(pair);
      queryContacts(out, work, pair, collider, label, field, fieldLabel, frame, hard);
    }
    const middle = performance.now();
    for (const { label, field, fieldLabel, frame } of cases) {
      queryEarlier(found, earlier, collider, label, field, fieldLabel, frame, tolerance, FEW);
    }
    const end = performance.now();
    if (turn < WARM) continue;
    ours.push((1000 * (middle - start)) / cases.length);
    theirs.push((1000 * (end - middle)) / cases.length);
  }
  const target = medianOf(theirs);
  report.row({ name: `${name}: time`, value: medianOf(ours), unit: 'µs', target });
  report.row({ name: `${name}: time by [Glondu12]`, value: target, unit: 'µs' });
}

/** Fragments of one copy against those of another that stands where they broke: all points of their cracks touch. */
function listNeighbours(collider: Collider, other: Collider): Case[] {
  const count = collider.field?.family.fragments.count ?? 0;
  const cases: Case[] = [];
  for (let a = 0; a < count; a++) {
    for (let b = 0; b < count; b++) {
      if (a !== b) cases.push({ label: a, field: other, fieldLabel: b, frame: createFrame() });
    }
  }
  return cases;
}

/** What siblings do instead: the same ways, within one copy. */
function reportSiblings(report: Report, name: string, collider: Collider): void {
  const cases = keepRich(collider, listNeighbours(collider, collider));
  work.counters.points = 0;
  work.counters.nodes = 0;
  for (const { label, field, fieldLabel, frame } of cases) {
    queryContacts(out, work, createPair(), collider, label, field, fieldLabel, frame, hard);
  }
  report.row({
    name: `${name}, siblings: points measured`,
    value: work.counters.points / cases.length,
    unit: '',
    ways: cases.length,
    spheres: work.counters.nodes / cases.length,
  });
}

/** Each fragment of a block on the ground, a quarter of the tolerance deep in it. */
function listSettled(collider: Collider): Case[] {
  const ground = createShape('plane');
  const { field, radius } = collider;
  if (field === null) return [];
  return Array.from({ length: field.family.fragments.count }, (_, label) => {
    const frame = createFrame();
    frame[10] = -field.box[6 * label + 1] - 0.0005 * radius;
    return { label, field: ground, fieldLabel: 0, frame };
  });
}

export const bench: Bench = {
  name: 'traversal',
  answers:
    '[Glondu13] fig. 6: how a few contacts are spread, against [Glondu12]; earlier figures are those targets',
  async run(report) {
    report.note('baking the block');
    const mesh = shapes.createBox({ size: [0.24, 0.071, 0.115], edge: 0.012 });
    const block = await prepareModel(mesh, 0.0175, 0.018);
    const small = breakModel(block, 9);
    const settled = keepRich(small.collider, listSettled(small.collider));
    await compareNeighbours(report, 'block in 9', block, 9, small);
    await compare(report, 'block in 9, settled', small.collider, small.earlier, settled);
    report.note('baking the bunny');
    const bunny = await prepareModel(loadBunny({ triangles: 7940 }), 0.02, 0.0075);
    await compareNeighbours(report, 'bunny in 20', bunny, 20, breakModel(bunny, 20));
  },
};

async function compareNeighbours(
  report: Report,
  name: string,
  model: Model,
  pieces: number,
  { collider, earlier }: Broken,
): Promise<void> {
  const twin = breakModel(model, pieces).collider;
  const ways = keepRich(collider, listNeighbours(collider, twin));
  await compare(report, `${name}, neighbours`, collider, earlier, ways);
  reportSiblings(report, name, collider);
}
