// What the world's rules on contacts are for: nothing trips over cracks that have not opened or over what it passes,
// pieces that just broke do not push each other, and a jam without an answer is let go.

import { beforeAll, describe, expect, it } from 'vitest';
import type { Asset } from '../../src/bake/asset.ts';
import { colliderOf } from '../../src/contact/inside.ts';
import { familyOf } from '../../src/contact/update.ts';
import { scatterSeeds } from '../../src/fragment/scatter.ts';
import { addSource } from '../../src/world/add.ts';
import { limitEnergy } from '../../src/world/energy-limit.ts';
import { saveMotion } from '../../src/world/saved-step.ts';
import { createState } from '../../src/world/state.ts';
import { World } from '../../src/world/world.ts';
import { boxAsset } from './things.ts';

let floor: Asset;
let block: Asset;

beforeAll(async () => {
  floor = await boxAsset(1.6, 0.2, 0.6, 0.1);
  block = await boxAsset(0.3, 0.15, 0.2, 0.1);
});

describe('a world', () => {
  it.each([1, 4])(
    'lets a frictionless block slide over a cracked floor at %i m/s as if it were whole',
    (speed) => {
      const world = new World({ sleep: false });
      const ground = world.addStatic(floor, { position: [0, -0.1, 0], friction: 0 });
      const seeds = scatterSeeds(familyOf(colliderOf(world.info(ground)).collider), 0, {
        count: 16,
        seed: 5,
      });
      expect(world.split(ground, { kind: 'voronoi', seeds }).length).toBeGreaterThan(10);
      const body = world.add(block, { position: [-0.5, 0.0752, 0], velocity: [speed, 0, 0], friction: 0 });
      const { mass } = world.info(body);
      let highest = 0;
      for (let t = 0; t < 0.9 / speed; t += 1 / 60) {
        world.step(1 / 60);
        highest = Math.max(highest, world.poses[7 * world.indexOf(body) + 1]);
      }
      expect(world.measure().momentum[0] / mass).toBeCloseTo(speed, 2);
      expect(highest).toBeLessThan(0.0753);
    },
  );

  it('leaves pieces that have just broken as they are', () => {
    const world = new World({ gravity: [0, 0, 0] });
    const body = world.add(block, {});
    const seeds = scatterSeeds(familyOf(colliderOf(world.info(body)).collider), 0, { count: 9, seed: 3 });
    world.split(body, { kind: 'voronoi', seeds });
    for (let step = 0; step < 5; step++) world.step(1 / 60);
    expect(world.contacts.count).toBeGreaterThan(8);
    expect(world.measure().kinetic).toBeLessThan(1e-24);
  });

  it.each([Number.NaN, Infinity, 1e6])('puts a body back that leaves a step at %d m/s', (speed) => {
    const state = createState({});
    addSource(state, block, { position: [1, 2, 3], velocity: [2, 0, 0] });
    addSource(state, block, { position: [5, 2, 3], velocity: [3, 0, 0] });
    saveMotion(state);
    state.bodies.velocity[0] = speed;
    state.bodies.center[0] = speed;
    state.bodies.velocity[3] = 20; // fast, but no wonder
    limitEnergy(state, 1 / 60);
    expect(state.counters.limited).toBe(1);
    expect([...state.bodies.velocity.subarray(0, 6)]).toEqual([1, 0, 0, 20, 0, 0]);
    expect(state.bodies.center[0]).toBeCloseTo(1, 9);
  });
});
