import { describe, expect, test } from 'vitest';
import { addBox, createRig, measureRig, stepRig } from '../support/box-rig.ts';

describe('a wing nut spinning about its middle axis in free flight', () => {
  // flips in 60 s by Runge–Kutta of order four in steps of 0.1 ms
  for (const [spin, off, flips] of [
    [10, 1e-3, 14],
    [2, 2e-2, 5],
  ]) {
    for (const dt of [1 / 200, 1 / 60, 0.03]) {
      test(`flips ${flips} times, keeping energy and angular momentum: ${spin} rad/s, ${(1000 * dt).toFixed(0)} ms`, () => {
        const rig = createRig();
        rig.gravity.fill(0);
        addBox(rig, [0.3, 0.2, 0.1], [0, 0, 0], { spin: [off, spin, 0] });
        const before = measureRig(rig);
        let seen = 0;
        let side = 1;
        let drift = 0;
        let lost = 0;
        for (let t = 0; t < 60; t += dt) {
          stepRig(rig, dt);
          const up = rig.bodies.frame[4]; // its middle axis against the world's
          if (up * side < -0.9) {
            seen++;
            side = -side;
          }
          const now = measureRig(rig);
          drift = Math.max(drift, Math.abs(now.energy / before.energy - 1));
          for (let d = 0; d < 3; d++) lost = Math.max(lost, Math.abs(now.angular[d] - before.angular[d]));
        }
        expect(seen).toBe(flips);
        expect(drift).toBeLessThan(1e-3);
        expect(lost).toBeLessThan(1e-11 * Math.hypot(...before.angular));
      });
    }
  }
});

test('damping takes its share of speed and spin', () => {
  for (const spin of [0.5, 20]) {
    const rig = createRig();
    rig.gravity.fill(0);
    rig.options.linearDamping = 0.5;
    rig.options.angularDamping = 1;
    addBox(rig, [0.3, 0.3, 0.3], [0, 0, 0], { velocity: [4, 0, 0], spin: [0, spin, 0] });
    for (let i = 0; i < 60; i++) stepRig(rig, 1 / 60);
    expect(rig.bodies.velocity[0]).toBeCloseTo(4 * Math.exp(-0.5), 2);
    expect(rig.bodies.spin[1] / spin).toBeCloseTo(Math.exp(-1), 2);
  }
});

for (const spin of [50, 200, 1000]) {
  test(`a splinter keeps energy and angular momentum at ${spin} rad/s`, () => {
    const rig = createRig();
    rig.gravity.fill(0);
    addBox(rig, [0.5, 0.02, 0.02], [0, 0, 0], { spin: [0.3 * spin, 0.8 * spin, 0.5 * spin] });
    const before = measureRig(rig);
    for (let i = 0; i < 600; i++) stepRig(rig, 1 / 60);
    const after = measureRig(rig);
    expect(Math.abs(after.energy / before.energy - 1)).toBeLessThan(1e-5);
    const size = Math.hypot(...before.angular);
    for (let d = 0; d < 3; d++)
      expect(Math.abs(after.angular[d] - before.angular[d])).toBeLessThan(1e-11 * size);
  });
}

test('a rod at rest that is hit hard at its end turns fast from then on, without a gain', () => {
  const rig = createRig();
  rig.gravity.fill(0);
  const rod = addBox(rig, [0.5, 0.02, 0.02], [0, 0, 0]);
  addBox(rig, [0.1, 0.1, 0.1], [0.45, 0.3, 0.05], { velocity: [0, -40, 0], density: 8000 });
  const before = measureRig(rig);
  for (let i = 0; i < 120; i++) {
    stepRig(rig, 1 / 60);
    const now = measureRig(rig);
    expect(now.energy).toBeLessThan((1 + 1e-9) * before.energy);
    for (let d = 0; d < 3; d++) {
      expect(Math.abs(now.angular[d] - before.angular[d])).toBeLessThan(
        1e-11 * Math.hypot(...before.angular),
      );
    }
  }
  expect(Math.hypot(...rig.bodies.spin.subarray(3 * rod, 3 * rod + 3))).toBeGreaterThan(50);
});
