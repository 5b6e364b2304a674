// A surface scene under way: it plays a frame, brings its trees up to date, asks for what collides, and measures all
// three. Two kinds share this shape: a mesh that is cut (cut-run.ts) and bodies of triangles (body-run.ts).

import type { TriangleTree } from '../../src/hierarchy/tree.ts';
import type { Culling } from '../../src/surface/cull.ts';
import type { Surface } from '../../src/surface/surface.ts';
import type { Setup } from '../session.ts';

/** What views read of a tree, whatever precision its boxes have. */
export type ViewedTree = Pick<TriangleTree, 'root' | 'nodeCount' | 'child' | 'height' | 'triangle'> & {
  readonly box: ArrayLike<number>;
};

export interface SurfaceRun {
  readonly trees: readonly ViewedTree[]; // over the triangles
  readonly surface: Surface | null; // of bodies
  readonly culling: Culling; // that the last query used
  readonly positions: Float64Array; // where vertices are now
  readonly indices: Uint32Array; // three vertices a triangle
  readonly triangleCount: number; // places; some may be free
  readonly shape: number; // another whenever triangles are others
  readonly figures: RunFigures; // of the last frame
  readonly hits: ReadonlySet<number>; // triangles that collide in it, without the model's flaws
  readonly flawCount: number; // pairs that intersect from the beginning, as in models that were scanned
  readonly frame: number; // frames played
  step(setup: Setup): void;
  refresh(): void; // brings boxes up to date that no query has needed: views may look at all of them
  slotOf(t: number): number; // what a triangle is painted with: 0 surface, 1 its cracks, 2 guest; −1 for a free place
  bodyOf(t: number): number; // the body or piece it belongs to
}

/** What a frame took and found. Milliseconds are for charts: they decide nothing. */
export interface RunFigures {
  mesh: number; // milliseconds: cuts and moves
  tree: number; // milliseconds: keeping the trees
  query: number; // milliseconds
  pairs: number; // of triangles that intersect, or contacts of the step
  tests: number; // of boxes
  triangles: number;
  rebuilt: number; // trees or subtrees built again
  isFracture: boolean; // a crack began, or something broke
}

export function createFigures(): RunFigures {
  return { mesh: 0, tree: 0, query: 0, pairs: 0, tests: 0, triangles: 0, rebuilt: 0, isFracture: false };
}
