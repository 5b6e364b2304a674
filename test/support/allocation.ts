// What a job allocates: every object that the engine makes while it runs, by the function that is running.

import { type HeapProfiler, Session } from 'node:inspector';
import { basename } from 'node:path';
import { setFlagsFromString } from 'node:v8';

setFlagsFromString('--sampling-heap-profiler-suppress-randomness');
const session = new Session();
session.connect();

/** Every object is a sample, whether or not it is collected before the end. */
const SAMPLING = {
  samplingInterval: 1,
  includeObjectsCollectedByMajorGC: true,
  includeObjectsCollectedByMinorGC: true,
};

/**
 * The functions that allocate while `job` makes `calls` of what is tested, or none if they stay below `allowed` bytes a
 * call together: a boxed number takes 16. A function may be named for the one that it was inlined into. The answer does
 * not vary: vitest.config.ts has the engine optimise at once what it has counted to be hot. On another thread, as by
 * default, code is ready sooner or later, and then differs in what it inlines and boxes.
 */
export function findGarbage(calls: number, job: () => void, allowed = 1): string[] {
  if (!process.execArgv.includes('--no-concurrent-recompilation')) {
    throw new Error('What is allocated would vary: run this by vitest.config.ts.');
  }
  const { total, sizes } = sampleLeast(job, allowed * calls);
  if (total < allowed * calls) return [];
  return [...sizes]
    .sort(([, a], [, b]) => b - a)
    .map(([name, size]) => `${name}: ${Number((size / calls).toPrecision(3))} bytes a call`);
}

interface Sampled {
  readonly total: number; // bytes
  readonly sizes: Map<string, number>; // by function
}

/**
 * The least that a run of `job` allocates, of up to 40, because code allocates until it is optimised, and the engine
 * for compiling it. Ends at the first run that stays below `enough` bytes.
 */
function sampleLeast(job: () => void, enough: number): Sampled {
  let least: Sampled = { total: Infinity, sizes: new Map() };
  for (let run = 0; run < 40 && least.total >= enough; run++) {
    job();
    job();
    startSampling();
    job();
    const sampled = stopSampling();
    if (sampled.total < least.total) least = sampled;
  }
  return least;
}

function startSampling(): void {
  session.post('HeapProfiler.startSampling', SAMPLING); // answers at once, as does the other
}

function stopSampling(): Sampled {
  const sizes = new Map<string, number>();
  let total = 0;
  const add = ({ callFrame, selfSize, children }: HeapProfiler.SamplingHeapProfileNode): void => {
    const { functionName, url } = callFrame;
    if (functionName === startSampling.name || functionName === stopSampling.name) return;
    const name = `${functionName || 'a function'} in ${basename(url) || 'the engine'}`;
    if (selfSize > 0) sizes.set(name, (sizes.get(name) ?? 0) + selfSize);
    total += selfSize;
    children.forEach(add);
  };
  session.post('HeapProfiler.stopSampling', (error, { profile }) => {
    if (error) throw error;
    add(profile.head);
  });
  return { total, sizes };
}
