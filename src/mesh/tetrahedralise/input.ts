// What tetrahedralisation needs to know of its input: is it closed, how much does it enclose, which vertices count.

import { InputError } from '../../job/error.ts';
import { buildEdges, nextHalf } from '../topology.ts';
import type { TriangleMesh } from '../triangle-mesh.ts';

/** Throws when a coordinate is not a finite number. */
export function checkFinite(mesh: TriangleMesh): void {
  const bad = mesh.positions.findIndex((x) => !Number.isFinite(x));
  if (bad < 0) return;
  const v = Math.floor(bad / 3);
  throw new InputError(
    'non-finite',
    `vertex ${v} has a coordinate of ${mesh.positions[bad]}: repair the mesh first`,
  );
}

/** Edges that are not run through as often one way as the other. */
export function countOpen(mesh: TriangleMesh): number {
  const { indices } = mesh;
  const edges = buildEdges(indices, mesh.positions.length / 3);
  let open = 0;
  for (let e = 0; e < edges.edgeCount; e++) {
    let balance = 0;
    for (let i = edges.start[e]; i < edges.start[e + 1]; i++) {
      const h = edges.half[i];
      balance += Math.sign(indices[nextHalf(h)] - indices[h]);
    }
    if (balance !== 0) open++;
  }
  return open;
}

/** The vertices that triangles use, in their order, with triangles renumbered, and the box around them. */
export function gatherVertices(mesh: TriangleMesh): {
  points: Float64Array;
  vertex: Int32Array;
  indices: Uint32Array;
  box: Float64Array;
} {
  const { positions } = mesh;
  const number = new Int32Array(positions.length / 3).fill(-1);
  for (const v of mesh.indices) number[v] = 0;
  const used: number[] = [];
  const box = Float64Array.of(Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity);
  const points: number[] = [];
  for (let v = 0; v < number.length; v++) {
    if (number[v] < 0) continue;
    number[v] = used.length;
    used.push(v);
    for (let d = 0; d < 3; d++) {
      const at = positions[3 * v + d];
      points.push(at);
      box[d] = Math.min(box[d], at);
      box[3 + d] = Math.max(box[3 + d], at);
    }
  }
  const indices = mesh.indices.map((v) => number[v]);
  return { points: Float64Array.from(points), vertex: Int32Array.from(used), indices, box };
}

/** Surface, lattice, and the corners of a box around them that keeps the surface off the hull. */
export function joinPoints(points: Float64Array, lattice: Float64Array, box: Float64Array): Float64Array {
  const all = new Float64Array(points.length + lattice.length + 24);
  all.set(points);
  all.set(lattice, points.length);
  const margin = Math.max(box[3] - box[0], box[4] - box[1], box[5] - box[2]);
  for (let i = 0; i < 24; i++) {
    const d = i % 3;
    const high = (Math.floor(i / 3) >> d) & 1;
    all[points.length + lattice.length + i] = high ? box[3 + d] + margin : box[d] - margin;
  }
  return all;
}
