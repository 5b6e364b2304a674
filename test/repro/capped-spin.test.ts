// A shard that comes down on a corner would spin faster than half a turn a step. Its spin was cut once contacts were solved, so
// that the corner went on as fast as the shard fell: up to 25 times as deep as it may.

import { expect, it } from 'vitest';
import { bakeThrown, playThrow } from '../../bench/motion-depth.ts';
import { createBox } from '../../src/mesh/shapes/index.ts';

it('shards thrown at the ground are stopped where contacts spin them faster than they may (seeds 15 to 229)', async () => {
  let fast = 0;
  for (const [thin, seeds] of [
    [0.003, [15, 34, 65, 116]],
    [0.006, [116, 218, 224, 229]],
  ] as const) {
    const shard = await bakeThrown(createBox({ size: [0.04, thin, 0.03], edge: 0.01 }), thin, 20);
    for (const seed of seeds) {
      const { deepest, fastest } = playThrow(shard, 'planes', 1 / 60, seed);
      expect(deepest).toBeLessThan(1);
      fast = Math.max(fast, fastest);
    }
  }
  expect(fast).toBeGreaterThan(150);
  expect(fast).toBeLessThan(190); // half a turn a step, and what free turning adds
});
