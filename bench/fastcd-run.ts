// Plays a surface scene for bench fastcd and measures its parts frame by frame, in processor time.

import type { BodyScene } from '../scenes/surface/body-scene.ts';
import { intersectFaces } from '../src/geometry/triangle-triangle.ts';
import { RESTRUCTURE_RULES, type RestructureRules } from '../src/hierarchy/restructure.ts';
import type { Construction } from '../src/hierarchy/restructure-build.ts';
import { collideSurface, createSurfacePairs } from '../src/surface/collide.ts';
import type { Culling } from '../src/surface/cull.ts';
import { beginStep } from '../src/surface/edit.ts';
import { bytesPerNode, createSurface, type Surface } from '../src/surface/surface.ts';
import { createSurfaceContacts, sweepSurface } from '../src/surface/sweep.ts';
import { rebuildSurface, updateSurface } from '../src/surface/update.ts';
import { hashPairs } from './spatial-hash.ts';

/** Processor time of this process, milliseconds. */
export function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

export interface Variant {
  readonly name: string;
  readonly construction?: Construction;
  readonly rules?: RestructureRules | 'rebuild'; // `rebuild`: everything, every frame
  readonly culling?: Culling;
  readonly hash?: boolean; // spatial hashing instead of the tree
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

/** Plays a scene; asks in frames for which `sample` is true, in those that break and in those beside them. */
export function playScene(
  scene: BodyScene,
  continuous: boolean,
  variant: Variant,
  sample: (frame: number) => boolean,
  last = scene.frames,
): Run {
  const clock = { now: processorTime };
  const surface = createSurface({ construction: variant.construction, clock });
  const play = scene.play(surface);
  const contacts = createSurfaceContacts();
  const pairs = createSurfacePairs();
  const { culling = 'contour', rules = RESTRUCTURE_RULES } = variant;
  const frames: Frame[] = [];
  let tests = 0;
  while (play.frame < last) {
    play.think();
    const started = processorTime();
    beginStep(surface);
    surface.treeTime = 0;
    play.act();
    const acted = processorTime();
    const frame = play.frame;
    if (!sample(frame) && !scene.fractures.some((f) => Math.abs(f - frame) <= 1)) continue;
    const edited = surface.treeTime;
    const began = processorTime();
    if (rules === 'rebuild') rebuildSurface(surface);
    const update = { swept: continuous, culling };
    const { restructured } = updateSurface(
      surface,
      rules === 'rebuild' ? update : { ...update, rules, tests },
    );
    const updated = processorTime();
    let found: number;
    let count: number;
    if (variant.hash) {
      const hashed = hashPairs(surface);
      found = 0;
      for (let i = 0; i < hashed.pair.length; i += 2) {
        if (intersectFaces(surface.end, surface.indices, hashed.pair[i], hashed.pair[i + 1])) found++;
      }
      tests = hashed.tests;
      count = hashed.pair.length / 2;
    } else {
      const out = continuous ? contacts : pairs;
      found = continuous
        ? sweepSurface(contacts, surface, { culling })
        : collideSurface(pairs, surface, { culling });
      tests = out.candidates.tests;
      count = out.candidates.count;
    }
    frames.push({
      frame,
      fracture: scene.fractures.includes(frame),
      mesh: acted - started - edited,
      tree: edited + updated - began,
      query: processorTime() - updated,
      tests,
      candidates: count,
      found,
      restructured,
    });
  }
  frames.shift(); // the first is cold
  return { frames, surface };
}

export function mean(values: number[]): number {
  return values.reduce((sum, x) => sum + x, 0) / Math.max(1, values.length);
}

export function total({ mesh, tree, query }: Frame): number {
  return mesh + tree + query;
}

/** The largest ratio of a frame that breaks to the mean of the frames beside it. */
export function worstSpike(frames: Frame[]): number {
  let worst = 0;
  for (let i = 1; i + 1 < frames.length; i++) {
    if (frames[i + 1].frame !== frames[i - 1].frame + 2) continue;
    worst = Math.max(worst, total(frames[i]) / mean([total(frames[i - 1]), total(frames[i + 1])]));
  }
  return worst;
}

export { bytesPerNode };
