// Where the time of a step goes, by a clock that the caller gives. Nothing depends on it.

import type { Clock } from './options.ts';

/** Milliseconds of the last step, by stage; all 0 without a clock. */
export interface Timings {
  /** Boxes and broad phase. */
  pairs: number;
  /** Contact queries, second looks and their sweeps; sweeps that may cut a step count as solve. */
  contacts: number;
  /** Islands, sleep, what wakes. */
  islands: number;
  /** The solver. */
  solve: number;
  /** Deciding what breaks, and cutting. */
  fracture: number;
  /** Of fields and trees, mass and bodies of what broke. */
  update: number;
  /** Calls of split since the step before. */
  split: number;
  /** Events, seams and debris. */
  events: number;
  /** All of the step. */
  total: number;
}

type Stage = keyof Timings;

/** Made by createTimer alone. */
export interface Timer {
  readonly clock: Clock | null;
  readonly timings: Timings;
  failed: { readonly error: unknown } | null; // what the clock threw, for throwFailed
  begun: number;
  last: number;
  told: boolean; // whether the time of splits is that of a step already ended
}

export function createTimer(clock: Clock | null): Timer {
  return {
    clock,
    timings: {
      pairs: 0,
      contacts: 0,
      islands: 0,
      solve: 0,
      fracture: 0,
      update: 0,
      split: 0,
      events: 0,
      total: 0,
    },
    failed: null,
    begun: 0,
    last: 0,
    told: false,
  };
}

/**
 * What the clock says, in milliseconds; 0 without one. It is code of its giver's: where it throws, time stands still, and the
 * call under way, which does not depend on it, goes on to its end.
 */
export function readClock(timer: Timer): number {
  const { clock, last } = timer;
  if (clock === null) return 0;
  try {
    return Number(clock.now());
  } catch (error) {
    timer.failed ??= { error };
    return last;
  }
}

/** Throws what the clock threw while something was done, which is done now. */
export function throwFailed(timer: Timer): void {
  const { failed } = timer;
  timer.failed = null;
  if (failed !== null) throw failed.error;
}

/** Begins a stage outside of a step. */
export function beginStage(timer: Timer): void {
  if (timer.clock === null) return;
  if (timer.told) timer.timings.split = 0;
  timer.told = false;
  timer.last = readClock(timer);
}

/** Begins a step. What splits took since the last one stays. */
export function beginStep(timer: Timer): void {
  if (timer.clock === null) return;
  beginStage(timer);
  const { timings } = timer;
  timings.pairs = timings.contacts = timings.islands = timings.solve = timings.events = 0;
  timings.fracture = timings.update = 0;
  timer.begun = timer.last;
}

/** Adds the time since the last call to a stage. */
export function endStage(timer: Timer, stage: Stage): void {
  if (timer.clock === null) return;
  const now = readClock(timer);
  timer.timings[stage] += now - timer.last;
  timer.last = now;
}

/** Ends a step. */
export function endStep(timer: Timer): void {
  if (timer.clock === null) return;
  timer.told = true;
  timer.timings.total = readClock(timer) - timer.begun + timer.timings.split;
}
