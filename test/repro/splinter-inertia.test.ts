// A spinning body that was split gained energy: pieces below a thousandth of the whole were given the inertia of a ball
// of their radius, at the spin that they had.

import { beforeAll, describe, expect, it } from 'vitest';
import type { Asset } from '../../src/bake/asset.ts';
import { bake } from '../../src/bake/bake.ts';
import { createRandom, nextFloat } from '../../src/math/random.ts';
import { createBox } from '../../src/mesh/shapes/box.ts';
import { World } from '../../src/world/world.ts';

let bar: Asset;
beforeAll(async () => {
  bar = await bake(createBox({ size: [0.4, 0.1, 0.1], edge: 0.025 }), { spacing: 0.025, cells: 24 });
});

/** A bar that spins in space, in a world of its own. */
function createSpin(): { world: World; body: number } {
  const world = new World({ gravity: [0, 0, 0] });
  const body = world.add(bar, {
    material: null,
    rotation: [0.3, -0.2, 0.1, 0.9],
    velocity: [1, 2, -0.5],
    spin: [3, -40, 25],
  });
  return { world, body };
}

/** Expects energy and momenta as they were. */
function expectKept(world: World, before: ReturnType<World['measure']>): void {
  const after = world.measure();
  expect(Math.abs(after.kinetic / before.kinetic - 1)).toBeLessThan(1e-9);
  const spun = Math.hypot(...before.angularMomentum);
  after.angularMomentum.forEach((x, d) => {
    expect(Math.abs(x - before.angularMomentum[d])).toBeLessThan(1e-9 * spun);
  });
}

describe('a spinning bar keeps its energy', () => {
  for (const share of [0.15, 0.05, 0.01, 1e-4]) {
    it(`when a corner is cut off at ${share} of its length`, () => {
      const { world, body } = createSpin();
      const before = world.measure();
      const offset = (0.3 - 0.4 * share) / Math.sqrt(3); // the corner is at 0.2, 0.05, 0.05
      const made = world.split(body, { kind: 'slice', normal: [1, 1, 1], offset }, { minNodes: 1 });
      expect(made.length).toBe(1);
      expectKept(world, before);
    });
  }

  for (const count of [20, 60, 200]) {
    it(`when it is split along ${count} cells, seed ${count}`, () => {
      const { world, body } = createSpin();
      const before = world.measure();
      const random = createRandom(count);
      const seeds = Array.from(
        { length: 3 * count },
        (_, i) => [0.4, 0.1, 0.1][i % 3] * (nextFloat(random) - 0.5),
      );
      const made = world.split(body, { kind: 'voronoi', seeds }, { minNodes: 1 });
      expect(made.length).toBeGreaterThan(15);
      expectKept(world, before);
    });
  }
});
