// Long jobs in steps. A job is a generator that yields its fraction done and returns its result, so that the
// same code runs to the end at once (finishWork) or in slices that report progress and can be cancelled
// (runWork). Jobs yield after fixed amounts of work, never by the clock: results do not depend on time.

import { isFunction, isSignal, refuse } from './check.ts';

/** A long job: yields the fraction done, rising in [0, 1], and returns its result. */
export type Work<T> = Generator<number, T, void>;

/** Throws unless a value is a job. */
function checkWork(work: unknown): void {
  if (typeof (work as Work<unknown> | null)?.next !== 'function')
    throw refuse('work', work, 'a job, such as warmUp() gives');
}

/** Runs a job to its end without a pause. */
export function finishWork<T>(work: Work<T>): T {
  checkWork(work);
  let step = work.next();
  while (!step.done) step = work.next();
  return step.value;
}

/**
 * Runs a job in slices, giving way to the event loop between them. Rejects with the signal's reason
 * (an AbortError by default) at the first slice after `signal` aborts; the job's cleanup runs then.
 */
export async function runWork<T>(
  work: Work<T>,
  onProgress?: (fraction: number) => void,
  signal?: AbortSignal,
): Promise<T> {
  checkWork(work);
  if (onProgress !== undefined) isFunction('onProgress', onProgress);
  if (signal !== undefined) isSignal('signal', signal);
  const pause = createPause();
  try {
    signal?.throwIfAborted();
    let step = work.next();
    while (!step.done) {
      onProgress?.(step.value);
      await pause.turn();
      signal?.throwIfAborted();
      step = work.next();
    }
    return step.value;
  } catch (error) {
    work.return(undefined as T);
    throw error;
  } finally {
    pause.close();
  }
}

/**
 * One turn of the event loop at a time; setTimeout would add 1 to 4 ms a slice. Browsers: a message to oneself.
 * Node hands over up to a thousand such messages in a single turn, so there it is setImmediate.
 */
function createPause(): { turn(): Promise<void>; close(): void } {
  const { setImmediate } = globalThis as { setImmediate?: (task: () => void) => unknown };
  if (setImmediate) {
    return { turn: () => new Promise((resolve) => setImmediate(resolve)), close() {} };
  }
  const { port1, port2 } = new MessageChannel();
  let resume = () => {};
  port1.onmessage = () => resume();
  return {
    turn: () =>
      new Promise((resolve) => {
        resume = resolve;
        port2.postMessage(0);
      }),
    close: () => port1.close(),
  };
}

/** Passes a part's progress on as the range [from, to] of the whole: `yield* within(0.2, 0.5, part)`. */
export function* within<T>(from: number, to: number, part: Work<T>): Work<T> {
  try {
    let step = part.next();
    while (!step.done) {
      yield from + (to - from) * step.value;
      step = part.next();
    }
    return step.value;
  } finally {
    part.return(undefined as T); // an abort reaches the part; nothing happens to one that has ended
  }
}
