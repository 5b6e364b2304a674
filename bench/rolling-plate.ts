// [Glondu13] figure 5: the plate of 5,392 triangles rolls over the floor on its rim, leans over, and comes to lie on its
// foot. How many contacts a step has, as the world chooses them, and how many there are by a full query.

import { bake } from '../src/bake/bake.ts';
import { createShape } from '../src/contact/collider.ts';
import { World } from '../src/world/world.ts';
import { createJudge, EPSILON, judgeDepth } from '../test/support/judge.ts';
import type { Bench, Report } from './bench.ts';
import { loadPaperModel } from './models.ts';

const SECONDS = 4;
const RADIUS = 0.13;
const SPEED = 1.2; // m/s, of the rolling plate

/** A count that is taken in every step. */
interface Tally {
  sum: number;
  most: number;
}

export const bench: Bench = {
  name: 'rolling-plate',
  answers: '[Glondu13] figure 5: contacts of a rolling plate, self-adapting against full',
  async run(report) {
    report.note('baking');
    const { mesh, spacing, interior } = loadPaperModel('plate');
    const plate = await bake(mesh, { spacing, interior });
    const world = new World({ sleep: false });
    const floor = world.addStatic(createShape('plane'));
    const body = world.add(plate, {
      position: [0, RADIUS + 0.001, 0],
      rotation: [0.68, 0, 0, 0.73], // on its rim, leaning a little
      velocity: [SPEED, 0, 0],
      spin: [0, 0, -SPEED / RADIUS],
    });
    const epsilon = EPSILON * world.info(body).radius;
    const judge = createJudge();
    const tallies = {
      chosen: tally(),
      touching: tally(),
      full: tally(),
      rollChosen: tally(),
      rollFull: tally(),
    };
    let deepest = 0;
    let steps = 0;
    let upright = 0;
    for (; steps < 60 * SECONDS; steps++) {
      world.step(1 / 60);
      deepest = Math.max(deepest, judgeDepth(judge, world, floor, body, epsilon));
      const { count, distance } = world.contacts;
      const touching = distance.subarray(0, count).filter((d) => d <= epsilon).length;
      add(tallies.chosen, count);
      add(tallies.touching, touching);
      add(tallies.full, judge.found.count);
      if (world.poses[7 * world.indexOf(body) + 1] < RADIUS / 2) continue;
      upright++;
      add(tallies.rollChosen, count);
      add(tallies.rollFull, judge.found.count);
    }
    const rolling = upright / 60;
    print(report, 'self-adapting, all', tallies.chosen, steps, '6 at most', 8);
    print(
      report,
      `self-adapting, rolling (${rolling.toFixed(1)} s)`,
      tallies.rollChosen,
      upright,
      '6 at most',
      8,
    );
    print(report, 'self-adapting, closer than ε', tallies.touching, steps, '6 at most', 8);
    print(report, 'full query, all', tallies.full, steps, '128 at most');
    print(report, `full query, rolling (${rolling.toFixed(1)} s)`, tallies.rollFull, upright, '128 at most');
    report.row({
      name: 'deepest point, by the full query',
      value: 1000 * deepest,
      unit: 'mm',
      epsilon: 1000 * epsilon,
    });
  },
};

function tally(): Tally {
  return { sum: 0, most: 0 };
}

function add(to: Tally, count: number): void {
  to.sum += count;
  to.most = Math.max(to.most, count);
}

function print(
  report: Report,
  name: string,
  { sum, most }: Tally,
  steps: number,
  paper: string,
  target?: number,
): void {
  const row = { name: `${name}: most`, value: most, unit: 'contacts', paper, mean: sum / steps };
  report.row(target === undefined ? row : { ...row, target });
}
