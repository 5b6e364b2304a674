// The scenes of the solver's bench begin as they should: everything in its place, touching, not overlapping.

import { describe, expect, it } from 'vitest';
import { bakeBlocks, findContacts, SCENES, STONES } from '../../bench/solver-scenes.ts';
import { createState } from '../../src/world/state.ts';

const blocks = await bakeBlocks(0.05);

describe('scenes', () => {
  it.each(SCENES.map((scene) => [scene.name, scene] as const))('%s', (_, scene) => {
    const state = createState({ sleep: false });
    scene.build(state, blocks);
    findContacts(state, 1 / 600);
    const { bodies, contacts } = state;
    const count = bodies.slots.count - 1; // beside the floor
    const touching = new Set<number>();
    for (let i = 0; i < contacts.count; i++) {
      expect(contacts.distance[i]).toBeGreaterThan(-1e-3 * blocks.size);
      if (contacts.distance[i] < 1e-3 * blocks.size) touching.add(contacts.bodyA[i]).add(contacts.bodyB[i]);
    }
    if (scene.name.startsWith('pile')) expect(count).toBe(200);
    else expect(touching.size).toBe(count + 1);
    if (scene.name.startsWith('arch')) {
      expect(count).toBe(STONES);
      // The middle stone is highest, right above the middle.
      const top = 1 + (STONES >> 1);
      expect(Math.abs(bodies.center[3 * top])).toBeLessThan(1e-9);
      expect(bodies.center[3 * top + 1]).toBe(Math.max(...bodies.center.filter((_, i) => i % 3 === 1)));
    }
  });
});
