// Modes at bake: how long they take, how true they are, how many bytes of the asset they fill.

import { gzipSync } from 'node:zlib';
import { findThickness } from '../src/fracture/brittle.ts';
import { buildModal } from '../src/fracture/modal/modal.ts';
import { buildCoarse, buildModes, computeModes, type Modes } from '../src/fracture/modal/modes.ts';
import {
  buildBrittle,
  buildFamilyTopology,
  createDecision,
  createFamily,
  decideFracture,
} from '../src/fragment/index.ts';
import { type Asset, bake, encodeAsset, finishWork, type Material, materials } from '../src/index.ts';
import * as shapes from '../src/mesh/shapes/index.ts';
import type { TriangleMesh } from '../src/mesh/triangle-mesh.ts';
import { type Bench, measure, type Report } from './bench.ts';
import { fallOn } from './falls.ts';
import { loadBunny } from './models.ts';

interface Subject {
  readonly name: string;
  readonly mesh: TriangleMesh;
  readonly material: Material;
  readonly known?: { readonly what: string; readonly hertz: number }; // of its first mode, in closed form
}

const BAR = [1, 0.05, 0.05] as const;
const PANE = [0.4, 0.008, 0.4] as const;

/** First bending of a free bar by Euler and Bernoulli, which leaves out shear: about 1 % high at 1 to 20. */
function ringBar({ young, density }: Material): number {
  const [length, side] = BAR;
  return (4.730041 ** 2 / (2 * Math.PI * length ** 2)) * Math.sqrt((young * side ** 2) / (12 * density));
}

/** First mode of a free square plate: 13.47 at ν = 0.3 (Leissa, Vibration of Plates). */
function ringPane({ young, density, poisson }: Material): number {
  const [side, thickness] = PANE;
  const stiff = Math.sqrt((young * thickness ** 2) / (12 * density * (1 - poisson ** 2)));
  return (13.47 / (2 * Math.PI * side ** 2)) * stiff;
}

function listSubjects(): Subject[] {
  const plain: Material = { ...materials.glass, poisson: 0.3 }; // what tables of plates are made for
  return [
    {
      name: 'bar',
      mesh: shapes.createBox({ size: BAR, edge: 0.05 }),
      material: plain,
      known: { what: 'Euler and Bernoulli', hertz: ringBar(plain) },
    },
    {
      name: 'pane',
      mesh: shapes.createBox({ size: PANE, edge: 0.1 }),
      material: plain,
      known: { what: 'Leissa', hertz: ringPane(plain) },
    },
    { name: 'plate', mesh: shapes.createPlate(), material: materials.ceramic },
    { name: 'glass', mesh: shapes.createGlass(), material: materials.glass },
    { name: 'bunny', mesh: loadBunny(), material: materials.ceramic },
  ];
}

export const bench: Bench = {
  name: 'modes',
  answers: 'modes at bake: seconds, accuracy against closed forms and finer meshes, bytes in the asset',
  async run(report) {
    for (const subject of listSubjects()) await measureSubject(report, subject);
  },
};

const hertz = (modes: Modes, { young, density }: Material): number[] =>
  [...modes.square].map((square) => Math.sqrt((square * young) / density) / (2 * Math.PI));

async function measureSubject(report: Report, { name, mesh, material, known }: Subject): Promise<void> {
  report.note(`${name}: baking`);
  const asset = await bake(mesh, { material });
  const { modes } = asset;
  if (modes === null) throw new Error(`${name} has no modes`);
  const wall = findThickness(asset.surface.positions, asset.surface.indices, asset.thickness);
  report.note(`${name}: modes`);
  await report.timed(() => {
    const { median, min } = measure(() => finishWork(buildModes(asset.surface, wall, material.poisson)));
    report.row({
      name: `${name}: modes`,
      value: median / 1000,
      unit: 's',
      target: 8,
      min: min / 1000,
      modes: modes.count,
      tets: modes.tets.indices.length / 4,
      nodes: modes.shape.length / 3 / modes.count,
      solidTets: asset.report.tets,
    });
  });
  const found = hertz(modes, material);
  const first = { name: `${name}: first mode`, value: found[0], unit: 'Hz' };
  if (known) {
    report.row({ ...first, exact: known.hertz, by: known.what });
    const off = 100 * Math.abs(found[0] / known.hertz - 1);
    report.row({ name: `${name}: off the closed form`, value: off, unit: '%', target: 3 });
  } else report.row(first);

  report.note(`${name}: twice as fine a mesh`);
  const finer = finishWork(buildCoarse(asset.surface, wall, 2));
  const fine = finer && finishWork(computeModes(finer, material.poisson, 8));
  if (fine) {
    const off = hertz(fine, material).map((f, k) => 100 * Math.abs(found[k] / f - 1));
    report.row({
      name: `${name}: off twice as fine a mesh, 8 modes`,
      value: Math.max(...off),
      unit: '%',
      target: 10,
      first: off[0],
      nodes: fine.shape.length / 3 / fine.count,
    });
  }
  await measureAsset(report, name, asset, modes);
  await measureBlow(report, name, asset, material);
}

async function measureAsset(report: Report, name: string, asset: Asset, modes: Modes): Promise<void> {
  const whole = encodeAsset(asset);
  const without = encodeAsset({ ...asset, modes: null });
  const zipped = [whole, without].map((bytes) => gzipSync(bytes, { level: 9 }).length);
  report.row({
    name: `${name}: modes in the asset, gzipped`,
    value: (zipped[0] - zipped[1]) / 1e3,
    unit: 'kB',
    target: 700,
    raw: (whole.length - without.length) / 1e3,
    wholeAsset: zipped[0] / 1e3,
  });
  const topology = buildFamilyTopology(asset);
  await report.timed(() => {
    const { median, min } = measure(() => buildModal(modes, topology));
    report.row({ name: `${name}: stress rebuilt at load`, value: median, unit: 'ms', target: 500, min });
  });
}

async function measureBlow(report: Report, name: string, asset: Asset, material: Material): Promise<void> {
  const brittle = buildBrittle(buildFamilyTopology(asset), asset.thickness, asset.modes);
  const family = createFamily(brittle.topology);
  const decision = createDecision();
  const frail = { ...material, damage: 1 }; // stresses are computed even where they are low
  const loads = fallOn(brittle, material.density, 1, [0.3, 0.9, 0.3]);
  const options = { dt: 1 / 60 };
  const blows = 200;
  await report.timed(() => {
    const { median, min } = measure(
      () => {
        for (let i = 0; i < blows; i++)
          decideFracture(decision, brittle, family, 0, frail, loads, 1, options);
      },
      { runs: 7, warm: 3 },
    );
    report.row({
      name: `${name}: a blow judged`,
      value: (1000 * median) / blows,
      unit: 'µs',
      target: 500,
      min: (1000 * min) / blows,
      'MPa at 1 m': decision.stress / 1e6,
      load: decision.load,
    });
  });
}
