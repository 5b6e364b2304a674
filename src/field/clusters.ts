// Clusters: the leaves of the triangle hierarchy with the features each is first to have. While a cube is large, its
// shortlist is one of clusters, a dozen features at a time.

import type { Hierarchy } from '../hierarchy/hierarchy.ts';
import type { Features } from './features.ts';

/** Few triangles each, close together, in the features' frame. */
export interface Clusters {
  readonly count: number;
  readonly box: Float64Array; // min xyz, max xyz each
  readonly point: Float64Array; // xyz each: some point of the surface in it
  readonly run: Uint32Array; // 3 each, and 3 at the end: where its vertices, edges and faces start among the features
}

/** Makes clusters of a hierarchy's leaves; `features` are listed along its slots. */
export function buildClusters(
  positions: Float64Array,
  indices: Uint32Array,
  hierarchy: Hierarchy,
  features: Features,
): Clusters {
  const { first, size, triangle } = hierarchy;
  const { origin, run: runOf } = features;
  let count = 0;
  for (let node = 0; node < hierarchy.count; node++) if (size[node] > 0) count++;
  const box = new Float64Array(6 * count);
  const point = new Float64Array(3 * count);
  const run = new Uint32Array(3 * count + 3);
  // Depth first, so leaves come in the order of their slots, and each begins where the one before ends.
  for (let node = 0, c = 0; node < hierarchy.count; node++) {
    if (size[node] === 0) continue;
    const end = first[node] + size[node];
    for (let d = 0; d < 3; d++) {
      let low = Infinity;
      let high = -Infinity;
      for (let corner = 3 * first[node]; corner < 3 * end; corner++) {
        const v = indices[3 * triangle[Math.floor(corner / 3)] + (corner % 3)];
        const x = positions[3 * v + d] - origin[d];
        low = Math.min(low, x);
        high = Math.max(high, x);
      }
      box[6 * c + d] = low;
      box[6 * c + 3 + d] = high;
      point[3 * c + d] = positions[3 * indices[3 * triangle[first[node]]] + d] - origin[d];
      run[3 * c + d] = runOf[3 * first[node] + d];
      run[3 * c + 3 + d] = runOf[3 * end + d];
    }
    c++;
  }
  return { count, box, point, run };
}
