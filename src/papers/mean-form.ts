// The paper's form of the fragment field [Glondu13, sec. 4.2, 4.4]: depths by mean directions, the baseline that the
// closest face is measured by. Given to a world or a field, so that whoever does not compare does not load it. The depth
// is the least of the grid of the whole, the planes of the nodes around and the planes of the cuts in the point's tet;
// planes of nodes are weighted by barycentric coordinates, not by inverse squares, which jump from tet to tet and are
// infinite at nodes.

import { sampleNormal } from '../field/sample.ts';
import { LOWEST_CORNER, POLYGON_PLANE, POLYGON_SIZE } from '../fragment/crack-faces.ts';
import type { DepthForm } from '../fragment/fragment-field.ts';
import { isClosed } from '../fragment/search.ts';
import { createMeanFront, type MeanFront, propagateMeans } from './mean-front.ts';

export const meanForm: DepthForm = {
  create: createMeanFront,
  propagate: propagateMeans,
  /** Never positive. Allocation-free. */
  measure(out, field, known, tet, label, p, at, sealed, bary) {
    const front = known as MeanFront;
    const { faces, family } = field;
    const { label: labelOf, topology } = family;
    const { tetNode, positions } = topology;
    sampleNormal(out, field.grid, p, at);
    out[0] = Math.min(0, out[0]);
    sum.fill(0);
    for (let c = 0; c < 4; c++) {
      const i = tetNode[4 * tet + c];
      const f = front.face[i];
      if (labelOf[i] !== label || (sealed && f >= 0 && isClosed(field, f, label))) continue;
      addNode(front, positions, i, p, at, Math.max(0, bary[c]));
    }
    tryMean(out);
    const end = 2 * (faces.first[tet] + faces.size[tet]);
    for (let f = 2 * faces.first[tet]; f < end; f++) {
      const own = faces.own[f];
      if (own === 0 || labelOf[tetNode[4 * tet + LOWEST_CORNER[own]]] !== label) continue;
      if (!(sealed && isClosed(field, f, label))) tryPlane(out, faces.geometry, f, p, at);
    }
  },
};

const sum = new Float64Array(5); // scratch: weight, weighted distance and direction of the planes of nodes

/** Adds the plane of node i. */
function addNode(
  { distance, direction }: MeanFront,
  positions: Float64Array,
  i: number,
  p: Float64Array,
  at: number,
  weight: number,
): void {
  const u = direction[3 * i];
  const v = direction[3 * i + 1];
  const w = direction[3 * i + 2];
  sum[0] += weight;
  sum[1] +=
    weight *
    (distance[i] +
      u * (positions[3 * i] - p[at]) +
      v * (positions[3 * i + 1] - p[at + 1]) +
      w * (positions[3 * i + 2] - p[at + 2]));
  sum[2] += weight * u;
  sum[3] += weight * v;
  sum[4] += weight * w;
}

/** The mean of the planes of the tet's nodes in the fragment. */
function tryMean(out: Float64Array): void {
  const length = Math.sqrt(sum[2] * sum[2] + sum[3] * sum[3] + sum[4] * sum[4]);
  if (!(sum[0] > 1e-9 && length > 1e-9)) return;
  const d = Math.max(0, sum[1] / sum[0]);
  if (!(d < -out[0])) return;
  out[0] = -d;
  out[1] = sum[2] / length;
  out[2] = sum[3] / length;
  out[3] = sum[4] / length;
}

/** The plane of a face of the fragment in the tet. */
function tryPlane(out: Float64Array, geometry: Float64Array, f: number, p: Float64Array, at: number): void {
  const o = POLYGON_SIZE * (f >> 1) + POLYGON_PLANE;
  const above =
    geometry[o] * p[at] + geometry[o + 1] * p[at + 1] + geometry[o + 2] * p[at + 2] - geometry[o + 3];
  if (!(Math.abs(above) < -out[0])) return;
  const side = (f & 1) === 0 ? 1 : -1;
  out[0] = -Math.abs(above);
  out[1] = side * geometry[o];
  out[2] = side * geometry[o + 1];
  out[3] = side * geometry[o + 2];
}
