// The emitted worker in Node: same bits, same errors, cancel.

import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { bake } from '../../src/index.ts';
import * as shapes from '../../src/mesh/shapes/index.ts';
import type * as Entry from '../../worker/index.ts';

const { bakeInWorker } = (await import(
  resolve(import.meta.dirname, '../../dist/worker/index.js')
)) as typeof Entry;

describe('bakeInWorker', () => {
  it('bakes to the same bits as on this thread, which stays free', async () => {
    const mesh = shapes.createTorus();
    const stages = new Set<string>();
    let turns = 0; // of this thread, while it waits
    let turn = setImmediate(function next() {
      turns++;
      turn = setImmediate(next);
    });
    const there = await bakeInWorker(mesh, { resolution: 12, onProgress: (stage) => stages.add(stage) });
    clearImmediate(turn);
    const here = await bake(mesh, { resolution: 12 });
    expect(there.hash).toBe(here.hash);
    expect(stages.size).toBeGreaterThan(5);
    expect(turns).toBeGreaterThan(5);
  });

  it('takes every option: a wall of a sheet, to the same bits', async () => {
    const sheet = shapes.createSheet({ columns: 2, rows: 2 });
    const options = { shell: 0.1, weld: 0, resolution: 6 } as const;
    expect((await bakeInWorker(sheet, options)).hash).toBe((await bake(sheet, options)).hash);
  });

  it('passes errors on', async () => {
    const bad = bakeInWorker({ positions: [0, 0, 0, 1, 0, 0, 0, 1, 0], indices: [0, 1, 2] });
    await expect(bad).rejects.toThrow(expect.objectContaining({ name: 'InputError', code: 'open-surface' }));
  });

  it('stops when cancelled', async () => {
    const controller = new AbortController();
    const work = bakeInWorker(shapes.createTorus(), {
      signal: controller.signal,
      onProgress: () => controller.abort(),
    });
    await expect(work).rejects.toThrow(expect.objectContaining({ name: 'AbortError' }));
    const never = bakeInWorker(shapes.createTorus(), { signal: AbortSignal.abort() });
    await expect(never).rejects.toThrow(expect.objectContaining({ name: 'AbortError' }));
  });

  it('rejects what cannot be sent, and what onProgress throws', async () => {
    const unsendable = { ...shapes.createTorus(), positions: Object.assign([0, 0, 0], { hook: () => 0 }) };
    await expect(bakeInWorker(unsendable)).rejects.toThrow(/clone/i);
    const onProgress = () => {
      throw new Error('no more');
    };
    await expect(bakeInWorker(shapes.createTorus(), { onProgress })).rejects.toThrow('no more');
  });
});
