// [Xu14] Table 3: points against a field between 1,000 pairs of random poses, one by one and by the sphere tree. The same
// contacts, asserted.

import { createFrame, setFrame } from '../src/math/frame.ts';
import { createRandom, nextFloat } from '../src/math/random.ts';
import { createHits, type SweepHits } from '../src/sweep/hits.ts';
import { createMotion, type Motion, setMotion } from '../src/sweep/motion.ts';
import {
  createSweepOptions,
  createSweepWork,
  type SweepOptions,
  sweepPoints,
  sweepTree,
} from '../src/sweep/tree-field.ts';
import type { Bench, Report } from './bench.ts';
import { loadSweepModels, type SweepModel } from './sweep-models.ts';

const PAIRS = 1000;
const GROWN = 3; // times the box of the field, in which poses are
const FIFTH = 5; // of the paper's time, if not its ratio, is wanted

interface Table {
  readonly linear: number; // seconds, the paper's
  readonly hierarchy: number;
  readonly ratio: number; // wanted
  readonly linearPairs: number; // pairs that we take one by one; the rest follows by proportion
}

const TABLE: Record<string, Table> = {
  bunny: { linear: 1.8, hierarchy: 0.7, ratio: 2.6, linearPairs: 1000 },
  bowl: { linear: 3.4, hierarchy: 0.3, ratio: 11, linearPairs: 1000 },
  dragon: { linear: 761.2, hierarchy: 9.9, ratio: 75, linearPairs: 20 },
};

/** Motions between random poses, the middle of the model within its field's box, grown. */
function randomMotions({ box, octree }: SweepModel): Motion[] {
  const random = createRandom(3);
  const { origin, cell, nx, ny, nz } = octree.field;
  const size = [nx * cell, ny * cell, nz * cell];
  const middle = Float64Array.from([0, 1, 2], (d) => (box[d] + box[3 + d]) / 2);
  return Array.from({ length: PAIRS }, () => {
    const frames = [createFrame(), createFrame()];
    for (const frame of frames) {
      const pose = new Float64Array(7);
      let square = 2;
      while (!(square > 0 && square <= 1)) {
        for (let d = 3; d < 7; d++) pose[d] = 2 * nextFloat(random) - 1;
        square = pose[3] ** 2 + pose[4] ** 2 + pose[5] ** 2 + pose[6] ** 2;
      }
      setFrame(frame, pose, 0);
      for (let d = 0; d < 3; d++) {
        const at = origin[d] + size[d] / 2 + GROWN * size[d] * (nextFloat(random) - 0.5);
        const turned = frame[3 * d] * middle[0] + frame[3 * d + 1] * middle[1] + frame[3 * d + 2] * middle[2];
        frame[9 + d] = at - turned;
      }
    }
    const motion = createMotion();
    setMotion(motion, frames[0], frames[1], middle, 0);
    return motion;
  });
}

function listHits({ count, point, enter, leave }: SweepHits): string {
  const rows = Array.from({ length: count }, (_, i) => `${point[i]} ${enter[i]} ${leave[i]}`);
  return rows.sort().join('\n');
}

function runModel(report: Report, model: SweepModel): void {
  const { name, position, tree, octree } = model;
  const { linear, hierarchy, ratio, linearPairs } = TABLE[name];
  const motions = randomMotions(model);
  const fixed = createMotion();
  const work = createSweepWork();
  const hits = createHits();
  const other = createHits();
  const straight = createSweepOptions({ tolerance: Infinity });
  report.note(`${name}: the same contacts`);
  let contacts = 0;
  for (let i = 0; i < linearPairs; i++) {
    sweepTree(hits, work, tree, 0, position, octree, motions[i], fixed, straight);
    sweepPoints(other, work, tree, 0, position, octree, motions[i], fixed, straight);
    contacts += hits.count;
    if (hits.count !== other.count || listHits(hits) !== listHits(other)) {
      throw new Error(
        `${name}, pair ${i}: the tree found ${hits.count} contacts, points alone ${other.count}`,
      );
    }
  }
  const time = (count: number, options: SweepOptions, tree0: boolean): number => {
    const start = process.cpuUsage().user;
    for (let i = 0; i < count; i++) {
      if (tree0) sweepTree(hits, work, tree, 0, position, octree, motions[i], fixed, options);
      else sweepPoints(other, work, tree, 0, position, octree, motions[i], fixed, options);
    }
    return (process.cpuUsage().user - start) / 1e6;
  };
  report.note(`${name}: timing`);
  Object.assign(work.counters, { pieces: 0, nodes: 0, points: 0 });
  let byTree = time(PAIRS, straight, true);
  const { nodes, points } = work.counters;
  for (let run = 0; run < 2; run++) byTree = Math.min(byTree, time(PAIRS, straight, true));
  let oneByOne = Infinity;
  for (let run = 0; run < 2; run++) {
    oneByOne = Math.min(oneByOne, time(linearPairs, straight, false) * (PAIRS / linearPairs));
  }
  const fast = oneByOne / byTree < ratio; // then our points alone must be fast already
  const grid = `${octree.field.nx} × ${octree.field.ny} × ${octree.field.nz} cells`;
  report.row({
    name: `${name}, ${position.length / 3} points: by tree`,
    value: byTree,
    unit: 's',
    paper: hierarchy,
    ...(fast ? { target: hierarchy / FIFTH } : {}),
    grid,
    nodes: nodes / PAIRS,
    points: points / PAIRS,
    contacts: contacts / linearPairs,
    equalPairs: linearPairs,
  });
  report.row({
    name: `${name}: one by one, times as long`,
    value: oneByOne / byTree,
    unit: '',
    paper: linear / hierarchy,
    ...(fast ? {} : { target: ratio, atLeast: true }),
    seconds: oneByOne,
    paperSeconds: linear,
  });
  const curved = createSweepOptions({ tolerance: octree.field.cell });
  work.counters.pieces = 0;
  const turning = time(100, curved, true);
  report.row({
    name: `${name}: curved paths, chords within a cell`,
    value: (turning * PAIRS) / 100,
    unit: 's',
    chords: work.counters.pieces / 100,
  });
}

export const bench: Bench = {
  name: 'sweep-tree',
  answers: '[Xu14] Table 3: points between 1,000 pairs of random poses, one by one against the tree',
  async run(report) {
    for (const model of await loadSweepModels(report)) runModel(report, model);
  },
};
