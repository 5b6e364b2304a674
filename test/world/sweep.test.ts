// Nothing tunnels: a pane of 2 mm stops a ball of bullet size at 200 m/s and 1/60 s a step, from every angle.

import { beforeAll, describe, expect, it } from 'vitest';
import type { Asset } from '../../src/bake/asset.ts';
import { bake } from '../../src/bake/bake.ts';
import type { Collider } from '../../src/contact/collider.ts';
import { colliderOf } from '../../src/contact/inside.ts';
import { createShape } from '../../src/contact/shape.ts';
import { createBox } from '../../src/mesh/shapes/box.ts';
import { World } from '../../src/world/world.ts';

let pane: Asset;
const ball = createShape('sphere', 0.004);
let step: Asset; // a floor with a wall of 3 cm on it, in one

/** The outline of a floor at y = 0 with a wall at x = 0.2, drawn out along z. */
function createStep(): { positions: Float64Array; indices: Uint32Array } {
  const line = [-0.4, -0.1, 0.4, -0.1, 0.4, 0, 0.23, 0, 0.23, 0.2, 0.2, 0.2, 0.2, 0, -0.4, 0];
  const positions: number[] = [];
  for (const z of [-0.2, 0.2]) for (let i = 0; i < 16; i += 2) positions.push(line[i], line[i + 1], z);
  const indices: number[] = [];
  for (let i = 0; i < 8; i++) {
    const j = (i + 1) % 8;
    indices.push(i, j, 8 + j, i, 8 + j, 8 + i);
  }
  for (const [a, b, c] of [
    [0, 6, 7],
    [0, 3, 6],
    [0, 1, 3],
    [1, 2, 3],
    [3, 4, 6],
    [4, 5, 6],
  ]) {
    indices.push(8 + a, 8 + b, 8 + c, a, c, b);
  }
  return { positions: Float64Array.from(positions), indices: Uint32Array.from(indices) };
}

beforeAll(async () => {
  pane = await bake(createBox({ size: [0.16, 0.16, 0.002], edge: 0.04 }), { spacing: 0.04 });
  step = await bake(createStep(), { spacing: 0.1, cells: 64 });
});

/** The middle of the box of a fragment's points, in its rest frame. */
function boxMiddle({ forest, position }: Collider, label: number): number[] {
  if (forest === null) throw new Error('no piece');
  const low = [Infinity, Infinity, Infinity];
  const high = low.map((x) => -x);
  const stack = [forest.root[label]];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    for (let c = 0; c < forest.childCount[node]; c++) stack.push(forest.firstChild[node] + c);
    for (let d = 0; d < 3; d++) {
      low[d] = Math.min(low[d], position[3 * forest.point[node] + d]);
      high[d] = Math.max(high[d], position[3 * forest.point[node] + d]);
    }
  }
  return low.map((x, d) => (x + high[d]) / 2);
}

/** The vector v turned by a quaternion x y z w. */
function turn([x, y, z, w]: number[], v: number[]): number[] {
  const c = [y * v[2] - z * v[1] + w * v[0], z * v[0] - x * v[2] + w * v[1], x * v[1] - y * v[0] + w * v[2]];
  return [
    v[0] + 2 * (y * c[2] - z * c[1]),
    v[1] + 2 * (z * c[0] - x * c[2]),
    v[2] + 2 * (x * c[1] - y * c[0]),
  ];
}

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

  it('has room for every sweep of a step', () => {
    const world = new World(quiet);
    for (let k = 0; k < 40; k++) {
      // each touches before the one ahead of it in the list: the step is cut where the first does
      world.add(ball, { position: [0.1 * k, 0, 2 - 0.02 * k], velocity: [0, 0, -200] });
      world.addStatic(ball, { position: [0.1 * k, 0, 0] });
    }
    world.step(1 / 60);
    const { count, body, from, to, time } = world.swept;
    expect(new Set(body.subarray(0, count)).size).toBe(40);
    for (let k = 0; k < count; k++) {
      expect(from[3 * k + 2]).toBeGreaterThan(to[3 * k + 2]);
      expect(time[k]).toBeGreaterThan(0);
      expect(time[k]).toBeLessThanOrEqual(1);
    }
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

  it('stops two bodies on crossing paths, contacts seen ahead or not', () => {
    for (const speculation of [true, false]) {
      const world = new World({ ...quiet, speculation });
      const one = world.add(ball, { position: [-1, 0, 0], velocity: [120, 0, 0] });
      const two = world.add(ball, { position: [0, -1, 0.001], velocity: [0, 120, 0] });
      world.step(1 / 60);
      expect(world.counters.stopped).toBeGreaterThan(0);
      // They slip past each other, a little off the middle, with next to nothing left of the speed at which they met.
      const [p, q] = [one, two].map((id) => world.poses.subarray(7 * world.indexOf(id)));
      expect(Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2])).toBeGreaterThan(0.0079);
      const [v, w] = [one, two].map((id) => world.info(id).velocity);
      expect(Math.abs(v[0] - w[0])).toBeLessThan(12);
      expect(Math.abs(v[1] - w[1])).toBeLessThan(12);
      world.dispose();
    }
  });

  it('stops what slides over a floor at a wall of the same body', () => {
    for (const [source, height, rotation] of [
      [createShape('box', 0.04, 0.02, 0.04), 0.02, [0, 0, 0, 1]],
      [pane, 0.001, [Math.SQRT1_2, 0, 0, Math.SQRT1_2]],
    ] as const) {
      for (const speed of [20, 30, 60]) {
        const world = new World({ sleep: false, friction: 0.1 });
        world.addStatic(step);
        const body = world.add(source, { position: [-0.28, height, 0], rotation });
        for (let k = 0; k < 10; k++) world.step(1 / 60);
        expect(world.contacts.count).toBeGreaterThanOrEqual(3);
        world.setVelocity(body, [speed, 0, 0]);
        for (let k = 0; k < 4; k++) {
          world.step(1 / 60);
          const [x, y] = world.poses.subarray(7 * world.indexOf(body));
          if (y < 0.2) expect(x, `${speed} m/s`).toBeLessThan(0.2); // it may be thrown over the wall
        }
        world.dispose();
      }
    }
  });

  it('lets what slides over a floor slide', () => {
    const slide = (sweep: boolean): number => {
      const world = new World({ sleep: false, friction: 0, sweep });
      world.addStatic(step);
      const plate = world.add(pane, {
        position: [-0.28, 0.002, 0],
        rotation: [Math.SQRT1_2, 0, 0, Math.SQRT1_2],
      });
      for (let k = 0; k < 10; k++) world.step(1 / 60);
      world.counters.stopped = 0;
      world.setVelocity(plate, [2, 0, 0]); // a dozen times its thickness in a step
      for (let k = 0; k < 10; k++) world.step(1 / 60);
      if (sweep) expect(world.counters.stopped).toBe(0);
      return world.poses[7 * world.indexOf(plate)];
    };
    expect(slide(true)).toBeCloseTo(slide(false), 6);
  });

  it('stops a piece at another of its own copy', () => {
    for (let i = 0; i < 40; i++) {
      const world = new World(quiet);
      const still = world.add(pane, { kind: 'static' });
      const [piece] = world.split(still, { kind: 'slice', normal: [1, 0.2, 0], offset: 0.05 });
      const { collider, label } = colliderOf(world.info(piece));
      const local = boxMiddle(collider, label);
      world.setKind(piece, 'dynamic');
      // Turned any way, clear of the larger piece, its middle 10 cm above that one's.
      const q = [Math.sin(2.4 * i), Math.cos(4 * i), Math.sin(5.5 * i + 1), Math.cos(2.4 * i)];
      const rotation = q.map((x) => x / Math.hypot(...q));
      const off = turn(rotation, local);
      world.setPose(piece, [-0.02 - off[0], -off[1], 0.1 - off[2]], rotation);
      world.setVelocity(piece, [0, 0, -10 - i], [20 * Math.sin(i), 20 * Math.cos(i), 0]);
      for (let k = 0; k < 3; k++) {
        world.step(1 / 60);
        const row = 7 * world.indexOf(piece);
        const now = turn([...world.poses.subarray(row + 3, row + 7)], local);
        const [x, y, z] = now.map((off, d) => world.poses[row + d] + off);
        if (x + 0.2 * y > 0.06 || Math.max(-x, Math.abs(y)) > 0.09) continue; // it was thrown off to the side
        expect(z, `shot ${i}, step ${k}`).toBeGreaterThan(0);
      }
      world.dispose();
    }
  });

  it('gives what it puts back nothing for the way', () => {
    let stopped = 0;
    for (let i = 0; i < 10; i++) {
      const world = new World();
      world.add(pane, { kind: 'static', rotation: [Math.SQRT1_2, 0, 0, Math.SQRT1_2] });
      const ball = world.add(createShape('sphere', 0.01), { position: [0.02, 1 + 0.013 * i, 0.03] });
      world.setVelocity(ball, [0, -20, 0], [0, 0, 0]);
      const energy = (): number => {
        const { kinetic, potential } = world.measure();
        return kinetic + potential;
      };
      const slack = 1e-4 * energy();
      let least = energy();
      for (let k = 0; k < 20; k++) {
        world.step(1 / 60);
        expect(energy(), `drop ${i}, step ${k}`).toBeLessThan(least + slack);
        least = Math.min(least, energy());
      }
      stopped += world.counters.stopped;
      world.dispose();
    }
    expect(stopped).toBeGreaterThan(0);
  });

  it('stops a body at the first of the things in its way', () => {
    const speeds = [1, 2, 4].map((count) => {
      const world = new World();
      for (let k = 0; k < count; k++) {
        world.add(pane, {
          kind: 'static',
          position: [0, 0.02 * (k - count), 0],
          rotation: [Math.SQRT1_2, 0, 0, Math.SQRT1_2],
        });
      }
      const body = world.add(createShape('sphere', 0.01), { position: [0.02, 1, 0.03] });
      world.setVelocity(body, [0, -100, 0], [0, 0, 0]);
      world.step(1 / 60);
      expect(world.poses[7 * world.indexOf(body) + 1]).toBeGreaterThan(-0.02 * count + 0.01);
      return world.info(body).velocity[1];
    });
    for (const speed of speeds) expect(speed).toBeCloseTo(speeds[0], 9);
  });

  it('stops a bullet at what a kinematic body takes along', () => {
    for (const first of ['plate', 'ball']) {
      const world = new World(quiet);
      const add = (): number => world.add(pane, { position: [0, 0, 0] });
      const push = (): number => {
        const id = world.add(createShape('sphere', 0.03), { kind: 'kinematic', position: [0, 0, -0.06] });
        world.setVelocity(id, [0, 0, 6], [0, 0, 0]);
        return id;
      };
      const [plate] = first === 'plate' ? [add(), push()] : [push(), add()].reverse();
      const bullet = world.add(ball, { position: [0.01, 0.02, 1], velocity: [0, 0, -200] });
      for (let k = 0; k < 3; k++) {
        world.step(1 / 60);
        // Above the plate, which tilts.
        const [p, q] = [bullet, plate].map((id) => world.poses.subarray(7 * world.indexOf(id)));
        const normal = turn([...q.subarray(3, 7)], [0, 0, 1]);
        const above = normal.reduce((sum, x, d) => sum + x * (p[d] - q[d]), 0);
        expect(above, `${first} first, step ${k}`).toBeGreaterThan(0.0045);
      }
    }
  });
});
