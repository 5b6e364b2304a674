// The area of the surface along which a level set would cut a fragment.

import type { Family } from '../../fragment/family.ts';
import { crossEdges } from '../../geometry/triangle.ts';
import { CRACK_NEAR } from '../constants.ts';

const point = new Float64Array(12); // scratch: corners of the cut through a tet, in turn
const normal = new Float64Array(3); // scratch: across a triangle

/**
 * Writes to out[0] the area, m², over all tets in which φ parts nodes of the fragment. Tets that were cut before count
 * by the part that their nodes in the fragment make.
 */
export function measureCut(out: Float64Array, family: Family, fragment: number, phi: Float64Array): void {
  const { node, fragments, label, topology } = family;
  const { cornerStart, corner, tetNode, reach } = topology;
  const start = fragments.start[fragment];
  const end = start + fragments.nodeCount[fragment];
  let area = 0;
  for (let n = start; n < end; n++) {
    const i = node[n];
    if (phi[i] < 0 || phi[i] > CRACK_NEAR * reach[i]) continue;
    for (let k = cornerStart[i]; k < cornerStart[i + 1]; k++) {
      const tet = corner[k] >> 2;
      const c = corner[k] & 3;
      let over = 0;
      let under = 0;
      let first = true; // each tet once: by the first of its nodes above
      for (let d = 0; d < 4; d++) {
        const j = tetNode[4 * tet + d];
        if (label[j] !== fragment) continue;
        if (phi[j] < 0) under++;
        else {
          over++;
          if (d < c) first = false;
        }
      }
      if (!first || under === 0 || over + under < 3) continue;
      addCut(out, family, fragment, phi, tet);
      area += out[0];
    }
  }
  out[0] = area;
}

/** Writes to out[0] the area of the cut through one tet. */
function addCut(
  out: Float64Array,
  { topology, label }: Family,
  fragment: number,
  phi: Float64Array,
  tet: number,
): void {
  const { tetNode, positions } = topology;
  let found = 0;
  // Edges from a node above to a node below; with two of each, in turn around the quadrangle.
  for (let a = 0; a < 4; a++) {
    const i = tetNode[4 * tet + a];
    if (label[i] !== fragment || phi[i] < 0) continue;
    const back = found > 0;
    for (let k = 0; k < 4; k++) {
      const b = back ? 3 - k : k;
      const j = tetNode[4 * tet + b];
      if (b === a || label[j] !== fragment || !(phi[j] < 0)) continue;
      const share = phi[i] / (phi[i] - phi[j]);
      for (let d = 0; d < 3; d++) {
        point[3 * found + d] = positions[3 * i + d] + share * (positions[3 * j + d] - positions[3 * i + d]);
      }
      found++;
    }
  }
  out[0] = found < 3 ? 0 : triangle(0, 3, 6) + (found > 3 ? triangle(0, 6, 9) : 0);
}

function triangle(a: number, b: number, c: number): number {
  crossEdges(normal, 0, point, a, b, c);
  const [x, y, z] = normal;
  return 0.5 * Math.sqrt(x * x + y * y + z * z);
}
