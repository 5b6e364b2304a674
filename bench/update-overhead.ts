// What the quick update costs later [Glondu13, sec. 7.3, Fig. 15]: the piggy bank breaks in three fractures, then its
// pieces jostle and drift apart by a script. Queries with the field and the trees as updated, and with an exact field and
// trees over surface points alone, rebuilt for each fragment, in all four combinations. One cell size for all fields.
// An update is counted with what queries would make later, when they first ask (makeAsked); queries are those of copies
// that have just been broken, so the first step pays for what it asks for, once more.

import { bake } from '../src/bake/bake.ts';
import { type Collider, createCollider } from '../src/contact/collider.ts';
import { createContacts } from '../src/contact/contacts.ts';
import { createQueryOptions } from '../src/contact/options.ts';
import { createPair, type PairState } from '../src/contact/pair.ts';
import { createQuery } from '../src/contact/query.ts';
import { queryContacts } from '../src/contact/query-pair.ts';
import { buildSolid } from '../src/contact/solid.ts';
import { updateCollider } from '../src/contact/update.ts';
import { buildGridField } from '../src/field/build.ts';
import { createFragmentMesh, extractShape, toTriangleMesh } from '../src/fragment/extract.ts';
import { finishWork } from '../src/job/work.ts';
import { createFrame, relateFrames } from '../src/math/rigid.ts';
import type { TriangleMesh } from '../src/mesh/triangle-mesh.ts';
import { buildSphereTree } from '../src/tree/build.ts';
import { orderPoints } from '../src/tree/order.ts';
import { type Bench, medianOf, type Report } from './bench.ts';
import { loadPaperModels } from './models.ts';
import {
  cutOnly,
  listPieces,
  type Model,
  makeAsked,
  prepareModel,
  runScript,
  STEPS,
  shatter,
  summarise,
} from './pieces.ts';

/** Fractures: seeds of cells in the largest piece there is. The paper's bank ends as 27 fragments. */
const FRACTURES = [
  { count: 8, seed: 1 },
  { count: 9, seed: 2 },
  { count: 11, seed: 3 },
];
const WARM = 15; // copies broken before anything is measured
const TURNS = 5; // each breaks COPIES of them, then computes fields and trees anew once
const COPIES = 3;
const PASSES = 7; // of the script, the first two of them unmeasured

interface Fracture {
  readonly update: number[]; // milliseconds, one a copy
  readonly asked: number[]; // of these, what queries would make later
  readonly grid: number[]; // anew, one a turn
  readonly tree: number[];
  readonly meshes: TriangleMesh[]; // of the fragments that it changed
}

function largestPiece(collider: Collider): number {
  if (collider.field === null) throw new Error('not a solid');
  const { count, nodeCount } = collider.field.family.fragments;
  let largest = 0;
  for (let label = 1; label < count; label++) if (nodeCount[label] > nodeCount[largest]) largest = label;
  return largest;
}

function meshOf(collider: Collider, label: number): TriangleMesh {
  if (collider.field === null) throw new Error('not a solid');
  const mesh = createFragmentMesh();
  extractShape(mesh, collider.field.family, label);
  return toTriangleMesh(mesh);
}

/** Breaks a copy; the times of its updates are noted unless fractures is empty. */
function breakCopy(model: Model, fractures: Fracture[]): Collider {
  const collider = createCollider(model.solid);
  FRACTURES.forEach(({ count, seed }, k) => {
    cutOnly(model, collider, largestPiece(collider), count, seed);
    const { parent, parentCount, fragment, fragmentCount } = model.work.changes;
    const changed = new Set([...parent.subarray(0, parentCount), ...fragment.subarray(0, fragmentCount)]);
    const start = performance.now();
    updateCollider(model.work, collider);
    const middle = performance.now();
    makeAsked(collider);
    const end = performance.now();
    if (fractures.length === 0) return;
    const { update, asked, meshes } = fractures[k];
    update.push(end - start);
    asked.push(end - middle);
    if (meshes.length === 0) for (const label of changed) meshes.push(meshOf(collider, label));
  });
  return collider;
}

/** A copy as it is right after its fractures: queries have asked for nothing yet. */
function breakQuietly(model: Model): Collider {
  const collider = createCollider(model.solid);
  for (const { count, seed } of FRACTURES) shatter(model, collider, largestPiece(collider), count, seed);
  return collider;
}

/** Breaks copies, and computes fields and trees of the changed fragments anew, in turns. */
function measureFractures(model: Model): Fracture[] {
  const fractures = FRACTURES.map(
    (): Fracture => ({ update: [], asked: [], grid: [], tree: [], meshes: [] }),
  );
  for (let run = 0; run < WARM; run++) breakCopy(model, []);
  for (let turn = 0; turn < TURNS; turn++) {
    for (let copy = 0; copy < COPIES; copy++) breakCopy(model, fractures);
    for (const fracture of fractures) rebuildAll(fracture, model.solid.field.cell);
  }
  return fractures;
}

/** Computes field and tree of the fragments that a fracture changed anew. */
function rebuildAll({ meshes, grid, tree }: Fracture, cell: number): void {
  const start = performance.now();
  for (const mesh of meshes) finishWork(buildGridField(mesh, { cell }));
  const middle = performance.now();
  for (const { positions } of meshes) finishWork(buildSphereTree(positions, orderPoints(positions)));
  grid.push(middle - start);
  tree.push(performance.now() - middle);
}

/** A fragment as a solid of its own, in the same rest frame: exact grid, and a tree over the surface alone. */
async function rebuildFragment(mesh: TriangleMesh, spacing: number, cell: number): Promise<Collider> {
  // The tets are only there because a collider must have some.
  const parts = await bake(mesh, {
    spacing: 4 * spacing,
    interior: 4 * spacing,
    cells: 8,
    mesher: 'delaunay',
  });
  const points = parts.surface.positions.subarray(0, 3 * parts.surfaceCount);
  const tree = finishWork(buildSphereTree(points, orderPoints(points)));
  return createCollider({ ...buildSolid(parts), field: finishWork(buildGridField(mesh, { cell })), tree });
}

/** One of the four combinations. */
interface Variant {
  readonly field: boolean; // exact
  readonly tree: boolean; // rebuilt
  readonly milliseconds: number[][]; // of each step, one a measured pass
  nodes: number; // a step
  points: number;
  contacts: number;
  pairs: number;
}

/** Plays the script once with the points of some colliders against the fields of others. */
function playScript(model: Model, rebuilt: Collider[], variant: Variant, measured: boolean): void {
  const { tree, field } = variant;
  const broken = breakQuietly(model);
  const epsilon = 0.002 * model.solid.radius;
  const options = createQueryOptions({ edges: false, epsilon, tolerance: epsilon, hysteresis: epsilon });
  const pieces = listPieces(broken, 2);
  const work = createQuery();
  const out = createContacts(64);
  const frame = createFrame();
  const known = new Map<number, PairState>();
  const oneWay = (a: number, b: number, frames: Float64Array[]) => {
    const key = a * pieces.length + b;
    let pair = known.get(key);
    if (pair === undefined) {
      pair = createPair();
      known.set(key, pair);
    }
    const A = tree ? rebuilt[a] : broken;
    const B = field ? rebuilt[b] : broken;
    relateFrames(frame, frames[a], frames[b]);
    const labelA = tree ? 0 : pieces[a].label;
    return queryContacts(out, work, pair, A, labelA, B, field ? 0 : pieces[b].label, frame, options);
  };
  const steps = runScript(
    pieces,
    broken,
    model.solid.radius,
    (a, b, frames) => oneWay(a, b, frames) + oneWay(b, a, frames),
  );
  if (!measured) return;
  steps.forEach(({ milliseconds }, k) => {
    variant.milliseconds[k].push(milliseconds);
  });
  variant.nodes = work.counters.nodes / STEPS;
  variant.points = work.counters.points / STEPS;
  variant.contacts = summarise(steps.map((s) => s.contacts)).mean;
  variant.pairs = summarise(steps.map((s) => s.pairs)).mean;
}

function reportUpdates(report: Report, model: Model): void {
  const fractures = measureFractures(model);
  const medians = fractures.map(({ update }) => medianOf(update));
  const { mean, max } = summarise(medians);
  report.row({
    name: 'update of a fracture, mean',
    value: mean,
    unit: 'ms',
    target: 2,
    changed: fractures.map(({ meshes }) => meshes.length),
  });
  report.row({
    name: 'update of a fracture, largest',
    value: max,
    unit: 'ms',
    paper: 1.2,
    target: 1.2,
    min: Math.max(...fractures.map(({ update }) => Math.min(...update))),
  });
  report.row({
    name: 'of an update, what queries ask for, mean',
    value: summarise(fractures.map(({ asked }) => medianOf(asked))).mean,
    unit: 'ms',
  });
  const grid = summarise(fractures.map((f) => medianOf(f.grid))).mean;
  const tree = summarise(fractures.map((f) => medianOf(f.tree))).mean;
  report.row({ name: 'fields anew, mean of a fracture', value: grid, unit: 'ms' });
  report.row({ name: 'trees anew, mean of a fracture', value: tree, unit: 'ms' });
  report.row({ name: 'fields and trees anew, in updates', value: (grid + tree) / mean, unit: '×' });
}

function reportQueries(report: Report, model: Model, rebuilt: Collider[]): void {
  const variants = [
    [false, false],
    [false, true],
    [true, false],
    [true, true],
  ].map(
    ([field, tree]): Variant => ({
      field,
      tree,
      milliseconds: Array.from({ length: STEPS }, () => []),
      nodes: 0,
      points: 0,
      contacts: 0,
      pairs: 0,
    }),
  );
  for (let pass = 0; pass < PASSES; pass++) {
    for (const variant of variants) playScript(model, rebuilt, variant, pass >= 2);
  }
  const means = variants.map(({ field, tree, milliseconds, ...counters }) => {
    const name = `field ${field ? 'exact' : 'updated'}, trees ${tree ? 'rebuilt' : 'updated'}`;
    const { mean, max } = summarise(milliseconds.map(medianOf));
    const ours = !field && !tree;
    report.row({
      name: `${name}: step`,
      value: mean,
      unit: 'ms',
      ...(ours && { paper: 1.63, target: 1.63 }),
      ...counters,
    });
    report.row({
      name: `${name}: slowest step`,
      value: max,
      unit: 'ms',
      ...(ours && { paper: 11, target: 11 }),
    });
    return mean;
  });
  for (const [name, at] of [
    ['updated', 0],
    ['exact', 2],
  ] as const) {
    const [updated, other] = [variants[at], variants[at + 1]];
    report.row({
      name: `points that updated trees visit, field ${name}`,
      value: updated.points / other.points,
      unit: '×',
      target: 1.5,
      spheres: updated.nodes / other.nodes,
      time: means[at] / means[at + 1],
    });
  }
  report.row({
    name: 'queries as updated, in queries with all exact and rebuilt',
    value: means[0] / means[3],
    unit: '×',
  });
  report.row({
    name: 'queries with updated fields, in queries with exact ones, trees updated',
    value: means[0] / means[2],
    unit: '×',
  });
}

export const bench: Bench = {
  name: 'update-overhead',
  answers:
    '[Glondu13, sec. 7.3, Fig. 15]: field and trees of the piggy bank updated, against exact and rebuilt',
  async run(report) {
    const { mesh, spacing, interior } = loadPaperModels()[3];
    report.note('baking the piggy bank');
    const model = await prepareModel(mesh, spacing, interior);
    await report.timed(() => reportUpdates(report, model));
    const collider = breakQuietly(model);
    const pieces = listPieces(collider, 2);
    report.row({ name: 'fragments at the end', value: pieces.length, unit: '', paper: 27 });
    report.note(`baking its ${pieces.length} fragments`);
    const rebuilt: Collider[] = [];
    for (const { label } of pieces) {
      rebuilt.push(await rebuildFragment(meshOf(collider, label), spacing, model.solid.field.cell));
    }
    await report.timed(() => reportQueries(report, model, rebuilt));
  },
};
