// Whatever contacts a step is given, the solver's answer must not grow without bound: splinters that tumble among many
// contacts, some of them far away, are where it would.

import { expect, test } from 'vitest';
import { reserveContactRows } from '../../src/dynamics/contact-rows.ts';
import { solveStep } from '../../src/dynamics/solve.ts';
import { createRandom, nextFloat } from '../../src/math/random.ts';
import { addBox, createRig, measureRig, type Rig, type Vector } from '../support/box-rig.ts';

const COUNT = 40; // contacts

/** Two bodies and random contacts about the first, at up to `far` of its length from its centre. */
function jam(seed: number, half: Vector, spin: number, far: number, restitution: number): Rig {
  const random = createRandom(seed);
  const between = (low: number, high: number): number => low + (high - low) * nextFloat(random);
  const direction = (): Vector => {
    const v = [between(-1, 1), between(-1, 1), between(-1, 1)];
    const length = Math.hypot(...v);
    return v.map((x) => x / length) as Vector;
  };
  const rig = createRig();
  rig.gravity.fill(0);
  const axis = direction();
  addBox(rig, half, [0, 0, 0], { spin: axis.map((x) => spin * x) as Vector, velocity: [0, -4, 0] });
  addBox(rig, half, [0, -half[0], 0], { velocity: [0, 4, 0] });
  addBox(rig, [10, 10, 10], [0, 0, 0], { density: 1e6 });
  const { contacts } = rig;
  reserveContactRows(contacts, COUNT);
  contacts.count = COUNT;
  for (let i = 0; i < COUNT; i++) {
    contacts.bodyA[i] = 0;
    contacts.bodyB[i] = i < COUNT / 2 ? 1 : 2;
    contacts.distance[i] = between(-0.1, 0.2) * half[0];
    contacts.friction[i] = 0.8;
    contacts.restitution[i] = restitution;
    contacts.impulse.fill(0, 4 * i, 4 * i + 4);
    const n = direction();
    const r = direction();
    const reach = between(0, far) * half[0];
    for (let d = 0; d < 3; d++) {
      contacts.normal[3 * i + d] = n[d];
      contacts.point[3 * i + d] = reach * r[d];
    }
  }
  return rig;
}

/** The largest gain of energy over many jams, as a factor. */
function worstGain(half: Vector, spin: number, far: number, restitution: number): number {
  let worst = 0;
  for (let seed = 1; seed <= 60; seed++) {
    const rig = jam(seed, half, spin, far, restitution);
    const before = measureRig(rig).energy;
    const { solver, bodies, contacts, gravity, options } = rig;
    solveStep(solver, bodies, contacts, null, 0.03, gravity, options);
    worst = Math.max(worst, measureRig(rig).energy / before);
  }
  return worst;
}

// Overlaps are pushed out, so a little is gained; what feeds on itself gains by powers of ten.
for (const spin of [0, 50, 300]) {
  test(`splinters at ${spin} rad/s do not gain by tumbling`, () => {
    expect(worstGain([0.1, 0.005, 0.005], spin, 1, 0)).toBeLessThan(10);
  });
  test(`plates at ${spin} rad/s do not gain by contacts far from them`, () => {
    expect(worstGain([0.05, 0.05, 0.005], spin, 3, 0)).toBeLessThan(10);
  });
  test(`splinters at ${spin} rad/s do not gain by bouncing`, () => {
    expect(worstGain([0.1, 0.005, 0.005], spin, 1, 0.5)).toBeLessThan(10);
  });
}
