// A step that is solved again in part must leave the rest of the world as it is: what breaks in it moved all other islands
// twice, what slept did not see a kinematic body come, and pairs met on the way claimed the contacts of others.

import { expect, it } from 'vitest';
import { bake } from '../../src/bake/bake.ts';
import { createShape } from '../../src/contact/shape.ts';
import { materials } from '../../src/fracture/material.ts';
import { createBox } from '../../src/mesh/shapes/box.ts';
import { World } from '../../src/world/world.ts';

it('a body far away goes on at its speed while something breaks', async () => {
  const block = await bake(createBox({ size: [0.2, 0.2, 0.2], edge: 0.06 }), {
    spacing: 0.06,
    cells: 24,
    material: materials.brick,
  });
  const world = new World({ gravity: [0, 0, 0], sleep: false });
  world.add(block, { position: [0, 0, 0] });
  world.add(createShape('sphere', 0.05), {
    position: [0.9, 0.02, 0.01],
    velocity: [-20, 0, 0],
    density: 7800,
  });
  const far = world.add(createShape('box', 0.1, 0.1, 0.1), { position: [20, 0, 0], velocity: [0, 1, 0] });
  let broke = false;
  for (let step = 1; step <= 10; step++) {
    world.step(1 / 60);
    if (world.bodies.length > 3) broke = true;
    expect(world.poses[7 * world.indexOf(far) + 1]).toBeCloseTo(step / 60, 5);
  }
  expect(broke).toBe(true);
});

it('a sleeper is pushed by a fast kinematic body', () => {
  const world = new World();
  world.addStatic(createShape('plane'));
  const plate = world.add(createShape('box', 0.1, 0.1, 0.02), { position: [0, 0.1, 0] });
  for (let step = 0; step < 120; step++) world.step(1 / 60);
  expect(world.info(plate).asleep).toBe(true);
  const arm = world.add(createShape('box', 0.05, 0.05, 0.05), { kind: 'kinematic', position: [0, 0.1, -1] });
  world.setVelocity(arm, [0, 0, 12], [0, 0, 0]);
  for (let step = 0; step < 12; step++) world.step(1 / 60);
  expect(world.poses[7 * world.indexOf(plate) + 2]).toBeGreaterThan(0.5);
});

it('a ball that is struck back to the floor that it left stays above it', () => {
  const world = new World({ sleep: false });
  world.addStatic(createShape('box', 1, 0.1, 1), { position: [0, -0.1, 0] });
  world.add(createShape('box', 0.1, 0.1, 0.1), { position: [0.6, 0.1, 0] });
  const ball = world.add(createShape('sphere', 0.05), { position: [0, 0.05, 0], velocity: [0, 9, 0] });
  world.add(createShape('sphere', 0.1), { position: [0, 0.7, 0], velocity: [0, -13, 0], density: 20000 });
  for (let step = 0; step < 20; step++) {
    world.step(1 / 60);
    expect(world.poses[7 * world.indexOf(ball) + 1]).toBeGreaterThan(0.045);
  }
});
