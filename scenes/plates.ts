// Balls fall on four plates that stand on a shelf [Glondu13, fig. 1].

import { createShape } from '../src/contact/shape.ts';
import { materials } from '../src/fracture/material.ts';
import type { Scene } from './scene.ts';

const PLACES = [
  [-0.28, 0.921, 0],
  [0.28, 0.921, 0.01],
  [-0.28, 0.481, 0.01],
  [0.28, 0.481, 0],
];
const EVERY = 14; // steps between two balls

export const plates: Scene = {
  name: 'plates',
  about: 'balls fall on four plates on a shelf',
  dt: 0.03,
  steps: 150,
  options: { maxPieces: 7, smallestFragment: 0.25 },
  assets: {
    shelf: { model: 'shelf', options: { material: null } },
    plate: { model: 'plate', options: { material: materials.ceramic } },
  },
  look: { from: [0.9, 1.5, 2.6], at: [0, 0.5, 0] },
  build(world, { shelf, plate }) {
    world.addStatic(createShape('plane'), { friction: 0.6 });
    world.addStatic(shelf, { friction: 0.6 });
    for (const position of PLACES) world.add(plate, { position });
  },
  script(world, step) {
    const ball = step / EVERY - 1;
    if (!Number.isInteger(ball) || ball < 0 || ball >= 8) return;
    const [x, y, z] = PLACES[ball % 4];
    world.add(createShape('sphere', 0.035), {
      position: [x + (ball < 4 ? 0.03 : -0.06), y + 0.3, z + (ball < 4 ? 0.02 : -0.04)],
      velocity: [0, ball < 4 ? -2.9 : -5, 0],
      material: materials.steel,
    });
  },
};
