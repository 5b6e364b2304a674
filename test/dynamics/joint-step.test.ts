import { describe, expect, it } from 'vitest';
import { measureLength } from '../../src/dynamics/joint-control.ts';
import { addJoint, type JointKind, type JointSpec } from '../../src/dynamics/joint-spec.ts';
import { finishJoints, prepareJoints, solveJoints, warmJoints } from '../../src/dynamics/joint-step.ts';
import { removeJoint } from '../../src/dynamics/joints.ts';
import { findGarbage } from '../support/allocation.ts';
import {
  addBox,
  addPlane,
  createRig,
  fastest,
  measureRig,
  type Rig,
  stepFreely,
  stepRig,
  type Vector,
} from '../support/box-rig.ts';

const join = (rig: Rig, spec: JointSpec): number => addJoint(rig.joints, rig.bodies, spec);

function run(rig: Rig, seconds: number, each: (time: number) => void = () => {}, dt = 1 / 60): void {
  for (let k = 1; k <= Math.round(seconds / dt); k++) {
    stepFreely(rig, dt);
    each(k * dt);
  }
}

/** Boxes in a row along x, the first joined to the world at the origin, each to the one before. */
function addRow(rig: Rig, count: number, half: Vector, kind: JointKind, lastDensity = 1000): void {
  for (let i = 0; i < count; i++) {
    const density = i === count - 1 ? lastDensity : 1000;
    const row = addBox(rig, half, [(2 * i + 1) * half[0], 0, 0], { density });
    const anchor: Vector = [2 * i * half[0], 0, 0];
    if (kind === 'hinge') join(rig, { kind, bodyA: row, bodyB: row - 1, anchor, axis: [0, 0, 1] });
    else join(rig, { kind, bodyA: row, bodyB: row - 1, anchor });
  }
}

function widest(rig: Rig): number {
  let most = 0;
  for (let joint = 0; joint < rig.joints.slots.count; joint++) {
    if (rig.joints.slots.live[joint] === 0) continue;
    most = Math.max(most, measureLength(rig.joints, rig.bodies, joint));
  }
  return most;
}

describe('joints together', () => {
  for (const size of [1, 0.05]) {
    it(`a chain of 20 links of ${size} m holds ten times its link's mass`, () => {
      const rig = createRig();
      addRow(rig, 20, [size / 2, size / 8, size / 8], 'ball', 10000);
      rig.gravity.set([9.81, -3, 0]); // it hangs along x, and swings
      let worst = 0;
      run(rig, 1.5, () => {
        worst = Math.max(worst, widest(rig) / size);
      });
      expect(worst).toBeLessThan(size === 1 ? 1e-4 : 1e-3);
      expect(rig.bodies.center[58] / size).toBeLessThan(-1);
    });

    it(`a beam of 5 boxes of ${size} m on a wall sags little`, () => {
      const rig = createRig();
      addRow(rig, 5, [size / 2, size / 2, size / 2], 'fixed');
      run(rig, 3);
      const { center, spin } = rig.bodies;
      expect(-center[13] / size).toBeLessThan(size === 1 ? 5e-4 : 0.01);
      expect(-center[13]).toBeGreaterThan(0);
      expect(Math.max(...spin.map(Math.abs))).toBeLessThan(1e-9);
      const weight = 5 * 1000 * size * size * size * 9.81;
      expect(rig.joints.load[1] / weight).toBeCloseTo(1, 6);
      expect(rig.joints.load[5] / (weight * 2.5 * size)).toBeCloseTo(1, 3);
    });
  }

  it('between two free bodies keep momentum, and angular momentum nearly', () => {
    for (const kind of ['fixed', 'ball', 'hinge', 'distance'] as const) {
      const rig = createRig();
      rig.gravity.fill(0);
      const a = addBox(rig, [0.2, 0.1, 0.3], [0, 0, 0], { velocity: [1, 2, 3], spin: [4, 0, 1] });
      const b = addBox(rig, [0.1, 0.3, 0.1], [0.4, 0, 0], { velocity: [-2, 1, 0], spin: [0, 3, -2] });
      if (kind === 'hinge') join(rig, { kind, bodyA: a, bodyB: b, anchor: [0.2, 0, 0], axis: [1, 1, 0] });
      else if (kind === 'distance') {
        join(rig, { kind, bodyA: a, bodyB: b, anchor: [0.1, 0.1, 0], anchorB: [0.4, 0.2, 0] });
      } else join(rig, { kind, bodyA: a, bodyB: b, anchor: [0.2, 0, 0] });
      const before = measureRig(rig);
      run(rig, 5);
      const after = measureRig(rig);
      for (let d = 0; d < 3; d++) {
        expect(Math.abs(after.momentum[d] - before.momentum[d])).toBeLessThan(
          1e-9 * Math.hypot(...before.momentum),
        );
        expect(Math.abs(after.angular[d] - before.angular[d])).toBeLessThan(
          0.01 * Math.hypot(...before.angular),
        );
      }
      expect(after.kinetic).toBeLessThan(1.0001 * before.kinetic);
    }
  });

  it('leave velocities that fit, to rounding, where there is one', () => {
    const rig = createRig();
    const a = addBox(rig, [0.2, 0.1, 0.3], [0, 0, 0], { velocity: [1, 2, 3], spin: [4, 0, 1] });
    const b = addBox(rig, [0.1, 0.3, 0.1], [0.4, 0, 0], { velocity: [-2, 1, 0], spin: [0, 3, -2] });
    join(rig, { kind: 'fixed', bodyA: a, bodyB: b, anchor: [0.2, 0.1, 0] });
    rig.options.substeps = 1;
    stepFreely(rig, 1e-4);
    const { velocity, spin, center } = rig.bodies;
    const speeds: number[] = [];
    for (const row of [a, b]) {
      const [wx, wy, wz] = spin.slice(3 * row, 3 * row + 3);
      const [x, y, z] = [0, 1, 2].map((d) => -center[3 * row + d]);
      const [vx, vy, vz] = velocity.slice(3 * row, 3 * row + 3);
      speeds.push(vx + wy * z - wz * y, vy + wz * x - wx * z, vz + wx * y - wy * x, wx, wy, wz);
    }
    // Turning the inertia over the step, after the joint was solved, changes the spin a little.
    for (let d = 0; d < 6; d++) expect(Math.abs(speeds[d] - speeds[6 + d])).toBeLessThan(2e-3);
  });

  it('rest on the ground, and let their bodies rest', () => {
    for (const kind of ['fixed', 'ball', 'hinge'] as const) {
      const rig = createRig();
      addRow(rig, 5, [0.5, 0.2, 0.5], kind);
      removeJoint(rig.joints, 0);
      for (let row = 0; row < 5; row++) rig.bodies.center[3 * row + 1] = 0.5;
      addPlane(rig);
      for (let k = 0; k < 180; k++) stepRig(rig, 1 / 60);
      expect(fastest(rig)).toBeLessThan(0.005);
      for (let row = 0; row < 5; row++) expect(rig.bodies.center[3 * row + 1]).toBeCloseTo(0.2, 2);
      expect(widest(rig)).toBeLessThan(1e-3);
    }
  });

  it('carry on when the time step changes', () => {
    const rig = createRig();
    addRow(rig, 3, [0.5, 0.5, 0.5], 'fixed');
    run(rig, 3);
    const y = rig.bodies.center[7];
    let most = 0;
    for (let k = 0; k < 100; k++) {
      stepFreely(rig, k % 2 === 0 ? 0.005 : 1 / 60);
      most = Math.max(most, Math.abs(rig.bodies.center[7] - y));
    }
    expect(most).toBeLessThan(0.005);
  });

  it('are the same bits every time, and in another row', () => {
    const states = [0, 1].map((shift) => {
      const rig = createRig();
      for (let i = 0; i < shift; i++) {
        const box = addBox(rig, [1, 1, 1], [100, 0, 0]);
        removeJoint(rig.joints, join(rig, { kind: 'ball', bodyA: box, anchor: [0, 0, 0] }));
        rig.bodies.kind[box] = 0;
        rig.bodies.inverseMass[box] = 0;
      }
      let before = -1;
      for (let i = 0; i < 6; i++) {
        const row = addBox(rig, [0.5, 0.1, 0.2], [i + 0.5, 0, 0]);
        const spec = { bodyA: row, bodyB: before, anchor: [i, 0, 0] };
        if (i % 3 === 0) join(rig, { kind: 'ball', ...spec });
        if (i % 3 === 1) join(rig, { kind: 'fixed', ...spec });
        if (i % 3 === 2) join(rig, { kind: 'hinge', axis: [0, 0, 1], ...spec });
        before = row;
      }
      run(rig, 2);
      return [
        ...rig.bodies.center.slice(3 * shift, 3 * shift + 18),
        ...rig.bodies.turn.slice(4 * shift, 4 * shift + 24),
      ];
    });
    expect(states[1]).toEqual(states[0]);
  });

  it('sleep with their bodies', () => {
    const rig = createRig();
    addRow(rig, 2, [0.5, 0.5, 0.5], 'fixed');
    run(rig, 1);
    rig.bodies.awake.fill(0);
    const kept = rig.joints.reaction.slice();
    run(rig, 0.1);
    expect(rig.joints.activeCount).toBe(0);
    expect(rig.joints.reaction).toEqual(kept);
  });

  it('allocate nothing', () => {
    const rig = createRig();
    addRow(rig, 4, [0.5, 0.1, 0.1], 'fixed');
    addRow(rig, 4, [0.5, 0.1, 0.1], 'hinge');
    join(rig, {
      kind: 'hinge',
      bodyA: 1,
      anchor: [0, 0, 0],
      axis: [0, 1, 0],
      lower: -1,
      upper: 1,
      motorTorque: 1,
    });
    join(rig, {
      kind: 'distance',
      bodyA: 1,
      anchor: [0, 1, 0],
      anchorB: [0, 0, 0],
      hertz: 3,
      max: 2,
      min: 0.5,
    });
    join(rig, { kind: 'distance', bodyA: 2, anchor: [0, 1, 0], anchorB: [0, 0, 0] });
    join(rig, { kind: 'drag', bodyA: 3, anchor: [0, 1, 0], anchorB: [0, 3, 0] });
    stepFreely(rig, 0.01);
    const { bodies, joints } = rig;
    const { motion, step } = rig.solver;
    const garbage = findGarbage(400, () => {
      for (let i = 0; i < 400; i++) {
        prepareJoints(joints, bodies, motion, step, 8);
        warmJoints(joints, motion);
        solveJoints(joints, motion, true);
        solveJoints(joints, motion, false);
        finishJoints(joints);
      }
    });
    expect(garbage).toEqual([]);
  });
});

describe('a joint that can break', () => {
  /** Raises gravity until the joint breaks; returns the load at which it did, as a share of what it should bear. */
  function loadUntilBroken(rig: Rig, perGravity: number, bears: number): number {
    for (let g = 0.5 * bears; g < 2 * bears; g += 0.002 * bears) {
      rig.gravity[1] = -g / perGravity;
      stepFreely(rig, 1 / 60);
      if (rig.joints.brokeCount > 0) return g / bears;
    }
    return Infinity;
  }

  for (const kind of ['fixed', 'ball', 'hinge', 'distance'] as const) {
    it(`breaks at its force: ${kind}`, () => {
      const rig = createRig();
      const row = addBox(rig, [0.1, 0.1, 0.1], [0, -1, 0]); // 8 kg
      const common = { bodyA: row, anchor: [0, -0.9, 0], breakForce: 500 };
      if (kind === 'hinge') join(rig, { kind, axis: [0, 0, 1], ...common });
      else if (kind === 'distance') join(rig, { kind, anchorB: [0, 0, 0], max: 0.9, ...common });
      else join(rig, { kind, ...common });
      const share = loadUntilBroken(rig, 8, 500);
      expect(share).toBeGreaterThan(0.99);
      expect(share).toBeLessThan(1.05);
      expect(rig.joints.broken[0]).toBe(1);
      expect([...rig.joints.broke.slice(0, 1)]).toEqual([0]);
      // Broken, it holds nothing, and is not told again.
      const v = rig.bodies.velocity[1];
      rig.gravity[1] = -10;
      stepFreely(rig, 1 / 60);
      expect(rig.bodies.velocity[1] - v).toBeCloseTo(-10 / 60, 9);
      expect(rig.joints.brokeCount).toBe(0);
    });
  }

  for (const kind of ['fixed', 'hinge'] as const) {
    it(`breaks at its torque: ${kind}`, () => {
      const rig = createRig();
      const row = addBox(rig, [0.5, 0.1, 0.1], [0.5, 0, 0]); // 40 kg, half a metre out
      const common = { bodyA: row, anchor: [0, 0, 0], breakTorque: 300 };
      if (kind === 'hinge') join(rig, { kind, axis: [0, 1, 0], ...common });
      else join(rig, { kind, ...common });
      const share = loadUntilBroken(rig, 20, 300);
      expect(share).toBeGreaterThan(0.99);
      expect(share).toBeLessThan(1.05);
    });
  }

  it('passes on no more than it bears over a step', () => {
    const rig = createRig();
    rig.gravity.fill(0);
    const ball = addBox(rig, [0.1, 0.1, 0.1], [0, 0, 0], { velocity: [20, 0, 0] }); // 8 kg
    join(rig, { kind: 'ball', bodyA: ball, anchor: [0, 0, 0], breakForce: 960 });
    stepFreely(rig, 1 / 60);
    expect(rig.joints.brokeCount).toBe(1);
    expect(rig.bodies.velocity[0]).toBeCloseTo(20 - 960 / 60 / 8, 6);
    expect(rig.joints.load[0]).toBeCloseTo(-960, 6);
  });

  it('holds for ever below its force', () => {
    const rig = createRig();
    addRow(rig, 3, [0.1, 0.1, 0.1], 'fixed');
    rig.joints.breakForce[0] = 24 * 9.81 * 1.03;
    rig.joints.breakTorque[0] = 24 * 9.81 * 0.3 * 1.03;
    run(rig, 3, () => expect(rig.joints.brokeCount).toBe(0));
  });
});
