// Rolling resistance: it takes energy, keeps momentum, stops what hardly turns and lets roll what rolls.

import { describe, expect, it } from 'vitest';
import { createShape } from '../../src/contact/shape.ts';
import { World } from '../../src/world/world.ts';

/** A ball that rolls over the ground; how far it goes in each second. */
function roll(rolling: number | undefined, speed: number, seconds: number): number[] {
  const world = new World(rolling === undefined ? {} : { rolling });
  world.addStatic(createShape('plane'));
  const ball = world.add(createShape('sphere', 0.1), {
    position: [0, 0.1, 0],
    velocity: [speed, 0, 0],
    spin: [0, 0, -speed / 0.1],
  });
  const o = 7 * world.indexOf(ball);
  const ways: number[] = [];
  for (let s = 0; s < seconds; s++) {
    const from = world.poses[o];
    for (let k = 0; k < 60; k++) world.step(1 / 60);
    ways.push(world.poses[o] - from);
  }
  return ways;
}

describe('rolling resistance', () => {
  it('lets a ball roll that rolls, and stops one that hardly does, unless there is none', () => {
    for (const way of roll(undefined, 0.5, 4)) expect(way).toBeCloseTo(0.5, 2);
    const slow = roll(undefined, 0.05, 4);
    expect(slow[0]).toBeLessThan(0.05);
    expect(slow[3]).toBeLessThan(0.001);
    for (const way of roll(0, 0.5, 4)) expect(way).toBeCloseTo(0.5, 2);
    for (const way of roll(0, 0.05, 2)) expect(way).toBeCloseTo(0.05, 3);
  });

  it('keeps the angular momentum of two bodies that press on each other, and takes energy away', () => {
    const world = new World({ gravity: [0, 0, 0], rolling: 0.05, friction: 0, sleep: false });
    const turn = { position: [0, 0.1, 0], velocity: [0, -0.2, 0], spin: [1, 30, 2] };
    world.add(createShape('box', 0.1, 0.1, 0.1), turn);
    world.add(createShape('box', 0.1, 0.1, 0.1), { position: [0, -0.1001, 0], velocity: [0, 0.2, 0] });
    const before = world.measure();
    for (let k = 0; k < 30; k++) world.step(1 / 60);
    const after = world.measure();
    for (let d = 0; d < 3; d++) {
      expect(after.momentum[d]).toBeCloseTo(before.momentum[d], 9);
      expect(after.angularMomentum[d]).toBeCloseTo(before.angularMomentum[d], 9);
    }
    expect(after.kinetic).toBeLessThan(before.kinetic);
  });

  it('refuses a coefficient that is none, and says so', () => {
    expect(() => new World({ rolling: -1 })).toThrow('rolling is -1: give a number from 0 to 1');
    expect(() => new World({ rolling: Number.NaN })).toThrow('rolling');
  });
});
