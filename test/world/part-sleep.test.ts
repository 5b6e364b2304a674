// Parts of an island sleep while another part moves; what happens there wakes them in time.

import { describe, expect, it } from 'vitest';
import { createShape } from '../../src/contact/shape.ts';
import { World } from '../../src/world/world.ts';

const run = (world: World, seconds: number): void => {
  for (let t = 0; t < seconds; t += 1 / 60) world.step(1 / 60);
};
const height = (world: World, body: number): number => world.poses[7 * world.indexOf(body) + 1];
const along = (world: World, body: number): number => world.poses[7 * world.indexOf(body)];

/** Blocks in a row on the floor, each against the next. */
function createRow(count: number): { world: World; blocks: number[] } {
  const world = new World();
  world.addStatic(createShape('plane'));
  const blocks = Array.from({ length: count }, (_, k) =>
    world.add(createShape('box', 0.1, 0.1, 0.1), { position: [0.2 * k, 0.1, 0] }),
  );
  return { world, blocks };
}

/** Steps with the last block of a row trembling at 5 cm/s, up and down. */
function tremble(world: World, body: number, seconds: number): void {
  const { mass } = world.info(body);
  for (let step = 0; step < 60 * seconds; step++) {
    if (step % 20 === 0) world.impulse(body, [0, 0.05 * mass, 0]);
    world.step(1 / 60);
  }
}

describe('a row of blocks of which the last trembles', () => {
  it('sleeps but for what touches it', () => {
    const { world, blocks } = createRow(6);
    tremble(world, blocks[5], 2);
    expect(blocks.map((body) => world.info(body).asleep)).toEqual([true, true, true, true, false, false]);
  });

  it('is woken as a whole by a hard push, and by nothing else', () => {
    const { world, blocks } = createRow(6);
    tremble(world, blocks[5], 2);
    const before = blocks.map((body) => along(world, body));
    const { mass } = world.info(blocks[5]);
    world.impulse(blocks[5], [-4 * mass, 0, 0]);
    run(world, 0.05);
    expect(blocks.some((body) => world.info(body).asleep)).toBe(false);
    run(world, 3);
    blocks.forEach((body, k) => {
      expect(along(world, body)).toBeLessThan(before[k] - 0.005);
      expect(world.info(body).asleep).toBe(true);
    });
  });

  it('goes on from a snapshot bit for bit', () => {
    const { world, blocks } = createRow(6);
    tremble(world, blocks[5], 1.5);
    const other = World.restore(world.snapshot(), { assets: [] });
    tremble(world, blocks[5], 0.5);
    tremble(other, blocks[5], 0.5);
    expect(other.hash()).toBe(world.hash());
  });
});

describe('what sleeps on something', () => {
  it('falls when that leaves, fast or slowly', () => {
    for (const speed of [0.03, 1]) {
      const world = new World();
      world.addStatic(createShape('plane'));
      const ice = { friction: 0 };
      const low = world.add(createShape('box', 0.1, 0.1, 0.1), { position: [0, 0.1, 0], ...ice });
      const high = world.add(createShape('box', 0.1, 0.05, 0.1), { position: [0.09, 0.25, 0], ...ice });
      // a post on the other side holds it up too, so that it stays while the block goes
      world.addStatic(createShape('box', 0.05, 0.1, 0.1), { position: [0.24, 0.1, 0] });
      run(world, 1.5);
      expect(world.info(high).asleep).toBe(true);
      const { mass } = world.info(low);
      world.impulse(low, [-speed * mass, 0, 0]);
      run(world, 0.3 / speed);
      expect(along(world, low)).toBeLessThan(-0.2);
      expect(height(world, high)).toBeLessThan(0.24);
    }
  });
});

describe('a heavy block that strikes a crumb', () => {
  it('wakes the heavy block that sleeps behind it, and drives it on', () => {
    const world = new World();
    world.addStatic(createShape('plane'));
    const ice = { friction: 0.1 };
    const block = createShape('box', 0.1, 0.1, 0.1);
    const anvil = world.add(block, { position: [0, 0.1, 0], density: 8000, ...ice });
    const cork = createShape('box', 0.05, 0.05, 0.05);
    const crumb = world.add(cork, { position: [0.15, 0.05, 0], density: 10, ...ice });
    run(world, 1.5);
    expect([anvil, crumb].map((body) => world.info(body).asleep)).toEqual([true, true]);
    const hammer = world.add(block, { position: [0.35, 0.1, 0], density: 8000, ...ice });
    world.setVelocity(hammer, [-1, 0, 0], [0, 0, 0]);
    let fastest = 0;
    for (let k = 0; k < 60; k++) {
      world.step(1 / 60);
      fastest = Math.max(fastest, -world.info(anvil).velocity[0]);
      for (const body of world.bodies) {
        if (world.info(body).asleep) expect(world.info(body).velocity.every((v) => v === 0)).toBe(true);
      }
    }
    expect(fastest).toBeGreaterThan(0.3);
  });
});
