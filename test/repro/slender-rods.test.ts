// Rods that fell slowly on a plane leapt up again, with up to 70 times the energy that they had: arms and masses of
// contacts stayed as they were when the step began while a thin body turned, and impulses fed on themselves.

import { describe, expect, it } from 'vitest';
import type { Collider } from '../../src/contact/collider.ts';
import { createShape } from '../../src/contact/shape.ts';
import { createRandom, nextFloat } from '../../src/math/random.ts';
import { World } from '../../src/world/world.ts';

const SECONDS = 2;

/** Drops a rod on a plane at y = 0; returns by what share its energy, counted from there, has grown at most. */
function gainOf(source: Collider, height: number, rotation: number[], spin: number[]): number {
  const world = new World();
  world.addStatic(createShape('plane'));
  world.add(source, { position: [0, height, 0], rotation, spin });
  const first = energyOf(world);
  let most = 0;
  for (let step = 0; step < 60 * SECONDS; step++) {
    world.step(1 / 60);
    most = Math.max(most, energyOf(world));
  }
  world.dispose();
  return most / first - 1;
}

function energyOf(world: World): number {
  const { kinetic, potential } = world.measure();
  return kinetic + potential;
}

const RODS: Record<string, (long: number) => Collider> = {
  capsule: (long) => createShape('capsule', 0.49 * long, 0.01 * long),
  box: (long) => createShape('box', 0.5 * long, 0.01 * long, 0.01 * long),
};

describe('rods of 1:50 that are dropped gain no energy', () => {
  it('a capsule of 1 m', () => {
    const gain = gainOf(
      createShape('capsule', 0.49, 0.01),
      0.55,
      [0.097, -0.201, 0.042, 0.487],
      [0.5, 0, 0.3],
    );
    expect(gain).toBeLessThan(0.01);
  });

  for (const [name, make] of Object.entries(RODS)) {
    for (const long of [0.1, 1]) {
      it(`a ${name} of ${long} m, turned at random, seeds 0 to 5`, () => {
        for (let seed = 0; seed < 6; seed++) {
          const random = createRandom(seed);
          const number = (): number => 2 * nextFloat(random) - 1;
          const rotation = [number(), number(), number(), number()];
          const gain = gainOf(make(long), 0.6 * long, rotation, [number(), number(), number()]);
          expect(gain, `seed ${seed}`).toBeLessThan(0.01);
        }
      });
    }
  }
});
