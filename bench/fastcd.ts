// [Heo10, sec. 6]: surfaces that deform and tear, frame by frame: how long the mesh, the tree and the query take, what
// a fracture costs, and what each part of the method is worth. Times are medians of turns. The paper's
// method is promised nothing: its figures stand beside frames in which every body is asked anew, too. Pieces lie a little
// apart: those of the walls are made 0.5 % smaller, those of the dragon 0.1 %.

import type { BodyScene } from '../scenes/surface/body-scene.ts';
import { cloth } from '../scenes/surface/cloth.ts';
import { createExplosion } from '../scenes/surface/dragon.ts';
import { nBody } from '../scenes/surface/n-body.ts';
import { walls } from '../scenes/surface/walls.ts';
import { subdivideMesh } from '../src/mesh/refine.ts';
import { bytesPerNode } from '../src/surface/surface.ts';
import type { Bench, Report } from './bench.ts';
import {
  everyFrame,
  type Frame,
  mean,
  playScene,
  playTurns,
  type Sample,
  someFrames,
  total,
  type Variant,
  worstSpike,
} from './fastcd-run.ts';
import { compareCulling, compareHash, comparePeer, compareVariants } from './fastcd-variants.ts';
import { loadBunny, loadDragon } from './models.ts';

const OURS: Variant = { name: 'ours' };
const ANEW: Variant = { name: 'asked anew', recall: false };
const TURNS = 5;
const LONG_TURNS = 3; // of the cloth, the dragon, and bodies asked anew: one turn takes about ten seconds

export const bench: Bench = {
  name: 'fastcd',
  answers: '[Heo10, sec. 6]: frames of deforming and breaking surfaces, by part, and against variants',
  async run(report, { large }) {
    const bunny = subdivideMesh(subdivideMesh(loadBunny()).mesh).mesh;
    const dragon = createExplosion(await loadDragon(2), bunny);
    const drape = someFrames(large ? 3 : 15, cloth.frames);
    const few = someFrames(large ? 3 : 7, walls.frames); // a tenth of these break, as of all
    const fewer = someFrames(large ? 10 : 60, dragon.frames);
    await measureScene(report, nBody, true, 17, everyFrame(nBody), TURNS);
    await measureScene(report, cloth, true, 345, drape, LONG_TURNS);
    const walled = await measureScene(report, walls, false, 97, everyFrame(walls), TURNS);
    const burst = await measureScene(report, dragon, false, 252, everyFrame(dragon), LONG_TURNS);
    await measureScene(report, dragon, true, 715, everyFrame(dragon), LONG_TURNS);
    await measureAnew(report, nBody, true, 17, someFrames(15, nBody.frames));
    await measureAnew(report, walls, false, 97, few);
    await measureAnew(report, dragon, false, 252, someFrames(large ? 10 : 24, dragon.frames));
    await measureAnew(report, dragon, true, 715, someFrames(large ? 10 : 24, dragon.frames));
    reportFracture(report, walls, TURNS);
    reportFracture(report, dragon, LONG_TURNS);
    reportSpikes(report, walls, walled);
    reportSpikes(report, dragon, burst);
    reportCulling(report);
    compareVariants(report, walls, few, TURNS);
    compareVariants(report, dragon, fewer, LONG_TURNS);
    compareCulling(report, walls, few, TURNS);
    compareCulling(report, dragon, fewer, LONG_TURNS);
    compareHash(report, walls, false, 20, few, LONG_TURNS);
    compareHash(report, nBody, true, 7, someFrames(15, nBody.frames), TURNS);
    compareHash(report, cloth, true, 1.56, someFrames(100, cloth.frames), LONG_TURNS);
    compareHash(report, dragon, false, undefined, fewer, LONG_TURNS);
    await comparePeer(report, walls, walls.fractures[0] + 1);
    await comparePeer(report, dragon, dragon.fractures[0] + 10);
  },
};

async function measureScene(
  report: Report,
  scene: BodyScene,
  continuous: boolean,
  paper: number,
  sample: Sample,
  turns: number,
): Promise<Frame[]> {
  const kind = continuous ? 'continuous' : 'discrete';
  report.note(`${scene.name}, ${kind}`);
  const { frames, surface } = await report.timed(() => {
    const [run] = playTurns(scene, continuous, [OURS], sample, turns);
    reportFrames(report, `${scene.name}, ${kind}`, scene, run.frames, paper, turns);
    return run;
  });
  report.row({
    name: `${scene.name}, ${kind}: triangles at the end`,
    value: surface.tree.leafCount,
    unit: 'triangles',
  });
  report.row({
    name: `${scene.name}, ${kind}: bytes a node`,
    value: bytesPerNode(surface),
    unit: 'B',
    paper: 92,
    target: 92,
  });
  if (scene.fractures.length > 0) {
    const { frame, times } = worstSpike(frames);
    report.row({
      name: `${scene.name}, ${kind}: a frame over those beside it, worst`,
      value: times,
      unit: 'times',
      target: 3,
      frame,
    });
  }
  return frames;
}

/** The time of a frame, its parts, and of frames that break. */
function reportFrames(
  report: Report,
  name: string,
  scene: BodyScene,
  frames: Frame[],
  paper: number,
  turns: number,
): void {
  const value = mean(frames.map(total));
  const percent = (part: (f: Frame) => number) => (100 * mean(frames.map(part))) / value;
  report.row({
    name: `${name}: a frame`,
    value,
    unit: 'ms',
    paper,
    target: paper / 2,
    meshPercent: percent((f) => f.mesh),
    treePercent: percent((f) => f.tree),
    queryPercent: percent((f) => f.query),
    paperPercent: '8/24/68',
    turns,
    frames: frames.length,
    of: scene.frames,
    tests: mean(frames.map((f) => f.tests)),
    candidates: mean(frames.map((f) => f.candidates)),
    found: mean(frames.map((f) => f.found)),
    restructured: frames.reduce((sum, f) => sum + f.restructured, 0),
    series: frames.map((f) =>
      [f.frame, f.fracture ? 1 : 0, f.mesh, f.tree, f.query].map((x) => Math.round(10 * x) / 10),
    ),
  });
  if (scene.fractures.length === 0) return;
  const breaking = frames.filter((f) => f.fracture);
  report.row({
    name: `${name}: a frame that breaks`,
    value: mean(breaking.map(total)),
    unit: 'ms',
    mesh: mean(breaking.map((f) => f.mesh)),
    query: mean(breaking.map((f) => f.query)),
    frames: breaking.map((f) => f.frame).join(' '),
  });
  report.row({
    name: `${name}: a frame that breaks, the tree's part`,
    value: mean(breaking.map((f) => f.tree)),
    unit: 'ms',
  });
  report.row({
    name: `${name}: a frame that does not break`,
    value: mean(frames.filter((f) => !f.fracture).map(total)),
    unit: 'ms',
  });
}

/** The same scene without the promise that bodies keep their shape, as the paper's method knows none. */
async function measureAnew(
  report: Report,
  scene: BodyScene,
  continuous: boolean,
  paper: number,
  sample: Sample,
): Promise<void> {
  const kind = continuous ? 'continuous' : 'discrete';
  report.note(`${scene.name}, ${kind}: every body asked anew`);
  await report.timed(() => {
    const [{ frames }] = playTurns(scene, continuous, [ANEW], sample, LONG_TURNS);
    report.row({
      name: `${scene.name}, ${kind}: a frame, every body asked anew`,
      value: mean(frames.map(total)),
      unit: 'ms',
      paper,
      turns: LONG_TURNS,
      frames: frames.length,
      of: scene.frames,
      query: mean(frames.map((f) => f.query)),
    });
  });
}

// A tree that was built anew culls as well if a query makes at most this many times the tests.
const AS_WELL = 1.05;

/** The tree's part of frames that break, against building everything anew in those frames. */
function reportFracture(report: Report, scene: BodyScene, turns: number): void {
  report.note(`${scene.name}: built anew`);
  const sample: Sample = {
    asked: (f) => scene.fractures.includes(f),
    counted: (f) => scene.fractures.includes(f),
    last: scene.fractures[scene.fractures.length - 1],
  };
  const rebuild = { name: '', rules: 'rebuild' } as const;
  const variants: Variant[] = [
    OURS,
    { ...rebuild, construction: 'grid' },
    { ...rebuild, construction: 'median' },
  ];
  const [ours, ...built] = playTurns(scene, false, variants, sample, turns).map(({ frames }) => ({
    took: mean(frames.map((f) => f.tree)),
    tests: mean(frames.map((f) => f.tests)),
  }));
  const asGood = built.filter(({ tests }) => tests <= AS_WELL * ours.tests);
  const fastest = (asGood.length > 0 ? asGood : built).reduce((a, b) => (b.took < a.took ? b : a));
  report.row({
    name: `${scene.name}: building anew over updating, frames that break`,
    value: fastest.took / ours.took,
    unit: 'times',
    target: 5,
    atLeast: true,
    updating: ours.took,
    fastest: fastest.took,
    grid: built[0].took,
    median: built[1].took,
  });
  report.row({
    name: `${scene.name}: box tests after building anew over those after updating`,
    value: fastest.tests / ours.tests,
    unit: 'times',
    grid: built[0].tests / ours.tests,
    median: built[1].tests / ours.tests,
  });
}

/** Frames around those that break, where rigid bodies are asked about themselves every time, as if all deformed. */
function reportSpikes(report: Report, scene: BodyScene, ours: Frame[]): void {
  report.note(`${scene.name}: spikes where bodies are asked anew`);
  const isNear = (frame: number, before: number) =>
    scene.fractures.some((f) => frame >= f - before && frame <= f + 1);
  const sample: Sample = {
    asked: (f) => isNear(f, 3),
    counted: (f) => isNear(f, 1),
    last: scene.fractures[scene.fractures.length - 1] + 1,
  };
  const [{ frames }] = playTurns(scene, false, [ANEW], sample, LONG_TURNS);
  const { frame, times } = worstSpike(frames);
  report.row({
    name: `${scene.name}: a frame over those beside it, worst, every body asked anew`,
    value: times,
    unit: 'times',
    target: 3,
    frame,
  });
  const ordinary = mean(frames.filter((f) => !f.fracture).map(total));
  const slowest = Math.max(...ours.map(total));
  report.row({
    name: `${scene.name}: slowest frame, over the mean frame where bodies are asked anew`,
    value: slowest / ordinary,
    unit: 'times',
    target: 3,
    slowest,
    askedAnew: ordinary,
  });
}

/** Box tests with culling as a part of those without, as [Heo10, sec. 6.2.1] counts, on the same frames. */
function reportCulling(report: Report): void {
  report.note('culling on the cloth');
  const sample = someFrames(40, 240);
  const tests = (culling: Variant['culling']) =>
    mean(playScene(cloth, true, { name: '', culling, recall: false }, sample).frames.map((f) => f.tests));
  const off = tests('off');
  report.row({
    name: 'cloth: box tests left by the contour',
    value: (100 * tests('contour')) / off,
    unit: '%',
    paper: 48.9,
    target: 48.9,
    frames: 240 / 40,
  });
  report.row({
    name: 'cloth: box tests left by dual cones',
    value: (100 * tests('dual')) / off,
    unit: '%',
    paper: 46.5,
    target: 46.5,
    frames: 240 / 40,
  });
}
