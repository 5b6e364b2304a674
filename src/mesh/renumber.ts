// Numbers for the nodes and tets of a solid that follow where they lie. Breaking walks from node to neighbour and from
// tet to corner all the time; with numbers like these, what lies close is close in memory too.

import { hilbertOrder } from './delaunay/order.ts';
import type { TetMesh } from './tet-mesh.ts';
import { type TriangleMesh, wrapTriangleMesh } from './triangle-mesh.ts';

/** Tets and their boundary, whose vertices are the first nodes. */
export interface NumberedSolid {
  readonly tets: TetMesh;
  readonly surfaceCount: number;
  readonly surface: TriangleMesh;
}

/**
 * The same solid with the nodes of its surface along a Hilbert curve, then those inside along another, and its tets by
 * their lowest node. Triangles, and the corners of all, keep their order, so attributes stay as they are.
 * Deterministic.
 */
export function renumberSolid({ tets, surfaceCount, surface }: NumberedSolid): NumberedSolid {
  const nodeCount = tets.positions.length / 3;
  const order = new Uint32Array(nodeCount);
  order.set(hilbertOrder(tets.positions, 0, surfaceCount));
  order.set(hilbertOrder(tets.positions, surfaceCount, nodeCount - surfaceCount), surfaceCount);
  const number = new Uint32Array(nodeCount);
  const positions = new Float64Array(3 * nodeCount);
  for (let i = 0; i < nodeCount; i++) {
    number[order[i]] = i;
    for (let d = 0; d < 3; d++) positions[3 * i + d] = tets.positions[3 * order[i] + d];
  }
  const corners = tets.indices.map((v) => number[v]);
  const { uvs, normals, colors, groups } = surface;
  const triangles = surface.indices.map((v) => number[v]);
  return {
    tets: { positions, indices: sortTets(corners, nodeCount) },
    surfaceCount,
    surface: wrapTriangleMesh(positions, triangles, uvs, normals, colors, groups),
  };
}

/** Tets by their lowest node, those of one in the order that they had. */
function sortTets(corners: Uint32Array, nodeCount: number): Uint32Array {
  const slot = new Uint32Array(nodeCount + 1);
  const lowest = new Uint32Array(corners.length / 4);
  for (let t = 0; t < lowest.length; t++) {
    lowest[t] = Math.min(corners[4 * t], corners[4 * t + 1], corners[4 * t + 2], corners[4 * t + 3]);
    slot[lowest[t] + 1]++;
  }
  for (let v = 0; v < nodeCount; v++) slot[v + 1] += slot[v];
  const sorted = new Uint32Array(corners.length);
  for (let t = 0; t < lowest.length; t++) {
    const to = 4 * slot[lowest[t]]++;
    for (let k = 0; k < 4; k++) sorted[to + k] = corners[4 * t + k];
  }
  return sorted;
}
