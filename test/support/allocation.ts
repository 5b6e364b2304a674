// How much garbage a call makes: the growth of the used heap over many calls, with no collection in between.

import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');

/**
 * Bytes a call of `job`, which makes `calls` of them in a loop: the least of up to 40 runs, because the engine's own
 * compiling uses the heap too and, on a busy machine, comes late. Ends at the first run that shows next to none. The
 * young generation holds 16 MB, so `calls` · bytes must stay well below that. A boxed number takes 16 bytes, so less
 * than 4 a call means that none was made.
 */
export function bytesPerCall(calls: number, job: () => void): number {
  let least = Infinity;
  for (let run = 0; run < 40 && least > 2 * calls; run++) {
    job();
    collect();
    job(); // what a collection threw away comes back: some kilobytes of the engine's own
    const before = getHeapStatistics().used_heap_size;
    job();
    least = Math.min(least, getHeapStatistics().used_heap_size - before);
  }
  return Math.max(0, least) / calls;
}
