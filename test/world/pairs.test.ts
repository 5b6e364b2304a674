// The lists that bodies keep of their pairs, against a plain list of all pairs that is walked.

import { expect, it } from 'vitest';
import { createRandom, nextFloat } from '../../src/math/random.ts';
import { createPairs, findPair, freePair, type Pair, pairsOf, takePair } from '../../src/world/pairs.ts';

it('bodies list the pairs that a walk over all of them finds, whatever came and went', () => {
  for (let seed = 1; seed <= 20; seed++) {
    const random = createRandom(seed);
    const draw = (below: number) => Math.floor(nextFloat(random) * below);
    const pairs = createPairs();
    let all: Pair[] = [];
    const bodies = 2 + draw(12);
    for (let turn = 0; turn < 400; turn++) {
      const a = draw(bodies - 1);
      const b = a + 1 + draw(bodies - 1 - a);
      const known = all.find((pair) => pair.a === a && pair.b === b) ?? null;
      expect(findPair(pairs, a, b)).toBe(known);
      if (known === null) all.push(takePair(pairs, a, b));
      else if (draw(3) > 0) {
        freePair(pairs, known);
        all = all.filter((pair) => pair !== known);
      } else {
        for (const pair of pairsOf(pairs, a)) freePair(pairs, pair);
        all = all.filter((pair) => pair.a !== a && pair.b !== a);
      }
      const row = draw(bodies);
      const own = all
        .filter((pair) => pair.a === row || pair.b === row)
        .sort((p, q) => p.a - q.a || p.b - q.b);
      expect(pairsOf(pairs, row)).toEqual(own);
    }
  }
});

it('a body that never had a pair has none', () => {
  expect(pairsOf(createPairs(), 7)).toEqual([]);
});

it('of records that wait to be used again there are hardly more than are in use', () => {
  const pairs = createPairs();
  const all = Array.from({ length: 500 }, (_, k) => takePair(pairs, 0, k + 1));
  expect(pairs.list.length).toBe(500);
  for (const pair of all.splice(0, 490)) freePair(pairs, pair);
  expect(pairs.free.length).toBeLessThan(50);
  expect(pairs.list.length).toBe(pairs.free.length + 10);
  for (const [k, pair] of pairs.list.entries()) expect(pair.at).toBe(k);
  expect(pairsOf(pairs, 0)).toEqual(all);
});
