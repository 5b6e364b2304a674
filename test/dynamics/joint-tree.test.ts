import { describe, expect, it } from 'vitest';
import { BODY_STATIC } from '../../src/dynamics/bodies.ts';
import { beginMotion } from '../../src/dynamics/integrate.ts';
import { locateJoint, measureLength } from '../../src/dynamics/joint-control.ts';
import { addJoint, type JointKind } from '../../src/dynamics/joint-spec.ts';
import { prepareJoints, solveJoints } from '../../src/dynamics/joint-step.ts';
import { isInTree } from '../../src/dynamics/joint-tree.ts';
import { EQUATIONS, GIVE, SIDES, WORK_SIZE } from '../../src/dynamics/joint-work.ts';
import { STATE_SIZE } from '../../src/dynamics/motion.ts';
import { reserveSolver, setStep } from '../../src/dynamics/solver.ts';
import { createRandom, nextFloat, nextUint } from '../../src/math/random.ts';
import { addBox, createRig, type Rig, stepFreely, type Vector } from '../support/box-rig.ts';

/** Solves dense equations by elimination with pivots. */
function solveDense(matrix: number[][], right: number[]): number[] {
  const rows = matrix.map((row, i) => [...row, right[i]]);
  const n = rows.length;
  for (let k = 0; k < n; k++) {
    let best = k;
    for (let i = k; i < n; i++) if (Math.abs(rows[i][k]) > Math.abs(rows[best][k])) best = i;
    [rows[k], rows[best]] = [rows[best], rows[k]];
    for (let i = k + 1; i < n; i++) {
      const f = rows[i][k] / rows[k][k];
      for (let j = k; j <= n; j++) rows[i][j] -= f * rows[k][j];
    }
  }
  const x = new Array(n).fill(0);
  for (let i = n - 1; i >= 0; i--) {
    let sum = rows[i][n];
    for (let j = i + 1; j < n; j++) sum -= rows[i][j] * x[j];
    x[i] = sum / rows[i][i];
  }
  return x;
}

const cross = (a: number[], b: number[]): number[] => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
const dot = (a: number[], b: number[]): number => a.reduce((sum, x, i) => sum + x * b[i], 0);

/** Velocity and spin that the bodies should have once the joints have mended them: all equations at once. */
function solveAll(rig: Rig): number[][] {
  const { joints, bodies } = rig;
  const { state, ease } = rig.solver.motion;
  const where = new Float64Array(6);
  // Each equation: its joint, and what it takes of velocity and spin of each body.
  const equations: { row: number; give: number; terms: { body: number; v: number[]; w: number[] }[] }[] = [];
  for (let row = 0; row < joints.slots.count; row++) {
    locateJoint(where, joints, bodies, row);
    const o = WORK_SIZE * row;
    for (let j = 0; j < EQUATIONS[joints.kind[row]]; j++) {
      const unit =
        j < 3
          ? [0, 1, 2].map((d) => (d === j ? 1 : 0))
          : [...joints.work.slice(o + SIDES + 3 * (j - 3)).slice(0, 3)];
      const terms = [joints.bodyA[row], joints.bodyB[row]].flatMap((body, side) => {
        if (body < 0) return [];
        const arm = [0, 1, 2].map((d) => where[3 * side + d] - bodies.center[3 * body + d]);
        const sign = side === 0 ? 1 : -1;
        const v = unit.map((x) => (j < 3 ? sign * x : 0));
        const w = (j < 3 ? cross(arm, unit) : unit).map((x) => sign * x);
        return [{ body, v, w }];
      });
      equations.push({ row, give: joints.work[o + GIVE + (j < 3 ? 0 : 1)], terms });
    }
  }
  const inverse = (body: number, w: number[]): number[] => {
    const [xx, yy, zz, xy, yz, zx] = ease.slice(8 * body + 1, 8 * body + 7);
    return [
      xx * w[0] + xy * w[1] + zx * w[2],
      xy * w[0] + yy * w[1] + yz * w[2],
      zx * w[0] + yz * w[1] + zz * w[2],
    ];
  };
  const matrix = equations.map((a, i) =>
    equations.map((b, j) => {
      let sum = i === j ? a.give : 0;
      for (const s of a.terms) {
        for (const t of b.terms) {
          if (s.body === t.body) sum += ease[8 * s.body] * dot(s.v, t.v) + dot(s.w, inverse(t.body, t.w));
        }
      }
      return sum;
    }),
  );
  const right = equations.map(
    (a) =>
      -a.terms.reduce((sum, t) => {
        const s = STATE_SIZE * t.body;
        return sum + dot(t.v, [...state.slice(s, s + 3)]) + dot(t.w, [...state.slice(s + 3, s + 6)]);
      }, 0),
  );
  const x = solveDense(matrix, right);
  const moved = Array.from({ length: bodies.slots.count }, (_, body) => [
    ...state.slice(STATE_SIZE * body, STATE_SIZE * body + 6),
  ]);
  equations.forEach((a, i) => {
    for (const { body, v, w } of a.terms) {
      const turned = inverse(body, w);
      for (let d = 0; d < 3; d++) {
        moved[body][d] += x[i] * ease[8 * body] * v[d];
        moved[body][3 + d] += x[i] * turned[d];
      }
    }
  });
  return moved;
}

function begin(rig: Rig): void {
  reserveSolver(rig.solver, rig.bodies.slots.count, 0);
  setStep(rig.solver.step, 1 / 60, 8);
  beginMotion(rig.solver, rig.bodies);
  prepareJoints(rig.joints, rig.bodies, rig.solver.motion, rig.solver.step, 8);
}

describe('trees of joints', () => {
  for (const seed of [1, 2, 3]) {
    it(`are solved as all equations at once would be (seed ${seed})`, () => {
      const random = createRandom(seed);
      const uniform = (a: number, b: number) => a + (b - a) * nextFloat(random);
      const vector = (size: number): Vector => [
        uniform(-size, size),
        uniform(-size, size),
        uniform(-size, size),
      ];
      const rig = createRig();
      const ground = addBox(rig, [1, 1, 1], [0, -3, 0], { kind: BODY_STATIC });
      const kinds: JointKind[] = ['fixed', 'ball', 'hinge'];
      for (let i = 0; i < 12; i++) {
        const turn = [...vector(1), 1];
        const length = Math.hypot(...turn);
        const row = addBox(rig, [uniform(0.2, 0.5), uniform(0.2, 0.5), uniform(0.2, 0.5)], vector(1), {
          turn: turn.map((q) => q / length) as [number, number, number, number],
          velocity: vector(1),
          spin: vector(2),
          density: 10 ** uniform(2.5, 3.5),
        });
        // To any body before it, to the ground, to the world, or to nothing; some to two of those.
        for (const other of [nextUint(random) % (row + 1), row].slice(0, 1 + (nextUint(random) % 2))) {
          if (other === row && nextUint(random) % 2 === 0) continue;
          const kind = kinds[nextUint(random) % 3];
          const bodyB = other === row ? (nextUint(random) % 2 === 0 ? ground : -1) : other;
          const common = { bodyA: row, bodyB, anchor: vector(1) };
          if (kind === 'hinge') addJoint(rig.joints, rig.bodies, { kind, axis: vector(1), ...common });
          else addJoint(rig.joints, rig.bodies, { kind, ...common } as never);
        }
      }
      begin(rig);
      const { joints } = rig;
      const exact = solveAll(rig);
      const before = rig.solver.motion.state.slice();
      solveJoints(joints, rig.solver.motion, false);
      let changed = 0;
      for (let body = 0; body < rig.bodies.slots.count; body++) {
        for (let d = 0; d < 6; d++) {
          const now = rig.solver.motion.state[STATE_SIZE * body + d];
          expect(Math.abs(now - exact[body][d])).toBeLessThan(1e-6);
          changed += Math.abs(now - before[STATE_SIZE * body + d]);
        }
      }
      expect(changed).toBeGreaterThan(10);
      for (let row = 0; row < joints.slots.count; row++) expect(isInTree(joints.tree, row)).toBe(true);
    });
  }

  it('leave out the joint that closes a loop, which holds all the same', () => {
    const rig = createRig();
    const corners: Vector[] = [
      [0, 0, 0],
      [1, 0, 0],
      [1, -1, 0],
      [0, -1, 0],
    ];
    corners.forEach(([x, y], i) => {
      const [u, v] = corners[(i + 1) % 4];
      const half: Vector = x === u ? [0.05, 0.5, 0.05] : [0.5, 0.05, 0.05];
      addBox(rig, half, [(x + u) / 2, (y + v) / 2, 0]);
    });
    corners.forEach((anchor, i) => {
      addJoint(rig.joints, rig.bodies, { kind: 'ball', bodyA: i, bodyB: (i + 3) % 4, anchor });
    });
    addJoint(rig.joints, rig.bodies, { kind: 'ball', bodyA: 0, anchor: [0, 0, 0] });
    let worst = 0;
    for (let k = 0; k < 120; k++) {
      stepFreely(rig, 1 / 60);
      for (let row = 0; row < 5; row++) worst = Math.max(worst, measureLength(rig.joints, rig.bodies, row));
    }
    expect([0, 1, 2, 3, 4].filter((row) => isInTree(rig.joints.tree, row)).length).toBe(4);
    expect(worst).toBeLessThan(5e-3);
    expect(worst).toBeGreaterThan(0);
  });
});
