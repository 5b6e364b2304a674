// Going back ten steps and playing them again, as a game over a network does: what it costs over the ten steps alone, by
// a moment that was kept (World.keep) and by bytes (World.restore, which cuts again). Nothing is broken, then something
// that broke before, then what breaks within the ten steps and is copied first.

import { loadAssets } from '../scenes/assets.ts';
import { findScene } from '../scenes/index.ts';
import { createScene, stepScene, warmUpScene } from '../scenes/run.ts';
import type { Assets, Scene } from '../scenes/scene.ts';
import { World } from '../src/world/world.ts';
import { type Bench, medianOf, type Report } from './bench.ts';

const SCENES = ['piggy', 'plates', 'bunnies'];
const STEPS = 10;
const TURNS = 9;
const AFTER = 20; // steps between the first break and the moment

/** The first step in which something breaks. */
function findBreak(scene: Scene, assets: Assets): number {
  const world = createScene(scene, assets);
  for (let step = 0; step < scene.steps; step++) {
    stepScene(scene, world, step, assets);
    if (world.events.fractures.length > 0) return step;
  }
  throw new Error(`nothing breaks in ${scene.name}`);
}

function measureFrom(report: Report, name: string, scene: Scene, assets: Assets, from: number): void {
  const world = createScene(scene, assets);
  for (let step = 0; step < from; step++) stepScene(scene, world, step, assets);
  const play = (of: World): void => {
    for (let k = 0; k < STEPS; k++) stepScene(scene, of, from + k, assets);
  };
  const bodies = world.bodies.length;
  const times: Record<'kept' | 'back' | 'steps' | 'bytes', number[]> = {
    kept: [],
    back: [],
    steps: [],
    bytes: [],
  };
  const hashes = new Set<string>();
  const sources = Object.values(assets);
  const bytes = world.snapshot();
  const start = performance.now();
  const moment = world.keep();
  times.kept.push(performance.now() - start);
  for (let turn = 0; turn < TURNS; turn++) {
    const begun = performance.now();
    play(world);
    const played = performance.now();
    hashes.add(world.hash());
    const back = performance.now();
    world.goBack(moment);
    const there = performance.now();
    World.restore(bytes, { assets: sources });
    times.bytes.push(performance.now() - there);
    times.back.push(there - back);
    times.steps.push(played - begun);
  }
  const steps = medianOf(times.steps);
  const back = medianOf(times.back);
  report.row({
    name: `${scene.name}, ${name}: back and ten steps over ten steps`,
    value: (back + steps) / steps,
    unit: 'times',
    back,
    steps,
    keep: medianOf(times.kept),
    restore: medianOf(times.bytes),
    bodies,
    ends: hashes.size, // 1: every time the same
  });
  report.row({ name: `${scene.name}, ${name}: back`, value: back, unit: 'ms', target: 1, bodies });
}

export const bench: Bench = {
  name: 'rollback',
  answers: 'ten steps back by World.keep and goBack, and played again: over the ten steps alone',
  async run(report, flags) {
    for (const name of SCENES) {
      const scene = findScene(name);
      if (scene === undefined || (flags.scene !== undefined && flags.scene !== name)) continue;
      report.note(`${name}: baking or reading`);
      const assets = await loadAssets(scene);
      warmUpScene(assets);
      const broke = findBreak(scene, assets);
      for (const [what, from] of [
        ['whole', broke - STEPS],
        ['breaking', broke - STEPS + 5],
        ['broken', broke + AFTER],
      ] as const) {
        await report.timed(() => measureFrom(report, what, scene, assets, Math.max(0, from)));
      }
    }
  },
};
