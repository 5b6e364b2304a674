// Bodies of triangles, under way: one tree over all, refitted, restructured where it is worth it, or built anew, and
// searches that pass over what cannot meet itself [Heo10].

import type { BodyPlay, BodyScene } from '../../scenes/surface/body-scene.ts';
import { RESTRUCTURE_RULES, type RestructureRules } from '../../src/hierarchy/restructure.ts';
import { refreshBoxes } from '../../src/surface/blocks.ts';
import { collideSurface, createSurfacePairs } from '../../src/surface/collide.ts';
import type { Culling } from '../../src/surface/cull.ts';
import { beginStep } from '../../src/surface/edit.ts';
import { createSurface, type Surface } from '../../src/surface/surface.ts';
import { createSurfaceContacts, EDGE_EDGE, sweepSurface } from '../../src/surface/sweep.ts';
import { rebuildSurface, updateSurface } from '../../src/surface/update.ts';
import type { Setup } from '../session.ts';
import { createFigures, type SurfaceRun } from './run.ts';

/** Restructuring as the paper decides it. */
const TRAVERSAL: RestructureRules = { ...RESTRUCTURE_RULES, metric: 'traversal' };

export class BodyRun implements SurfaceRun {
  readonly surface: Surface = createSurface({ clock: performance });
  readonly trees = [this.surface.tree];
  readonly figures = createFigures();
  culling: Culling;
  readonly hits = new Set<number>();
  readonly #play: BodyPlay;
  readonly #isContinuous: boolean;
  readonly #fractures: ReadonlySet<number>;
  readonly #pairs = createSurfacePairs();
  readonly #contacts = createSurfaceContacts();
  readonly #flaws = new Set<number>(); // pairs that intersect from the beginning, as in models that were scanned

  constructor(scene: BodyScene, isContinuous: boolean, seed: number, culling: Culling) {
    this.culling = culling;
    this.#play = scene.play(this.surface, seed);
    this.#isContinuous = isContinuous;
    this.#fractures = new Set(scene.fractures);
    this.figures.triangles = this.surface.tree.leafCount;
    // Engines are slow at first, and bodies that keep their shape are asked about themselves once: no frame's cost.
    updateSurface(this.surface, { swept: isContinuous, culling });
    for (let round = 0; round < 2; round++) this.#ask();
    const { pair, count } = this.#pairs;
    for (let i = 0; i < count; i++) this.#flaws.add(nameOf(pair, i));
  }

  get positions() {
    return this.surface.end.subarray(0, 3 * this.surface.vertexCount);
  }
  get indices() {
    return this.surface.indices;
  }
  get triangleCount() {
    return this.surface.triangleCount;
  }
  get shape() {
    return this.surface.bodyCount; // what breaks gets new ids
  }
  get flawCount() {
    return this.#flaws.size;
  }
  get frame() {
    return this.#play.frame;
  }

  slotOf(t: number): number {
    const body = this.surface.body[t];
    if (body < 0) return -1;
    if (body === this.#play.guest) return 2;
    return this.#play.isCrack?.(t) ? 1 : 0;
  }

  bodyOf(t: number): number {
    return this.surface.body[t];
  }

  step({ trees, culling }: Setup): void {
    const { surface, figures } = this;
    this.culling = culling;
    const isContinuous = this.#isContinuous;
    this.#play.think();
    const began = performance.now();
    beginStep(surface);
    surface.treeTime = 0;
    this.#play.act();
    const moved = performance.now();
    const edited = surface.treeTime;
    if (trees === 'rebuild') rebuildSurface(surface);
    const { restructured } = updateSurface(surface, {
      swept: isContinuous,
      culling,
      rules: trees === 'traversal' ? TRAVERSAL : RESTRUCTURE_RULES,
      tests: trees === '' || trees === 'traversal' ? figures.tests : 0,
    });
    const updated = performance.now();
    this.#ask();
    figures.query = performance.now() - updated;
    figures.mesh = moved - began - edited;
    figures.tree = updated - moved + edited;
    figures.triangles = surface.tree.leafCount;
    figures.rebuilt = trees === 'rebuild' ? 1 : restructured;
    figures.isFracture = this.#fractures.has(this.#play.frame);
    this.#listHits();
  }

  refresh(): void {
    refreshBoxes(this.surface);
  }

  /** Finds all pairs, or contacts of the step. */
  #ask(): void {
    const { surface, figures, culling } = this;
    const isContinuous = this.#isContinuous;
    figures.pairs = isContinuous
      ? sweepSurface(this.#contacts, surface, { culling })
      : collideSurface(this.#pairs, surface, { culling });
    figures.tests = (isContinuous ? this.#contacts : this.#pairs).candidates.tests;
  }

  #listHits(): void {
    const { hits } = this;
    hits.clear();
    if (!this.#isContinuous) {
      const { pair, count } = this.#pairs;
      for (let i = 0; i < count; i++) {
        if (this.#flaws.has(nameOf(pair, i))) continue;
        hits.add(pair[2 * i]);
        hits.add(pair[2 * i + 1]);
      }
      return;
    }
    const { kind, feature, count } = this.#contacts;
    for (let i = 0; i < count; i++) {
      if (kind[i] === EDGE_EDGE) hits.add(Math.floor(feature[2 * i] / 3));
      hits.add(kind[i] === EDGE_EDGE ? Math.floor(feature[2 * i + 1] / 3) : feature[2 * i + 1]);
    }
  }
}

/** A number for a pair of triangles, which has the lower first. */
function nameOf(pair: Int32Array, i: number): number {
  return 2 ** 26 * pair[2 * i] + pair[2 * i + 1];
}
