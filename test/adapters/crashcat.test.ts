// fracas contacts in crashcat's solver: things fall, rest, stack and break.

import {
  box,
  type Contact,
  MotionQuality,
  MotionType,
  plane,
  type RigidBody,
  rigidBody,
  updateWorld,
  type World,
} from 'crashcat';
import { describe, expect, it } from 'vitest';
import { breakFracasBody, createFracasBody, createFracasShape } from '../../adapters/crashcat/index.ts';
import { createBreakWork, familyOf } from '../../src/contact/index.ts';
import { scatterSeeds } from '../../src/fragment/index.ts';
import { createShape } from '../../src/index.ts';
import { addMoving, bakeBox, copy, createScene, LAYER, lowest, run } from './scene.ts';

const cube = await bakeBox(0.5, 0.5, 0.5, 0.13);
const brick = await bakeBox(0.24, 0.07, 0.11, 0.03);

/** Momentum, angular momentum about the common centre of mass, kinetic energy. */
function tally(bodies: readonly RigidBody[]): number[] {
  const sum = new Array(7).fill(0);
  const whole = bodies.reduce((m, { massProperties }) => m + massProperties.mass, 0);
  const middle = [0, 1, 2].map((d) =>
    bodies.reduce((s, b) => s + (b.massProperties.mass * b.centerOfMassPosition[d]) / whole, 0),
  );
  for (const { motionProperties, massProperties, centerOfMassPosition, quaternion } of bodies) {
    const c = centerOfMassPosition.map((x, d) => x - middle[d]);
    const v = motionProperties.linearVelocity;
    const w = motionProperties.angularVelocity;
    const m = massProperties.mass;
    const spin = turnInertia(massProperties.inertia, quaternion, w);
    for (let d = 0; d < 3; d++) {
      const [e, f] = [(d + 1) % 3, (d + 2) % 3];
      sum[d] += m * v[d];
      sum[3 + d] += m * (c[e] * v[f] - c[f] * v[e]) + spin[d];
      sum[6] += 0.5 * (m * v[d] * v[d] + w[d] * spin[d]);
    }
  }
  return sum;
}

/** R I Rᵀ w. */
function turnInertia(
  inertia: readonly number[],
  [x, y, z, w]: readonly number[],
  spin: readonly number[],
): number[] {
  const R = [
    [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
    [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
    [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
  ];
  const local = [0, 1, 2].map((d) => R[0][d] * spin[0] + R[1][d] * spin[1] + R[2][d] * spin[2]);
  const moved = [0, 1, 2].map((r) => [0, 1, 2].reduce((s, k) => s + inertia[4 * k + r] * local[k], 0));
  return R.map((row) => row.reduce((s, a, d) => s + a * moved[d], 0));
}

describe('a box', () => {
  it('falls on a plane and rests on it', () => {
    const { world } = createScene(0.5);
    const body = addMoving(world, copy(cube), [0, 1, 0], { quaternion: [0.1, 0.2, 0.05, 0.97] });
    run(world, 4);
    expect(Math.abs(lowest(body))).toBeLessThan(0.005 * 0.5);
    expect(Math.abs(body.position[1] - 0.25)).toBeLessThan(0.005 * 0.5);
    expect(body.sleeping).toBe(true);
  });

  it.each([
    ['box', box.create({ halfExtents: [2, 0.5, 2] }), -0.5],
    ['plane', plane.create({ plane: { normal: [0, 1, 0], constant: 0.2 } }), 0.2],
  ])('rests on a %s of crashcat', (_, shape, y) => {
    const { world, floor } = createScene(0.5);
    rigidBody.remove(world, floor);
    rigidBody.create(world, {
      shape,
      position: [0, y, 0],
      motionType: MotionType.STATIC,
      objectLayer: LAYER,
    });
    const body = addMoving(world, copy(cube), [0, 0.6, 0]);
    run(world, 3);
    expect(Math.abs(body.position[1] - 0.25)).toBeLessThan(0.005 * 0.5);
  });

  it('slides down a tilted plane of crashcat as Coulomb says', () => {
    const { world, floor } = createScene(0.5);
    rigidBody.remove(world, floor);
    const angle = 0.5;
    const normal: [number, number, number] = [Math.sin(angle), Math.cos(angle), 0];
    const shape = plane.create({ plane: { normal, constant: 0 } });
    const surface = { friction: 0.3, linearDamping: 0, angularDamping: 0 };
    rigidBody.create(world, { shape, motionType: MotionType.STATIC, objectLayer: LAYER, friction: 0.3 });
    const body = addMoving(world, copy(cube), [0.25 * normal[0], 0.25 * normal[1], 0], {
      ...surface,
      quaternion: [0, 0, -Math.sin(angle / 2), Math.cos(angle / 2)],
    });
    run(world, 1);
    const { linearVelocity: v } = body.motionProperties;
    const speed = v[0] * Math.cos(angle) - v[1] * Math.sin(angle);
    expect(speed / (9.81 * (Math.sin(angle) - 0.3 * Math.cos(angle)))).toBeCloseTo(1, 1);
  });

  it('does not pass through a plate at 60 m/s when crashcat casts it; it does when not', () => {
    for (const motionQuality of [MotionQuality.LINEAR_CAST, MotionQuality.DISCRETE]) {
      const { world } = createScene(0.1);
      createFracasBody(world, createFracasShape(createShape('box', 1, 0.01, 1)), {
        motionType: MotionType.STATIC,
        objectLayer: LAYER,
        position: [0, 3, 0],
      });
      const body = addMoving(world, copy(brick), [0, 3.8, 0], { motionQuality });
      rigidBody.setLinearVelocity(world, body, [0, -60, 0]);
      run(world, 1);
      const above = body.position[1] > 3;
      expect(above).toBe(motionQuality === MotionQuality.LINEAR_CAST);
    }
  });
});

describe('a stack of five', () => {
  it('stands for 5 s', () => {
    const { world } = createScene(0.5);
    const stack = [0, 1, 2, 3, 4].map((k) =>
      addMoving(world, copy(cube), [0, 0.25 + 0.5005 * k, 0], { allowSleeping: false }),
    );
    run(world, 5);
    for (const [k, body] of stack.entries()) {
      expect(Math.abs(body.position[1] - 0.25 - 0.5 * k)).toBeLessThan(0.005 * 0.5 * (k + 1));
      expect(Math.hypot(body.position[0], body.position[2])).toBeLessThan(0.05 * 0.5);
    }
  });
});

describe('at rest', () => {
  /** Normal impulses of the last step by pair and sub-shape ids. */
  function impulses({ contacts }: World): Map<string, number> {
    const found = new Map<string, number>();
    for (const contact of contacts.contacts as Contact[]) {
      if (contact.contactIndex < 0) continue;
      const manifold = contact.manifolds[contacts.readIdx];
      const name = [contact.bodyIdA, contact.bodyIdB, contact.subShapeIdA, contact.subShapeIdB].join();
      found.set(name, manifold.contactPoints[0].normalLambda);
    }
    return found;
  }

  it('contacts keep their names, so crashcat keeps their impulses', () => {
    // Without its cache of whole pairs, so that every step asks us anew.
    const { world } = createScene(0.5, 0.02, ({ narrowphase }) => {
      narrowphase.useBodyPairContactCache = false;
    });
    for (const k of [0, 1]) {
      addMoving(world, copy(cube), [0.1 * k, 0.25 + 0.5 * k, 0.03], { allowSleeping: false });
    }
    run(world, 3);
    let added = 0;
    const before = impulses(world);
    for (let i = 0; i < 30; i++) updateWorld(world, { onContactAdded: () => added++ }, 1 / 60);
    const after = impulses(world);
    expect(before.size).toBeGreaterThanOrEqual(8);
    expect(added).toBe(0);
    expect([...after.keys()].sort()).toEqual([...before.keys()].sort());
    const total = [...after.values()].reduce((sum, x) => sum + x, 0);
    const weight = (1000 * 0.125 * 9.81) / 60; // of one box, times the step: two on the floor, one on the other
    expect(total / (3 * weight)).toBeCloseTo(1, 1);
  });
});

describe('a brick that breaks', () => {
  it('in mid-air becomes pieces that conserve momentum and energy, and land on the floor', () => {
    const { world } = createScene(0.05);
    const collider = copy(brick);
    const body = addMoving(world, collider, [0, 0.5, 0], { friction: 0.6 });
    rigidBody.setLinearVelocity(world, body, [0.5, -1, 0.2]);
    rigidBody.setAngularVelocity(world, body, [2, 3, -4]);
    run(world, 0.1);
    const before = tally([body]);
    const seeds = scatterSeeds(familyOf(collider), 0, { count: 6, seed: 3 });
    const pieces = breakFracasBody(world, body, createBreakWork(brick), { kind: 'voronoi', seeds });
    expect(pieces.length).toBeGreaterThan(4);
    const after = tally(pieces);
    for (let k = 0; k < 7; k++)
      expect(Math.abs(after[k] - before[k])).toBeLessThan(1e-9 * (1 + Math.abs(before[k])));
    const mass = pieces.reduce((sum, { massProperties }) => sum + massProperties.mass, 0);
    expect(mass).toBeCloseTo(1000 * 0.24 * 0.07 * 0.11, 9);
    expect(pieces.every((piece) => piece.friction === 0.6)).toBe(true);

    // Pieces that touch where they broke stay together in the air.
    run(world, 3 / 120, 1 / 120);
    const g = 9.81 * (3 / 120);
    const falling = tally(pieces);
    expect(Math.abs(falling[1] - (before[1] - mass * g))).toBeLessThan(0.01);
    const spin = Math.hypot(...before.slice(3, 6));
    for (let d = 3; d < 6; d++) expect(Math.abs(falling[d] - before[d])).toBeLessThan(0.02 * spin);

    let deepest = 0;
    for (let i = 0; i < 180; i++) {
      updateWorld(world, undefined, 1 / 120);
      if (i % 2 === 0) for (const piece of pieces) deepest = Math.min(deepest, lowest(piece));
    }
    expect(deepest).toBeGreaterThan(-0.035); // half of the brick: a piece that lands turning sinks in for a step
    for (const piece of pieces) {
      expect(lowest(piece)).toBeGreaterThan(-0.001);
      expect(piece.centerOfMassPosition[1]).toBeLessThan(0.15);
      expect(Math.hypot(...piece.motionProperties.linearVelocity)).toBeLessThan(0.05);
    }
  });

  it('breaks again, piece by piece', () => {
    const { world } = createScene(0.05);
    const collider = copy(brick);
    const work = createBreakWork(brick);
    const body = addMoving(world, collider, [0, 0.2, 0]);
    const halves = breakFracasBody(world, body, work, { kind: 'slice', normal: [1, 0, 0], offset: 0.01 });
    expect(halves.length).toBe(2);
    const quarters = breakFracasBody(world, halves[1], work, { kind: 'slice', normal: [0, 0, 1], offset: 0 });
    expect(quarters.length).toBe(2);
    run(world, 2, 1 / 120);
    const all = [halves[0], ...quarters];
    for (const piece of all) expect(Math.abs(lowest(piece))).toBeLessThan(0.001);
    expect([...rigidBody.iterate(world)].length).toBe(4);
  });

  it('stays as it is where a pattern does not cut it', () => {
    const { world } = createScene(0.05);
    const body = addMoving(world, copy(brick), [0, 0.2, 0]);
    const pattern = { kind: 'slice', normal: [1, 0, 0], offset: 5 } as const;
    expect(breakFracasBody(world, body, createBreakWork(brick), pattern)).toEqual([body]);
    expect(rigidBody.get(world, body.id)).toBe(body);
  });
});
