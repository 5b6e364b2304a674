// The paper's form of the fragment field as an option: who gives it holds its code, others do not.

import { measureMean } from './mean-depth.ts';
import { createMeanFront, propagateMeans } from './mean-front.ts';

/** Made here alone. */
export interface MeanForm {
  readonly create: typeof createMeanFront;
  readonly propagate: typeof propagateMeans;
  readonly measure: typeof measureMean;
}

/** Depths by mean directions [Glondu13, sec. 4.2, 4.4]: the baseline that the closest face is measured by. */
export const meanForm: MeanForm = {
  create: createMeanFront,
  propagate: propagateMeans,
  measure: measureMean,
};
