// A tower of stars with five tips swayed for ever: four contacts of a patch left a tip out, the tower tipped over there,
// sank until the tip was found, and was thrown back.

import { expect, it } from 'vitest';
import { bake } from '../../src/bake/bake.ts';
import { createShape } from '../../src/contact/shape.ts';
import { extrudeSection } from '../../src/mesh/shapes/extrude.ts';
import { cutOutline, type PlanePoint } from '../../src/mesh/shapes/polygon.ts';
import { World } from '../../src/world/world.ts';

const HEIGHT = 0.06;

it('a tower of twelve stars sleeps where it stands', async () => {
  const outline: PlanePoint[] = [];
  for (let k = 0; k < 10; k++) {
    const radius = k % 2 === 0 ? 0.08 : 0.036;
    outline.push([radius * Math.cos((Math.PI * k) / 5), radius * Math.sin((Math.PI * k) / 5)]);
  }
  const star = await bake(
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
  for (let i = 1; i < star.surface.positions.length; i += 3) low = Math.min(low, star.surface.positions[i]);
  const world = new World();
  world.addStatic(createShape('plane'));
  const ids = Array.from({ length: 12 }, (_, k) =>
    world.add(star, { position: [0, 1.001 * HEIGHT * k - low, 0] }),
  );
  for (let step = 0; step < 180; step++) world.step(1 / 60);
  for (const id of ids) expect(world.info(id).asleep).toBe(true);
  const at = 7 * world.indexOf(ids[11]);
  expect(Math.hypot(world.poses[at], world.poses[at + 2])).toBeLessThan(0.003);
});
