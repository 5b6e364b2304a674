// What one fracture of the 7,940-triangle bunny costs in all: cutting, field, trees and edges, mass and render geometry,
// and what queries make of the pieces when they first ask, once everything is compiled and as the first fracture after
// the warm-up at load.

import { type Collider, createCollider } from '../src/contact/collider.ts';
import { updateCollider } from '../src/contact/update.ts';
import { createFragmentMesh, extractFragment } from '../src/fragment/extract.ts';
import { MASS_SIZE, measureMass } from '../src/fragment/mass.ts';
import { applyPattern } from '../src/fragment/patterns.ts';
import { scatterSeeds } from '../src/fragment/scatter.ts';
import type { VoronoiPattern } from '../src/fragment/voronoi.ts';
import { finishWork } from '../src/job/work.ts';
import { warmUp } from '../src/world/warm-up.ts';
import { type Bench, measure, type Report } from './bench.ts';
import { loadPaperModels } from './models.ts';
import { type Model, makeAsked, prepareModel } from './pieces.ts';

const RUNS = 60;
const WARM = 60;
const HALVES = [-0.02, 0.1, 0, 0.02, 0.1, 0]; // two seeds: one plane through the middle

interface Times {
  readonly cut: number;
  readonly update: number; // field, trees, edges
  readonly asked: number; // what queries would make of the pieces when they first ask
  readonly mass: number;
  readonly geometry: number;
}

const mesh = createFragmentMesh();
const row = new Float64Array(MASS_SIZE);

function breakOnce(model: Model, collider: Collider, pattern: VoronoiPattern): Times {
  const { work } = model;
  const { field } = collider;
  if (field === null) throw new Error('not a solid');
  const { family } = field;
  const start = performance.now();
  applyPattern(work.changes, family, 0, pattern);
  const cut = performance.now();
  updateCollider(work, collider);
  const updated = performance.now();
  makeAsked(collider);
  const asked = performance.now();
  let mass = 0;
  for (let label = 0; label < family.fragments.count; label++) {
    extractFragment(mesh, family, label);
    const since = performance.now();
    measureMass(row, 0, mesh);
    mass += performance.now() - since;
  }
  const end = performance.now();
  return {
    cut: cut - start,
    update: updated - cut,
    asked: asked - updated,
    mass,
    geometry: end - asked - mass,
  };
}

const total = (t: Times) => t.cut + t.update + t.asked + t.mass + t.geometry;

function describe(report: Report, name: string, runs: Times[]): void {
  const stages: [string, (t: Times) => number, number | undefined][] = [
    ['cut', (t) => t.cut, undefined],
    ['field, trees and edges', (t) => t.update, undefined],
    ['what queries ask for', (t) => t.asked, undefined],
    ['mass', (t) => t.mass, undefined],
    ['render geometry', (t) => t.geometry, undefined],
    ['all', total, name === 'in 31' ? 15 : undefined],
  ];
  for (const [stage, pick, target] of stages) {
    const times = runs.map(pick).sort((a, b) => a - b);
    report.row({
      name: `${name}, warm: ${stage}`,
      value: times[times.length >> 1],
      unit: 'ms',
      target,
      min: times[0],
      p95: times[Math.floor(0.95 * times.length)],
    });
  }
}

export const bench: Bench = {
  name: 'fracture',
  answers: 'a whole fracture of the 7,940-triangle bunny into 30 fragments, warm and as the first after load',
  async run(report) {
    const { mesh: bunny, spacing, interior } = loadPaperModels()[0];
    report.note('baking the bunny');
    const model = await prepareModel(bunny, spacing, interior);
    const whole = createCollider(model.solid);
    if (whole.field === null) throw new Error('not a solid');
    const seeds = scatterSeeds(whole.field.family, 0, { count: 31, seed: 3 });
    const pattern: VoronoiPattern = { kind: 'voronoi', seeds };
    const start = performance.now();
    finishWork(warmUp([model.parts]));
    report.row({ name: 'warm-up at load', value: performance.now() - start, unit: 'ms', cold: true });
    const first = breakOnce(model, whole, pattern);
    report.row({
      name: 'first fracture after it',
      value: total(first),
      unit: 'ms',
      target: 30,
      cold: true,
      ...first,
    });
    const halves: VoronoiPattern = { kind: 'voronoi', seeds: [...HALVES] };
    for (const [name, into] of [
      ['in 31', pattern],
      ['in two', halves],
    ] as const) {
      await report.timed(() => {
        const runs: Times[] = [];
        for (let k = 0; k < WARM + RUNS; k++) {
          const times = breakOnce(model, createCollider(model.solid), into);
          if (k >= WARM) runs.push(times);
        }
        describe(report, name, runs);
      });
    }
    await report.timed(() => {
      const made = measure(() => createCollider(model.solid), { runs: 40, warm: 20 });
      report.row({ name: 'a copy, made', value: made.median, unit: 'ms', min: made.min });
    });
  },
};
