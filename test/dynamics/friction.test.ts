// Friction at patches: against a disc summed up place by place, and what it keeps.

import { describe, expect, test } from 'vitest';
import { rub, shareFriction } from '../../src/dynamics/friction.ts';
import {
  createSolver,
  PATCH_FORCE,
  PATCH_FRICTION,
  PATCH_LOAD,
  PATCH_REACH,
  PATCH_SIZE,
  PATCH_SLIDE_MASS,
  PATCH_TWIST,
  PATCH_TWIST_MASS,
  ROW_ARM,
  ROW_SIZE,
  reserveSolver,
} from '../../src/dynamics/solver.ts';
import { createRandom, nextFloat } from '../../src/math/random.ts';

/** Force and moment of a disc of radius 1 under even pressure of 1 in all, sliding at u and spinning at w: summed up. */
function sumDisc(u: number, w: number): { force: number; moment: number } {
  let force = 0;
  let moment = 0;
  let area = 0;
  for (let i = 0; i < 200; i++) {
    const r = (i + 0.5) / 200;
    for (let j = 0; j < 200; j++) {
      const x = r * Math.cos((2 * Math.PI * (j + 0.5)) / 200);
      const y = r * Math.sin((2 * Math.PI * (j + 0.5)) / 200);
      const vx = u - w * y;
      const vy = w * x;
      const v = Math.hypot(vx, vy);
      force += (r * vx) / v;
      moment += (r * (x * vy - y * vx)) / v;
      area += r;
    }
  }
  return { force: force / area, moment: moment / area };
}

/** A patch of a disc of radius 1 that bears 1, with a friction of 1 and masses of 1. */
function createDisc(): Float64Array {
  const patch = new Float64Array(PATCH_SIZE);
  patch[1] = 1;
  patch[PATCH_SLIDE_MASS] = 1;
  patch[PATCH_TWIST_MASS] = 0.5;
  patch[PATCH_FRICTION] = 1;
  patch[PATCH_LOAD] = 1;
  patch[PATCH_REACH] = 2 / 3;
  return patch;
}

describe('friction of a patch', () => {
  test.each([0.01, 0.3, 0.6, 1, 1.5, 3, 30])(
    'that slides at %d times the speed of its rim is that of a disc within 4 %',
    (ratio) => {
      const patch = createDisc();
      // The speeds stay: it is pulled along. Force and twist come to be what they are while it slides.
      for (let pass = 0; pass < 400; pass++) rub(patch, 0, Float64Array.of(ratio, 0, 0, 1));
      const { force, moment } = sumDisc(ratio, 1);
      expect(Math.abs(-patch[PATCH_FORCE] - force)).toBeLessThan(0.04);
      expect(Math.abs(-patch[PATCH_TWIST] - moment)).toBeLessThan(0.04 * (2 / 3));
    },
  );
  test('never exceeds what its load allows, nor speeds anything up, whatever it begins with', () => {
    const random = createRandom(5);
    const draw = (): number => 2 * nextFloat(random) - 1;
    for (let trial = 0; trial < 2000; trial++) {
      const patch = createDisc();
      patch[PATCH_LOAD] = trial % 7 === 0 ? 0 : nextFloat(random);
      patch[PATCH_REACH] = trial % 5 === 0 ? 0 : patch[PATCH_LOAD] * nextFloat(random);
      const u = Float64Array.of(draw(), 0, draw(), draw());
      const before = u[0] * u[0] + u[2] * u[2] + 2 * (0.5 * u[3]) * (0.5 * u[3]);
      const slip = u.slice();
      rub(patch, 0, u);
      const force = Math.hypot(patch[PATCH_FORCE], patch[PATCH_FORCE + 2]);
      expect(force).toBeLessThanOrEqual(patch[PATCH_LOAD] * (1 + 1e-12));
      expect(Math.abs(patch[PATCH_TWIST])).toBeLessThanOrEqual(patch[PATCH_REACH] * (1 + 1e-12));
      const x = slip[0] + u[0];
      const z = slip[2] + u[2];
      const w = slip[3] + 2 * u[3];
      expect(x * x + z * z + 0.5 * w * w).toBeLessThanOrEqual(before * (1 + 1e-12) + 1e-15);
    }
  });
  test('is shared among its contacts as forces that add up to it', () => {
    const random = createRandom(7);
    const draw = (): number => 2 * nextFloat(random) - 1;
    for (let trial = 0; trial < 200; trial++) {
      const solver = createSolver();
      reserveSolver(solver, 2, 8);
      const { row, patch, patchOf } = solver;
      patch.fill(0, 0, PATCH_SIZE);
      patch[1] = 1;
      patch[PATCH_FRICTION] = 10; // so that no share is cut
      const out = new Float64Array(32);
      const centre = [0, 0, 0];
      let load = 0;
      for (let i = 0; i < 4; i++) {
        patchOf[i] = 0;
        out[4 * i] = 0.1 + nextFloat(random);
        load += out[4 * i];
        for (let d = 0; d < 3; d++) {
          row[ROW_SIZE * i + ROW_ARM + d] = d === 1 ? 0 : draw();
          centre[d] += out[4 * i] * row[ROW_SIZE * i + ROW_ARM + d];
        }
      }
      for (let d = 0; d < 3; d++) patch[3 + d] = centre[d] / load;
      const force = [draw(), 0, draw()];
      const twist = 0.1 * draw();
      for (let d = 0; d < 3; d++) patch[PATCH_FORCE + d] = force[d];
      patch[PATCH_TWIST] = twist;
      shareFriction(out, solver, 0, 4, PATCH_FORCE);
      const sum = [0, 0, 0];
      let turn = 0;
      for (let i = 0; i < 4; i++) {
        const x = row[ROW_SIZE * i + ROW_ARM] - patch[3];
        const z = row[ROW_SIZE * i + ROW_ARM + 2] - patch[5];
        for (let d = 0; d < 3; d++) sum[d] += out[4 * i + 1 + d];
        turn += z * out[4 * i + 1] - x * out[4 * i + 3];
      }
      for (let d = 0; d < 3; d++) expect(sum[d]).toBeCloseTo(force[d], 12);
      expect(turn).toBeCloseTo(twist, 12);
    }
  });
});
