// What a substep pushed was held against the energy that its old angular momentum would have as it is turned now. Pushed, a
// body turns another way than it would have, and that energy is another one than it had: a piece that hit another at 640
// rad/s, or a box that spins and meets one contact, gained a tenth of its energy in a step.

import { expect, it } from 'vitest';
import { BODY_STATIC } from '../../src/dynamics/bodies.ts';
import { reserveContactRows } from '../../src/dynamics/contact-rows.ts';
import { solveStep } from '../../src/dynamics/solve.ts';
import { createRandom, nextFloat } from '../../src/math/random.ts';
import { addBox, createRig, measureRig, type Vector } from '../support/box-rig.ts';

/** By what share the energy grows of a box that spins and meets random contacts ahead with another and with what is still. */
function gainOf(seed: number): number {
  const random = createRandom(seed);
  const between = (low: number, high: number): number => low + (high - low) * nextFloat(random);
  const direction = (length: number): Vector => {
    const v = [between(-1, 1), between(-1, 1), between(-1, 1)];
    const size = Math.hypot(...v);
    return v.map((x) => (length * x) / size) as Vector;
  };
  const rig = createRig();
  rig.gravity.fill(0);
  const half: Vector = [between(0.05, 0.2), between(0.02, 0.2), between(0.01, 0.05)];
  addBox(rig, half, [0, 0, 0], { spin: direction(between(250, 500)), velocity: direction(between(0, 30)) });
  addBox(rig, [0.2, 0.2, 0.2], [0, -half[0], 0], { density: 2500 });
  addBox(rig, [10, 10, 10], [0, 0, 0], { kind: BODY_STATIC });
  const { solver, bodies, contacts, gravity, options } = rig;
  const count = 1 + (seed % 3);
  reserveContactRows(contacts, count);
  contacts.count = count;
  for (let i = 0; i < count; i++) {
    contacts.bodyA[i] = 0;
    contacts.bodyB[i] = i < count / 2 ? 1 : 2;
    contacts.distance[i] = between(0, 0.5) * half[0];
    contacts.friction[i] = 0.5;
    contacts.restitution[i] = 0;
    contacts.normal.set(direction(1), 3 * i);
    contacts.point.set(direction(between(0, 2) * half[0]), 3 * i);
  }
  const before = measureRig(rig).energy;
  solveStep(solver, bodies, contacts, null, 1 / 60, gravity, options, 4);
  return measureRig(rig).energy / before - 1;
}

it('boxes that spin at 250 to 500 rad/s gain next to nothing by contacts, seeds 0 to 3,999', () => {
  let most = 0;
  for (let seed = 0; seed < 4000; seed++) most = Math.max(most, gainOf(seed));
  expect(most).toBeLessThan(0.006);
});
