// Figure 8 of [Otaduy07]: an apple that is peeled over 800 frames, and a pumpkin that breaks at once into 2 to 12 pieces.
// Trees are kept or built anew; both are asked for all intersecting triangles, and must agree. Times are of the
// processor, because others use the machine too.

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
import { createFrame, relateFrames } from '../src/math/frame.ts';
import { createCutTrees, intersectCutTrees, updateCutTrees } from '../src/surface/cut-trees.ts';
import { shatterTree } from '../src/surface/shatter-tree.ts';
import { cloneTree, separateByCloning } from '../test/hierarchy/clone.ts';
import type { Bench, Report } from './bench.ts';

export const bench: Bench = {
  name: 'avl-dynamic',
  answers: '[Otaduy07] figure 8: an apple peeled, a pumpkin broken: trees kept against trees built anew',
  run(report) {
    warmUp(report);
    peelApple(report);
    breakPumpkins(report);
    askPumpkin(report);
  },
};

const out = new Uint32Array(1 << 20);

/** Milliseconds of processor time. */
function timed(job: () => void): number {
  const start = process.cpuUsage();
  job();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

class Times {
  readonly list: number[] = [];
  add(ms: number): void {
    this.list.push(ms);
  }
  get mean(): number {
    return this.list.reduce((a, b) => a + b, 0) / this.list.length;
  }
  get max(): number {
    return Math.max(...this.list);
  }
}

/** The first slice of the apple, untimed: what the engine compiles then is not the trees' work. */
function warmUp(report: Report): void {
  report.note('apple: warming up');
  for (const policy of ['balance', 'rebuild'] as const) {
    for (let turn = 0; turn < 2; turn++) {
      const play = apple.play();
      const trees = createCutTrees(play.cut, play.mesh, policy);
      for (let frame = 0; frame < 150; frame++) {
        const { piece } = play.step();
        updateCutTrees(trees, play.cut, play.mesh, piece);
      }
      intersectCutTrees(out, trees, play.mesh);
    }
  }
}

function peelApple(report: Report): void {
  const play = apple.play();
  const { cut, mesh } = play;
  const kept = createCutTrees(cut, mesh, 'balance');
  const anew = createCutTrees(cut, mesh, 'rebuild');
  const start = cut.triangleCount;
  const times = { kept: new Times(), anew: new Times(), keptAsk: new Times(), anewAsk: new Times() };
  let renewals = 0;
  let best = 0;
  let pairs = 0;
  let differ = 0;
  const worn: number[] = [];
  for (let frame = 0; frame < apple.frames; frame++) {
    if (frame % 100 === 0) report.note(`apple: frame ${frame}`);
    const { piece } = play.step();
    const before = kept.rebuilt;
    const update = timed(() => updateCutTrees(kept, cut, mesh, piece));
    const rebuild = timed(() => updateCutTrees(anew, cut, mesh, piece));
    renewals += kept.rebuilt - before;
    if (piece >= 0) {
      times.kept.add(update);
      times.anew.add(rebuild);
      best = Math.max(best, rebuild / update);
    }
    let n = 0;
    let m = 0;
    times.keptAsk.add(timed(() => (n = intersectCutTrees(out, kept, mesh))));
    times.anewAsk.add(timed(() => (m = intersectCutTrees(out, anew, mesh))));
    if (n !== m) differ++;
    pairs = Math.max(pairs, n);
    if (frame % 100 === 99) worn.push(measureQuality(kept.trees[0]));
  }
  report.row({
    name: 'apple: triangles after 800 frames',
    value: cut.triangleCount,
    unit: 'triangles',
    paper: 11152,
    start,
    pieces: cut.pieceCount,
    framesWithCuts: times.kept.list.length,
    mostPairs: pairs,
    q: worn.map((q) => q.toFixed(2)).join(' '),
  });
  report.row({
    name: 'apple: frames in which both found other pairs',
    value: differ,
    unit: 'frames',
    target: 0,
  });
  report.row({ name: 'apple: longest update', value: times.kept.max, unit: 'ms', paper: 12, target: 12 });
  report.row({
    name: 'apple: update, mean',
    value: times.kept.mean,
    unit: 'ms',
    builtAnew: times.anew.mean,
    faster: times.anew.mean / times.kept.mean,
    fasterAtBest: best,
    paperAtBest: 20,
  });
  report.row({ name: 'apple: rebuilt because Q > 2.3', value: renewals, unit: 'times', paper: 9 });
  report.row({
    name: 'apple: query, mean',
    value: times.keptAsk.mean,
    unit: 'ms',
    paper: 142.8,
    builtAnew: times.anewAsk.mean,
    builtAnewPaper: 138.3,
  });
  report.row({
    name: 'apple: query, kept over built anew',
    value: times.keptAsk.mean / times.anewAsk.mean,
    unit: 'times',
    paper: 1.032,
    target: 1.1,
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

function breakPumpkins(report: Report): void {
  const whole: TreeMesh = createPumpkinMesh();
  const tree = buildTree(whole);
  let evenBulk = 1; // faster than building anew for all counts up to this one
  let evenClone = 1;
  for (let pieces = 2; pieces <= 12; pieces++) {
    report.note(`pumpkin: ${pieces} pieces`);
    const broken = breakPumpkin(pieces);
    const { cut, first, reshaped } = broken;
    const least = [Infinity, Infinity, Infinity];
    let trees: TriangleTree[][] = [];
    for (let run = 0; run < 15; run++) {
      const copies = [cloneTree(tree), cloneTree(tree)];
      let bulk!: TriangleTree[];
      let cloned!: TriangleTree[];
      let anew!: TriangleTree[];
      least[0] = Math.min(
        least[0],
        timed(() => (bulk = shatterTree(copies[0], cut, cut, first, reshaped))),
      );
      least[1] = Math.min(
        least[1],
        timed(() => (cloned = shatterByCloning(copies[1], broken))),
      );
      least[2] = Math.min(
        least[2],
        timed(() => (anew = rebuildAll(broken))),
      );
      trees = [bulk, cloned, anew];
    }
    if (least[0] < least[2] && evenBulk === pieces - 1) evenBulk = pieces;
    if (least[1] < least[2] && evenClone === pieces - 1) evenClone = pieces;
    report.row({
      name: `pumpkin in ${pieces}: separated in bulk`,
      value: least[0],
      unit: 'ms',
      cloned: least[1],
      builtAnew: least[2],
      triangles: cut.triangleCount,
      q: meanQuality(trees[0]),
      qCloned: meanQuality(trees[1]),
      qAnew: meanQuality(trees[2]),
      ...(pieces === 8 ? { trianglesPaper: 16136 } : {}),
    });
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

function askPumpkin(report: Report): void {
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
  const times = [new Times(), new Times()];
  let differ = 0;
  let most = 0;
  for (let k = 0; k < 200; k++) {
    if (k % 50 === 0) report.note(`pumpkin: frame ${k}`);
    motion.moveTo(k + 1);
    const counts = sides.map((side, s) => {
      let n = 0;
      let least = Infinity;
      for (let run = 0; run < 3; run++)
        least = Math.min(
          least,
          timed(() => (n = ask(side))),
        );
      times[s].add(least);
      return n;
    });
    if (counts[0] !== counts[1]) differ++;
    most = Math.max(most, counts[0]);
  }
  const [kept, anew] = times;
  report.row({
    name: 'pumpkin: frames in which both found other pairs',
    value: differ,
    unit: 'frames',
    target: 0,
  });
  report.row({
    name: 'pumpkin in 8: query, mean of 200 frames',
    value: kept.mean,
    unit: 'ms',
    paper: 23.7,
    builtAnew: anew.mean,
    builtAnewPaper: 18.6,
    longest: kept.max,
    longestPaper: 71.5,
    longestAnew: anew.max,
    longestAnewPaper: 61.3,
    mostPairs: most,
  });
  report.row({
    name: 'pumpkin in 8: query, kept over built anew',
    value: kept.mean / anew.mean,
    unit: 'times',
    paper: 1.27,
    target: 1.27,
    longest: kept.max / anew.max,
    longestPaper: 1.17,
  });
}
