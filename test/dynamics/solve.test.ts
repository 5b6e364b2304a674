import { describe, expect, test } from 'vitest';
import {
  addBox,
  addPlane,
  createRig,
  fastest,
  measureRig,
  stepRig,
  type Vector,
} from '../support/box-rig.ts';

/** Largest difference of two vectors' entries. */
const apart = (a: Vector, b: Vector): number => Math.max(...a.map((x, d) => Math.abs(x - b[d])));

describe('stacks', () => {
  for (const dt of [1 / 200, 1 / 60]) {
    for (const size of [0.05, 1, 3]) {
      test(`5 boxes of ${size} m stand at ${(1000 * dt).toFixed(1)} ms`, () => {
        const rig = createRig();
        addPlane(rig);
        const h = size / 2;
        for (let i = 0; i < 5; i++) addBox(rig, [h, h, h], [0, h + i * size, 0]);
        for (let t = 0; t < 3; t += dt) stepRig(rig, dt);
        const top = rig.bodies.center.subarray(15, 18);
        expect(Math.hypot(top[0], top[2])).toBeLessThan(0.01 * size);
        expect(Math.abs(top[1] - 4.5 * size)).toBeLessThan(0.03 * size);
        expect(fastest(rig)).toBeLessThan(1e-3 * size);
      });
    }
  }
});

describe('friction', () => {
  for (const angle of [0.3, 0.6]) {
    test(`a box on a slope of ${angle} rad slides as Coulomb says`, () => {
      const rig = createRig();
      const up: Vector = [-Math.sin(angle), Math.cos(angle), 0];
      addPlane(rig, up, 0.25);
      const box = addBox(rig, [0.5, 0.5, 0.5], [0.5 * up[0], 0.5 * up[1], 0], {
        turn: [0, 0, Math.sin(angle / 2), Math.cos(angle / 2)],
        friction: 0.25,
      });
      for (let i = 0; i < 120; i++) stepRig(rig, 1 / 60);
      const speed = Math.hypot(...rig.bodies.velocity.subarray(3 * box, 3 * box + 3));
      const right = 2 * 9.81 * (Math.sin(angle) - 0.25 * Math.cos(angle));
      expect(Math.abs(speed - right)).toBeLessThan(0.01 * right);
    });
  }
  test('a box on a slope that friction can hold stays', () => {
    const rig = createRig();
    const up: Vector = [-Math.sin(0.4), Math.cos(0.4), 0];
    addPlane(rig, up, 0.5);
    const box = addBox(rig, [0.5, 0.5, 0.5], [0.5 * up[0], 0.5 * up[1], 0], {
      turn: [0, 0, Math.sin(0.2), Math.cos(0.2)],
    });
    for (let i = 0; i < 300; i++) stepRig(rig, 1 / 60);
    const { center } = rig.bodies;
    expect(Math.hypot(center[3 * box] - 0.5 * up[0], center[3 * box + 1] - 0.5 * up[1])).toBeLessThan(0.002);
  });
});

test('collisions without gravity keep momentum, and do not add energy', () => {
  const rig = createRig();
  rig.gravity.fill(0);
  for (let i = 0; i < 6; i++) {
    addBox(rig, [0.5, 0.4, 0.3], [1.5 * i, 0.2 * (i % 3), 0.1 * i], {
      velocity: [5 - 2 * i, 0.3 * (i % 2), 0],
      spin: [1, -2 + i, 0.5],
      density: i % 2 ? 1000 : 8000,
    });
  }
  const before = measureRig(rig);
  let met = 0;
  for (let i = 0; i < 120; i++) {
    stepRig(rig, 1 / 60);
    for (let k = 0; k < rig.contacts.count; k++) met += rig.contacts.total[4 * k];
  }
  const after = measureRig(rig);
  expect(met).toBeGreaterThan(1000);
  expect(apart(before.momentum, after.momentum)).toBeLessThan(1e-9 * Math.hypot(...before.momentum));
  expect(apart(before.angular, after.angular)).toBeLessThan(1e-9 * Math.hypot(...before.angular));
  expect(after.energy).toBeLessThan(before.energy);
});
