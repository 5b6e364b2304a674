// Joints: how much chains, beams and hinges give way, how well a pendulum keeps time and energy, at which force a joint
// breaks, and what a joint costs.

import { measureLength } from '../src/dynamics/joint-control.ts';
import { addJoint, type JointKind } from '../src/dynamics/joint-spec.ts';
import { addBox, createRig, measureRig, type Rig, stepFreely, type Vector } from '../test/support/box-rig.ts';
import { type Bench, medianOf, type Report } from './bench.ts';

const DT = 1 / 60;

/** Boxes in a row along x, the first joined to the world at the origin, each to the one before. */
function buildRow(count: number, half: Vector, kind: JointKind, last = 1): Rig {
  const rig = createRig();
  for (let i = 0; i < count; i++) {
    const density = i === count - 1 ? 1000 * last : 1000;
    const row = addBox(rig, half, [(2 * i + 1) * half[0], 0, 0], { density });
    const common = { bodyA: row, bodyB: row - 1, anchor: [2 * i * half[0], 0, 0] };
    if (kind === 'hinge') addJoint(rig.joints, rig.bodies, { kind, axis: [0, 0, 1], ...common });
    else if (kind === 'distance') {
      addJoint(rig.joints, rig.bodies, { kind, ...common, anchorB: [2 * i * half[0] - 0.1, 0, 0] });
    } else addJoint(rig.joints, rig.bodies, { kind, ...common });
  }
  return rig;
}

function chain(report: Report, size: number, last: number): void {
  const rig = buildRow(20, [size / 2, size / 8, size / 8], 'ball', last);
  let worst = 0;
  for (let k = 0; k < 600; k++) {
    stepFreely(rig, DT);
    for (let row = 0; row < 20; row++)
      worst = Math.max(worst, measureLength(rig.joints, rig.bodies, row) / size);
  }
  report.row({
    name: `chain of 20 links of ${size} m, last ${last} times as heavy, let fall: widest gap`,
    value: 100 * worst,
    unit: '% of a link',
    target: size === 1 ? 1 : last === 10 ? 5 : 10,
  });
}

function beam(report: Report, size: number, count: number): void {
  const rig = buildRow(count, [size / 2, size / 2, size / 2], 'fixed');
  for (let k = 0; k < 300; k++) stepFreely(rig, DT);
  const sag = -rig.bodies.center[3 * count - 2] / (count * size);
  report.row({
    name: `beam of ${count} boxes of ${size} m on a wall: sag`,
    value: 100 * sag,
    unit: '% of its length',
    target: 1,
  });
}

function pendulum(report: Report, size: number): void {
  const rig = createRig();
  const angle = 0.1;
  const center: Vector = [(size / 2) * Math.sin(angle), (-size / 2) * Math.cos(angle), 0];
  const turn: [number, number, number, number] = [0, 0, Math.sin(angle / 2), Math.cos(angle / 2)];
  addBox(rig, [size / 20, size / 2, size / 20], center, { turn });
  addJoint(rig.joints, rig.bodies, { kind: 'ball', bodyA: 0, anchor: [0, 0, 0] });
  const mass = 1 / rig.bodies.inverseMass[0];
  const start = measureRig(rig).energy;
  const crossings: number[] = [];
  for (let k = 0, old = center[0]; k < 1200; k++) {
    stepFreely(rig, DT);
    const x = rig.bodies.center[0];
    if (old > 0 && x <= 0) crossings.push(k - x / (x - old));
    old = x;
  }
  const period = (DT * (crossings[crossings.length - 1] - crossings[0])) / (crossings.length - 1);
  const inertia = rig.bodies.inertia[2] + (mass * size * size) / 4;
  const exact = 2 * Math.PI * Math.sqrt(inertia / ((mass * 9.81 * size) / 2)) * (1 + angle ** 2 / 16);
  const swing = ((mass * 9.81 * size) / 2) * (1 - Math.cos(angle));
  report.row({
    name: `pendulum of ${size} m: error of its period`,
    value: 100 * Math.abs(period / exact - 1),
    unit: '%',
    target: 1,
  });
  report.row({
    name: `pendulum of ${size} m: energy of the swing lost in 20 s`,
    value: (100 * (start - measureRig(rig).energy)) / swing,
    unit: '%',
    target: 5,
  });
}

function breaking(report: Report): void {
  const rig = createRig();
  addBox(rig, [0.1, 0.1, 0.1], [0, -1, 0]); // 8 kg
  addJoint(rig.joints, rig.bodies, { kind: 'fixed', bodyA: 0, anchor: [0, -0.9, 0], breakForce: 500 });
  let force = 400;
  for (; rig.joints.brokeCount === 0 && force < 600; force += 0.5) {
    rig.gravity[1] = -force / 8;
    stepFreely(rig, DT);
  }
  report.row({
    name: 'force at which a joint of 500 N breaks, raised slowly: error',
    value: Math.abs(force / 5 - 100),
    unit: '%',
    target: 5,
  });
}

function cost(report: Report, kind: JointKind): void {
  const count = 20;
  const rig = buildRow(count, [0.5, 0.1, 0.1], kind);
  const times: number[] = [];
  for (let k = 0; k < 600; k++) {
    const start = performance.now();
    stepFreely(rig, DT);
    if (k >= 100) times.push(performance.now() - start); // the first ones compile
  }
  report.row({
    name: `a swinging chain of 20, ${kind}: time of a step of 8 substeps`,
    value: (1000 * medianOf(times)) / count,
    unit: 'µs a joint',
  });
}

export const bench: Bench = {
  name: 'joints',
  answers: 'how far joints give way, at 1 m and at 5 cm; period and energy of a pendulum; breaking; cost',
  async run(report) {
    for (const size of [1, 0.05]) {
      chain(report, size, 10);
      chain(report, size, 100);
      beam(report, size, 5);
      beam(report, size, 10);
      pendulum(report, size);
    }
    breaking(report);
    for (const kind of ['ball', 'hinge', 'fixed', 'distance'] as const) {
      await report.timed(() => cost(report, kind));
    }
  },
};
