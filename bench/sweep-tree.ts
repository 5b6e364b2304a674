// [Xu14] Table 3: points against a field between 1,000 pairs of random poses, one by one and by the sphere tree. The same
// contacts, asserted. Fields have 256 cells along the longest side, and with --large the paper's 1024 too.

import type { FieldOctree } from '../src/field/octree.ts';
import { createRandom, nextFloat } from '../src/math/random.ts';
import { createFrame, movePoint, setFrame } from '../src/math/rigid.ts';
import { SEGMENT_SIZE, sweepFirst, sweepSegment } from '../src/papers/segment.ts';
import {
  createHits,
  createSweepOptions,
  createSweepWork,
  type SweepHits,
  sweepPoints,
  sweepTree,
} from '../src/papers/tree-field.ts';
import { sweepTreeFirst } from '../src/papers/tree-first.ts';
import { createChords, cutChords, placeChord } from '../src/sweep/chords.ts';
import { createMotion, type Motion, setMotion } from '../src/sweep/motion.ts';
import type { SphereTree } from '../src/tree/sphere-tree.ts';
import type { Bench, Report } from './bench.ts';
import { CELLS, loadSweepModel, PAPER_CELLS, type SweepModel } from './sweep-models.ts';
import { ratioOf, type Turns, takeTurns } from './turns.ts';

const PAIRS = 1000;
const GROWN = 3; // times the box of the field, in which poses are
const FIFTH = 5; // of the paper's time, if not its ratio, is wanted

interface Table {
  readonly linear: number; // seconds, the paper's
  readonly hierarchy: number;
  readonly ratio: number; // wanted
  readonly few: number; // pairs that we take one by one and compare
  readonly turn: number; // of these, pairs a turn of all contacts; the rest follows by proportion
}

const TABLE: Record<string, Table> = {
  bunny: { linear: 1.8, hierarchy: 0.7, ratio: 2.6, few: 1000, turn: 500 },
  bowl: { linear: 3.4, hierarchy: 0.3, ratio: 11, few: 500, turn: 200 },
  dragon: { linear: 761.2, hierarchy: 9.9, ratio: 75, few: 20, turn: 20 },
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

/** Rows in the order of points and times. */
function sortHits({ count, point, enter }: SweepHits): Uint32Array {
  return Uint32Array.from({ length: count }, (_, i) => i).sort(
    (a, b) => point[a] - point[b] || enter[a] - enter[b],
  );
}

function sameHits(a: SweepHits, b: SweepHits): boolean {
  if (a.count !== b.count) return false;
  const rows = sortHits(b);
  return sortHits(a).every(
    (i, n) =>
      a.point[i] === b.point[rows[n]] && a.enter[i] === b.enter[rows[n]] && a.leave[i] === b.leave[rows[n]],
  );
}

async function runModel(report: Report, model: SweepModel, cells: number): Promise<void> {
  const { position, tree, octree } = model;
  const { linear, hierarchy, ratio, few, turn } = TABLE[model.name];
  const name = `${model.name}, ${cells} cells`;
  const motions = randomMotions(model);
  const fixed = createMotion();
  const work = createSweepWork();
  const hits = createHits();
  const other = createHits();
  const first = new Float64Array(1);
  const straight = createSweepOptions({ tolerance: Infinity });
  const byTree = (a: Motion) => sweepTree(hits, work, tree, 0, position, octree, a, fixed, straight);
  const byPoint = (a: Motion) => sweepPoints(other, work, tree, 0, position, octree, a, fixed, straight);
  const slowly = (a: Motion) => firstOfPoints(octree, position, a);
  const early = (a: Motion) => sweepTreeFirst(first, work, tree, 0, position, octree, a, fixed, straight);

  report.note(`${name}: the same contacts`);
  let contacts = 0;
  let touching = 0;
  let paper = 0;
  for (const motion of motions.slice(0, few)) {
    byTree(motion);
    byPoint(motion);
    contacts += hits.count;
    if (hits.count > 0) touching++;
    if (!sameHits(hits, other)) throw new Error(`${name}: tree ${hits.count}, one by one ${other.count}`);
    const point = early(motion);
    const least = other.enter.subarray(0, other.count).reduce((a, b) => Math.min(a, b), 2);
    if (point >= 0 ? Math.abs(least - first[0]) > 1e-9 : least < 2)
      throw new Error(`${name}: ${first[0]}, ${least}`);
    const slow = slowly(motion);
    if (Math.abs(slow - least) > 1e-9) throw new Error(`${name}: ${slow} one by one, ${least}`);
    paper += walkPaper(octree, position, tree, motion);
  }

  report.note(`${name}: timing`);
  const grid = `${octree.field.nx} × ${octree.field.ny} × ${octree.field.nz} cells`;
  const points = position.length / 3;
  const each = (count: number, job: (motion: Motion) => void) => () => {
    for (let i = 0; i < count; i++) job(motions[i]);
  };
  const seconds = ({ median }: Turns, count: number): number => ((median / 1000) * PAIRS) / count;
  await report.timed(() => {
    const [whole] = takeTurns([each(PAIRS, early)]);
    Object.assign(work.counters, { pieces: 0, nodes: 0, points: 0 });
    each(PAIRS, early)();
    const asked = work.counters.nodes + work.counters.points;
    report.row({
      name: `${name}: first contact, by tree`,
      value: seconds(whole, PAIRS),
      unit: 's',
      paper: hierarchy,
      target: hierarchy / FIFTH,
      min: whole.min / 1000,
      points,
      grid,
      paperCells: PAPER_CELLS,
      asked: asked / PAIRS,
    });
    const [fast, slow] = takeTurns([each(few, early), each(few, slowly)]);
    report.row({
      name: `${name}: first contact, one by one over by tree`,
      value: ratioOf(slow, fast),
      unit: 'times',
      seconds: seconds(slow, few),
      pairs: few,
    });
  });
  await report.timed(() => {
    const [byOne, byAll] = takeTurns([each(turn, byPoint), each(turn, byTree)]);
    Object.assign(work.counters, { pieces: 0, nodes: 0, points: 0 });
    each(few, byTree)();
    report.row({
      name: `${name}: all contacts and intervals, by tree`,
      value: seconds(byAll, turn),
      unit: 's',
      paper: hierarchy,
      min: (byAll.min / 1000) * (PAIRS / turn),
      paperCells: PAPER_CELLS,
      pairs: turn,
      nodes: work.counters.nodes / few,
      points: work.counters.points / few,
      contacts: contacts / few,
      pairsThatTouch: touching / few,
      equalPairs: few,
    });
    report.row({
      name: `${name}: all contacts and intervals, one by one`,
      value: seconds(byOne, turn),
      unit: 's',
      paper: linear,
      paperCells: PAPER_CELLS,
      pairs: turn,
    });
    report.row({
      name: `${name}: all contacts and intervals, one by one over by tree`,
      value: ratioOf(byOne, byAll),
      unit: 'times',
      paper: linear / hierarchy,
      target: ratio,
      atLeast: true,
    });
  });
  report.row({
    name: `${name}: points that touch`,
    value: (100 * contacts) / (few * points),
    unit: '% of points, a pair',
    pairsThatTouchPercent: (100 * touching) / few,
  });
  report.row({
    name: `${name}: contacts that the paper's rule finds`,
    value: (100 * paper) / contacts,
    unit: '% of all',
  });
  const curved = createSweepOptions({ tolerance: octree.field.cell });
  const turns = Math.min(few, 200);
  const turning = (a: Motion) => sweepTreeFirst(first, work, tree, 0, position, octree, a, fixed, curved);
  await report.timed(() => {
    const [bent] = takeTurns([each(turns, turning)]);
    work.counters.pieces = 0;
    each(turns, turning)();
    report.row({
      name: `${name}: first contact, curved paths, within a cell`,
      value: seconds(bent, turns),
      unit: 's',
      chords: work.counters.pieces / turns,
    });
  });
}

/** The first time at which a point is in contact, one by one, each up to the first so far; 2 if none is. */
function firstOfPoints(octree: FieldOctree, position: Float64Array, motion: Motion): number {
  const { begin, end } = chords;
  cutChords(chords, motion, createMotion(), times, Infinity, 1);
  placeChord(chords, motion, createMotion(), 0);
  let best = 2;
  segment[6] = 0;
  for (let at = 0; at < position.length; at += 3) {
    movePoint(segment, 0, begin, position, at);
    movePoint(segment, 3, end, position, at);
    const cut = Math.min(1, best);
    for (let d = 0; d < 3; d++) segment[3 + d] = segment[d] + cut * (segment[3 + d] - segment[d]);
    if (sweepFirst(times, octree, segment, 0)) best = Math.min(best, cut * times[0]);
  }
  return best;
}

const segment = new Float64Array(SEGMENT_SIZE);
const times = new Float64Array(256);

/**
 * Contacts found if a sphere is skipped unless its centre *crosses* the isosurface, as [Xu14, sec. 3.3] says: those of
 * spheres that are below it all the way are lost.
 */
function walkPaper(octree: FieldOctree, position: Float64Array, tree: SphereTree, motion: Motion): number {
  const { begin, end } = chords;
  cutChords(chords, motion, createMotion(), times, Infinity, 1);
  placeChord(chords, motion, createMotion(), 0);
  let found = 0;
  for (let level = [0]; level.length > 0; ) {
    const next: number[] = [];
    for (const node of level) {
      movePoint(segment, 0, begin, position, 3 * tree.point[node]);
      movePoint(segment, 3, end, position, 3 * tree.point[node]);
      segment[6] = tree.radius[node];
      const count = sweepSegment(times, octree, segment, 0);
      if (tree.childCount[node] === 0) found += count;
      else if (count > 1 || (count === 1 && !(times[0] === 0 && times[1] === 1))) {
        for (let c = 0; c < tree.childCount[node]; c++) next.push(tree.firstChild[node] + c);
      }
    }
    level = next;
  }
  return found;
}

const chords = createChords();

export const bench: Bench = {
  name: 'sweep-tree',
  answers:
    '[Xu14] Table 3: points between 1,000 pairs of random poses, one by one against the tree; --large for 1024 cells too',
  async run(report, { large }) {
    for (const cells of large ? [CELLS, PAPER_CELLS] : [CELLS]) {
      for (const name of ['bunny', 'bowl', 'dragon'] as const) {
        await runModel(report, await loadSweepModel(report, name, cells), cells);
      }
    }
  },
};
