// The star of a vertex: the fan of triangles around it. If all of them are seen from their front along one direction,
// and go around once at most, no two of them touch but where they are joined: one test for all pairs at a vertex,
// made when the first of them is asked about and remembered until the surface moves.

import { MAX_STAR } from './constants.ts';
import { writeNormals } from './normals.ts';
import type { Surface } from './surface.ts';

const YES = 1;
const NO = 2;

const fan = new Int32Array(MAX_STAR); // scratch: the triangles, counter-clockwise
const turn = new Uint8Array(MAX_STAR); // scratch: the corner of each that is the vertex
const normal = new Float64Array(10 * MAX_STAR); // scratch: their normals over the step
const one = new Float64Array(10); // scratch: those of one

/** Whether the star around corner k of triangle t is proven to touch itself nowhere but at joints. */
export function isStarFlat(surface: Surface, t: number, k: number): boolean {
  const { star } = surface;
  const known = (star[t] >> (2 * k)) & 3;
  if (known !== 0) return known === YES;
  const count = gatherFan(surface, t, k);
  const answer = count > 0 && isFlat(surface, count) ? YES : NO;
  if (count <= 0) star[t] |= NO << (2 * k);
  for (let i = 0; i < count; i++) star[fan[i]] |= answer << (2 * turn[i]);
  return answer === YES;
}

/**
 * Lists the fan around a corner; returns how many, or 0 if it is too large or not the fan that the vertex is tested
 * with: where several meet at one vertex, pairs across them are not proven by any.
 */
function gatherFan({ indices, neighbor, feature }: Surface, t: number, k: number): number {
  const v = indices[3 * t + k];
  // Clockwise to a border, or back to the start.
  let u = t;
  let c = k;
  for (let i = 0; i <= MAX_STAR; i++) {
    const across = neighbor[3 * u + c];
    if (across < 0) break;
    u = across;
    c = cornerOf(indices, u, v);
    if (u === t) break;
    if (i === MAX_STAR) return 0;
  }
  // Counter-clockwise from there.
  const start = u;
  let owned = false;
  let count = 0;
  for (;;) {
    if (count === MAX_STAR) return 0;
    fan[count] = u;
    turn[count++] = c;
    if ((feature[u] & (1 << c)) !== 0) owned = true;
    const across = neighbor[3 * u + (c === 0 ? 2 : c - 1)];
    if (across < 0 || across === start) break;
    u = across;
    c = cornerOf(indices, u, v);
  }
  return owned ? count : 0;
}

function cornerOf(indices: Uint32Array, t: number, v: number): number {
  return indices[3 * t] === v ? 0 : indices[3 * t + 1] === v ? 1 : 2;
}

function isFlat(surface: Surface, count: number): boolean {
  const { indices, end } = surface;
  let x = 0;
  let y = 0;
  let z = 0;
  let coefficients = 1;
  for (let i = 0; i < count; i++) {
    coefficients = writeNormals(one, surface, fan[i]);
    for (let d = 0; d < 10; d++) normal[10 * i + d] = one[d];
    x += one[0];
    y += one[1];
    z += one[2];
  }
  const size = Math.abs(x) + Math.abs(y) + Math.abs(z);
  for (let i = 0; i < 10 * count; i += 10) {
    const least = 1e-12 * size * normal[i + 9];
    for (let o = i; o < i + 3 * coefficients; o += 3) {
      if (!(x * normal[o] + y * normal[o + 1] + z * normal[o + 2] > least)) return false;
    }
  }
  // Seen from the front all the time, the fan goes around as often at the end as at any time. Count that: how often
  // its rim comes to the ray from the vertex through the rim's first point, d.
  const v = 3 * indices[3 * fan[0] + turn[0]];
  const first = indices[3 * fan[0] + ((turn[0] + 1) % 3)];
  const dx = end[3 * first] - end[v];
  const dy = end[3 * first + 1] - end[v + 1];
  const dz = end[3 * first + 2] - end[v + 2];
  // Across d and the view: positive on the counter-clockwise side of d.
  const ax = y * dz - z * dy;
  const ay = z * dx - x * dz;
  const az = x * dy - y * dx;
  let behind = false;
  for (let i = 0; i < count; i++) {
    const q = indices[3 * fan[i] + ((turn[i] + 2) % 3)];
    if (q === first) return i === count - 1; // closed, after one turn
    const qx = end[3 * q] - end[v];
    const qy = end[3 * q + 1] - end[v + 1];
    const qz = end[3 * q + 2] - end[v + 2];
    const side = ax * qx + ay * qy + az * qz;
    const error = 1e-12 * (Math.abs(ax * qx) + Math.abs(ay * qy) + Math.abs(az * qz));
    const right = side < -error;
    if (behind && !right) return false; // once around, and on
    behind = right;
  }
  return true;
}
