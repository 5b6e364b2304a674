// fracas/papers: what compares papers and stands beside what the world does.

export { type MeanForm, meanForm } from '../fragment/mean-form.ts';
export { createHits, type SweepHits } from '../sweep/hits.ts';
export { SEGMENT_SIZE, sweepFirst, sweepSegment } from '../sweep/segment.ts';
export {
  createSweepOptions,
  createSweepWork,
  type SphereNodes,
  type SweepOptions,
  type SweepWork,
  sweepTree,
} from '../sweep/tree-field.ts';
export type { FieldName } from '../world/options.ts';
export {
  createPenaltyOptions,
  createPenaltyWork,
  type PenaltyOptions,
  type PenaltyWork,
  stepPenalty,
} from './penalty.ts';
export { createPenaltyBody, type PenaltyBody, type PenaltyParts } from './penalty-body.ts';
export { rebuildFragments } from './rebuild.ts';
export { sweepTreeFirst } from './tree-first.ts';
