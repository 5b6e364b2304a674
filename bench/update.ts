// How updates and queries depend on resolution: the sphere of [Glondu13, sec. 7.2], with fine and coarse surface and
// inside, broken once; its pieces then rest against each other and fly apart by a script.
//
// The paper does not say into how many pieces its sphere broke. Its tables bound what an update of 1.54 ms can have been:
// the largest updates (table 3) over all triangles that the scene's cracks added (table 2), for one object, are 1.2 ms
// for at most 9,155 (piggy bank), 0.7 for 4,693 (a plate) and 1 for 4,340 (a bunny by hand). At these rates 1.54 ms stand
// for at most 11.8, 10.3 and 6.7 thousand. Three pieces add 9.5 thousand to our sphere, so three are compared; 20 add 32
// thousand. An update is what the paper calls one, field and trees, and the edges that we add, and with it what queries
// would make later, when they first ask: faces by who lies across, faces in boxes, outer points. Cutting is not in it.
// Queries are those of copies that have just been broken, so their first step pays for what it asks for, once more.

import { type Collider, createCollider } from '../src/contact/collider.ts';
import { createContacts } from '../src/contact/contacts.ts';
import { createPair } from '../src/contact/pair.ts';
import { createQuery } from '../src/contact/query.ts';
import { queryPair } from '../src/contact/query-pair.ts';
import { familyOf, updateCollider } from '../src/contact/update.ts';
import { createFragmentMesh, extractShape } from '../src/fragment/extract.ts';
import { applyPattern, type SlicePattern } from '../src/fragment/patterns.ts';
import * as shapes from '../src/mesh/shapes/index.ts';
import { type Bench, medianOf, type Report } from './bench.ts';
import {
  cutOnly,
  listPieces,
  type Model,
  makeAsked,
  PRESS,
  prepareModel,
  runScript,
  SCATTER,
  type Script,
  shatter,
  summarise,
} from './pieces.ts';

interface Case {
  readonly name: string;
  readonly triangles: number;
  readonly interior: number; // points wanted inside
  readonly update: number; // milliseconds in the paper
  readonly query: number;
  readonly queryMax: number;
}

const CASES: Case[] = [
  { name: 'reference', triangles: 2500, interior: 4000, update: 1.54, query: 1.16, queryMax: 3.27 },
  { name: 'fine surface', triangles: 10000, interior: 4000, update: 1.8, query: 1.37, queryMax: 4.17 },
  { name: 'coarse inside', triangles: 2500, interior: 435, update: 0.46, query: 0.68, queryMax: 2.26 },
];

const RADIUS = 0.5;
const BROKEN = 3; // pieces, for the update
const OTHERS = [2, 4, 8, 20];
const CORNER = 0.02; // of the nodes, cut off
const PIECES = 20; // for queries
const FEW = 8; // and fewer
const RUNS = 40;

/** Bakes a sphere; the step of the lattice inside is found by trial, to meet the number of points inside. */
async function bakeSphere(report: Report, { name, triangles, interior }: Case): Promise<Model> {
  const mesh = shapes.createSphereOf(triangles, RADIUS);
  const spacing = 3 * RADIUS * Math.sqrt(20 / triangles); // more than its longest edge: nothing is refined
  let step = (((4 / 3) * Math.PI * RADIUS ** 3) / interior) ** (1 / 3);
  for (let trial = 0; ; trial++) {
    const model = await prepareModel(mesh, spacing, step);
    const inside = model.solid.topology.nodeCount - model.solid.topology.surfaceCount;
    report.note(`${name}: ${inside} points inside, ${interior} wanted`);
    if (trial === 6 || Math.abs(inside - interior) < 0.03 * interior) return model;
    step *= (inside / interior) ** (1 / 3);
  }
}

/** Cuts a whole copy. */
type Cut = (collider: Collider) => void;

interface Updates {
  readonly all: number[]; // milliseconds
  readonly asked: number[]; // of these, what queries would make later
  readonly collider: Collider; // the last copy
}

function measureUpdate(model: Model, cut: Cut): Updates {
  const all: number[] = [];
  const asked: number[] = [];
  let collider = createCollider(model.solid);
  for (let k = 0; k < 2 * RUNS; k++) {
    collider = createCollider(model.solid);
    cut(collider);
    const start = performance.now();
    updateCollider(model.work, collider);
    const middle = performance.now();
    makeAsked(collider);
    const end = performance.now();
    if (k < RUNS) continue; // compiles
    all.push(end - start);
    asked.push(end - middle);
  }
  return { all, asked, collider };
}

/** Triangles that the cracks of a copy added to its surface. */
function countAdded(collider: Collider): number {
  const family = familyOf(collider);
  const mesh = createFragmentMesh();
  let added = -family.topology.triangle.length / 3;
  for (let label = 0; label < family.fragments.count; label++) {
    extractShape(mesh, family, label);
    added += mesh.triangleCount;
  }
  return added;
}

function reportUpdate(report: Report, name: string, model: Model, cut: Cut, paper?: number): Promise<void> {
  return report.timed(() => {
    const { all, asked, collider } = measureUpdate(model, cut);
    const { topology } = model.solid;
    report.row({
      name: `${name}: update`,
      value: medianOf(all),
      unit: 'ms',
      ...(paper !== undefined && { paper, target: paper }),
      min: Math.min(...all),
      fragments: familyOf(collider).fragments.count,
      triangles: topology.triangle.length / 3,
      added: countAdded(collider),
      inside: topology.nodeCount - topology.surfaceCount,
      tets: topology.tetCount,
      points: collider.forest?.pointCount,
    });
    report.row({ name: `${name}: of the update, what queries ask for`, value: medianOf(asked), unit: 'ms' });
  });
}

/** A plane across the solid's diagonal that parts off a share of its nodes. */
function planCorner(model: Model, share: number): SlicePattern {
  const { positions, nodeCount } = model.solid.topology;
  const normal = [1, 1, 1].map((x) => x / Math.sqrt(3));
  const along = Float64Array.from({ length: nodeCount }, (_, i) =>
    normal.reduce((sum, x, d) => sum + x * positions[3 * i + d], 0),
  ).sort();
  const at = Math.round((1 - share) * nodeCount);
  return { kind: 'slice', normal, offset: (along[at - 1] + along[at]) / 2 };
}

/** The queries of every step of a script, each the median of several runs of it on copies that have just been broken. */
function measureQueries(report: Report, wanted: Case, model: Model, pieces: number, script: Script): void {
  const work = createQuery();
  const contacts = createContacts(64);
  const runs = Array.from({ length: 7 }, () => {
    const collider = createCollider(model.solid);
    shatter(model, collider, 0, pieces, 1);
    const list = listPieces(collider, 2);
    const pairs = new Map<number, ReturnType<typeof createPair>>();
    Object.assign(work.counters, { nodes: 0, points: 0, calls: 0, edges: 0, turned: 0 });
    return runScript(
      list,
      collider,
      model.solid.radius,
      (a, b, frames) => {
        const key = a * list.length + b;
        let pair = pairs.get(key);
        if (pair === undefined) {
          pair = createPair();
          pairs.set(key, pair);
        }
        const { label: labelA } = list[a];
        const { label: labelB } = list[b];
        return queryPair(contacts, work, pair, collider, labelA, frames[a], collider, labelB, frames[b]);
      },
      script,
    );
  }).slice(2); // the first two compile
  const median = runs[0].map((_, step) => medianOf(runs.map((r) => r[step].milliseconds)));
  const { mean, max } = summarise(median);
  const name = `${wanted.name}, in ${pieces}${script === PRESS ? ' pressed together' : ''}`;
  const compared = pieces === PIECES;
  report.row({
    name: `${name}: queries of a step`,
    value: mean,
    unit: 'ms',
    ...(compared && { paper: wanted.query, target: wanted.query }),
    pairs: summarise(runs[0].map((s) => s.pairs)).mean,
    contacts: summarise(runs[0].map((s) => s.contacts)).mean,
    nodes: Math.round(work.counters.nodes / median.length),
    points: Math.round(work.counters.points / median.length),
    edges: Math.round(work.counters.edges / median.length),
  });
  report.row({
    name: `${name}: queries of the slowest step`,
    value: max,
    unit: 'ms',
    ...(compared && { paper: wanted.queryMax, target: wanted.queryMax }),
    step: median.indexOf(max),
    firstStep: median[0],
  });
}

export const bench: Bench = {
  name: 'update',
  answers: '[Glondu13, sec. 7.2]: updates and queries of the sphere at three resolutions',
  async run(report) {
    for (const wanted of CASES) {
      const model = await bakeSphere(report, wanted);
      const { name } = wanted;
      for (const pieces of [BROKEN, ...OTHERS]) {
        const cut: Cut = (collider) => cutOnly(model, collider, 0, pieces, 1);
        const paper = pieces === BROKEN ? wanted.update : undefined;
        await reportUpdate(report, `${name}, in ${pieces}`, model, cut, paper);
      }
      const corner = planCorner(model, CORNER);
      await reportUpdate(report, `${name}, a corner of ${100 * CORNER} % off`, model, (collider) => {
        applyPattern(model.work.changes, familyOf(collider), 0, corner);
      });
      for (const [pieces, script] of [
        [PIECES, SCATTER],
        [PIECES, PRESS],
        [FEW, SCATTER],
      ] as const) {
        await report.timed(() => measureQueries(report, wanted, model, pieces, script));
      }
    }
  },
};
