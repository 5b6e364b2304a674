import { describe, expect, it } from 'vitest';
import { BODY_STATIC } from '../../src/dynamics/bodies.ts';
import { measureAngle, measureLength, setMotor, setTarget } from '../../src/dynamics/joint-control.ts';
import { addJoint, type JointSpec } from '../../src/dynamics/joint-spec.ts';
import { addBox, createRig, measureRig, type Rig, stepFreely, type Vector } from '../support/box-rig.ts';

const join = (rig: Rig, spec: JointSpec): number => addJoint(rig.joints, rig.bodies, spec);
const massOf = (rig: Rig, row: number): number => 1 / rig.bodies.inverseMass[row];

function run(rig: Rig, seconds: number, each: (time: number) => void = () => {}, dt = 1 / 60): void {
  for (let k = 1; k <= Math.round(seconds / dt); k++) {
    stepFreely(rig, dt);
    each(k * dt);
  }
}

/** A rod of length L that hangs from its end, turned by an angle. */
function hangRod(rig: Rig, length: number, angle: number): number {
  const half: Vector = [0.05 * length, 0.5 * length, 0.05 * length];
  const center: Vector = [0.5 * length * Math.sin(angle), -0.5 * length * Math.cos(angle), 0];
  return addBox(rig, half, center, { turn: [0, 0, Math.sin(angle / 2), Math.cos(angle / 2)] });
}

describe('a pendulum', () => {
  for (const length of [1, 0.05]) {
    for (const dt of [1 / 60, 0.03]) {
      it(`of ${length} m keeps its period within 1 % and its energy at ${(1000 * dt).toFixed(0)} ms`, () => {
        const rig = createRig();
        const row = hangRod(rig, length, 0.1);
        const joint = join(rig, { kind: 'ball', bodyA: row, anchor: [0, 0, 0] });
        const mass = massOf(rig, row);
        const start = measureRig(rig).energy;
        const crossings: number[] = [];
        let x0 = rig.bodies.center[0];
        let most = start;
        run(
          rig,
          10,
          (time) => {
            const x = rig.bodies.center[0];
            if (x0 > 0 && x <= 0) crossings.push(time - (dt * x) / (x - x0));
            x0 = x;
            most = Math.max(most, measureRig(rig).energy);
          },
          dt,
        );
        const inertia = rig.bodies.inertia[2] + (mass * length * length) / 4;
        const period = 2 * Math.PI * Math.sqrt(inertia / ((mass * 9.81 * length) / 2)) * (1 + 0.01 / 16);
        const found = (crossings[crossings.length - 1] - crossings[0]) / (crossings.length - 1);
        expect(crossings.length).toBeGreaterThan(5);
        expect(Math.abs(found / period - 1)).toBeLessThan(0.01);
        const swing = (mass * 9.81 * length * (1 - Math.cos(0.1))) / 2;
        expect((most - start) / swing).toBeLessThan(0.03);
        expect((measureRig(rig).energy - start) / swing).toBeGreaterThan(-0.02);
        expect(measureLength(rig.joints, rig.bodies, joint) / length).toBeLessThan(1e-4);
      });
    }
  }
});

describe('a hinge', () => {
  it('keeps its axis under a load that twists it', () => {
    const rig = createRig();
    // A bar along z on a hinge about x at its end, loaded at the far end, off the axis.
    const bar = addBox(rig, [0.1, 0.1, 0.5], [0, 0, 0.5]);
    join(rig, { kind: 'hinge', bodyA: bar, anchor: [0, 0, 0], axis: [1, 0, 0], lower: -0.2, upper: 0.2 });
    const load = addBox(rig, [0.2, 0.2, 0.2], [1, 0, 0.8]);
    join(rig, { kind: 'fixed', bodyA: load, bodyB: bar, anchor: [0.1, 0, 0.8] });
    let lean = 0;
    run(rig, 3, (time) => {
      const f = rig.bodies.frame;
      if (time > 1) lean = Math.max(lean, Math.hypot(f[12 * bar + 3], f[12 * bar + 6])); // of A's x axis
    });
    expect(lean).toBeLessThan((0.1 * Math.PI) / 180);
    expect(lean).toBeGreaterThan(0);
  });

  it('stops at its limits', () => {
    const rig = createRig();
    const row = hangRod(rig, 1, 0);
    const joint = join(rig, {
      kind: 'hinge',
      bodyA: row,
      anchor: [0, 0, 0],
      axis: [0, 0, 1],
      lower: -0.5,
      upper: 1,
    });
    rig.gravity.set([9.81, 0, 0]);
    let most = 0;
    run(rig, 3, () => {
      most = Math.max(most, measureAngle(rig.joints, rig.bodies, joint));
    });
    expect(most).toBeLessThan(1.005);
    expect(measureAngle(rig.joints, rig.bodies, joint)).toBeCloseTo(1, 3);
    rig.gravity.set([-9.81, 0, 0]);
    run(rig, 3);
    expect(measureAngle(rig.joints, rig.bodies, joint)).toBeCloseTo(-0.5, 3);
  });

  it('with no limits turns all the way round', () => {
    const rig = createRig();
    rig.gravity.fill(0);
    const row = hangRod(rig, 1, 0);
    const joint = join(rig, { kind: 'hinge', bodyA: row, anchor: [0, 0, 0], axis: [0, 0, 1] });
    rig.bodies.spin[2] = 5;
    rig.bodies.velocity[0] = 2.5;
    let turned = 0;
    let angle = 0;
    run(rig, 4, () => {
      const now = measureAngle(rig.joints, rig.bodies, joint);
      turned += now - angle + (now < angle - Math.PI ? 2 * Math.PI : 0);
      angle = now;
    });
    expect(turned).toBeGreaterThan(19.5);
    expect(turned).toBeLessThan(20.01);
  });

  it('with a motor speeds up by its torque and holds its speed', () => {
    const rig = createRig();
    rig.gravity.fill(0);
    const wheel = addBox(rig, [0.5, 0.5, 0.1], [0, 0, 0]);
    const base = addBox(rig, [0.1, 0.1, 0.1], [0, 0, 0.2], { kind: BODY_STATIC });
    const joint = join(rig, {
      kind: 'hinge',
      bodyA: wheel,
      bodyB: base,
      anchor: [0, 0, 0.1],
      axis: [0, 0, 2],
      motorSpeed: 3,
      motorTorque: 10,
    });
    const { spin } = rig.bodies;
    run(rig, 2);
    expect(spin[2] / ((10 * 2) / rig.bodies.inertia[2])).toBeCloseTo(1, 6);
    expect(rig.joints.load[5]).toBeCloseTo(10, 6);
    run(rig, 8);
    expect(spin[2]).toBeCloseTo(3, 6);
    setMotor(rig.joints, joint, 0, 0);
    run(rig, 1);
    expect(spin[2]).toBeCloseTo(3, 6);
    setMotor(rig.joints, joint, 0, 1e6);
    run(rig, 0.1);
    expect(spin[2]).toBeCloseTo(0, 6);
  });
});

describe('a distance', () => {
  it('without a range is a rod', () => {
    const rig = createRig();
    const row = addBox(rig, [0.1, 0.1, 0.1], [1, 0, 0]);
    const joint = join(rig, { kind: 'distance', bodyA: row, anchor: [1, 0, 0], anchorB: [0, 0, 0] });
    let worst = 0;
    run(rig, 5, () => {
      worst = Math.max(worst, Math.abs(measureLength(rig.joints, rig.bodies, joint) - 1));
    });
    expect(worst).toBeLessThan(1e-3);
  });

  it('with a max is a rope: slack until it is tight', () => {
    const rig = createRig();
    const row = addBox(rig, [0.1, 0.1, 0.1], [0, -0.5, 0]);
    join(rig, { kind: 'distance', bodyA: row, anchor: [0, -0.5, 0], anchorB: [0, 0, 0], max: 1 });
    const { center, velocity } = rig.bodies;
    run(rig, 0.3);
    expect(velocity[1]).toBeCloseTo(-9.81 * 0.3, 9); // falls freely, 44 cm so far
    expect(rig.joints.load[1]).toBe(0);
    run(rig, 2);
    expect(center[1]).toBeCloseTo(-1, 3);
    expect(rig.joints.load[1] / (massOf(rig, row) * 9.81)).toBeCloseTo(1, 3);
  });

  it('with a min is a strut, pushing only', () => {
    const rig = createRig();
    const row = addBox(rig, [0.1, 0.1, 0.1], [0, 1, 0]);
    join(rig, { kind: 'distance', bodyA: row, anchor: [0, 1, 0], anchorB: [0, 0, 0], min: 0.8 });
    run(rig, 1);
    expect(rig.bodies.center[1]).toBeCloseTo(0.8, 3);
    rig.gravity.set([0, 1, 0]);
    run(rig, 1);
    expect(rig.bodies.center[1]).toBeCloseTo(1.3, 2);
  });

  it('with hertz is a spring of that frequency', () => {
    const rig = createRig();
    rig.gravity.fill(0);
    const a = addBox(rig, [0.1, 0.1, 0.1], [-0.6, 0, 0]);
    const b = addBox(rig, [0.1, 0.1, 0.1], [0.6, 0, 0], { density: 3000 });
    const joint = join(rig, {
      kind: 'distance',
      bodyA: a,
      bodyB: b,
      anchor: [-0.6, 0, 0],
      anchorB: [0.6, 0, 0],
      length: 1,
      hertz: 2,
      damping: 0,
    });
    const crossings: number[] = [];
    let old = 0.2;
    run(rig, 5, (time) => {
      const long = measureLength(rig.joints, rig.bodies, joint) - 1;
      if (old > 0 && long <= 0) crossings.push(time - long / (long - old) / 60);
      old = long;
    });
    const period = (crossings[crossings.length - 1] - crossings[0]) / (crossings.length - 1);
    expect(period).toBeCloseTo(0.5, 2);
    expect(Math.hypot(...measureRig(rig).momentum)).toBeLessThan(1e-9);
  });
});

describe('a drag', () => {
  for (const mass of [0.001, 1, 1000]) {
    it(`pulls ${mass} kg to its target and holds it there`, () => {
      const rig = createRig();
      const half = 0.5 * (mass / 1000) ** (1 / 3);
      const row = addBox(rig, [half, half, half], [0, 0, 0]);
      const joint = join(rig, { kind: 'drag', bodyA: row, anchor: [half, 0, 0] });
      let speed = 0;
      run(rig, 6, (time) => {
        // The hand goes round in a circle, then jumps, then stays.
        const t = Math.min(time, 3);
        const jump = time > 3.5 ? 1 : 0;
        setTarget(rig.joints, joint, [half + Math.sin(2 * t), jump, 1 - Math.cos(2 * t)]);
        speed = Math.max(speed, Math.hypot(...rig.bodies.velocity.slice(0, 3)));
      });
      expect(speed).toBeLessThan(25);
      expect(measureLength(rig.joints, rig.bodies, joint)).toBeLessThan(0.05); // the spring gives 9.81/ω², 1 cm, for what the body weighs at its anchor
    });
  }

  it('pulls no harder than it may', () => {
    const rig = createRig();
    rig.gravity.fill(0);
    const row = addBox(rig, [0.05, 0.05, 0.05], [0, 0, 0]);
    join(rig, { kind: 'drag', bodyA: row, anchor: [0, 0, 0], anchorB: [0, 100, 0], maxForce: 2 });
    run(rig, 1);
    expect(rig.bodies.velocity[1]).toBeCloseTo(2, 9); // 1 kg
  });
});
