// The equations of joints that hang together are factored anew when a body has turned by 0.1 mrad. At the end of an arm as long
// as 20 radii of a body, that is far too much: what should have stopped the anchor threw it, and from 100 radii on NaN came of it.

import { describe, expect, it } from 'vitest';
import { createShape, World } from '../../src/index.ts';

const RADIUS = Math.sqrt(3) * 0.2;

/** A box on an arm to something still, that turns about it and spins. */
function createSwing(kind: 'ball' | 'hinge' | 'fixed', arm: number) {
  const world = new World({ sleep: false, collisionStep: 0.001 });
  const pivot = world.add(createShape('box', 0.3, 0.03, 0.2), { position: [0, 4, 0], kind: 'kinematic' });
  const box = world.add(createShape('box', 0.2, 0.2, 0.2), {
    position: [arm, 4, 0],
    density: 1,
    velocity: [0, arm, 0],
    spin: [3, 30, 3],
  });
  const axis = kind === 'hinge' ? { axis: [0, 0, 1] } : {};
  world.join({ kind, bodyA: pivot, bodyB: box, anchor: [0, 4, 0], ...axis });
  return { world, box };
}

describe('a joint at the end of a long arm', () => {
  it.each([29, 60, 98])('of %i radii gives no energy, and a hinge swings as a ball does', (radii) => {
    const arm = radii * RADIUS;
    const ends: (readonly number[])[] = [];
    for (const kind of ['ball', 'hinge', 'fixed'] as const) {
      const { world, box } = createSwing(kind, arm);
      let most = 0;
      const before = world.measure();
      for (let step = 0; step < 60; step++) {
        world.step(1 / 60);
        const { kinetic, potential } = world.measure();
        most = Math.max(most, kinetic + potential - before.potential);
      }
      expect(most).toBeLessThan(1.01 * before.kinetic);
      expect(world.counters.limited).toBe(0);
      const { center, velocity } = world.info(box);
      ends.push(velocity);
      expect(Math.hypot(center[0], center[1] - 4, center[2]) / arm).toBeCloseTo(1, 1);
    }
    for (let d = 0; d < 3; d++) expect(Math.abs(ends[1][d] - ends[0][d])).toBeLessThan(0.02 * arm);
    expect(Math.hypot(...ends[2])).toBeLessThan(0.02 * arm); // what is fixed to something still stands still
  });

  it('of more than 100 radii is refused, with the place that works', () => {
    expect(() => createSwing('ball', 101 * RADIUS)).toThrow(
      /anchor is 34\.98.* m from the centre .* within 34\.64/,
    );
    expect(() => createSwing('ball', 99 * RADIUS)).not.toThrow();
  });
});
