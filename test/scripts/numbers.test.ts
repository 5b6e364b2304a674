// Numbers in pages: written from saved results, told where they come from, and found where they have no source.

import { describe, expect, it } from 'vitest';
import { fillPage, formatNumber, listLoose, type Result } from '../../scripts/figures/numbers.ts';

const results = new Map<string, Result>([
  [
    'scenes',
    {
      bench: 'scenes',
      machine: 'a machine',
      commit: 'abc1234',
      rows: [
        { name: 'piggy: a step, mean', value: 3.456, unit: 'ms', scaled: 5.912, paper: 1.89 },
        { name: 'piggy: fragments', value: 1234, unit: 'pieces' },
      ],
    },
  ],
]);

describe('numbers of a page', () => {
  it('are written from saved results: scaled times, values, and other fields', () => {
    const page = [
      'A step takes 7<!--scenes/piggy: a step, mean--> ms (3<!--scenes/piggy: a step, mean#value--> here),',
      'paper ?<!--scenes/piggy: a step, mean#paper-->; | 1<!--scenes/piggy: fragments--> | 2<!--[Glondu13]--> |',
      '<!--measured-->old words',
    ].join('\n');
    const { text, lost } = fillPage(page, results);
    expect(lost).toEqual([]);
    expect(text).toContain('takes 5.91<!--scenes/piggy: a step, mean--> ms (3.46<!--');
    expect(text).toContain('paper 1.89<!--');
    expect(text).toContain('| 1,234<!--scenes/piggy: fragments--> | 2<!--[Glondu13]--> |');
    expect(text).toMatch(
      /<!--measured-->\*Measured by `scenes` at abc1234 on a machine; times as on .*29 ms.*\*$/,
    );
    expect(fillPage(text, results).text).toBe(text);
  });

  it('stay where no result has them, and that is told', () => {
    const page = '5<!--scenes/no such row--> and 6<!--nothing/at all-->';
    const { text, lost } = fillPage(page, results);
    expect(text).toBe(page);
    expect(lost).toEqual(['scenes/no such row', 'nothing/at all']);
  });

  it('have three digits, and commas at thousands', () => {
    const shown = [5.912, 12.34, 123.4, 1234.5, 0.01234, 0.00001234, 27, 1234567, 3.0001];
    expect(shown.map(formatNumber)).toEqual([
      '5.91',
      '12.3',
      '123',
      '1,235',
      '0.0123',
      '1.2e-5',
      '27',
      '1,234,567',
      '3',
    ]);
  });

  it('without a source are found, but not in code, nor with one', () => {
    const page =
      '3 ms, 2.5 times as fast, 7<!--scenes/x--> ms, 9 ms<!--given-->\n```\n5 ms\n```\nin `6 ms` and 8 kB, a 3 m/s throw';
    expect(listLoose(page)).toEqual(['1: 3 ms', '1: 2.5 times as fast', '5: 8 kB']);
    expect(listLoose('<!--measured-->*as on a machine that takes 29 ms*')).toEqual([]);
  });
});
