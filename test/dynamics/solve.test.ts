import { describe, expect, test } from 'vitest';
import { BODY_KINEMATIC } from '../../src/dynamics/bodies.ts';
import { countSubsteps, solveStep } from '../../src/dynamics/solve.ts';
import { findGarbage } from '../support/allocation.ts';
import {
  addBox,
  addPlane,
  collideRig,
  createRig,
  fastest,
  measureRig,
  type Rig,
  stepRig,
  type Vector,
} from '../support/box-rig.ts';

/** Largest difference of two vectors' entries. */
const apart = (a: Vector, b: Vector): number => Math.max(...a.map((x, d) => Math.abs(x - b[d])));
const vectorAt = (column: Float64Array, row: number): Vector =>
  [...column.subarray(3 * row, 3 * row + 3)] as Vector;
const run = (rig: Rig, seconds: number, dt: number): void => {
  for (let t = 0; t < seconds - 0.5 * dt; t += dt) stepRig(rig, dt);
};

describe('stacks', () => {
  const stand = (size: number, count: number, dt: number, heavy: number): void => {
    const rig = createRig();
    addPlane(rig);
    const h = size / 2;
    for (let i = 0; i < count; i++) {
      addBox(rig, [h, h, h], [0, h + i * size, 0], { density: i === count - 1 ? heavy : 1000 });
    }
    run(rig, 5, dt);
    const top = vectorAt(rig.bodies.center, count);
    expect(Math.hypot(top[0], top[2])).toBeLessThan(0.15 * size);
    expect(Math.abs(top[1] - (count - 0.5) * size)).toBeLessThan(0.1 * size);
    expect(fastest(rig)).toBeLessThan(0.1 * Math.sqrt(size));
  };
  for (const dt of [1 / 200, 0.015, 1 / 60]) {
    for (const size of [0.05, 1, 3]) {
      test(`5 boxes of ${size} m stand at ${(1000 * dt).toFixed(0)} ms`, () => stand(size, 5, dt, 1000));
    }
  }
  test('20 boxes of 1 m stand', () => stand(1, 20, 1 / 60, 1000));
  test('20 boxes of 5 cm stand', () => stand(0.05, 20, 1 / 60, 1000));
  test('a box of 1 m with 20 times the mass stands on 9', () => stand(1, 10, 1 / 60, 20000));
  test('a box of 5 cm with 20 times the mass stands on 9', () => stand(0.05, 10, 1 / 60, 20000));

  test('hardly sink by their weight', () => {
    for (const [size, count, most] of [
      [0.05, 20, 0.005],
      [0.1, 20, 0.005],
      [0.1, 5, 0.001],
      [1, 20, 0.003],
    ]) {
      const rig = createRig();
      addPlane(rig);
      const h = size / 2;
      for (let i = 0; i < count; i++) addBox(rig, [h, h, h], [0, h + i * size, 0]);
      run(rig, 3, 1 / 60);
      const top = vectorAt(rig.bodies.center, count)[1];
      expect(Math.abs(top - (count - 0.5) * size) / size).toBeLessThan(most);
    }
  });

  test('are cut finer when they are small, high or loaded, and impulses do not depend on it', () => {
    const count = (size: number, boxes: number): number => {
      const rig = createRig();
      addPlane(rig);
      const h = size / 2;
      for (let i = 0; i < boxes; i++) addBox(rig, [h, h, h], [0, h + i * size, 0]);
      run(rig, 2, 1 / 60);
      let bottom = 0; // what the plane bears in a substep of the least number
      for (let i = 0; i < 4; i++) bottom += rig.contacts.impulse[4 * i];
      const weight = (boxes * 9.81) / rig.bodies.inverseMass[1];
      expect(bottom / (weight / 480)).toBeCloseTo(1, 1);
      return countSubsteps(rig.solver, rig.bodies, rig.contacts, 1 / 60, rig.options);
    };
    expect(count(1, 1)).toBe(8);
    expect(count(1, 10)).toBe(8);
    expect(count(0.05, 10)).toBeGreaterThan(count(0.05, 5));
    expect(count(0.05, 20)).toBe(24);
  });

  test('are cut into as many substeps from step to step once they rest, and fewer when steps are short', () => {
    const rig = createRig();
    addPlane(rig);
    for (let i = 0; i < 10; i++) addBox(rig, [0.025, 0.025, 0.025], [0, 0.025 + 0.05 * i, 0]);
    run(rig, 3, 0.005);
    const rate = rig.solver.substepRate[0];
    run(rig, 0.5, 0.005);
    expect(rig.solver.substepRate[0]).toBeCloseTo(rate, 3);
    expect(countSubsteps(rig.solver, rig.bodies, rig.contacts, 0.005, rig.options)).toBe(8);
    rig.contacts.count = 0;
    expect(countSubsteps(createRig().solver, rig.bodies, rig.contacts, 0.005, rig.options)).toBe(3);
    expect(countSubsteps(createRig().solver, rig.bodies, rig.contacts, 0.0001, rig.options)).toBe(2);
  });
});

describe('friction', () => {
  const slope = (angle: number, friction: number, size: number): { rig: Rig; box: number; start: Vector } => {
    const rig = createRig();
    const up: Vector = [-Math.sin(angle), Math.cos(angle), 0];
    addPlane(rig, up, friction);
    const start: Vector = [0.5 * size * up[0], 0.5 * size * up[1], 0];
    const turn: [number, number, number, number] = [0, 0, Math.sin(angle / 2), Math.cos(angle / 2)];
    const box = addBox(rig, [size / 2, size / 2, size / 2], start, { turn, friction });
    return { rig, box, start };
  };
  for (const size of [0.05, 1]) {
    for (const dt of [1 / 60, 0.015]) {
      test(`a box of ${size} m slides down slopes as Coulomb says, at ${(1000 * dt).toFixed(0)} ms`, () => {
        for (const angle of [0.3, 0.6]) {
          const { rig, box } = slope(angle, 0.25, size);
          run(rig, 1.5, dt);
          const speed = Math.hypot(...vectorAt(rig.bodies.velocity, box));
          const right = 1.5 * 9.81 * (Math.sin(angle) - 0.25 * Math.cos(angle));
          expect(Math.abs(speed - right)).toBeLessThan(0.005 * right);
        }
      });
    }
  }
  test('a box stays on a slope that friction can hold', () => {
    const { rig, box, start } = slope(0.4, 0.5, 1);
    run(rig, 5, 1 / 60);
    expect(apart(vectorAt(rig.bodies.center, box), start)).toBeLessThan(0.002);
  });
  test('a box on a moving plate comes to move with it', () => {
    const rig = createRig();
    addBox(rig, [5, 0.1, 1], [0, 0, 0], { kind: BODY_KINEMATIC, velocity: [1, 0, 0] });
    const box = addBox(rig, [0.2, 0.2, 0.2], [0, 0.3, 0]);
    run(rig, 0.1, 1 / 60);
    expect(rig.bodies.velocity[3 * box]).toBeCloseTo(0.1 * 0.5 * 9.81, 1);
    run(rig, 0.9, 1 / 60);
    expect(rig.bodies.velocity[3 * box]).toBeCloseTo(1, 3);
    expect(rig.bodies.center[0]).toBeCloseTo(1, 12);
  });
});

describe('collisions', () => {
  const crowd = (restitution: number): Rig => {
    const rig = createRig();
    rig.gravity.fill(0);
    for (let i = 0; i < 6; i++) {
      addBox(rig, [0.5, 0.4, 0.3], [1.5 * i, 0.2 * (i % 3), 0.1 * i], {
        velocity: [5 - 2 * i, 0.3 * (i % 2), 0],
        spin: [1, -2 + i, 0.5],
        density: i % 2 ? 1000 : 8000,
        restitution,
      });
    }
    return rig;
  };
  for (const restitution of [0, 0.7]) {
    test(`keep momentum and angular momentum and add no energy, restitution ${restitution}`, () => {
      const rig = crowd(restitution);
      const before = measureRig(rig);
      let met = 0;
      for (let i = 0; i < 120; i++) {
        stepRig(rig, 1 / 60);
        for (let k = 0; k < rig.contacts.count; k++) met += rig.contacts.total[4 * k];
      }
      const after = measureRig(rig);
      expect(met).toBeGreaterThan(1000);
      expect(apart(before.momentum, after.momentum)).toBeLessThan(1e-11 * Math.hypot(...before.momentum));
      expect(apart(before.angular, after.angular)).toBeLessThan(1e-11 * Math.hypot(...before.angular));
      expect(after.energy).toBeLessThan(before.energy);
    });
  }
  test('a contact ahead only brakes what would cross it', () => {
    const rig = createRig();
    rig.gravity.fill(0);
    addPlane(rig);
    const box = addBox(rig, [0.5, 0.5, 0.5], [0, 0.6, 0], { velocity: [0, -9, 0] });
    stepRig(rig, 1 / 60);
    expect(rig.contacts.count).toBe(4);
    expect(rig.bodies.center[3 * box + 1]).toBeGreaterThan(0.4999);
    expect(rig.bodies.center[3 * box + 1]).toBeLessThan(0.501);
    const slow = createRig();
    slow.gravity.fill(0);
    addPlane(slow);
    addBox(slow, [0.5, 0.5, 0.5], [0, 0.502, 0], { velocity: [0, -0.1, 0] });
    stepRig(slow, 1 / 60);
    expect(slow.contacts.count).toBe(4);
    expect(slow.bodies.velocity[3 + 1]).toBe(-0.1);
  });
  for (const restitution of [0.5, 0.8]) {
    test(`a box dropped flat rises to the height that restitution ${restitution} gives, flat`, () => {
      const rig = createRig();
      addPlane(rig);
      const box = addBox(rig, [0.5, 0.5, 0.5], [0, 2.5, 0], { restitution });
      let low = Infinity;
      let high = 0;
      for (let i = 0; i < 240; i++) {
        stepRig(rig, 1 / 120);
        low = Math.min(low, rig.bodies.center[3 * box + 1]);
        if (low < 0.52) high = Math.max(high, rig.bodies.center[3 * box + 1]);
        if (rig.bodies.velocity[3 * box + 1] < 0 && high > 0.6) break;
      }
      expect(Math.abs(high - 0.5 - 2 * restitution ** 2)).toBeLessThan(0.03 * 2 * restitution ** 2);
      expect(Math.hypot(...vectorAt(rig.bodies.spin, box))).toBeLessThan(0.1);
    });
  }
  for (const size of [0.05, 1]) {
    test(`boxes of ${size} m born in each other part slowly`, () => {
      const rig = createRig();
      addPlane(rig);
      const h = size / 2;
      for (let i = 0; i < 8; i++) {
        addBox(
          rig,
          [h, h, h],
          [0.4 * size * (i & 1), h + 0.4 * size * ((i >> 1) & 1), 0.4 * size * (i >> 2)],
        );
      }
      let most = 0;
      for (let i = 0; i < 120; i++) {
        stepRig(rig, 1 / 60);
        most = Math.max(most, ...vectorAt(rig.bodies.velocity, 1 + (i % 8)).map(Math.abs));
      }
      expect(most).toBeLessThan(3 * Math.sqrt(size)); // about falling by its own size; 3 m/s · size is the push
      for (let i = 0; i < rig.contacts.count; i++)
        expect(rig.contacts.distance[i]).toBeGreaterThan(-0.02 * size);
    });
  }
  test('energy never grows while boxes fall, tumble and rest', () => {
    const rig = createRig();
    addPlane(rig);
    for (let i = 0; i < 10; i++) {
      addBox(rig, [0.5, 0.3, 0.2], [0.3 * (i % 3), 1 + 0.8 * i, 0.2 * (i % 2)], {
        spin: [i % 4, 2 - (i % 5), 1],
        friction: 0.3,
      });
    }
    let before = measureRig(rig).energy;
    const start = before;
    for (let i = 0; i < 600; i++) {
      stepRig(rig, 1 / 60);
      const { energy } = measureRig(rig);
      expect(energy - before).toBeLessThan(1e-3 * start);
      before = energy;
    }
  });
});

test('a gyroscope on its tip goes round as fast as it should', () => {
  const rig = createRig();
  const plane = addPlane(rig, [0, 1, 0], 5);
  const tilt = 0.5;
  const arm = 0.3;
  const axis: Vector = [Math.sin(tilt), Math.cos(tilt), 0];
  const spin = 120;
  const top = addBox(rig, [0.2, 0.05, 0.2], [arm * axis[0], arm * axis[1], 0], {
    turn: [0, 0, -Math.sin(tilt / 2), Math.cos(tilt / 2)],
  });
  const { bodies, contacts } = rig;
  const moment = bodies.inertia[6 * top + 1];
  const mass = 1 / bodies.inverseMass[top];
  const rate = (mass * 9.81 * arm) / (moment * spin); // of precession, for fast spin
  for (let d = 0; d < 3; d++) bodies.spin[3 * top + d] = spin * axis[d] + (d === 1 ? rate : 0);
  bodies.velocity[3 * top + 2] = -rate * arm * axis[0];
  let angle = 0;
  let last = 0;
  const dt = 1 / 60;
  contacts.count = 0;
  collideRig(rig, dt); // for room
  contacts.count = 1;
  contacts.impulse.fill(0);
  for (let i = 0; i < 120; i++) {
    const { frame, center } = bodies;
    const f = 12 * top;
    contacts.bodyA[0] = top;
    contacts.bodyB[0] = plane;
    for (let d = 0; d < 3; d++) {
      contacts.point[d] = center[3 * top + d] - arm * frame[f + 3 * d + 1];
      contacts.normal[d] = d === 1 ? 1 : 0;
    }
    contacts.distance[0] = contacts.point[1];
    contacts.friction[0] = 5;
    solveStep(rig.solver, bodies, contacts, null, dt, rig.gravity, rig.options);
    const now = Math.atan2(-frame[f + 7], frame[f + 1]);
    angle += Math.atan2(Math.sin(now - last), Math.cos(now - last));
    last = now;
  }
  expect(angle / 2).toBeGreaterThan(0.95 * rate);
  expect(angle / 2).toBeLessThan(1.05 * rate);
  expect(bodies.frame[12 * top + 4]).toBeCloseTo(Math.cos(tilt), 1);
});

test('contacts mean the same with A and B exchanged', () => {
  const results = [true, false].map((planeFirst) => {
    const rig = createRig();
    if (planeFirst) addPlane(rig);
    const box = addBox(rig, [0.5, 0.4, 0.3], [0, 0.6, 0], {
      turn: [0.1, 0, 0.05, 0.99],
      velocity: [1, -2, 0.5],
    });
    if (!planeFirst) addPlane(rig);
    for (let i = 0; i < 60; i++) stepRig(rig, 1 / 60);
    const friction = [...rig.contacts.total.subarray(1, 4)].map((x) => (planeFirst ? -x : x));
    return [...vectorAt(rig.bodies.center, box), ...vectorAt(rig.bodies.spin, box), ...friction];
  });
  results[0].forEach((x, i) => {
    expect(x).toBeCloseTo(results[1][i], 9);
  });
});

describe('a step', () => {
  const pile = (boxes = 12): Rig => {
    const rig = createRig();
    addPlane(rig);
    for (let i = 0; i < boxes; i++) {
      addBox(rig, [0.5, 0.4, 0.3], [0.2 * (i % 3), 0.5 + 0.9 * i, 0.1 * (i % 2)], {
        spin: [i % 3, 1, 0],
        restitution: 0.3,
      });
    }
    return rig;
  };
  test('gives the same bits twice', () => {
    const [one, two] = [pile(), pile()];
    for (let i = 0; i < 90; i++) {
      stepRig(one, 1 / 60);
      stepRig(two, 1 / 60);
    }
    expect(one.contacts.count).toBeGreaterThan(10);
    for (const column of ['center', 'turn', 'velocity', 'spin'] as const) {
      expect(one.bodies[column]).toEqual(two.bodies[column]);
    }
  });
  test('allocates nothing', () => {
    const rig = pile(3);
    for (let i = 0; i < 60; i++) stepRig(rig, 1 / 60);
    expect(rig.contacts.count).toBeGreaterThan(3);
    const { solver, bodies, contacts, gravity, options } = rig;
    contacts.restitution.fill(0.5);
    bodies.velocity.fill(-1);
    const garbage = findGarbage(500, () => {
      for (let i = 0; i < 500; i++) solveStep(solver, bodies, contacts, null, 1 / 6000, gravity, options);
    });
    expect(garbage).toEqual([]);
  });
  test('is refused when the time is none, leaving everything as it was', () => {
    const rig = pile();
    const before = rig.bodies.center.slice();
    for (const dt of [0, -1, Number.NaN, Infinity]) {
      expect(() => stepRig(rig, dt)).toThrow('dt');
    }
    rig.options.substeps = 2.5;
    expect(() => stepRig(rig, 1 / 60)).toThrow('substeps');
    expect(rig.bodies.center).toEqual(before);
  });
});
