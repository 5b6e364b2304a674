// Triangles as a primitive of @gltf-transform/core. A file of its own, so that the types of what users import name none of
// that package: theirs ask for a newer library than es2023.

import type { Buffer, Document } from '@gltf-transform/core';
import type { TriangleMesh } from '../src/mesh/triangle-mesh.ts';

/** One attribute of a primitive, gathered corner by corner. */
interface Column {
  readonly semantic: string;
  readonly width: number;
  readonly corner: (c: number, k: number) => number; // component k at corner c
  readonly bits: Uint32Array | null; // a corner attribute's values as bits: quicker to compare than decimals
}

/** An indexed primitive of the triangles of one group. */
export function createPrimitive(document: Document, buffer: Buffer, mesh: TriangleMesh, group: number) {
  const { positions, indices, uvs, normals, colors, groups } = mesh;
  const columns: Column[] = [
    { semantic: 'POSITION', width: 3, corner: (c, k) => positions[3 * indices[c] + k], bits: null },
  ];
  const add = (semantic: string, width: number, values: Float32Array | null) => {
    if (!values) return;
    const bits = new Uint32Array(values.buffer, values.byteOffset, values.length);
    columns.push({ semantic, width, corner: (c, k) => values[width * c + k], bits });
  };
  add('NORMAL', 3, normals);
  add('TEXCOORD_0', 2, uvs);
  add('COLOR_0', 3, colors);

  const vertexOf = new Map<string, number>();
  const data: number[][] = columns.map(() => []);
  const vertex: number[] = [];
  for (let c = 0; c < indices.length; c++) {
    if (groups && groups[Math.floor(c / 3)] !== group) continue;
    let key = String(indices[c]);
    for (const { bits, width } of columns) {
      for (let k = 0; bits && k < width; k++) key += ` ${bits[width * c + k]}`;
    }
    let v = vertexOf.get(key);
    if (v === undefined) {
      v = vertexOf.size;
      vertexOf.set(key, v);
      for (let a = 0; a < columns.length; a++) {
        for (let k = 0; k < columns[a].width; k++) data[a].push(columns[a].corner(c, k));
      }
    }
    vertex.push(v);
  }
  const small = vertexOf.size < 0xffff; // 65,535 itself is kept for restarting a strip
  const array = small ? Uint16Array.from(vertex) : Uint32Array.from(vertex);
  const primitive = document.createPrimitive();
  primitive.setIndices(document.createAccessor().setType('SCALAR').setArray(array).setBuffer(buffer));
  for (let a = 0; a < columns.length; a++) {
    const { semantic, width } = columns[a];
    const values = Float32Array.from(data[a]);
    primitive.setAttribute(
      semantic,
      document
        .createAccessor()
        .setType(width === 2 ? 'VEC2' : 'VEC3')
        .setArray(values)
        .setBuffer(buffer),
    );
  }
  return primitive;
}
