// The judge of completeness: whether two solids truly overlap, triangle against triangle, or one within the other. It
// knows nothing of fields, points and edges. Exact for the moved vertices as they are rounded.

import { intersectTriangles } from '../../src/geometry/triangle-triangle.ts';
import { buildHierarchy, type Hierarchy } from '../../src/hierarchy/hierarchy.ts';
import { createPairs, nextPairs } from '../../src/hierarchy/pairs.ts';
import { movePoint } from '../../src/math/rigid.ts';

/** A closed, connected surface, made ready to be tried at many poses. */
export interface OverlapMesh {
  readonly positions: Float64Array;
  readonly indices: Uint32Array;
  readonly hierarchy: Hierarchy;
}

/** Copies a surface; of buffers that are longer than it, what is in use. */
export function createOverlapMesh(mesh: {
  readonly positions: Float64Array;
  readonly indices: Uint32Array;
  readonly vertexCount?: number;
  readonly triangleCount?: number;
}): OverlapMesh {
  const positions = mesh.positions.slice(0, 3 * (mesh.vertexCount ?? mesh.positions.length / 3));
  const indices = mesh.indices.slice(0, 3 * (mesh.triangleCount ?? mesh.indices.length / 3));
  return { positions, indices, hierarchy: buildHierarchy(positions, indices) };
}

/** The vertices of a mesh, moved. */
export function moveVertices(mesh: OverlapMesh, frame: Float64Array): Float64Array {
  const moved = new Float64Array(mesh.positions.length);
  for (let v = 0; v < moved.length; v += 3) movePoint(moved, v, frame, mesh.positions, v);
  return moved;
}

const pairs = new Uint32Array(512);

/** Whether A, moved into the frame of B by `frame`, has a point in common with B. */
export function overlapMeshes(a: OverlapMesh, b: OverlapMesh, frame: Float64Array): boolean {
  const moved = moveVertices(a, frame);
  const close = listWithin(moved, a.indices, b.hierarchy.box);
  if (close.length > 0) {
    const search = createPairs(
      buildHierarchy(moved, close),
      { positions: moved, indices: close },
      b.hierarchy,
      b,
    );
    for (let count = nextPairs(pairs, search); count > 0; count = nextPairs(pairs, search)) {
      for (let k = 0; k < count; k++) {
        if (trianglesMeet(moved, close, pairs[2 * k], b, pairs[2 * k + 1])) return true;
      }
    }
  }
  return holds(b, moved, 0) || holds({ positions: moved, indices: a.indices }, b.positions, 0);
}

/** The same by trying all pairs. */
export function overlapBrute(a: OverlapMesh, b: OverlapMesh, frame: Float64Array): boolean {
  const moved = moveVertices(a, frame);
  for (let s = 0; 3 * s < a.indices.length; s++) {
    for (let t = 0; 3 * t < b.indices.length; t++) {
      if (trianglesMeet(moved, a.indices, s, b, t)) return true;
    }
  }
  return holds(b, moved, 0) || holds({ positions: moved, indices: a.indices }, b.positions, 0);
}

function trianglesMeet(
  moved: Float64Array,
  indices: Uint32Array,
  s: number,
  b: OverlapMesh,
  t: number,
): boolean {
  const [p, q, r] = indices.subarray(3 * s, 3 * s + 3);
  const [u, v, w] = b.indices.subarray(3 * t, 3 * t + 3);
  return intersectTriangles(moved, p, q, r, b.positions, u, v, w);
}

/** The triangles that come near a box, as indices of their own. */
function listWithin(positions: Float64Array, indices: Uint32Array, box: Float64Array): Uint32Array {
  const close: number[] = [];
  for (let t = 0; t < indices.length; t += 3) {
    let apart = false;
    for (let d = 0; d < 3 && !apart; d++) {
      const x = positions[3 * indices[t] + d];
      const y = positions[3 * indices[t + 1] + d];
      const z = positions[3 * indices[t + 2] + d];
      apart = Math.max(x, y, z) < box[d] || Math.min(x, y, z) > box[3 + d];
    }
    if (!apart) close.push(indices[t], indices[t + 1], indices[t + 2]);
  }
  return Uint32Array.from(close);
}

/** Whether a closed surface goes around a point: the solid angles of its triangles add up to 4π, not to 0. */
function holds(
  { positions, indices }: { readonly positions: Float64Array; readonly indices: Uint32Array },
  p: Float64Array,
  at: number,
): boolean {
  let sum = 0;
  const v = new Float64Array(9);
  for (let t = 0; t < indices.length; t += 3) {
    for (let k = 0; k < 9; k++) v[k] = positions[3 * indices[t + ((k / 3) | 0)] + (k % 3)] - p[at + (k % 3)];
    const a = Math.hypot(v[0], v[1], v[2]);
    const b = Math.hypot(v[3], v[4], v[5]);
    const c = Math.hypot(v[6], v[7], v[8]);
    const volume =
      v[0] * (v[4] * v[8] - v[5] * v[7]) +
      v[1] * (v[5] * v[6] - v[3] * v[8]) +
      v[2] * (v[3] * v[7] - v[4] * v[6]);
    const ab = v[0] * v[3] + v[1] * v[4] + v[2] * v[5];
    const bc = v[3] * v[6] + v[4] * v[7] + v[5] * v[8];
    const ca = v[6] * v[0] + v[7] * v[1] + v[8] * v[2];
    sum += 2 * Math.atan2(volume, a * b * c + ab * c + bc * a + ca * b);
  }
  return Math.abs(sum) > 2 * Math.PI;
}
