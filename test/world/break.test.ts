// Breaking by force: in the step of the blow, with what breaking absorbed and no more, told of and undone alike.

import { beforeAll, describe, expect, it } from 'vitest';
import type { Asset } from '../../src/bake/asset.ts';
import { bake } from '../../src/bake/bake.ts';
import type { Collider } from '../../src/contact/collider.ts';
import { colliderOf } from '../../src/contact/inside.ts';
import { createShape } from '../../src/contact/shape.ts';
import { createMaterial, type Material, materials } from '../../src/fracture/material.ts';
import { createBox } from '../../src/mesh/shapes/box.ts';
import { World } from '../../src/world/world.ts';
import { createFloor } from './things.ts';

let pane: Asset;
let wall: Asset;
let block: Asset;

beforeAll(async () => {
  pane = await bake(createBox({ size: [0.6, 0.6, 0.004], edge: 0.1 }), {
    spacing: 0.1,
    cells: 32,
  });
  wall = await bake(createBox({ size: [1, 0.8, 0.2], edge: 0.1 }), {
    spacing: 0.1,
    cells: 32,
  });
  block = await bake(createBox({ size: [0.2, 0.2, 0.2], edge: 0.06 }), {
    spacing: 0.06,
    cells: 24,
  });
});

const STEEL = { ...materials.steel, restitution: 0 };

/** A steel ball flies at something that hangs in space; returns the world, and what happened. */
function shoot(target: Asset, material: Material, speed: number) {
  const world = new World({ gravity: [0, 0, 0], maxPieces: 9 });
  const body = world.add(target, { material });
  const ball = world.add(createShape('sphere', 0.08), {
    position: [0.03, 0.02, 0.4],
    velocity: [0, 0, -speed],
    material: STEEL,
  });
  const before = world.measure();
  const fractures = [];
  for (let step = 0; step < 8; step++) {
    world.step(1 / 60);
    fractures.push(...world.events.fractures);
  }
  return { world, body, ball, before, fractures };
}

/** The velocity of a body along z over the last step. */
function alongZ(world: World, body: number): number {
  const o = 7 * world.indexOf(body) + 2;
  return 60 * (world.poses[o] - world.previousPoses[o]);
}

describe('a steel ball', () => {
  it('goes on through a glass pane with at least 90 % of its momentum, and momentum adds up', () => {
    const { world, body, ball, before, fractures } = shoot(pane, materials.glass, 12);
    expect(alongZ(world, ball)).toBeLessThan(-0.9 * 12);
    expect(alongZ(world, ball)).toBeGreaterThan(-12); // it did meet it
    expect(world.bodies.length).toBeGreaterThan(6);
    const [first] = fractures;
    expect(first.parent).toBe(body);
    expect(first.by).toBe(ball);
    expect(first.point[2]).toBeCloseTo(0.002, 2);
    expect(first.crackArea).toBeGreaterThan(0.6 * 0.004);
    expect(first.cracks.length).toBeGreaterThan(30);
    expect(first.energy).toBeGreaterThan(0);
    expect(first.milliseconds).toEqual({ cut: 0, update: 0 });
    const after = world.measure();
    const scale = Math.hypot(...before.momentum);
    for (let d = 0; d < 3; d++) {
      expect(Math.abs(after.momentum[d] - before.momentum[d])).toBeLessThan(1e-9 * scale);
    }
    expect(after.kinetic).toBeLessThan(before.kinetic);
    expect(world.counters.limited).toBe(0); // shards that pass each other do not run away
  });

  it('is stopped by a wall of brick', () => {
    const { world, ball } = shoot(wall, materials.brick, 12);
    expect(alongZ(world, ball)).toBeGreaterThan(-0.15 * 12); // the pieces that it pushes go on, and it with them
  });

  it('does not break what it only touches, nor what has no material', () => {
    expect(shoot(pane, materials.glass, 0.2).world.bodies.length).toBe(2);
    const world = new World({ gravity: [0, 0, 0] });
    world.add(pane);
    world.add(createShape('sphere', 0.08), { position: [0, 0, 0.2], velocity: [0, 0, -12], density: 7800 });
    for (let step = 0; step < 6; step++) world.step(1 / 60);
    expect(world.bodies.length).toBe(2);
    expect(world.measure().kinetic).toBeGreaterThan(0);
  });
});

/** A block of brick falls on the floor at a speed. */
function drop(speed: number, options = {}): { world: World; body: number } {
  const world = createFloor({ maxPieces: 7, ...options });
  const body = world.add(block, {
    material: materials.brick,
    position: [0, 0.12, 0],
    velocity: [0, -speed, 0],
    rotation: [0.1, 0, 0.2, 1],
  });
  return { world, body };
}

function land(world: World, steps = 10): number {
  for (let step = 0; step < steps; step++) world.step(1 / 60);
  return world.bodies.length - 1;
}

describe('two that break each other', () => {
  it('tell of the energy of the blow once, and of no −0', () => {
    const world = new World({ gravity: [0, 0, 0], maxPieces: 6 });
    for (const side of [-1, 1])
      world.add(block, {
        material: materials.glass,
        position: [0.15 * side, 0.01 * side, 0],
        velocity: [-20 * side, 0, 0],
      });
    const energies: number[] = [];
    for (let step = 0; step < 3; step++) {
      world.step(1 / 60);
      energies.push(...world.events.fractures.map(({ energy }) => energy));
    }
    expect(energies.length).toBeGreaterThan(1);
    expect(Math.max(...energies)).toBeGreaterThan(0);
    for (const energy of energies) expect(Object.is(energy, -0)).toBe(false);
  });
});

describe('a block that lands', () => {
  it('breaks into more and more pieces the faster it is', () => {
    const counts = [2, 5, 8].map((speed) => land(drop(speed, { maxPieces: 12 }).world, 2));
    expect(counts[0]).toBe(1);
    expect(counts[1]).toBeGreaterThan(1);
    expect(counts[2]).toBeGreaterThan(counts[1]);
  });

  it('breaks in the step in which it lands, and none of its pieces goes through the floor', () => {
    const { world } = drop(12);
    let broke = -1;
    for (let step = 0; step < 8; step++) {
      world.step(1 / 60);
      if (broke < 0 && world.events.fractures.length > 0) broke = step;
    }
    expect(broke).toBe(0);
    for (const id of world.bodies.slice(1)) {
      const { collider, label } = colliderOf(world.info(id));
      expect(lowest(world, id, collider, label)).toBeGreaterThan(-0.01);
    }
  });

  it('stays whole when the hook says no, and breaks along the pattern it gives', () => {
    const no = drop(12).world;
    let asked = 0;
    no.onBeforeFracture = ({ load, impulse }) => {
      asked++;
      expect(load).toBeGreaterThanOrEqual(1);
      expect(impulse).toBeGreaterThan(0);
      return false;
    };
    expect(land(no)).toBe(1);
    expect(asked).toBeGreaterThan(0);
    const slice = drop(12);
    slice.world.onBeforeFracture = ({ body }) =>
      body === slice.body ? { kind: 'slice', normal: [1, 0, 0], offset: 0 } : false;
    expect(land(slice.world, 1)).toBe(2);
    const bad = drop(12).world;
    bad.onBeforeFracture = () => 'yes' as never;
    expect(() => land(bad)).toThrow(/no pattern: pattern is 'yes'/);
  });

  it('does not break below the smallest size', () => {
    expect(land(drop(16, { smallestFragment: 1 }).world)).toBe(1);
  });

  it('breaks by many blows that are each too weak, if its material says so', () => {
    const blows = (damage: number): number => {
      const world = new World({ gravity: [0, 0, 0] });
      const body = world.add(block, { material: createMaterial({ damage }, materials.brick) });
      let count = 0;
      while (world.bodies.length === 1 && count < 12) {
        const ball = world.add(createShape('sphere', 0.06), {
          position: [0, 0.2, 0],
          velocity: [0, -3.5, 0],
          density: 7800,
        });
        world.setVelocity(body, [0, 0, 0], [0, 0, 0]);
        world.setPose(body, [0, 0, 0], [0, 0, 0, 1]);
        for (let step = 0; step < 3; step++) world.step(1 / 60);
        world.remove(ball);
        count++;
      }
      return count;
    };
    const tough = blows(0);
    const weak = blows(1);
    expect(tough).toBe(12);
    expect(weak).toBeGreaterThan(1);
    expect(weak).toBeLessThan(12);
  });
});

/** The lowest corner of a body in the world. */
function lowest(world: World, id: number, collider: Collider, label: number): number {
  const o = 7 * world.indexOf(id);
  const [x, y, z, w] = world.poses.subarray(o + 3, o + 7);
  const row = [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)];
  const family = collider.field?.family;
  if (family === undefined) return 0;
  let low = Infinity;
  for (let i = 0; i < family.label.length; i++) {
    if (family.label[i] !== label) continue;
    const p = family.topology.positions.subarray(3 * i, 3 * i + 3);
    low = Math.min(low, world.poses[o + 1] + row[0] * p[0] + row[1] * p[1] + row[2] * p[2]);
  }
  return low;
}

describe('pieces that still fit', () => {
  it('meet along their crack alone, and not where there is none between them', () => {
    const world = new World({ gravity: [0, 0, 0] });
    const body = world.add(block, { material: materials.brick });
    world.split(body, { kind: 'slice', normal: [1, 0, 0], offset: -0.06 });
    const [, other] = world.bodies;
    const third = world.split(body, { kind: 'slice', normal: [1, 0, 0], offset: 0.06 });
    expect(third.length).toBe(1);
    world.step(1 / 60);
    const { contacts } = world;
    const rows = [body, other, third[0]].map((id) => world.indexOf(id));
    const pairs = new Set<string>();
    for (let i = 0; i < contacts.count; i++) {
      expect(Math.abs(contacts.normal[3 * i])).toBeGreaterThan(0.99);
      pairs.add([rows.indexOf(contacts.bodyA[i]), rows.indexOf(contacts.bodyB[i])].sort().join());
    }
    expect(contacts.count).toBeGreaterThan(5);
    expect(pairs.size).toBe(2); // the outer two have the middle one between them
  });
});

describe('a world that broke', () => {
  it('goes on from a snapshot, and plays again from a recording with its hook, bit for bit', () => {
    const make = (): World => {
      const { world } = drop(12, { record: true, maxFragments: 4, fadeTime: 0.1 });
      world.onBeforeFracture = ({ pieces }) =>
        pieces > 5 ? { kind: 'slice', normal: [0, 1, 1], offset: 0 } : null;
      return world;
    };
    const world = make();
    land(world, 2);
    const copy = World.restore(world.snapshot(), { assets: [block] });
    copy.onBeforeFracture = world.onBeforeFracture;
    expect(copy.hash()).toBe(world.hash());
    land(world, 12);
    land(copy, 12);
    expect(copy.hash()).toBe(world.hash());
    const played = World.replay(JSON.parse(JSON.stringify(world.recording())), { assets: [block] });
    expect(played.hash()).toBe(world.hash());
  });

  it('keeps no more fragments than it may: the smallest fade and leave', () => {
    const { world } = drop(16, { maxFragments: 3, fadeTime: 0.1 });
    land(world, 2);
    const masses = new Map(world.bodies.slice(1).map((id) => [id, world.info(id).mass]));
    expect(masses.size).toBeGreaterThan(3);
    expect(Math.min(...world.bodies.slice(1).map((id) => world.info(id).opacity))).toBeLessThan(1);
    const left: number[] = [];
    for (let step = 0; step < 10; step++) {
      world.step(1 / 60);
      left.push(...world.events.left);
    }
    expect(world.bodies.length - 1).toBeLessThanOrEqual(3);
    expect(left.length).toBeGreaterThan(0);
    for (const id of left) expect(world.has(id)).toBe(false);
  });
});

describe('many that break at once', () => {
  /** Blocks that fall on the floor in the same step. */
  function dropMany(): World {
    const world = createFloor({ maxPieces: 4 });
    for (let k = 0; k < 8; k++)
      world.add(block, {
        position: [0.5 * k, 0.25, 0],
        rotation: [0.1, 0.2, 0.05 * k, 1],
        velocity: [0, -20, 0],
        material: materials.glass,
      });
    return world;
  }

  it('break three a step; the others wait, for two steps at most', () => {
    const world = dropMany();
    const broke: number[] = [];
    for (let step = 0; step < 6; step++) {
      world.step(1 / 60);
      broke.push(new Set(world.events.fractures.map(({ parent }) => parent)).size);
    }
    const first = broke.findIndex((count) => count > 0);
    expect(broke[first]).toBe(3);
    expect(broke[first + 1]).toBe(3);
    expect(broke[first + 2]).toBe(2);
    expect(broke.reduce((sum, count) => sum + count, 0)).toBe(8);
  });

  it('go on from a snapshot while some wait', () => {
    const world = dropMany();
    while (world.events.fractures.length === 0) world.step(1 / 60);
    const other = World.restore(world.snapshot(), { assets: [block] });
    for (let step = 0; step < 6; step++) {
      world.step(1 / 60);
      other.step(1 / 60);
    }
    expect(other.hash()).toBe(world.hash());
  });
});
