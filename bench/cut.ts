// How long it takes to break the bunny of [Glondu13] table 1: cutting, mass properties, render geometry, and what a
// first break costs in a cold engine. The field and the trees of the fragments are other benches' matter.

import { splitInTurn } from '../src/fragment/cells.ts';
import { type Changes, clearChanges, createChanges } from '../src/fragment/changes.ts';
import { createFragmentMesh, extractFragment, type FragmentMesh } from '../src/fragment/extract.ts';
import { createFamily, type Family } from '../src/fragment/family.ts';
import { MASS_SIZE, measureMass } from '../src/fragment/mass.ts';
import { applyPattern } from '../src/fragment/patterns.ts';
import { scatterSeeds } from '../src/fragment/scatter.ts';
import { encodeFamily, restoreFamily } from '../src/fragment/state.ts';
import { buildFamilyTopology } from '../src/fragment/topology.ts';
import { createVoronoi, type VoronoiPattern } from '../src/fragment/voronoi.ts';
import { finishWork } from '../src/job/work.ts';
import { tetrahedralise } from '../src/mesh/tetrahedralise/tetrahedralise.ts';
import { type Bench, measure, type Report } from './bench.ts';
import { loadPaperModels } from './models.ts';

const RUNS = 60;
const WARM = 40; // breaks until the engine has compiled everything

export const bench: Bench = {
  name: 'cut',
  answers: 'a break of the 7,940-triangle bunny: cutting, mass and render geometry',
  async run(report) {
    const { mesh, spacing, interior } = loadPaperModels()[0];
    report.note('filling the bunny with tets');
    const { solid } = finishWork(tetrahedralise(mesh, { spacing, interior }));
    if (!solid) throw new Error('the bunny could not be filled');
    const topology = await report.timed(() => {
      const { median, result } = measure(() => buildFamilyTopology(solid), { warm: 2 });
      const { tetCount: tets, nodeCount: nodes, edgeCount: edges } = result;
      report.row({ name: 'topology, once a solid', value: median, unit: 'ms', tets, nodes, edges });
      return result;
    });
    const whole = createFamily(topology);
    const pattern = (seeds: number[]): VoronoiPattern => ({ kind: 'voronoi', seeds });
    const even = pattern(scatterSeeds(whole, 0, { count: 31, seed: 3 }));
    const point = [...topology.positions.subarray(0, 3)];
    const impact = pattern(scatterSeeds(whole, 0, { count: 31, seed: 2, impact: { point, radius: 0.03 } }));

    const changes = createChanges(topology);
    const first = breakOnce(createFamily(topology), changes, even);
    report.row({
      name: 'first break, cold engine',
      value: first.cut + first.geometry + first.mass,
      unit: 'ms',
      cold: true,
    });
    const make = () => createFamily(topology);
    await report.timed(() => measureBreak(report, 'Voronoi, even', make, changes, even, 10));
    await report.timed(() => measureBreak(report, 'Voronoi, impact', make, changes, impact, 10));

    const broken = createFamily(topology);
    clearChanges(changes);
    applyPattern(changes, broken, 0, even);
    const state = encodeFamily(broken);
    const again = pattern(scatterSeeds(broken, 0, { count: 8, seed: 5 }));
    const restore = () => restoreFamily(topology, state);
    await report.timed(() => measureBreak(report, 'one fragment of 31 in 8', restore, changes, again));

    report.note('split by split');
    await report.timed(() => {
      const { median, min, result } = measure(
        () => {
          clearChanges(changes);
          return splitInTurn(changes, createFamily(topology), 0, createVoronoi(topology, even));
        },
        { runs: RUNS, warm: WARM },
      );
      const pieces = result.length;
      report.row({ name: 'Voronoi, even: cut split by split', value: median, unit: 'ms', min, pieces });
    });
    await report.timed(() => {
      const stored = measure(() => encodeFamily(broken), { runs: 11, warm: 3 });
      report.row({ name: 'store the state', value: stored.median, unit: 'ms' });
      const restored = measure(restore, { runs: 11, warm: 3 });
      report.row({ name: 'restore it, validated', value: restored.median, unit: 'ms' });
    });
  },
};

interface Times {
  readonly cut: number;
  readonly geometry: number; // closed triangles with attributes of the fragments that changed
  readonly mass: number; // and their mass properties, from these triangles
  readonly triangles: number;
}

const out: FragmentMesh = createFragmentMesh();
const row = new Float64Array(MASS_SIZE);

function breakOnce(family: Family, changes: Changes, pattern: VoronoiPattern): Times {
  clearChanges(changes);
  const start = performance.now();
  applyPattern(changes, family, 0, pattern);
  const cut = performance.now();
  let triangles = 0;
  let mass = 0;
  for (const f of listChanged(changes)) {
    extractFragment(out, family, f);
    const since = performance.now();
    measureMass(row, 0, out);
    mass += performance.now() - since;
    triangles += out.triangleCount;
  }
  const end = performance.now();
  return { cut: cut - start, geometry: end - cut - mass, mass, triangles };
}

function listChanged(changes: Changes): number[] {
  const changed = new Set(changes.parent.subarray(0, changes.parentCount));
  for (let k = 0; k < changes.fragmentCount; k++) changed.add(changes.fragment[k]);
  return [...changed];
}

function measureBreak(
  report: Report,
  name: string,
  make: () => Family,
  changes: Changes,
  pattern: VoronoiPattern,
  target?: number,
): void {
  report.note(name);
  const runs: Times[] = [];
  for (let k = 0; k < WARM + RUNS; k++) {
    const family = make();
    const times = breakOnce(family, changes, pattern);
    if (k >= WARM) runs.push(times);
  }
  const median = (pick: (t: Times) => number) => runs.map(pick).sort((a, b) => a - b)[RUNS >> 1];
  const min = (pick: (t: Times) => number) => Math.min(...runs.map(pick));
  report.row({
    name: `${name}: cut`,
    value: median((t) => t.cut),
    unit: 'ms',
    min: min((t) => t.cut),
    newFragments: changes.fragmentCount,
    cutTets: changes.tetCount,
    cutEdges: changes.edgeCount,
    nodesChanged: changes.nodeCount,
  });
  report.row({
    name: `${name}: mass`,
    value: median((t) => t.mass),
    unit: 'ms',
    min: min((t) => t.mass),
    fragments: listChanged(changes).length,
  });
  report.row({
    name: `${name}: render geometry`,
    value: median((t) => t.geometry),
    unit: 'ms',
    min: min((t) => t.geometry),
    triangles: runs[0].triangles,
  });
  const all = (t: Times) => t.cut + t.geometry + t.mass;
  report.row({ name: `${name}: all`, value: median(all), unit: 'ms', target, min: min(all) });
}
