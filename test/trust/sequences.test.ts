// Random sequences of calls on plane, box and terrain, and in space: numbers, depth below ground, energy, momentum, restore
// and replay. npm run fuzz plays many more.

import { expect, it } from 'vitest';
import { boxAsset } from '../world/things.ts';
import { drawSequence, type Op, printSequence, runSequences, shrinkSequence } from './sequences.ts';

it('eight sequences of 60 calls hold, on four grounds', async () => {
  const cube = await boxAsset(0.4, 0.4, 0.4, 0.1);
  expect(runSequences(0, 8, 60, cube)).toEqual([]);
});

it('a sequence that fails is cut down to its shortest and printed as code', () => {
  const ops = drawSequence(1, 100);
  const bad = (part: readonly Op[]) =>
    part.some(({ op }) => op === 'split') && part.some(({ op }) => op === 'impulse');
  const least = shrinkSequence(ops, bad);
  expect(least.map(({ op }) => op).sort()).toEqual(['impulse', 'split']);
  expect(printSequence(least, 'box')).toMatch(/^playSequence\(\[\n {2}\{"op":"/);
});
