// Two balls that spin and meet head-on passed through each other where the step was not cut: seen from the one that turned by
// five radians, the other ended a quarter of a metre from where it began, on a way of two metres, and was looked for at places
// eight times too far apart.

import { expect, it } from 'vitest';
import { createShape } from '../../src/contact/shape.ts';
import { createRandom, nextFloat } from '../../src/math/random.ts';
import { World } from '../../src/world/world.ts';

it('balls that spin and meet head-on do not pass, in a step too dear to be cut (seed 1)', () => {
  const world = new World({ sleep: false });
  world.addStatic(createShape('box', 40, 0.05, 40), { position: [0, -0.05, 0] });
  const box = createShape('box', 0.05, 0.05, 0.05);
  for (let k = 0; k < 1200; k++)
    world.add(box, { position: [0.15 * (k % 36) + 14, 0.05, 0.15 * Math.floor(k / 36)] });
  const random = createRandom(1);
  const within = (from: number, to: number): number => from + (to - from) * nextFloat(random);
  const ball = createShape('sphere', 0.008);
  const pairs = Array.from({ length: 300 }, (_, k) =>
    [1, -1].map((side) =>
      world.add(ball, {
        position: [-0.5 * side, 2 + 0.2 * (k % 20), 0.2 * Math.floor(k / 20)],
        velocity: [side * within(45, 75), 0, 0],
        spin: [within(-300, 300), within(-300, 300), within(-300, 300)],
        density: 2500,
      }),
    ),
  );
  world.step(1 / 60);
  expect(world.counters.cuts).toBe(0);
  const passed = pairs.filter(([a, b]) => world.info(a).center[0] > world.info(b).center[0]);
  expect(passed.length).toBe(0);
});
