// [Xu14] Table 4: a model dropped onto a fixed copy of itself that stands on the ground, under continuous penalty forces:
// how long the search for contacts between both takes in all frames, by trees and point by point. Fields have 256 cells
// along the longest side, and with --large 1024 too, as those of the paper's table 3; of table 4 it says nothing.

import {
  createPenaltyOptions,
  createPenaltyWork,
  type PenaltyWork,
  stepPenalty,
} from '../src/papers/penalty.ts';
import type { PenaltyBody } from '../src/papers/penalty-body.ts';
import { type Bench, medianOf, type Report } from './bench.ts';
import { dropScene } from './penalty-scene.ts';
import { CELLS, loadSweepModel, PAPER_CELLS } from './sweep-models.ts';

const STEP = 1e-3; // seconds

interface Row {
  readonly name: 'bunny' | 'bowl' | 'dragon';
  readonly frames: number;
  readonly linear: number; // seconds, the paper's
  readonly hierarchy: number;
  readonly every: number; // frames of which one is searched point by point; the rest follows by proportion
  readonly stiffness: number; // of each point, N/m
}

const TABLE: Row[] = [
  { name: 'bunny', frames: 2600, linear: 8, hierarchy: 2.5, every: 10, stiffness: 3000 },
  { name: 'bowl', frames: 2000, linear: 20.3, hierarchy: 4.5, every: 10, stiffness: 2000 },
  { name: 'dragon', frames: 1160, linear: 671.6, hierarchy: 2.6, every: 100, stiffness: 300 },
];
const FIFTH = 5; // of the paper's time is wanted
const RUNS = 5; // of the same frames; their median counts

const clock = (): number => performance.now() / 1000;

/** The state of a body that a step changes. */
const stateOf = ({ pose, velocity, spin, force, torque }: PenaltyBody): Float64Array[] => [
  pose,
  velocity,
  spin,
  force,
  torque,
];

/** The same step once more, from point to point, and back again; returns the seconds of the search. */
function stepLinear(bodies: PenaltyBody[], work: PenaltyWork, stiffness: number): number {
  const kept = bodies.map((body) => stateOf(body).map((column) => column.slice()));
  const before = work.searching;
  stepPenalty(bodies, work, createPenaltyOptions({ stiffness, ground: true, search: 'points' }), STEP);
  for (const [i, body] of bodies.entries()) {
    for (const [c, column] of stateOf(body).entries()) column.set(kept[i][c]);
  }
  return work.searching - before;
}

/** Plays all frames; returns the seconds of the search. */
function drop(bodies: PenaltyBody[], frames: number, stiffness: number): number {
  const work = createPenaltyWork(clock);
  const options = createPenaltyOptions({ stiffness, ground: true });
  for (let frame = 0; frame < frames; frame++) stepPenalty(bodies, work, options, STEP);
  return work.searching;
}

async function runRow(report: Report, row: Row, cells: number): Promise<void> {
  const { frames, linear, hierarchy, every, stiffness } = row;
  const model = await loadSweepModel(report, row.name, cells);
  const name = `${row.name}, ${cells} cells`;
  await report.timed(() => {
    const times: number[] = [];
    for (let run = 1; run <= RUNS; run++) {
      report.note(`${name}: ${frames} frames, run ${run} of ${RUNS}`);
      times.push(drop(dropScene(model, 0.02), frames, stiffness));
    }
    report.row({
      name: `${name}: by tree`,
      value: medianOf(times),
      unit: 's',
      paper: hierarchy,
      target: hierarchy / FIFTH,
      min: Math.min(...times),
      points: model.position.length / 3,
      frames,
    });
  });
  const bodies = dropScene(model, 0.02);
  const work = createPenaltyWork(clock);
  const other = createPenaltyWork(clock);
  const options = createPenaltyOptions({ stiffness, ground: true });
  let points = 0; // seconds point by point
  let trees = 0; // of the same frames by tree
  let contacts = 0;
  let touching = 0;
  let looked = 0;
  report.note(`${name}: ${frames} frames, some point by point`);
  for (let frame = 0; frame < frames; frame++) {
    const looks = frame % every === every >> 1;
    if (looks) points += stepLinear(bodies, other, stiffness);
    const before = work.searching;
    stepPenalty(bodies, work, options, STEP);
    contacts += work.contacts;
    if (work.contacts > 0) touching++;
    if (!looks) continue;
    trees += work.searching - before;
    looked++;
    if (work.contacts !== other.contacts) {
      throw new Error(
        `${name}, frame ${frame}: ${work.contacts} contacts by tree, ${other.contacts} by point`,
      );
    }
  }
  report.row({
    name: `${name}: point by point, over by tree`,
    value: points / trees, // the same frames of one run, in turns
    unit: 'times',
    paper: linear / hierarchy,
    seconds: (points * frames) / looked,
    paperSeconds: linear,
    equalFrames: looked,
    contactsAFrame: contacts / frames,
    framesThatTouch: touching,
    at: [...bodies[1].pose.subarray(0, 3)].map((x) => x.toFixed(2)).join(' '),
  });
}

export const bench: Bench = {
  name: 'sweep-drop',
  answers:
    '[Xu14] Table 4: models dropped onto fixed copies: the search for contacts, by tree and point by point; --large for 1024 cells too',
  async run(report, { large }) {
    for (const cells of large ? [CELLS, PAPER_CELLS] : [CELLS]) {
      for (const row of TABLE) await runRow(report, row, cells);
    }
  },
};
