// Figure 8 of [Otaduy07]: an apple that is peeled over 800 frames, and a pumpkin that breaks at once into 2 to 12 pieces.
// Trees are kept or built anew, in turns; both are asked for all intersecting triangles, and must agree.

import { apple } from '../scenes/surface/apple.ts';
import {
  type BrokenPumpkin,
  breakPumpkin,
  createPumpkinMesh,
  PieceMotion,
} from '../scenes/surface/pumpkin.ts';
import { buildTree, type TreeMesh } from '../src/hierarchy/build.ts';
import { createFloodWork, insertTriangles, reshapeTriangles } from '../src/hierarchy/flood.ts';
import { createTreePair, intersectTrees, type TreePair } from '../src/hierarchy/intersect.ts';
import { measureQuality, optimiseTree } from '../src/hierarchy/quality.ts';
import { refitInner, refitTouched } from '../src/hierarchy/refit.ts';
import type { TriangleTree } from '../src/hierarchy/tree.ts';
import { createFrame, relateFrames } from '../src/math/rigid.ts';
import { createCutTrees, intersectCutTrees, shatterTree, updateCutTrees } from '../src/surface/cut-trees.ts';
import { cloneTree, separateByCloning } from '../test/hierarchy/clone.ts';
import { type Bench, medianOf, type Report } from './bench.ts';
import { ratioOf, summarise, takeTurns, timeOf } from './turns.ts';

export const bench: Bench = {
  name: 'avl-dynamic',
  answers: '[Otaduy07] figure 8: an apple peeled, a pumpkin broken: trees kept against trees built anew',
  async run(report) {
    await peelApple(report);
    await breakPumpkins(report);
    await askPumpkin(report);
  },
};

const out = new Uint32Array(1 << 20);

const APPLE_TURNS = 3; // one takes longer than ten seconds
const ASKED = 4; // every so many frames are asked in them

interface Peeling {
  readonly update: [kept: number[], anew: number[]]; // milliseconds, of frames with cuts
  readonly query: [kept: number[], anew: number[]]; // of frames that are asked
  readonly start: number; // triangles
  readonly end: number;
  readonly pieces: number;
  readonly renewals: number;
  readonly differ: number; // frames in which both found other pairs
  readonly pairs: number; // at most
  readonly worn: number[]; // Q, every hundred frames
}

/** Peels the apple once. */
function peel(report: Report, every: number): Peeling {
  const play = apple.play();
  const { cut, mesh } = play;
  const sides = [createCutTrees(cut, mesh, 'balance'), createCutTrees(cut, mesh, 'rebuild')];
  const start = cut.triangleCount;
  const update: [number[], number[]] = [[], []];
  const query: [number[], number[]] = [[], []];
  const before = sides[0].rebuilt;
  const worn: number[] = [];
  let differ = 0;
  let pairs = 0;
  for (let frame = 0; frame < apple.frames; frame++) {
    if (frame % 200 === 0) report.note(`apple: frame ${frame}`);
    const { piece } = play.step();
    for (const [s, side] of sides.entries()) {
      const ms = timeOf(() => updateCutTrees(side, cut, mesh, piece));
      if (piece >= 0) update[s].push(ms);
    }
    if (frame % 100 === 99) worn.push(measureQuality(sides[0].trees[0]));
    if (frame % every !== 0) continue;
    const counts = sides.map((side, s) => {
      let count = 0;
      query[s].push(
        timeOf(() => {
          count = intersectCutTrees(out, side, mesh);
        }),
      );
      return count;
    });
    if (counts[0] !== counts[1]) differ++;
    pairs = Math.max(pairs, counts[0]);
  }
  return {
    update,
    query,
    start,
    end: cut.triangleCount,
    pieces: cut.pieceCount,
    renewals: sides[0].rebuilt - before,
    differ,
    pairs,
    worn,
  };
}

/** Frame by frame the median of several turns. */
function mediansOf(turns: readonly (readonly number[])[]): number[] {
  return turns[0].map((_, frame) => medianOf(turns.map((times) => times[frame])));
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, x) => sum + x, 0) / values.length;
}

async function peelApple(report: Report): Promise<void> {
  const all = peel(report, 1); // and what the engine compiles then is not the trees' work
  report.row({
    name: 'apple: triangles after 800 frames',
    value: all.end,
    unit: 'triangles',
    paper: 11152,
    start: all.start,
    pieces: all.pieces,
    framesWithCuts: all.update[0].length,
    mostPairs: all.pairs,
    q: all.worn.map((q) => q.toFixed(2)).join(' '),
  });
  report.row({
    name: 'apple: frames in which both found other pairs',
    value: all.differ,
    unit: 'frames',
    target: 0,
  });
  report.row({ name: 'apple: rebuilt because Q exceeded 2.3', value: all.renewals, unit: 'times', paper: 9 });
  await report.timed(() => {
    const turns = Array.from({ length: APPLE_TURNS }, () => peel(report, ASKED));
    const [kept, anew] = [0, 1].map((s) => mediansOf(turns.map((turn) => turn.update[s])));
    const [keptAsk, anewAsk] = [0, 1].map((s) => mediansOf(turns.map((turn) => turn.query[s])));
    const few = { turns: APPLE_TURNS };
    report.row({
      name: 'apple: longest update',
      value: Math.max(...kept),
      unit: 'ms',
      paper: 12,
      target: 12,
      ...few,
    });
    report.row({ name: 'apple: update, mean', value: meanOf(kept), unit: 'ms', ...few });
    report.row({ name: 'apple: built anew, mean', value: meanOf(anew), unit: 'ms', ...few });
    report.row({
      name: 'apple: update as fast as building anew, at best',
      value: Math.max(...anew.map((ms, frame) => ms / kept[frame])),
      unit: 'times',
      paper: 20,
      mean: meanOf(anew) / meanOf(kept),
    });
    report.row({ name: 'apple: query, mean', value: meanOf(keptAsk), unit: 'ms', paper: 142.8, ...few });
    report.row({
      name: 'apple: query, built anew, mean',
      value: meanOf(anewAsk),
      unit: 'ms',
      paper: 138.3,
      ...few,
    });
    report.row({
      name: 'apple: query, kept over built anew',
      value: meanOf(keptAsk) / meanOf(anewAsk),
      unit: 'times',
      paper: 1.032,
      target: 1.1,
    });
  });
}

/** The tree of every piece as [Otaduy07, sec. 4.2] makes it: clone, delete, insert by flooding, refit, optimise. */
function shatterByCloning(tree: TriangleTree, { cut, first, reshaped }: BrokenPumpkin): TriangleTree[] {
  reshapeTriangles(tree, cut, reshaped, reshaped.length);
  refitTouched(tree);
  const trees = separateByCloning(tree, cut.piece, cut.pieceCount);
  const work = createFloodWork();
  trees.forEach((one, p) => {
    const list: number[] = [];
    for (let t = first; t < cut.triangleCount; t++) if (cut.piece[t] === p) list.push(t);
    insertTriangles(one, cut, cut.twin, list, list.length, work);
    refitInner(one);
    optimiseTree(one);
  });
  return trees;
}

function rebuildAll({ cut }: BrokenPumpkin): TriangleTree[] {
  const lists: number[][] = Array.from({ length: cut.pieceCount }, () => []);
  for (let t = 0; t < cut.triangleCount; t++) lists[cut.piece[t]].push(t);
  return lists.map((list) => buildTree(cut, 'median', Uint32Array.from(list)));
}

function meanQuality(trees: TriangleTree[]): number {
  return trees.reduce((sum, tree) => sum + measureQuality(tree), 0) / trees.length;
}

async function breakPumpkins(report: Report): Promise<void> {
  const whole: TreeMesh = createPumpkinMesh();
  const tree = buildTree(whole);
  let evenBulk = 1; // faster than building anew for all counts up to this one
  let evenClone = 1;
  for (let pieces = 2; pieces <= 12; pieces++) {
    report.note(`pumpkin: ${pieces} pieces`);
    const broken = breakPumpkin(pieces);
    const { cut, first, reshaped } = broken;
    const [bulk, cloned, anew] = await report.timed(() => {
      const times: number[][] = [[], [], []];
      let trees: TriangleTree[][] = [];
      for (let turn = -2; turn < 9; turn++) {
        const copies = [cloneTree(tree), cloneTree(tree)];
        trees = [];
        const took = [
          () => trees.push(shatterTree(copies[0], cut, cut, first, reshaped)),
          () => trees.push(shatterByCloning(copies[1], broken)),
          () => trees.push(rebuildAll(broken)),
        ].map(timeOf);
        if (turn >= 0) for (const [k, ms] of took.entries()) times[k].push(ms);
      }
      const result = times.map(summarise);
      ['separated in bulk', 'separated by cloning', 'built anew'].forEach((what, k) => {
        report.row({
          name: `pumpkin in ${pieces}: ${what}`,
          value: result[k].median,
          unit: 'ms',
          min: result[k].min,
          q: meanQuality(trees[k]),
        });
      });
      return result;
    });
    report.row({
      name: `pumpkin in ${pieces}: triangles`,
      value: cut.triangleCount,
      unit: 'triangles',
      ...(pieces === 8 ? { paper: 16136 } : {}),
    });
    if (ratioOf(bulk, anew) < 1 && evenBulk === pieces - 1) evenBulk = pieces;
    if (ratioOf(cloned, anew) < 1 && evenClone === pieces - 1) evenClone = pieces;
  }
  report.row({
    name: 'pumpkin: worth it up to so many pieces, in bulk',
    value: evenBulk,
    unit: 'pieces',
    paper: 8,
    target: 8,
    atLeast: true,
    byCloning: evenClone,
  });
}

/** All pairs of pieces, each with its own tree. */
function pairsOf(trees: TriangleTree[], mesh: TreeMesh): { p: number; q: number; pair: TreePair }[] {
  const list: { p: number; q: number; pair: TreePair }[] = [];
  for (let p = 0; p < trees.length; p++) {
    for (let q = p + 1; q < trees.length; q++) {
      list.push({ p, q, pair: createTreePair(trees[p], mesh, trees[q], mesh) });
    }
  }
  return list;
}

async function askPumpkin(report: Report): Promise<void> {
  const broken = breakPumpkin(8);
  const { cut, first, reshaped } = broken;
  const tree = buildTree(createPumpkinMesh());
  const sides = [shatterTree(tree, cut, cut, first, reshaped), rebuildAll(broken)].map((t) =>
    pairsOf(t, cut),
  );
  const motion = new PieceMotion(cut);
  const frame = createFrame();
  const ask = (side: (typeof sides)[0]): number => {
    let sum = 0;
    for (const { p, q, pair } of side) {
      relateFrames(frame, motion.frames[q], motion.frames[p]);
      sum += intersectTrees(out, pair, frame);
    }
    return sum;
  };
  let differ = 0;
  let most = 0;
  await report.timed(() => {
    const times: [number[], number[]] = [[], []];
    differ = 0;
    for (let k = 0; k < 200; k++) {
      motion.moveTo(k + 1);
      const counts = [0, 0];
      const took = takeTurns(
        sides.map((side, s) => () => {
          counts[s] = ask(side);
        }),
        { warm: 0 },
      );
      for (const [s, { median }] of took.entries()) times[s].push(median);
      if (counts[0] !== counts[1]) differ++;
      most = Math.max(most, counts[0]);
    }
    const [kept, anew] = times;
    for (const [what, mean, longest, paper] of [
      ['', meanOf(kept), Math.max(...kept), [23.7, 71.5]],
      [', built anew', meanOf(anew), Math.max(...anew), [18.6, 61.3]],
    ] as const) {
      report.row({
        name: `pumpkin in 8: query${what}, mean of 200 frames`,
        value: mean,
        unit: 'ms',
        paper: paper[0],
      });
      report.row({
        name: `pumpkin in 8: query${what}, longest`,
        value: longest,
        unit: 'ms',
        paper: paper[1],
      });
    }
    report.row({
      name: 'pumpkin in 8: query, kept over built anew',
      value: meanOf(kept) / meanOf(anew),
      unit: 'times',
      paper: 1.27,
      target: 1.27,
      longest: Math.max(...kept) / Math.max(...anew),
      longestPaper: 1.17,
    });
  });
  report.row({
    name: 'pumpkin: frames in which both found other pairs',
    value: differ,
    unit: 'frames',
    target: 0,
    mostPairs: most,
  });
}
