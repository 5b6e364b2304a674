// Twenty-seven bunnies fall in three batches [Glondu13, fig. 13].

import { createShape } from '../src/contact/shape.ts';
import { materials } from '../src/fracture/material.ts';
import { createRandom, nextFloat } from '../src/math/random.ts';
import type { World } from '../src/world/world.ts';
import { type Assets, type Scene, turnAbout } from './scene.ts';

const BATCH = 9;
const EVERY = 280; // steps between two batches

/** Nine bunnies in a grid, two metres up. */
function addBatch(world: World, { bunny }: Assets, batch: number): void {
  const random = createRandom(100 + batch);
  const shake = (size: number): number => size * (2 * nextFloat(random) - 1);
  for (let k = 0; k < BATCH; k++) {
    world.add(bunny, {
      position: [
        0.3 * ((k % 3) - 1) + shake(0.03),
        1.6 + 0.12 * k + shake(0.05),
        0.3 * (Math.floor(k / 3) - 1) + shake(0.03),
      ],
      rotation: turnAbout(0, 0.6, 0.8, shake(0.8)),
      velocity: [0, -2.5, 0],
      spin: [shake(3), shake(3), shake(3)],
    });
  }
}

export const bunnies: Scene = {
  name: 'bunnies',
  about: '27 bunnies fall in three batches',
  dt: 0.005,
  steps: 1200,
  options: { maxPieces: 6, smallestFragment: 0.25 },
  assets: { bunny: { model: 'bunny', options: { material: materials.ceramic } } },
  look: { from: [1.2, 1, 2.6], at: [0, 0.25, 0] },
  build(world, assets) {
    world.addStatic(createShape('plane'), { friction: 0.6 });
    addBatch(world, assets, 0);
  },
  script(world, step, assets) {
    if (step === EVERY || step === 2 * EVERY) addBatch(world, assets, step / EVERY);
  },
};
