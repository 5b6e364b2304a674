// Bodies that start in each other, in a room too small for them, made energy without bound: what was pressed counted as
// heavy, so that it pressed more. Of 120 J that could be there, 10¹³ came to be.

import { expect, it } from 'vitest';
import type { Collider } from '../../src/contact/collider.ts';
import { createShape } from '../../src/contact/shape.ts';
import { createRandom, nextFloat } from '../../src/math/random.ts';
import { World } from '../../src/world/world.ts';

const SHAPES: Readonly<Record<string, (r: number) => Collider>> = {
  boxes: (r) => createShape('box', r, 0.6 * r, 0.8 * r),
  capsules: (r) => createShape('capsule', r, 0.5 * r),
  rods: (r) => createShape('box', 2 * r, 0.006, 0.006),
};

for (const [name, shape] of Object.entries(SHAPES)) {
  it(`30 ${name} in each other, in a room of 30 cm, stay calm`, () => {
    const random = createRandom(7);
    const signed = (): number => 2 * nextFloat(random) - 1;
    const world = new World({ sleep: false });
    const half = 0.15;
    for (let d = 0; d < 3; d++) {
      for (const side of [-1, 1]) {
        const at = [0, half, 0];
        at[d] += side * (half + 0.1);
        const size = [0, 1, 2].map((k) => (k === d ? 0.1 : half + 0.2));
        world.addStatic(createShape('box', size[0], size[1], size[2]), { position: at });
      }
    }
    for (let k = 0; k < 30; k++) {
      world.add(shape(0.03 + 0.05 * nextFloat(random)), {
        position: [0.5 * half * signed(), half + 0.5 * half * signed(), 0.5 * half * signed()],
        rotation: [signed(), signed(), signed(), signed()],
      });
    }
    let most = 0;
    for (let step = 0; step < 60; step++) {
      world.step(1 / 60);
      most = Math.max(most, world.measure().kinetic);
    }
    expect(most).toBeLessThan(60);
    expect(world.counters.limited).toBe(0);
  });
}
