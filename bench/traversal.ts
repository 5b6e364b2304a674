// How the contacts of a small budget are chosen ([Glondu13] fig. 6): trees split and visited by maximum distance against
// those of [Glondu12], forests visited in plain breadth-first order. Both ask the same field. Fresh pairs: neighbours
// right after the break. Settled ones: pieces lying on the ground.

import { type Collider, createCollider } from '../src/contact/collider.ts';
import { createContacts } from '../src/contact/contacts.ts';
import { createQueryOptions } from '../src/contact/options.ts';
import { createPair } from '../src/contact/pair.ts';
import { queryContacts } from '../src/contact/query.ts';
import { createShape } from '../src/contact/shape.ts';
import { createQueryWork } from '../src/contact/work.ts';
import { createFrame } from '../src/math/frame.ts';
import * as shapes from '../src/mesh/shapes/index.ts';
import { type EarlierTrees, flattenEarlier, queryEarlier } from '../test/contact/glondu12.ts';
import { splitEarlier } from '../test/tree/glondu12.ts';
import type { Bench, Report } from './bench.ts';
import { loadBunny } from './models.ts';
import { type Model, prepareModel, shatter } from './pieces.ts';

const FEW = 8; // contacts of a pair [Glondu13, sec. 5.2]
const RUNS = 300; // the first ones compile

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
  milliseconds: number;
  cases: number;
}

const work = createQueryWork();
const out = createContacts(64);
const full = createQueryOptions({ budget: 'full', edges: false, thin: false });
const hard = createQueryOptions({ budget: 'hard', contacts: FEW, edges: false, seeds: false, thin: false });

function breakModel(model: Model, pieces: number): { collider: Collider; earlier: EarlierTrees } {
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
): void {
  const ours: Sum = { points: 0, least: 0, extent: 0, milliseconds: 0, cases: 0 };
  const theirs: Sum = { ...ours };
  const found: number[] = [];
  const tolerance = 0.002 * collider.radius;
  for (const { label, field, fieldLabel, frame } of cases) {
    const all = queryContacts(out, work, createPair(), collider, label, field, fieldLabel, frame, full);
    const { extent } = measureSpread(collider, [...out.index.subarray(0, all)]);
    if (!(extent > 0)) continue;
    work.counters.points = 0;
    queryContacts(out, work, createPair(), collider, label, field, fieldLabel, frame, hard);
    add(ours, collider, [...out.index.subarray(0, out.count)], extent, work.counters.points);
    const measured = queryEarlier(found, earlier, collider, label, field, fieldLabel, frame, tolerance, FEW);
    add(theirs, collider, found, extent, measured);
  }
  const pair = createPair();
  ours.milliseconds = Infinity;
  theirs.milliseconds = Infinity;
  for (let run = 0; run < RUNS; run++) {
    let start = performance.now();
    for (const { label, field, fieldLabel, frame } of cases) {
      queryContacts(out, work, pair, collider, label, field, fieldLabel, frame, hard);
    }
    ours.milliseconds = Math.min(ours.milliseconds, performance.now() - start);
    start = performance.now();
    for (const { label, field, fieldLabel, frame } of cases) {
      queryEarlier(found, earlier, collider, label, field, fieldLabel, frame, tolerance, FEW);
    }
    theirs.milliseconds = Math.min(theirs.milliseconds, performance.now() - start);
  }
  const rows: [string, (s: Sum) => number, string, boolean][] = [
    ['points measured', (s) => s.points / s.cases, '', false],
    ['time', (s) => (1000 * s.milliseconds) / cases.length, 'µs', false],
    ['closest two contacts, of the extent', (s) => s.least / s.cases, '', true],
    ['extent of the contacts, of the extent of all', (s) => s.extent / s.cases, '', true],
  ];
  for (const [what, pick, unit, atLeast] of rows) {
    report.row({
      name: `${name}: ${what}`,
      value: pick(ours),
      unit,
      target: pick(theirs),
      atLeast,
      earlier: pick(theirs),
      ways: cases.length,
    });
  }
}

/** Neighbours where they broke: all points of the cracks between them touch. */
function listFresh(collider: Collider): Case[] {
  const count = collider.field?.family.fragments.count ?? 0;
  const cases: Case[] = [];
  for (let a = 0; a < count; a++) {
    for (let b = 0; b < count; b++) {
      if (a !== b) cases.push({ label: a, field: collider, fieldLabel: b, frame: createFrame() });
    }
  }
  return cases;
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
    const fresh = keepRich(small.collider, listFresh(small.collider));
    const settled = keepRich(small.collider, listSettled(small.collider));
    compare(report, 'block in 9, fresh', small.collider, small.earlier, fresh);
    compare(report, 'block in 9, settled', small.collider, small.earlier, settled);
    report.note('baking the bunny');
    const bunny = await prepareModel(loadBunny({ triangles: 7940 }), 0.02, 0.0075);
    const large = breakModel(bunny, 20);
    const neighbours = keepRich(large.collider, listFresh(large.collider));
    compare(report, 'bunny in 20, fresh', large.collider, large.earlier, neighbours);
  },
};
