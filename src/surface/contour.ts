// The contour test: seen along the axis of its normals, does the border of a node cross itself? All triangles of the
// node are seen from their front, so as many of them cover a point of the picture as its border winds around it. If
// the border nowhere touches itself and winds at most once, no two points of the node lie behind each other, hence
// none meet: [Volino94], with two departures. Winding is counted instead of asking that the node be in one piece (so
// holes, pieces side by side and branch points need no special case), and what rounding leaves open counts as
// touching, so the test never errs on the wrong side. docs/surfaces.md has the proof.

import { crossEdges } from '../geometry/triangle.ts';
import { growColumn } from '../math/columns.ts';
import { CONTOUR_BLOCK, LEAST_FRONT, MAX_CONTOUR_EDGES, MAX_CONTOUR_TRIANGLES } from './constants.ts';
import { writeNormals } from './normals.ts';
import type { Surface } from './surface.ts';

// Rounding of a product of two differences of projected coordinates, as a multiple of the square of the largest
// coordinate: under 60 half-ulps, taken as 900.
const ERROR = 1e-13;

const from = new Int32Array(MAX_CONTOUR_EDGES); // scratch: border edges, the node on their left
const to = new Int32Array(MAX_CONTOUR_EDGES);
const flat = new Float64Array(8 * MAX_CONTOUR_EDGES); // scratch: projected: from and to at the start, then at the end
const box = new Float64Array(4 * MAX_CONTOUR_EDGES); // scratch: the box of each over the step
const blockBox = new Float64Array((4 * MAX_CONTOUR_EDGES) / CONTOUR_BLOCK); // scratch: the box of each block
const basis = new Float64Array(6); // scratch: two directions across the axis
const origin = new Float64Array(3); // scratch: a vertex near all others
const view = new Float64Array(3); // scratch: the direction of the projection, of length 1
const normal = new Float64Array(10); // scratch: a triangle's normals over the step
const bound = new Float64Array(2); // scratch: ERROR · (largest coordinate)², and that coordinate
const axis = new Float64Array(2); // scratch: an axis that may separate two edges

let leaving = new Int32Array(0); // scratch: a vertex: the border edge that leaves it, plus one; all 0 between calls
const seen = new Uint8Array(MAX_CONTOUR_EDGES); // scratch: border edges whose winding number is known

/**
 * Whether the border of a node, or only the part of it that is a border of the surface (`real`), projects without
 * touching itself, all through the step if the surface was refitted for that. Allocation-free.
 */
export function passesContour(surface: Surface, node: number, real: boolean): boolean {
  if (surface.order.size[node] > MAX_CONTOUR_TRIANGLES) return false;
  const count = gatherBorder(surface, node, real);
  if (count < 0) return false;
  if (count === 0) return real; // a closed surface has no front
  if (real) for (let d = 0; d < 3; d++) view[d] = surface.cone[4 * node + d];
  else if (!findView(surface, node, count)) return false;
  projectBorder(surface, count);
  return edgesAllApart(count) && (real || windsOnce(surface, count));
}

/** Whether no two border edges touch but where they are joined. */
function edgesAllApart(count: number): boolean {
  const blocks = Math.floor((count + CONTOUR_BLOCK - 1) / CONTOUR_BLOCK);
  for (let p = 0; p < blocks; p++) {
    const endP = Math.min(count, CONTOUR_BLOCK * (p + 1));
    for (let q = 0; q <= p; q++) {
      if (!overlap(blockBox, 4 * p, 4 * q)) continue;
      const endQ = Math.min(count, CONTOUR_BLOCK * (q + 1));
      for (let i = CONTOUR_BLOCK * p; i < endP; i++) {
        for (let j = CONTOUR_BLOCK * q; j < endQ && j < i; j++) {
          if (overlap(box, 4 * i, 4 * j) && !edgesApart(i, j)) return false;
        }
      }
    }
  }
  return true;
}

function overlap(boxes: Float64Array, i: number, j: number): boolean {
  return (
    boxes[i] <= boxes[j + 2] &&
    boxes[j] <= boxes[i + 2] &&
    boxes[i + 1] <= boxes[j + 3] &&
    boxes[j + 1] <= boxes[i + 3]
  );
}

/** Lists the border edges of a node; returns how many, or −1 for too many. */
function gatherBorder({ order, indices, neighbor }: Surface, node: number, real: boolean): number {
  const { first, size, rank, triangle } = order;
  const low = first[node];
  const high = low + size[node];
  let count = 0;
  for (let r = low; r < high; r++) {
    const t = 3 * triangle[r];
    for (let k = 0; k < 3; k++) {
      const across = neighbor[t + k];
      if (across >= 0 && (real || (rank[across] >= low && rank[across] < high))) continue;
      if (count === MAX_CONTOUR_EDGES) return -1;
      from[count] = indices[t + k];
      to[count++] = indices[k === 2 ? t : t + k + 1];
    }
  }
  return count;
}

/** Finds a direction from which every triangle of a node is seen from its front, all through the step. */
function findView(surface: Surface, node: number, count: number): boolean {
  const { end } = surface;
  // The mean normal of the node follows from its border alone: the sum of p × q over its edges.
  const o = 3 * from[0];
  let x = 0;
  let y = 0;
  let z = 0;
  for (let i = 1; i < count; i++) {
    crossEdges(normal, 0, end, o, 3 * from[i], 3 * to[i]);
    x += normal[0];
    y += normal[1];
    z += normal[2];
  }
  const scale = 1 / Math.sqrt(x * x + y * y + z * z);
  x *= scale;
  y *= scale;
  z *= scale;
  view[0] = x;
  view[1] = y;
  view[2] = z;
  const { first, size, triangle } = surface.order;
  const last = first[node] + size[node];
  for (let r = first[node]; r < last; r++) {
    const coefficients = 3 * writeNormals(normal, surface, triangle[r]);
    // A coefficient errs by some half-ulps of normal[9], and LEAST_FRONT of its length must remain.
    const least = 1e-12 * normal[9];
    for (let i = 0; i < coefficients; i += 3) {
      const dot = x * normal[i] + y * normal[i + 1] + z * normal[i + 2];
      const length = Math.abs(normal[i]) + Math.abs(normal[i + 1]) + Math.abs(normal[i + 2]);
      if (!(dot > least && dot > LEAST_FRONT * length)) return false;
    }
  }
  return true;
}

function projectBorder({ start, end, swept }: Surface, count: number): void {
  const x = view[0];
  const y = view[1];
  const z = view[2];
  // Two directions across the view, up to rounding (or the single precision of a cone): the projection runs along a
  // view that is tilted by as much, for which LEAST_FRONT and the cone leave room.
  const s = z < 0 ? -1 : 1;
  const a = -1 / (s + z);
  const b = x * y * a;
  basis[0] = 1 + s * x * x * a;
  basis[1] = s * b;
  basis[2] = -s * x;
  basis[3] = b;
  basis[4] = s + y * y * a;
  basis[5] = -y;
  for (let d = 0; d < 3; d++) origin[d] = end[3 * from[0] + d];
  bound[1] = 0;
  for (let i = 0; i < count; i++) {
    projectVertex(end, from[i], 8 * i + 4);
    projectVertex(end, to[i], 8 * i + 6);
    if (swept) {
      projectVertex(start, from[i], 8 * i);
      projectVertex(start, to[i], 8 * i + 2);
    } else for (let d = 0; d < 4; d++) flat[8 * i + d] = flat[8 * i + 4 + d];
  }
  const largest = bound[1];
  bound[0] = ERROR * largest * largest;
  const margin = 1e-14 * largest;
  for (let i = 0; i < count; i++) {
    for (let d = 0; d < 2; d++) {
      const o = 8 * i + d;
      box[4 * i + d] = Math.min(flat[o], flat[o + 2], flat[o + 4], flat[o + 6]) - margin;
      box[4 * i + 2 + d] = Math.max(flat[o], flat[o + 2], flat[o + 4], flat[o + 6]) + margin;
    }
  }
  boundBlocks(count);
}

/** Writes the boxes of blocks from those of edges. */
function boundBlocks(count: number): void {
  for (let p = 0; p < count; p += CONTOUR_BLOCK) {
    const last = Math.min(count, p + CONTOUR_BLOCK);
    for (let d = 0; d < 2; d++) {
      let low = Infinity;
      let high = -Infinity;
      for (let i = p; i < last; i++) {
        low = Math.min(low, box[4 * i + d]);
        high = Math.max(high, box[4 * i + 2 + d]);
      }
      blockBox[(4 * p) / CONTOUR_BLOCK + d] = low;
      blockBox[(4 * p) / CONTOUR_BLOCK + 2 + d] = high;
    }
  }
}

/** Writes the projection of a vertex, and raises bound[1] to its coordinates. */
function projectVertex(positions: Float64Array, v: number, at: number): void {
  const x = positions[3 * v] - origin[0];
  const y = positions[3 * v + 1] - origin[1];
  const z = positions[3 * v + 2] - origin[2];
  flat[at] = basis[0] * x + basis[1] * y + basis[2] * z;
  flat[at + 1] = basis[3] * x + basis[4] * y + basis[5] * z;
  bound[1] = Math.max(bound[1], Math.abs(x) + Math.abs(y) + Math.abs(z));
}

/** Whether two border edges touch nowhere but in a vertex that they share, all through the step. */
function edgesApart(i: number, j: number): boolean {
  const a = from[i];
  const b = to[i];
  const c = from[j];
  const d = to[j];
  const shared = (a === c || a === d ? 1 : 0) + (b === c || b === d ? 1 : 0);
  if (shared === 2) return false; // an edge that borders the node twice
  if (shared === 1) {
    const atStart = a === c || a === d;
    return unfolded(i, atStart, j, atStart ? a === c : b === c);
  }
  return separates(i, j) || separates(j, i);
}

/** Whether the direction across edge i, halfway through the step, separates i from j at both ends of it. */
function separates(i: number, j: number): boolean {
  const o = 8 * i;
  const q = 8 * j;
  axis[0] = -(flat[o + 3] - flat[o + 1] + flat[o + 7] - flat[o + 5]) / 2;
  axis[1] = (flat[o + 2] - flat[o] + flat[o + 6] - flat[o + 4]) / 2;
  let positive = true;
  let negative = true;
  for (let half = 0; half < 8; half += 4) {
    const i0 = axis[0] * flat[o + half] + axis[1] * flat[o + half + 1];
    const i1 = axis[0] * flat[o + half + 2] + axis[1] * flat[o + half + 3];
    const j0 = axis[0] * flat[q + half] + axis[1] * flat[q + half + 1];
    const j1 = axis[0] * flat[q + half + 2] + axis[1] * flat[q + half + 3];
    if (!(Math.min(j0, j1) - Math.max(i0, i1) > bound[0])) positive = false;
    if (!(Math.min(i0, i1) - Math.max(j0, j1) > bound[0])) negative = false;
  }
  return positive || negative;
}

/**
 * Whether two edges that share a vertex never point the same way from it: their cross product keeps its sign, or
 * their dot product stays negative. Both are quadratics in time, bounded by their Bernstein coefficients.
 */
function unfolded(i: number, atStartI: boolean, j: number, atStartJ: boolean): boolean {
  const o = 8 * i + (atStartI ? 0 : 2);
  const q = 8 * j + (atStartJ ? 0 : 2);
  const far = atStartI ? 2 : -2;
  const farJ = atStartJ ? 2 : -2;
  const x0 = flat[o + far] - flat[o];
  const y0 = flat[o + far + 1] - flat[o + 1];
  const x1 = flat[o + far + 4] - flat[o + 4];
  const y1 = flat[o + far + 5] - flat[o + 5];
  const u0 = flat[q + farJ] - flat[q];
  const v0 = flat[q + farJ + 1] - flat[q + 1];
  const u1 = flat[q + farJ + 4] - flat[q + 4];
  const v1 = flat[q + farJ + 5] - flat[q + 5];
  const e = bound[0];
  const c0 = x0 * v0 - y0 * u0;
  const c1 = (x0 * v1 - y0 * u1 + x1 * v0 - y1 * u0) / 2;
  const c2 = x1 * v1 - y1 * u1;
  if ((c0 > e && c1 > e && c2 > e) || (c0 < -e && c1 < -e && c2 < -e)) return true;
  const d0 = x0 * u0 + y0 * v0;
  const d1 = (x0 * u1 + y0 * v1 + x1 * u0 + y1 * v0) / 2;
  const d2 = x1 * u1 + y1 * v1;
  return d0 < -e && d1 < -e && d2 < -e;
}

/**
 * Whether the winding number is 0 just right of every border edge, hence 1 on its left, hence nowhere more. It stays
 * the same along a border up to a vertex where borders meet, so one edge of each such stretch is asked.
 */
function windsOnce({ vertexCount }: Surface, count: number): boolean {
  leaving = growColumn(leaving, vertexCount);
  for (let i = 0; i < count; i++) {
    leaving[from[i]] = leaving[from[i]] === 0 ? i + 1 : -1; // −1: several leave it
    seen[i] = 0;
  }
  let once = true;
  for (let i = 0; i < count && once; i++) if (leaving[from[i]] < 0) once = isOutside(i, count) && follow(i);
  for (let i = 0; i < count && once; i++) if (seen[i] === 0) once = isOutside(i, count) && follow(i);
  for (let i = 0; i < count; i++) leaving[from[i]] = 0;
  return once;
}

/** Marks the edges from i on as seen, up to a vertex where borders meet. */
function follow(i: number): boolean {
  let j = i;
  while (seen[j] === 0) {
    seen[j] = 1;
    if (leaving[to[j]] <= 0) break;
    j = leaving[to[j]] - 1;
  }
  return true;
}

/**
 * Whether the winding number is 0 just right of an edge, counted along a ray from its middle to that side. Edges are
 * apart by more than rounding when this is asked, so plain comparisons do.
 */
function isOutside(i: number, count: number): boolean {
  const o = 8 * i + 4;
  const dx = flat[o + 2] - flat[o];
  const dy = flat[o + 3] - flat[o + 1];
  const mx = (flat[o] + flat[o + 2]) / 2;
  const my = (flat[o + 1] + flat[o + 3]) / 2;
  const upright = Math.abs(dx) >= Math.abs(dy); // the ray runs along y
  const along = upright ? mx : my;
  const across = upright ? my : mx;
  const a = upright ? 0 : 1;
  // The right side: −y where the edge runs to +x, +x where it runs to +y.
  const ray = upright ? (dx > 0 ? -1 : 1) : dy > 0 ? 1 : -1;
  let winding = 0;
  for (let j = 0; j < count; j++) {
    if (j === i) continue;
    const q = 8 * j + 4;
    const s = flat[q + a];
    const t = flat[q + 2 + a];
    if (s <= along === t <= along) continue;
    const share = (along - s) / (t - s);
    const height = flat[q + 1 - a] + share * (flat[q + 3 - a] - flat[q + 1 - a]);
    if ((height - across) * ray <= 0) continue;
    // Counter-clockwise around the middle: to +x below it, to −x above it, to +y right of it, to −y left of it.
    const rising = t > s;
    winding += (upright ? rising === ray < 0 : rising === ray > 0) ? 1 : -1;
  }
  return winding === 0;
}
