// Our contacts through crashcat's solver: what rests stays where it is, and the weight is borne by the same contacts.

import { expect, it } from 'vitest';
import { createCrashcatWorld, readCrashcat, stepCrashcat } from '../../bench/crashcat-world.ts';
import { addBox, addPlane, collideRig, createRig, fastest, type Rig } from '../support/box-rig.ts';

/** Names contacts by their order within a pair. */
function nameRows({ contacts }: Rig): number[] {
  const { bodyA, bodyB, count } = contacts;
  const key: number[] = [];
  for (let i = 0; i < count; i++) {
    const same = i > 0 && bodyA[i] === bodyA[i - 1] && bodyB[i] === bodyB[i - 1];
    key.push(same ? key[i - 1] + 1 : 0);
  }
  return key;
}

function run(rig: Rig, seconds: number, dt: number, slop: number): void {
  const twin = createCrashcatWorld(rig.bodies, rig.gravity, { slop });
  for (let t = 0; t < seconds; t += dt) {
    collideRig(rig, dt);
    stepCrashcat(twin, dt, rig.contacts, nameRows(rig));
    readCrashcat(twin, rig.bodies);
  }
}

it('a stack of five stands', () => {
  const rig = createRig();
  addPlane(rig);
  for (let k = 0; k < 5; k++) addBox(rig, [0.5, 0.5, 0.5], [0, 0.5 + k, 0]);
  run(rig, 5, 1 / 60, 0.005);
  const top = rig.bodies.center.subarray(15, 18);
  expect(Math.abs(top[1] - 4.5)).toBeLessThan(0.03);
  expect(Math.hypot(top[0], top[2])).toBeLessThan(0.02);
  expect(fastest(rig)).toBeLessThan(0.02);
});

it('without contacts it falls', () => {
  const rig = createRig();
  addPlane(rig);
  const box = addBox(rig, [0.5, 0.5, 0.5], [0, 0.5, 0], { velocity: [1, 0, 0] });
  const twin = createCrashcatWorld(rig.bodies, rig.gravity);
  for (let i = 0; i < 60; i++) stepCrashcat(twin, 1 / 60, rig.contacts, []);
  readCrashcat(twin, rig.bodies);
  expect(rig.bodies.velocity[3 * box + 1]).toBeCloseTo(-9.81, 6);
  expect(rig.bodies.center[3 * box]).toBeCloseTo(1, 6);
});

it('slides by the friction of the rows, not of its bodies', () => {
  for (const friction of [0, 0.3]) {
    const rig = createRig();
    addPlane(rig, [0, 1, 0], friction);
    const box = addBox(rig, [0.5, 0.5, 0.5], [0, 0.5, 0], { velocity: [4, 0, 0], friction });
    run(rig, 1, 1 / 120, 0.005);
    expect(rig.bodies.velocity[3 * box]).toBeCloseTo(4 - friction * 9.81, 1);
  }
});
