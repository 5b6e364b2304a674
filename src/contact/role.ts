// What shapes and ground do in a query. Their colliders carry it, from createShape, createMeshTerrain and
// createHeightTerrain, so that a program which makes none of them does not hold their code.

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
