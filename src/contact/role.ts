// What shapes and ground do in a query. Their colliders carry it, from createShape, createMeshTerrain and
// createHeightTerrain, so that a program which makes none of them does not hold their code.

import type { Contacts } from './contacts.ts';
import type { QueryOptions } from './options.ts';
import type { PairState } from './pair.ts';
import type { Pass, QueryWork } from './work.ts';

/** Adds the features of a pass that brings no sphere tree. Expects the limits of the pass. */
type BringFeatures = (
  out: Contacts,
  work: QueryWork,
  pair: PairState,
  pass: Pass,
  options: QueryOptions,
  share: number,
) => void;

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
  readonly separate: (work: QueryWork, pair: PairState, pass: Pass) => boolean;
  /** The contacts of two shapes: runShapes. */
  readonly meet: (
    out: Contacts,
    work: QueryWork,
    pair: PairState,
    forward: Pass,
    backward: Pass,
    options: QueryOptions,
    share: number,
  ) => void;
  readonly bring: BringFeatures;
}

/** Of ground. */
export interface GroundRole {
  readonly bring: BringFeatures;
  /** The contacts of what is round with it: touchRound. */
  readonly touchRound: (
    out: Contacts,
    work: QueryWork,
    pair: PairState,
    pass: Pass,
    options: QueryOptions,
    i: number,
    measured: Float64Array,
  ) => boolean;
}
