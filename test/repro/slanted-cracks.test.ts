// Two pieces that still fit met at the rim of their crack alone, and contacts there were taken for those with the old surface
// wherever the crack was slanted: pieces that were driven together sank a quarter of their size into each other in one step
// and were shot apart in the next, with up to five times their energy.

import { beforeAll, describe, expect, it } from 'vitest';
import type { Asset } from '../../src/bake/asset.ts';
import { bake, World } from '../../src/index.ts';
import { createRandom, nextFloat } from '../../src/math/random.ts';
import { createBox, createSphere } from '../../src/mesh/shapes/index.ts';

const solids: Asset[] = [];

beforeAll(async () => {
  const options = { resolution: 4, cells: 12 };
  solids.push(
    await bake(createBox({ edge: 0.2 }), options),
    await bake(createSphere({ radius: 0.4 }), options),
  );
});

describe('two pieces of a slice, driven together', () => {
  it('hold each other and gain nothing, along 60 cracks (seeds 0 to 59)', () => {
    for (let seed = 0; seed < 60; seed++) {
      const random = createRandom(seed);
      const u = () => 2 * nextFloat(random) - 1;
      const world = new World({ gravity: [0, 0, 0] });
      const body = world.add(solids[seed % 2], { material: null });
      const n = [u(), u(), u()];
      const length = Math.sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
      for (let d = 0; d < 3; d++) n[d] /= length;
      world.split(body, { kind: 'slice', normal: n, offset: 0.1 * u() });
      const [first, second] = world.bodies.map((id) => world.info(id));
      const side = second.center.reduce((sum, x, d) => sum + n[d] * (x - first.center[d]), 0) > 0 ? -1 : 1;
      const speed = 1 + 9 * nextFloat(random);
      world.setVelocity(
        world.bodies[1],
        n.map((x) => side * speed * x),
      );
      let before = world.measure().kinetic;
      for (let step = 0; step < 10; step++) {
        world.step(1 / 60);
        const { kinetic } = world.measure();
        expect([seed, step, kinetic <= 1.001 * before + 1e-6]).toEqual([seed, step, true]);
        before = kinetic;
        const [a, b] = world.bodies.map((id) => world.info(id).pose);
        let sunk = 0; // how far the second went into the first
        for (let d = 0; d < 3; d++) sunk += side * n[d] * (b[d] - a[d]);
        if (step === 0) expect([seed, sunk < 0.01 ? 'holds' : sunk]).toEqual([seed, 'holds']);
      }
    }
  });
});
