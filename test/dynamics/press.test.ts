// Rows of a patch solved together: what comes of it against Newton's laws, and against passes over single rows.

import { describe, expect, test } from 'vitest';
import { reserveContactRows } from '../../src/dynamics/contact-rows.ts';
import { beginMotion } from '../../src/dynamics/integrate.ts';
import { SHIFT, SPIN, STATE_SIZE } from '../../src/dynamics/motion.ts';
import { prepareContacts } from '../../src/dynamics/prepare.ts';
import { preparePress } from '../../src/dynamics/press.ts';
import { pressPatches } from '../../src/dynamics/press-patches.ts';
import { solvePairs } from '../../src/dynamics/solve-pairs.ts';
import {
  PATCH_SIZE,
  ROW_GAP,
  ROW_IMPULSE,
  ROW_SIZE,
  reserveSolver,
  type Solver,
  setStep,
} from '../../src/dynamics/solver.ts';
import { createRandom, nextFloat } from '../../src/math/random.ts';
import { addBox, createRig, type Rig, type Vector } from '../support/box-rig.ts';
import { preparePressSlowly, pressPatchesSlowly } from './press-slow.ts';

/** Two boxes on each other that close at random speeds, and `count` contacts between their faces; in a line, or with one normal or several. */
function createPressed(seed: number, count: number, line: boolean, curved: boolean): Rig {
  const random = createRandom(seed);
  const draw = (): number => 2 * nextFloat(random) - 1;
  const rig = createRig();
  addBox(rig, [0.5, 0.1, 0.3], [0, 0.1, 0], {
    velocity: [draw(), -1, draw()],
    spin: [0.3 * draw(), draw(), 0.3 * draw()],
  });
  addBox(rig, [0.4, 0.2, 0.4], [0.05 * draw(), -0.2, 0.05 * draw()], { velocity: [0, 1, 0], density: 3000 });
  const { contacts } = rig;
  reserveContactRows(contacts, count);
  contacts.count = count;
  for (let i = 0; i < count; i++) {
    contacts.bodyA[i] = 0;
    contacts.bodyB[i] = 1;
    contacts.point.set([0.3 * draw(), 0, line ? 0.1 : 0.3 * draw()], 3 * i);
    const tilt: Vector = curved ? [0.1 * draw(), 1, 0.1 * draw()] : [0, 1, 0];
    contacts.normal.set(
      tilt.map((x) => x / Math.hypot(...tilt)),
      3 * i,
    );
    contacts.distance[i] = 0;
    contacts.friction[i] = 0;
  }
  reserveSolver(rig.solver, 2, count);
  setStep(rig.solver.step, 1 / 60, 8);
  beginMotion(rig.solver, rig.bodies);
  prepareContacts(rig.solver, rig.bodies, contacts, rig.options);
  return rig;
}

const vector = (column: Float64Array, at: number): Vector => [column[at], column[at + 1], column[at + 2]];
const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

/** The speeds at which contacts part. */
function speeds({ solver, contacts, bodies }: Rig): number[] {
  const { state } = solver.motion;
  return Array.from({ length: contacts.count }, (_, i) => {
    const n = vector(contacts.normal, 3 * i);
    const at = [0, 1].map((row) => {
      const r = vector(contacts.point, 3 * i).map((x, d) => x - bodies.center[3 * row + d]) as Vector;
      const turning = cross(vector(state, STATE_SIZE * row + SPIN), r);
      return dot(n, vector(state, STATE_SIZE * row)) + dot(n, turning);
    });
    return at[0] - at[1];
  });
}

/** Kinetic energy, momentum and angular momentum about the origin, as the solver has them. */
function measure({ solver, bodies }: Rig): { energy: number; momentum: number[]; spin: number[] } {
  const { state } = solver.motion;
  let energy = 0;
  const momentum = [0, 0, 0];
  const spin = [0, 0, 0];
  for (let row = 0; row < 2; row++) {
    const v = vector(state, STATE_SIZE * row);
    const w = vector(state, STATE_SIZE * row + SPIN);
    const mass = 1 / bodies.inverseMass[row];
    const turning = w.map((x, d) => x / bodies.inverseInertia[6 * row + d]) as Vector; // boxes along the axes
    energy += 0.5 * mass * dot(v, v) + 0.5 * dot(turning, w);
    const moved = cross(vector(bodies.center, 3 * row), v.map((x) => mass * x) as Vector);
    for (let d = 0; d < 3; d++) {
      momentum[d] += mass * v[d];
      spin[d] += turning[d] + moved[d];
    }
  }
  return { energy, momentum, spin };
}

const kinds: [string, boolean, boolean][] = [
  ['of one plane', false, false],
  ['in a line', true, false],
  ['of a curved patch', false, true],
];

describe.each(kinds)('contacts %s', (_, line, curved) => {
  test.each([2, 3, 4, 6, 12])('%i of them pressed together keep momentum and take energy', (count) => {
    for (let seed = 1; seed <= 40; seed++) {
      const rig = createPressed(seed, count, line, curved);
      const { solver } = rig;
      const before = measure(rig);
      pressPatches(solver, solver.pair, 0, 1, solver.pairPush, solver.pairSoft, true);
      const after = measure(rig);
      expect(after.energy).toBeLessThanOrEqual(before.energy * (1 + 1e-12));
      for (let d = 0; d < 3; d++) {
        expect(after.momentum[d]).toBeCloseTo(before.momentum[d], 9);
        expect(after.spin[d]).toBeCloseTo(before.spin[d], 9);
      }
      for (let i = 0; i < count; i++) {
        expect(solver.row[ROW_SIZE * i + ROW_IMPULSE]).toBeGreaterThanOrEqual(0);
      }
      // Where none would pull, flat contacts are at rest at once, but for the ridge: a lift and two tilts are all there is.
      const lone = Array.from({ length: count }, (_, i) => solver.row[ROW_SIZE * i + ROW_IMPULSE] > 0);
      if (!curved && lone.every((bears) => bears)) {
        for (const speed of speeds(rig)) expect(Math.abs(speed)).toBeLessThan(1e-2);
      }
    }
  });

  test('end as passes over single rows do', () => {
    for (let seed = 1; seed <= 20; seed++) {
      const rig = createPressed(seed, 4, line, curved);
      for (let pass = 0; pass < 3000; pass++) solvePairs(rig.solver, true);
      for (const [i, speed] of speeds(rig).entries()) {
        // Signorini: nothing closes, and what bears is at rest.
        expect(speed).toBeGreaterThan(-1e-4);
        if (rig.solver.row[ROW_SIZE * i + ROW_IMPULSE] > 1e-4) expect(speed).toBeLessThan(1e-4);
      }
    }
  });
});

/** Gives the rows patches, gaps and impulses, and the bodies ways gone, all at random. */
function stir({ solver }: Rig, count: number, patches: number, seed: number): void {
  const random = createRandom(seed);
  const draw = (): number => 2 * nextFloat(random) - 1;
  const { row, patch, patchOf, pair, middle, motion } = solver;
  for (let i = 0; i < count; i++) {
    patchOf[i] = Math.floor(patches * nextFloat(random));
    row[ROW_SIZE * i + ROW_GAP] = 0.01 * draw();
    row[ROW_SIZE * i + ROW_IMPULSE] = Math.max(0, 100 * draw());
  }
  for (let k = 0; k < patches; k++) patch.copyWithin(PATCH_SIZE * k, 0, 3);
  pair[4] = 0;
  pair[5] = patches;
  for (let d = 0; d < 3; d++) {
    middle[d] = 0.01 * draw();
    motion.state[SHIFT + d] = 0.1 * draw();
    motion.state[STATE_SIZE + SHIFT + d] = 0.1 * draw();
  }
}

/** The same numbers, with 0 for −0. */
const unsigned = (column: Float64Array): Float64Array => column.map((x) => x + 0);

test.each([-1, 1])(
  'the same bits as in loops, on 300 seeds of up to 12 rows in up to 3 patches, B %i',
  (b) => {
    for (let seed = 1; seed <= 300; seed++) {
      const count = 1 + (seed % 12);
      const patches = 1 + (seed % 3);
      const rig = createPressed(seed, count, seed % 7 === 0, seed % 2 === 0);
      stir(rig, count, patches, seed);
      const { solver } = rig;
      const slow: Solver = structuredClone(solver);
      for (let pass = 0; pass < 4; pass++) {
        for (let k = 0; k < patches; k++) {
          if (pass > 0 && seed % 5 > 0) continue;
          preparePress(solver, 0, count, k, 0, b, 0, solver.pairSoft, 0);
          preparePressSlowly(slow, 0, count, k, 0, b, 0, slow.pairSoft, 0);
        }
        pressPatches(solver, solver.pair, 0, b, solver.pairPush, solver.pairSoft, pass % 2 > 0);
        pressPatchesSlowly(slow, slow.pair, 0, b, slow.pairPush, slow.pairSoft, pass % 2 > 0);
        expect(unsigned(solver.row)).toEqual(unsigned(slow.row));
        expect(unsigned(solver.pressing)).toEqual(unsigned(slow.pressing));
        expect(unsigned(solver.motion.state)).toEqual(unsigned(slow.motion.state));
      }
    }
  },
);
