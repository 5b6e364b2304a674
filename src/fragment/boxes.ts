// The box of a fragment: around its nodes and the corners of its crack faces, and so around all of it.

import { type CrackFaces, POLYGON_SIZE } from './crack-faces.ts';
import type { Family } from './family.ts';

/**
 * Writes the box of fragment `label`, min xyz then max xyz, to out[6·label…]. Tight. Takes time in proportion to the
 * fragment; allocates nothing.
 */
export function fitBox(out: Float64Array, family: Family, faces: CrackFaces, label: number): void {
  const { node, fragments, cracked, cutCase, topology } = family;
  const { positions, cornerStart, corner } = topology;
  const { geometry, own, sides, first, size } = faces;
  const start = fragments.start[label];
  const end = start + fragments.nodeCount[label];
  let x0 = Infinity;
  let y0 = Infinity;
  let z0 = Infinity;
  let x1 = -Infinity;
  let y1 = -Infinity;
  let z1 = -Infinity;
  for (let n = start; n < end; n++) {
    const i = node[n];
    const x = positions[3 * i];
    const y = positions[3 * i + 1];
    const z = positions[3 * i + 2];
    if (x < x0) x0 = x;
    if (y < y0) y0 = y;
    if (z < z0) z0 = z;
    if (x > x1) x1 = x;
    if (y > y1) y1 = y;
    if (z > z1) z1 = z;
    if (cracked[i] === 0) continue;
    for (let k = cornerStart[i], last = cornerStart[i + 1]; k < last; k++) {
      const t = corner[k] >> 2;
      if (cutCase[t] === 0) continue;
      const bit = 1 << (corner[k] & 3);
      for (let g = first[t], stop = g + size[t]; g < stop; g++) {
        // A face is looked at from the lowest corner of its own side.
        const a = own[2 * g];
        const b = own[2 * g + 1];
        if ((a & -a) !== bit && (b & -b) !== bit) continue;
        for (let c = POLYGON_SIZE * g, ends = c + 3 * sides[g]; c < ends; c += 3) {
          const u = geometry[c];
          const v = geometry[c + 1];
          const w = geometry[c + 2];
          if (u < x0) x0 = u;
          if (v < y0) y0 = v;
          if (w < z0) z0 = w;
          if (u > x1) x1 = u;
          if (v > y1) y1 = v;
          if (w > z1) z1 = w;
        }
      }
    }
  }
  const o = 6 * label;
  out[o] = x0;
  out[o + 1] = y0;
  out[o + 2] = z0;
  out[o + 3] = x1;
  out[o + 4] = y1;
  out[o + 5] = z1;
}
