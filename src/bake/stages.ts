// The stages of a bake: which share of the whole each of them takes, for progress.

import { type Work, within } from '../job/work.ts';
import type { BakeStage } from './options.ts';

/** Where each stage ends, as a fraction of the whole (measured: bench/bake on the bunny; walls take much longer). */
const ENDS: readonly (readonly [BakeStage, number])[] = [
  ['repair', 0.005],
  ['shell', 0.505],
  ['inspect', 0.51],
  ['refine', 0.52],
  ['tetrahedra', 0.62],
  ['thickness', 0.63],
  ['field', 0.68],
  ['nodes', 0.69],
  ['modes', 0.985],
  ['tree', 1],
];

/** The stage that a fraction of the whole lies in. */
export function stageAt(fraction: number): BakeStage {
  return (ENDS.find(([, end]) => fraction < end) ?? ENDS[ENDS.length - 1])[0];
}

/** The fraction done of a bake that has not all stages. */
export function withoutStages(fraction: number, skipped: readonly BakeStage[]): number {
  let [done, whole] = [fraction, 1];
  for (const name of skipped) {
    const i = ENDS.findIndex(([stage]) => stage === name);
    const [start, end] = [ENDS[i - 1][1], ENDS[i][1]];
    done -= Math.max(0, Math.min(fraction, end) - start);
    whole -= end - start;
  }
  return Math.min(1, done / whole);
}

/** Runs a part as one stage, or as the piece [from, to] of it: its progress fills that share of the whole. */
export function* stage<T>(name: BakeStage, part: Work<T>, from = 0, to = 1): Work<T> {
  const i = ENDS.findIndex(([stage]) => stage === name);
  const start = i === 0 ? 0 : ENDS[i - 1][1];
  const span = ENDS[i][1] - 1e-9 - start; // just short of the next stage, for a part whose last report says 1
  yield start + from * span;
  return yield* within(start + from * span, start + to * span, part);
}

/** A part that is done at once. */
export function* once<T>(job: () => T): Work<T> {
  yield 0;
  return job();
}
