// Balls sped up by themselves where they moved little in a step: contacts of an earlier query went on with the ball, came
// to lie behind its middle, and turned it.

import { describe, expect, it } from 'vitest';
import { createShape } from '../../src/contact/shape.ts';
import { World } from '../../src/world/world.ts';

/** How fast a ball is that rolled for some seconds on level ground, over its speed at first. */
function roll(radius: number, speed: number, dt: number, seconds: number): number {
  const world = new World({ rolling: 0, sleep: false });
  world.addStatic(createShape('plane'));
  const ball = world.add(createShape('sphere', radius), {
    position: [0, radius, 0],
    velocity: [speed, 0, 0],
    spin: [0, 0, -speed / radius],
  });
  for (let k = 0; k < seconds / dt; k++) world.step(dt);
  return world.info(ball).velocity[0] / speed;
}

describe('a ball that rolls slowly', () => {
  it('keeps its speed at fine steps', () => {
    expect(roll(0.05, 0.05, 1 / 1000, 2)).toBeCloseTo(1, 3); // was 1.29
  });

  it('keeps its speed at 1/60 s if it is large', () => {
    expect(roll(2, 0.1, 1 / 60, 10)).toBeCloseTo(1, 3); // was 1.66
  });
});
