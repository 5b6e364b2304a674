// The world from outside: things fall, rest, split and sleep; bad input changes nothing.

import { beforeAll, describe, expect, it } from 'vitest';
import type { Asset } from '../../src/bake/asset.ts';
import { createShape } from '../../src/contact/shape.ts';
import { World } from '../../src/world/world.ts';
import { boxAsset, createFloor, heightOf, run } from './things.ts';

let cube: Asset;

beforeAll(async () => {
  cube = await boxAsset(0.2, 0.2, 0.2, 0.1);
});

describe('a world', () => {
  it('lets a baked cube fall on the floor and rest there, asleep after a while', () => {
    const world = createFloor();
    const body = world.add(cube, { position: [0, 0.5, 0] });
    run(world, 1.5);
    expect(heightOf(world, body)).toBeCloseTo(0.1, 3);
    expect(world.info(body).asleep).toBe(true);
  });

  it('wakes what sleeps where something static is put, and nothing else', () => {
    const world = createFloor();
    const [body, other] = [0, 2].map((x) => world.add(cube, { position: [x, 0.11, 0] }));
    run(world, 1.5);
    expect([body, other].map((b) => world.info(b).asleep)).toEqual([true, true]);
    const block = world.addStatic(createShape('box', 0.05, 0.05, 0.05), { position: [5, 0, 0] });
    expect([body, other].map((b) => world.info(b).asleep)).toEqual([true, true]);
    world.setPose(block, [0.12, 0.1, 0]);
    expect([body, other].map((b) => world.info(b).asleep)).toEqual([false, true]);
    run(world, 1);
    expect(world.poses[7 * world.indexOf(body)]).toBeLessThan(-0.02); // pushed out
  });

  it('tells when contact begins, with an impulse of about m·v, and when it ends', () => {
    const world = createFloor({ gravity: [0, 0, 0] });
    const body = world.add(cube, {
      position: [0, 0.2, 0],
      velocity: [0, -1, 0],
      restitution: 1,
      density: 1000,
    });
    let begin = null;
    let end = null;
    for (let k = 0; k < 60; k++) {
      world.step(1 / 60);
      begin ??= world.events.begins[0] ?? null;
      end ??= world.events.ends[0] ?? null;
    }
    expect(begin?.bodyB).toBe(body);
    expect(begin?.normal[1]).toBeLessThan(-0.99); // from B, the cube, to A, the floor
    expect(begin?.impulse).toBeGreaterThan(8);
    expect(end).not.toBeNull();
  });

  it('splits a spinning cube in flight without changing momentum, angular momentum or energy', () => {
    const world = new World({ gravity: [0, 0, 0] });
    const body = world.add(cube, { velocity: [1, 2, 3], spin: [4, -3, 2] });
    const before = momenta(world);
    const pieces = world.split(body, {
      kind: 'voronoi',
      seeds: [-0.05, -0.05, 0.01, 0.05, 0.05, 0, 0.05, -0.05, 0.02],
    });
    expect(pieces.length).toBe(2);
    const after = momenta(world);
    for (const [k, value] of before.entries()) {
      expect(Math.abs(after[k] - value)).toBeLessThan(1e-12 * (1 + Math.abs(value)));
    }
    run(world, 0.5);
    const later = momenta(world);
    for (let k = 0; k < 3; k++)
      expect(Math.abs(later[k] - before[k])).toBeLessThan(1e-9 * Math.abs(before[k]));
    expect(later[6]).toBeLessThan(before[6] * 1.001);
  });

  it('lets pieces of a cube lie where they fell', () => {
    const world = createFloor();
    const body = world.add(cube, { position: [0, 0.5, 0], spin: [1, 2, 3] });
    run(world, 0.2);
    world.split(body, { kind: 'slice', normal: [1, 1, 0], offset: 0 });
    world.split(body, { kind: 'slice', normal: [0, 0, 1], offset: 0.01 });
    run(world, 3);
    for (const id of world.bodies.slice(1)) {
      expect(heightOf(world, id)).toBeGreaterThan(-0.2);
      expect(world.info(id).asleep).toBe(true);
    }
  });

  it('keeps bodies of groups that do not meet apart', () => {
    const world = createFloor();
    const ghost = world.add(cube, { position: [0, 0.2, 0], group: 2, mask: 2 });
    run(world, 1);
    expect(heightOf(world, ghost)).toBeLessThan(-1);
  });

  it('wakes what rested on a body that is removed', () => {
    const world = createFloor();
    const low = world.add(cube, { position: [0, 0.1, 0] });
    const high = world.add(cube, { position: [0, 0.301, 0] });
    run(world, 2);
    expect(world.info(high).asleep).toBe(true);
    world.remove(low);
    run(world, 2);
    expect(heightOf(world, high)).toBeCloseTo(0.1, 3);
    expect(() => world.info(low)).toThrow(/removed/);
  });

  it('blasts bodies away from a point', () => {
    const world = new World({ gravity: [0, 0, 0] });
    const left = world.add(cube, { position: [-1, 0, 0] });
    const right = world.add(cube, { position: [1, 0, 0] });
    world.add(cube, { position: [5, 0, 0] });
    expect(world.explode([0, 0, 0], 100, 2)).toBe(2);
    run(world, 0.5);
    expect(world.poses[7 * world.indexOf(left)]).toBeLessThan(-1.05);
    expect(world.poses[7 * world.indexOf(right)]).toBeGreaterThan(1.05);
  });

  it('takes in one body after the other between steps', () => {
    const world = createFloor();
    for (let k = 0; k < 40; k++) {
      world.add(createShape('sphere', 0.1), { position: [0.3 * k, 0.2, 0] });
      world.step(1 / 60);
    }
    run(world, 1);
    for (const body of world.bodies.slice(1)) expect(heightOf(world, body)).toBeCloseTo(0.1, 2);
  });

  it('tells of contacts that end in a step in which something wakes', () => {
    const world = createFloor();
    const sleeper = world.add(cube, { position: [2, 0.1, 0] });
    const leaver = world.add(cube, { position: [0, 0.1, 0] });
    run(world, 2);
    expect(world.info(sleeper).asleep).toBe(true);
    world.setVelocity(leaver, [0, 3, 0]);
    const bullet = world.add(createShape('sphere', 0.05), { position: [2, 0.26, 0], velocity: [0, -1, 0] });
    let ends = 0;
    for (let k = 0; k < 10; k++) {
      world.step(1 / 60);
      ends += world.events.ends.filter((end) => end.bodyA === leaver || end.bodyB === leaver).length;
    }
    expect(ends).toBe(1);
    expect(world.has(bullet)).toBe(true);
  });

  it('is moved by a kinematic body', () => {
    const world = createFloor();
    const pusher = world.add(createShape('box', 0.1, 0.2, 0.3), {
      kind: 'kinematic',
      position: [-1, 0.21, 0],
    });
    const body = world.add(cube, { position: [-0.5, 0.1, 0] });
    world.setVelocity(pusher, [0.5, 0, 0]);
    run(world, 3);
    expect(world.poses[7 * world.indexOf(pusher)]).toBeCloseTo(0.5, 5);
    expect(world.poses[7 * world.indexOf(body)]).toBeGreaterThan(0.69);
  });
});

describe('bad input', () => {
  const wrong: [string, (world: World, body: number) => void, RegExp][] = [
    [
      'a position that is not finite',
      (w) => w.add(cube, { position: [0, Number.NaN, 0] }),
      /position\[1\] is NaN/,
    ],
    ['a rotation of length 0', (w) => w.add(cube, { rotation: [0, 0, 0, 0] }), /rotation has length 0/],
    ['a density of 0', (w) => w.add(cube, { density: 0 }), /density is 0/],
    ['a restitution above 1', (w) => w.add(cube, { restitution: 2 }), /restitution is 2/],
    ['a plane that moves', (w) => w.add(createShape('plane')), /mass/],
    ['something that is no source', (w) => w.add({} as Asset), /source is an empty object: give an asset/],
    ['a step of 0', (w) => w.step(0), /dt is 0/],
    ['a negative step', (w) => w.step(-1 / 60), /dt is -/],
    ['a step of 10 s', (w) => w.step(10), /dt is 10/],
    ['a step that is no number', (w) => w.step(Number.NaN), /dt is NaN/],
    ['an unknown body', (w) => w.remove(77), /there is no body 77/],
    ['an impulse on a static body', (w) => w.impulse(0, [1, 0, 0]), /static/],
    [
      'an impulse of two numbers',
      (w, b) => w.impulse(b, [1, 0]),
      /impulse is an array of 2: give an array of 3 numbers/,
    ],
    ['a blast of no radius', (w) => w.explode([0, 0, 0], 1, 0), /radius is 0/],
    ['an unknown pattern', (w, b) => w.split(b, { kind: 'bang' } as never), /pattern.kind is 'bang'/],
    [
      'a slice without a direction',
      (w, b) => w.split(b, { kind: 'slice', normal: [0, 0, 0], offset: 0 }),
      /normal/,
    ],
    ['the split of a shape', (w) => w.split(0, { kind: 'slice', normal: [0, 1, 0], offset: 0 }), /shape/],
    ['a plane that is to move', (w) => w.setKind(0, 'dynamic'), /mass/],
    ['a density of next to nothing', (w) => w.add(cube, { density: 1e-322 }), /too light/],
    ['an unknown kind', (w, b) => w.setKind(b, 'ghost' as never), /kind is 'ghost'/],
  ];
  it.each(wrong)('%s throws by name and leaves the world as it was', (_, act, message) => {
    const world = createFloor();
    const body = world.add(cube, { position: [0, 0.3, 0] });
    world.step(1 / 60);
    const hash = world.hash();
    expect(() => act(world, body)).toThrow(message);
    expect(world.hash()).toBe(hash);
    world.step(1 / 60);
  });

  it('refuses worlds with options out of range', () => {
    expect(() => new World({ substeps: 0 })).toThrow(/substeps is 0/);
    expect(() => new World({ gravity: [0, -1] })).toThrow(/gravity/);
    expect(() => new World({ collisionStep: 1 })).toThrow(/collisionStep is 1/);
  });
});

/** Momentum, angular momentum and kinetic energy of all bodies that move. */
function momenta(world: World): number[] {
  const { momentum, angularMomentum, kinetic } = world.measure();
  return [...momentum, ...angularMomentum, kinetic];
}
