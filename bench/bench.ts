// What a bench is, and how it measures: seeded, warmed, median and minimum, counters beside times.

/**
 * One measurement. `target` is a ceiling unless `atLeast`; further fields are counters. A row whose unit is one of time
 * and that comes from a `timed` block also gets `scaled`, unless it is `cold`: about compiling, a first run or garbage,
 * which no kernel scales.
 */
export interface Row {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly paper?: number | string;
  readonly target?: number;
  readonly atLeast?: boolean;
  readonly cold?: boolean;
  readonly [counter: string]: unknown;
}

/** Where a bench writes: rows are results, notes are progress and never part of the JSON. */
export interface Report {
  row(row: Row): void;
  note(text: string): void;
  /**
   * Runs `job` between two runs of the reference kernel. Where these differ by more than 5 %, its rows are thrown away
   * and it runs again, so it may run several times and must begin anew each time. The time rows of `job` carry `scaled`.
   */
  timed<T>(job: () => T | Promise<T>): Promise<T>;
  /** The same for one turn of several: runs `job` until the machine was steady; its times times `factor` are scaled. */
  turn<T>(job: () => T | Promise<T>): Promise<Turn<T>>;
  /** Keeps data beside the rows of a saved result, for charts. */
  keep(name: string, data: unknown): void;
}

export interface Turn<T> {
  readonly result: T;
  readonly factor: number;
  readonly steady: boolean; // false where the machine never was
}

/** The middle one of some numbers. */
export function medianOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1];
}

/** What a bench can be told on the command line; each takes what it knows. */
export interface Flags {
  readonly trials?: number; // repetitions with other random numbers, where a bench has such
  readonly steps?: number; // of scenes, at most
  readonly scene?: string; // one alone
  readonly large?: boolean; // sizes that take long or much memory
  readonly quick?: boolean; // a sample, in benches that have one: for a look, not with --save
}

export interface Bench {
  readonly name: string;
  readonly answers: string; // the question, table or figure it answers
  run(report: Report, flags: Flags): void | Promise<void>;
}

export interface Measured<T> {
  readonly median: number; // milliseconds
  readonly min: number;
  readonly result: T; // of the last run
}

/** Times `job` after `warm` unmeasured runs. */
export function measure<T>(job: () => T, { runs = 5, warm = 1 } = {}): Measured<T> {
  let result!: T;
  for (let i = 0; i < warm; i++) result = job();
  const times: number[] = [];
  for (let i = 0; i < runs; i++) {
    const start = performance.now();
    result = job();
    times.push(performance.now() - start);
  }
  times.sort((a, b) => a - b);
  return { median: times[times.length >> 1], min: times[0], result };
}
