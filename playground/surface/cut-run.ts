// A mesh that is cut, under way: a tree a piece, kept in balance or built anew where a cut went [Otaduy07].

import type { SurfacePlay, SurfaceScene } from '../../scenes/surface/surface-scene.ts';
import {
  type CutTrees,
  createCutTrees,
  intersectCutTrees,
  shatterCutTrees,
  updateCutTrees,
} from '../../src/surface/cut-trees.ts';
import type { Setup } from '../session.ts';
import { createFigures, type SurfaceRun } from './run.ts';

const PAUSE = 11; // frames without a cut, after which the next one counts as a fracture

let found = new Uint32Array(1 << 14); // scratch: pairs of triangles

export class CutRun implements SurfaceRun {
  readonly surface = null;
  readonly culling = 'off';
  readonly flawCount = 0;
  readonly figures = createFigures();
  readonly hits = new Set<number>();
  readonly #play: SurfacePlay;
  readonly #kept: CutTrees;
  #lastCut = -Infinity; // frame

  constructor(scene: SurfaceScene, seed: number) {
    this.#play = scene.play(seed);
    this.#kept = createCutTrees(this.#play.cut, this.#play.mesh);
    this.figures.triangles = this.triangleCount;
    this.#ask(); // engines are slow at first: that is no frame's cost
  }

  get trees() {
    return this.#kept.trees;
  }
  get positions() {
    return this.#play.mesh.positions;
  }
  get indices() {
    return this.#play.mesh.indices;
  }
  get triangleCount() {
    return this.#play.cut.triangleCount;
  }
  get shape() {
    return this.#play.cut.triangleCount + this.#play.cut.vertexCount; // both only grow
  }
  get frame() {
    return this.#play.frame;
  }

  slotOf(t: number): number {
    return this.#play.cut.crack[t];
  }

  bodyOf(t: number): number {
    return this.#play.cut.piece[t];
  }

  step({ trees }: Setup): void {
    const kept = this.#kept;
    const { cut, mesh } = this.#play;
    const { figures } = this;
    const before = { triangles: cut.triangleCount, pieces: cut.pieceCount, rebuilt: kept.rebuilt };
    kept.policy = trees === 'rebuild' ? 'rebuild' : 'balance';
    const began = performance.now();
    const { piece, broken } = this.#play.step();
    const moved = performance.now();
    if (broken) shatterCutTrees(kept, cut, mesh, broken.first, broken.reshaped);
    else updateCutTrees(kept, cut, mesh, piece);
    const updated = performance.now();
    this.#ask();
    figures.query = performance.now() - updated;
    figures.mesh = moved - began;
    figures.tree = updated - moved;
    figures.triangles = cut.triangleCount;
    figures.rebuilt = kept.rebuilt - before.rebuilt;
    const isCut = cut.triangleCount > before.triangles;
    figures.isFracture = (isCut && this.frame - this.#lastCut > PAUSE) || cut.pieceCount > before.pieces;
    if (isCut) this.#lastCut = this.frame;
    this.hits.clear();
    for (let i = 0; i < 2 * figures.pairs; i++) this.hits.add(found[i]);
  }

  refresh(): void {} // they are

  /** Finds all pairs. */
  #ask(): void {
    const { mesh } = this.#play;
    let count = intersectCutTrees(found, this.#kept, mesh);
    if (2 * count > found.length) {
      found = new Uint32Array(4 * count);
      count = intersectCutTrees(found, this.#kept, mesh);
    }
    this.figures.pairs = count;
    this.figures.tests = this.#kept.query.boxTests;
  }
}
