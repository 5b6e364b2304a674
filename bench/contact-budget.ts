// [Glondu13] figure 16: a plate is dropped into a bowl with random velocities, and a pair of bodies gets a fixed number
// of contacts. How deep the plate is in the bowl, by a full query of every frame that the world knows nothing of, and
// how many points a query looks at. Then, what is left of it all at rest.

import type { Asset } from '../src/bake/asset.ts';
import { bake } from '../src/bake/bake.ts';
import { createRandom, nextFloat, type Random } from '../src/math/random.ts';
import { createBowl } from '../src/mesh/shapes/index.ts';
import type { WorldOptions } from '../src/world/options.ts';
import { World } from '../src/world/world.ts';
import { createJudge, judgeDepth } from '../test/support/judge.ts';
import type { Bench } from './bench.ts';
import { loadPaperModel } from './models.ts';
import { judgeRest } from './rest.ts';

const TRIALS = 200; // a budget; the paper has 10,000
const FRAMES = 60; // a trial, of 1/60 s: it falls, hits the wall, slides down and rocks
const BUDGETS = [2, 3, 4, 5, 6, 8, 10, 14, 20, 50];

/** Means over the frames in which plate and bowl overlap. */
interface Figures {
  readonly depth: number; // of the deepest point, metres
  readonly worst: number; // of all frames
  readonly frames: number;
  readonly contacts: number; // that the world chose
  readonly points: number; // that a query measured
}

export const bench: Bench = {
  name: 'contact-budget',
  answers: '[Glondu13] figure 16: penetration and visited points of a plate in a bowl, for 2 to 50 contacts',
  async run(report, { trials = TRIALS }) {
    report.note('baking');
    const { mesh, spacing, interior } = loadPaperModel('plate');
    const plate = await bake(mesh, { spacing, interior });
    const bowl = await bake(createBowl({ radius: 0.22, height: 0.16, wall: 0.012 }), { cells: 96 });
    const depth: number[] = [];
    for (const contacts of BUDGETS) {
      const found = dropPlates(plate, bowl, { contacts, adaptive: false }, trials);
      depth.push(found.depth);
      report.row(rowOf(`${contacts} contacts: mean penetration`, found, trials));
    }
    const adaptive = dropPlates(plate, bowl, { manifolds: false }, trials);
    report.row(rowOf('adapting from 8: mean penetration', adaptive, trials));
    report.row(rowOf('manifolds: mean penetration', dropPlates(plate, bowl, {}, trials), trials));
    report.row({
      name: 'the knee: contacts at which the curve is furthest below its chord',
      value: BUDGETS[findKnee(depth)],
      unit: 'contacts',
      paper: '8, then it barely improves',
      target: 8,
    });
    const last = depth[depth.length - 1];
    report.row({
      name: 'contacts from which less than a tenth is left to gain',
      value: BUDGETS.find((_, k) => depth[k] - last < 0.1 * (depth[0] - last)) ?? Infinity,
      unit: 'contacts',
    });
    await judgeRest(report);
  },
};

/** The place in BUDGETS where the curve of depths bends most: furthest below the line from its first point to its last. */
function findKnee(depth: number[]): number {
  const last = depth.length - 1;
  const below = BUDGETS.map((budget, k) => {
    const along = (budget - BUDGETS[0]) / (BUDGETS[last] - BUDGETS[0]);
    return 1 - along - (depth[k] - depth[last]) / (depth[0] - depth[last]);
  });
  return below.indexOf(Math.max(...below));
}

function rowOf(name: string, { depth, worst, frames, contacts, points }: Figures, trials: number) {
  return {
    name,
    value: 1000 * depth,
    unit: 'mm',
    pointsAQuery: points,
    contacts,
    deepestMillimetres: 1000 * worst,
    overlapsAnyFrame: frames / trials / FRAMES,
    trials,
  };
}

function dropPlates(plate: Asset, bowl: Asset, options: WorldOptions, trials: number): Figures {
  const judge = createJudge();
  const random = createRandom(16);
  let depth = 0;
  let worst = 0;
  let frames = 0;
  let contacts = 0;
  let points = 0;
  let queries = 0;
  for (let trial = 0; trial < trials; trial++) {
    const world = new World({ ...options, sleep: false });
    const still = world.addStatic(bowl);
    const body = world.add(plate, {
      position: [0.06 * signed(random), 0.28, 0.06 * signed(random)],
      rotation: [0.5 * signed(random), signed(random), 0.5 * signed(random), 1],
      velocity: [0.4 * signed(random), -0.5 - 0.5 * nextFloat(random), 0.4 * signed(random)],
      spin: [4 * signed(random), 4 * signed(random), 4 * signed(random)],
    });
    for (let frame = 0; frame < FRAMES; frame++) {
      world.step(1 / 60);
      const deepest = judgeDepth(judge, world, still, body);
      if (deepest === 0) continue;
      frames++;
      depth += deepest;
      worst = Math.max(worst, deepest);
      contacts += world.contacts.count;
    }
    points += world.counters.points;
    queries += world.counters.queries;
  }
  return { depth: depth / frames, worst, frames, contacts: contacts / frames, points: points / queries };
}

/** A random number from −1 to 1. */
function signed(random: Random): number {
  return 2 * nextFloat(random) - 1;
}
