// The rival of bench fastcd: candidate pairs by hashing the boxes of triangles into a uniform grid, as [Heo10, sec.
// 6.2.2] compares with. Cells are twice the mean extent of a box.

import { refreshBoxes } from '../src/surface/blocks.ts';
import type { Surface } from '../src/surface/surface.ts';

/** Pairs of triangles whose boxes overlap, each once, in `pair`; rebuilt from nothing each time. */
export function hashPairs(surface: Surface): { pair: number[]; tests: number } {
  refreshBoxes(surface);
  const { body, triangleCount } = surface;
  const { box, leaf } = surface.tree;
  let extent = 0;
  let count = 0;
  for (let t = 0; t < triangleCount; t++) {
    if (body[t] < 0) continue;
    const o = 6 * leaf[t];
    extent += Math.max(box[o + 3] - box[o], box[o + 4] - box[o + 1], box[o + 5] - box[o + 2]);
    count++;
  }
  const scale = count / (2 * extent);
  const size = 2 ** Math.ceil(Math.log2(4 * count));
  const head = new Int32Array(size);
  const next: number[] = [];
  const inCell: number[] = [];
  const pair: number[] = [];
  let tests = 0;
  for (let t = 0; t < triangleCount; t++) {
    if (body[t] < 0) continue;
    const o = 6 * leaf[t];
    const [x0, y0, z0, x1, y1, z1] = [0, 1, 2, 3, 4, 5].map((d) => Math.floor(box[o + d] * scale));
    for (let x = x0; x <= x1; x++) {
      for (let y = y0; y <= y1; y++) {
        for (let z = z0; z <= z1; z++) {
          const h = (Math.imul(x, 73856093) ^ Math.imul(y, 19349663) ^ Math.imul(z, 83492791)) & (size - 1);
          for (let e = head[h] - 1; e >= 0; e = next[e] - 1) {
            if (inCell[e] === t) continue;
            tests++;
            const q = 6 * leaf[inCell[e]];
            // A pair that shares several cells counts in the lowest of them alone.
            const low = [0, 1, 2].map((d) => Math.floor(Math.max(box[o + d], box[q + d]) * scale));
            if (low[0] !== x || low[1] !== y || low[2] !== z) continue;
            if (box[o] > box[q + 3] || box[q] > box[o + 3]) continue;
            if (box[o + 1] > box[q + 4] || box[q + 1] > box[o + 4]) continue;
            if (box[o + 2] > box[q + 5] || box[q + 2] > box[o + 5]) continue;
            pair.push(inCell[e], t);
          }
          next.push(head[h]);
          inCell.push(t);
          head[h] = inCell.length;
        }
      }
    }
  }
  return { pair, tests };
}
