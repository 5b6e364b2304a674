import { describe, expect, it } from 'vitest';
import { createRandom, nextFloat, nextUint } from '../../src/math/random.ts';

/** sfc32 in exact integers, from its definition. */
function slowSfc32(seed: bigint, count: number): bigint[] {
  const mask = (1n << 32n) - 1n;
  let [a, b, c, counter] = [0n, seed & mask, (seed >> 32n) & mask, 1n];
  const next = () => {
    const result = (a + b + counter) & mask;
    counter = (counter + 1n) & mask;
    a = b ^ (b >> 9n);
    b = (c + (c << 3n)) & mask;
    c = ((((c << 21n) & mask) | (c >> 11n)) + result) & mask;
    return result;
  };
  for (let i = 0; i < 12; i++) next();
  return Array.from({ length: count }, next);
}

describe('random', () => {
  it('is sfc32, bit for bit, also for seeds beyond 32 bits', () => {
    for (const seed of [0, 1, 42, 4294967295, 4294967296, 2 ** 53 - 1]) {
      const random = createRandom(seed);
      for (const want of slowSfc32(BigInt(seed), 300)) expect(nextUint(random)).toBe(Number(want));
    }
  });

  it('gives pinned numbers for seed 1', () => {
    const random = createRandom(1);
    expect([nextUint(random), nextUint(random), nextUint(random)]).toEqual([
      2012149540, 1872316204, 1707632675,
    ]);
  });

  it('floats lie in [0, 1), spread evenly: 1e6 draws in 16 bins stay within 5 deviations', () => {
    const random = createRandom(2);
    const bins = new Float64Array(16);
    for (let i = 0; i < 1e6; i++) bins[Math.floor(16 * nextFloat(random))]++;
    const deviation = Math.sqrt((1e6 / 16) * (15 / 16));
    for (const n of bins) expect(Math.abs(n - 1e6 / 16)).toBeLessThan(5 * deviation);
    expect(bins.reduce((a, b) => a + b)).toBe(1e6);
  });

  it('generators do not share state', () => {
    const a = createRandom(3);
    const b = createRandom(3);
    nextUint(b);
    const first = nextUint(a);
    expect(nextUint(createRandom(3))).toBe(first);
    expect(nextUint(b)).not.toBe(first);
    expect(nextUint(createRandom(4))).not.toBe(first);
  });
});
