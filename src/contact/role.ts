// What shapes, ground and manifolds do in a query. Colliders and options carry it, from createShape, createMeshTerrain,
// createHeightTerrain and manifolds, so that a program which uses none of them does not hold their code.

import type { Pass, Query } from './query.ts';

/** Adds the features of a pass that brings no sphere tree. Expects the limits of the pass. */
type BringFeatures = (query: Query, pass: Pass, share: number) => void;

/** Of shapes. */
export interface ShapeRole {
  /** How far a point is: measureShape. */
  readonly measure: (
    out: Float64Array,
    kind: number,
    size: Float64Array,
    p: Float64Array,
    at: number,
    reach: Float64Array,
  ) => number;
  /** A plane between a fragment and the shape: separateShape. */
  readonly separate: (query: Query, pass: Pass) => boolean;
  /** The contacts of two shapes: runShapes. */
  readonly meet: (query: Query, forward: Pass, backward: Pass, share: number) => void;
  readonly bring: BringFeatures;
}

/** Of ground. */
export interface GroundRole {
  readonly bring: BringFeatures;
  /** The contacts of what is round with it: touchRound. */
  readonly touchRound: (query: Query, pass: Pass, i: number, measured: Float64Array) => boolean;
}

/** Of manifolds, see manifold.ts. */
export interface ManifoldRole {
  /** Gives contacts normals that their features can have: mendNormals. */
  readonly mend: (query: Query, forward: Pass, backward: Pass) => void;
  /** Leaves a few contacts of each patch: choosePatches. */
  readonly choose: (query: Query, forward: Pass) => void;
}
