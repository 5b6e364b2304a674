// How much a break stands out: the slowest step in which something broke over the median step, of every scene, and where
// its time went. --scene NAME plays one alone, --steps N fewer steps.

import { loadAssets } from '../scenes/assets.ts';
import { type Assets, type Scene, scenes } from '../scenes/index.ts';
import { createScene, stepScene, warmUpScene } from '../scenes/run.ts';
import type { Timings } from '../src/world/timings.ts';
import { type Bench, medianOf } from './bench.ts';

const TURNS = 5;

interface Played {
  readonly ratio: number;
  readonly worst: Timings; // the slowest step with a break
  readonly median: number; // of all steps
  readonly breaks: number;
  readonly pieces: number; // made in the slowest
}

function play(scene: Scene, assets: Assets, steps: number): Played {
  const world = createScene(scene, assets, { clock: performance, sleep: false });
  const times: number[] = [];
  let worst = { ...world.timings };
  let pieces = 0;
  let breaks = 0;
  for (let step = 0; step < steps; step++) {
    stepScene(scene, world, step, assets);
    times.push(world.timings.total);
    const { fractures } = world.events;
    if (fractures.length === 0) continue;
    breaks++;
    if (world.timings.total <= worst.total) continue;
    worst = { ...world.timings };
    pieces = fractures.reduce((sum, fracture) => sum + fracture.fragments.length, 0);
  }
  const median = medianOf(times);
  return { ratio: worst.total / median, worst, median, breaks, pieces };
}

export const bench: Bench = {
  name: 'spike',
  answers: 'the slowest step with a break over the median step of every scene, by stage',
  async run(report, flags) {
    for (const scene of scenes) {
      if (flags.scene !== undefined && scene.name !== flags.scene) continue;
      report.note(`${scene.name}: baking or reading`);
      const assets = await loadAssets(scene);
      const steps = Math.min(flags.steps ?? scene.steps, scene.steps);
      warmUpScene(assets);
      const turns: Played[] = [];
      for (let k = 0; k < TURNS; k++) {
        const { result } = await report.turn(() => play(scene, assets, steps));
        turns.push(result);
      }
      const { worst, median, breaks, pieces } = turns.sort((a, b) => a.ratio - b.ratio)[TURNS >> 1];
      report.row({
        name: `${scene.name}: slowest break over median step`,
        value: worst.total / median, // of the middle one of five turns
        unit: 'times',
        breaks,
        pieces,
        median: round(median),
        total: round(worst.total),
        contacts: round(worst.contacts),
        solve: round(worst.solve),
        fracture: round(worst.fracture),
        update: round(worst.update),
      });
    }
  },
};

const round = (x: number): number => Number(x.toPrecision(3));
