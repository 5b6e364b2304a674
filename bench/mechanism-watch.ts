// What bench `mechanisms` watches in every world: overlaps by surfaces, and the energy gained in a step.

import type { World } from '../src/world/world.ts';
import type { Report } from './bench.ts';
import { createOverlapJudge, judgeOverlaps, placeBodies } from './overlap.ts';
import { quantile } from './overlaps.ts';

export const DT = 1 / 60;
export const GRAVITY = 9.81;
export const DEEP = 5; // ε in motion
export const REST = 1; // ε at rest

/** Watches a world step by step. */
export interface Watch {
  readonly world: World;
  readonly depths: number[]; // in ε, every pair that is close, every so many steps
  gained: number; // J, the most in a step, beyond what was put in
  energy: number;
}

export function watchWorld(world: World): Watch {
  const { kinetic, potential } = world.measure();
  return { world, depths: [], gained: 0, energy: kinetic + potential };
}

const judge = createOverlapJudge();

/** Steps and judges. `put` is the energy that the step was given from outside. */
export function stepWatched(watch: Watch, step: number, every: number, put = 0): void {
  const { world } = watch;
  world.step(DT);
  const { kinetic, potential } = world.measure();
  watch.gained = Math.max(watch.gained, kinetic + potential - watch.energy - put);
  watch.energy = kinetic + potential;
  if (step % every !== 0) return;
  for (const { depth, epsilon } of judgeOverlaps(placeBodies(judge, world)))
    watch.depths.push(depth / epsilon);
}

/** Rows of what was watched; energy in parts of `scale`, J. */
export function tellWatch(
  report: Report,
  name: string,
  { depths, gained }: Watch,
  most: number,
  scale: number,
): void {
  report.row({
    name: `${name}: deepest overlap`,
    value: Math.max(0, ...depths),
    unit: 'ε',
    target: most,
    p99: quantile(depths, 0.99),
  });
  report.row({
    name: `${name}: energy gained in a step`,
    value: (100 * gained) / scale,
    unit: '%',
    target: 1,
  });
}

/** The turn about an axis (0, 1, 2) of a pose that turns about that alone; grows beyond a turn. */
export function followTurn(before: number, pose: readonly number[], axis: number): number {
  const angle = 2 * Math.atan2(pose[3 + axis], pose[6]);
  const turns = Math.round((before - angle) / (2 * Math.PI));
  return angle + 2 * Math.PI * turns;
}
