// Where a ray meets a fragment: the first of its faces that the ray goes against, by the boxes of its faces. Whole solids
// are fragments without cracks.

import { ENTRY_SIZE, enterFaces } from './face-tree-sweep.ts';
import type { FragmentField } from './fragment-field.ts';
import { insideFragment } from './measure.ts';

const ray = new Float64Array(ENTRY_SIZE); // scratch: the ray, its origin where it enters the box of the fragment

/**
 * Writes to out[0] where a ray (origin xyz, direction xyz of any length, how far it goes in direction lengths) first
 * meets fragment `label`, in direction lengths, and to out[1..3] the unit outward normal there; false if it does not
 * within that length. From inside that is 0 and the way back. Cracks count whether open or closed. Exact up to rounding
 * for the surface that extractFragment gives; a ray that only touches may or may not. Allocates only to grow, and for
 * fragments that are new.
 */
export function castFragment(
  out: Float64Array,
  field: FragmentField,
  label: number,
  given: Float64Array,
): boolean {
  if (insideFragment(field, label, given, 0)) {
    const length = Math.sqrt(given[3] * given[3] + given[4] * given[4] + given[5] * given[5]);
    out[0] = 0;
    for (let d = 0; d < 3; d++) out[1 + d] = -given[3 + d] / length;
    return true;
  }
  if (!clipToBox(out, field, label, given)) return false;
  const start = out[0];
  for (let d = 0; d < 3; d++) {
    ray[d] = given[d] + start * given[3 + d];
    ray[3 + d] = given[3 + d];
  }
  ray[6] = out[1] - start;
  if (!enterFaces(out, field, label, ray)) return false;
  out[0] += start;
  return true;
}

/** Writes to out[0] and out[1] where a ray enters and leaves the box of a fragment, within the ray; false if nowhere. */
function clipToBox(out: Float64Array, field: FragmentField, label: number, given: Float64Array): boolean {
  const { box, tetGrid } = field;
  const margin = 1e-6 * tetGrid.cell; // more than rounding
  let enter = 0;
  let leave = given[6];
  for (let d = 0; d < 3; d++) {
    const low = box[6 * label + d] - margin;
    const high = box[6 * label + 3 + d] + margin;
    const o = given[d];
    const step = given[3 + d];
    if (step === 0) {
      if (o < low || o > high) return false;
      continue;
    }
    const t0 = (low - o) / step;
    const t1 = (high - o) / step;
    enter = Math.max(enter, Math.min(t0, t1));
    leave = Math.min(leave, Math.max(t0, t1));
  }
  out[0] = enter;
  out[1] = leave;
  return enter <= leave;
}
