// Queries that may look at few spheres each: over a round of them, nothing deeper than ε is left out.

import { beforeAll, describe, expect, it } from 'vitest';
import type { Collider } from '../../src/contact/collider.ts';
import { createContacts } from '../../src/contact/contacts.ts';
import { createQueryOptions } from '../../src/contact/options.ts';
import { createPair, resetPair } from '../../src/contact/pair.ts';
import { queryContacts } from '../../src/contact/query.ts';
import { createQueryWork } from '../../src/contact/work.ts';
import { createRandom, nextFloat } from '../../src/math/random.ts';
import { createBox } from '../../src/mesh/shapes/box.ts';
import { createSphere } from '../../src/mesh/shapes/sphere.ts';
import { breakAtRandom, bruteContacts, createCopy, createTurned, labelsOf } from './brute.ts';

const EPSILON = 0.002;
let broken: Collider[];

beforeAll(async () => {
  broken = [
    await createCopy(createSphere({ frequency: 4 }), 0.3),
    await createCopy(createBox({ size: [0.5, 0.3, 0.4], edge: 0.1 }), 0.2),
  ];
  broken.forEach((copy, k) => {
    breakAtRandom(copy, 4, 20 + k);
  });
});

/** Queries 300 random poses of fragments until a round is complete; what was left out, and how long it took. */
function goRound(effort: number | undefined, seed: number) {
  const options = createQueryOptions({
    epsilon: EPSILON,
    cap: 10_000,
    edges: false,
    thin: false,
    ...(effort === undefined ? {} : { effort }),
  });
  const random = createRandom(seed);
  const work = createQueryWork();
  const out = createContacts(4);
  const pair = createPair();
  const result = { missing: 0, deep: 0, queries: 0, most: 0, longest: 0 };
  for (let trial = 0; trial < 300; trial++) {
    const [A, B] = trial % 2 > 0 ? broken : [...broken].reverse();
    const [labelA, labelB] = [A, B].map((of) => labelsOf(of)[trial % labelsOf(of).length]);
    const frame = createTurned(random);
    for (let d = 9; d < 12; d++) frame[d] = 0.3 * (nextFloat(random) - 0.5);
    resetPair(pair);
    let queries = 0;
    do {
      const before = work.counters.nodes;
      queryContacts(out, work, pair, A, labelA, B, labelB, frame, options);
      if (queries > 0) result.most = Math.max(result.most, work.counters.nodes - before);
      queries++;
    } while (!pair.complete && queries < 500);
    result.longest = Math.max(result.longest, queries);
    result.queries += queries;
    const got = new Set(out.index.subarray(0, out.count));
    for (const { index, distance } of bruteContacts(A, labelA, B, labelB, frame, -EPSILON)) {
      if (!(distance < -EPSILON)) continue;
      result.deep++;
      if (!got.has(index)) result.missing++;
    }
  }
  return result;
}

describe('effort', () => {
  it('is not spared by default: one query is a round, seed 1', () => {
    const { missing, deep, queries } = goRound(undefined, 1);
    expect(deep).toBeGreaterThan(2000);
    expect(queries).toBe(300);
    expect(missing).toBe(0);
  });

  it.each([1, 6, 24])('bounds queries, and a round misses nothing: %i spheres, seed 1', (effort) => {
    const { missing, queries, most, longest } = goRound(effort, 1);
    expect(queries).toBeGreaterThan(360); // it did take more than one query
    expect(longest).toBeLessThan(500);
    expect(most).toBeLessThanOrEqual(2 * effort);
    expect(missing).toBe(0);
  });
});
