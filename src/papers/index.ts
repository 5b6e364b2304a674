// fracas/papers: what compares papers and stands beside what the world does.

export type { DepthForm } from '../fragment/fragment-field.ts';
export {
  createHits,
  createPenaltyBody,
  createPenaltyOptions,
  createPenaltyWork,
  createSweepOptions,
  rebuildFragments,
  stepPenalty,
  sweepTree,
  sweepTreeFirst,
} from './checked.ts';
export { meanForm } from './mean-form.ts';
export type { PenaltyOptions, PenaltyWork } from './penalty.ts';
export type { PenaltyBody, PenaltyParts } from './penalty-body.ts';
export { SEGMENT_SIZE, sweepFirst, sweepSegment } from './segment.ts';
export {
  createSweepWork,
  type SphereNodes,
  type SweepHits,
  type SweepOptions,
  type SweepWork,
} from './tree-field.ts';
