import { describe, expect, test } from 'vitest';
import { reserveContactRows } from '../../src/dynamics/contact-rows.ts';
import { beginMotion, integratePositions } from '../../src/dynamics/integrate.ts';
import { SPIN, STATE_SIZE } from '../../src/dynamics/motion.ts';
import { prepareContacts } from '../../src/dynamics/prepare.ts';
import { measurePairs } from '../../src/dynamics/solve.ts';
import { solvePairs, warmPairs } from '../../src/dynamics/solve-pairs.ts';
import {
  PATCH_ARM,
  PATCH_SIZE,
  PATCH_SLIDE_MASS,
  PATCH_TWIST_MASS,
  ROW_GAP,
  ROW_IMPULSE,
  ROW_MASS,
  ROW_SIZE,
  reserveSolver,
  setStep,
} from '../../src/dynamics/solver.ts';
import { createRandom, nextFloat } from '../../src/math/random.ts';
import { addBox, createRig, type Rig, type Vector } from '../support/box-rig.ts';

const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const scale = (a: Vector, t: number): Vector => [t * a[0], t * a[1], t * a[2]];
const unit = (a: Vector): Vector => scale(a, 1 / Math.hypot(...a));
const take = (column: Float64Array, at: number): Vector => [column[at], column[at + 1], column[at + 2]];

/** Two boxes at random, and random contacts between them. */
function scene(seed: number): Rig {
  const random = createRandom(seed);
  const draw = (): number => 2 * nextFloat(random) - 1;
  const any = (): Vector => [draw(), draw(), draw()];
  const rig = createRig();
  for (let i = 0; i < 2; i++) {
    const [x, y, z, w] = [draw(), draw(), draw(), draw()];
    const l = Math.hypot(x, y, z, w);
    addBox(rig, [0.3 + 0.2 * draw(), 0.5 + 0.3 * draw(), 0.2 + 0.1 * draw()], any(), {
      turn: [x / l, y / l, z / l, w / l],
      velocity: scale(any(), 3),
      spin: scale(any(), seed % 2 ? 3 : 0.5),
      density: i ? 1000 : 5000,
    });
  }
  const { contacts } = rig;
  reserveContactRows(contacts, 6);
  contacts.count = 6;
  for (let i = 0; i < 6; i++) {
    contacts.bodyA[i] = 0;
    contacts.bodyB[i] = 1;
    contacts.point.set(any(), 3 * i);
    contacts.normal.set(unit(any()), 3 * i);
    contacts.distance[i] = 0.01 * draw();
    contacts.friction[i] = 0.5;
  }
  reserveSolver(rig.solver, 2, 6);
  setStep(rig.solver.step, 1 / 60, 8);
  beginMotion(rig.solver, rig.bodies);
  prepareContacts(rig.solver, rig.bodies, contacts, rig.options);
  return rig;
}

/** The spin that a moment gives a body: by the book. */
function turn({ bodies }: Rig, row: number, moment: Vector): Vector {
  const spin: Vector = [0, 0, 0];
  for (let k = 0; k < 3; k++) {
    const axis: Vector = [0, 1, 2].map((d) => bodies.frame[12 * row + 3 * d + k]) as Vector;
    const w = dot(axis, moment) * bodies.inverseInertia[6 * row + k];
    for (let d = 0; d < 3; d++) spin[d] += w * axis[d];
  }
  return spin;
}

/** What an impulse p at a point does to the velocity of A's point less that of B's: by the book. */
function respond(rig: Rig, point: Vector, p: Vector): Vector {
  const { bodies } = rig;
  const out: Vector = [0, 0, 0];
  for (let row = 0; row < 2; row++) {
    const r: Vector = [0, 1, 2].map((d) => point[d] - bodies.center[3 * row + d]) as Vector;
    const turning = cross(turn(rig, row, cross(r, p)), r);
    for (let d = 0; d < 3; d++) out[d] += bodies.inverseMass[row] * p[d] + turning[d];
  }
  return out;
}

describe.each([1, 2, 3, 4])('contacts between random bodies, seed %i', (seed) => {
  test('have the masses that impulses show', () => {
    const rig = scene(seed);
    for (let i = 0; i < 6; i++) {
      const n = take(rig.contacts.normal, 3 * i);
      const point = take(rig.contacts.point, 3 * i);
      const row = rig.solver.row.subarray(ROW_SIZE * i, ROW_SIZE * (i + 1));
      const k = respond(rig, point, n);
      expect(row[ROW_MASS] * dot(k, n)).toBeCloseTo(1, 10);
    }
    for (let k = 0; k < rig.solver.patchCount; k++) {
      const patch = rig.solver.patch.subarray(PATCH_SIZE * k, PATCH_SIZE * (k + 1));
      const n = take(patch, 0);
      expect(Math.hypot(...n)).toBeCloseTo(1, 12);
      const point = take(patch, PATCH_ARM).map((x, d) => x + rig.bodies.center[d]) as Vector;
      const t1 = unit(cross(n, Math.abs(n[0]) < 0.6 ? [1, 0, 0] : [0, 1, 0]));
      const t2 = cross(n, t1);
      let most = 0;
      for (let a = 0; a < Math.PI; a += 0.001) {
        const t: Vector = [0, 1, 2].map((d) => Math.cos(a) * t1[d] + Math.sin(a) * t2[d]) as Vector;
        most = Math.max(most, dot(respond(rig, point, t), t));
      }
      expect(patch[PATCH_SLIDE_MASS] * most).toBeCloseTo(1, 5);
      let twist = 0;
      for (let row = 0; row < 2; row++) twist += dot(turn(rig, row, n), n);
      expect(patch[PATCH_TWIST_MASS] * twist).toBeCloseTo(1, 10);
    }
  });

  test('are as far apart as their points on both bodies are after a move', () => {
    const rig = scene(seed);
    const { solver, bodies, contacts } = rig;
    for (let s = 0; s < 8; s++) integratePositions(solver, bodies, new Float64Array(3));
    measurePairs(solver);
    const { state } = solver.motion;
    for (let i = 0; i < 6; i++) {
      const moved = [0, 1].map((row) => {
        const o = STATE_SIZE * row;
        const r: Vector = [0, 1, 2].map(
          (d) => contacts.point[3 * i + d] - bodies.center[3 * row + d],
        ) as Vector;
        return [0, 1, 2].map(
          (d) => bodies.center[3 * row + d] + state[o + 6 + d] + dot(take(state, o + 9 + 3 * d), r),
        ) as Vector;
      });
      const apart: Vector = [0, 1, 2].map((d) => moved[0][d] - moved[1][d]) as Vector;
      const right = contacts.distance[i] + dot(take(contacts.normal, 3 * i), apart);
      expect(solver.row[ROW_SIZE * i + ROW_GAP]).toBeCloseTo(right, 12);
    }
  });

  test('a pass leaves a lone contact with no approach, by the impulse it tells; a warm start applies it again', () => {
    const rig = scene(seed);
    const { solver, contacts } = rig;
    contacts.count = 1;
    contacts.distance[0] = 0;
    const n = take(contacts.normal, 0);
    const speed = (): Vector => {
      const { state } = solver.motion;
      const v = [0, 1].map((row) => {
        const o = STATE_SIZE * row;
        const r: Vector = [0, 1, 2].map((d) => contacts.point[d] - rig.bodies.center[3 * row + d]) as Vector;
        const turning = cross(take(state, o + SPIN), r);
        return [0, 1, 2].map((d) => state[o + d] + turning[d]) as Vector;
      });
      return [0, 1, 2].map((d) => v[0][d] - v[1][d]) as Vector;
    };
    if (dot(speed(), n) > 0) contacts.normal.set(scale(n, -1), 0);
    contacts.friction[0] = 0;
    prepareContacts(solver, rig.bodies, contacts, rig.options);
    const before = speed();
    expect(dot(before, take(contacts.normal, 0))).toBeLessThan(0);
    solvePairs(solver, true);
    expect(dot(speed(), n)).toBeCloseTo(0, 10);
    const after = speed();
    const impulse = solver.row[ROW_IMPULSE];
    const k = respond(rig, take(contacts.point, 0), take(contacts.normal, 0));
    for (let d = 0; d < 3; d++) expect(after[d] - before[d]).toBeCloseTo(impulse * k[d], 10);
    // the same impulse as a warm start does the same again
    warmPairs(solver);
    const twice = speed();
    for (let d = 0; d < 3; d++) expect(twice[d] - after[d]).toBeCloseTo(impulse * k[d], 10);
  });
});
