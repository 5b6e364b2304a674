// The grid of the whole as contacts want it: distance and unit normal.

import type { GridField } from '../field/grid-field.ts';
import { sampleGradient } from '../field/sample.ts';

/** As sampleGradient, with the gradient made a unit normal; where it vanishes the normal is y. Allocation-free. */
export function sampleNormal(out: Float64Array, grid: GridField, p: Float64Array, at: number): boolean {
  const interpolated = sampleGradient(out, grid, p, at);
  const length = Math.sqrt(out[1] * out[1] + out[2] * out[2] + out[3] * out[3]);
  out[1] = length > 0 ? out[1] / length : 0;
  out[2] = length > 0 ? out[2] / length : 1;
  out[3] = length > 0 ? out[3] / length : 0;
  return interpolated;
}
