// Rows of a bench: judged by their targets, and scaled by the reference kernel where they are times.

import { describe, expect, it } from 'vitest';
import type { Row } from '../../bench/bench.ts';
import { createReport } from '../../bench/report.ts';

describe('rows of a bench', () => {
  it('are judged by their targets, from above and from below', () => {
    const { report, rows } = createReport(null);
    report.row({ name: 'a', value: 1, unit: 'ms', target: 2 });
    report.row({ name: 'b', value: 1, unit: 'ms', target: 2, atLeast: true });
    report.row({ name: 'c', value: 1, unit: 'ms' });
    expect(rows.map((row) => row.ok)).toEqual([true, false, undefined]);
    expect(rows.some((row) => 'scaled' in row)).toBe(false); // not measured beside the kernel
  });

  it('carry a scaled time, by one factor, where they are times and not cold', async () => {
    const printed: Row[] = [];
    const { report, rows } = createReport((row) => printed.push(row));
    const answer = await report.timed(() => {
      report.row({ name: 'ms', value: 10, unit: 'ms a step' });
      report.row({ name: 's', value: 2, unit: 's/million' });
      report.row({ name: 'first', value: 10, unit: 'ms', cold: true });
      report.row({ name: 'pieces', value: 10, unit: 'shots' });
      return 7;
    });
    expect(answer).toBe(7);
    const [ms, s, first, pieces] = rows as (Row & { scaled?: number })[];
    expect(ms.scaled).toBeGreaterThan(0);
    expect(s.scaled).toBeCloseTo((ms.scaled ?? 0) / 5, 9);
    expect(first.scaled).toBeUndefined();
    expect(pieces.scaled).toBeUndefined();
    expect(printed).toEqual(rows);
  });

  it('are kept once, however often a measurement is taken again', async () => {
    const kernel = [20, 30, 29, 29.5]; // milliseconds: the machine slows down, then is steady
    const { report, rows } = createReport(null, () => kernel.shift() ?? 29);
    let runs = 0;
    await report.timed(() => {
      runs++;
      report.row({ name: 'a', value: runs, unit: 'ms' });
    });
    expect(rows).toEqual([{ name: 'a', value: 2, unit: 'ms', scaled: 2 }]);
  });

  it('say so where the machine never was steady', async () => {
    let ms = 10;
    const { report, rows } = createReport(null, () => {
      ms *= 1.5;
      return ms;
    });
    await report.timed(() => report.row({ name: 'a', value: 1, unit: 'ms' }));
    expect(rows.length).toBe(1);
    expect(rows[0].unsteady).toBe(true);
  });

  it('cannot be timed within a timed block, which would be scaled twice', async () => {
    const { report } = createReport(null);
    await expect(report.timed(() => report.timed(() => 1))).rejects.toThrow(/within/);
  });
});
