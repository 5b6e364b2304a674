import { describe, expect, it } from 'vitest';
import { createRandom, nextFloat } from '../../src/math/random.ts';
import { createForest } from '../../src/tree/forest.ts';
import { classLength, freeRun, runRoom, takeRun } from '../../src/tree/runs.ts';
import { buildTree } from './breaks.ts';
import { cube } from './sets.ts';

const empty = () => createForest(buildTree(cube(0, 1)));

describe('runs of nodes', () => {
  it('come in the lengths 1, 2, 3, 4, 6, 8, 12, and are less than half too long', () => {
    expect(Array.from({ length: 12 }, (_, c) => classLength(c))).toEqual([
      1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64,
    ]);
    for (let n = 1; n < 5000; n++) {
      expect(runRoom(n)).toBeGreaterThanOrEqual(n);
      expect(runRoom(n)).toBeLessThan(1.5 * n);
    }
  });

  it('are used again: the last one freed first, and only for their length', () => {
    const pool = empty();
    const [a, b, c] = [takeRun(pool, 5), takeRun(pool, 6), takeRun(pool, 2)];
    expect([a, b, c, pool.nodeCount]).toEqual([0, 6, 12, 14]);
    freeRun(pool, a, 6);
    freeRun(pool, b, 6);
    freeRun(pool, c, 2);
    expect([takeRun(pool, 6), takeRun(pool, 5), takeRun(pool, 5), takeRun(pool, 2)]).toEqual([6, 0, 14, 12]);
  });

  it('of a length that is not handed out serve the longest that fits', () => {
    const pool = empty();
    takeRun(pool, 12);
    freeRun(pool, 3, 5);
    expect(takeRun(pool, 6)).toBe(12);
    expect(takeRun(pool, 4)).toBe(3);
  });

  it('never overlap, and a pool that shrinks and grows by turns stops growing: seed 1', () => {
    const pool = empty();
    const random = createRandom(1);
    const taken: { first: number; room: number }[] = [];
    const owner = new Map<number, number>();
    let most = 0;
    for (let k = 0; k < 20000; k++) {
      const many = Math.floor(k / 500) % 2 === 0;
      if (taken.length > 0 && nextFloat(random) < (many ? 0.3 : 0.7)) {
        const [run] = taken.splice(Math.floor(nextFloat(random) * taken.length), 1);
        for (let i = 0; i < run.room; i++) owner.delete(run.first + i);
        freeRun(pool, run.first, run.room);
      } else {
        const length = 1 + Math.floor(20 * nextFloat(random) ** 3);
        const run = { first: takeRun(pool, length), room: runRoom(length) };
        for (let i = 0; i < run.room; i++) {
          expect(owner.has(run.first + i)).toBe(false);
          owner.set(run.first + i, k);
        }
        taken.push(run);
      }
      most = Math.max(most, owner.size);
    }
    expect(pool.nodeCount).toBeLessThan(2 * most);
    expect(pool.point.length).toBeGreaterThanOrEqual(pool.nodeCount);
  });
});
