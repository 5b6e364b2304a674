// What flew apart near the ground was solved again as a whole, ever finer, for the sake of a pair or two that got no better:
// one step solved 925,576 rows, a hundred times what the others did.

import { expect, it } from 'vitest';
import { bake } from '../../src/bake/bake.ts';
import { colliderOf } from '../../src/contact/inside.ts';
import { createShape } from '../../src/contact/shape.ts';
import { familyOf } from '../../src/contact/update.ts';
import { scatterSeeds } from '../../src/fragment/scatter.ts';
import { createBox } from '../../src/mesh/shapes/index.ts';
import { World } from '../../src/world/world.ts';

it('a box in 40 pieces that hits the ground at 10 m/s takes no step of endless work', async () => {
  const box = await bake(createBox({ size: [0.3, 0.3, 0.3] }), { spacing: 0.04 });
  const world = new World();
  world.addStatic(createShape('plane'));
  const body = world.add(box, { position: [0, 0.3, 0], velocity: [0, -10, 0], spin: [3, 1, 2] });
  const { collider } = colliderOf(world.info(body));
  world.split(body, {
    kind: 'voronoi',
    seeds: scatterSeeds(familyOf(collider), 0, { count: 40, seed: 1 }),
  });
  let again = 0;
  let most = 0;
  for (let step = 0; step < 30; step++) {
    world.counters.solved = 0;
    world.step(1 / 60);
    most = Math.max(most, world.counters.solved);
    again = world.counters.again;
  }
  expect(again).toBeGreaterThan(10); // there is something to be solved again
  expect(most).toBeLessThan(200_000);
  for (const id of world.bodies) expect(world.info(id).center[1]).toBeGreaterThan(-1e-3);
});
