// Frames longer than a step: what happened in each of their steps is told, and bodies say when their shape is another.

import { beforeAll, describe, expect, it } from 'vitest';
import type { Asset } from '../../src/bake/asset.ts';
import { colliderOf } from '../../src/contact/inside.ts';
import { createShape } from '../../src/contact/shape.ts';
import { createMaterial } from '../../src/fracture/material.ts';
import type { Events } from '../../src/world/events.ts';
import type { World } from '../../src/world/world.ts';
import { boxAsset, createFloor } from './things.ts';

const BISCUIT = createMaterial({ name: 'biscuit', strength: 1e4, crackEnergy: 1 });

let plate: Asset;

beforeAll(async () => {
  plate = await boxAsset(0.3, 0.02, 0.3, 0.05);
});

function createFall(): World {
  const world = createFloor({ maxPieces: 8, maxFragments: 4, fadeTime: 0.2 });
  for (let k = 0; k < 3; k++) {
    world.add(plate, { position: [0.4 * k, 0.3 + 0.1 * k, 0], spin: [1, 0, 2], material: BISCUIT });
  }
  world.add(createShape('sphere', 0.05), { position: [0, 1, 0] });
  return world;
}

function gather(all: Events[]): Record<string, unknown[]> {
  const out: Record<string, unknown[]> = {};
  for (const events of all) {
    for (const [kind, list] of Object.entries(events)) {
      out[kind] = [...(out[kind] ?? []), ...(list as unknown[])];
    }
  }
  return out;
}

describe('advance', () => {
  it('tells what happened in all of its steps, in order, as step does one by one', () => {
    const [stepped, advanced] = [createFall(), createFall()];
    const one: Events[] = [];
    const other: Events[] = [];
    for (let frame = 0; frame < 45; frame++) {
      for (let k = 0; k < 2; k++) {
        stepped.step(1 / 64);
        one.push(structuredClone(stepped.events));
      }
      expect(advanced.advance(1 / 32, { step: 1 / 64 })).toBe(0);
      other.push(structuredClone(advanced.events));
    }
    expect(gather(other)).toEqual(gather(one));
    expect(advanced.hash()).toBe(stepped.hash());
    const { fractures, splits, left, begins } = gather(one);
    for (const list of [fractures, splits, left, begins]) expect(list.length).toBeGreaterThan(0);
  });

  it('names every body: those added, and those that events told of', () => {
    const world = createFall();
    const known = new Set(world.bodies);
    for (let frame = 0; frame < 40; frame++) {
      world.advance(1 / 30);
      for (const { fragments } of world.events.splits) for (const body of fragments) known.add(body);
      for (const body of world.events.left) known.delete(body);
      expect([...known].sort()).toEqual([...world.bodies].sort());
    }
    expect(known.size).toBeGreaterThan(5);
  });

  it('tells nothing where a frame is too short for a step', () => {
    const world = createFall();
    do world.advance(1 / 60);
    while (world.events.begins.length === 0);
    world.advance(1 / 1000);
    expect(world.events.begins).toEqual([]);
  });
});

describe('the version of a body', () => {
  it('grows when its shape changes and at no other time; what a snapshot holds is whole or not, as it was', () => {
    const world = createFall();
    const seen = new Map<number, number>();
    let grown = 0;
    for (let step = 0; step < 60; step++) {
      world.step(1 / 60);
      const cut = new Set(world.events.splits.flatMap(({ parent, fragments }) => [parent, ...fragments]));
      for (const body of world.bodies) {
        const { version } = world.info(body);
        const before = seen.get(body) ?? 0;
        if (cut.has(body)) expect(version).toBeGreaterThan(before);
        else expect(version).toBe(before);
        if (version > before) grown++;
        seen.set(body, version);
      }
    }
    expect(grown).toBeGreaterThan(5);
    const again = (world.constructor as typeof World).restore(world.snapshot(), { assets: [plate] });
    for (const body of again.bodies) expect(again.info(body).version > 0).toBe((seen.get(body) ?? 0) > 0);
  });
});

describe('what is told of a body', () => {
  it('is plain: where it is, how it moves and what it is made of', () => {
    const world = createFall();
    world.step(1 / 60);
    const [floor, body, , , ball] = world.bodies;
    const info = world.info(body);
    expect(info.asset).toBe(plate);
    expect(info.shape).toBe(null);
    expect(info.pose).toEqual([...world.poses.subarray(7 * world.indexOf(body)).slice(0, 7)]);
    expect(info.material).toEqual(BISCUIT);
    expect(Math.hypot(...info.center.map((x, d) => x - info.pose[d]))).toBeLessThan(0.01);
    expect(world.info(ball)).toMatchObject({ asset: null, shape: 'sphere', version: 0 });
    expect(world.info(ball).size[0]).toBeCloseTo(0.05);
    expect(world.info(floor).shape).toBe('plane');
    expect(Object.keys(info)).not.toContain('collider');
  });

  it('has what queries take behind it', () => {
    const world = createFall();
    const { collider, label } = colliderOf(world.info(world.bodies[1]));
    expect(collider.field?.family.fragments.count).toBe(1);
    expect(label).toBe(0);
    expect(() => colliderOf({})).toThrow('colliderOf(world.info(body))');
  });
});
