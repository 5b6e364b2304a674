// [Heo10, sec. 6]: surfaces that deform and tear, frame by frame: how long the mesh, the tree and the query take, what
// a fracture costs, and what each part of the method is worth. Times are processor time; the shorter of two runs.

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
  playTwice,
  type Sample,
  someFrames,
  total,
  type Variant,
  worstSpike,
} from './fastcd-run.ts';
import { compareCulling, compareHash, comparePeer, compareVariants } from './fastcd-variants.ts';
import { loadBunny, loadDragon } from './models.ts';

const OURS: Variant = { name: 'ours' };

export const bench: Bench = {
  name: 'fastcd',
  answers: '[Heo10, sec. 6]: frames of deforming and breaking surfaces, by part, and against variants',
  async run(report, { large }) {
    const bunny = subdivideMesh(subdivideMesh(loadBunny()).mesh).mesh;
    const dragon = createExplosion(await loadDragon(2), bunny);
    const drape = someFrames(large ? 3 : 15, cloth.frames);
    measureScene(report, nBody, true, 17, everyFrame(nBody));
    measureScene(report, cloth, true, 345, drape);
    const walled = measureScene(report, walls, false, 97, everyFrame(walls));
    const burst = measureScene(report, dragon, false, 252, everyFrame(dragon));
    measureScene(report, dragon, true, 715, everyFrame(dragon));
    reportFracture(report, walls, walled);
    reportFracture(report, dragon, burst);
    reportAnew(report, walls, walled);
    reportAnew(report, dragon, burst);
    reportCulling(report);
    const few = someFrames(large ? 3 : 7, walls.frames); // a tenth of these break, as of all
    const fewer = someFrames(large ? 10 : 60, dragon.frames);
    compareVariants(report, walls, few);
    compareVariants(report, dragon, fewer);
    compareCulling(report, walls, few);
    compareCulling(report, dragon, fewer);
    compareHash(report, walls, false, 20, few);
    compareHash(report, nBody, true, 7, someFrames(15, nBody.frames));
    compareHash(report, cloth, true, 1.56, someFrames(100, cloth.frames));
    compareHash(report, dragon, false, undefined, fewer);
    comparePeer(report, walls, walls.fractures[0]);
    comparePeer(report, dragon, dragon.fractures[0] + 10);
  },
};

function measureScene(
  report: Report,
  scene: BodyScene,
  continuous: boolean,
  paper: number,
  sample: Sample,
): Frame[] {
  const kind = continuous ? 'continuous' : 'discrete';
  report.note(`${scene.name}, ${kind}`);
  const { frames, surface } = playTwice(scene, continuous, OURS, sample);
  const value = mean(frames.map(total));
  report.row({
    name: `${scene.name}, ${kind}: a frame`,
    value,
    unit: 'ms',
    paper,
    target: paper / 2,
    meshPercent: (100 * mean(frames.map((f) => f.mesh))) / value,
    treePercent: (100 * mean(frames.map((f) => f.tree))) / value,
    queryPercent: (100 * mean(frames.map((f) => f.query))) / value,
    paperPercent: '8/24/68',
    triangles: surface.tree.leafCount,
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
  report.row({
    name: `${scene.name}, ${kind}: bytes a node`,
    value: bytesPerNode(surface),
    unit: 'B',
    paper: 92,
    target: 92,
  });
  if (scene.fractures.length > 0) {
    const breaking = frames.filter((f) => f.fracture);
    report.row({
      name: `${scene.name}, ${kind}: a frame that breaks`,
      value: mean(breaking.map(total)),
      unit: 'ms',
      mesh: mean(breaking.map((f) => f.mesh)),
      tree: mean(breaking.map((f) => f.tree)),
      query: mean(breaking.map((f) => f.query)),
      others: mean(frames.filter((f) => !f.fracture).map(total)),
      frames: breaking.map((f) => f.frame).join(' '),
    });
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

// A tree that was built anew culls as well if a query makes at most this many times the tests.
const AS_WELL = 1.05;

/** The tree's part of frames that break, against building everything anew in those frames. */
function reportFracture(report: Report, scene: BodyScene, frames: Frame[]): void {
  const breaking = frames.filter((f) => f.fracture);
  const value = mean(breaking.map((f) => f.tree));
  const tests = mean(breaking.map((f) => f.tests));
  const sample: Sample = {
    asked: (f) => scene.fractures.includes(f),
    counted: (f) => scene.fractures.includes(f),
    last: scene.fractures[scene.fractures.length - 1],
  };
  let fastest = Infinity;
  const counters: Record<string, number> = {};
  for (const construction of ['grid', 'median'] as const) {
    report.note(`${scene.name}: built anew, ${construction}`);
    const rebuilt = playTwice(scene, false, { name: '', rules: 'rebuild', construction }, sample).frames;
    const took = mean(rebuilt.map((f) => f.tree));
    const more = mean(rebuilt.map((f) => f.tests)) / tests;
    counters[construction] = took;
    counters[`${construction}Tests`] = more;
    if (more <= AS_WELL) fastest = Math.min(fastest, took);
  }
  if (!(fastest < Infinity)) fastest = Math.min(counters.grid, counters.median);
  report.row({
    name: `${scene.name}: building anew over updating, frames that break`,
    value: fastest / value,
    unit: 'times',
    target: 5,
    atLeast: true,
    updating: value,
    fastest,
    ...counters,
  });
}

/** Frames around those that break, where rigid bodies are asked about themselves every time, as if all deformed. */
function reportAnew(report: Report, scene: BodyScene, ours: Frame[]): void {
  report.note(`${scene.name}: asked anew`);
  const isNear = (frame: number, before: number) =>
    scene.fractures.some((f) => frame >= f - before && frame <= f + 1);
  const sample: Sample = {
    asked: (f) => isNear(f, 3),
    counted: (f) => isNear(f, 1),
    last: scene.fractures[scene.fractures.length - 1] + 1,
  };
  const { frames } = playTwice(scene, false, { name: 'anew', recall: false }, sample);
  const { frame, times } = worstSpike(frames);
  report.row({
    name: `${scene.name}: the same where rigid bodies are asked anew`,
    value: times,
    unit: 'times',
    target: 3,
    frame,
  });
  report.row({
    name: `${scene.name}: slowest frame, over the mean frame where bodies are asked anew`,
    value: Math.max(...ours.map(total)) / mean(frames.filter((f) => !f.fracture).map(total)),
    unit: 'times',
    target: 3,
    slowest: Math.max(...ours.map(total)),
    askedAnew: mean(frames.filter((f) => !f.fracture).map(total)),
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
