// How long a bake takes, stage by stage, and how large the asset is.

import { gzipSync } from 'node:zlib';
import { type BakeOptions, bake, encodeAsset, type MeshInput } from '../src/index.ts';
import { type Bench, medianOf } from './bench.ts';
import { loadDragon, loadPaperModels } from './models.ts';

/** Ceilings: seconds of the whole bake and of tetrahedralisation, megabytes of the gzipped asset. */
const TARGETS: Record<string, { seconds: number; tetSeconds: number; megabytes: number }> = {
  bunny: { seconds: 0.7, tetSeconds: 1, megabytes: 1.5 },
};

const SIZES = ['triangles', 'tets', 'points']; // the columns of [Glondu13] table 1
const RUNS = 5;
const WARM = 5; // bakes of the first model before it is timed: an engine goes on compiling for as long

export const bench: Bench = {
  name: 'bake',
  answers: 'whole bakes: seconds by stage, sizes; triangles / tets / points beside [Glondu13] table 1',
  async run(report) {
    report.note('making the models');
    const dragon = { name: 'dragon level 4', mesh: await loadDragon(4), table: null };
    const models = [...loadPaperModels(), dragon];
    for (const { name, mesh, table, ...options } of models) {
      const target = TARGETS[name];
      const cold = await bakeOnce(mesh, options);
      if (name === models[0].name) {
        // It finds an engine that has compiled nothing, as a bake on the command line does.
        report.row({ name: `${name}: first bake of the process`, value: cold.total, unit: 's', cold: true });
        for (let i = 0; i < WARM; i++) await bakeOnce(mesh, options);
      }
      report.note(name);
      const { asset } = await report.timed(async () => {
        const runs: Awaited<ReturnType<typeof bakeOnce>>[] = [];
        for (let i = 0; i < RUNS; i++) runs.push(await bakeOnce(mesh, options));
        runs.sort((a, b) => a.total - b.total);
        const middle = runs[RUNS >> 1];
        const { total, stages, asset } = middle;
        report.row({
          name: `${name}: whole bake`,
          value: total,
          unit: 's',
          target: target?.seconds,
          min: runs[0].total,
          ...stages,
          mesher: asset.mesher,
          interior: asset.report.interior,
        });
        report.row({
          name: `${name}: tetrahedra`,
          value: medianOf(runs.map((run) => run.stages.tetrahedra)),
          unit: 's',
          target: target?.tetSeconds,
        });
        return middle;
      });
      const bytes = encodeAsset(asset);
      const { triangles, tets, points } = asset.report;
      [triangles, tets, points].forEach((value, i) => {
        report.row({ name: `${name}: ${SIZES[i]}`, value, unit: '', paper: table?.[i] });
      });
      report.row({
        name: `${name}: asset gzipped`,
        value: gzipSync(bytes, { level: 9 }).length / 1e6,
        unit: 'MB',
        target: target?.megabytes,
        raw: bytes.length / 1e6,
      });
    }
  },
};

async function bakeOnce(mesh: MeshInput, options: BakeOptions) {
  const stages: Record<string, number> = {};
  let stage = 'repair';
  let since = performance.now();
  const start = since;
  const close = (next: string) => {
    const now = performance.now();
    stages[stage] = Number(((stages[stage] ?? 0) + (now - since) / 1000).toFixed(4));
    since = now;
    stage = next;
  };
  const asset = await bake(mesh, { ...options, onProgress: (next) => next !== stage && close(next) });
  close('done');
  return { asset, total: (since - start) / 1000, stages };
}
