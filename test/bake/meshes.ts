// Small meshes for bake tests.

import type { MeshInput } from '../../src/index.ts';

/** A box of twelve triangles. */
export function box(corner = [0, 0, 0], size: number | number[] = 1) {
  const extent = typeof size === 'number' ? [size, size, size] : size;
  const positions: number[] = [];
  for (let i = 0; i < 8; i++)
    for (let d = 0; d < 3; d++) positions.push(corner[d] + ((i >> d) & 1) * extent[d]);
  const quads = [0, 2, 3, 1, 4, 5, 7, 6, 0, 1, 5, 4, 2, 6, 7, 3, 0, 4, 6, 2, 1, 3, 7, 5];
  const indices: number[] = [];
  for (let q = 0; q < 24; q += 4) {
    const [a, b, c, d] = quads.slice(q, q + 4);
    indices.push(a, b, c, a, c, d);
  }
  return { positions, indices };
}

/** Both meshes as one. */
export function joinMeshes(a: MeshInput, b: MeshInput) {
  const first = a.positions.length / 3;
  return {
    positions: [...Array.from(a.positions), ...Array.from(b.positions)],
    indices: [...Array.from(a.indices), ...Array.from(b.indices, (v) => v + first)],
  };
}

/** A mesh less every n-th part of its triangles, `count` of them, spread evenly. */
export function withoutTriangles(mesh: MeshInput, count: number) {
  const triangles = mesh.indices.length / 3;
  const dropped = new Set(
    Array.from({ length: count }, (_, i) => Math.floor(((i + 0.5) * triangles) / count)),
  );
  return {
    positions: mesh.positions,
    indices: Array.from(mesh.indices).filter((_, i) => !dropped.has(Math.floor(i / 3))),
  };
}
