// A world in a worker, in Node: the same bits as on this thread, frames that say what to draw, errors that cross.

import { resolve } from 'node:path';
import { Worker as Thread } from 'node:worker_threads';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Asset, bake, createShape, World } from '../../src/index.ts';
import * as shapes from '../../src/mesh/shapes/index.ts';
import { rebuildFragments } from '../../src/papers/index.ts';
import { createSurfaceGeometry } from '../../three/index.ts';
import type * as Entry from '../../worker/index.ts';
import type * as Inner from '../../worker/world.ts';

const built = (file: string) => resolve(import.meta.dirname, '../../dist/worker', file);
const { openWorld, AWAKE, STATIC } = (await import(built('index.js'))) as typeof Entry;
const { joinWorld } = (await import(built('world.js'))) as typeof Inner;

const SLICE = { kind: 'slice', normal: [1, 0, 0], offset: 0.01 } as const;

let brick: Asset;
let remote: Entry.RemoteWorld;

beforeAll(async () => {
  brick = await bake(shapes.createBrick(), { resolution: 8 });
  remote = await openWorld({ seed: 3, warmUp: false });
});

afterAll(() => remote?.dispose());

describe('openWorld', () => {
  it('gives the same ids and the same hash as World, through a split', async () => {
    const world = new World({ seed: 3 });
    const options = { position: [0, 0.2, 0], spin: [1, 0, 2] };
    world.addStatic(createShape('plane'));
    const body = world.add(brick, options);
    await remote.addStatic(createShape('plane'));
    expect(await remote.add(brick, options)).toBe(body);
    for (let k = 0; k < 20; k++) world.step(1 / 60);
    const pieces = world.split(body, SLICE);
    for (let k = 0; k < 20; k++) world.step(1 / 60);
    for (let k = 0; k < 20; k++) await remote.step(1 / 60);
    expect(await remote.split(body, SLICE)).toEqual(pieces);
    let frame = await remote.step(1 / 60);
    for (let k = 0; k < 19; k++) frame = await remote.step(1 / 60);
    expect(await remote.hash()).toBe(world.hash());
    expect([...frame.bodies]).toEqual(world.bodies);
    expect([...frame.poses]).toEqual([...world.poses.subarray(0, 7 * world.bodies.length)]);
    expect(frame.states[0]).toBe(STATIC);
    expect(frame.states[1]).toBe(AWAKE);
    expect((await remote.info(body)).radius).toBe(world.info(body).radius);
  });

  it('sends the surface of a whole once, and those of pieces when they break', async () => {
    const other = await openWorld({ warmUp: false });
    try {
      const bodies = [await other.add(brick), await other.add(brick, { position: [1, 0, 0] })];
      const first = await other.frame();
      expect(first.looks.map(({ body }) => body)).toEqual(bodies);
      expect(first.surfaces).toHaveLength(1);
      expect(first.surfaces[0].groups).toMatchObject([{ start: 0, group: 0 }]);
      expect((await other.step(0.01)).surfaces).toHaveLength(0);
      const made = await other.split(bodies[0], SLICE);
      const { surfaces, looks } = await other.step(0.01);
      expect(surfaces).toHaveLength(1 + made.length);
      expect(looks.map(({ body }) => body).sort()).toEqual([bodies[0], ...made].sort());
      for (const surface of surfaces) {
        const geometry = createSurfaceGeometry(surface);
        expect(geometry.groups.map(({ materialIndex }) => materialIndex)).toEqual([0, 1]); // and the crack
        for (const { count } of geometry.groups) expect(count).toBeGreaterThan(0);
        expect(geometry.getAttribute('uv').count).toBe(geometry.getAttribute('position').count);
      }
      const whole = await other.snapshot();
      const hash = await other.hash();
      await other.step(0.01);
      const again = await other.restore(whole);
      expect(again.surfaces.length).toBe(1 + made.length); // ids may mean other bodies now: sent again
      expect(await other.hash()).toBe(hash);
    } finally {
      other.dispose();
    }
  });

  it('passes errors on and goes on', async () => {
    const bad = remote.impulse(12345, [0, 1, 0]);
    await expect(bad).rejects.toThrow(expect.objectContaining({ name: 'InputError' }));
    await expect(remote.ask('nonsense')).rejects.toThrow(/no call 'nonsense'/);
    await expect(remote.step(-1)).rejects.toThrow(/dt is -1/);
    expect((await remote.step(0.01)).time).toBeGreaterThan(0);
  });

  it('goes on from a snapshot as it is told', async () => {
    const world = new World();
    world.add(brick);
    const bytes = world.snapshot();
    const other = await openWorld({ warmUp: false });
    try {
      await other.send(brick);
      await other.restore(bytes, { gravity: [0, 0, 0] });
      const { poses } = await other.step(0.1);
      expect(poses[1]).toBe(0); // it does not fall
      await other.restore(bytes);
      expect((await other.step(0.1)).poses[1]).toBeLessThan(0);
    } finally {
      other.dispose();
    }
  });

  it('warms up with what was sent, and is as before', async () => {
    const before = await remote.hash();
    const told: number[] = [];
    await remote.warmUp(1, (fraction) => told.push(fraction));
    expect(told.length).toBeGreaterThan(5);
    expect(told).toEqual([...told].sort((a, b) => a - b));
    expect(told.at(-1)).toBe(1);
    expect(await remote.hash()).toBe(before);
  });

  it('takes plain options only: functions do not cross', async () => {
    // @ts-expect-error: rebuild is a function
    await expect(openWorld({ rebuild: rebuildFragments })).rejects.toThrow(/clone/);
  });

  it('that cannot be opened answers nothing, but with the reason', async () => {
    await expect(openWorld({ substeps: 0 })).rejects.toThrow(/substeps is 0/);
    const thread = new Thread(built('world-worker.js'));
    try {
      const world = joinWorld(thread as unknown as Worker, { substeps: 0 });
      await expect(world.hash()).rejects.toThrow(/substeps is 0/); // asked before the answer
      await expect(world.hash()).rejects.toThrow(/substeps is 0/); // and after it
    } finally {
      await thread.terminate();
    }
  });

  it('fails calls under way when it is disposed of', async () => {
    const other = await openWorld({ warmUp: false });
    const under = other.hash();
    other.dispose();
    await expect(under).rejects.toThrow(/disposed/);
    await expect(other.hash()).rejects.toThrow(/disposed/);
  });
});
