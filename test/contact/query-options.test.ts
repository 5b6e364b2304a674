// What contact queries can be told.

import { describe, expect, it } from 'vitest';
import { createQueryOptions, type QueryChoice } from '../../src/contact/options.ts';

describe('options of a query', () => {
  it('have the figures of the paper by default', () => {
    const options = createQueryOptions();
    expect([options.budget, options.contacts, options.cap, options.margin]).toEqual(['adaptive', 8, 64, 0]);
    expect([options.epsilon, options.tolerance, options.hysteresis]).toEqual([-1, -1, -1]); // of the pair's size
    expect([options.edges, options.seeds, options.thin]).toEqual([true, true, true]);
  });

  it('name what is wrong and how to mend it', () => {
    const cases: [QueryChoice, RegExp][] = [
      [{ budget: 'some' as 'full' }, /budget is some: give 'adaptive', 'hard' or 'full'/],
      [{ contacts: 0 }, /contacts is 0: give a whole number from 1 on/],
      [{ contacts: 2.5 }, /contacts is 2.5/],
      [{ contacts: 20, cap: 10 }, /cap is 10: give a whole number from contacts \(20\) on/],
      [{ epsilon: -0.1 }, /epsilon is -0.1: give a length of 0 or more, in metres/],
      [{ tolerance: Number.NaN }, /tolerance is NaN/],
      [{ margin: Infinity }, /margin is Infinity/],
      [{ hysteresis: -1 }, /hysteresis is -1/],
    ];
    for (const [choice, message] of cases) expect(() => createQueryOptions(choice)).toThrow(message);
  });
});
