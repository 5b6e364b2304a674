// What lies on a sleeper lets it sleep. Contacts that a look found late were weighed by the speed that a body had reached
// while nothing held it, 16 cm/s in a step: pieces in a heap woke what they lay on again and again, for ever.

import { expect, it } from 'vitest';
import { createShape } from '../../src/contact/shape.ts';
import { World } from '../../src/world/world.ts';

it('a box that comes to lie on a sleeper does not wake it', () => {
  const world = new World();
  world.addStatic(createShape('plane'));
  const sleeper = world.add(createShape('box', 0.1, 0.1, 0.1), { position: [0, 0.1, 0] });
  for (let step = 0; step < 120; step++) world.step(1 / 60);
  expect(world.info(sleeper).asleep).toBe(true);
  for (let k = 0; k < 20; k++) {
    const guest = world.add(createShape('box', 0.1, 0.1, 0.1), { position: [0, 0.3002 + 5e-5 * k, 0] });
    for (let step = 0; step < 60; step++) {
      world.step(1 / 60);
      expect(world.info(sleeper).asleep, `${k}, step ${step}`).toBe(true);
    }
    expect(world.info(guest).asleep).toBe(true);
    world.remove(guest);
    for (let step = 0; step < 60; step++) world.step(1 / 60);
  }
});

it('a box that falls on a sleeper wakes it', () => {
  const world = new World();
  world.addStatic(createShape('plane'));
  const sleeper = world.add(createShape('box', 0.1, 0.1, 0.1), { position: [0, 0.1, 0] });
  for (let step = 0; step < 120; step++) world.step(1 / 60);
  world.add(createShape('box', 0.1, 0.1, 0.1), { position: [0, 0.32, 0] });
  let woken = false;
  for (let step = 0; step < 10; step++) {
    world.step(1 / 60);
    woken ||= !world.info(sleeper).asleep;
  }
  expect(woken).toBe(true);
});
