// The five scenes of [Glondu13, sec. 7]: the rows of its tables 2 and 3, with ours beside them, and those of [Glondu12].
// Times are those of the processor. Nothing sleeps, as there; each scene is played again without sweeps, which that paper
// has none of. --scene NAME plays one alone, --steps N fewer steps, --series FILE writes figure 12's curves.

import { writeFileSync } from 'node:fs';
import { loadAssets } from '../scenes/assets.ts';
import { scenes } from '../scenes/index.ts';
import { measureScene, summarise } from '../scenes/measure.ts';
import { GLONDU12, GLONDU13, type PaperScene } from '../scenes/paper.ts';
import { warmUpScene } from '../scenes/run.ts';
import type { Bench, Report } from './bench.ts';
import { processorClock } from './clock.ts';

const COUNTED = 10; // colliding points are counted every so many steps

export const bench: Bench = {
  name: 'scenes',
  answers: '[Glondu13] tables 2 and 3, fig. 12: the five scenes, milliseconds and contacts a step',
  async run(report, flags) {
    const wanted = scenes.filter(({ name }) =>
      flags.scene === undefined ? Object.hasOwn(GLONDU13, name) : name === flags.scene,
    );
    const written: Record<string, unknown> = {};
    for (const scene of wanted) {
      report.note(`${scene.name}: baking or reading`);
      const assets = await loadAssets(scene);
      warmUpScene(assets);
      const steps = Math.min(flags.steps ?? scene.steps, scene.steps);
      const options = { clock: processorClock, world: { sleep: false } };
      const result = measureScene(scene, assets, {
        ...options,
        steps,
        collidingEvery: COUNTED,
        onStep: (step, all) => {
          if (step % 50 === 49) report.note(`${scene.name}: step ${step + 1} of ${all}`);
        },
      });
      tell(report, scene.name, result.fragments, result.triangles, result.series);
      const unswept = { clock: processorClock, world: { sleep: false, sweep: false }, steps };
      const { total } = measureScene(scene, assets, unswept).series;
      tellTime(report, scene.name, 'a step without sweeps', 'total', total, 0.5);
      written[scene.name] = { dt: scene.dt, ...result.series };
    }
    if (flags.series !== undefined) writeFileSync(flags.series, JSON.stringify(written));
  },
};

type Result = ReturnType<typeof measureScene>;

function tell(
  report: Report,
  name: string,
  fragments: number,
  triangles: readonly [number, number],
  series: Result['series'],
): void {
  const paper: PaperScene | undefined = GLONDU13[name];
  const older: PaperScene | undefined = GLONDU12[name];
  report.row({
    name: `${name}: fragments`,
    value: fragments,
    unit: 'pieces',
    ...(paper && {
      paper: paper.fragments,
      glondu12: older.fragments,
      target: paper.fragments,
      atLeast: true,
    }),
    triangles: triangles.join(' / '),
    ...(paper && {
      paperTriangles: paper.triangles.join(' / '),
      glondu12Triangles: older.triangles.join(' / '),
    }),
  });
  const pair = (key: 'contacts' | 'colliding', label: string): void => {
    const { mean, max } = summarise(series[key]);
    const [there, then] = [paper?.[key], older?.[key]];
    report.row({
      name: `${name}: ${label}, mean`,
      value: mean,
      unit: 'a step',
      ...(there && { paper: `${there[0]} (${there[1]})`, glondu12: `${then?.[0]} (${then?.[1]})` }),
      most: max,
    });
  };
  pair('contacts', 'contacts given out');
  pair('colliding', 'points that collide');
  tellTime(report, name, 'a step', 'total', series.total, 0.5);
  tellTime(report, name, 'collision detection', 'collision', series.collision, 0);
  tellTime(report, name, 'physics', 'physics', series.physics, 0);
  for (const key of ['update', 'fracture'] as const) {
    report.row({
      name: `${name}: ${key}, most`,
      value: summarise(series[key]).max,
      unit: 'ms',
      ...(paper && { paper: paper[key], glondu12: older[key], target: paper[key] }),
    });
  }
}

/** Mean and most of some milliseconds, beside the papers'; the target is a share of the newer one's. */
function tellTime(
  report: Report,
  name: string,
  label: string,
  key: 'total' | 'collision' | 'physics',
  values: number[],
  share: number,
): void {
  const paper: PaperScene | undefined = GLONDU13[name];
  const older: PaperScene | undefined = GLONDU12[name];
  const { mean, max } = summarise(values);
  for (const [k, value] of [mean, max].entries()) {
    report.row({
      name: `${name}: ${label}, ${k === 0 ? 'mean' : 'most'}`,
      value,
      unit: 'ms',
      ...(paper && { paper: paper[key][k], glondu12: older[key][k] }),
      ...(paper && share > 0 && { target: share * paper[key][k] }),
    });
  }
}
