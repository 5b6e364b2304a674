// How deep a point lies in a fragment, and which way is out [Glondu13, sec. 4.4]: the least over the faces that the nodes
// around know to be closest and the faces found from tet to tet. The grid of the whole says how far to look.

import type { FragmentField } from './fragment-field.ts';
import { sampleNormal } from './grid-sample.ts';
import { HIT_SIZE, searchTets, tryFace, trySurface, writeHit } from './search.ts';

/** Tets that a depth may take: with more, hardly anything gets better (measured: bench field). */
const TETS = 8;

/**
 * Cells by which the grid must fall below the closest face to be believed instead: its own error is this large where the
 * surface bends sharply (measured: with 0 only 94 % of directions in a plate are within 30°, with this 98 %).
 */
const TRUST = 0.5;

/**
 * Cosine: the way to a face that is further from its normal ends at its rim. From inside that is seldom the closest place:
 * rather the face next to it was not looked at.
 */
const SQUARE = 0.999;

const hit = new Float64Array(HIT_SIZE); // scratch: the closest surface so far

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
  const { tetNode } = topology;
  const depth = Math.max(0, -value[0]);
  const most = depth + grid.error;
  hit[0] = Infinity;
  if (interpolated) hit[0] = most * most; // the old surface is no farther
  let found = false;
  for (let c = 0; c < 4; c++) {
    const i = tetNode[4 * tet + c];
    if (labelOf[i] !== label) continue;
    const f = front.face[i];
    if (f >= 0 && tryFace(hit, field, f, label, p, at, sealed)) found = true;
    if (!interpolated && trySurface(hit, field, nodes.face[i], p, at)) found = true;
  }
  if (searchTets(hit, field, tet, label, p, at, sealed, TETS)) found = true;
  const trust = isAskew(p, at) ? 0 : TRUST * grid.cell;
  if (!found || (interpolated && depth < Math.sqrt(hit[0]) - trust)) {
    sampleNormal(out, grid, p, at);
    out[0] = -depth;
    return;
  }
  writeHit(out, field, hit, p, at, true);
}

/** Whether the way from p[at…] to `hit` is not square to the face there. */
function isAskew(p: Float64Array, at: number): boolean {
  const along = (hit[1] - p[at]) * hit[4] + (hit[2] - p[at + 1]) * hit[5] + (hit[3] - p[at + 2]) * hit[6];
  return along * along < SQUARE * SQUARE * hit[0];
}
