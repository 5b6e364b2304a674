import { expect, test } from 'vitest';
import { addBox, createRig, measureRig, stepRig } from '../support/box-rig.ts';

for (const dt of [1 / 200, 1 / 60, 0.03]) {
  test(`a wing nut flips over and over, keeping energy and angular momentum, at ${(1000 * dt).toFixed(0)} ms`, () => {
    const rig = createRig();
    rig.gravity.fill(0);
    addBox(rig, [0.3, 0.2, 0.1], [0, 0, 0], { spin: [0.001, 10, 0] }); // about the middle axis
    const before = measureRig(rig);
    let flips = 0;
    let side = 1;
    let drift = 0;
    for (let t = 0; t < 60; t += dt) {
      stepRig(rig, dt);
      const up = rig.bodies.frame[4]; // its middle axis against the world's
      if (up * side < -0.9) {
        flips++;
        side = -side;
      }
      const now = measureRig(rig);
      drift = Math.max(drift, Math.abs(now.energy / before.energy - 1));
      for (let d = 0; d < 3; d++) {
        expect(Math.abs(now.angular[d] - before.angular[d])).toBeLessThan(
          1e-10 * Math.hypot(...before.angular),
        );
      }
    }
    expect(flips).toBe(14); // as many as by Runge–Kutta of order four in steps of 0.1 ms
    expect(drift).toBeLessThan(1e-3);
  });
}
