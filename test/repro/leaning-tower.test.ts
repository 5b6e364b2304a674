// Twenty prisms over an uneven outline leaned by a centimetre: each contact sank as the lighter of its bodies let it,
// the more the more it bore, and unevenly.

import { expect, it } from 'vitest';
import { bake } from '../../src/bake/bake.ts';
import { createShape } from '../../src/contact/shape.ts';
import { extrudeSection } from '../../src/mesh/shapes/extrude.ts';
import { cutOutline, type PlanePoint } from '../../src/mesh/shapes/polygon.ts';
import { World } from '../../src/world/world.ts';

const HEIGHT = 0.08;
const HIGH = 20;

it('a tower of twenty lopsided prisms stands where it was put', async () => {
  const outline: PlanePoint[] = [0, 0.9, 2.2, 3.9, 4.7].map((angle) => [
    0.08 * Math.cos(angle),
    0.08 * Math.sin(angle),
  ]);
  const prism = await bake(
    extrudeSection({
      outline: cutOutline(outline, 0.05),
      holes: [],
      height: HEIGHT,
      layers: 2,
      spacing: 0.05,
      turn: 'up',
    }),
    { resolution: 12 },
  );
  let low = Infinity;
  for (let i = 1; i < prism.surface.positions.length; i += 3) low = Math.min(low, prism.surface.positions[i]);
  const world = new World();
  world.addStatic(createShape('plane'));
  const ids = Array.from({ length: HIGH }, (_, k) =>
    world.add(prism, { position: [0, 1.001 * HEIGHT * k - low, 0] }),
  );
  for (let step = 0; step < 180; step++) world.step(1 / 60);
  for (const id of ids) expect(world.info(id).asleep).toBe(true);
  const at = 7 * world.indexOf(ids[HIGH - 1]);
  expect(Math.hypot(world.poses[at], world.poses[at + 2])).toBeLessThan(0.0015);
});
