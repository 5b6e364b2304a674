// Thirty-two bricks crash against the ground [Glondu13, fig. 14].

import { createShape } from '../src/contact/collider.ts';
import { materials } from '../src/fracture/material.ts';
import { createRandom, nextFloat } from '../src/math/random.ts';
import { type Scene, turnAbout } from './scene.ts';

export const bricks: Scene = {
  name: 'bricks',
  about: '32 bricks crash against the ground',
  dt: 0.03,
  steps: 150,
  options: { maxPieces: 4, smallestFragment: 0.25 },
  assets: { brick: { model: 'brick', options: { material: materials.brick } } },
  look: { from: [1.4, 1.1, 2.8], at: [0, 0.2, 0] },
  build(world, { brick }) {
    world.addStatic(createShape('plane'), { friction: 0.8 });
    const random = createRandom(5);
    const shake = (size: number): number => size * (2 * nextFloat(random) - 1);
    for (let k = 0; k < 32; k++) {
      world.add(brick, {
        position: [
          0.32 * ((k % 4) - 1.5) + shake(0.03),
          0.6 + 0.1 * k,
          0.24 * (Math.floor(k / 4) % 4) - 0.36,
        ],
        rotation: turnAbout(0, 0.8, 0.6, shake(0.6)),
        velocity: [0, -4, 0],
        spin: [shake(4), shake(4), shake(4)],
      });
    }
  },
};
