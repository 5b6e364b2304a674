// A shard that comes down on a corner would spin faster than half a turn a step. Its spin was cut once contacts were solved, so
// that the corner went on as fast as the shard fell: up to 25 times as deep as it may.

import { expect, it } from 'vitest';
import { allowedDepth } from '../../bench/motion-depth.ts';
import { randomTurn, randomVector } from '../../bench/motion-energy.ts';
import { bake } from '../../src/bake/bake.ts';
import { createShape } from '../../src/contact/shape.ts';
import { createRandom, nextFloat } from '../../src/math/random.ts';
import { createBox } from '../../src/mesh/shapes/index.ts';
import { World } from '../../src/world/world.ts';
import { createJudge, judgeDepth } from '../support/judge.ts';

it('shards thrown at the ground are stopped where contacts spin them faster than they may (seeds 15 to 229)', async () => {
  const judge = createJudge();
  let fast = 0;
  for (const [thin, seeds] of [
    [0.003, [15, 34, 65, 116]],
    [0.006, [116, 218, 224, 229]],
  ] as const) {
    const shard = await bake(createBox({ size: [0.04, thin, 0.03], edge: 0.01 }));
    for (const seed of seeds) {
      const random = createRandom(seed);
      const world = new World();
      const floor = world.addStatic(createShape('plane'));
      const { radius } = world.info(world.add(shard, { position: [9, 9, 9], material: null }));
      const velocity = randomVector(random, 20);
      velocity[1] = -Math.abs(velocity[1]) - 2;
      const body = world.add(shard, {
        position: [
          0.3 * (nextFloat(random) - 0.5),
          1.05 * radius + 0.5 * nextFloat(random),
          0.3 * (nextFloat(random) - 0.5),
        ],
        rotation: randomTurn(random),
        velocity,
        spin: randomVector(random, 50),
        restitution: 0,
        material: null,
      });
      for (let step = 0; step < 90; step++) {
        world.step(1 / 60);
        expect(judgeDepth(judge, world, body, floor)).toBeLessThan(allowedDepth({ radius, thin }));
        fast = Math.max(fast, Math.hypot(...world.info(body).spin));
      }
      world.dispose();
    }
  }
  expect(fast).toBeGreaterThan(150);
  expect(fast).toBeLessThan(190); // half a turn a step, and what free turning adds
});
