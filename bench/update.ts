// How updates and queries depend on resolution: the sphere of [Glondu13, sec. 7.2], with fine and coarse surface and
// inside, broken once; its pieces then rest against each other and fly apart by a script.
//
// The paper does not say into how many pieces its sphere broke. Its tables bound what an update of 1.54 ms can have been:
// the largest updates (table 3) over all triangles that the scene's cracks added (table 2), for one object, are 1.2 ms
// for at most 9,155 (piggy bank), 0.7 for 4,693 (a plate) and 1 for 4,340 (a bunny by hand). At these rates 1.54 ms stand
// for at most 11.8, 10.3 and 6.7 thousand. Three pieces add 9.5 thousand to our sphere, so three are compared; 20 add 32
// thousand. An update is what the paper calls one, field and trees, and the edges that we add; cutting is not in it.

import { type Collider, createCollider } from '../src/contact/collider.ts';
import { createContacts } from '../src/contact/contacts.ts';
import { createPair } from '../src/contact/pair.ts';
import { queryPair } from '../src/contact/query.ts';
import { updateCollider } from '../src/contact/update.ts';
import { createQueryWork } from '../src/contact/work.ts';
import { extractShape } from '../src/fragment/extract.ts';
import { createFragmentMesh } from '../src/fragment/fragment-mesh.ts';
import * as shapes from '../src/mesh/shapes/index.ts';
import type { Bench, Report } from './bench.ts';
import {
  cutOnly,
  listPieces,
  type Model,
  PRESS,
  prepareModel,
  runScript,
  SCATTER,
  type Script,
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
const PIECES = 20; // for queries
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

function measureUpdate(model: Model, pieces: number): { times: number[]; collider: Collider } {
  const times: number[] = [];
  let collider = createCollider(model.solid);
  for (let k = 0; k < 2 * RUNS; k++) {
    collider = createCollider(model.solid);
    cutOnly(model, collider, 0, pieces, 1);
    const start = performance.now();
    updateCollider(model.work, collider);
    if (k >= RUNS) times.push(performance.now() - start);
  }
  return { times: times.sort((a, b) => a - b), collider };
}

function reportUpdate(report: Report, wanted: Case, model: Model, pieces: number): void {
  const { times, collider } = measureUpdate(model, pieces);
  const { topology } = model.solid;
  if (collider.field === null) throw new Error('not a solid');
  const { family } = collider.field;
  const mesh = createFragmentMesh();
  let added = -topology.triangle.length / 3;
  for (let label = 0; label < family.fragments.count; label++) {
    extractShape(mesh, family, label);
    added += mesh.triangleCount;
  }
  const compared = pieces === BROKEN ? { paper: wanted.update, target: wanted.update } : {};
  report.row({
    name: `${wanted.name}: update, ${family.fragments.count} fragments`,
    value: times[times.length >> 1],
    unit: 'ms',
    ...compared,
    min: times[0],
    triangles: topology.triangle.length / 3,
    added,
    inside: topology.nodeCount - topology.surfaceCount,
    tets: topology.tetCount,
    points: collider.forest?.pointCount,
  });
}

/** The queries of every step of a script, as the median of several runs of it. */
function measureQueries(
  report: Report,
  wanted: Case,
  model: Model,
  collider: Collider,
  script: Script,
  asPaper: boolean,
): void {
  const work = createQueryWork();
  const contacts = createContacts(64);
  const pieces = listPieces(collider, 2);
  const runs = Array.from({ length: 9 }, () => {
    const pairs = new Map<number, ReturnType<typeof createPair>>();
    Object.assign(work.counters, { nodes: 0, points: 0, calls: 0, edges: 0, turned: 0 });
    return runScript(
      pieces,
      collider,
      model.solid.radius,
      (a, b, frames) => {
        const key = a * pieces.length + b;
        let pair = pairs.get(key);
        if (pair === undefined) {
          pair = createPair();
          pairs.set(key, pair);
        }
        const { label: labelA } = pieces[a];
        const { label: labelB } = pieces[b];
        return queryPair(contacts, work, pair, collider, labelA, frames[a], collider, labelB, frames[b]);
      },
      script,
    );
  }).slice(2); // the first two compile
  const median = runs[0].map((_, step) => runs.map((r) => r[step].milliseconds).sort((a, b) => a - b)[3]);
  const { mean, max } = summarise(median);
  const name = `${wanted.name}, ${pieces.length} fragments${script === PRESS ? ' pressed together' : ''}`;
  report.row({
    name: `${name}: queries of a step`,
    value: mean,
    unit: 'ms',
    paper: asPaper ? wanted.query : undefined,
    target: asPaper ? wanted.query : undefined,
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
    paper: asPaper ? wanted.queryMax : undefined,
    target: asPaper ? wanted.queryMax : undefined,
  });
}

export const bench: Bench = {
  name: 'update',
  answers: '[Glondu13, sec. 7.2]: updates and queries of the sphere at three resolutions',
  async run(report) {
    for (const wanted of CASES) {
      const model = await bakeSphere(report, wanted);
      for (const pieces of [BROKEN, ...OTHERS]) reportUpdate(report, wanted, model, pieces);
      const { collider } = measureUpdate(model, PIECES);
      for (const few of [PIECES, 8]) {
        const broken = few === PIECES ? collider : measureUpdate(model, few).collider;
        measureQueries(report, wanted, model, broken, SCATTER, few === PIECES);
      }
      measureQueries(report, wanted, model, collider, PRESS, false);
    }
  },
};
