// Gathers the rows of a bench: judges them by their targets, and scales times by the reference kernel run beside them.

import type { Report, Row } from './bench.ts';
import { REFERENCE, runKernel } from './kernel.ts';

const TIME = /^(s|ms|µs|ns)(?![a-zA-Z])/; // units of time, and those that go on: "ms a step", "s/million"
const STEADY = 1.05; // the most by which the kernel's times before and after may differ
const TRIES = 4; // then a measurement is kept, and says that it was not steady

export interface Gathered {
  readonly report: Report;
  readonly rows: Row[];
  readonly kept: Record<string, unknown>;
}

/** A report that keeps what it is told; each row is also handed to `print`, unless that is null and all is quiet. */
export function createReport(print: ((row: Row) => void) | null, kernel = runKernel): Gathered {
  const rows: Row[] = [];
  const kept: Record<string, unknown> = {};
  let held: Row[] | null = null; // rows of the measurement under way, while it may be thrown away
  const add = (row: Row): void => {
    rows.push(row);
    print?.(row);
  };
  const report: Report = {
    row(row) {
      if (held === null) add(judge(row));
      else held.push(judge(row));
    },
    note(text) {
      if (print !== null) console.error(`  … ${text}`);
    },
    keep(name, data) {
      kept[name] = data;
    },
    async turn(job) {
      for (let turn = 1; ; turn++) {
        const before = kernel();
        const result = await job();
        const after = kernel();
        const least = Math.min(before, after);
        const steady = Math.max(before, after) <= STEADY * least;
        if (steady || turn === TRIES) return { result, factor: REFERENCE / least, steady };
        report.note(`the machine's speed changed, ${before.toFixed(1)} to ${after.toFixed(1)} ms: again`);
      }
    },
    async timed(job) {
      if (held !== null) throw new Error('timed within timed: let the outer one measure');
      let taken: Row[] = [];
      const { result, factor, steady } = await report.turn(async () => {
        held = [];
        try {
          return await job();
        } finally {
          taken = held;
          held = null;
        }
      });
      for (const row of taken) add(scale(row, factor, steady));
      return result;
    },
  };
  return { report, rows, kept };
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
