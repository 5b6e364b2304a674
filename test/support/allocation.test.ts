// The measure of garbage finds what it is there for, to the byte.

import { describe, expect, it } from 'vitest';
import { findGarbage } from './allocation.ts';

const CALLS = 1000;
const out = new Float64Array(1);
let kept: unknown; // what is kept here is on the heap

/** Keeps a number at every so many calls, which boxes it. */
const keepNumbers = (every: number) => () => {
  for (let i = 1; i <= CALLS; i++) {
    out[0] = i + 0.25;
    if (i % every === 0) kept = out[0];
  }
};

const keepLiterals = () => {
  for (let i = 0; i < CALLS; i++) kept = { i };
};

describe('findGarbage', () => {
  it('finds none where a number is boxed once', () => {
    expect(findGarbage(CALLS, keepNumbers(CALLS))).toEqual([]);
    expect(kept).toBe(CALLS + 0.25);
  });

  it.each([
    [1, 16],
    [10, 1.6],
  ])('finds a number that is boxed at every %d. call, and where', (every, bytes) => {
    expect(findGarbage(CALLS, keepNumbers(every))).toEqual([
      `a function in allocation.test.ts: ${bytes} bytes a call`,
    ]);
  });

  it('finds a literal', () => {
    expect(findGarbage(CALLS, keepLiterals)).toEqual(['keepLiterals in allocation.test.ts: 32 bytes a call']);
    expect(kept).toEqual({ i: CALLS - 1 });
  });
});
