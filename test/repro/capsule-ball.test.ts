// A capsule that is a ball, with no height between its caps, got stuck on a box that it rolled over: its thinnest part
// was taken to be the space between its caps, so that every step was swept and found the box in its way.

import { describe, expect, it } from 'vitest';
import { createShape } from '../../src/contact/shape.ts';
import { World } from '../../src/world/world.ts';

const RADIUS = 0.05;
const SPEED = 5;

describe('a capsule that is a ball rolls over a box', () => {
  for (const half of [0, 1e-4]) {
    for (const [name, rotation, least] of [
      ['lying across', [Math.SQRT1_2, 0, 0, Math.SQRT1_2], 0.95],
      ['upright', [0, 0, 0, 1], 0.2], // its axis turns over and over: it gets slower, and goes on
      ['askew', [0.3, 0.5, -0.2, 0.7], 0.2],
    ] as const) {
      it(`half-height ${half}, ${name}`, () => {
        const world = new World({ sleep: false });
        world.addStatic(createShape('box', 5, 0.1, 1), { position: [0, -0.1, 0] });
        const body = world.add(createShape('capsule', half, RADIUS), {
          position: [-3, RADIUS, 0],
          rotation,
          velocity: [SPEED, 0, 0],
          spin: [0, 0, -SPEED / RADIUS],
        });
        const o = 7 * world.indexOf(body);
        for (let step = 0; step < 60; step++) {
          const from = world.poses[o];
          world.step(1 / 60);
          expect(world.poses[o] - from, `step ${step}`).toBeGreaterThan((least * SPEED) / 60);
        }
      });
    }
  }
});
