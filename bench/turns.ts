// Jobs that are compared take turns, so that what disturbs one disturbs the others. The clock is that of the reference
// kernel, so that both feel a busy machine alike.

import { medianOf } from './bench.ts';
export interface Turns {
  readonly median: number; // milliseconds
  readonly min: number;
  readonly times: readonly number[]; // turn by turn
}

/** Milliseconds that `job` takes. */
export function timeOf(job: () => void): number {
  const start = performance.now();
  job();
  return performance.now() - start;
}

/** What `times` of equal work amount to. */
export function summarise(times: readonly number[]): Turns {
  return { median: medianOf(times), min: Math.min(...times), times };
}

/** Times `jobs` one after the other, so many turns, after `warm` turns that do not count. */
export function takeTurns(jobs: readonly (() => void)[], { turns = 5, warm = 1 } = {}): Turns[] {
  const times: number[][] = jobs.map(() => []);
  for (let turn = -warm; turn < turns; turn++) {
    for (const [j, job] of jobs.entries()) {
      const ms = timeOf(job);
      if (turn >= 0) times[j].push(ms);
    }
  }
  return times.map(summarise);
}

/** How many times as long `a` takes as `b`: the median of the turns, each compared with the same turn. */
export function ratioOf(a: Turns, b: Turns): number {
  return medianOf(a.times.map((ms, turn) => ms / b.times[turn]));
}
