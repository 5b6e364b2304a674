// A steel ball falls on a table of glass.

import { createShape } from '../src/contact/shape.ts';
import { materials } from '../src/fracture/material.ts';
import { createBox } from '../src/mesh/shapes/index.ts';
import type { Scene } from './scene.ts';

const TOP = 0.5; // height of the table's top side

export const table: Scene = {
  name: 'table',
  about: 'a steel ball falls on a glass table',
  dt: 1 / 60,
  steps: 180,
  assets: {
    top: {
      model: () => createBox({ size: [1, 0.012, 0.6], edge: 0.03 }),
      options: { spacing: 0.03, material: materials.glass },
    },
  },
  look: { from: [1, 1.2, 1.9], at: [0, 0.25, 0] },
  build(world, { top }) {
    world.addStatic(createShape('plane'), { friction: 0.6 });
    for (const x of [-0.44, 0.44]) {
      for (const z of [-0.24, 0.24]) {
        world.addStatic(createShape('box', 0.02, (TOP - 0.012) / 2, 0.02), {
          position: [x, (TOP - 0.012) / 2, z],
        });
      }
    }
    world.add(top, { position: [0, TOP - 0.006, 0] });
    world.add(createShape('sphere', 0.06), {
      position: [0.08, 1.4, 0.05],
      velocity: [0, -2, 0],
      material: materials.steel,
    });
  },
};
