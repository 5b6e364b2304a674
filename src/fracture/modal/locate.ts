// Where a point of the surface lies in the coarse mesh, and how the modes move it.

import { weighPoint } from '../../mesh/embed.ts';
import { TET_EDGES } from '../../mesh/tet-mesh.ts';
import { TET_NODES } from './element.ts';
import type { Modal } from './modal.ts';

const weight = new Float64Array(4); // scratch: of the point in a tet
const best = new Float64Array(4); // scratch: in the tet that holds it best
const value = new Float64Array(TET_NODES); // scratch: shape functions there

/**
 * Writes how each mode moves the point p[at…], at density 1: three numbers a mode to out[to…]. The tet is the one around
 * the closest corner that holds the point best; a point outside counts as the closest one inside, about.
 */
export function movePointByModes(
  out: Float64Array,
  to: number,
  modal: Modal,
  p: Float64Array,
  at: number,
): void {
  const { mesh, ring, ringStart, shape, count } = modal;
  const { tets, corners, node } = mesh;
  const { positions } = tets;
  let near = Infinity;
  let corner = 0;
  for (let i = 0; i < corners; i++) {
    const x = p[at] - positions[3 * i];
    const y = p[at + 1] - positions[3 * i + 1];
    const z = p[at + 2] - positions[3 * i + 2];
    const square = x * x + y * y + z * z;
    if (square >= near) continue;
    near = square;
    corner = i;
  }
  let tet = -1;
  let depth = -Infinity;
  for (let k = ringStart[corner]; k < ringStart[corner + 1]; k++) {
    weighPoint(weight, tets, ring[k], p, at);
    const least = Math.min(weight[0], weight[1], weight[2], weight[3]);
    if (least <= depth) continue;
    depth = least;
    tet = ring[k];
    for (let c = 0; c < 4; c++) best[c] = weight[c];
  }
  setShapes(value, best);
  for (let k = 0; k < count; k++) {
    const from = 3 * mesh.count * k;
    let x = 0;
    let y = 0;
    let z = 0;
    for (let a = 0; a < TET_NODES; a++) {
      const i = from + 3 * node[TET_NODES * tet + a];
      x += value[a] * shape[i];
      y += value[a] * shape[i + 1];
      z += value[a] * shape[i + 2];
    }
    out[to + 3 * k] = x;
    out[to + 3 * k + 1] = y;
    out[to + 3 * k + 2] = z;
  }
}

/** The ten shape functions at weights, of which those below 0 count as 0. */
function setShapes(out: Float64Array, weights: Float64Array): void {
  let sum = 0;
  for (let c = 0; c < 4; c++) {
    weights[c] = Math.max(0, weights[c]);
    sum += weights[c];
  }
  for (let c = 0; c < 4; c++) {
    weights[c] /= sum;
    out[c] = weights[c] * (2 * weights[c] - 1);
  }
  for (let e = 0; e < 6; e++) out[4 + e] = 4 * weights[TET_EDGES[2 * e]] * weights[TET_EDGES[2 * e + 1]];
}
