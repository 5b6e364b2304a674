// Bodies that flew at each other without gravity changed their angular momentum: what a sweep stopped was put back to
// where it would have touched, with the velocity that it had, which moves momentum to another place.

import { expect, it } from 'vitest';
import { createShape } from '../../src/contact/shape.ts';
import { createRandom, nextFloat, type Random } from '../../src/math/random.ts';
import { World } from '../../src/world/world.ts';

/** A random direction times a random length up to `most`. */
function randomVector(random: Random, most: number): number[] {
  for (;;) {
    const v = Array.from({ length: 3 }, () => 2 * nextFloat(random) - 1);
    if (Math.hypot(...v) <= 1) return v.map((x) => most * x);
  }
}

for (const seed of [1, 2, 3]) {
  it(`60 small fast spheres keep their angular momentum, seed ${seed}`, () => {
    const random = createRandom(seed);
    const world = new World({ gravity: [0, 0, 0], sleep: false });
    for (let k = 0; k < 60; k++) {
      const position = randomVector(random, 0.5);
      const way = randomVector(random, 0.5).map((x, d) => x - position[d]); // to another place in the ball
      const speed = 20 + 80 * nextFloat(random);
      world.add(createShape('sphere', 0.02 + 0.02 * nextFloat(random)), {
        position,
        velocity: way.map((x) => (speed * x) / Math.hypot(...way)),
        spin: randomVector(random, 20),
        restitution: 0.5,
      });
    }
    const before = world.measure().angularMomentum;
    for (let step = 0; step < 12; step++) world.step(1 / 60);
    const after = world.measure().angularMomentum;
    expect(world.counters.stopped).toBeGreaterThan(10);
    const off = Math.hypot(...after.map((x, d) => x - before[d]));
    expect(off).toBeLessThan(1e-9 * Math.hypot(...before));
  });
}
