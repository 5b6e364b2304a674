// A step is cut where something small and fast meets something, if that is not dear: whoever else is there would be solved
// and queried again for each part.

import { expect, it } from 'vitest';
import { createShape } from '../../src/contact/shape.ts';
import { World } from '../../src/world/world.ts';

/** A small ball that strikes the ground at once, with some bodies that stand there; how often steps were cut. */
function cutsAmong(bodies: number): number {
  const world = new World();
  const floor = createShape('box', 20, 0.05, 20);
  const box = createShape('box', 0.05, 0.05, 0.05);
  world.addStatic(floor, { position: [10, -0.05, 10] });
  for (let k = 0; k < bodies; k++) {
    const row = Math.floor(k / 40);
    world.add(box, { position: [0.2 * (k % 40) + 1, 0.05, 0.2 * row], density: 1000 });
  }
  const ball = world.add(createShape('sphere', 0.01), {
    position: [0, 0.1, 0],
    velocity: [3, -20, 0],
    density: 1000,
  });
  for (let step = 0; step < 3; step++) world.step(1 / 60);
  expect(world.info(ball).center[1]).toBeGreaterThan(0.005);
  return world.counters.cuts;
}

it('is cut where it costs little, and not among a thousand others', () => {
  expect(cutsAmong(10)).toBeGreaterThan(0);
  expect(cutsAmong(1200)).toBe(0);
});
