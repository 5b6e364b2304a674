// What it costs to update the sphere trees of a broken bunny, against building trees for its fragments anew, and what
// the updated trees are worth: points that a query looks at in them, against trees built anew. [Glondu13, sec. 7.3]
// gives the updates' quality in its Fig. 15, on another scene.

import { finishWork } from '../src/job/work.ts';
import { createRandom, nextFloat } from '../src/math/random.ts';
import { TET_EDGES } from '../src/mesh/tet-mesh.ts';
import type { TetSolid } from '../src/mesh/tetrahedralise/solid.ts';
import { tetrahedralise } from '../src/mesh/tetrahedralise/tetrahedralise.ts';
import { buildSphereTree } from '../src/tree/build.ts';
import { createForest, forestBytes, resetForest, type SphereForest } from '../src/tree/forest.ts';
import { insertPoints } from '../src/tree/insert.ts';
import { orderPoints } from '../src/tree/order.ts';
import type { SphereTree } from '../src/tree/sphere-tree.ts';
import { splitTrees } from '../src/tree/split.ts';
import { createSplitWork } from '../src/tree/split-work.ts';
import { type EarlierForest, splitEarlier } from '../test/tree/glondu12.ts';
import { insertPrinted } from '../test/tree/glondu13.ts';
import { countVisits, scatterPlanes } from '../test/tree/visits.ts';
import { type Bench, medianOf, type Report } from './bench.ts';
import { loadPaperModels } from './models.ts';

/** A first break of the solid: labels of its nodes, and two points for each edge between fragments. */
interface Broken {
  readonly label: Int32Array;
  readonly changed: Uint32Array;
  readonly positions: Float64Array; // of the nodes, then of the new points
  readonly parent: Uint32Array; // the node beside each new point
}

/** Voronoi cells of some nodes; the largest has the label 0. Edges are cut where they leave the cell. */
function breakSolid(solid: TetSolid, count: number, seed: number): Broken {
  const { positions, indices } = solid.tets;
  const nodes = positions.length / 3;
  const random = createRandom(seed);
  const seeds = Array.from({ length: count }, () => Math.floor(nextFloat(random) * nodes));
  const squared = (i: number, s: number) =>
    [0, 1, 2].reduce((sum, a) => sum + (positions[3 * i + a] - positions[3 * s + a]) ** 2, 0);
  const cell = Array.from({ length: nodes }, (_, i) => {
    const distances = seeds.map((s) => squared(i, s));
    return distances.indexOf(Math.min(...distances));
  });
  const size = seeds.map((_, c) => cell.filter((d) => d === c).length);
  const largest = size.indexOf(Math.max(...size));
  const label = Int32Array.from(cell, (c) => (c === largest ? 0 : c < largest ? c + 1 : c));
  const changed = Uint32Array.from(label.keys()).filter((i) => label[i] !== 0);
  const seen = new Set<number>();
  const parent: number[] = [];
  const added: number[] = [];
  for (let t = 0; t < indices.length; t += 4) {
    for (let e = 0; e < 12; e += 2) {
      const a = Math.min(indices[t + TET_EDGES[e]], indices[t + TET_EDGES[e + 1]]);
      const b = Math.max(indices[t + TET_EDGES[e]], indices[t + TET_EDGES[e + 1]]);
      if (label[a] === label[b] || seen.has(a * nodes + b)) continue;
      seen.add(a * nodes + b);
      const fa = squared(a, seeds[cell[b]]) - squared(a, seeds[cell[a]]);
      const fb = squared(b, seeds[cell[b]]) - squared(b, seeds[cell[a]]);
      const u = Math.min(0.95, Math.max(0.05, fa / (fa - fb)));
      for (const end of [a, b]) {
        parent.push(end);
        for (let k = 0; k < 3; k++) added.push((1 - u) * positions[3 * a + k] + u * positions[3 * b + k]);
      }
    }
  }
  return {
    label,
    changed,
    positions: Float64Array.from([...positions, ...added]),
    parent: Uint32Array.from(parent),
  };
}

/** Adds visits to a sum. */
function add(sum: number[], visits: [number, number]): void {
  sum[0] += visits[0];
  sum[1] += visits[1];
}

/** The same for the trees of a fragment as [Glondu12] leaves them. */
function countEarlier(
  forest: EarlierForest,
  roots: number[],
  positions: Float64Array,
  plane: number[],
): [number, number] {
  const points = new Set<number>();
  let visited = 0;
  const stack = [...roots];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    const p = 3 * forest.point[node];
    visited++;
    points.add(p);
    const d = plane[0] * positions[p] + plane[1] * positions[p + 1] + plane[2] * positions[p + 2] - plane[3];
    if (d <= forest.radius[node]) stack.push(...forest.children[node]);
  }
  return [points.size, visited];
}

/** A tree of some points alone, built anew, and their positions. The first `surface` of them can touch. */
function rebuild(
  positions: Float64Array,
  points: number[],
  surface = points.length,
): { tree: SphereForest; own: Float64Array } {
  const own = new Float64Array(3 * points.length);
  points.forEach((p, i) => {
    for (let a = 0; a < 3; a++) own[3 * i + a] = positions[3 * p + a];
  });
  return { tree: createForest(finishWork(buildSphereTree(own, orderPoints(own))), surface), own };
}

function listPoints(forest: SphereForest, count: number): number[][] {
  const points: number[][] = Array.from({ length: count }, () => []);
  for (let p = 0; p < forest.pointCount; p++) points[forest.fragment[p]].push(p);
  return points;
}

async function measureBreak(report: Report, solid: TetSolid, tree: SphereTree, count: number): Promise<void> {
  report.note(`${count} fragments`);
  const broken = breakSolid(solid, count, 1);
  const { positions, changed, label, parent } = broken;
  const name = `${count} fragments`;
  const forest = createForest(tree, solid.surfaceCount);
  const work = createSplitWork();
  splitTrees(work, forest, positions, changed, changed.length, label);
  const printed = insertPrinted(forest, positions, parent);
  const unfilled = splitEarlier(tree, positions, label, new Uint32Array(0));
  measureQuality(report, solid, forest, unfilled, positions, `${name}, split alone`, [0.02]);
  insertPoints(forest, positions, parent, parent.length);
  const earlier = splitEarlier(tree, positions, label, parent);
  measureQuality(report, solid, forest, earlier, positions, name, [0.02, 0.1, 0.5]);
  measurePrinted(report, forest, printed, positions, name);
  await report.timed(() => measureTimes(report, name, broken, tree, solid.surfaceCount, count));
}

/** Splitting, inserting and building anew, in turns. */
function measureTimes(
  report: Report,
  name: string,
  { positions, changed, label, parent }: Broken,
  tree: SphereTree,
  surfaceCount: number,
  count: number,
): void {
  const forest = createForest(tree, surfaceCount);
  const work = createSplitWork();
  const split: number[] = [];
  const insert: number[] = [];
  const anew: number[] = [];
  for (let turn = 0; turn < WARM + TURNS; turn++) {
    for (let k = 0; k < EACH; k++) {
      resetForest(forest, tree);
      const start = performance.now();
      splitTrees(work, forest, positions, changed, changed.length, label);
      const middle = performance.now();
      insertPoints(forest, positions, parent, parent.length);
      const end = performance.now();
      if (turn < WARM) continue;
      split.push(middle - start);
      insert.push(end - middle);
    }
    const points = listPoints(forest, count);
    const start = performance.now();
    for (const own of points) rebuild(positions, own);
    if (turn >= WARM) anew.push(performance.now() - start);
  }
  const { visited, split: divided, copies } = work.counters;
  report.row({
    name: `${name}: split`,
    value: medianOf(split),
    unit: 'ms',
    min: Math.min(...split),
    nodesVisited: visited,
    nodesSplit: divided,
    nodesCopied: copies,
    pointsMoved: work.movedCount,
  });
  report.row({
    name: `${name}: insert`,
    value: medianOf(insert),
    unit: 'ms',
    min: Math.min(...insert),
    pointsInserted: parent.length,
    bytes: forestBytes(forest),
    nodes: forest.nodeCount,
  });
  report.row({ name: `${name}: built anew`, value: medianOf(anew), unit: 'ms', min: Math.min(...anew) });
  report.row({
    name: `${name}: times faster than building anew`,
    value: medianOf(anew) / (medianOf(split) + medianOf(insert)),
    unit: '×',
    target: 5,
    atLeast: true,
  });
}

const PLANES = 40; // a fragment
const TURNS = 7; // measured, after WARM others
const WARM = 3;
const EACH = 20; // updates a turn

/** Where new points hang: as [Glondu13, sec. 6.3] prints it, beside ours. Nothing is passed over. */
function measurePrinted(
  report: Report,
  forest: SphereForest,
  printed: EarlierForest,
  positions: Float64Array,
  name: string,
): void {
  const theirs = [0, 0];
  const ours = [0, 0];
  const whole = [0, 0];
  listPoints(forest, forest.root.filter((r) => r >= 0).length).forEach((own, f) => {
    const { tree, own: places } = rebuild(positions, own);
    for (const plane of scatterPlanes(createRandom(f), positions, PLANES, 0.02, own)) {
      add(theirs, countEarlier(printed, printed.roots.get(f) ?? [], positions, plane));
      add(ours, countVisits(forest, forest.root[f], positions, plane, false));
      add(whole, countVisits(tree, 0, places, plane, false));
    }
  });
  report.row({
    name: `${name}, up to 2 % deep, inserted as printed: points against built anew`,
    value: theirs[0] / whole[0],
    unit: '×',
    ours: ours[0] / whole[0], // as this one, interior points and all
    mostChildren: printed.children.reduce((most, list) => Math.max(most, list.length), 0),
  });
}

/**
 * How many points and nodes half-spaces look at that reach up to some shares of the extent into the fragments. Nodes
 * with nothing below that can touch are passed over, in updated trees and in those built anew.
 */
function measureQuality(
  report: Report,
  solid: TetSolid,
  forest: SphereForest,
  earlier: EarlierForest,
  positions: Float64Array,
  name: string,
  shares: number[],
): void {
  const { surfaceCount } = solid;
  const { baseCount, follower } = forest;
  const points = listPoints(forest, forest.root.filter((r) => r >= 0).length);
  const built = points.map((own) => {
    const touching = own.filter((p) => p < surfaceCount || p >= baseCount || follower[p] >= 0);
    const hidden = own.filter((p) => p >= surfaceCount && p < baseCount && follower[p] < 0);
    const surface = own.filter((p) => p < surfaceCount || p >= baseCount);
    return {
      all: rebuild(positions, [...touching, ...hidden], touching.length),
      skin: rebuild(positions, surface),
    };
  });
  for (const share of shares) {
    const updated = [0, 0];
    const whole = [0, 0];
    const surface = [0, 0];
    const before = [0, 0];
    points.forEach((own, f) => {
      const { all, skin } = built[f];
      for (const plane of scatterPlanes(createRandom(f), positions, PLANES, share, own)) {
        add(updated, countVisits(forest, forest.root[f], positions, plane, true));
        add(whole, countVisits(all.tree, 0, all.own, plane, true));
        add(before, countEarlier(earlier, earlier.roots.get(f) ?? [], positions, plane));
        add(surface, countVisits(skin.tree, 0, skin.own, plane, true));
      }
    });
    report.row({
      name: `${name}, up to ${100 * share} % deep: points against built anew`,
      value: updated[0] / whole[0],
      unit: '×',
      target: 1.5,
      nodes: updated[1] / whole[1],
      earlierPoints: before[0] / whole[0], // [Glondu12]
      earlierNodes: before[1] / whole[1],
      surfaceOnlyPoints: updated[0] / surface[0],
      pointsAPlane: updated[0] / PLANES / points.length,
    });
  }
}

/** What interior points cost before a fracture [Glondu13, sec. 6.1]: a tree of all against one of the surface alone. */
function measureWhole(report: Report, solid: TetSolid, tree: SphereTree): void {
  const { positions } = solid.tets;
  const forest = createForest(tree, solid.surfaceCount);
  const own = Array.from({ length: solid.surfaceCount }, (_, p) => p);
  const skin = rebuild(positions, own);
  for (const share of [0.02, 0.1, 0.5]) {
    const passed = [0, 0];
    const all = [0, 0];
    const surface = [0, 0];
    for (const plane of scatterPlanes(createRandom(1), positions, 10 * PLANES, share)) {
      add(passed, countVisits(forest, 0, positions, plane, true));
      add(all, countVisits(forest, 0, positions, plane, false));
      add(surface, countVisits(skin.tree, 0, skin.own, plane, true));
    }
    report.row({
      name: `whole, up to ${100 * share} % deep: points against a tree of the surface alone`,
      value: passed[0] / surface[0],
      unit: '×',
      target: 1.2,
      nodes: passed[1] / surface[1],
      interiorNotPassedOver: all[0] / surface[0],
      pointsAPlane: passed[0] / 10 / PLANES,
    });
  }
}

export const bench: Bench = {
  name: 'tree-split',
  answers:
    'sphere trees updated at a break, against trees built anew: time, points visited ([Glondu13] 6.2, 6.3)',
  async run(report) {
    const { mesh, spacing, interior } = loadPaperModels()[0];
    report.note('filling the bunny with tets');
    const { solid } = finishWork(tetrahedralise(mesh, { spacing, interior }));
    if (!solid) throw new Error('the bunny could not be filled');
    const { positions } = solid.tets;
    const tree = finishWork(buildSphereTree(positions, orderPoints(positions)));
    measureWhole(report, solid, tree);
    for (const count of [2, 9, 30]) await measureBreak(report, solid, tree, count);
  },
};
