// What bench fastcd compares with: the method without one part of it at a time, spatial hashing, three-mesh-bvh.

import { Matrix4 } from 'three';
import { SAH } from 'three-mesh-bvh';
import { type BodyScene, playFrame } from '../scenes/surface/body-scene.ts';
import { collideSurface, createSurfacePairs } from '../src/surface/collide.ts';
import { beginStep } from '../src/surface/edit.ts';
import { createSurface } from '../src/surface/surface.ts';
import { updateSurface } from '../src/surface/update.ts';
import type { Report } from './bench.ts';
import { type Frame, mean, playTurns, type Sample, total, type Variant } from './fastcd-run.ts';
import { buildPeer, countPeerPairs } from './peer.ts';
import { ratioOf, summarise, timeOf } from './turns.ts';

const PEER_FRAMES = 5; // that count, after one that does not

const LM = { metric: 'volume', buildTests: 3, share: 0.25 } as const;

type PaperVariant = Variant & { readonly paper?: Record<string, number> };

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
    paper: { 'breaking-walls': 1.76, 'exploding-dragon': 1.27 },
  },
];

const CULLINGS: readonly Variant[] = [
  { name: 'contour of real borders (may miss)', culling: 'border' },
  { name: 'no contour: normal cones alone (may miss)', culling: 'normals' },
  { name: 'dual cones (may miss)', culling: 'dual' },
  { name: 'no culling', culling: 'off' },
];

/** The method without one part of it at a time, over the whole. */
export function compareVariants(report: Report, scene: BodyScene, sample: Sample, turns: number): void {
  compare(report, scene, { name: 'ours' }, VARIANTS, sample, turns);
}

/** Ways to cull, over the contour in full, where every body is asked about itself in every frame. */
export function compareCulling(report: Report, scene: BodyScene, sample: Sample, turns: number): void {
  const variants = CULLINGS.map((variant) => ({ ...variant, recall: false }));
  compare(report, scene, { name: 'the contour in full', recall: false }, variants, sample, turns);
}

/** Plays every variant and what they are compared with in turns. */
function compare(
  report: Report,
  scene: BodyScene,
  base: Variant,
  variants: readonly PaperVariant[],
  sample: Sample,
  turns: number,
): void {
  report.note(`${scene.name}: variants over ${base.name}`);
  const [ours, ...runs] = playTurns(scene, false, [base, ...variants], sample, turns);
  for (const [i, variant] of variants.entries()) {
    reportVariant(report, scene, variant, runs[i].frames, ours.frames, base);
  }
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
    ...(variant.paper?.[scene.name] ? { paper: variant.paper[scene.name] } : {}),
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
  turns: number,
): void {
  report.note(`${scene.name}: spatial hashing`);
  const variants: Variant[] = [
    { name: 'ours' },
    { name: 'asked anew', recall: false },
    { name: 'hash', hash: true },
  ];
  const [ours, anew, hash] = playTurns(scene, continuous, variants, sample, turns).map(({ frames }) =>
    mean(frames.map(total)),
  );
  report.row({
    name: `${scene.name}: spatial hashing, over ours`,
    value: hash / ours,
    unit: 'times',
    ms: hash,
    ours,
  });
  report.row({
    name: `${scene.name}: spatial hashing, over ours asked anew`,
    value: hash / anew,
    unit: 'times',
    ...(paper ? { paper } : {}),
    ms: hash,
    askedAnew: anew,
  });
}

/**
 * three-mesh-bvh over frames in which pieces fly: refit, then all pairs with itself, over ours (refit and all pairs) where
 * rigid bodies are asked anew, as it must. Built by surface area in the frame before, as it comes and with one triangle a
 * leaf as ours has. It knows neither neighbors nor steps, so it tests every pair of neighbors too, and each pair twice.
 * Frame by frame in turns; the medians of them.
 */
export async function comparePeer(report: Report, scene: BodyScene, frame: number): Promise<void> {
  report.note(`${scene.name}: three-mesh-bvh`);
  await report.timed(() => {
    const surfaces = [createSurface(), createSurface()]; // asked anew, and remembered
    const plays = surfaces.map((surface) => scene.play(surface));
    const out = createSurfacePairs();
    const step = () => {
      for (const [s, play] of plays.entries()) {
        beginStep(surfaces[s]);
        playFrame(play);
      }
    };
    while (plays[0].frame < frame) step();
    const [surface] = surfaces;
    const indices: number[] = [];
    for (let t = 0; t < surface.triangleCount; t++) {
      if (surface.body[t] >= 0) indices.push(...surface.indices.subarray(3 * t, 3 * t + 3));
    }
    const mesh = {
      positions: surface.end.subarray(0, 3 * surface.vertexCount),
      indices: Uint32Array.from(indices),
    };
    const peers = [buildPeer(mesh, SAH), buildPeer(mesh, SAH, 1)];
    const times: number[][] = [[], [], [], []];
    for (let k = 0; k <= PEER_FRAMES; k++) {
      step();
      const jobs = [
        ...surfaces.map((one, s) => () => {
          updateSurface(one);
          collideSurface(out, one, { recall: s === 1 });
        }),
        ...peers.map((peer) => () => {
          peer.refit();
          countPeerPairs(peer, peer, new Matrix4());
        }),
      ];
      for (const peer of peers) {
        const { array } = peer.geometry.attributes.position;
        array.set(surface.end.subarray(0, array.length));
      }
      for (const [j, job] of jobs.entries()) {
        const ms = timeOf(job);
        if (k > 0) times[j].push(ms);
      }
    }
    const [anew, remembered, plain, fine] = times.map(summarise);
    const counters = {
      triangles: indices.length / 3,
      frames: `${frame + 2} to ${frame + 1 + PEER_FRAMES}`,
    };
    const name = `${scene.name}, pieces in flight`;
    for (const [what, { median, min }] of [
      ['every body asked anew', anew],
      ['bodies that keep their shape', remembered],
      ['three-mesh-bvh', plain],
      ['three-mesh-bvh, one triangle a leaf', fine],
    ] as const) {
      report.row({ name: `${name}: ${what}`, value: median, unit: 'ms', min, ...counters });
    }
    for (const [what, theirs] of [
      ['three-mesh-bvh', plain],
      ['three-mesh-bvh, one triangle a leaf', fine],
    ] as const) {
      report.row({
        name: `${name}: ${what}, over ours asked anew`,
        value: ratioOf(theirs, anew),
        unit: 'times',
        overRemembered: ratioOf(theirs, remembered),
        ...counters,
      });
    }
  });
}
