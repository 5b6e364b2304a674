// A piggy bank falls off a table [Glondu13, fig. 10].

import { createShape } from '../src/contact/shape.ts';
import { materials } from '../src/fracture/material.ts';
import { type Scene, turnAbout } from './scene.ts';

export const piggy: Scene = {
  name: 'piggy',
  about: 'a piggy bank falls on the floor',
  dt: 0.015,
  steps: 200,
  options: { maxPieces: 25, smallestFragment: 0.05 },
  assets: { piggy: { model: 'piggy bank', options: { material: materials.ceramic } } },
  look: { from: [0.5, 0.45, 1.1], at: [0, 0.12, 0] },
  build(world, { piggy }) {
    world.addStatic(createShape('plane'), { friction: 0.6 });
    world.add(piggy, {
      position: [0, 0.85, 0],
      rotation: turnAbout(0.6, 0, 0.8, 0.35),
      velocity: [0.4, -3, 0],
      spin: [1, 0.5, 2],
    });
  },
};
