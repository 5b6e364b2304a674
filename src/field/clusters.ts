// Clusters: the nodes of the triangle hierarchy with the features that their triangles are first to have. While a cube
// is large, its shortlist is one of clusters, no larger than need be. Small ones are nearly flat, and most of their box
// is empty, so they are bounded by a disc too: far from a fine surface that leaves a tenth of them.

import type { Hierarchy } from '../hierarchy/hierarchy.ts';
import type { Features } from './features.ts';

/** Of a disc: its middle, unit normal, radius and half its thickness. */
export const DISC_STRIDE = 8;

/** The hierarchy's nodes in the features' frame; the first one holds all. */
export interface Clusters {
  readonly hierarchy: Hierarchy;
  readonly box: Float64Array; // min xyz, max xyz each
  readonly disc: Float64Array; // DISC_STRIDE numbers each; without a normal where there are many triangles
  readonly run: Uint32Array; // 6 each: where its vertices, edges and faces start among the features, and where they end
}

const MOST = 128; // triangles of a cluster with a disc: more are seldom flat

/** Makes clusters of a hierarchy's nodes; `features` are listed along its slots. */
export function buildClusters(hierarchy: Hierarchy, features: Features): Clusters {
  const { count, first, size, second, box: from } = hierarchy;
  const { origin, run: runOf, slack } = features;
  const box = new Float64Array(6 * count);
  for (let i = 0; i < box.length; i++) box[i] = from[i] - origin[i % 3];
  const run = new Uint32Array(6 * count);
  const disc = new Float64Array(DISC_STRIDE * count);
  const start = new Uint32Array(count); // first slot of each
  const end = new Uint32Array(count); // and the one past its last
  for (let node = count - 1; node >= 0; node--) {
    // Depth first, so children come after their parent, and the second one's slots after the first one's.
    const leaf = size[node] > 0;
    start[node] = leaf ? first[node] : start[node + 1];
    end[node] = leaf ? first[node] + size[node] : end[second[node]];
    for (let d = 0; d < 3; d++) {
      run[6 * node + d] = runOf[3 * start[node] + d];
      run[6 * node + 3 + d] = runOf[3 * end[node] + d];
    }
    if (end[node] - start[node] <= MOST) {
      fitDisc(disc, DISC_STRIDE * node, hierarchy, box, node, start[node], end[node], origin, slack);
    }
  }
  return { hierarchy, box, disc, run };
}

/** Writes a disc that holds the triangles of some slots, across the mean of their normals. */
function fitDisc(
  disc: Float64Array,
  o: number,
  { frame }: Hierarchy,
  box: Float64Array,
  node: number,
  start: number,
  end: number,
  origin: Float64Array,
  slack: number,
): void {
  let nx = 0;
  let ny = 0;
  let nz = 0;
  for (let f = 12 * start; f < 12 * end; f += 12) {
    nx += frame[f + 4] * frame[f + 8] - frame[f + 5] * frame[f + 7];
    ny += frame[f + 5] * frame[f + 6] - frame[f + 3] * frame[f + 8];
    nz += frame[f + 3] * frame[f + 7] - frame[f + 4] * frame[f + 6];
  }
  const length = Math.sqrt(nx * nx + ny * ny + nz * nz);
  if (!(length > 0)) return;
  nx /= length;
  ny /= length;
  nz /= length;
  const mx = (box[6 * node] + box[6 * node + 3]) / 2;
  const my = (box[6 * node + 1] + box[6 * node + 4]) / 2;
  const mz = (box[6 * node + 2] + box[6 * node + 5]) / 2;
  let low = Infinity;
  let high = -Infinity;
  let square = 0;
  for (let f = 12 * start; f < 12 * end; f += 12) {
    for (let corner = 0; corner <= 6; corner += 3) {
      const ex = corner > 0 ? frame[f + corner] : 0;
      const ey = corner > 0 ? frame[f + corner + 1] : 0;
      const ez = corner > 0 ? frame[f + corner + 2] : 0;
      const rx = frame[f] - origin[0] + ex - mx;
      const ry = frame[f + 1] - origin[1] + ey - my;
      const rz = frame[f + 2] - origin[2] + ez - mz;
      const height = rx * nx + ry * ny + rz * nz;
      low = Math.min(low, height);
      high = Math.max(high, height);
      const wx = rx - height * nx;
      const wy = ry - height * ny;
      const wz = rz - height * nz;
      square = Math.max(square, wx * wx + wy * wy + wz * wz);
    }
  }
  const lift = (low + high) / 2;
  disc[o] = mx + lift * nx;
  disc[o + 1] = my + lift * ny;
  disc[o + 2] = mz + lift * nz;
  disc[o + 3] = nx;
  disc[o + 4] = ny;
  disc[o + 5] = nz;
  disc[o + 6] = Math.sqrt(square) + slack;
  disc[o + 7] = (high - low) / 2 + slack;
}
