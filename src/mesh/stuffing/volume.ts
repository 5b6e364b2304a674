// The volume of a solid given by winding numbers, from a comb of parallel rays: how much of each lies inside. It
// needs no clean topology, and sees walls of any thickness, so it tells whether a lattice was too coarse for a solid.
// A closed surface encloses an exact volume, each point as often as it winds around it: there the rays measure only
// what that counts twice, or less than not at all. It is exact, then, for a surface that does not cross itself.

import { castRay } from '../../hierarchy/cast.ts';
import { NO_VOLUME, RAY_CROSSINGS, RAY_SHIFT, RAY_STEP, VOLUME_RAYS } from '../constants.ts';
import { windingNumber } from '../winding.ts';
import { facing, INSIDE, leaveSolid, type Solid } from './solid.ts';

const ray = new Float64Array(6); // scratch: a ray through the box
const hit = new Float64Array(3); // scratch: what castRay writes
const pair = new Float64Array(6); // scratch: the ends of a stretch
const turns = new Float64Array(1); // scratch: a winding number, or a fraction
const crossing = new Float64Array(RAY_CROSSINGS + 2); // scratch: fractions of a ray
const jump = new Int8Array(RAY_CROSSINGS + 2); // scratch: turns lost at each crossing

/** Estimates the volume where the winding number exceeds ½. Deterministic. */
export function measureSolid(solid: Solid): number {
  const { box } = solid;
  const size = [box[3] - box[0], box[4] - box[1], box[5] - box[2]];
  // Along the longest side, so that the section is small and the rays lie close.
  let axis = 0;
  for (let d = 1; d < 3; d++) if (size[d] > size[axis]) axis = d;
  const u = (axis + 1) % 3;
  const v = (axis + 2) % 3;
  if (!(size[u] * size[v] > 0)) return 0;
  const columns = clampCount(Math.sqrt((VOLUME_RAYS * size[u]) / size[v]));
  const rows = clampCount(VOLUME_RAYS / columns);
  let sum = 0;
  for (let j = 0; j < rows; j++) {
    const shift = (0.5 + RAY_SHIFT * j) % 1;
    for (let i = 0; i < columns; i++) {
      ray.fill(0);
      ray[axis] = box[axis] - 0.01 * size[axis];
      ray[u] = box[u] + (size[u] * (i + shift)) / columns;
      ray[v] = box[v] + (size[v] * (j + 0.5)) / rows;
      ray[3 + axis] = 1.02 * size[axis];
      sum += measureRay(solid, axis);
    }
  }
  const measured = (sum * 1.02 * size[axis] * size[u] * size[v]) / (columns * rows);
  if (!solid.closed) return measured;
  const { enclosed } = solid;
  return enclosed + measured > NO_VOLUME * Math.abs(enclosed) ? enclosed + measured : 0;
}

function clampCount(count: number): number {
  return Math.min(VOLUME_RAYS, Math.max(1, Math.round(count)));
}

/** The share of `ray` that lies inside; of a closed surface, less what it winds around. */
function measureRay(solid: Solid, axis: number): number {
  const start = ray[axis];
  const length = ray[3 + axis];
  let count = 0;
  let skip = -1;
  let from = 0;
  let total = 0; // turns left over at the ray's end
  let apart = true; // no two crossings are in one place
  while (count < RAY_CROSSINGS) {
    ray[axis] = start + from * length;
    const triangle = castRay(hit, solid.hierarchy, ray, 1 - from, skip);
    if (triangle < 0) break;
    from += hit[0];
    if (count > 0 && hit[0] < RAY_STEP) {
      apart = false;
      from += RAY_STEP; // of triangles that lie on each other, each would be met after the other without end
    }
    skip = triangle;
    crossing[++count] = from;
    jump[count] = facing(solid.hierarchy, triangle, ray[3], ray[4], ray[5]);
    total -= jump[count];
  }
  ray[axis] = start;
  if (count === 0) return 0;
  crossing[0] = 0;
  crossing[count + 1] = 1;
  const counts = apart && solid.closed && total === 0 && countsRight(solid, count);
  let inside = 0;
  let winding = 0;
  for (let k = 0; k <= count; k++) {
    if (k > 0) winding -= jump[k];
    const stretch = crossing[k + 1] - crossing[k];
    if (!(stretch > 4 * RAY_STEP)) continue;
    if (solid.closed) {
      if (!counts) winding = turnsAt(solid, (crossing[k] + crossing[k + 1]) / 2);
      inside += stretch * ((winding > INSIDE ? 1 : 0) - winding);
    } else inside += stretch * measureStretch(solid, crossing[k] + RAY_STEP, crossing[k + 1] - RAY_STEP);
  }
  return inside;
}

/** Whether the crossings of `ray` add up to the winding number: not where triangles lie on each other, or in a seam. */
function countsRight(solid: Solid, count: number): boolean {
  let winding = 0;
  let longest = 0;
  let along = 0;
  let counted = 0;
  for (let k = 1; k < count; k++) {
    winding -= jump[k];
    if (crossing[k + 1] - crossing[k] <= longest) continue;
    longest = crossing[k + 1] - crossing[k];
    along = (crossing[k] + crossing[k + 1]) / 2;
    counted = winding;
  }
  return turnsAt(solid, along) === counted;
}

/** The winding number on `ray`, where it is whole. */
function turnsAt(solid: Solid, along: number): number {
  for (let d = 0; d < 3; d++) pair[d] = ray[d] + along * ray[3 + d];
  windingNumber(turns, solid.winding, pair, 0);
  return Math.round(turns[0]);
}

/** The share of a stretch without crossings that lies inside; its side may change where the surface has a hole. */
function measureStretch(solid: Solid, from: number, to: number): number {
  for (let d = 0; d < 3; d++) {
    pair[d] = ray[d] + from * ray[3 + d];
    pair[3 + d] = ray[d] + to * ray[3 + d];
  }
  windingNumber(turns, solid.winding, pair, 0);
  const first = turns[0];
  windingNumber(turns, solid.winding, pair, 3);
  const last = turns[0];
  if (first > INSIDE === last > INSIDE) return first > INSIDE ? 1 : 0;
  if (first > INSIDE) {
    leaveSolid(turns, solid, pair, 0, pair, 3, first);
    return turns[0];
  }
  leaveSolid(turns, solid, pair, 3, pair, 0, last);
  return turns[0];
}
