// A tower of stone blocks is struck by a ball.

import { createShape } from '../src/contact/shape.ts';
import { materials } from '../src/fracture/material.ts';
import { createBox } from '../src/mesh/shapes/index.ts';
import { type Scene, turnAbout } from './scene.ts';

const SIZE = [0.3, 0.15, 0.15] as const;
const ROWS = 6;

export const tower: Scene = {
  name: 'tower',
  about: 'a tower of stone blocks is struck by a ball',
  dt: 1 / 60,
  steps: 240,
  assets: {
    block: {
      model: () => createBox({ size: [...SIZE], edge: 0.05 }),
      options: { spacing: 0.05, cells: 24, material: materials.stone },
    },
  },
  look: { from: [1.8, 1.4, 2.4], at: [0, 0.45, 0] },
  build(world, { block }) {
    world.addStatic(createShape('plane'), { friction: 0.8 });
    // Pairs of blocks, each row across the one below.
    for (let row = 0; row < ROWS; row++) {
      for (const side of [-1, 1]) {
        const across = row % 2 === 1;
        const shift = 0.076 * side;
        world.add(block, {
          position: [across ? shift : 0, SIZE[1] * (row + 0.5), across ? 0 : shift],
          rotation: turnAbout(0, 1, 0, across ? 1 : 0),
        });
      }
    }
    world.add(createShape('sphere', 0.1), {
      position: [0.05, 0.7, 2.2],
      velocity: [0, 0.8, -16],
      material: materials.steel,
    });
  },
};
