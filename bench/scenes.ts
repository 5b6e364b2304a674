// The five scenes of [Glondu13, sec. 7]: the rows of its tables 2 and 3, with ours beside them, and those of [Glondu12].
// Nothing sleeps, as there; each scene is played again without sweeps, which that paper has none of. A time is the median
// of seven turns, step by step, after two that are thrown away: a break is one step of a play, and what it runs is
// compiled late. The first play of all, whose breaks the engine meets for the first time after its warm-up, has a row
// of its own. --scene NAME plays one alone, --steps N fewer steps. Curves of figure 12 are kept.

import { loadAssets } from '../scenes/assets.ts';
import { scenes } from '../scenes/index.ts';
import { measureScene, type SceneReport, type Series, summarise } from '../scenes/measure.ts';
import { GLONDU12, GLONDU13, type PaperScene } from '../scenes/paper.ts';
import { warmUpScene } from '../scenes/run.ts';
import type { Assets, Scene } from '../scenes/scene.ts';
import { type Bench, medianOf, type Report } from './bench.ts';

const COUNTED = 10; // colliding points are counted every so many steps
const WARM = 2; // turns thrown away
const TURNS = 7;
const WITHIN = 0.15; // of the paper's number of fragments: the work must be the same

const TIMES = ['total', 'collision', 'physics', 'update', 'fracture'] as const;
type Time = (typeof TIMES)[number];

/** What was measured of a scene. */
interface Measured {
  readonly times: Readonly<Record<Time, number[]>>; // step by step, medians over the turns, milliseconds
  readonly scaled: Readonly<Record<Time, number[]>>;
  readonly steady: boolean;
}

export const bench: Bench = {
  name: 'scenes',
  answers: '[Glondu13] tables 2 and 3, fig. 12: the five scenes, milliseconds and contacts a step',
  async run(report, flags) {
    const wanted = scenes.filter(({ name }) =>
      flags.scene === undefined ? Object.hasOwn(GLONDU13, name) : name === flags.scene,
    );
    const series: Record<string, unknown> = {};
    for (const scene of wanted) {
      report.note(`${scene.name}: baking or reading`);
      const assets = await loadAssets(scene);
      warmUpScene(assets);
      const steps = Math.min(flags.steps ?? scene.steps, scene.steps);
      // What the engine meets for the first time after its warm-up; and what is counted, once.
      const first = measureScene(scene, assets, {
        clock: performance,
        world: { sleep: false },
        steps,
        collidingEvery: COUNTED,
      });
      const swept = await playTurns(report, scene, assets, steps, true);
      tell(report, scene.name, first, swept);
      tellTime(
        report,
        scene.name,
        'a step without sweeps',
        'total',
        await playTurns(report, scene, assets, steps, false),
      );
      const { pairs, contacts, colliding, fragments } = first.series;
      series[scene.name] = roundAll({ dt: scene.dt, pairs, contacts, colliding, fragments, ...swept.scaled });
    }
    report.keep('series', series);
  },
};

async function playTurns(
  report: Report,
  scene: Scene,
  assets: Assets,
  steps: number,
  sweep: boolean,
): Promise<Measured> {
  const turns: { result: SceneReport; factor: number; steady: boolean }[] = [];
  const options = { clock: performance, world: { sleep: false, sweep }, steps };
  for (let k = 0; k < WARM; k++) measureScene(scene, assets, options);
  for (let k = 0; k < TURNS; k++) {
    report.note(`${scene.name}${sweep ? '' : ' without sweeps'}: turn ${k + 1} of ${TURNS}`);
    turns.push(await report.turn(() => measureScene(scene, assets, options)));
  }
  const over = (factorOf: (turn: (typeof turns)[number]) => number): Record<Time, number[]> => {
    const column = (key: Time): number[] =>
      turns[0].result.series[key].map((_, step) =>
        medianOf(turns.map((turn) => factorOf(turn) * turn.result.series[key][step])),
      );
    return Object.fromEntries(TIMES.map((key) => [key, column(key)])) as Record<Time, number[]>;
  };
  return {
    times: over(() => 1),
    scaled: over(({ factor }) => factor),
    steady: turns.every((turn) => turn.steady),
  };
}

function tell(report: Report, name: string, first: SceneReport, measured: Measured): void {
  const { fragments, triangles, series } = first;
  const paper: PaperScene | undefined = GLONDU13[name];
  const older: PaperScene | undefined = GLONDU12[name];
  report.row({
    name: `${name}: fragments`,
    value: fragments,
    unit: 'pieces',
    ...(paper && { paper: paper.fragments, glondu12: older.fragments }),
    before: triangles[0],
    after: triangles[1],
  });
  if (paper) {
    report.row({
      name: `${name}: fragments, off the paper's`,
      value: 100 * Math.abs(fragments / paper.fragments - 1),
      unit: '%',
      target: 100 * WITHIN,
    });
  }
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
  tellTime(report, name, 'a step', 'total', measured, 0.5);
  tellTime(report, name, 'collision detection', 'collision', measured);
  tellTime(report, name, 'physics', 'physics', measured);
  for (const key of ['update', 'fracture'] as const) {
    report.row({
      name: `${name}: ${key}, most`,
      value: summarise(measured.times[key]).max,
      unit: 'ms',
      scaled: summarise(measured.scaled[key]).max,
      ...(measured.steady ? {} : { unsteady: true }),
      ...(paper && { paper: paper[key], glondu12: older[key], target: paper[key] }),
    });
  }
  report.row({
    name: `${name}: a step, most of the first play`,
    value: summarise(series.total).max,
    unit: 'ms',
    cold: true,
  });
}

/** Mean and most of some milliseconds, beside the papers'; the target is a share of the newer one's. */
function tellTime(
  report: Report,
  name: string,
  label: string,
  key: 'total' | 'collision' | 'physics',
  { times, scaled, steady }: Measured,
  share = 0,
): void {
  const paper: PaperScene | undefined = GLONDU13[name];
  const older: PaperScene | undefined = GLONDU12[name];
  const [plain, as] = [summarise(times[key]), summarise(scaled[key])];
  for (const [k, part] of (['mean', 'max'] as const).entries()) {
    report.row({
      name: `${name}: ${label}, ${k === 0 ? 'mean' : 'most'}`,
      value: plain[part],
      unit: 'ms',
      scaled: as[part],
      ...(steady ? {} : { unsteady: true }),
      ...(paper && { paper: paper[key][k], glondu12: older[key][k] }),
      ...(paper && share > 0 && { target: share * paper[key][k] }),
    });
  }
}

/** Three digits are enough for a curve. */
function roundAll(columns: Partial<Record<keyof Series | 'dt', number | number[]>>): unknown {
  return JSON.parse(JSON.stringify(columns), (_, value) =>
    typeof value === 'number' ? Number(value.toPrecision(3)) : value,
  );
}
