// Bench `worlds`, a sample: worlds begin without overlaps, and equal seeds give equal worlds.

import { expect, it } from 'vitest';
import { createOverlapJudge, judgeOverlaps, placeBodies } from '../../bench/overlap.ts';
import { createRandomWorld } from '../../bench/worlds-make.ts';

it.each([5, 8])('world %i begins without overlaps, the same each time', async (seed) => {
  const [one, other] = [await createRandomWorld(seed), await createRandomWorld(seed)];
  expect(one.world.hash()).toBe(other.world.hash());
  for (const { depth, epsilon } of judgeOverlaps(placeBodies(createOverlapJudge(), one.world))) {
    expect(depth).toBeLessThan(0.01 * epsilon);
  }
  for (let step = 0; step < 10; step++) one.world.step(1 / 60);
  for (let step = 0; step < 10; step++) other.world.step(1 / 60);
  expect(one.world.hash()).toBe(other.world.hash());
});
