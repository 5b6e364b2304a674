// What bench fastcd compares with: the method without one part of it at a time, spatial hashing, three-mesh-bvh.

import { Matrix4 } from 'three';
import { SAH } from 'three-mesh-bvh';
import { type BodyScene, playFrame } from '../scenes/surface/body-scene.ts';
import { collideSurface, createSurfacePairs } from '../src/surface/collide.ts';
import { createSurface } from '../src/surface/surface.ts';
import { updateSurface } from '../src/surface/update.ts';
import type { Report } from './bench.ts';
import {
  type Frame,
  mean,
  playScene,
  playTwice,
  processorTime,
  type Sample,
  shorterOf,
  total,
  type Variant,
} from './fastcd-run.ts';
import { buildPeer, countPeerPairs } from './peer.ts';

const PEER_RUNS = 3; // that count

const LM = { metric: 'volume', buildTests: 3, share: 0.25 } as const;

type PaperVariant = Variant & { readonly paper?: string };

const VARIANTS: readonly PaperVariant[] = [
  { name: 'rigid bodies asked anew every frame', recall: false },
  { name: 'rebuild every frame', rules: 'rebuild' },
  { name: 'refit only', rules: { metric: 'none', buildTests: 0, share: 0 } },
  { name: 'without the fast build', construction: 'median' },
  { name: "the paper's cost metric for ours", rules: { ...LM, metric: 'traversal' } },
  { name: 'LM metric for the cost metric', rules: LM },
  {
    name: 'without fast build and cost metric (LM)',
    construction: 'median',
    rules: LM,
    paper: '1.76 walls, 1.27 dragon',
  },
];

const CULLINGS: readonly Variant[] = [
  { name: 'contour of real borders (may miss)', culling: 'border' },
  { name: 'no contour: normal cones alone (may miss)', culling: 'normals' },
  { name: 'dual cones (may miss)', culling: 'dual' },
  { name: 'no culling', culling: 'off' },
];

/** The method without one part of it at a time, over the whole. */
export function compareVariants(report: Report, scene: BodyScene, sample: Sample): void {
  compare(report, scene, { name: 'ours' }, VARIANTS, sample);
}

/** Ways to cull, over the contour in full, where every body is asked about itself in every frame. */
export function compareCulling(report: Report, scene: BodyScene, sample: Sample): void {
  const variants = CULLINGS.map((variant) => ({ ...variant, recall: false }));
  compare(report, scene, { name: 'the contour in full', recall: false }, variants, sample);
}

/** Plays every variant twice, and what they are compared with once before and once after all of them. */
function compare(
  report: Report,
  scene: BodyScene,
  base: Variant,
  variants: readonly PaperVariant[],
  sample: Sample,
): void {
  const play = (variant: Variant) => {
    report.note(`${scene.name}: ${variant.name}`);
    return playScene(scene, false, variant, sample).frames;
  };
  const before = play(base);
  const runs = variants.map((variant) => shorterOf(play(variant), play(variant)));
  const ours = shorterOf(play(base), before);
  for (const [i, variant] of variants.entries()) reportVariant(report, scene, variant, runs[i], ours, base);
}

function reportVariant(
  report: Report,
  scene: BodyScene,
  variant: PaperVariant,
  frames: Frame[],
  ours: Frame[],
  base: Variant,
): void {
  const value = mean(frames.map(total));
  report.row({
    name: `${scene.name}: ${variant.name}, over ${base.name}`,
    value: value / mean(ours.map(total)),
    unit: 'times',
    ...(variant.paper ? { paper: variant.paper } : {}),
    ms: value,
    base: mean(ours.map(total)),
    tree: mean(frames.map((f) => f.tree)),
    query: mean(frames.map((f) => f.query)),
    tests: mean(frames.map((f) => f.tests)) / mean(ours.map((f) => f.tests)),
    missed: ours.reduce((sum, f, i) => sum + Math.max(0, f.found - frames[i].found), 0),
    found: ours.reduce((sum, f) => sum + f.found, 0),
    restructured: frames.reduce((sum, f) => sum + f.restructured, 0),
    frames: frames.length,
  });
}

/**
 * Spatial hashing, over ours as it is and over ours where rigid bodies are asked anew, as hashing must. It pays for the
 * boxes of triangles and for no tree.
 */
export function compareHash(
  report: Report,
  scene: BodyScene,
  continuous: boolean,
  paper: number | undefined,
  sample: Sample,
): void {
  report.note(`${scene.name}: spatial hashing`);
  const time = (variant: Omit<Variant, 'name'>) =>
    mean(playTwice(scene, continuous, { name: '', ...variant }, sample).frames.map(total));
  const ours = time({});
  const anew = time({ recall: false });
  const hash = time({ hash: true });
  report.row({
    name: `${scene.name}: spatial hashing, over ours`,
    value: hash / ours,
    unit: 'times',
    ...(paper ? { paper } : {}),
    overAskedAnew: hash / anew,
    ms: hash,
    ours,
    askedAnew: anew,
  });
}

/**
 * three-mesh-bvh in one frame: refit, then all pairs with itself, over ours where rigid bodies are asked anew, as it must.
 * It knows neither neighbors nor steps, so it tests every pair of neighbors too, and each pair twice. Of both the least
 * of as many runs after one that does not count.
 */
export function comparePeer(report: Report, scene: BodyScene, frame: number): void {
  report.note(`${scene.name}: three-mesh-bvh`);
  const surface = createSurface();
  const play = scene.play(surface);
  while (play.frame < frame) playFrame(play);
  const indices: number[] = [];
  for (let t = 0; t < surface.triangleCount; t++) {
    if (surface.body[t] >= 0) indices.push(...surface.indices.subarray(3 * t, 3 * t + 3));
  }
  const positions = surface.end.subarray(0, 3 * surface.vertexCount);
  const peer = buildPeer({ positions, indices: Uint32Array.from(indices) }, SAH);
  const out = createSurfacePairs();
  const time = (job: () => void): number => {
    let least = Infinity;
    for (let run = 0; run <= PEER_RUNS; run++) {
      const began = processorTime();
      job();
      if (run > 0) least = Math.min(least, processorTime() - began);
    }
    return least;
  };
  const query = (recall: boolean) => () => {
    updateSurface(surface);
    collideSurface(out, surface, { recall });
  };
  const anew = time(query(false));
  const ours = time(query(true));
  const theirs = time(() => {
    peer.refit();
    countPeerPairs(peer, peer, new Matrix4());
  });
  report.row({
    name: `${scene.name}: three-mesh-bvh, over ours asked anew`,
    value: theirs / anew,
    unit: 'times',
    overRemembered: theirs / ours,
    askedAnew: anew,
    remembered: ours,
    theirs,
    triangles: indices.length / 3,
    frame,
  });
}
