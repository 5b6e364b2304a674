// The first shortlist of a cube, straight from the triangle hierarchy.

import { closestTriangle } from '../hierarchy/closest.ts';
import { type Hierarchy, STACK_SIZE } from '../hierarchy/hierarchy.ts';
import type { Shortlist } from './shortlist.ts';

/** Scratch of gatherList, for one surface. */
export interface Gather {
  readonly hierarchy: Hierarchy;
  readonly leaf: Int32Array; // leaves found
  seed: number; // the triangle closest to the last center
}

const waiting = new Int32Array(2 * STACK_SIZE); // scratch: two children are put off a level
const p = new Float64Array(3); // scratch: the cube's center in the mesh's frame
const found = new Float64Array(7); // scratch: what closestTriangle writes

export function createGather(hierarchy: Hierarchy): Gather {
  return { hierarchy, leaf: new Int32Array(hierarchy.count), seed: -1 };
}

/**
 * Lists, as `level`, all features that can be closest to some point of the cube in the shortlist's box, and more. Gives
 * up and returns false beyond `most` triangles.
 *
 * A leaf is dropped when no point of its box can beat the point closest to the center, by the bisector bound of
 * narrowList. A feature that several leaves share is listed with the first of them: when that one is dropped, so is
 * the feature, rightly, for it lies in that leaf's box.
 */
export function gatherList(gather: Gather, shortlist: Shortlist, level: number, most: number): boolean {
  const { hierarchy, leaf } = gather;
  const { first, size } = hierarchy;
  const leaves = gatherLeaves(gather, shortlist, most);
  if (leaves < 0) return false;
  const { features, start } = shortlist;
  const { run } = features;
  let total = 0;
  for (let n = 0; n < leaves; n++) {
    const from = 3 * first[leaf[n]];
    const to = from + 3 * size[leaf[n]];
    total += run[to] - run[from] + run[to + 1] - run[from + 1] + run[to + 2] - run[from + 2];
  }
  if (shortlist.list.length < total) shortlist.list = new Int32Array(2 * total);
  const list = shortlist.list;
  let k = 0;
  for (let kind = 0; kind < 3; kind++) {
    start[4 * level + kind] = k;
    for (let n = 0; n < leaves; n++) {
      const from = 3 * first[leaf[n]] + kind;
      const end = run[from + 3 * size[leaf[n]]];
      for (let i = run[from]; i < end; i++) list[k++] = i;
    }
  }
  start[4 * level + 3] = k;
  return true;
}

/** Finds the leaves; returns how many, or −1 for too many triangles. */
function gatherLeaves(gather: Gather, shortlist: Shortlist, most: number): number {
  const { hierarchy, leaf } = gather;
  const { box, second, size } = hierarchy;
  const { features, box: cube } = shortlist;
  const { origin, slack } = features;
  p[0] = origin[0] + cube[0];
  p[1] = origin[1] + cube[1];
  p[2] = origin[2] + cube[2];
  gather.seed = closestTriangle(found, hierarchy, p, 0, gather.seed);
  const cx = p[0];
  const cy = p[1];
  const cz = p[2];
  const h = cube[3];
  const qx = 2 * found[1];
  const qy = 2 * found[2];
  const qz = 2 * found[3];
  const reach = Math.sqrt(found[0]) + slack;
  const limit = reach * reach + 3 * slack * h;
  let leaves = 0;
  let triangles = 0;
  let depth = 0;
  waiting[depth++] = 0;
  while (depth > 0) {
    const node = waiting[--depth];
    const o = 6 * node;
    const x0 = box[o];
    const y0 = box[o + 1];
    const z0 = box[o + 2];
    const x1 = box[o + 3];
    const y1 = box[o + 4];
    const z1 = box[o + 5];
    const dx = cx < x0 ? x0 - cx : cx > x1 ? cx - x1 : 0;
    const dy = cy < y0 ? y0 - cy : cy > y1 ? cy - y1 : 0;
    const dz = cz < z0 ? z0 - cz : cz > z1 ? cz - z1 : 0;
    // The farthest that a point of the box is from q on an axis: from q to the middle and half the side, here doubled.
    const far = Math.abs(x0 + x1 - qx) + Math.abs(y0 + y1 - qy) + Math.abs(z0 + z1 - qz);
    const sides = x1 - x0 + (y1 - y0) + (z1 - z0);
    if (dx * dx + dy * dy + dz * dz > limit + h * (far + sides)) continue;
    if (size[node] === 0) {
      waiting[depth++] = node + 1;
      waiting[depth++] = second[node];
      continue;
    }
    triangles += size[node];
    if (triangles > most) return -1;
    leaf[leaves++] = node;
  }
  return leaves;
}
