// The engine compiles breaking once for a program: while it loads, in slices, so that the page goes on.

import type { Asset } from '../src/bake/asset.ts';
import { runWork } from '../src/job/work.ts';
import { warmUp } from '../src/world/warm-up.ts';

const listeners = new Set<(fraction: number) => void>();
let warming: Promise<void> | null = null; // under way, or done
let done = false;

/** Whether a warm-up was done in this program. */
export function isWarm(): boolean {
  return done;
}

/** Warms up, with breaks of `assets` too, unless that was begun before: then waits for it. */
export function warm(onProgress?: (fraction: number) => void, assets: readonly Asset[] = []): Promise<void> {
  if (onProgress !== undefined && !done) listeners.add(onProgress);
  warming ??= runWork(warmUp(assets), (fraction) => {
    for (const tell of listeners) tell(fraction);
  }).then(() => {
    done = true;
    listeners.clear();
  });
  return warming;
}
