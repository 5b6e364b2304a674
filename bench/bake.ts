// How long a bake takes, stage by stage, and how large the asset is.

import { gzipSync } from 'node:zlib';
import { type Asset, bake, encodeAsset, type MeshInput, shapes } from '../src/index.ts';
import type { Bench } from './bench.ts';
import { loadBunny, loadDragon } from './models.ts';

interface Case {
  readonly name: string;
  readonly load: () => MeshInput | Promise<MeshInput>;
  readonly resolution?: number;
  readonly paper?: string; // triangles / tets / points of [Glondu13] table 1
  readonly seconds?: number; // target of the whole bake
  readonly tetSeconds?: number; // target of tetrahedralisation
  readonly megabytes?: number; // target of the gzipped asset
}

const CASES: readonly Case[] = [
  {
    name: 'bunny',
    load: () => loadBunny({ triangles: 7940 }),
    paper: '7,940 / 18,767 / 5,089',
    seconds: 3,
    tetSeconds: 1,
    megabytes: 1.5,
  },
  { name: 'plate', load: () => shapes.createPlate(), paper: '5,392 / 8,617 / 2,711' },
  { name: 'brick', load: () => shapes.createBrick(), paper: '468 / 594 / 224' },
  { name: 'piggy bank', load: () => shapes.createPiggyBank(), paper: '9,722 / 20,807 / 5,870' },
  { name: 'shelf', load: () => shapes.createShelf(), paper: '4,652 / 10,200 / 2,989' },
  { name: 'dragon level 4', load: () => loadDragon(4) },
];

const RUNS = 3; // the first one, in a cold engine, counts too: bakes are run once

export const bench: Bench = {
  name: 'bake',
  answers: 'seconds by stage and sizes of whole bakes, models sized as [Glondu13] table 1',
  async run(report) {
    for (const { name, load, resolution, paper, seconds, tetSeconds, megabytes } of CASES) {
      const mesh = await load();
      let best: { asset: Asset; total: number; stages: Record<string, number> } | null = null;
      let first = 0;
      for (let i = 0; i < RUNS; i++) {
        report.note(`${name}, run ${i + 1} of ${RUNS}`);
        const run = await bakeOnce(mesh, resolution);
        if (i === 0) first = run.total;
        if (!best || run.total < best.total) best = run;
      }
      const { asset, total, stages } = best!;
      const bytes = encodeAsset(asset);
      report.row({
        name: `${name}: whole bake`,
        value: total,
        unit: 's',
        target: seconds,
        first,
        ...stages,
        mesher: asset.mesher,
        triangles: asset.surface.indices.length / 3,
        tets: asset.report.tets,
        points: asset.report.points,
        interior: asset.report.interior,
        ...(paper ? { table1: paper } : {}),
      });
      report.row({ name: `${name}: tetrahedra`, value: stages.tetrahedra, unit: 's', target: tetSeconds });
      report.row({
        name: `${name}: asset gzipped`,
        value: gzipSync(bytes, { level: 9 }).length / 1e6,
        unit: 'MB',
        target: megabytes,
        raw: bytes.length / 1e6,
      });
    }
  },
};

async function bakeOnce(mesh: MeshInput, resolution: number | undefined) {
  const stages: Record<string, number> = {};
  let stage = 'inspect';
  let since = performance.now();
  const start = since;
  const close = (next: string) => {
    const now = performance.now();
    stages[stage] = Number(((stages[stage] ?? 0) + (now - since) / 1000).toFixed(4));
    since = now;
    stage = next;
  };
  const asset = await bake(mesh, { resolution, onProgress: (next) => next !== stage && close(next) });
  close('done');
  return { asset, total: (since - start) / 1000, stages };
}
