// Three panes shot through at 150 m/s: each first touch of any two shards, which all fly by more than their size in a
// substep, cut the step again, into sixteen parts with all their looks and solves.

import { expect, it } from 'vitest';
import { createShape } from '../../src/contact/shape.ts';
import { materials } from '../../src/fracture/material.ts';
import { RECHECK_WORK } from '../../src/world/constants.ts';
import { World } from '../../src/world/world.ts';
import { boxAsset } from '../world/things.ts';

it('a step that was dear is cut no further', async () => {
  const pane = await boxAsset(0.4, 0.4, 0.006, 0.05);
  const world = new World();
  world.addStatic(createShape('plane'));
  for (let k = 0; k < 3; k++) world.add(pane, { position: [0, 0.21, 0.1 * k], material: materials.glass });
  world.add(createShape('sphere', 0.04), {
    position: [0.03, 0.25, 0.6],
    velocity: [0, 0, -150],
    density: 7800,
  });
  let pieces = 0;
  let cuts = 0;
  let solved = 0;
  for (let step = 0; step < 3; step++) {
    const before = { ...world.counters };
    world.step(1 / 60);
    pieces += world.events.fractures.reduce((sum, { fragments }) => sum + fragments.length, 0);
    cuts = Math.max(cuts, world.counters.cuts - before.cuts);
    solved = Math.max(solved, world.counters.solved - before.solved);
  }
  expect(pieces).toBeGreaterThan(50);
  expect(cuts).toBeGreaterThan(0);
  expect(solved).toBeLessThan(10 * RECHECK_WORK); // 16 times as much before
});
