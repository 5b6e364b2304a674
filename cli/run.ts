// fracas run: plays a scene without a window, tells what it cost, and writes it down if asked.

import { writeFilm } from '../io/write-film.ts';
import { cacheFolder, loadAssets } from '../scenes/assets.ts';
import { createFilm, filmFrame, finishFilm } from '../scenes/film.ts';
import { findScene, scenes } from '../scenes/index.ts';
import { measureScene, type SceneReport, summarise } from '../scenes/measure.ts';
import { GLONDU13 } from '../scenes/paper.ts';
import { warmUpScene } from '../scenes/run.ts';
import type { Timings } from '../src/world/timings.ts';
import type { World } from '../src/world/world.ts';
import { checkWritable, writeWhole } from './files.ts';
import { createProgress } from './progress.ts';
import { readArgs, readNumber, UsageError } from './usage.ts';

const HELP = `Usage: fracas run SCENE [options]

Plays a scene and prints what it cost. Scenes:
${scenes.map(({ name, about }) => `  ${name.padEnd(10)} ${about}`).join('\n')}

  --steps N       how many; default what the scene is worth
  --seed N        of everything random in the world; default 1
  --record FILE   write every call as JSON: World.replay plays it
  --glb FILE      write an animated model that any glTF viewer opens
  --cold          do not let the engine compile beforehand: the first break is slow
  --profile       where the time went, by stage
  --json          print the table as JSON
  -q, --quiet     no progress
  -h, --help      this text

Baked solids are kept in ${cacheFolder()}; FRACAS_CACHE names another folder.`;

const FRAME = 1 / 30; // seconds between two keys of a film, about

export async function runRun(args: string[]): Promise<void> {
  const { values, positionals } = readArgs({
    args,
    allowPositionals: true,
    options: {
      steps: { type: 'string' },
      seed: { type: 'string' },
      record: { type: 'string' },
      glb: { type: 'string' },
      cold: { type: 'boolean' },
      profile: { type: 'boolean' },
      json: { type: 'boolean' },
      quiet: { type: 'boolean', short: 'q' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help) {
    console.log(HELP);
    return;
  }
  if (positionals.length !== 1) throw new UsageError('name one scene');
  const scene = findScene(positionals[0]);
  if (scene === undefined) {
    throw new UsageError(
      `there is no scene "${positionals[0]}", but ${scenes.map(({ name }) => name).join(', ')}`,
    );
  }
  const steps = readNumber(values.steps, '--steps', 'count') ?? scene.steps;
  const seed = readNumber(values.seed, '--seed', 'count') ?? 1;
  for (const path of [values.record, values.glb]) if (path !== undefined) await checkWritable(path, '');
  const progress = createProgress(scene.name, Boolean(values.quiet));
  const assets = await loadAssets(scene, { onProgress: progress.report });
  if (!values.cold) warmUpScene(assets);
  const film = createFilm();
  const every = Math.max(1, Math.round(FRAME / scene.dt));
  const stages: Partial<Record<keyof Timings, number[]>> = {};
  const report = measureScene(scene, assets, {
    steps,
    clock: performance,
    world: { seed, record: values.record !== undefined },
    onStep(step, all, world) {
      progress.report('playing', (step + 1) / all);
      noteStages(stages, world);
      const broke = world.events.fractures.length > 0;
      if (values.glb !== undefined && (step % every === 0 || broke || step === all - 1)) {
        filmFrame(film, world, step * scene.dt);
      }
    },
  });
  progress.done();
  const { world } = report;
  if (values.record !== undefined) await writeWhole(values.record, JSON.stringify(world.recording()));
  if (values.glb !== undefined) {
    await writeWhole(values.glb, await writeFilm(finishFilm(film), steps * scene.dt));
  }
  if (values.json) {
    console.log(
      JSON.stringify({ ...describeRun(report), profile: values.profile ? stages : undefined }, null, 1),
    );
    return;
  }
  printTable(report, scene.dt);
  if (values.profile) printProfile(stages);
  for (const path of [values.record, values.glb]) if (path !== undefined) console.log(`wrote ${path}`);
}

function noteStages(stages: Partial<Record<keyof Timings, number[]>>, { timings }: World): void {
  for (const [stage, value] of Object.entries(timings) as [keyof Timings, number][]) {
    const column = stages[stage] ?? [];
    column.push(value);
    stages[stage] = column;
  }
}

function describeRun(report: SceneReport): Record<string, unknown> {
  const { scene, steps, triangles, fragments, series, hash } = report;
  const columns = Object.entries(series).map(([name, column]) => [name, summarise(column as number[])]);
  return { scene, steps, triangles, fragments, ...Object.fromEntries(columns), hash };
}

const count = (x: number) => Math.round(x).toLocaleString('en-US');
const ms = (x: number) => (x < 10 ? x.toFixed(2) : x.toFixed(1));

function printTable(report: SceneReport, dt: number): void {
  const { scene, triangles, fragments, series, steps, hash } = report;
  const paper = GLONDU13[scene];
  const both = (column: readonly number[], form: (x: number) => string): string => {
    const { mean, max } = summarise(column);
    return `${form(mean)} (${form(max)})`;
  };
  const of = (pair: readonly [number, number] | null | undefined, form: (x: number) => string): string =>
    pair === null || pair === undefined ? '' : `${form(pair[0])} (${form(pair[1])})`;
  const lines: [string, string, string][] = [
    ['', 'here', paper === undefined ? '' : '[Glondu13]'],
    ['steps', `${count(steps)} of ${(1000 * dt).toFixed(1)} ms`, ''],
    [
      'triangles, whole / in pieces',
      triangles.map(count).join(' / '),
      paper === undefined ? '' : paper.triangles.map(count).join(' / '),
    ],
    ['fragments', count(fragments), paper === undefined ? '' : count(paper.fragments)],
    ['pairs of boxes, mean (max)', both(series.pairs, count), ''],
    ['contacts, mean (max)', both(series.contacts, count), of(paper?.contacts, count)],
    ['a step, ms, mean (max)', both(series.total, ms), of(paper?.total, ms)],
    ['  collision detection', both(series.collision, ms), of(paper?.collision, ms)],
    ['  physics', both(series.physics, ms), of(paper?.physics, ms)],
    ['  update, max', ms(summarise(series.update).max), paper === undefined ? '' : ms(paper.update)],
    ['  fracture, max', ms(summarise(series.fracture).max), paper === undefined ? '' : ms(paper.fracture)],
    ['state', hash, ''],
  ];
  for (const [name, here, there] of lines)
    console.log(`${name.padEnd(30)}${here.padEnd(24)}${there}`.trimEnd());
}

function printProfile(stages: Partial<Record<keyof Timings, number[]>>): void {
  const all = summarise(stages.total ?? []).mean;
  console.log(
    `\n${'stage'.padEnd(12)}${'mean ms'.padStart(10)}${'max ms'.padStart(10)}${'share'.padStart(9)}`,
  );
  for (const [stage, column] of Object.entries(stages)) {
    const { mean, max } = summarise(column);
    const share = all > 0 ? `${((100 * mean) / all).toFixed(1)} %` : '';
    console.log(`${stage.padEnd(12)}${ms(mean).padStart(10)}${ms(max).padStart(10)}${share.padStart(9)}`);
  }
}
