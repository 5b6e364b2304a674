// Discs thrown on a plane that tumble by half a turn a step gained up to 3.6 % of their energy in one: where the axis turns
// so far, the place of a rim that is touched is not its lowest when it comes down, and the row took how fast the rim spins
// there for coming up. So it let the disc sink in by half of its thickness, and then pushed it out.

import { describe, expect, it } from 'vitest';
import { randomTurn, randomVector } from '../../bench/motion-energy.ts';
import { createShape } from '../../src/contact/shape.ts';
import { createRandom, nextFloat } from '../../src/math/random.ts';
import { World } from '../../src/world/world.ts';

const DT = 1 / 60;

/** Throws a disc of 10 cm on a plane at y = 0; returns by what share its energy grows in a step, at most. */
function gainOf(thickness: number, seed: number): number {
  const random = createRandom(seed);
  const world = new World();
  world.addStatic(createShape('plane'));
  const up = 0.095 + 0.1 * nextFloat(random);
  const velocity = randomVector(random, 20);
  velocity[1] = -Math.abs(velocity[1]);
  world.add(createShape('cylinder', thickness / 2, 0.05), {
    position: [0, up, 0],
    rotation: randomTurn(random),
    velocity,
    spin: randomVector(random, 50),
    restitution: 0,
    friction: 0.5,
  });
  let before = energyOf(world);
  let most = 0;
  for (let step = 0; step < 100; step++) {
    world.step(DT);
    const now = energyOf(world);
    most = Math.max(most, now / before - 1);
    before = now;
  }
  world.dispose();
  return most;
}

function energyOf(world: World): number {
  const { kinetic, potential } = world.measure();
  return kinetic + potential;
}

describe('discs that tumble gain no energy', () => {
  for (const [thickness, seed] of [
    [0.01, 4001],
    [0.01, 4012],
    [0.001, 10021],
  ]) {
    it(`${1000 * thickness} mm thick, seed ${seed}`, () => {
      expect(gainOf(thickness, seed)).toBeLessThan(0.01);
    });
  }
});
