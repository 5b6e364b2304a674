// Nothing tunnels: a pane of 2 mm stops a ball of bullet size at 200 m/s and 1/60 s a step, from every angle.

import { beforeAll, describe, expect, it } from 'vitest';
import type { Asset } from '../../src/bake/asset.ts';
import { bake } from '../../src/bake/bake.ts';
import { createShape } from '../../src/contact/collider.ts';
import { createBox } from '../../src/mesh/shapes/box.ts';
import { World } from '../../src/world/world.ts';

let pane: Asset;
const ball = createShape('sphere', 0.004);

beforeAll(async () => {
  pane = await bake(createBox({ size: [0.16, 0.16, 0.002], edge: 0.04 }), { spacing: 0.04 });
}, 60_000);

const quiet = { gravity: [0, 0, 0], sleep: false };

/** Fires at the middle of a pane at an angle to its normal; returns how high above its middle plane the ball is, by step. */
function fire(world: World, angle: number, turn: number, steps = 5): number[] {
  const [s, c] = [Math.sin(angle), Math.cos(angle)];
  const velocity = [200 * s * Math.cos(turn), 200 * s * Math.sin(turn), -200 * c];
  const body = world.add(ball, {
    position: velocity.map((v) => -0.007 * v),
    velocity,
    density: 8000,
  });
  const heights: number[] = [];
  for (let k = 0; k < steps; k++) {
    world.step(1 / 60);
    heights.push(world.poses[7 * world.indexOf(body) + 2]);
  }
  return heights;
}

describe('a swept world', () => {
  it('stops a bullet at a pane of 2 mm, from every angle', () => {
    for (let i = 0; i < 24; i++) {
      const world = new World(quiet);
      world.addStatic(pane);
      const heights = fire(world, (i / 24) * 1.45, i);
      expect(Math.min(...heights)).toBeGreaterThan(0.0045); // its centre stays above, nearly by its radius
      world.dispose();
    }
  });

  it('lets it pass when it is told to', () => {
    const world = new World({ ...quiet, sweep: false });
    world.addStatic(pane);
    expect(Math.min(...fire(world, 0.2, 0))).toBeLessThan(-1);
    expect(world.counters.sweeps).toBe(0);
  });

  it('stops it at a piece of a piece', () => {
    const world = new World(quiet);
    const body = world.add(pane, { kind: 'static' });
    const once = world.split(body, { kind: 'slice', normal: [1, 0.2, 0], offset: 0.05 });
    for (const id of [body, ...once]) world.split(id, { kind: 'slice', normal: [0, 1, 0], offset: -0.03 });
    expect(Math.min(...fire(world, 0.3, 1))).toBeGreaterThan(0.003);
  });

  it('a plate that a kinematic body sweeps at is taken along, not passed', () => {
    const world = new World(quiet);
    world.add(pane, { kind: 'kinematic', velocity: [0, 0, 60] });
    const body = world.add(ball, { position: [0.01, 0.02, 0.5] });
    for (let k = 0; k < 4; k++) world.step(1 / 60);
    const wall = world.poses[2];
    expect(wall).toBeGreaterThan(3);
    expect(world.poses[7 * world.indexOf(body) + 2]).toBeGreaterThan(wall);
  });

  it('does nothing to what is slow', () => {
    const world = new World({ sleep: false });
    world.addStatic(createShape('plane'));
    world.add(createShape('box', 0.1, 0.1, 0.1), { position: [0, 0.5, 0] });
    for (let k = 0; k < 60; k++) world.step(1 / 60);
    expect(world.counters.stopped).toBe(0);
  });

  it('tells what was swept in a step, along which way and when it touches', () => {
    const world = new World(quiet);
    world.addStatic(pane);
    const body = world.add(ball, { position: [0.01, 0.02, 1.4], velocity: [0, 0, -120] });
    world.step(1 / 60);
    const { swept } = world;
    expect(swept.count).toBeGreaterThan(0);
    expect(world.indexOf(body)).toBe(swept.body[0]);
    expect([swept.from[2], swept.to[2]].map((z) => Math.round(10 * z) / 10)).toEqual([1.4, -0.6]);
    expect(swept.time[0]).toBeGreaterThan(0.65); // at the pane, 1.4 m of 2 m on
    expect(swept.time[0]).toBeLessThan(0.7);
    world.setVelocity(body, [0, 0, 0]);
    world.step(1 / 60);
    expect(world.swept.count).toBe(0);
  });

  it('goes on from a snapshot as if nothing had happened', () => {
    const world = new World(quiet);
    world.addStatic(pane);
    world.add(ball, { position: [0.01, 0.02, 1.4], velocity: [3, 0, -200], spin: [100, 20, 0] });
    world.step(1 / 60);
    const again = World.restore(world.snapshot(), { assets: [pane, ball] });
    for (let k = 0; k < 3; k++) {
      world.step(1 / 60);
      again.step(1 / 60);
    }
    expect(again.hash()).toBe(world.hash());
  });
});
