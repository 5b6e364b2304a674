// Pieces of a plate rocked on their rims for ever, 13 plates of 60: of what is close, the farthest apart were held, and not
// the point of a curved rim that the piece tips onto. It sank in there until it was found, was lifted, and tipped back.

import { expect, test } from 'vitest';
import { bake } from '../../src/bake/bake.ts';
import { colliderOf } from '../../src/contact/inside.ts';
import { createShape } from '../../src/contact/shape.ts';
import { familyOf } from '../../src/contact/update.ts';
import { scatterSeeds } from '../../src/fragment/scatter.ts';
import { createPlate } from '../../src/mesh/shapes/index.ts';
import { World } from '../../src/world/world.ts';

test('pieces of plates come to rest, seeds 10, 11, 18, 24 and 42', async () => {
  const plate = await bake(createPlate({ radius: 0.12, thickness: 0.012 }), { spacing: 0.02 });
  for (const seed of [10, 11, 18, 24, 42]) {
    const world = new World();
    world.addStatic(createShape('plane'));
    const whole = world.add(plate, { position: [0, 0.3, 0] });
    const family = familyOf(colliderOf(world.info(whole)).collider);
    world.split(whole, { kind: 'voronoi', seeds: scatterSeeds(family, 0, { count: 20, seed }) });
    const pieces = world.bodies.filter((body) => world.info(body).kind === 'dynamic');
    for (let step = 0; step < 4 * 60; step++) world.step(1 / 60);
    expect(pieces.filter((piece) => !world.info(piece).asleep)).toEqual([]);
    world.dispose();
  }
});
