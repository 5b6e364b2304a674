// Where surfaces are coarse, edges that are too blunt to count as sharp cross between their points: the rings of a chain
// hung almost five times as deep in each other as ε, wherever they rested.

import { expect, it } from 'vitest';
import { createOverlapJudge, judgeOverlaps, placeBodies } from '../../bench/overlap.ts';
import { bake } from '../../src/bake/bake.ts';
import { createTorus } from '../../src/mesh/shapes/index.ts';
import { World } from '../../src/world/world.ts';

it('rings of 1,600 triangles hang in each other by less than 3 ε', async () => {
  const ring = await bake(createTorus({ radius: 0.02, tube: 0.004, triangles: 1600 }), { spacing: 0.004 });
  const world = new World({ sleep: false });
  const h = Math.SQRT1_2;
  for (let k = 0; k < 4; k++) {
    world.add(ring, {
      position: [0, -0.0319 * k, 0],
      rotation: k % 2 === 0 ? [h, 0, 0, h] : [0, 0, h, h],
      kind: k === 0 ? 'kinematic' : 'dynamic',
      density: 7800,
      material: null,
    });
  }
  world.setVelocity(world.bodies[3], [0.5, 0, 0.25]);
  const judge = createOverlapJudge();
  let deepest = 0;
  for (let step = 1; step <= 120; step++) {
    world.step(1 / 60);
    if (step % 10 !== 0) continue;
    for (const { depth, epsilon } of judgeOverlaps(placeBodies(judge, world)))
      deepest = Math.max(deepest, depth / epsilon);
  }
  expect(deepest).toBeLessThan(3);
});
