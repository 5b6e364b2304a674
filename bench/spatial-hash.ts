// The rival of bench fastcd: candidate pairs by hashing the boxes of triangles into a uniform grid, as [Heo10, sec.
// 6.2.2] compares with. Cells are twice the mean extent of a box. Rebuilt from nothing each time; knows no neighbors.

import { growColumn } from '../src/math/columns.ts';
import { boundTriangle } from '../src/surface/blocks.ts';
import type { Candidates } from '../src/surface/candidates.ts';
import type { Surface } from '../src/surface/surface.ts';

let head = new Int32Array(0); // scratch: the last entry of a cell, plus one
let next = new Int32Array(1024); // scratch: the entry before it
let inCell = new Int32Array(1024); // scratch: the triangle of an entry

/** Writes pairs of triangles whose boxes overlap, over the step if it is swept, each once. Bounds all triangles first. */
export function hashPairs(out: Candidates, surface: Surface, swept: boolean): void {
  const { body, triangleCount } = surface;
  const { box, leaf } = surface.tree;
  surface.swept = swept;
  let extent = 0;
  let count = 0;
  for (let t = 0; t < triangleCount; t++) {
    if (body[t] < 0) continue;
    boundTriangle(surface, leaf[t], t);
    const o = 6 * leaf[t];
    extent += Math.max(box[o + 3] - box[o], box[o + 4] - box[o + 1], box[o + 5] - box[o + 2]);
    count++;
  }
  const scale = count / (2 * extent);
  const size = 2 ** Math.ceil(Math.log2(4 * count));
  if (head.length !== size) head = new Int32Array(size);
  else head.fill(0);
  let entries = 0;
  out.count = 0;
  out.tests = 0;
  for (let t = 0; t < triangleCount; t++) {
    if (body[t] < 0) continue;
    const o = 6 * leaf[t];
    const lastX = Math.floor(box[o + 3] * scale);
    const lastY = Math.floor(box[o + 4] * scale);
    const lastZ = Math.floor(box[o + 5] * scale);
    for (let x = Math.floor(box[o] * scale); x <= lastX; x++) {
      for (let y = Math.floor(box[o + 1] * scale); y <= lastY; y++) {
        for (let z = Math.floor(box[o + 2] * scale); z <= lastZ; z++) {
          const h = (Math.imul(x, 73856093) ^ Math.imul(y, 19349663) ^ Math.imul(z, 83492791)) & (size - 1);
          for (let e = head[h] - 1; e >= 0; e = next[e] - 1) {
            const s = inCell[e];
            if (s === t) continue;
            out.tests++;
            const q = 6 * leaf[s];
            if (box[o] > box[q + 3] || box[q] > box[o + 3]) continue;
            if (box[o + 1] > box[q + 4] || box[q + 1] > box[o + 4]) continue;
            if (box[o + 2] > box[q + 5] || box[q + 2] > box[o + 5]) continue;
            // A pair that shares several cells counts in the lowest of them alone.
            if (Math.floor(Math.max(box[o], box[q]) * scale) !== x) continue;
            if (Math.floor(Math.max(box[o + 1], box[q + 1]) * scale) !== y) continue;
            if (Math.floor(Math.max(box[o + 2], box[q + 2]) * scale) !== z) continue;
            out.pair = growColumn(out.pair, 2 * out.count + 2);
            out.pair[2 * out.count] = s;
            out.pair[2 * out.count + 1] = t;
            out.count++;
          }
          if (entries === next.length) {
            next = growColumn(next, 2 * entries);
            inCell = growColumn(inCell, 2 * entries);
          }
          next[entries] = head[h];
          inCell[entries++] = t;
          head[h] = entries;
        }
      }
    }
  }
}
