// The volume of a wall from distances alone, without its boundary: tells how true that came out.

import { closestTriangle } from '../../hierarchy/closest.ts';
import type { Hierarchy } from '../../hierarchy/hierarchy.ts';
import { CUBE_STEPS, VOLUME_SAMPLES } from '../constants.ts';
import { type Band, locateNode, NODES } from './band.ts';

const node = new Int32Array(3); // scratch: along x, y, z
const point = new Float64Array(3); // scratch: a point near a node
const found = new Float64Array(7); // scratch: what closestTriangle writes

/**
 * Estimates the volume of all points within `half` of the surface. The cube around a node whose value exceeds its
 * diagonal's half is inside or outside as a whole; the others are asked at points spread evenly over them.
 */
export function measureWall(band: Band, hierarchy: Hierarchy, half: number): number {
  const { low, cell, value } = band;
  const count = NODES * band.block.length;
  const reach = (Math.sqrt(3) / 2) * cell;
  let inside = 0;
  let between = 0;
  for (let n = 0; n < count; n++) {
    if (value[n] < -reach) inside++;
    else if (value[n] <= reach) between++;
  }
  const share = VOLUME_SAMPLES / between; // samples of each
  let passed = 0; // samples that the nodes so far ask for
  let asked = 0;
  let hits = 0;
  let seed = -1;
  for (let n = 0; n < count; n++) {
    if (Math.abs(value[n]) > reach) continue;
    passed += share;
    locateNode(node, band, n);
    for (; asked + 0.5 < passed; asked++) {
      for (let d = 0; d < 3; d++) point[d] = low[d] + cell * (node[d] - 0.5 + ((asked * CUBE_STEPS[d]) % 1));
      seed = closestTriangle(found, hierarchy, point, 0, seed);
      if (found[0] < half * half) hits++;
    }
  }
  return (inside + (asked > 0 ? (between * hits) / asked : 0)) * cell * cell * cell;
}
