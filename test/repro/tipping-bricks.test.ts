// What tipped over one of its edges, or landed flat, ended steps deep in a box. Its way was taken for straight, so that in
// the middle of it the edge that it tipped over seemed to dip in: that was looked at first and became a contact in each of
// six looks, and where the body came to was never looked at.

import { beforeAll, describe, expect, it } from 'vitest';
import { randomTurn, randomVector } from '../../bench/motion-energy.ts';
import type { Asset } from '../../src/bake/asset.ts';
import { bake } from '../../src/bake/bake.ts';
import { createShape } from '../../src/contact/shape.ts';
import { createRandom, nextFloat } from '../../src/math/random.ts';
import { createBox, createBrick, createPlate } from '../../src/mesh/shapes/index.ts';
import { World } from '../../src/world/world.ts';
import { createJudge, judgeDepth } from '../support/judge.ts';

const judge = createJudge();

/** Throws a body as `bench motion` does; the deepest that it is after any of some steps, of its thinnest part. */
function throwAt(ground: 'box' | 'plane', source: Asset, thin: number, seed: number, steps: number): number {
  const random = createRandom(seed);
  const world = new World();
  const floor =
    ground === 'plane'
      ? world.addStatic(createShape('plane'))
      : world.addStatic(createShape('box', 4, 0.5, 4), { position: [0, -0.5, 0] });
  const body = world.add(source, { material: null, restitution: 0 });
  const { radius } = world.info(body);
  const velocity = randomVector(random, 20);
  velocity[1] = -Math.abs(velocity[1]) - 2;
  world.setPose(
    body,
    [
      0.3 * (nextFloat(random) - 0.5),
      1.05 * radius + 0.5 * nextFloat(random),
      0.3 * (nextFloat(random) - 0.5),
    ],
    randomTurn(random),
  );
  world.setVelocity(body, velocity, randomVector(random, Math.min(50, 20 / radius)));
  let deepest = 0;
  for (let step = 0; step < steps; step++) {
    world.step(1 / 60);
    deepest = Math.max(deepest, judgeDepth(judge, world, body, floor));
  }
  world.dispose();
  return deepest / thin;
}

describe('what tips over an edge within a step is held where it comes to', () => {
  let brick: Asset;
  let plate: Asset;
  beforeAll(async () => {
    brick = await bake(createBrick());
    plate = await bake(createPlate({ triangles: 1200 }));
  });
  for (const [seed, steps] of [
    [16, 5],
    [15, 25],
    [4, 15],
  ]) {
    it(`a brick, seed ${seed}`, () => {
      expect(throwAt('box', brick, 0.012, seed, steps)).toBeLessThan(0.01);
    });
  }
  for (const [seed, steps] of [
    [8, 10],
    [16, 5],
    [0, 35],
  ]) {
    it(`a plate, seed ${seed}`, () => {
      expect(throwAt('box', plate, 0.0065, seed, steps)).toBeLessThan(0.01);
    });
  }
});

describe('shards that hit with a corner and turn fast are solved finely enough', () => {
  let shard: Asset;
  beforeAll(async () => {
    shard = await bake(createBox({ size: [0.04, 0.003, 0.03], edge: 0.01 }));
  });
  for (const [ground, seed] of [
    ['box', 15],
    ['box', 17],
    ['plane', 9],
    ['plane', 15],
  ] as const) {
    it(`at a ${ground}, seed ${seed}`, () => {
      expect(throwAt(ground, shard, 0.003, seed, 5)).toBeLessThan(0.015);
    });
  }
});
