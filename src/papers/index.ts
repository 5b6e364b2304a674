// fracas/papers: what compares papers and stands beside what the world does.

export type { DepthForm } from '../fragment/fragment-field.ts';
export { meanForm } from './mean-form.ts';
export {
  createPenaltyOptions,
  createPenaltyWork,
  type PenaltyOptions,
  type PenaltyWork,
  stepPenalty,
} from './penalty.ts';
export { createPenaltyBody, type PenaltyBody, type PenaltyParts } from './penalty-body.ts';
export { rebuildFragments } from './rebuild.ts';
export { SEGMENT_SIZE, sweepFirst, sweepSegment } from './segment.ts';
export {
  createHits,
  createSweepOptions,
  createSweepWork,
  type SphereNodes,
  type SweepHits,
  type SweepOptions,
  type SweepWork,
  sweepTree,
} from './tree-field.ts';
export { sweepTreeFirst } from './tree-first.ts';
