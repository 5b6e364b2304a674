// Gathers the rows of a bench: judges them by their targets, and scales times by the reference kernel run beside them.

import type { Report, Row } from './bench.ts';
import { REFERENCE, runKernel } from './kernel.ts';

const TIME = /^(s|ms|µs|ns)\b/; // units of time, and those that go on: "ms a step", "s/million"
const STEADY = 1.05; // the most by which the kernel's times before and after may differ
const TRIES = 4; // then a measurement is kept, and says that it was not steady

/** A report that keeps its rows in `rows`; each is also handed to `print`, unless that is null and all is quiet. */
export function createReport(print: ((row: Row) => void) | null): { report: Report; rows: Row[] } {
  const rows: Row[] = [];
  let held: Row[] | null = null; // rows of the measurement under way, while it may be thrown away
  const keep = (row: Row): void => {
    rows.push(row);
    print?.(row);
  };
  const report: Report = {
    row(row) {
      if (held === null) keep(judge(row));
      else held.push(judge(row));
    },
    note(text) {
      if (print !== null) console.error(`  … ${text}`);
    },
    async timed(job) {
      if (held !== null) throw new Error('timed within timed: let the outer one measure');
      for (let turn = 1; ; turn++) {
        held = [];
        const before = runKernel();
        const result = await job();
        const after = runKernel();
        const taken: Row[] = held;
        held = null;
        const least = Math.min(before, after);
        const steady = Math.max(before, after) <= STEADY * least;
        if (!steady && turn < TRIES) {
          report.note(`the machine's speed changed from ${before.toFixed(1)} to ${after.toFixed(1)}: again`);
          continue;
        }
        for (const row of taken) keep(scale(row, REFERENCE / least, steady));
        return result;
      }
    },
  };
  return { report, rows };
}

function judge(row: Row): Row {
  if (row.target === undefined) return row;
  return { ...row, ok: row.atLeast ? row.value >= row.target : row.value <= row.target };
}

/** A time as it would be where the kernel takes `REFERENCE`. Targets stay those of the time as measured. */
function scale(row: Row, factor: number, steady: boolean): Row {
  if (!TIME.test(row.unit) || row.cold) return row;
  return { ...row, scaled: row.value * factor, ...(steady ? {} : { unsteady: true }) };
}
