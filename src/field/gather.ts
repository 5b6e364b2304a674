// The first shortlist of a box, straight from the triangle hierarchy.

import { closestTriangle } from '../hierarchy/closest.ts';
import { type Hierarchy, STACK_SIZE } from '../hierarchy/hierarchy.ts';
import type { Features } from './features.ts';
import type { Shortlist } from './shortlist.ts';

/** Scratch of gatherList, for one surface. */
export interface Gather {
  readonly hierarchy: Hierarchy;
  readonly triangle: Int32Array; // gathered
  readonly stamp: Int32Array; // the last round in which each feature was listed: vertices, edges
  round: number;
  seed: number; // triangle closest to the last center
}

const waiting = new Int32Array(2 * STACK_SIZE); // scratch: two children are put off a level
const p = new Float64Array(3); // scratch: the box's center in the mesh's frame
const found = new Float64Array(7); // scratch: what closestTriangle writes

export function createGather(hierarchy: Hierarchy, features: Features): Gather {
  return {
    hierarchy,
    triangle: new Int32Array(hierarchy.triangle.length),
    stamp: new Int32Array(features.vertexCount + features.edgeCount),
    round: 0,
    seed: -1,
  };
}

/**
 * Lists, as level 0, the features of all triangles that can hold a point closest to some point of the box, by the
 * bisector bound of narrowList applied to boxes of triangles. Gives up and returns false beyond `most` triangles.
 */
export function gatherList(gather: Gather, shortlist: Shortlist, level: number, most: number): boolean {
  const { hierarchy, triangle, stamp } = gather;
  const { box: nodeBox, second, first, size } = hierarchy;
  const { features, box, start } = shortlist;
  const { origin, slack, vertexCount, ofTriangle } = features;
  const cx = (p[0] = origin[0] + box[0]);
  const cy = (p[1] = origin[1] + box[1]);
  const cz = (p[2] = origin[2] + box[2]);
  const h = box[3];
  gather.seed = closestTriangle(found, hierarchy, p, 0, gather.seed);
  const qx = found[1];
  const qy = found[2];
  const qz = found[3];
  const reachable = Math.sqrt(found[0]) + slack;
  const limit = reachable * reachable + 3 * slack * h;
  let count = 0;
  let depth = 0;
  waiting[depth++] = 0;
  while (depth > 0) {
    const node = waiting[--depth];
    const o = 6 * node;
    const lx = nodeBox[o];
    const ly = nodeBox[o + 1];
    const lz = nodeBox[o + 2];
    const ux = nodeBox[o + 3];
    const uy = nodeBox[o + 4];
    const uz = nodeBox[o + 5];
    const gx = Math.max(lx - cx, 0, cx - ux);
    const gy = Math.max(ly - cy, 0, cy - uy);
    const gz = Math.max(lz - cz, 0, cz - uz);
    const w = Math.max(ux - qx, qx - lx) + Math.max(uy - qy, qy - ly) + Math.max(uz - qz, qz - lz);
    if (gx * gx + gy * gy + gz * gz > limit + 2 * h * w) continue;
    if (size[node] === 0) {
      waiting[depth++] = node + 1;
      waiting[depth++] = second[node];
      continue;
    }
    if (count + size[node] > most) return false;
    for (let s = first[node], end = s + size[node]; s < end; s++) triangle[count++] = hierarchy.triangle[s];
  }

  const round = ++gather.round;
  if (shortlist.list.length < 7 * count) shortlist.list = new Int32Array(14 * count);
  const list = shortlist.list;
  let k = 0;
  const o = 4 * level;
  start[o] = 0;
  for (let n = 0; n < count; n++) {
    const t = 7 * triangle[n];
    for (let i = t; i < t + 3; i++) {
      const v = ofTriangle[i];
      if (stamp[v] !== round) {
        stamp[v] = round;
        list[k++] = v;
      }
    }
  }
  start[o + 1] = k;
  for (let n = 0; n < count; n++) {
    const t = 7 * triangle[n];
    for (let i = t + 3; i < t + 6; i++) {
      const e = ofTriangle[i];
      if (e >= 0 && stamp[vertexCount + e] !== round) {
        stamp[vertexCount + e] = round;
        list[k++] = e;
      }
    }
  }
  start[o + 2] = k;
  for (let n = 0; n < count; n++) {
    const f = ofTriangle[7 * triangle[n] + 6];
    if (f >= 0) list[k++] = f;
  }
  start[o + 3] = k;
  return true;
}
