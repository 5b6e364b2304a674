// three-mesh-bvh over the same triangles, for benches that compare: positions are rounded to float32, as three stores
// them, for both sides.

import { BufferAttribute, BufferGeometry, type Matrix4 } from 'three';
import { type ExtendedTriangle, MeshBVH, type SplitStrategy } from 'three-mesh-bvh';
import type { TreeMesh } from '../src/hierarchy/build.ts';

/** The mesh with coordinates that float32 can hold. */
export function roundMesh({ positions, indices }: TreeMesh): TreeMesh {
  return { positions: Float64Array.from(positions, Math.fround), indices };
}

/** It comes with up to ten triangles a leaf. */
export function buildPeer({ positions, indices }: TreeMesh, strategy: SplitStrategy, leaf = 10): MeshBVH {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(Float32Array.from(positions), 3));
  geometry.setIndex(new BufferAttribute(indices.slice(), 1)); // it reorders them
  return new MeshBVH(geometry, { strategy, targetLeafSize: leaf, verbose: false });
}

let found = 0; // scratch: pairs that the callback counted
const callbacks = {
  intersectsTriangles(a: ExtendedTriangle, b: ExtendedTriangle): boolean {
    if (a.intersectsTriangle(b)) found++;
    return false;
  },
};

/** All intersecting pairs, counted. */
export function countPeerPairs(a: MeshBVH, b: MeshBVH, matrix: Matrix4): number {
  found = 0;
  a.bvhcast(b, matrix, callbacks);
  return found;
}
