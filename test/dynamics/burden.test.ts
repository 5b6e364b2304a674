import { describe, expect, test } from 'vitest';
import { addBurdens } from '../../src/dynamics/burden.ts';
import { beginMotion } from '../../src/dynamics/integrate.ts';
import { EASE_SIZE } from '../../src/dynamics/motion.ts';
import { findGarbage } from '../support/allocation.ts';
import { addBox, addPlane, collideRig, createRig, fastest, type Rig, stepRig } from '../support/box-rig.ts';

const GRAVITY = Float64Array.of(0, -9.81, 0);
const CRUMB = 0.01; // half of an edge
const BOULDER = 0.1;

/** A boulder on three crumbs, 1,000 · `density` times as heavy as one of them. */
function boulderOnCrumbs(density: number): { rig: Rig; crumbs: number[]; boulder: number } {
  const rig = createRig();
  addPlane(rig);
  const crumbs = [0, 1, 2].map((k) => {
    const angle = (2 * Math.PI * k) / 3;
    return addBox(rig, [CRUMB, CRUMB, CRUMB], [0.06 * Math.cos(angle), CRUMB, 0.06 * Math.sin(angle)]);
  });
  const boulder = addBox(rig, [BOULDER, BOULDER, BOULDER], [0, 2 * CRUMB + BOULDER, 0], {
    density: 1000 * density,
  });
  return { rig, crumbs, boulder };
}

describe('crumbs under a boulder', () => {
  for (const density of [1, 5]) {
    for (const dt of [1 / 60, 0.005]) {
      const ratio = density * (BOULDER / CRUMB) ** 3;
      test(`${ratio} times as heavy do not sink in, at ${(1000 * dt).toFixed(0)} ms`, () => {
        const { rig, boulder } = boulderOnCrumbs(density);
        for (let t = 0; t < 3; t += dt) stepRig(rig, dt);
        const sunk = 2 * CRUMB + BOULDER - rig.bodies.center[3 * boulder + 1];
        expect(sunk).toBeGreaterThan(-1e-6);
        expect(sunk).toBeLessThan(4e-5); // two contacts on top of each other
        expect(fastest(rig)).toBeLessThan(0.01);
      });
    }
  }

  test('press on the ground with what they weigh, and no more', () => {
    const { rig, crumbs, boulder } = boulderOnCrumbs(1);
    for (let step = 0; step < 180; step++) stepRig(rig, 1 / 60);
    expect(rig.solver.burden[crumbs[0]]).toBeGreaterThan(5);
    expect(rig.solver.burden[boulder]).toBe(1);
    const { contacts, bodies } = rig;
    let pressed = 0;
    for (let i = 0; i < contacts.count; i++) {
      if (bodies.inverseMass[contacts.bodyA[i]] === 0 || bodies.inverseMass[contacts.bodyB[i]] === 0) {
        pressed += contacts.total[4 * i];
      }
    }
    const mass = [...crumbs, boulder].reduce((sum, row) => sum + 1 / bodies.inverseMass[row], 0);
    expect(pressed / ((mass * 9.81) / 60)).toBeCloseTo(1, 3);
  });
});

describe('a burden', () => {
  test('is kept for a while where contacts open, and dropped by what is no longer between others', () => {
    const { rig, crumbs } = boulderOnCrumbs(1);
    for (let step = 0; step < 60; step++) stepRig(rig, 1 / 60);
    const { solver, bodies, contacts } = rig;
    const before = solver.burden[crumbs[0]];
    contacts.impulse.fill(0); // as if the boulder had hopped
    beginMotion(solver, bodies);
    addBurdens(solver, bodies, contacts, GRAVITY);
    expect(solver.burden[crumbs[0]]).toBeGreaterThan(0.8 * before);
    contacts.distance.fill(0.01);
    beginMotion(solver, bodies);
    addBurdens(solver, bodies, contacts, GRAVITY);
    expect(solver.burden[crumbs[0]]).toBe(1);
    expect(bodies.load[crumbs[0]]).toBe(0);
  });

  test('grows towards the foot of a stack of equals, which presses on the ground with its weight', () => {
    const rig = createRig();
    addPlane(rig);
    const rows = Array.from({ length: 10 }, (_, i) => addBox(rig, [0.5, 0.5, 0.5], [0, 0.5 + i, 0]));
    for (let step = 0; step < 60; step++) stepRig(rig, 1 / 60);
    const { burden } = rig.solver;
    for (let i = 1; i < 10; i++) expect(burden[rows[i]]).toBeLessThanOrEqual(burden[rows[i - 1]]);
    expect(burden[rows[0]]).toBeGreaterThan(2);
    expect(burden[rows[9]]).toBe(1);
    const { contacts, bodies } = rig;
    let pressed = 0;
    for (let i = 0; i < contacts.count; i++)
      if (contacts.bodyA[i] === 0 || contacts.bodyB[i] === 0) pressed += contacts.total[4 * i];
    expect((pressed * bodies.inverseMass[rows[0]]) / (9.81 / 6)).toBeCloseTo(1, 3);
  });

  test('holds a stack that begins to slide back by less than the speed that it ends at', () => {
    const rig = createRig();
    const angle = 0.35;
    addPlane(rig, [-Math.sin(angle), Math.cos(angle), 0], 0.2);
    const turn: [number, number, number, number] = [0, 0, Math.sin(angle / 2), Math.cos(angle / 2)];
    const rows = [0, 1, 2].map((i) => {
      const away = 0.025 + 0.05 * i;
      const place: [number, number, number] = [-away * Math.sin(angle), away * Math.cos(angle), 0];
      return addBox(rig, [0.025, 0.025, 0.025], place, { turn, friction: i === 0 ? 0.2 : 0.9 });
    });
    for (let step = 0; step < 18; step++) stepRig(rig, 1 / 60);
    const right = 0.3 * 9.81 * (Math.sin(angle) - 0.2 * Math.cos(angle));
    for (const row of rows) {
      const speed = Math.hypot(...rig.bodies.velocity.subarray(3 * row, 3 * row + 3));
      expect(right - speed).toBeLessThan(0.05);
    }
  });

  test('is for what bears much and is slow', () => {
    const { rig, crumbs, boulder } = boulderOnCrumbs(1);
    for (let step = 0; step < 180; step++) stepRig(rig, 1 / 60);
    collideRig(rig, 1 / 60);
    const weigh = (): number[] => {
      beginMotion(rig.solver, rig.bodies);
      addBurdens(rig.solver, rig.bodies, rig.contacts, GRAVITY);
      return [crumbs[0], crumbs[1], boulder].map((row) => rig.solver.burden[row]);
    };
    const rest = weigh();
    const ease = rig.solver.motion.ease[EASE_SIZE * crumbs[0]];
    expect(ease * rest[0]).toBeCloseTo(rig.bodies.inverseMass[crumbs[0]], 6);
    rig.bodies.velocity[3 * crumbs[0]] = 0.025;
    rig.bodies.velocity[3 * crumbs[1]] = 0.06;
    const moving = weigh();
    expect((moving[0] - 1) / (rest[0] - 1)).toBeCloseTo(0.5, 1);
    expect(moving[1]).toBe(1);
    const work = (): void => {
      for (let i = 0; i < 1000; i++) addBurdens(rig.solver, rig.bodies, rig.contacts, GRAVITY);
    };
    expect(findGarbage(1000, work)).toEqual([]);
  });
});
