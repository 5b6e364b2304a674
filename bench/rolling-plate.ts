// [Glondu13] figure 5: the plate of 5,392 triangles rolls over the floor on its rim, leans over, and comes to lie on its
// foot. How many contacts a step has, as the world chooses them, and how many there are by a full query.

import { bake } from '../src/bake/bake.ts';
import { createShape } from '../src/contact/shape.ts';
import { World } from '../src/world/world.ts';
import { createJudge, EPSILON, judgeDepth } from '../test/support/judge.ts';
import type { Bench, Report } from './bench.ts';
import { loadPaperModel } from './models.ts';

const SECONDS = 4;
const RADIUS = 0.13;
const SPEED = 1.2; // m/s, of the rolling plate

/** A count that is taken in every step. */
interface Tally {
  steps: number;
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
    const rolls = { chosen: tally(), touching: tally(), full: tally() };
    const lies = { chosen: tally(), touching: tally(), full: tally() };
    let deepest = 0;
    for (let step = 0; step < 60 * SECONDS; step++) {
      world.step(1 / 60);
      deepest = Math.max(deepest, judgeDepth(judge, world, floor, body, epsilon));
      const { count, distance } = world.contacts;
      const to = world.poses[7 * world.indexOf(body) + 1] > RADIUS / 2 ? rolls : lies;
      add(to.chosen, count);
      add(to.touching, distance.subarray(0, count).filter((d) => d <= epsilon).length);
      add(to.full, judge.found.count);
    }
    for (const [name, { chosen, touching, full }] of Object.entries({ rolls, 'leans over and lies': lies })) {
      print(report, `${name}: chosen`, chosen, '6 at most');
      print(report, `${name}: chosen, closer than ε`, touching, '6 at most', 8);
      print(report, `${name}: closer than ε, by a full query`, full, '128 at most');
    }
    report.row({
      name: 'deepest point, by the full query',
      value: 1000 * deepest,
      unit: 'mm',
      epsilon: 1000 * epsilon,
    });
  },
};

function tally(): Tally {
  return { steps: 0, sum: 0, most: 0 };
}

function add(to: Tally, count: number): void {
  to.steps++;
  to.sum += count;
  to.most = Math.max(to.most, count);
}

/** A row of the mean; the largest beside it. */
function print(
  report: Report,
  name: string,
  { steps, sum, most }: Tally,
  paper: string,
  target?: number,
): void {
  const row = { name, value: sum / steps, unit: 'contacts', paper, most, seconds: steps / 60 };
  report.row(target === undefined ? row : { ...row, target });
}
