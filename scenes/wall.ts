// A steel ball flies into a wall of brick.

import { createShape } from '../src/contact/shape.ts';
import { materials } from '../src/fracture/material.ts';
import { createWall } from '../src/mesh/shapes/index.ts';
import type { Scene } from './scene.ts';

export const wall: Scene = {
  name: 'wall',
  about: 'a steel ball flies into a brick wall',
  dt: 1 / 60,
  steps: 180,
  assets: {
    wall: {
      model: () => createWall({ width: 2, height: 1.4, thickness: 0.12, edge: 0.12 }),
      options: { spacing: 0.12, material: materials.brick },
    },
  },
  look: { from: [3.4, 2.2, 5.2], at: [0, 0.6, -0.3] },
  build(world, { wall }) {
    world.addStatic(createShape('plane'), { friction: 0.8 });
    world.add(wall, { position: [0, 0.7, 0] });
    world.add(createShape('sphere', 0.11), {
      position: [0.1, 0.9, 2],
      velocity: [0, 1, -13],
      material: materials.steel,
    });
  },
};
