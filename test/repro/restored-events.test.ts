// A restored world went on bit for bit and yet told other events: contacts that end together came in the order of records,
// which depends on what came and went before, and what calls had woken since the last step was not told at all.

import { expect, it } from 'vitest';
import { createShape, World } from '../../src/index.ts';

/** Boxes side by side on the ground, some of which were lifted and put back. */
function createRow(): { world: World; boxes: number[] } {
  const world = new World();
  world.addStatic(createShape('box', 20, 0.5, 20), { position: [0, -0.5, 0] });
  const boxes = Array.from({ length: 8 }, (_, k) =>
    world.add(createShape('box', 0.1, 0.1, 0.1), { position: [0.5 * k, 0.1, 0] }),
  );
  for (let step = 0; step < 10; step++) world.step(1 / 60);
  for (const k of [6, 1, 4]) world.setPose(boxes[k], [0.5 * k, 5, 0]);
  world.step(1 / 60);
  for (const k of [6, 1, 4]) {
    world.setPose(boxes[k], [0.5 * k, 0.1, 0]);
    world.setVelocity(boxes[k], [0, 0, 0]);
  }
  for (let step = 0; step < 10; step++) world.step(1 / 60);
  return { world, boxes };
}

it('contacts that end in one step are told in the same order', () => {
  const { world, boxes } = createRow();
  const restored = World.restore(world.snapshot(), { assets: [] });
  const [ends, others] = [world, restored].map((each) => {
    for (const box of boxes) each.setVelocity(box, [0, 60, 0]);
    return Array.from({ length: 3 }, () => {
      each.step(1 / 60);
      return [...each.events.ends];
    });
  });
  expect(Math.max(...ends.map(({ length }) => length))).toBe(8);
  expect(others).toEqual(ends);
});

it('what calls have woken is told', () => {
  const { world, boxes } = createRow();
  for (let step = 0; step < 60; step++) world.step(1 / 60);
  expect(world.info(boxes[3]).asleep).toBe(true);
  world.impulse(boxes[3], [0, 1, 0]);
  const restored = World.restore(world.snapshot(), { assets: [] });
  for (const each of [world, restored]) each.step(1 / 60);
  expect(world.events.woken).toEqual([boxes[3]]);
  expect(restored.events.woken).toEqual(world.events.woken);
});
