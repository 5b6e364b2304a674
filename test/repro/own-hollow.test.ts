// A piece that was thrown through its own copy was taken for one that still lay in its cracks, as long as no plane parted
// their hulls: the way through was not looked at, and of 2,000 shards thrown at the rest of their plates two passed through.

import { expect, it } from 'vitest';
import { bake } from '../../src/bake/bake.ts';
import { extrudeSection } from '../../src/mesh/shapes/extrude.ts';
import { cutOutline } from '../../src/mesh/shapes/polygon.ts';
import { World } from '../../src/world/world.ts';

it.each([40, 60, 90])(
  'a piece of a channel at %d m/s does not pass through the other wall from within',
  async (speed) => {
    const outline = cutOutline(
      [
        [-0.3, -0.3],
        [0.3, -0.3],
        [0.3, 0.3],
        [0.2, 0.3],
        [0.2, -0.2],
        [-0.28, -0.2],
        [-0.28, 0.3],
        [-0.3, 0.3],
      ],
      0.05,
    );
    const channel = await bake(
      extrudeSection({ outline, holes: [], height: 0.4, layers: 8, spacing: 0.05, turn: 'forward' }),
      { spacing: 0.1, cells: 64 },
    );
    const world = new World({ gravity: [0, 0, 0], sleep: false });
    const whole = world.add(channel, { kind: 'static', material: null });
    const [piece] = world.split(whole, { kind: 'slice', normal: [1, 0, 0], offset: 0.25 });
    const [slab, rest] = world.info(piece).center[0] > 0.2 ? [piece, whole] : [whole, piece];
    expect(world.info(slab).center[0]).toBeGreaterThan(0.2);
    world.setKind(slab, 'dynamic');
    world.setPose(slab, [0.2, 0.15, 0], [0, 0, 1, 0]); // turned about, above the floor: its middle is at x = -0.075
    world.setVelocity(slab, [-speed, 0, 0]);
    for (let step = 0; step < 6; step++) {
      world.step(1 / 60);
      expect(world.info(slab).center[0], `step ${step}`).toBeGreaterThan(-0.28);
    }
    expect(world.info(rest).kind).toBe('static');
  },
);
