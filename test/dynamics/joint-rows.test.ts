import { describe, expect, it } from 'vitest';
import { addBody, BODY_DYNAMIC, createBodies, placeBody } from '../../src/dynamics/bodies.ts';
import { locateJoint, measureAngle, setMotor, setTarget } from '../../src/dynamics/joint-control.ts';
import { addJoint, type JointSpec } from '../../src/dynamics/joint-spec.ts';
import {
  createJoints,
  firstJoint,
  type Joints,
  joinsWithout,
  moveJoint,
  nextJoint,
  relinkJoints,
  removeJoint,
} from '../../src/dynamics/joints.ts';
import { InputError } from '../../src/job/error.ts';
import { createRandom, nextUint } from '../../src/math/random.ts';

function createBoxes(count: number) {
  const bodies = createBodies();
  for (let i = 0; i < count; i++) {
    const row = addBody(bodies);
    bodies.kind[row] = i === 0 ? 0 : BODY_DYNAMIC;
    bodies.awake[row] = 1;
    bodies.inverseMass[row] = i === 0 ? 0 : 0.5;
    bodies.center.set([i, 2 * i, 0], 3 * row);
    bodies.turn.set([0, 0, Math.sin(0.3 * i), Math.cos(0.3 * i)], 4 * row);
    bodies.local.set([0.1, 0.2, 0.3], 3 * row);
    placeBody(bodies, row);
  }
  return bodies;
}

function listJoints(joints: Joints, body: number): number[] {
  const list: number[] = [];
  for (let row = firstJoint(joints, body); row >= 0; row = nextJoint(joints, row, body)) list.push(row);
  return list;
}

describe('rows of joints', () => {
  for (const seed of [1, 2]) {
    it(`are listed with their bodies as a search finds them (seed ${seed})`, () => {
      const random = createRandom(seed);
      const pick = (n: number) => nextUint(random) % n;
      const bodies = createBoxes(12);
      const joints = createJoints();
      const live = new Map<number, { a: number; b: number; collide: boolean }>();
      for (let turn = 0; turn < 150; turn++) {
        const rows = [...live.keys()];
        if (pick(3) > 0 || rows.length === 0) {
          const a = 1 + pick(11);
          const b = pick(13) - 1;
          if (a === b) continue;
          const collide = pick(2) === 0;
          const row = addJoint(joints, bodies, {
            kind: 'ball',
            bodyA: a,
            bodyB: b,
            anchor: [0, 0, 0],
            collide,
          });
          expect(live.has(row)).toBe(false);
          live.set(row, { a, b, collide });
        } else {
          const row = rows[pick(rows.length)];
          const joint = live.get(row);
          const body = pick(12);
          if (joint && pick(2) === 0 && body !== joint.a && body !== joint.b) {
            const side = joint.b < 0 || pick(2) === 0 ? 0 : 1;
            moveJoint(joints, row, side, body);
            live.set(row, side === 0 ? { ...joint, a: body } : { ...joint, b: body });
          } else {
            removeJoint(joints, row);
            live.delete(row);
          }
        }
        if (turn % 50 === 49) relinkJoints(joints);
        const all = [...live].sort((x, y) => x[0] - y[0]);
        const bound = (body: number) => all.filter(([, j]) => j.a === body || j.b === body);
        for (let body = 0; body < 12; body++) {
          expect(listJoints(joints, body)).toEqual(bound(body).map(([row]) => row));
          const other = pick(12);
          const apart = bound(body).some(
            ([, j]) => !j.collide && other !== body && (j.a === other || j.b === other),
          );
          expect(joinsWithout(joints, body, other === body ? -1 : other)).toBe(apart);
        }
        for (const [row, joint] of all)
          expect([joints.bodyA[row], joints.bodyB[row]]).toEqual([joint.a, joint.b]);
      }
      for (let row = 0; row < joints.slots.count; row++) {
        if (!live.has(row)) expect([joints.bodyA[row], joints.bodyB[row]]).toEqual([-1, -1]);
      }
    });
  }

  it('keep anchors in the rest frame: they stay where they are when the centre of mass moves', () => {
    const bodies = createBoxes(3);
    const joints = createJoints();
    const row = addJoint(joints, bodies, {
      kind: 'distance',
      bodyA: 1,
      bodyB: 2,
      anchor: [1, 2, 3],
      anchorB: [4, 5, 6],
    });
    const out = new Float64Array(6);
    locateJoint(out, joints, bodies, row);
    for (let i = 0; i < 6; i++) expect(out[i]).toBeCloseTo(i + 1, 12);
    // A piece with another centre of mass, in the same place.
    const piece = addBody(bodies);
    bodies.turn.set(bodies.turn.slice(4, 8), 4 * piece);
    bodies.local.set([0.3, 0.1, 0.3], 3 * piece);
    const frame = bodies.frame.slice(12, 24);
    for (let d = 0; d < 3; d++) {
      bodies.center[3 * piece + d] =
        frame[9 + d] + frame[3 * d] * 0.3 + frame[3 * d + 1] * 0.1 + frame[3 * d + 2] * 0.3;
    }
    placeBody(bodies, piece);
    moveJoint(joints, row, 0, piece);
    locateJoint(out, joints, bodies, row);
    for (let i = 0; i < 6; i++) expect(out[i]).toBeCloseTo(i + 1, 12);
  });

  it('say what is wrong with a description, and change nothing', () => {
    const bodies = createBoxes(3);
    const still = addBody(bodies);
    const joints = createJoints();
    const at: [number, number, number] = [0, 0, 0];
    const bad: [object, RegExp][] = [
      [{ kind: 'glue' }, /kind is 'glue': give 'fixed', 'ball', 'hinge', 'distance', 'drag'/],
      [{ bodyA: 7 }, /bodyA is 7/],
      [{ bodyA: 1.5 }, /bodyA is 1.5/],
      [{ bodyB: 9 }, /bodyB is 9/],
      [{ bodyB: 1 }, /the same body/],
      [{ bodyA: 0 }, /one of them must be dynamic/],
      [{ bodyA: 0, bodyB: still }, /one of them must be dynamic/],
      [{ anchor: [0, Number.NaN, 0] }, /anchor\[1\] is NaN: give numbers from/],
      [{ anchor: [0, 0] }, /anchor is/],
      [{ anchor: undefined }, /anchor is undefined/],
      [{ axis: [0, 1, 0] }, /a ball joint has no 'axis'/],
      [{ breakTorque: 1 }, /a ball joint has no 'breakTorque'/],
      [{ breakForce: 0 }, /breakForce is 0: give a number above 0/],
      [{ kind: 'hinge' }, /axis is missing/],
      [{ kind: 'hinge', axis: [0, 0, 0] }, /axis is missing/],
      [{ kind: 'hinge', axis: [0, 1, 0], lower: 1, upper: 0 }, /lower is 1 and upper 0/],
      [{ kind: 'hinge', axis: [0, 1, 0], upper: 4 }, /upper is 4/],
      [{ kind: 'hinge', axis: [0, 1, 0], motorTorque: -1 }, /motorTorque is -1/],
      [{ kind: 'distance' }, /in one place: give a ball joint/],
      [{ kind: 'distance', min: 2, max: 1 }, /min is 2 and max 1/],
      [{ kind: 'distance', max: 1, damping: 1 }, /give hertz too/],
      [{ kind: 'distance', hertz: -1 }, /hertz is -1/],
      [{ kind: 'drag', bodyB: 2 }, /leave it out/],
      [{ kind: 'drag', maxForce: 0 }, /maxForce is 0/],
    ];
    for (const [part, message] of bad) {
      const spec = { kind: 'ball', bodyA: 1, anchor: at, ...part } as JointSpec;
      expect(() => addJoint(joints, bodies, spec)).toThrow(message);
      expect(() => addJoint(joints, bodies, spec)).toThrow(InputError);
    }
    expect(joints.slots.used).toBe(0);
    const ball = addJoint(joints, bodies, { kind: 'ball', bodyA: 1, anchor: at });
    expect(() => setTarget(joints, ball, [0, 0, 0])).toThrow(/no drag/);
    expect(() => setMotor(joints, ball, 1, 1)).toThrow(/no hinge/);
    const hinge = addJoint(joints, bodies, { kind: 'hinge', bodyA: 1, anchor: at, axis: [0, 0, 1] });
    expect(() => setMotor(joints, hinge, Infinity, 1)).toThrow(/speed is Infinity/);
    expect(() => setMotor(joints, hinge, 1, -1)).toThrow(/torque is -1/);
  });

  it('measure the angle of a hinge about any axis', () => {
    for (const axis of [
      [0, 0, 1],
      [0, 0, -1],
      [1, 0, 0],
      [0.3, -0.5, -0.8],
    ]) {
      for (const angle of [-3, -1, 0, 0.5, 3]) {
        const bodies = createBoxes(2);
        bodies.turn.set([0, 0, 0, 1], 4);
        placeBody(bodies, 1);
        const joints = createJoints();
        const row = addJoint(joints, bodies, { kind: 'hinge', bodyA: 1, anchor: [0, 0, 0], axis });
        const length = Math.hypot(...axis);
        bodies.turn.set([...axis.map((x) => (x / length) * Math.sin(angle / 2)), Math.cos(angle / 2)], 4);
        placeBody(bodies, 1);
        expect(measureAngle(joints, bodies, row)).toBeCloseTo(angle, 12);
      }
    }
  });
});
