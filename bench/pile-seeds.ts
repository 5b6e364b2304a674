// The same heap begun otherwise, several times: rows a patch and a pair while it settles, when all of it sleeps, what
// still moves then, and how deep pieces are in each other at the end, by their surfaces (`overlap.ts`).

import type { World } from '../src/world/world.ts';
import type { Report } from './bench.ts';
import { createOverlapJudge, judgeOverlaps, placeBodies } from './overlap.ts';
import { createTally, tallyRows } from './rows.ts';

const DT = 1 / 60;
const SECONDS = 6; // what is awake by then rocks
const ASLEEP = 4; // s
const LOOK = 30; // steps between two counts of rows, from 1 s on

/** What became of a heap. */
export interface Heap {
  readonly fragments: number;
  readonly asleep: number; // seconds until all are; Infinity if never
  readonly rocking: number; // bodies that are awake at the end
  readonly fastest: number; // of these, m/s
  readonly rowsAPair: number;
  readonly mostTouching: number; // rows of a patch within ε
  readonly overfull: number; // share of patches with more than four of these
  readonly deepest: number; // overlap at the end, of what is allowed
  readonly epsilons: number; // in ε
  readonly below: number; // bodies whose middle is below the ground
}

/** What bodies may rest in each other by: 0.5 % of the smaller radius, or 0.2 mm if that is more. */
function allowedOf(radius: number): number {
  return Math.max(0.005 * radius, 0.0002);
}

export function playHeap(world: World): Heap {
  const judge = createOverlapJudge();
  const tally = createTally();
  const moving = world.bodies.filter((b) => world.info(b).kind === 'dynamic');
  let asleep = Infinity;
  for (let step = 1; step <= SECONDS / DT && asleep === Infinity; step++) {
    world.step(DT);
    if (step >= 1 / DT && step % LOOK === 0) tallyRows(tally, world, placeBodies(judge, world));
    if (step % 3 === 0 && moving.every((b) => world.info(b).asleep)) asleep = step * DT;
  }
  const awake = moving.map((b) => world.info(b)).filter((info) => !info.asleep);
  const bodies = placeBodies(judge, world);
  let deepest = 0;
  let epsilons = 0;
  for (const { a, b, depth, epsilon } of judgeOverlaps(bodies)) {
    deepest = Math.max(deepest, depth / allowedOf(Math.min(a.info.radius, b.info.radius)));
    epsilons = Math.max(epsilons, depth / epsilon);
  }
  return {
    fragments: moving.length,
    asleep,
    rocking: awake.length,
    fastest: Math.max(
      0,
      ...awake.map(({ velocity, spin, radius }) => Math.hypot(...velocity) + radius * Math.hypot(...spin)),
    ),
    rowsAPair: tally.rows / Math.max(1, tally.pairs),
    mostTouching: tally.mostTouching,
    overfull: tally.overfull / Math.max(1, tally.patches),
    deepest,
    epsilons,
    below: moving.filter((b) => world.info(b).center[1] < 0).length,
  };
}

/** Rows of the worst of several heaps. */
export function judgeHeaps(report: Report, create: (seed: number) => World, seeds: number): void {
  const heaps: Heap[] = [];
  for (let seed = 1; seed <= seeds; seed++) {
    const world = create(seed);
    const heap = playHeap(world);
    world.dispose();
    heaps.push(heap);
    report.note(
      `seed ${seed}: ${heap.fragments} fragments, asleep ${heap.asleep.toFixed(2)} s, ${heap.rocking} rock at ${(100 * heap.fastest).toFixed(2)} cm/s, ${heap.deepest.toFixed(2)} of what is allowed, ${heap.rowsAPair.toFixed(2)} rows a pair`,
    );
  }
  const worst = (read: (heap: Heap) => number): number => Math.max(...heaps.map(read));
  const all = { seeds, fragments: worst((heap) => heap.fragments) };
  report.row({
    name: 'worst seed: all asleep after',
    value: worst((heap) => Math.min(heap.asleep, SECONDS)),
    unit: 's',
    target: ASLEEP,
    later: heaps.filter((heap) => heap.asleep > ASLEEP).length,
    ...all,
  });
  report.row({
    name: `worst seed: fragments that rock after ${SECONDS} s`,
    value: worst((heap) => heap.rocking),
    unit: '',
    target: 0,
    centimetresASecond: 100 * worst((heap) => heap.fastest),
    seedsWithSome: heaps.filter((heap) => heap.rocking > 0).length,
  });
  report.row({
    name: 'worst seed: deepest overlap at the end, by surfaces',
    value: worst((heap) => heap.deepest),
    unit: 'of what is allowed',
    target: 1,
    epsilons: worst((heap) => heap.epsilons),
  });
  report.row({
    name: 'worst seed: rows a touching pair, from 1 s on',
    value: worst((heap) => heap.rowsAPair),
    unit: 'rows',
    target: 6,
  });
  report.row({
    name: 'worst seed: touching rows of a patch, from 1 s on',
    value: worst((heap) => heap.mostTouching),
    unit: 'rows',
    target: 4,
    patchesWithMore: 100 * worst((heap) => heap.overfull), // %
  });
  report.row({
    name: 'worst seed: fragments below the ground',
    value: worst((heap) => heap.below),
    unit: '',
    target: 0,
  });
}
