// Bench `mechanisms`, a sample: its meshes are closed solids that fit into each other, and they hold.

import { expect, it } from 'vitest';
import { COARSE, createBolt, createLock, createNut, STEEP } from '../../bench/mechanism-meshes.ts';
import { stepWatched, watchWorld } from '../../bench/mechanism-watch.ts';
import { areLinked, bakeLock, bakeRing, hangChain, putLock } from '../../bench/mechanisms.ts';
import { createOverlapJudge, judgeOverlaps, placeBodies } from '../../bench/overlap.ts';
import { enclosedVolume } from '../../src/mesh/mass.ts';
import { createSurfaceQuery } from '../../src/mesh/surface-distance.ts';

it('threads and locks are closed, with their insides inside', () => {
  const { key, plug, housing } = createLock();
  for (const mesh of [createBolt(COARSE), createNut(STEEP), key, plug, housing]) {
    expect(createSurfaceQuery(mesh).closed).toBe(true);
    expect(enclosedVolume(mesh)).toBeGreaterThan(0);
  }
});

it('a key, its plug and the housing begin apart and rest in each other, hardly overlapping', async () => {
  const { world } = putLock(await bakeLock(), 'dynamic');
  expect(judgeOverlaps(placeBodies(createOverlapJudge(), world)).every(({ depth }) => depth === 0)).toBe(
    true,
  );
  const watch = watchWorld(world);
  for (let step = 1; step <= 60; step++) stepWatched(watch, step, 30);
  expect(Math.max(...watch.depths)).toBeLessThan(2);
});

it('a chain of three rings swings and stays linked', async () => {
  const { world, ids } = hangChain(await bakeRing(), 3);
  world.setVelocity(ids[2], [1, 0, 0.5]);
  for (let step = 0; step < 30; step++) world.step(1 / 60);
  expect(areLinked(world, ids[0], ids[1])).toBe(true);
  expect(areLinked(world, ids[1], ids[2])).toBe(true);
  expect(areLinked(world, ids[0], ids[2])).toBe(false);
});
