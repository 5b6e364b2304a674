// Playing a scene: a world in which it is built, and one step of it.

import { finishWork } from '../src/job/work.ts';
import type { WorldOptions } from '../src/world/options.ts';
import { warmUp } from '../src/world/warm-up.ts';
import { World } from '../src/world/world.ts';
import type { Assets, Scene } from './scene.ts';

/** A world with a scene in it, before its first step. `options` over those of the scene. */
export function createScene(scene: Scene, assets: Assets, options: WorldOptions = {}): World {
  const world = new World({ ...scene.options, ...options });
  scene.build(world, assets);
  return world;
}

/** Plays step number `step` of a scene. */
export function stepScene(scene: Scene, world: World, step: number, assets: Assets): void {
  scene.script?.(world, step, assets);
  world.step(scene.dt);
}

/** Lets the engine compile what breaking needs before a scene made of `assets` is measured; a second or two. */
export function warmUpScene(assets: Assets): void {
  finishWork(warmUp([...new Set(Object.values(assets))]));
}
