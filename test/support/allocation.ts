// How much garbage a call makes: the growth of the used heap over many calls, with no collection in between.

import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');

/**
 * Bytes a call of `job`, which runs `calls` of them in a loop: the least of several runs after warming, because the
 * engine's own compiling and profiling also use the heap. The young generation holds 16 MB, so `calls` · bytes
 * must stay well below that. A boxed number takes 16 bytes, so less than 4 a call means that none was made.
 */
export function bytesPerCall(calls: number, job: () => void): number {
  for (let i = 0; i < 5; i++) job();
  let least = Infinity;
  for (let run = 0; run < 5; run++) {
    collect();
    const before = getHeapStatistics().used_heap_size;
    job();
    least = Math.min(least, getHeapStatistics().used_heap_size - before);
  }
  return Math.max(0, least) / calls;
}
