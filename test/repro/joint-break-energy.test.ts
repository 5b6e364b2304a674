// A joint that breaks under a fast body bore what it could of the force and all of the torque that goes with the whole of it:
// the torque turned the body, which came out with up to 24 times its energy. So did the others of a chain, whose impulses
// relied on the one that broke.

import { describe, expect, it } from 'vitest';
import { createShape, World } from '../../src/index.ts';
import { createRandom, nextFloat } from '../../src/math/random.ts';

const KINDS = ['fixed', 'ball', 'hinge'] as const;

/** A chain of boxes of random sizes and speeds, joined to each other and often to the world, all by joints that break. */
function createChain(seed: number): World {
  const random = createRandom(seed);
  const u = () => 2 * nextFloat(random) - 1;
  const world = new World({ gravity: [0, 0, 0] });
  const length = 1 + (seed % 4);
  const speed = 2 + 10 * nextFloat(random);
  const bodies = Array.from({ length }, (_, k) =>
    world.add(createShape('box', 0.2 + 0.1 * u(), 0.2 + 0.1 * u(), 0.2 + 0.1 * u()), {
      position: [0.8 * k, 0, 0],
      velocity: [speed * u(), speed * u(), speed * u()],
      spin: [5 * u(), 5 * u(), 5 * u()],
    }),
  );
  bodies.forEach((bodyA, k) => {
    if (k > 0 && nextFloat(random) < 0.5) return;
    const kind = KINDS[Math.floor(3 * nextFloat(random))];
    world.join({
      kind,
      bodyA,
      ...(kind === 'hinge' && { axis: [u(), u(), 1] }),
      ...(k > 0 && { bodyB: bodies[k - 1] }),
      anchor: [0.8 * k + 0.3 * u(), 0.3 * u(), 0.3 * u()],
      breakForce: 10 ** (2 + 3 * nextFloat(random)),
    } as never);
  });
  return world;
}

describe('joints that break under fast bodies', () => {
  it('give none of them energy, in 200 chains of 1 to 4 boxes (seeds 0 to 199)', () => {
    let broke = 0;
    for (let seed = 0; seed < 200; seed++) {
      const world = createChain(seed);
      for (let step = 0; step < 20; step++) {
        const before = world.measure().kinetic;
        world.step(1 / 60);
        broke += world.events.joints.length;
        const gain = (world.measure().kinetic - before) / before;
        expect([seed, step, gain <= 5e-3 ? 'holds' : gain]).toEqual([seed, step, 'holds']);
      }
    }
    expect(broke).toBeGreaterThan(80);
  });
});
