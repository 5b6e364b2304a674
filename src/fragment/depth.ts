// How deep a point lies in a fragment, and which way is out [Glondu13, sec. 4.4]: the least over the faces that the nodes
// around know to be closest and the faces found from tet to tet. The grid of the whole says how far to look.

import { sampleGradient } from '../field/sample.ts';
import type { FragmentField } from './fragment-field.ts';
import { HIT_SIZE, searchTets, tryFace, trySurface } from './search.ts';

/** Tets that a depth may take: with more, hardly anything gets better (measured: bench field). */
const TETS = 8;

/**
 * Cells by which the grid must fall below the closest face to be believed instead: its own error is this large where the
 * surface bends sharply (measured: with 0 only 94 % of directions in a plate are within 30°, with this 98 %).
 */
const TRUST = 0.5;

const hit = new Float64Array(HIT_SIZE); // scratch: the closest surface so far
const slope = new Float64Array(4); // scratch: the grid's distance and gradient

/**
 * Writes minus the depth and the outward normal of p[at…], which lies in `tet` and in fragment `label`; value[0] is the
 * grid's distance there and `interpolated` what sampleField said of it. Never positive. Allocation-free.
 */
export function measureDepth(
  out: Float64Array,
  field: FragmentField,
  tet: number,
  label: number,
  p: Float64Array,
  at: number,
  sealed: boolean,
  value: Float64Array,
  interpolated: boolean,
): void {
  const { grid, family, front, nodes } = field;
  const { label: labelOf, topology } = family;
  const { tetNode, meanScale } = topology;
  const depth = Math.max(0, -value[0]);
  const most = depth + grid.error;
  hit[0] = interpolated ? most * most : Infinity; // the old surface is no farther
  let found = false;
  for (let c = 0; c < 4; c++) {
    const i = tetNode[4 * tet + c];
    if (labelOf[i] !== label) continue;
    const f = front.face[i];
    if (f >= 0 && tryFace(hit, field, f, label, p, at, sealed)) found = true;
    if (!interpolated && trySurface(hit, field, nodes.face[i], p, at)) found = true;
  }
  if (searchTets(hit, field, tet, label, p, at, true, sealed, TETS)) found = true;
  const d = found ? Math.sqrt(hit[0]) : Infinity;
  if (interpolated && (!found || depth < d - TRUST * grid.cell)) {
    sampleGradient(slope, grid, p, at);
    const length = Math.sqrt(slope[1] * slope[1] + slope[2] * slope[2] + slope[3] * slope[3]);
    if (length > 0) {
      out[0] = -depth;
      out[1] = slope[1] / length;
      out[2] = slope[2] / length;
      out[3] = slope[3] / length;
      return;
    }
  }
  out[0] = -d;
  if (d > 1e-9 * meanScale) {
    out[1] = (hit[1] - p[at]) / d;
    out[2] = (hit[2] - p[at + 1]) / d;
    out[3] = (hit[3] - p[at + 2]) / d;
  } else {
    out[1] = hit[4];
    out[2] = hit[5];
    out[3] = hit[6];
  }
}
