// A small ball that rolled over a thin baked plate stood still with its velocity left: it sank in by a tenth of its
// radius, and then every step ended with a sweep that found the plate that it rolled on in its way, and put it back.

import { beforeAll, describe, expect, it } from 'vitest';
import type { Asset } from '../../src/bake/asset.ts';
import { bake } from '../../src/bake/bake.ts';
import { createShape } from '../../src/contact/shape.ts';
import { createBox } from '../../src/mesh/shapes/box.ts';
import { World } from '../../src/world/world.ts';

const THICK = 0.004;
const RADIUS = 0.01;
const SPEED = 0.3;
const SECONDS = 0.5;

describe('a ball of 1 cm on a baked plate of 4 mm', () => {
  let plate: Asset;
  beforeAll(async () => {
    plate = await bake(createBox({ size: [0.5, THICK, 0.2], edge: 0.04 }), { spacing: 0.04, cells: 32 });
  });

  // Along edges of its mesh, and beside them.
  for (const z of [0, 0.003, 0.013]) {
    it(`rolls on at z = ${z}`, () => {
      const world = new World({ sleep: false });
      world.addStatic(plate, { position: [0, -THICK / 2, 0] });
      const ball = world.add(createShape('sphere', RADIUS), {
        position: [-0.1, RADIUS, z],
        velocity: [SPEED, 0, 0],
        spin: [0, 0, -SPEED / RADIUS],
      });
      const o = 7 * world.indexOf(ball);
      const from = world.poses[o];
      for (let step = 0; step < 60 * SECONDS; step++) world.step(1 / 60);
      expect(world.poses[o] - from).toBeGreaterThan(0.8 * SPEED * SECONDS);
    });
  }
});
