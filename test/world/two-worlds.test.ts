// Worlds know nothing of each other: stepped in turn, each comes to the bits that it comes to alone.

import { expect, it } from 'vitest';
import { bake } from '../../src/bake/bake.ts';
import { createShape } from '../../src/contact/shape.ts';
import { materials } from '../../src/fracture/material.ts';
import { createBox } from '../../src/mesh/shapes/box.ts';
import { World } from '../../src/world/world.ts';

const block = await bake(createBox({ size: [0.2, 0.2, 0.2], edge: 0.06 }), {
  spacing: 0.06,
  cells: 24,
  material: materials.brick,
});

/** Blocks that fall on each other, and a ball that breaks some of them. */
function createPlay(seed: number): World {
  const world = new World({ seed, maxPieces: 6 });
  world.addStatic(createShape('plane'));
  for (let k = 0; k < 4; k++)
    world.add(block, {
      position: [0.05 * seed * k, 0.11 + 0.22 * k, 0],
      rotation: [0, 0.1 * seed * k, 0, 1],
    });
  world.add(createShape('sphere', 0.06), {
    position: [-0.6, 0.3, 0.01 * seed],
    velocity: [12, 0, 0],
    density: 7800,
  });
  return world;
}

it('three worlds, two of which break and one of which is pressed, are stepped in turn', () => {
  const plays = () => [createPlay(1), createPlay(2), createPlay(3)];
  const alone = plays().map((world) => {
    for (let step = 0; step < 20; step++) world.step(1 / 60);
    return world.hash();
  });
  const worlds = plays();
  for (let step = 0; step < 20; step++) for (const world of worlds) world.step(1 / 60);
  expect(worlds.map((world) => world.hash())).toEqual(alone);
  expect(worlds[0].bodies.length).toBeGreaterThan(6);
  // And one restored from another's snapshot half way.
  const third = World.restore(worlds[1].snapshot(), { assets: [block] });
  worlds[0].step(1 / 60);
  worlds[1].step(1 / 60);
  third.step(1 / 60);
  expect(third.hash()).toBe(worlds[1].hash());
});
