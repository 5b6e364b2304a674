// Plays a surface scene for bench fastcd and measures its parts frame by frame.

import type { BodyScene } from '../scenes/surface/body-scene.ts';
import { intersectFaces } from '../src/geometry/triangle-triangle.ts';
import { RESTRUCTURE_RULES, type RestructureRules } from '../src/hierarchy/restructure.ts';
import type { Construction } from '../src/hierarchy/restructure-build.ts';
import { createCandidates } from '../src/surface/candidates.ts';
import { collideSurface, createSurfacePairs } from '../src/surface/collide.ts';
import type { Culling } from '../src/surface/cull.ts';
import { beginStep } from '../src/surface/edit.ts';
import { createSurface, type Surface } from '../src/surface/surface.ts';
import { createSurfaceContacts, sweepPairs, sweepSurface } from '../src/surface/sweep.ts';
import { rebuildSurface, updateSurface } from '../src/surface/update.ts';
import { medianOf } from './bench.ts';
import { hashPairs } from './spatial-hash.ts';

export interface Variant {
  readonly name: string;
  readonly construction?: Construction;
  readonly rules?: RestructureRules | 'rebuild'; // `rebuild`: everything, every frame
  readonly culling?: Culling;
  readonly recall?: boolean; // false: rigid bodies are asked about themselves in every frame
  readonly hash?: boolean; // spatial hashing instead of the tree, which is not kept up then
}

export interface Frame {
  readonly frame: number;
  readonly fracture: boolean;
  readonly mesh: number; // milliseconds: edits and moves, less what they spend on the tree
  readonly tree: number; // edits of the tree, order, boxes, cones, costs, restructuring
  readonly query: number;
  readonly tests: number;
  readonly candidates: number;
  readonly found: number;
  readonly restructured: number;
}

export interface Run {
  readonly frames: Frame[];
  readonly surface: Surface;
}

export interface Sample {
  asked(frame: number): boolean; // frames in which the surface is updated and asked
  counted(frame: number): boolean; // those of them that are measured
  readonly last: number;
}

/** Asks in every frame and counts all but the first, which is cold. */
export function everyFrame({ frames }: BodyScene): Sample {
  return { asked: () => true, counted: (f) => f > 1, last: frames };
}

/** Counts frames evenly; the two before each are asked too, as what a query remembers is a frame or two old. */
export function someFrames(every: number, last: number): Sample {
  return { asked: (f) => f % every === 0 || f % every >= every - 2, counted: (f) => f % every === 0, last };
}

/** Plays a scene. */
export function playScene(scene: BodyScene, continuous: boolean, variant: Variant, sample: Sample): Run {
  const surface = createSurface({ construction: variant.construction, clock: performance });
  const play = scene.play(surface);
  const contacts = createSurfaceContacts();
  const pairs = createSurfacePairs();
  const hashed = createCandidates();
  const { culling = 'contour', rules = RESTRUCTURE_RULES, recall = true } = variant;
  const frames: Frame[] = [];
  let tests = 0;
  while (play.frame < sample.last) {
    play.think();
    const started = performance.now();
    beginStep(surface);
    surface.treeTime = 0;
    play.act();
    const acted = performance.now();
    const frame = play.frame;
    if (!sample.asked(frame)) continue;
    const edited = surface.treeTime;
    let restructured = 0;
    if (rules === 'rebuild') rebuildSurface(surface);
    if (!variant.hash) {
      const update = { swept: continuous, culling };
      const { restructured: built } = updateSurface(
        surface,
        rules === 'rebuild' ? update : { ...update, rules, tests },
      );
      restructured = built;
    }
    const updated = performance.now();
    let found = 0;
    if (variant.hash) {
      hashPairs(hashed, surface, continuous);
      if (continuous) sweepPairs(contacts, surface, hashed);
      else {
        for (let i = 0; i < hashed.count; i++) {
          const { pair } = hashed;
          if (intersectFaces(surface.end, surface.indices, pair[2 * i], pair[2 * i + 1])) found++;
        }
      }
      if (continuous) found = contacts.count;
    } else if (continuous) found = sweepSurface(contacts, surface, { culling, recall });
    else found = collideSurface(pairs, surface, { culling, recall });
    const took = performance.now() - updated;
    const { candidates } = continuous ? contacts : pairs;
    const asked = variant.hash ? hashed : candidates;
    tests = asked.tests;
    if (!sample.counted(frame)) continue;
    frames.push({
      frame,
      fracture: scene.fractures.includes(frame),
      mesh: acted - started - edited,
      tree: variant.hash ? 0 : edited + updated - acted, // a hash needs none
      query: took,
      tests,
      candidates: asked.count,
      found,
      restructured,
    });
  }
  return { frames, surface };
}

/** Plays a scene by every variant in turn; of every part of a frame the median of all turns. */
export function playTurns(
  scene: BodyScene,
  continuous: boolean,
  variants: readonly Variant[],
  sample: Sample,
  turns: number,
): Run[] {
  const runs: Run[][] = variants.map(() => []);
  for (let turn = 0; turn < turns; turn++) {
    for (const [v, variant] of variants.entries()) {
      runs[v].push(playScene(scene, continuous, variant, sample));
    }
  }
  return runs.map((list) => ({
    frames: list[0].frames.map((frame, i) => ({
      ...frame,
      mesh: medianOf(list.map((run) => run.frames[i].mesh)),
      tree: medianOf(list.map((run) => run.frames[i].tree)),
      query: medianOf(list.map((run) => run.frames[i].query)),
    })),
    surface: list[0].surface,
  }));
}

export function mean(values: number[]): number {
  return values.reduce((sum, x) => sum + x, 0) / Math.max(1, values.length);
}

export function total({ mesh, tree, query }: Frame): number {
  return mesh + tree + query;
}

/** The frame that takes longest beside those before and after it: its number, and how many times their mean. */
export function worstSpike(frames: Frame[]): { frame: number; times: number } {
  const worst = { frame: 0, times: 0 };
  for (let i = 1; i + 1 < frames.length; i++) {
    if (frames[i + 1].frame !== frames[i - 1].frame + 2) continue;
    const times = total(frames[i]) / mean([total(frames[i - 1]), total(frames[i + 1])]);
    if (times > worst.times) Object.assign(worst, { frame: frames[i].frame, times });
  }
  return worst;
}
