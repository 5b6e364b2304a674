// The first triangle of a tree that a ray meets: the sibling of cast.ts for trees that are edited. Möller–Trumbore, both
// sides count; a ray exactly through an edge may slip between two triangles by rounding.

import type { TreeMesh } from './build.ts';
import type { TriangleTree } from './tree.ts';

let waiting = new Int32Array(64); // scratch: nodes put off, one a level at most; grown for higher trees
let waitingEntry = new Float64Array(64); // scratch: where the ray enters them
const span = new Float64Array(2); // scratch: entry into two boxes
const slope = new Float64Array(6); // scratch: origin, one over the direction
const side = new Int32Array(3); // scratch: where the plane that the ray enters a box by stands in it, a direction
const meet = new Float64Array(3); // scratch: t, u, v of one triangle

/**
 * Casts `ray` (origin xyz, direction xyz of any length) and returns the first triangle met at 0 < t ≤ limit, or −1.
 * Writes t (in lengths of the direction) and the weights u, v to `out`. Allocation-free.
 */
export function castTree(
  out: Float64Array,
  tree: TriangleTree,
  mesh: TreeMesh,
  ray: Float64Array,
  limit = Infinity,
): number {
  if (tree.root < 0) return -1;
  const { box, child, triangle } = tree;
  const levels = tree.height[tree.root] + 1;
  if (waiting.length < levels) {
    waiting = new Int32Array(2 * levels);
    waitingEntry = new Float64Array(2 * levels);
  }
  for (let d = 0; d < 3; d++) {
    slope[d] = ray[d];
    slope[3 + d] = 1 / ray[3 + d];
    side[d] = slope[3 + d] < 0 ? 3 + d : d;
  }
  let best = Math.min(limit, Number.MAX_VALUE); // so that Infinity, a box missed, is beyond it
  let found = -1;
  let depth = 0;
  let node = tree.root;
  while (node >= 0) {
    const left = child[2 * node];
    if (left < 0) {
      if (meetTriangle(mesh.positions, mesh.indices, 3 * triangle[node], ray)) {
        const t = meet[0];
        if (t > 0 && (t < best || (t === best && found < 0))) {
          best = t;
          found = triangle[node];
          out[0] = t;
          out[1] = meet[1];
          out[2] = meet[2];
        }
      }
      node = -1;
    } else {
      const right = child[2 * node + 1];
      enterBox(0, box, 6 * left, best);
      enterBox(1, box, 6 * right, best);
      const leftFirst = span[0] <= span[1];
      const near = leftFirst ? span[0] : span[1];
      const far = leftFirst ? span[1] : span[0];
      if (far <= best) {
        waiting[depth] = leftFirst ? right : left;
        waitingEntry[depth++] = far;
      }
      node = near <= best ? (leftFirst ? left : right) : -1;
    }
    while (node < 0 && depth > 0) {
      depth--;
      if (waitingEntry[depth] <= best) node = waiting[depth];
    }
  }
  return found;
}

/** Whether the ray's line meets a triangle; writes t, u, v to `meet`. */
function meetTriangle(positions: Float64Array, indices: Uint32Array, o: number, ray: Float64Array): boolean {
  const a = 3 * indices[o];
  const b = 3 * indices[o + 1];
  const c = 3 * indices[o + 2];
  const ax = positions[a];
  const ay = positions[a + 1];
  const az = positions[a + 2];
  const ux = positions[b] - ax;
  const uy = positions[b + 1] - ay;
  const uz = positions[b + 2] - az;
  const vx = positions[c] - ax;
  const vy = positions[c + 1] - ay;
  const vz = positions[c + 2] - az;
  const dx = ray[3];
  const dy = ray[4];
  const dz = ray[5];
  const hx = dy * vz - dz * vy;
  const hy = dz * vx - dx * vz;
  const hz = dx * vy - dy * vx;
  const det = ux * hx + uy * hy + uz * hz;
  if (det === 0) return false;
  const sx = ray[0] - ax;
  const sy = ray[1] - ay;
  const sz = ray[2] - az;
  const u = (sx * hx + sy * hy + sz * hz) / det;
  if (!(u >= 0 && u <= 1)) return false;
  const qx = sy * uz - sz * uy;
  const qy = sz * ux - sx * uz;
  const qz = sx * uy - sy * ux;
  const v = (dx * qx + dy * qy + dz * qz) / det;
  if (!(v >= 0 && u + v <= 1)) return false;
  meet[0] = (vx * qx + vy * qy + vz * qz) / det;
  meet[1] = u;
  meet[2] = v;
  return true;
}

/**
 * Writes where the ray enters a box to span[i], or Infinity when it misses it within `limit`. Along a direction that is
 * zero, a box beside the ray is entered at infinity; one that just touches it gives NaN, which no comparison heeds.
 */
function enterBox(i: number, box: Float64Array, at: number, limit: number): void {
  let enter = 0;
  let leave = limit;
  const x0 = (box[at + side[0]] - slope[0]) * slope[3];
  const x1 = (box[at + 3 - side[0]] - slope[0]) * slope[3];
  const y0 = (box[at + side[1]] - slope[1]) * slope[4];
  const y1 = (box[at + 5 - side[1]] - slope[1]) * slope[4];
  const z0 = (box[at + side[2]] - slope[2]) * slope[5];
  const z1 = (box[at + 7 - side[2]] - slope[2]) * slope[5];
  if (x0 > enter) enter = x0;
  if (y0 > enter) enter = y0;
  if (z0 > enter) enter = z0;
  if (x1 < leave) leave = x1;
  if (y1 < leave) leave = y1;
  if (z1 < leave) leave = z1;
  // Widened by rounding, so that a flat box is not missed: the products carry a relative error of 4·2⁻⁵³ at most.
  span[i] = enter <= leave * (1 + 2e-15) + 1e-300 ? enter : Infinity;
}
