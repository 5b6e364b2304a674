// The engine compiles breaking once for a program: while it loads, in slices, so that the page goes on.

import type { Asset } from '../src/bake/asset.ts';
import { runWork } from '../src/job/work.ts';
import { warmUp } from '../src/world/warm-up.ts';

let warming: Promise<void> | null = null; // under way, or done

/** Whether a warm-up was begun in this program. */
export function isWarm(): boolean {
  return warming !== null;
}

/** Warms up, unless that was begun before: then waits for it. */
export function warm(assets: readonly Asset[], onProgress?: (fraction: number) => void): Promise<void> {
  warming ??= runWork(warmUp(assets), onProgress);
  return warming;
}
