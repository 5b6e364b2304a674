// Thirty-two bricks crash against the ground, one after the other [Glondu13, fig. 14].

import { createShape } from '../src/contact/shape.ts';
import { materials } from '../src/fracture/material.ts';
import { createRandom, nextFloat } from '../src/math/random.ts';
import type { World } from '../src/world/world.ts';
import { type Assets, type Scene, turnAbout } from './scene.ts';

const COUNT = 32;
const EVERY = 6; // steps between two bricks

function addBrick(world: World, { brick }: Assets, k: number): void {
  const random = createRandom(500 + k);
  const shake = (size: number): number => size * (2 * nextFloat(random) - 1);
  // Neighbours in time are far apart: 5 · k goes through all sixteen places.
  const place = (5 * k) % 16;
  world.add(brick, {
    position: [
      0.32 * ((place % 4) - 1.5) + shake(0.05),
      1.3,
      0.28 * (Math.floor(place / 4) - 1.5) + shake(0.05),
    ],
    rotation: turnAbout(0, 0.8, 0.6, shake(0.8)),
    velocity: [0, -2.5, 0],
    spin: [shake(4), shake(4), shake(4)],
  });
}

export const bricks: Scene = {
  name: 'bricks',
  about: '32 bricks crash against the ground',
  dt: 0.03,
  steps: 240,
  options: { maxPieces: 3, smallestFragment: 0.25 },
  assets: { brick: { model: 'brick', options: { material: materials.brick } } },
  look: { from: [1.4, 1.1, 2.8], at: [0, 0.2, 0] },
  build(world, assets) {
    world.addStatic(createShape('plane'), { friction: 0.8 });
    addBrick(world, assets, 0);
  },
  script(world, step, assets) {
    const k = step / EVERY;
    if (Number.isInteger(k) && k > 0 && k < COUNT) addBrick(world, assets, k);
  },
};
