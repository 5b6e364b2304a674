// What a joint bore stayed when its body became kinematic. Nothing was left then that could bear so much, and a world refused
// its own snapshot as altered.

import { expect, it } from 'vitest';
import { createShape, World } from '../../src/index.ts';

it.each(['static', 'kinematic'] as const)(
  'a world with a joint of a body made %s can be restored',
  (kind) => {
    const world = new World();
    const box = world.add(createShape('box', 0.2, 0.2, 0.2), { position: [0, 3, 0] });
    world.join({ kind: 'ball', bodyA: box, anchor: [0, 3.5, 0] });
    for (let step = 0; step < 10; step++) world.step(1 / 60);
    world.setKind(box, kind);
    const other = World.restore(world.snapshot(), { assets: [] });
    for (const one of [world, other]) {
      one.step(1 / 60);
      one.setKind(box, 'dynamic');
      one.step(1 / 60);
    }
    expect(other.hash()).toBe(world.hash());
  },
);
