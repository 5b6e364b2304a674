// The distance from outside: of points beside the solid or in another fragment, within a band. [Glondu13] stores no
// such distances, yet positive tolerances and speculative contacts need them.

import { sampleGradient } from '../field/sample.ts';
import type { FragmentField } from './fragment-field.ts';
import { HIT_SIZE, searchTets, writeHit } from './search.ts';
import { locateTet } from './tet-grid.ts';

/** Tets that a search from outside may take: enough for a band of two edges. */
const TETS = 400;

const hit = new Float64Array(HIT_SIZE); // scratch: the closest surface so far
const slope = new Float64Array(4); // scratch: the grid's distance and gradient
const foot = new Float64Array(3); // scratch: about the closest point of the solid
const bary = new Float64Array(4); // scratch: its barycentric coordinates

/**
 * Writes distance and outward normal of fragment `label` at p[at…], which lies outside of it, if that is below reach[0].
 * `tet` holds the point, −1 if it is outside of the solid; value[0] is the grid's distance. Finds what hangs together
 * with the point's own place, or with the solid's closest, within reach[0]. Allocation-free.
 */
export function measureOutside(
  out: Float64Array,
  field: FragmentField,
  tet: number,
  label: number,
  p: Float64Array,
  at: number,
  reach: Float64Array,
  sealed: boolean,
  value: Float64Array,
): boolean {
  const near = reach[0];
  if (!(near > 0) || value[0] - field.grid.error >= near) return false;
  const start = tet >= 0 ? tet : locateFoot(field, p, at);
  if (start < 0) return false;
  hit[0] = near * near;
  if (!searchTets(hit, field, start, label, p, at, false, sealed, TETS)) return false;
  writeHit(out, field, hit, p, at, false);
  return true;
}

/** The tet below the point of the surface that the grid says is closest, −1 if none is found. */
function locateFoot(field: FragmentField, p: Float64Array, at: number): number {
  const { grid, tetGrid } = field;
  foot[0] = p[at];
  foot[1] = p[at + 1];
  foot[2] = p[at + 2];
  // Each step goes down the gradient to where the surface should be and a little further, the more the later.
  for (let k = 1; k <= 4; k++) {
    sampleGradient(slope, grid, foot, 0);
    const square = slope[1] * slope[1] + slope[2] * slope[2] + slope[3] * slope[3];
    if (!(square > 0)) return -1;
    const down = (Math.max(0, slope[0]) + 0.1 * k * grid.cell) / Math.sqrt(square);
    foot[0] -= down * slope[1];
    foot[1] -= down * slope[2];
    foot[2] -= down * slope[3];
    const tet = locateTet(bary, tetGrid, foot, 0);
    if (tet >= 0) return tet;
  }
  return -1;
}
