// The paper's form of the fragment field [Glondu13, sec. 4.2, 4.4]: depths by mean directions, the baseline that the
// closest face is measured by. Given to a world or a field, so that whoever does not compare does not load it. The depth
// is the least of the grid of the whole, the planes of the nodes around and the planes of the cuts in the point's tet;
// planes of nodes are weighted by barycentric coordinates, not by inverse squares, which jump from tet to tet and are
// infinite at nodes.

import { sampleNormal } from '../field/sample.ts';
import { LOWEST_CORNER, POLYGON_PLANE, POLYGON_SIZE } from '../fragment/crack-faces.ts';
import type { DepthForm, FragmentField } from '../fragment/fragment-field.ts';
import { isClosed } from '../fragment/search.ts';
import { createMeanFront, type MeanFront, propagateMeans } from './mean-front.ts';

export const meanForm: DepthForm = {
  create: createMeanFront,
  propagate: propagateMeans,
  measure: measureMean,
};

/**
 * Writes minus the depth and the outward normal of p[at…], which lies in fragment `label` and in `tet` with barycentric
 * coordinates bary[0..3]. Never positive. Allocation-free.
 */
function measureMean(
  out: Float64Array,
  field: FragmentField,
  front: MeanFront,
  tet: number,
  label: number,
  p: Float64Array,
  at: number,
  sealed: boolean,
  bary: Float64Array,
): void {
  sampleNormal(out, field.grid, p, at);
  out[0] = Math.min(0, out[0]);
  tryNodes(out, field, front, tet, label, p, at, sealed, bary);
  tryPlanes(out, field, tet, label, p, at, sealed);
}

/** The mean of the planes of the tet's nodes in the fragment. */
function tryNodes(
  out: Float64Array,
  field: FragmentField,
  front: MeanFront,
  tet: number,
  label: number,
  p: Float64Array,
  at: number,
  sealed: boolean,
  bary: Float64Array,
): void {
  const { label: labelOf, topology } = field.family;
  const { tetNode, positions } = topology;
  const { distance, direction, face } = front;
  let sum = 0;
  let weight = 0;
  let x = 0;
  let y = 0;
  let z = 0;
  for (let c = 0; c < 4; c++) {
    const i = tetNode[4 * tet + c];
    if (labelOf[i] !== label || (sealed && face[i] >= 0 && isClosed(field, face[i], label))) continue;
    const w = Math.max(0, bary[c]);
    const u = direction[3 * i];
    const v = direction[3 * i + 1];
    const n = direction[3 * i + 2];
    sum +=
      w *
      (distance[i] +
        u * (positions[3 * i] - p[at]) +
        v * (positions[3 * i + 1] - p[at + 1]) +
        n * (positions[3 * i + 2] - p[at + 2]));
    weight += w;
    x += w * u;
    y += w * v;
    z += w * n;
  }
  const length = Math.sqrt(x * x + y * y + z * z);
  if (!(weight > 1e-9 && length > 1e-9)) return;
  const d = Math.max(0, sum / weight);
  if (!(d < -out[0])) return;
  out[0] = -d;
  out[1] = x / length;
  out[2] = y / length;
  out[3] = z / length;
}

/** The planes of the fragment's faces in the tet. */
function tryPlanes(
  out: Float64Array,
  field: FragmentField,
  tet: number,
  label: number,
  p: Float64Array,
  at: number,
  sealed: boolean,
): void {
  const { faces, family } = field;
  const { geometry, own } = faces;
  const { label: labelOf, topology } = family;
  const end = 2 * (faces.first[tet] + faces.size[tet]);
  for (let f = 2 * faces.first[tet]; f < end; f++) {
    if (own[f] === 0 || labelOf[topology.tetNode[4 * tet + LOWEST_CORNER[own[f]]]] !== label) continue;
    const o = POLYGON_SIZE * (f >> 1) + POLYGON_PLANE;
    const above =
      geometry[o] * p[at] + geometry[o + 1] * p[at + 1] + geometry[o + 2] * p[at + 2] - geometry[o + 3];
    if (!(Math.abs(above) < -out[0]) || (sealed && isClosed(field, f, label))) continue;
    const side = (f & 1) === 0 ? 1 : -1;
    out[0] = -Math.abs(above);
    out[1] = side * geometry[o];
    out[2] = side * geometry[o + 1];
    out[3] = side * geometry[o + 2];
  }
}
