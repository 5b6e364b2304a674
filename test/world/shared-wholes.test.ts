// Whole copies of an asset share all that collides; what breaks gets its own, and the others do not notice.

import { expect, it } from 'vitest';
import { bake } from '../../src/bake/bake.ts';
import { colliderOf } from '../../src/contact/inside.ts';
import { createShape } from '../../src/contact/shape.ts';
import { familyOf } from '../../src/contact/update.ts';
import { createBox } from '../../src/mesh/shapes/box.ts';
import { World } from '../../src/world/world.ts';

const cube = await bake(createBox({ size: [0.2, 0.2, 0.2], edge: 0.1 }), { spacing: 0.1, cells: 24 });
const slice = { kind: 'slice', normal: [1, 0, 0], offset: 0 } as const;

/** Three cubes in a row above the ground. */
function createRow(): { world: World; bodies: number[] } {
  const world = new World();
  world.addStatic(createShape('plane'));
  const bodies = [0, 1, 2].map((k) => world.add(cube, { position: [0.25 * k, 0.15 + 0.1 * k, 0] }));
  return { world, bodies };
}

it('wholes share a collider until they break', () => {
  const { world, bodies } = createRow();
  const colliders = () => bodies.map((body) => colliderOf(world.info(body)).collider);
  expect(new Set(colliders()).size).toBe(1);
  const [whole] = colliders();
  const pieces = world.split(bodies[1], slice);
  expect(pieces).toHaveLength(1);
  expect(colliders()[0]).toBe(whole);
  expect(colliders()[2]).toBe(whole);
  expect(colliders()[1]).not.toBe(whole);
  expect(familyOf(whole).fragments.count).toBe(1);
  expect(colliderOf(world.info(pieces[0])).collider).toBe(colliders()[1]);
  // A copy that is added later is whole, also after one has left.
  world.remove(bodies[0]);
  const late = world.add(cube, { position: [0, 2, 0] });
  expect(colliderOf(world.info(late)).collider).toBe(whole);
  expect(familyOf(whole).fragments.nodeCount[0]).toBe(cube.tets.positions.length / 3);
  for (let step = 0; step < 60; step++) world.step(1 / 60);
  expect(world.bodies).toHaveLength(5);
});

it('snapshots of wholes and of pieces go on as they did', () => {
  const { world, bodies } = createRow();
  for (let step = 0; step < 5; step++) world.step(1 / 60);
  world.split(bodies[2], slice);
  for (let step = 0; step < 5; step++) world.step(1 / 60);
  const again = World.restore(world.snapshot(), { assets: [cube] });
  for (let step = 0; step < 30; step++) {
    world.step(1 / 60);
    again.step(1 / 60);
  }
  expect(again.hash()).toBe(world.hash());
  expect(colliderOf(again.info(again.bodies[1])).collider).toBe(
    colliderOf(again.info(again.bodies[2])).collider,
  );
});
