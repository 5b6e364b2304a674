// Worlds in which penalty forces keep bodies apart instead of the solver [Xu14, sec. 4].

import { beforeAll, describe, expect, it } from 'vitest';
import type { Asset } from '../../src/bake/asset.ts';
import { createShape } from '../../src/contact/shape.ts';
import type { WorldOptions } from '../../src/world/options.ts';
import { World } from '../../src/world/world.ts';
import { boxAsset, createFloor, heightOf, run } from './things.ts';

let cube: Asset;
let plate: Asset;
beforeAll(async () => {
  cube = await boxAsset(0.2, 0.2, 0.2, 0.1);
  plate = await boxAsset(0.4, 0.04, 0.4, 0.1);
});

const penalty: WorldOptions = { response: 'penalty' };
const SEEDS = [-0.06, -0.05, 0.04, 0.05, 0.06, 0, 0.05, -0.05, 0.02, 0, 0, 0.08];
const H = 1 / 480; // seconds, of a collision step

describe('a world of penalty forces', () => {
  it('lets bodies come to rest as deep as stiffness and weight say', () => {
    const world = createFloor(penalty);
    const depth = (9.81 * H * H) / 0.1; // a tenth of m/h²
    const box = world.add(cube, { position: [0, 0.15, 0] });
    const ball = world.add(createShape('sphere', 0.1), { position: [1, 0.3, 0] });
    const tilted = world.add(cube, { position: [-1, 0.4, 0], rotation: [0.3, 0.2, 0.1, 1], spin: [1, 2, 3] });
    run(world, 3);
    for (const body of [box, ball, tilted]) expect(heightOf(world, body)).toBeCloseTo(0.1 - depth, 5);
    expect(world.bodies.every((body) => world.info(body).kind === 'static' || world.info(body).asleep)).toBe(
      true,
    );
    world.dispose();
  });

  it('leaves what no force moves alone, and remembers no force on it', () => {
    const world = createFloor(penalty);
    const box = world.add(createShape('box', 0.1, 0.1, 0.1), { kind: 'kinematic', position: [0, 0.05, 0] });
    world.setVelocity(box, [0.1, 0, 0]);
    const ball = world.add(createShape('sphere', 0.05), { position: [0, 0.2, 0] });
    run(world, 2);
    expect(world.poses[7 * world.indexOf(box)]).toBeCloseTo(0.2, 6);
    expect(heightOf(world, ball)).toBeGreaterThan(0);
    world.dispose();
  });

  it('takes the stiffness of each point as it is given', () => {
    const world = createFloor({ ...penalty, sleep: false, penalty: { stiffness: 20_000 } });
    const ball = world.add(createShape('sphere', 0.1), { position: [0, 0.11, 0] });
    const { mass } = world.info(ball);
    run(world, 3);
    expect(heightOf(world, ball)).toBeCloseTo(0.1 - (mass * 9.81) / 20_000, 6);
    world.dispose();
  });

  it('keeps the momentum of two bodies that meet, and takes energy out', () => {
    for (const path of ['linear', 'euler'] as const) {
      const world = new World({ ...penalty, gravity: [0, 0, 0], penalty: { path } });
      world.add(cube, { position: [0, 0, 0], velocity: [1, 0, 0], spin: [0, 1, 0.5] });
      world.add(plate, {
        position: [0.5, 0.05, 0.06],
        velocity: [-1, 0.1, 0],
        spin: [0.2, 0, 1],
        density: 300,
      });
      const before = world.measure();
      run(world, 1);
      const after = world.measure();
      expect(world.poses[7 * world.indexOf(world.bodies[1])]).toBeGreaterThan(0.3); // it was sent back
      for (let d = 0; d < 3; d++) {
        expect(after.momentum[d]).toBeCloseTo(before.momentum[d], 10);
        // Forces act a step late, at arms that have moved on by as much.
        expect(Math.abs(after.angularMomentum[d] - before.angularMomentum[d])).toBeLessThan(0.02);
      }
      expect(after.kinetic).toBeLessThan(before.kinetic);
      world.dispose();
    }
  });

  it('holds pieces, and what falls on pieces', () => {
    const world = createFloor({ ...penalty, penalty: { samples: 4 } });
    const floor = world.add(plate, { kind: 'static', position: [0, 0.3, 0] });
    world.split(floor, { kind: 'slice', normal: [1, 0, 0.2], offset: 0.03 });
    const body = world.add(cube, { position: [0.02, 0.45, 0] });
    const made = world.split(body, { kind: 'voronoi', seeds: SEEDS });
    expect(made.length).toBeGreaterThan(2);
    const ball = world.add(createShape('sphere', 0.03), { position: [0.15, 0.4, 0.15] });
    run(world, 0.4);
    expect(heightOf(world, ball)).toBeGreaterThan(0.34);
    const moved = world.measure();
    expect(moved.kinetic).toBeLessThan(0.5); // nothing is blown apart
    for (const piece of [body, ...made]) expect(heightOf(world, piece)).toBeGreaterThan(0.38);
    world.dispose();
  });

  it('feels what is crossed within one collision step', () => {
    const shoot = (response: 'solver' | 'penalty'): number => {
      const world = new World({ response, gravity: [0, 0, 0], sweep: false, speculation: false });
      world.addStatic(plate);
      const body = world.add(createShape('sphere', 0.01), {
        position: [0.03, 0.5, 0.02],
        velocity: [0, -200, 0],
      });
      run(world, 0.05);
      const height = heightOf(world, body);
      world.dispose();
      return height;
    };
    expect(shoot('solver')).toBeCloseTo(0.5 - 200 * 0.05, 3); // past it, none the wiser
    expect(shoot('penalty')).toBeGreaterThan(0.5 - 200 * 0.05 + 0.05);
  });

  it('goes on from a snapshot at any step, and plays from a recording', () => {
    const build = (): World => {
      const world = createFloor({ ...penalty, record: true });
      world.add(cube, { position: [0, 0.15, 0], spin: [1, 0, 2] });
      world.add(cube, { position: [0.05, 0.4, 0] });
      return world;
    };
    const play = (world: World, from: number): void => {
      for (let step = from; step < 40; step++) {
        if (step === 12) world.split(world.bodies[1], { kind: 'slice', normal: [1, 0.2, 0], offset: 0 });
        world.step(1 / 60);
      }
    };
    const world = build();
    const taken: Uint8Array[] = [];
    for (let step = 0; step < 40; step++) {
      taken.push(world.snapshot());
      if (step === 12) world.split(world.bodies[1], { kind: 'slice', normal: [1, 0.2, 0], offset: 0 });
      world.step(1 / 60);
    }
    for (const step of [0, 7, 11, 13, 25]) {
      const again = World.restore(taken[step], { assets: [cube] });
      play(again, step);
      expect(again.hash(), `from step ${step}`).toBe(world.hash());
    }
    expect(World.replay(JSON.parse(JSON.stringify(world.recording())), { assets: [cube] }).hash()).toBe(
      world.hash(),
    );
    world.dispose();
  });

  it('tells when bodies touch and part', () => {
    const world = new World({ ...penalty, gravity: [0, 0, 0] });
    world.add(createShape('sphere', 0.1), { velocity: [1, 0, 0] });
    world.add(createShape('sphere', 0.1), { position: [0.22, 0, 0] });
    let begins = 0;
    let ends = 0;
    for (let k = 0; k < 30; k++) {
      world.step(1 / 60);
      begins += world.events.begins.length;
      ends += world.events.ends.length;
    }
    expect([begins, ends]).toEqual([1, 1]);
    world.dispose();
  });

  it('says what is wrong with its options', () => {
    expect(() => new World({ response: 'magic' as 'solver' })).toThrow(/response is 'magic': give/);
    expect(() => new World({ penalty: { stiffness: 0 } })).toThrow(/penalty.stiffness/);
    expect(() => new World({ penalty: { damping: -1 } })).toThrow(/penalty.damping/);
    expect(() => new World({ penalty: { samples: 0.5 } })).toThrow(/penalty.samples/);
    expect(() => new World({ penalty: { path: 'round' as 'linear' } })).toThrow(/penalty.path/);
  });
});
