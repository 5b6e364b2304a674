// The parents of the sphere tree: for each point its closest point in the previous level [Glondu13, sec. 5.1].

import type { Work } from '../job/work.ts';
import { boxSquare, type PointBoxes } from './point-boxes.ts';

const SLICE = 1 << 14; // points attached between two yields

const stack = new Uint32Array(64); // scratch: boxes still to look at. A box taken off puts on at most two of the
// next depth, so at most depth + 1 wait, and 2³² points stand less than 32 deep.

/**
 * For the points of `boxes`, which stand in maximum-distance order, the parent of each: a point of rank r in
 * [2^l, 2^(l+1)) belongs to its closest among the first 2^l points, the earliest of equals; rank 0 to itself.
 * Exact, whatever the order: as comparing all by dx*dx + dy*dy + dz*dz in doubles.
 */
export function* buildAttachments(boxes: PointBoxes): Work<Uint32Array> {
  const { count, leaves, start } = boxes;
  const attach = new Uint32Array(count);
  const slot = new Uint32Array(count); // where each point lies in the boxes
  for (let i = 0; i < count; i++) slot[boxes.index[i]] = i;
  const guess = new Uint32Array(32); // the last parent found in each level: in the order of slots it is close by
  let last = 0;
  for (let leaf = 0; leaf < leaves; leaf++) {
    attachLeaf(attach, guess, boxes, slot, leaf);
    if (start[leaf + 1] - last < SLICE) continue;
    last = start[leaf + 1];
    yield last / count;
  }
  return attach;
}

function attachLeaf(
  attach: Uint32Array,
  guess: Uint32Array,
  boxes: PointBoxes,
  slot: Uint32Array,
  leaf: number,
): void {
  const { start, index } = boxes;
  for (let at = start[leaf]; at < start[leaf + 1]; at++) {
    if (index[at] === 0) continue;
    const level = 31 - Math.clz32(index[at]);
    guess[level] = findNearest(boxes, at, leaf, (1 << level) >>> 0, guess[level], slot[guess[level]]);
    attach[index[at]] = guess[level];
  }
}

/**
 * The closest to the point in slot `at` among the ranks below `limit`, given a candidate and its slot. Looks in the
 * point's own leaf first and climbs from there, descending into each sibling that may hold a closer point.
 */
function findNearest(
  boxes: PointBoxes,
  at: number,
  leaf: number,
  limit: number,
  candidate: number,
  candidateSlot: number,
): number {
  const { leaves, start, index, coordinate, box, first } = boxes;
  const x = coordinate[3 * at];
  const y = coordinate[3 * at + 1];
  const z = coordinate[3 * at + 2];
  let best = candidate;
  let dx = coordinate[3 * candidateSlot] - x;
  let dy = coordinate[3 * candidateSlot + 1] - y;
  let dz = coordinate[3 * candidateSlot + 2] - z;
  let least = dx * dx + dy * dy + dz * dz;
  let top = 1;
  stack[0] = leaves + leaf;
  for (let climb = leaves + leaf; ; climb >>= 1) {
    while (top > 0) {
      const node = stack[--top];
      if (first[node] >= limit) continue;
      let d = boxSquare(box, 6 * node, x, y, z);
      // A box's rounded distance is never above that of a point in it (see spreadPoint in order.ts).
      if (d > least || (d === least && first[node] >= best)) continue;
      if (node < leaves) {
        stack[top++] = 2 * node;
        stack[top++] = 2 * node + 1;
        continue;
      }
      const end = start[node - leaves + 1];
      for (let i = start[node - leaves]; i < end && index[i] < limit; i++) {
        dx = coordinate[3 * i] - x;
        dy = coordinate[3 * i + 1] - y;
        dz = coordinate[3 * i + 2] - z;
        d = dx * dx + dy * dy + dz * dz;
        if (d < least || (d === least && index[i] < best)) {
          least = d;
          best = index[i];
        }
      }
    }
    if (climb === 1) return best;
    stack[top++] = climb ^ 1;
  }
}
